//! Moves around a corner and to anywhere.

use super::{Emitter, Kind, MoveSink};
use crate::types::{Direction, Square};
use crate::variant::movement::{Hook, Mode};

/// A set of mailbox squares on the stack.
pub(super) struct Seen([u64; Square::LIMIT / 64]);

impl Seen {
    /// Adds a square; false when it was there.
    #[inline]
    pub(super) fn insert(&mut self, square: Square) -> bool {
        let (word, bit) = (square.index() >> 6, 1u64 << (square.index() & 63));
        let fresh = self.0[word] & bit == 0;
        self.0[word] |= bit;
        fresh
    }
}

impl<S: MoveSink> Emitter<'_, S> {
    /// The ends behind a corner; the straight ends are slides (rules/maka.md 3.3).
    pub(super) fn hooks<K: Kind>(&mut self, hook: Hook, seen: &mut Seen) {
        for direction in Direction::ALL {
            let wanted = if direction.is_orthogonal() { hook.orthogonal } else { hook.diagonal };
            if !wanted {
                continue;
            }
            let step = self.position.geometry().offset(direction);
            let mut corner = self.from.offset(step);
            while self.position.at(corner).is_empty() {
                for turn in [2, 6] {
                    let turned = Direction::from_index(direction.index() + turn);
                    self.second_leg::<K>(corner, turned, seen);
                }
                corner = corner.offset(step);
            }
        }
    }

    fn second_leg<K: Kind>(&mut self, corner: Square, direction: Direction, seen: &mut Seen) {
        let step = self.position.geometry().offset(direction);
        let mut to = corner.offset(step);
        while self.position.at(to).is_empty() {
            if K::QUIETS && seen.insert(to) {
                self.quiet(to);
            }
            to = to.offset(step);
        }
        if K::CAPTURES && self.position.at(to).is_of(!self.piece.color()) && seen.insert(to) {
            self.capture(to);
        }
    }

    /// Every square of the board (rules/maka.md 3.4).
    pub(super) fn universal<K: Kind>(&mut self, seen: &mut Seen) {
        let position = self.position;
        let them = !self.piece.color();
        if K::QUIETS {
            for to in position.geometry().squares() {
                if position.at(to).is_empty() && seen.insert(to) {
                    self.quiet(to);
                }
            }
        }
        if K::CAPTURES {
            for to in position.pieces(them) {
                if seen.insert(to) && position.universal_may_capture(self.from, to) {
                    self.capture(to);
                }
            }
        }
    }

    /// What this piece reaches by leaps and slides already.
    pub(super) fn plain_ends(&self) -> Seen {
        let position = self.position;
        let tables = &position.variant().tables;
        let movement = tables.movement(self.piece);
        let mut seen = Seen([0; Square::LIMIT / 64]);
        seen.insert(self.from);
        let mut reach = |to: Square, mode: Mode| {
            let empty = position.at(to).is_empty();
            if empty && mode.moves() || !empty && mode.captures() {
                seen.insert(to);
            }
            empty
        };
        for leap in tables.leaps(movement) {
            reach(self.from.offset(leap.offset), leap.mode);
        }
        for slide in tables.slides(movement) {
            let mut to = self.from;
            for _ in 0..slide.max {
                to = to.offset(slide.offset);
                if !reach(to, slide.mode) {
                    break;
                }
            }
        }
        seen
    }
}
