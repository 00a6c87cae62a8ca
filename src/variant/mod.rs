//! Games as data: a [`Variant`] is a game with its rules fixed, compiled from a text file.

pub mod movement;
pub mod piece_kind;
pub mod rules;
pub mod tables;

pub use piece_kind::PieceKind;
pub use rules::Rules;
pub use tables::MoveTables;

use crate::types::{Geometry, Piece, PieceType};

/// How a game writes its pieces in SFEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum PieceNotation {
    /// Bracket codes: `[LN]`, `+[ln]`.
    #[default]
    Codes,
    /// Plain letters: `L`, `+l`.
    Letters,
}

/// A game with its rules fixed. Immutable; share it in an `Arc`.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Identifier: `chu`, `dai`, `maka`.
    pub id: String,
    /// English name.
    pub name: String,
    /// Board.
    pub geometry: Geometry,
    /// Piece types by number; entry 0 is empty and names no piece.
    pub kinds: Vec<PieceKind>,
    /// Move tables of all types.
    pub tables: MoveTables,
    /// Rules in force.
    pub rules: Rules,
    /// How SFEN writes pieces.
    pub piece_notation: PieceNotation,
    /// The start position as SFEN.
    pub start_sfen: String,
}

impl Variant {
    /// The description of a piece type.
    #[inline]
    pub fn kind(&self, kind: PieceType) -> &PieceKind {
        &self.kinds[kind.index()]
    }

    /// The description of a piece on the board.
    #[inline]
    pub fn kind_of(&self, piece: Piece) -> &PieceKind {
        &self.kinds[piece.kind().index()]
    }

    /// All piece types with their descriptions.
    pub fn types(&self) -> impl Iterator<Item = (PieceType, &PieceKind)> {
        self.kinds.iter().enumerate().skip(1).map(|(i, k)| (PieceType::from_index(i), k))
    }

    /// The type with this bracket code (upper case, no plus) and promotion state.
    pub fn find_code(&self, code: &str, promoted: bool) -> Option<PieceType> {
        self.types().find(|(_, k)| k.promoted == promoted && k.code == code).map(|(t, _)| t)
    }

    /// The type with this letter (upper case, dressed) and promotion state.
    pub fn find_letter(&self, letter: &str, promoted: bool) -> Option<PieceType> {
        self.types()
            .find(|(_, k)| k.promoted == promoted && !letter.is_empty() && k.letter == letter)
            .map(|(t, _)| t)
    }
}
