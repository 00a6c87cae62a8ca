//! From an unchecked [`Setup`] to a [`Position`].

use std::sync::Arc;

use super::hands::{DropTable, Hands};
use super::neighbours::Neighbours;
use super::traits::TraitTable;
use super::zobrist::{self, Zobrist};
use super::{Counts, Position, Shared};
use crate::types::{Color, Piece, Square};
use crate::variant::Variant;
use crate::variant::rules::LionTrading;

/// An unchecked position: what a text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Pieces and their squares, each square once.
    pub pieces: Vec<(Square, Piece)>,
    /// Pieces in hand.
    pub hands: Hands,
    /// Side to move.
    pub side: Color,
    /// Where a lion was just taken by a piece that is no lion.
    pub lion_capture: Option<Square>,
    /// Plies played plus 1.
    pub number: u32,
}

/// Why a [`Setup`] is no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Neither side has a royal.
    #[error("no royal on either side")]
    NoRoyal,
    /// A square is not on the board, or named twice.
    #[error("a piece stands off the board or on a square that is taken")]
    BadSquare,
    /// A piece is in hand that nobody could drop.
    #[error("a piece is in hand that cannot be dropped in this game")]
    BadHand,
}

impl Position {
    /// Checks a setup. A side without a royal is allowed: the game is over, or it is a mate problem.
    ///
    /// # Errors
    /// [`SetupError`] when no side has a royal or squares do not fit the board.
    pub fn from_setup(variant: &Arc<Variant>, setup: &Setup) -> Result<Self, SetupError> {
        let traits = TraitTable::new(variant);
        let drops = DropTable::new(variant, |kind| traits.may_be_special(kind));
        let shared = Arc::new(Shared {
            variant: Arc::clone(variant),
            traits,
            drops,
            zobrist: Zobrist::new(variant.kinds.len(), variant.geometry.len()),
        });
        Self::with_shared(shared, setup)
    }

    /// Another position of the same variant, sharing its tables.
    ///
    /// # Errors
    /// As [`Position::from_setup`].
    pub fn with_setup(&self, setup: &Setup) -> Result<Self, SetupError> {
        Self::with_shared(Arc::clone(&self.shared), setup)
    }

    fn with_shared(shared: Arc<Shared>, setup: &Setup) -> Result<Self, SetupError> {
        let geometry = &shared.variant.geometry;
        let mut board = Box::new([Piece::EDGE; Square::LIMIT]);
        for square in geometry.squares() {
            board[square.index()] = Piece::EMPTY;
        }
        let mut neighbours = Neighbours::new();
        let mut slot_of = vec![u16::MAX; geometry.len()].into_boxed_slice();
        let mut slots: [Vec<Square>; 2] = [Vec::new(), Vec::new()];
        let mut special_end = [0; 2];
        let mut counts = [Counts::default(); 2];
        for special in [true, false] {
            for &(square, piece) in &setup.pieces {
                if shared.traits.may_be_special(piece.kind()) != special {
                    continue;
                }
                if !geometry.contains(square) || !board[square.index()].is_empty() {
                    return Err(SetupError::BadSquare);
                }
                let list = &mut slots[piece.color().index()];
                board[square.index()] = piece;
                slot_of[square.index()] = list.len() as u16;
                list.push(square);
                neighbours.toggle(piece.color(), square, shared.variant.tables.step_offsets());
                counts[piece.color().index()].add(shared.traits.get(piece));
            }
            if special {
                special_end = [slots[0].len() as u16, slots[1].len() as u16];
            }
        }
        if shared.drops.specials {
            special_end = [slots[0].len() as u16, slots[1].len() as u16];
        }
        if !shared.drops.allow(&setup.hands) {
            return Err(SetupError::BadHand);
        }
        if counts[0].royals == 0 && counts[1].royals == 0 {
            return Err(SetupError::NoRoyal);
        }
        let trading = shared.variant.rules.lion_trading != LionTrading::Off;
        let lion_capture = setup.lion_capture.filter(|_| trading).unwrap_or(Square::NONE);
        let mut position = Self {
            shared,
            board,
            neighbours,
            slot_of,
            slots,
            special_end,
            counts,
            hands: setup.hands.clone(),
            free: [Vec::new(), Vec::new()],
            side: setup.side,
            lion_capture,
            pending_bare: [false; 2],
            key: 0,
            number: setup.number,
        };
        position.key = position.recompute_key();
        Ok(position)
    }

    /// The position as a setup, pieces by square.
    pub fn to_setup(&self) -> Setup {
        let pieces = self
            .geometry()
            .squares()
            .map(|s| (s, self.at(s)))
            .filter(|(_, p)| p.is_piece())
            .collect();
        Setup {
            pieces,
            hands: self.hands.clone(),
            side: self.side,
            lion_capture: self.lion_capture(),
            number: self.number,
        }
    }

    /// Makes a null move: the other side is to move, and no lion was just taken.
    pub fn make_null(&mut self) -> NullUndo {
        let undo = NullUndo { key: self.key, lion_capture: self.lion_capture };
        self.key ^= zobrist::SIDE ^ self.shared.zobrist.lion_capture(self.lion_capture);
        self.lion_capture = Square::NONE;
        self.side = !self.side;
        self.number += 1;
        undo
    }

    /// Takes back a null move.
    pub fn unmake_null(&mut self, undo: NullUndo) {
        self.key = undo.key;
        self.lion_capture = undo.lion_capture;
        self.side = !self.side;
        self.number -= 1;
    }
}

/// What [`Position::unmake_null`] needs.
#[derive(Clone, Copy, Debug)]
pub struct NullUndo {
    key: u64,
    lion_capture: Square,
}
