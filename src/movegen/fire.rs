//! Burning: which moves count as captures, and what a side could burn with its next move.

use super::lion_trading::LionRules;
use super::{All, Kind, MoveList, MoveSink, generate_with};
use crate::position::Position;
use crate::types::{Color, Move, Piece, Square};
use crate::variant::tables::Movement;

/// Sorts the moves of a piece that may burn: those that capture or burn, or the others.
pub(super) struct FireSink<'a, S> {
    pub(super) position: &'a Position,
    pub(super) captures: bool,
    pub(super) sink: &'a mut S,
}

impl<'a, S: MoveSink> FireSink<'a, S> {
    pub(super) fn new<K: Kind>(position: &'a Position, sink: &'a mut S) -> Self {
        Self { position, captures: K::CAPTURES, sink }
    }
}

impl<S: MoveSink> MoveSink for FireSink<'_, S> {
    #[inline]
    fn push(&mut self, m: Move) {
        if self.position.is_capture(m) == self.captures {
            self.sink.push(m);
        }
    }
}

impl Position {
    /// True when `by`, if to move, could capture or burn an enemy that stands on `square`.
    #[inline]
    pub fn is_threatened(&self, square: Square, by: Color) -> bool {
        self.is_attacked(square, by) || self.could_burn(square, by)
    }

    /// True when a piece of `by` could burn an enemy that stands on `square` with its next move.
    #[inline]
    pub fn could_burn(&self, square: Square, by: Color) -> bool {
        self.any_fire()
            && self
                .specials(by)
                .any(|s| self.traits(self.at(s)).fiery() && self.could_burn_from(s, square))
    }

    /// True when the fiery piece on `from` could burn an enemy on `target` with its next move.
    fn could_burn_from(&self, from: Square, target: Square) -> bool {
        let piece = self.at(from);
        let movement = self.variant().tables.movement(piece);
        let (geometry, traits) = (self.geometry(), self.traits(piece));
        let distance = geometry.distance(from, target);
        let plain = movement.powers.is_area_only() && !(traits.burns() && traits.promotes());
        if !plain || self.catches(piece) || distance <= 1 {
            return self.burning_move(from, target).is_some();
        }
        let lights = |to: Square| {
            geometry.distance(to, target) == 1
                && (traits.burns() || self.may_promote(piece, from, to, self.at(to).is_piece()))
                && !self.is_beside_fire(to, !piece.color(), &[])
        };
        if self.reaches_any(piece, from, movement, lights) {
            return true;
        }
        let steps = movement.powers.area;
        steps > 0
            && distance <= steps + 1
            && self
                .area_ends(from, steps, |s| self.at(s))
                .iter()
                .any(|to| self.at(to).is_open_to(piece.color()) && lights(to))
    }

    /// True when a step, jump or slide ends on a square that is `wanted`.
    fn reaches_any(
        &self,
        piece: Piece,
        from: Square,
        movement: &Movement,
        wanted: impl Fn(Square) -> bool,
    ) -> bool {
        let tables = &self.variant().tables;
        let us = piece.color();
        let leaps = tables.leaps(movement).iter().any(|leap| {
            let to = from.offset(leap.offset);
            let target = self.at(to);
            (target.is_empty() && leap.mode.moves() || target.is_of(!us) && leap.mode.captures())
                && wanted(to)
        });
        leaps
            || tables.slides(movement).iter().any(|slide| {
                let mut to = from;
                for _ in 0..slide.max {
                    to = to.offset(slide.offset);
                    let target = self.at(to);
                    if !target.is_empty() {
                        return target.is_of(!us) && slide.mode.captures() && wanted(to);
                    }
                    if slide.mode.moves() && wanted(to) {
                        return true;
                    }
                }
                false
            })
    }

    /// A move of the piece on `from` that burns an enemy on `target`.
    pub(crate) fn burning_move(&self, from: Square, target: Square) -> Option<Move> {
        let mut list = MoveList::new();
        generate_with::<All, _>(self, from, LionRules::None, &mut list);
        list.iter().copied().find(|&m| self.burnt(m).contains(&target))
    }

    /// A move of the side to move that captures or burns the other side's last royals.
    pub(crate) fn ending_move(&self) -> Option<Move> {
        let royals = self.royal_count(!self.side());
        self.moves().iter().copied().find(|&m| royals > 0 && self.royals_taken(m) == royals)
    }
}
