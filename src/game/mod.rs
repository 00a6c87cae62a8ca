//! A game: a position, the plies that led to it, and what the rules say of where it stands.

mod bare_king;
mod impasse;
pub mod outcome;
mod parse_drop;
pub mod parse_move;
mod repetition;

use std::sync::Arc;

use smallvec::SmallVec;

pub use outcome::{EndReason, Judgement, Outcome, Status};
pub use parse_move::MoveError;

use crate::movegen::MoveList;
use crate::movegen::query::Bar;
use crate::position::make_move::{MoveObserver, Undo};
use crate::position::setup::{NullUndo, SetupError};
use crate::position::sfen::SfenErrors;
use crate::position::{Position, Setup};
use crate::types::{Color, Move};
use crate::variant::Variant;
use crate::variant::rules::BareKing;

/// Counters by the low bits of the keys of all past positions: zero means "never seen".
const FILTER: usize = 4096;

#[derive(Clone, Debug)]
enum Change {
    Move(Undo),
    Null(NullUndo),
}

#[derive(Clone, Debug)]
struct Ply {
    change: Change,
    /// Key of the position before the ply.
    key: u64,
    /// Index of the first ply whose position could come back after this ply.
    floor: u32,
    /// What the house rule of the bare king said of it.
    bare_king: Option<Outcome>,
}

/// A position with its history. The search works on a clone of it.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    plies: Vec<Ply>,
    filter: Box<[u32; FILTER]>,
}

impl Game {
    /// A game from the start position of a variant.
    ///
    /// # Errors
    /// When the variant's start array is no position; the variant layer checks that on loading.
    pub fn new(variant: &Arc<Variant>) -> Result<Self, SfenErrors> {
        Self::from_sfen(variant, &variant.start_sfen)
    }

    /// A game from an SFEN.
    ///
    /// # Errors
    /// Every fault of the text.
    pub fn from_sfen(variant: &Arc<Variant>, sfen: &str) -> Result<Self, SfenErrors> {
        Position::from_sfen(variant, sfen).map(Self::from_position)
    }

    /// A game from a checked position.
    pub fn from_position(position: Position) -> Self {
        let mut game = Self { position, plies: Vec::new(), filter: Box::new([0; FILTER]) };
        *game.counter(game.position.key()) += 1;
        game
    }

    /// A game of the same variant from a setup, sharing its tables.
    ///
    /// # Errors
    /// When the setup is no position.
    pub fn with_setup(&self, setup: &Setup) -> Result<Self, SetupError> {
        self.position.with_setup(setup).map(Self::from_position)
    }

    /// The position now.
    #[inline]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The variant.
    pub fn variant(&self) -> &Arc<Variant> {
        self.position.variant()
    }

    /// Plies made since the start of this game.
    #[inline]
    pub fn ply_count(&self) -> usize {
        self.plies.len()
    }

    /// The moves made since the start of this game.
    pub fn moves_played(&self) -> impl Iterator<Item = Move> + '_ {
        self.plies.iter().filter_map(|p| match &p.change {
            Change::Move(undo) => Some(undo.mv),
            Change::Null(_) => None,
        })
    }

    /// The position at the start of this game.
    pub fn start_position(&self) -> Position {
        let mut game = self.clone();
        while game.undo().is_some() {}
        game.position
    }

    #[inline]
    fn counter(&mut self, key: u64) -> &mut u32 {
        &mut self.filter[key as usize % FILTER]
    }

    /// Makes a pseudo-legal move of the position, unchecked.
    #[inline]
    pub fn make_move(&mut self, m: Move) {
        self.make_move_with(m, &mut ());
    }

    /// The same, with an observer.
    pub fn make_move_with<O: MoveObserver>(&mut self, m: Move, observer: &mut O) {
        let key = self.position.key();
        let undo = self.position.make_move_with(m, observer);
        let last_floor = self.plies.last().map_or(0, |p| p.floor);
        // What is captured may be dropped, promoted and captured again.
        let forever =
            !self.position.variant().rules.drops && (!undo.captured.is_empty() || m.is_promotion());
        let floor = if forever { self.plies.len() as u32 + 1 } else { last_floor };
        let bare_king = if self.position.variant().rules.bare_king == BareKing::On {
            bare_king::after_move(&mut self.position)
        } else {
            None
        };
        self.plies.push(Ply { change: Change::Move(undo), key, floor, bare_king });
        *self.counter(self.position.key()) += 1;
    }

    /// True when the move just made mates with a dropped pawn although the rules forbid it.
    #[inline]
    pub fn is_pawn_drop_mate(&mut self, m: Move) -> bool {
        self.position.is_pawn_drop_mate(m)
    }

    /// Makes a null move. It may not be judged.
    pub fn make_null(&mut self) {
        let key = self.position.key();
        let undo = self.position.make_null();
        let floor = self.plies.len() as u32 + 1;
        self.plies.push(Ply { change: Change::Null(undo), key, floor, bare_king: None });
        *self.counter(self.position.key()) += 1;
    }

    /// Takes back the last ply, null moves included; nothing at the start of the game.
    pub fn unmake_move(&mut self) {
        *self.counter(self.position.key()) -= 1;
        match self.plies.pop().map(|p| p.change) {
            Some(Change::Move(undo)) => self.position.unmake_move(&undo),
            Some(Change::Null(undo)) => self.position.unmake_null(undo),
            None => *self.counter(self.position.key()) += 1,
        }
    }

    /// What the rules say of the move just made, but for a side without legal moves. In O(1) as
    /// long as no position comes back.
    pub fn judge(&self) -> Judgement {
        if let Some(outcome) = self.royals_lost() {
            return Judgement::Over(outcome);
        }
        let Some(last) = self.plies.last() else { return Judgement::Playing };
        let repeated = self.judge_repetition();
        if repeated == Judgement::Illegal {
            return repeated;
        }
        if let Some(outcome) = last.bare_king.or_else(|| self.bare_king_lishogi()) {
            return Judgement::Over(outcome);
        }
        if let Some(outcome) = impasse::judge(&self.position) {
            return Judgement::Over(outcome);
        }
        if repeated != Judgement::Playing {
            return repeated;
        }
        self.move_limit().map_or(Judgement::Playing, Judgement::Over)
    }

    /// Where the game stands, by all rules in their order.
    pub fn status(&mut self) -> Status {
        if let Some(outcome) = self.royals_lost() {
            return Status::Over(outcome);
        }
        if let Some(outcome) = self.plies.last().and_then(|p| p.bare_king) {
            return Status::Over(outcome);
        }
        if !self.has_legal_move() {
            let winner = !self.position.side();
            return Status::Over(Outcome::win(winner, EndReason::NoMoves));
        }
        if !self.plies.is_empty() {
            if let Some(outcome) = self.bare_king_lishogi() {
                return Status::Over(outcome);
            }
            if let Some(outcome) = impasse::judge(&self.position) {
                return Status::Over(outcome);
            }
            if let Judgement::Over(outcome) = self.judge_repetition() {
                return Status::Over(outcome);
            }
        }
        self.move_limit().map_or(Status::Playing, Status::Over)
    }

    /// The legal moves, in the order of generation; none when the game is over.
    pub fn legal_moves(&mut self) -> MoveList {
        let mut list = MoveList::new();
        if self.status() == Status::Playing {
            list = self.position.moves();
            list.as_vec_mut().retain(|&m| self.allow(m).is_ok());
        }
        list
    }

    /// Plays a move after checking that it is legal.
    ///
    /// # Errors
    /// [`MoveError`] with the reason; the game is unchanged.
    pub fn play(&mut self, m: Move) -> Result<(), MoveError> {
        if let Status::Over(outcome) = self.status() {
            return Err(MoveError::GameOver(outcome));
        }
        if !self.position.is_pseudo_legal(m) {
            let geometry = self.position.geometry();
            let from =
                if geometry.contains(m.from()) { geometry.name(m.from()) } else { "?".into() };
            return Err(MoveError::CannotReach { piece: "piece".into(), from });
        }
        self.allow(m)?;
        self.make_move(m);
        Ok(())
    }

    /// Reads and plays a move.
    ///
    /// # Errors
    /// [`MoveError`] with the reason; the game is unchanged.
    pub fn play_text(&mut self, text: &str) -> Result<Move, MoveError> {
        let m = self.parse_move(text)?;
        self.make_move(m);
        Ok(m)
    }

    /// Takes back the last move and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.last_undo()?.mv;
        self.unmake_move();
        Some(last)
    }

    /// True when the rule of repetition forbids a pseudo-legal move.
    fn repeats(&mut self, m: Move) -> bool {
        self.make_move(m);
        let over = self.royals_lost().is_some();
        let illegal = !over && self.judge_repetition() == Judgement::Illegal;
        self.unmake_move();
        illegal
    }

    /// Says which rule of the game forbids a pseudo-legal move: check, mate by a dropped pawn,
    /// repetition.
    fn allow(&mut self, m: Move) -> Result<(), MoveError> {
        match self.position.bar(m) {
            Some(Bar::Check) => return Err(MoveError::Check),
            Some(Bar::PawnDropMate) => return Err(MoveError::PawnDropMate),
            None => {}
        }
        if self.repeats(m) { Err(MoveError::Repetition) } else { Ok(()) }
    }

    fn has_legal_move(&mut self) -> bool {
        let moves = self.position.moves();
        moves.iter().any(|&m| self.allow(m).is_ok())
    }

    fn royals_lost(&self) -> Option<Outcome> {
        let lost = |color: Color| self.position.royal_count(color) == 0;
        // The mover wins where both have lost their royals: its captures come before any fire.
        let side = self.position.side();
        let loser = [side, !side].into_iter().find(|&c| lost(c))?;
        Some(Outcome::win(!loser, EndReason::RoyalsLost))
    }

    fn bare_king_lishogi(&self) -> Option<Outcome> {
        if self.position.variant().rules.bare_king == BareKing::Lishogi {
            bare_king::lishogi(&self.position)
        } else {
            None
        }
    }

    fn move_limit(&self) -> Option<Outcome> {
        let limit = self.position.variant().rules.move_limit;
        let reached = limit > 0 && self.position.number() > limit;
        reached.then_some(Outcome::draw(EndReason::MoveLimit))
    }

    /// The plies, latest first, before which the position stood as it stands now.
    fn earlier_occurrences(&self) -> SmallVec<[usize; 8]> {
        let mut found = SmallVec::new();
        let key = self.position.key();
        if self.filter[key as usize % FILTER] < 2 {
            return found;
        }
        let floor = self.plies.last().map_or(0, |p| p.floor as usize);
        let mut index = self.plies.len();
        while index >= floor + 2 {
            index -= 2;
            if self.plies[index].key == key {
                found.push(index);
            }
        }
        found
    }

    /// The number of earlier plies since the start of the game or the last irreversible move at
    /// which the position stood as it stands now.
    pub fn occurrences_before(&self) -> usize {
        self.earlier_occurrences().len()
    }

    fn last_undo(&self) -> Option<&Undo> {
        self.undos_since(0).next()
    }

    /// The moves made since ply `start`, latest first.
    fn undos_since(&self, start: usize) -> impl Iterator<Item = &Undo> {
        self.plies[start..].iter().rev().filter_map(|p| match &p.change {
            Change::Move(undo) => Some(undo),
            Change::Null(_) => None,
        })
    }
}
