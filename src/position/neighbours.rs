//! Which of the eight squares around a square hold pieces of a side.
//!
//! Most pieces of large games are steppers that stand far from the enemy: one look here tells that
//! they capture nothing.

use crate::types::{Color, Square};

/// One set of directions per side and mailbox square, kept up to date by every change of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Neighbours([Box<[u8; Square::LIMIT]>; 2]);

impl Neighbours {
    /// The sets of an empty board.
    pub(super) fn new() -> Self {
        Self([Box::new([0; Square::LIMIT]), Box::new([0; Square::LIMIT])])
    }

    /// A piece of `color` arrives on `square` or leaves it; `steps` are the mailbox offsets of the
    /// eight directions in order.
    #[inline]
    pub(super) fn toggle(&mut self, color: Color, square: Square, steps: &[i16; 8]) {
        let sets = &mut self.0[color.index()];
        for (direction, &step) in steps.iter().enumerate() {
            sets[square.offset(step).index() % Square::LIMIT] ^= 1 << ((direction + 4) % 8);
        }
    }

    /// The directions from `square` in which a piece of `color` is next, a bit each.
    #[inline]
    pub(super) fn of(&self, color: Color, square: Square) -> u8 {
        self.0[color.index()][square.index() % Square::LIMIT]
    }
}
