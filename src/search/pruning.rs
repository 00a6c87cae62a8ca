//! Decisions to leave out a node or a move: pure functions of what the node knows.

use super::params::Params;
use crate::types::Score;
use crate::types::score::MATE_BOUND;

/// What a node knows before it looks at its moves.
#[derive(Clone, Copy, Debug)]
pub struct NodeView {
    /// Remaining depth in plies.
    pub depth: i32,
    /// Static evaluation, refined by the table.
    pub eval: Score,
    /// Upper end of the window.
    pub beta: Score,
    /// The evaluation has risen since the side's last move.
    pub improving: bool,
}

/// RFP: the evaluation is so far above beta that a quiet reply will not bring it below.
#[inline]
pub fn reverse_futility(p: &Params, node: NodeView) -> bool {
    let margin = p.rfp_margin * (node.depth - i32::from(node.improving)).max(0);
    node.depth <= p.rfp_depth
        && node.beta.abs() < MATE_BOUND
        && node.eval < MATE_BOUND
        && node.eval - margin >= node.beta
}

/// Razoring: the evaluation is so far below alpha that only a capture can help.
#[inline]
pub fn razor(p: &Params, node: NodeView, alpha: Score) -> bool {
    node.depth <= p.razor_depth
        && alpha.abs() < MATE_BOUND
        && node.eval + p.razor_margin * node.depth < alpha
}

/// NMP: the reduction of a null move search, or `None` when it should not be tried.
#[inline]
pub fn null_move(p: &Params, node: NodeView) -> Option<i32> {
    if node.depth < p.nmp_depth || node.eval < node.beta || node.beta <= -MATE_BOUND {
        return None;
    }
    let above = ((node.eval - node.beta) / p.nmp_eval).min(3);
    Some((p.nmp_base + p.nmp_slope * node.depth) / 16 + above)
}

/// LMP: the number of quiets after which the rest is left out.
#[inline]
pub fn late_move_count(p: &Params, node: NodeView) -> i32 {
    if node.depth > p.lmp_depth {
        return i32::MAX;
    }
    let count = p.lmp_base + p.lmp_slope * node.depth * node.depth / 16;
    if node.improving { count * 2 } else { count }
}

/// Futility: a quiet at this reduced depth will not lift the evaluation to alpha.
#[inline]
pub fn futile(p: &Params, reduced_depth: i32, eval: Score, alpha: Score) -> bool {
    reduced_depth <= p.futility_depth
        && eval + p.futility_base + p.futility_slope * reduced_depth.max(0) <= alpha
}

/// A quiet that has failed so often that it is left out.
#[inline]
pub fn bad_history(p: &Params, reduced_depth: i32, history: i32) -> bool {
    reduced_depth <= p.history_depth && history < -p.history_prune * reduced_depth.max(1)
}

/// The exchange that a move must reach to be searched, in centipawns; `None` for no demand.
#[inline]
pub fn exchange_demand(p: &Params, depth: i32, capture: bool) -> Option<Score> {
    if depth > p.see_depth {
        return None;
    }
    Some(if capture { -p.see_capture * depth } else { -p.see_quiet * depth.max(0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(depth: i32, eval: Score) -> NodeView {
        NodeView { depth, eval, beta: 0, improving: false }
    }

    #[test]
    fn reverse_futility_needs_a_margin_that_grows_with_depth() {
        let p = Params::default();
        assert!(reverse_futility(&p, node(1, p.rfp_margin)));
        assert!(!reverse_futility(&p, node(2, p.rfp_margin)));
        assert!(!reverse_futility(&p, node(p.rfp_depth + 1, 100_000)));
        assert!(reverse_futility(&p, NodeView { improving: true, ..node(2, p.rfp_margin) }));
    }

    #[test]
    fn a_null_move_needs_an_evaluation_above_beta() {
        let p = Params::default();
        assert_eq!(null_move(&p, node(5, -1)), None);
        assert!(null_move(&p, node(5, 0)).unwrap() >= 2);
        assert!(null_move(&p, node(12, 0)) > null_move(&p, node(3, 0)));
    }

    #[test]
    fn more_quiets_are_searched_at_depth() {
        let p = Params::default();
        assert!(late_move_count(&p, node(1, 0)) < late_move_count(&p, node(4, 0)));
        assert_eq!(late_move_count(&p, node(p.lmp_depth + 1, 0)), i32::MAX);
    }

    #[test]
    fn quiets_may_lose_less_than_captures() {
        let p = Params::default();
        assert!(exchange_demand(&p, 3, true) < exchange_demand(&p, 3, false));
        assert_eq!(exchange_demand(&p, p.see_depth + 1, true), None);
        assert!(futile(&p, 1, -10_000, 0) && !futile(&p, 1, 0, 0));
        assert!(bad_history(&p, 1, -20_000) && !bad_history(&p, 1, 0));
        assert!(razor(&p, node(1, -5000), 0) && !razor(&p, node(1, 0), 0));
    }
}
