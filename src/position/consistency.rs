//! One full self-check of everything that is kept incrementally.

use super::{Counts, Position};
use crate::types::{Color, Piece, Square};

/// What a self-check found wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Inconsistency {
    /// A slot and the board disagree.
    #[error("slot {slot} of {color} names {square}, where its piece does not stand")]
    Slot {
        /// Side.
        color: Color,
        /// Slot number.
        slot: usize,
        /// Name of the square.
        square: String,
    },
    /// A piece has no slot.
    #[error("{0} pieces stand on the board and {1} in the slots")]
    Unlisted(usize, usize),
    /// A piece that is special stands outside the special slots.
    #[error("the special piece on {0} is not among the special slots")]
    Special(String),
    /// The counts are wrong.
    #[error("the counts of {0} are wrong")]
    Counts(Color),
    /// The key is wrong.
    #[error("the key is {0:016x} and should be {1:016x}")]
    Key(u64, u64),
    /// The sets of neighbours are wrong.
    #[error("the neighbours of {color} around {square} are wrong")]
    Neighbours {
        /// Side.
        color: Color,
        /// Name of the square.
        square: String,
    },
    /// The list of free slots of a game with drops is wrong.
    #[error("the free slots of {0} are wrong")]
    FreeSlots(Color),
    /// The padding was written to.
    #[error("mailbox entry {0} should be the edge")]
    Padding(usize),
}

impl Position {
    /// Compares slots, counts, padding and key with the board.
    ///
    /// # Errors
    /// The first [`Inconsistency`].
    pub fn check_consistency(&self) -> Result<(), Inconsistency> {
        let geometry = self.geometry();
        let mut standing = 0;
        for index in 0..geometry.len() {
            let (square, piece) = (Square::from_index(index), self.board[index]);
            if geometry.contains(square) {
                standing += usize::from(piece.is_piece());
            } else if piece != Piece::EDGE {
                return Err(Inconsistency::Padding(index));
            }
        }
        let steps = self.shared.variant.tables.step_offsets();
        let mut listed = 0;
        for color in Color::ALL {
            for square in geometry.squares() {
                let near = |&(_, step): &(usize, &i16)| self.at(square.offset(*step)).is_of(color);
                let set = steps.iter().enumerate().filter(near).fold(0, |set, (d, _)| set | 1 << d);
                if self.neighbours.of(color, square) != set {
                    return Err(Inconsistency::Neighbours { color, square: geometry.name(square) });
                }
            }
            let mut counts = Counts::default();
            for (slot, &square) in self.slots[color.index()].iter().enumerate() {
                if square.is_none() {
                    continue;
                }
                let piece = self.at(square);
                if !piece.is_of(color) || self.slot_of[square.index()] as usize != slot {
                    let square = geometry.name(square);
                    return Err(Inconsistency::Slot { color, slot, square });
                }
                listed += 1;
                let traits = self.traits(piece);
                counts.add(traits);
                if traits.special() && slot >= self.special_end[color.index()] as usize {
                    return Err(Inconsistency::Special(geometry.name(square)));
                }
            }
            let dead = self.free[color.index()].iter().all(|&slot| {
                self.slots[color.index()].get(slot as usize).is_some_and(|s| s.is_none())
            });
            if !dead {
                return Err(Inconsistency::FreeSlots(color));
            }
            if counts != self.counts[color.index()] {
                return Err(Inconsistency::Counts(color));
            }
        }
        if listed != standing {
            return Err(Inconsistency::Unlisted(standing, listed));
        }
        let key = self.recompute_key();
        if key == self.key { Ok(()) } else { Err(Inconsistency::Key(self.key, key)) }
    }
}
