//! One type of piece of a game, as its file describes it.

use super::evaluation::Placement;
use super::movement::MovementSpec;
use crate::types::PieceType;

/// A type of piece. A promoted form is a type of its own, also where it moves like another.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent marks that a game file sets")]
pub struct PieceKind {
    /// Bracket code without plus, upper case: a promoted form has its base's code.
    pub code: String,
    /// True for a promoted form, written with `+`.
    pub promoted: bool,
    /// Letter of the base, dressed or plain, upper case (`K`, `A'`); empty when it has none.
    pub letter: String,
    /// English name.
    pub name: String,
    /// Kanji, in full.
    pub kanji: String,
    /// One or two characters for diagrams.
    pub short_kanji: String,
    /// Romaji.
    pub romaji: String,
    /// The move as the file writes it.
    pub notation: String,
    /// The move, compiled, in the owner's view.
    pub movement: MovementSpec,
    /// The form it promotes to.
    pub promotes_to: Option<PieceType>,
    /// For a promoted form, the type that it comes from.
    pub base: Option<PieceType>,
    /// Losing the last royal loses the game.
    pub royal: bool,
    /// Bound by the rules of lion trading.
    pub lion: bool,
    /// A pawn or go-between in the rules of lion trading and bare king.
    pub minor: bool,
    /// Bound by the bans on two pawns of a file and on mate by a dropped pawn.
    pub pawn: bool,
    /// What a capturer of this piece becomes.
    pub contagion: Option<PieceType>,
    /// Not changed by contagion.
    pub contagion_immune: bool,
    /// Burns enemies next to where it ends its move, and whoever ends a move next to it.
    pub burns: bool,
    /// Rank among pieces that jump by rank: nobody jumps an equal or higher one.
    pub rank: u8,
    /// How many far ranks allow a quiet promotion inside the zone, by the last-rank rule in force.
    pub last_rank: u8,
    /// Value in centipawns of the game's pawn, where the file gives one.
    pub value: Option<i32>,
    /// What squares add to the value, where the file says it.
    pub placement: Option<Placement>,
}

impl PieceKind {
    /// The code with its plus: `LN`, `+LN`.
    pub fn full_code(&self) -> String {
        if self.promoted { format!("+{}", self.code) } else { self.code.clone() }
    }
}
