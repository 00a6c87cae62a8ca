//! Games as data: a [`Variant`] is a game with its rules fixed, compiled from a text file.

pub mod array;
pub mod betza;
pub mod build;
pub mod definition;
mod draft;
pub mod evaluation;
pub mod export;
pub mod findings;
mod inherit;
pub mod move_choices;
pub mod movement;
pub mod options;
pub mod piece_kind;
mod reader;
pub mod registry;
pub mod rules;
pub mod tables;
mod validate;

pub use build::BuildError;
pub use definition::Definition;
pub use findings::{Finding, Findings};
pub use options::{Choices, OptionError, OptionValues, RuleOption, RuleValues};
pub use piece_kind::PieceKind;
pub use registry::{Registry, RegistryError};
pub use rules::{PromotionRule, Rules};
pub use tables::MoveTables;

use std::sync::Arc;

use evaluation::PerTerm;

use crate::types::{Geometry, Piece, PieceType, Square};

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
    /// Name in kanji, may be empty.
    pub kanji: String,
    /// Name in romaji, may be empty.
    pub romaji: String,
    /// Other names, lower case.
    pub aliases: Vec<String>,
    /// Names in the `XBoard` protocol, the best first.
    pub xboard_names: Vec<String>,
    /// The start array that `XBoard` GUIs set up, where it is not the default.
    pub xboard_start: Option<String>,
    /// Board.
    pub geometry: Geometry,
    /// Piece types by number; entry 0 is empty and names no piece.
    pub kinds: Vec<PieceKind>,
    /// Move tables of all types.
    pub tables: MoveTables,
    /// Centipawns for having the move, where the file gives them.
    pub tempo: Option<i32>,
    /// Weights of the terms of the evaluation in centipawns, where the file gives them.
    pub weights: PerTerm<Option<i32>>,
    /// Rules in force.
    pub rules: Rules,
    /// How SFEN writes pieces.
    pub piece_notation: PieceNotation,
    /// The start position as SFEN.
    pub start_sfen: String,
    /// All start arrays of the game by name, as SFEN; the default first.
    pub start_arrays: Vec<(String, String)>,
    /// The rule sets that the game has beside its default.
    pub rule_sets: Vec<String>,
    /// The choices that were made for it.
    pub choices: Choices,
    /// The file that it was built from: to change an option, change a copy of the choices and
    /// [`Definition::build`] again.
    pub definition: Arc<Definition>,
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

    /// True when `piece` on `square` could never move again, even on an empty board.
    pub fn is_dead(&self, piece: Piece, square: Square) -> bool {
        let movement = self.tables.movement(piece);
        let inside = |offset: i16| self.geometry.contains(square.offset(offset));
        let skips = movement.powers.skips.iter().enumerate().any(|(direction, &farthest)| {
            farthest > 1 && inside(2 * self.tables.step_offsets()[direction])
        });
        !movement.powers.universal
            && movement.powers.area == 0
            && !skips
            && !self.tables.leaps(movement).iter().any(|l| l.mode.moves() && inside(l.offset))
            && !self.tables.slides(movement).iter().any(|s| s.mode.moves() && inside(s.offset))
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
