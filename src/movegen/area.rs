//! Lion power: two king steps, two squares of a line, three squares of a line, igui, pass.
//!
//! The ends that a leap reaches are leaps in the tables; here is what captures on the way
//! (rules/maka.md 3.1 and 3.2, rules/dai.md 2).

use super::{Emitter, MoveSink};
use crate::types::{Direction, Square, Via};
use crate::variant::movement::{DirectionSet, Powers};
use crate::variant::rules::PromotionRule;

impl<S: MoveSink> Emitter<'_, S> {
    #[inline]
    fn is_enemy(&self, square: Square) -> bool {
        self.position.at(square).is_of(!self.piece.color())
    }

    #[inline]
    fn is_open(&self, square: Square) -> bool {
        self.position.at(square).is_open_to(self.piece.color())
    }

    /// A first step that captures, then a second to any neighbour, back home included.
    pub(super) fn lion(&mut self) {
        self.two_steps(Direction::ALL);
    }

    /// The same with diagonal steps.
    pub(super) fn diagonal_lion(&mut self) {
        self.two_steps([1, 3, 5, 7].map(Direction::from_index));
    }

    #[inline]
    fn two_steps<const N: usize>(&mut self, steps: [Direction; N]) {
        for first in steps {
            let middle = self.from.offset(self.position.geometry().offset(first));
            if !self.is_enemy(middle) {
                continue;
            }
            let via = Via::new(first, 1);
            for second in steps {
                let to = middle.offset(self.position.geometry().offset(second));
                if to == self.from || self.is_open(to) {
                    self.via(via, to);
                }
            }
        }
    }

    /// Two squares of one line: igui, or through an enemy on the first to the second.
    pub(super) fn lines(&mut self, powers: Powers) {
        if powers.lion {
            return;
        }
        for direction in powers.lines.iter() {
            let step = self.position.geometry().offset(direction);
            let first = self.from.offset(step);
            if !self.is_enemy(first) {
                continue;
            }
            let via = Via::new(direction, 1);
            self.via(via, self.from);
            let second = first.offset(step);
            if self.is_open(second) {
                self.via(via, second);
            }
        }
    }

    /// Three squares of one line: out and perhaps back, taking or hopping over what stands there.
    pub(super) fn long_lines(&mut self, powers: Powers) {
        for direction in powers.long_lines.iter() {
            let step = self.position.geometry().offset(direction);
            let first = self.from.offset(step);
            let second = first.offset(step);
            let third = second.offset(step);
            let takes_first = self.is_enemy(first);
            // The padding is three wide: off the board all that follows is edge.
            let takes_second = self.is_enemy(second);
            let shared = powers.lion
                || powers.lines.contains(direction)
                || powers.diagonal_lion && !direction.is_orthogonal();
            if takes_first && !shared {
                self.via(Via::new(direction, 1), self.from);
                if self.is_open(second) {
                    self.via(Via::new(direction, 1), second);
                }
            }
            if takes_second && self.is_open(first) {
                let set = if takes_first { 3 } else { 2 };
                self.via(Via::new(direction, set), first);
            }
            if !self.is_open(third) {
                continue;
            }
            if takes_first {
                self.via(Via::new(direction, 1), third);
            }
            if takes_second {
                self.via(Via::new(direction, 2), third);
            }
            if takes_first && takes_second {
                self.via(Via::new(direction, 3), third);
            }
        }
    }

    /// One pass, if any of the neighbours that the power may use is empty. Where every move in the
    /// zone promotes, a pass there does too.
    pub(super) fn pass(&mut self, directions: DirectionSet) {
        let geometry = self.position.geometry();
        let empty = |d| self.position.at(self.from.offset(geometry.offset(d))).is_empty();
        if directions.iter().any(empty) {
            if self.position.variant().rules.promotion == PromotionRule::LikeShogi {
                return self.quiet(self.from);
            }
            self.sink.push(crate::types::Move::simple(self.from, self.from, false));
        }
    }
}
