//! Jumps over ranks, area moves, slides that skip their first square, captures without a move.

use super::far::Seen;
use super::{Emitter, Kind, MoveSink};
use crate::types::{Direction, Piece, Square, Via};
use crate::variant::movement::DirectionSet;

impl<S: MoveSink> Emitter<'_, S> {
    /// Up to `steps` king steps over empty squares; a capture ends them.
    pub(super) fn area<K: Kind>(&mut self, steps: u8, seen: &mut Seen) {
        let position = self.position;
        let us = self.piece.color();
        for to in position.area_ends(self.from, steps, |s| position.at(s)).iter() {
            let target = position.at(to);
            if target.is_empty() {
                if K::QUIETS && seen.insert(to) {
                    self.quiet(to);
                }
            } else if K::CAPTURES && target.is_of(!us) && seen.insert(to) {
                self.capture(to);
            }
        }
    }

    /// Captures along lines, lower ranks jumped; where no jump is needed the slide says the moves.
    pub(super) fn over_ranks(&mut self, directions: DirectionSet, seen: &mut Seen) {
        let position = self.position;
        let (us, rank) = (self.piece.color(), position.traits(self.piece).rank());
        for direction in directions.iter() {
            let step = position.geometry().offset(direction);
            let mut jumped = false;
            let mut to = self.from.offset(step);
            loop {
                let target = position.at(to);
                if target == Piece::EDGE {
                    break;
                }
                if !target.is_empty() {
                    if target.is_of(!us)
                        && position.general_may_take(self.piece, target, jumped)
                        && seen.insert(to)
                    {
                        self.capture(to);
                    }
                    if position.traits(target).rank() >= rank {
                        break;
                    }
                    jumped = true;
                }
                to = to.offset(step);
            }
        }
    }

    /// Slides from the second square on, whatever stands on the first.
    pub(super) fn skips<K: Kind>(&mut self, farthest: [u8; 8], seen: &mut Seen) {
        let position = self.position;
        for direction in Direction::ALL {
            let step = position.geometry().offset(direction);
            let mut to: Square = self.from.offset(step);
            for _ in 2..=farthest[direction.index()] {
                to = to.offset(step);
                let target = position.at(to);
                if target.is_empty() {
                    if K::QUIETS && seen.insert(to) {
                        self.quiet(to);
                    }
                    continue;
                }
                if K::CAPTURES && target.is_of(!self.piece.color()) && seen.insert(to) {
                    self.capture(to);
                }
                break;
            }
        }
    }

    /// Captures of neighbours without leaving the square.
    pub(super) fn igui(&mut self, directions: DirectionSet) {
        for direction in directions.iter() {
            let victim = self.from.offset(self.position.geometry().offset(direction));
            if self.position.at(victim).is_of(!self.piece.color()) {
                self.via(Via::new(direction, 1), self.from);
            }
        }
    }
}
