//! How games end.

use std::fmt;

use crate::types::Color;

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// A side lost its last royal.
    RoyalsLost,
    /// The side to move has no legal move.
    NoMoves,
    /// A bare king, or two of them.
    BareKing,
    /// The royals of both sides stand in their zones.
    Impasse,
    /// One side attacked with every move of a repetition.
    Perpetual,
    /// A position came back too often.
    Repetition,
    /// The agreed number of plies was played.
    MoveLimit,
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RoyalsLost => "royals-lost",
            Self::NoMoves => "no-moves",
            Self::BareKing => "bare-king",
            Self::Impasse => "impasse",
            Self::Perpetual => "perpetual",
            Self::Repetition => "repetition",
            Self::MoveLimit => "move-limit",
        })
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<Color>,
    /// The reason.
    pub reason: EndReason,
}

impl Outcome {
    /// A win.
    pub const fn win(winner: Color, reason: EndReason) -> Self {
        Self { winner: Some(winner), reason }
    }

    /// A draw.
    pub const fn draw(reason: EndReason) -> Self {
        Self { winner: None, reason }
    }
}

impl fmt::Display for Outcome {
    /// `win black royals-lost`, `draw repetition`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(color) => write!(f, "win {color} {}", self.reason),
            None => write!(f, "draw {}", self.reason),
        }
    }
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The side to move is to move.
    Playing,
    /// The game is over.
    Over(Outcome),
}

impl fmt::Display for Status {
    /// As the `status` reply of the USI extensions, without that word.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Playing => f.write_str("playing"),
            Self::Over(outcome) => outcome.fmt(f),
        }
    }
}

/// What the rules say of the move just made, as far as that needs no move generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Judgement {
    /// The game goes on, unless the side to move has no legal move.
    Playing,
    /// The move is forbidden by the rule of repetition.
    Illegal,
    /// The game is over.
    Over(Outcome),
}
