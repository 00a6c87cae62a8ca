//! Pieces that burn: after the captures and the promotion of a move, whoever ended it next to a
//! burning enemy is taken off the board; if it was not the mover, and the mover burns, every enemy
//! next to it goes.

use smallvec::SmallVec;

use super::Position;
use super::make_move::{MoveObserver, Undo};
use crate::types::{Color, Move, Piece, Square};

/// Squares of burnt pieces.
pub type Burnt = SmallVec<[Square; 8]>;

impl Position {
    /// True when any piece of the game burns.
    #[inline]
    pub(crate) fn any_fire(&self) -> bool {
        self.shared.traits.any_fire()
    }

    /// The squares next to `square` that hold a piece of `color`.
    fn beside(&self, square: Square, color: Color) -> impl Iterator<Item = Square> + '_ {
        let set = self.neighbours.of(color, square);
        let steps = self.shared.variant.tables.step_offsets();
        let near = steps.iter().enumerate().filter(move |(d, _)| set >> d & 1 != 0);
        near.map(move |(_, &step)| square.offset(step))
    }

    /// True when a burning piece of `by` stands next to `square`, on none of the squares `gone`.
    #[inline]
    pub(crate) fn is_beside_fire(&self, square: Square, by: Color, gone: &[Square]) -> bool {
        self.counts[by.index()].burners > 0
            && self
                .beside(square, by)
                .any(|s| self.traits(self.at(s)).burns() && !gone.contains(&s))
    }

    /// True when a pseudo-legal move of the piece on its square of departure ends with the mover
    /// being burnt.
    #[inline]
    pub fn burns_mover(&self, m: Move) -> bool {
        let them = !self.at(m.from()).color();
        self.counts[them.index()].burners > 0 && self.is_beside_fire(m.to(), them, &self.victims(m))
    }

    /// The enemies that a pseudo-legal move burns, beside those that it captures.
    pub fn burnt(&self, m: Move) -> Burnt {
        let mover = self.at(m.from());
        let mut burnt = Burnt::new();
        if !self.traits(mover).burns() && !m.is_promotion() {
            return burnt;
        }
        let victims = self.victims(m);
        let mut arrives = mover;
        if m.is_promotion() {
            let taken: SmallVec<[Piece; 3]> = victims.iter().map(|&v| self.at(v)).collect();
            arrives = mover.with_kind(self.promoted_type(mover, &taken));
        }
        if self.traits(arrives).burns() && !self.is_beside_fire(m.to(), !mover.color(), &victims) {
            burnt.extend(self.beside(m.to(), !mover.color()).filter(|s| !victims.contains(s)));
        }
        burnt
    }

    /// The number of enemy royals that a pseudo-legal move captures or burns.
    pub fn royals_taken(&self, m: Move) -> usize {
        let royal = |s: &&Square| self.traits(self.at(**s)).royal();
        let captured = self.victims(m).iter().filter(royal).count();
        if self.any_fire() {
            captured + self.burnt(m).iter().filter(royal).count()
        } else {
            captured
        }
    }

    /// Burns what the piece that has just arrived on `to` burns, or that piece itself; returns
    /// their part of the key.
    pub(super) fn burn<O: MoveObserver>(
        &mut self,
        to: Square,
        undo: &mut Undo,
        observer: &mut O,
    ) -> u64 {
        let mover = self.at(to);
        let them = !mover.color();
        if self.is_beside_fire(to, them, &[]) {
            undo.mover_burnt = true;
            return self.capture(to, undo, observer);
        }
        if !self.traits(mover).burns() {
            return 0;
        }
        let burnt: Burnt = self.beside(to, them).collect();
        burnt.into_iter().fold(0, |key, s| key ^ self.capture(s, undo, observer))
    }
}
