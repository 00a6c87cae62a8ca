//! Where generated moves go.

use crate::types::Move;

/// Takes the moves that the generator finds.
pub trait MoveSink {
    /// One move.
    fn push(&mut self, m: Move);
}

/// A list of moves that keeps its memory when it is cleared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveList(Vec<Move>);

impl MoveList {
    /// An empty list.
    pub fn new() -> Self {
        Self(Vec::with_capacity(512))
    }

    /// Removes all moves.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The moves.
    pub fn as_slice(&self) -> &[Move] {
        &self.0
    }

    /// The moves as a vector, for callers that sort or filter.
    pub fn as_vec_mut(&mut self) -> &mut Vec<Move> {
        &mut self.0
    }
}

impl std::ops::Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl MoveSink for MoveList {
    #[inline]
    fn push(&mut self, m: Move) {
        self.0.push(m);
    }
}

/// Counts moves without keeping them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counter(pub u64);

impl MoveSink for Counter {
    #[inline]
    fn push(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Remembers whether one move was among those generated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finder {
    pub(super) wanted: Move,
    pub(super) found: bool,
}

impl MoveSink for Finder {
    #[inline]
    fn push(&mut self, m: Move) {
        self.found |= m == self.wanted;
    }
}

/// Remembers whether any move was generated.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AnyMove(pub(super) bool);

impl MoveSink for AnyMove {
    #[inline]
    fn push(&mut self, _: Move) {
        self.0 = true;
    }
}
