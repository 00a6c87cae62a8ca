//! Who promotes when (rules/houserules.md 1, rules/maka.md 4).

use smallvec::SmallVec;

use super::{Emitter, MoveSink};
use crate::position::Position;
use crate::types::{Move, Piece, Square, Via};
use crate::variant::rules::PromotionRule;

/// How the moves of one piece from one square promote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PromotionMode {
    /// Not at all.
    Never,
    /// By entering, leaving or capturing in the zone.
    Zone {
        /// The square of departure lies in the zone.
        from_inside: bool,
    },
    /// By capturing.
    ByCapture,
}

impl PromotionMode {
    #[inline]
    pub(super) fn of(position: &Position, piece: Piece, from: Square) -> Self {
        let variant = position.variant();
        let rules = &variant.rules;
        match rules.promotion {
            PromotionRule::Never => Self::Never,
            PromotionRule::CaptureOptional | PromotionRule::CaptureCompulsory => Self::ByCapture,
            PromotionRule::LikeChu | PromotionRule::LikeShogi => {
                if !position.traits(piece).promotes() {
                    return Self::Never;
                }
                let ahead = variant.geometry.ranks_ahead(from, piece.color());
                Self::Zone { from_inside: ahead < rules.zone }
            }
        }
    }
}

impl<S: MoveSink> Emitter<'_, S> {
    /// A move of a piece that can promote in the zone.
    pub(super) fn zone_move(&mut self, via: Via, to: Square, captures: bool) {
        let PromotionMode::Zone { from_inside } = self.promotion else { return };
        let may = self.position.zone_allows(self.piece, from_inside, to, captures);
        self.choice(via, to, may, false);
    }

    fn victims(&self, via: Via, to: Square) -> SmallVec<[Piece; 3]> {
        let m = Move::new(self.from, via, to, false);
        self.position.victims(m).iter().map(|&s| self.position.at(s)).collect()
    }

    /// A capture whose victims change the mover, whatever the rule of promotion: no choice.
    pub(super) fn contagion(&mut self, via: Via, to: Square) {
        let victims = self.victims(via, to);
        let promotes = self.position.promoted_type(self.piece, &victims) != self.piece.kind()
            && !self.is_burnt(via, to);
        self.sink.push(Move::new(self.from, via, to, promotes));
    }

    /// A capture under promotion by capture, without contagion.
    pub(super) fn capture_promotion(&mut self, via: Via, to: Square) {
        let position = self.position;
        let traits = position.traits(self.piece);
        if via.is_none() {
            let forced = position.variant().rules.promotion == PromotionRule::CaptureCompulsory
                || position.traits(position.at(to)).promoted();
            self.choice(via, to, traits.promotes(), forced);
            return;
        }
        let victims = self.victims(via, to);
        let forced = position.variant().rules.promotion == PromotionRule::CaptureCompulsory
            || victims.iter().any(|&v| position.traits(v).promoted());
        self.choice(via, to, traits.promotes(), forced);
    }

    #[inline]
    fn is_burnt(&self, via: Via, to: Square) -> bool {
        self.position.any_fire() && self.position.burns_mover(Move::new(self.from, via, to, false))
    }

    /// Writes the move with and without promotion, as far as each is possible.
    fn choice(&mut self, via: Via, to: Square, may: bool, forced: bool) {
        // Whoever is burnt ends as nothing, promoted or not.
        let may = may && !self.is_burnt(via, to);
        if may {
            self.sink.push(Move::new(self.from, via, to, true));
        }
        let position = self.position;
        let must = may
            && (forced
                || position.variant().rules.dead_promotion && position.is_dead(self.piece, to));
        if !must {
            self.sink.push(Move::new(self.from, via, to, false));
        }
    }
}

impl Position {
    /// True when a piece that promotes in the zone may do so with a move to `to`.
    #[inline]
    fn zone_allows(&self, piece: Piece, from_inside: bool, to: Square, captures: bool) -> bool {
        let variant = self.variant();
        let rules = &variant.rules;
        let ahead = variant.geometry.ranks_ahead(to, piece.color());
        let to_inside = ahead < rules.zone;
        if rules.promotion == PromotionRule::LikeShogi {
            return from_inside || to_inside;
        }
        let enters = to_inside && !from_inside;
        let takes = captures && from_inside;
        enters || takes || to_inside && ahead < variant.kind_of(piece).last_rank
    }

    /// True when a piece on `from` may promote with a move to `to` that captures or not.
    pub(crate) fn may_promote(
        &self,
        piece: Piece,
        from: Square,
        to: Square,
        captures: bool,
    ) -> bool {
        match PromotionMode::of(self, piece, from) {
            PromotionMode::Never => false,
            PromotionMode::Zone { from_inside } => {
                self.zone_allows(piece, from_inside, to, captures)
            }
            PromotionMode::ByCapture => captures && self.traits(piece).promotes(),
        }
    }

    /// True when `piece` on `square` could never move again, even on an empty board.
    pub fn is_dead(&self, piece: Piece, square: Square) -> bool {
        self.variant().is_dead(piece, square)
    }
}
