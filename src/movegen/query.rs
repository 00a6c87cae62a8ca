//! Questions that the generator answers without a list.

use super::lion_trading::LionRules;
use super::list::{AnyMove, Finder};
use super::{All, Captures, MoveList, drops, generate, generate_from, generate_with};
use crate::position::Position;
use crate::types::{Color, Move, Square};
use crate::variant::rules::CheckRule;

/// What forbids a move that the pieces can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// It leaves the last royal where it can be taken.
    Check,
    /// It is the drop of a pawn that mates.
    PawnDropMate,
}

impl Position {
    /// True when the move is generated in this position. Any 32 bits may be asked about.
    pub fn is_pseudo_legal(&self, m: Move) -> bool {
        if let Some(kind) = m.dropped() {
            return self.variant().rules.drops
                && m == Move::drop(kind, m.to())
                && drops::is_generated(self, kind, m.to());
        }
        let inside = self.geometry().contains(m.from()) && self.geometry().contains(m.to());
        if !inside || !self.at(m.from()).is_of(self.side()) {
            return false;
        }
        let mut finder = Finder { wanted: m, found: false };
        generate_from::<All, _>(self, m.from(), &mut finder);
        finder.found
    }

    /// True when the piece on `square` can capture something, whichever side is to move.
    pub(crate) fn can_capture(&self, square: Square, lion_rules: LionRules) -> bool {
        let mut any = AnyMove(false);
        generate_with::<Captures, _>(self, square, lion_rules, &mut any);
        any.0
    }

    /// True when the side to move has any move but for repetition.
    pub fn has_move(&self) -> bool {
        let mut any = AnyMove(false);
        self.pieces(self.side()).any(|square| {
            generate_from::<All, _>(self, square, &mut any);
            any.0
        }) || self.variant().rules.drops && {
            drops::generate(self, &mut any);
            any.0
        }
    }

    /// All moves of the side to move, but for repetition.
    pub fn moves(&self) -> MoveList {
        let mut list = MoveList::new();
        generate::<All, _>(self, &mut list);
        list
    }

    /// Which rule forbids a pseudo-legal move when it is made, repetition apart.
    pub fn bar(&mut self, m: Move) -> Option<Bar> {
        let check = self.variant().rules.check == CheckRule::Legal;
        if !check && !m.is_drop() {
            return None;
        }
        let had_royal = self.royal_count(self.side()) > 0;
        let undo = self.make_move(m);
        let us = !self.side();
        let burnt = had_royal && self.royal_count(us) == 0 && self.royal_count(!us) > 0;
        let bar = if check && (burnt || self.leaves_check()) {
            Some(Bar::Check)
        } else {
            self.is_pawn_drop_mate(m).then_some(Bar::PawnDropMate)
        };
        self.unmake_move(&undo);
        bar
    }

    /// True when the move just made left all royals of its mover to be taken, without taking the
    /// last royal itself.
    #[inline]
    pub fn leaves_check(&self) -> bool {
        let side = self.side();
        self.royal_count(side) > 0 && self.could_end_game(side)
    }

    /// True when `by`, if it were to move, could end the game by capturing or burning all royals of
    /// the other side in one move.
    pub fn could_end_game(&self, by: Color) -> bool {
        let mut royals = self.royals(!by);
        match (royals.next(), royals.next()) {
            (Some(royal), None) => self.is_threatened(royal, by),
            (Some(_), Some(_)) => self.could_take_all_royals(by),
            (None, _) => false,
        }
    }

    fn could_take_all_royals(&self, by: Color) -> bool {
        let royals = self.royal_count(!by);
        if royals > 3 && !self.any_fire() {
            return false;
        }
        let mut list = MoveList::new();
        self.pieces(by).any(|square| {
            let piece = self.at(square);
            let burns = self.traits(piece).fiery() || self.any_fire() && self.catches(piece);
            if !burns && !self.variant().tables.movement(piece).special {
                return false;
            }
            list.clear();
            generate_with::<Captures, _>(self, square, LionRules::None, &mut list);
            list.iter().any(|&m| self.royals_taken(m) == royals)
        })
    }

    /// True when the side to move could lose its last royal to the opponent's next move.
    #[inline]
    pub fn is_in_check(&self) -> bool {
        self.could_end_game(!self.side())
    }
}
