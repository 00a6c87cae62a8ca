//! Questions that the generator answers without a list.

use super::lion_trading::LionRules;
use super::list::{AnyMove, Finder};
use super::{All, Captures, MoveList, generate, generate_from, generate_with};
use crate::position::Position;
use crate::types::{Color, Move, Square};
use crate::variant::rules::CheckRule;

impl Position {
    /// True when the move is generated in this position. Any 32 bits may be asked about.
    pub fn is_pseudo_legal(&self, m: Move) -> bool {
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
        })
    }

    /// All moves of the side to move, but for repetition.
    pub fn moves(&self) -> MoveList {
        let mut list = MoveList::new();
        generate::<All, _>(self, &mut list);
        list
    }

    /// True when the rule of check forbids a pseudo-legal move: the other side could take all
    /// royals of the mover after it. Never for a move that takes the last royal itself.
    pub fn is_barred_by_check(&mut self, m: Move) -> bool {
        if self.variant().rules.check != CheckRule::Legal {
            return false;
        }
        let undo = self.make_move(m);
        let side = self.side();
        let barred = self.royal_count(side) > 0 && self.could_end_game(side);
        self.unmake_move(&undo);
        barred
    }

    /// True when `by`, if it were to move, could end the game by capturing all royals of the other
    /// side in one move.
    pub fn could_end_game(&self, by: Color) -> bool {
        let mut royals = self.royals(!by);
        match (royals.next(), royals.next()) {
            (Some(royal), None) => self.is_attacked(royal, by),
            (Some(_), Some(_)) => self.could_take_all_royals(by),
            (None, _) => false,
        }
    }

    fn could_take_all_royals(&self, by: Color) -> bool {
        let royals = self.royal_count(!by);
        if royals > 3 {
            return false;
        }
        let mut list = MoveList::new();
        self.pieces(by).any(|square| {
            if !self.variant().tables.movement(self.at(square)).special {
                return false;
            }
            list.clear();
            generate_with::<Captures, _>(self, square, LionRules::None, &mut list);
            list.iter().any(|&m| {
                let victims = self.victims(m);
                let taken = victims.iter().filter(|&&v| self.traits(self.at(v)).royal());
                taken.count() == royals
            })
        })
    }

    /// True when the side to move could lose its last royal to the opponent's next move.
    #[inline]
    pub fn is_in_check(&self) -> bool {
        self.could_end_game(!self.side())
    }
}
