//! LMR: how much less deep a late move is searched first.

use super::params::Params;

const DEPTHS: usize = 64;
const MOVES: usize = 256;

/// Reductions by depth and move number, in 1/1024 plies.
#[derive(Clone, Debug)]
pub struct Reductions(Box<[[i32; MOVES]]>);

/// What decides a reduction besides depth and number.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about a move and its node")]
pub struct MoveView {
    /// The node lies on the principal variation.
    pub pv: bool,
    /// A cutoff is expected here.
    pub cut_node: bool,
    /// The evaluation has risen since the side's last move.
    pub improving: bool,
    /// The move captures.
    pub capture: bool,
    /// Killer move.
    pub killer: bool,
    /// Its history score.
    pub history: i32,
    /// The side was in check.
    pub in_check: bool,
}

impl Reductions {
    /// The table for these parameters.
    pub fn new(p: &Params) -> Self {
        let mut table = vec![[0; MOVES]; DEPTHS].into_boxed_slice();
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, entry) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (number as f64).ln();
                let plies = product * 1024.0 * 1024.0 / f64::from(p.lmr_divisor);
                *entry = p.lmr_base + plies as i32;
            }
        }
        Self(table)
    }

    /// The plain reduction of the `number`-th move at `depth`, in 1/1024 plies.
    #[inline]
    pub fn base(&self, depth: i32, number: usize) -> i32 {
        self.0[(depth.max(0) as usize).min(DEPTHS - 1)][number.min(MOVES - 1)]
    }

    /// The reduction in plies, at least 0.
    #[inline]
    pub fn get(&self, p: &Params, depth: i32, number: usize, view: MoveView) -> i32 {
        let mut reduction = self.base(depth, number);
        if view.capture {
            reduction /= 2;
        } else {
            reduction -= view.history * 1024 / p.lmr_history;
        }
        reduction -= 1024 * i32::from(view.pv);
        reduction += 1024 * i32::from(view.cut_node);
        reduction += 700 * i32::from(!view.improving);
        reduction -= 1024 * i32::from(view.killer);
        reduction -= 700 * i32::from(view.in_check);
        (reduction / 1024).max(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: MoveView = MoveView {
        pv: false,
        cut_node: false,
        improving: true,
        capture: false,
        killer: false,
        history: 0,
        in_check: false,
    };

    #[test]
    fn late_moves_and_deep_nodes_are_reduced_more() {
        let p = Params::default();
        let table = Reductions::new(&p);
        let get = |depth, number, view| table.get(&p, depth, number, view);
        assert!(get(8, 40, PLAIN) > get(8, 4, PLAIN));
        assert!(get(12, 10, PLAIN) > get(3, 10, PLAIN));
        assert!(get(8, 20, MoveView { history: 16_000, ..PLAIN }) < get(8, 20, PLAIN));
        assert!(get(8, 20, MoveView { pv: true, ..PLAIN }) < get(8, 20, PLAIN));
        assert!(get(8, 20, MoveView { cut_node: true, ..PLAIN }) > get(8, 20, PLAIN));
    }
}
