//! What a node leaves for its children and siblings: one frame per ply.

use super::history_tables::Row;
use crate::types::score::MAX_PLY;
use crate::types::{Move, Score};

/// A frame of the search stack.
#[derive(Clone, Copy, Debug, Default)]
pub struct Frame {
    /// Static evaluation for the side to move; meaningless in check.
    pub eval: Score,
    /// The side to move could lose its last royal to the next move.
    pub in_check: bool,
    /// Quiets that cut off here, latest first.
    pub killers: [Option<Move>; 2],
    /// The move being searched; `None` for a null move.
    pub mv: Option<Move>,
    /// Its row in the continuation history.
    pub row: Row,
    /// A move that a singular search leaves out.
    pub excluded: Option<Move>,
    /// Cutoffs among the children.
    pub cutoffs: u32,
}

/// Frames before the root, so that a node may look two plies back.
pub const STACK_OFFSET: usize = 2;
/// Frames of a stack.
pub const STACK_SIZE: usize = MAX_PLY + STACK_OFFSET + 4;

/// Lines of best play, one per ply.
#[derive(Clone, Debug)]
pub struct PvTable {
    lines: Vec<Vec<Move>>,
}

impl PvTable {
    /// Empty lines, with room for the longest.
    pub fn new() -> Self {
        Self { lines: (0..=MAX_PLY + 1).map(|_| Vec::with_capacity(MAX_PLY + 1)).collect() }
    }

    /// Empties the line of a ply.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// The line of a ply becomes `m` and the line of the next ply.
    pub fn update(&mut self, ply: usize, m: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&lower[0]);
    }

    /// The line of a ply.
    pub fn line(&self, ply: usize) -> &[Move] {
        &self.lines[ply]
    }
}

impl Default for PvTable {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Square;

    #[test]
    fn a_line_takes_the_line_below() {
        let m = |n| Move::simple(Square::from_index(n), Square::from_index(n + 1), false);
        let mut table = PvTable::new();
        table.update(2, m(30));
        table.update(1, m(20));
        table.update(0, m(10));
        assert_eq!(table.line(0), [m(10), m(20), m(30)]);
        table.clear(1);
        table.update(0, m(11));
        assert_eq!(table.line(0), [m(11)]);
    }
}
