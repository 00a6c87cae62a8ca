//! How a game of a match ended.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::game::{EndReason, Outcome};
use crate::types::Color;

/// The result of a game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// Sente won.
    Black,
    /// Gote won.
    White,
    /// Drawn.
    Draw,
    /// Not scored.
    Void,
}

impl GameResult {
    /// The result of a game with this winner.
    pub const fn of_winner(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::Black) => Self::Black,
            Some(Color::White) => Self::White,
            None => Self::Draw,
        }
    }

    /// Black's points in halves; `None` for a void game.
    pub const fn black_halves(self) -> Option<u8> {
        match self {
            Self::Black => Some(2),
            Self::Draw => Some(1),
            Self::White => Some(0),
            Self::Void => None,
        }
    }

    /// The mark in PGN.
    pub const fn pgn(self) -> &'static str {
        match self {
            Self::Black => "1-0",
            Self::White => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Void => "*",
        }
    }
}

/// Why a game of a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Rules: the last royal was captured.
    RoyalsLost,
    /// Rules: no legal move.
    NoMoves,
    /// Rules: bare king.
    BareKing,
    /// Rules: both kings in their zones.
    Impasse,
    /// Rules: perpetual check or attack.
    Perpetual,
    /// Rules: repetition.
    Repetition,
    /// Rules: the move limit of the game.
    MoveLimit,
    /// An engine gave up.
    Resign,
    /// An engine used more time than it had, or did not answer.
    Time,
    /// An engine ended, closed a pipe or did not start.
    Crash,
    /// An engine gave a move that is illegal, or text that is no move.
    IllegalMove,
    /// An engine claimed a result that the rules do not see.
    FalseClaim,
    /// An engine refused a legal move of its opponent.
    RefusedMove,
    /// The match's limit of plies: a draw by length.
    MaxPlies,
    /// Both engines saw one side lost for long enough.
    AdjudicatedWin,
    /// Both engines saw nothing to win for long enough.
    AdjudicatedDraw,
    /// A person broke the game off; it may be resumed.
    Unfinished,
}

impl Reason {
    /// True when the runner or an engine's failure ended the game and not its rules.
    pub const fn is_failure(self) -> bool {
        use Reason::{Crash, FalseClaim, IllegalMove, RefusedMove, Time};
        matches!(self, Time | Crash | IllegalMove | FalseClaim | RefusedMove)
    }
}

impl From<EndReason> for Reason {
    fn from(reason: EndReason) -> Self {
        match reason {
            EndReason::RoyalsLost => Self::RoyalsLost,
            EndReason::NoMoves => Self::NoMoves,
            EndReason::BareKing => Self::BareKing,
            EndReason::Impasse => Self::Impasse,
            EndReason::Perpetual => Self::Perpetual,
            EndReason::Repetition => Self::Repetition,
            EndReason::MoveLimit => Self::MoveLimit,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RoyalsLost => "royals-lost",
            Self::NoMoves => "no-moves",
            Self::BareKing => "bare-king",
            Self::Impasse => "impasse",
            Self::Perpetual => "perpetual",
            Self::Repetition => "repetition",
            Self::MoveLimit => "move-limit",
            Self::Resign => "resign",
            Self::Time => "time",
            Self::Crash => "crash",
            Self::IllegalMove => "illegal-move",
            Self::FalseClaim => "false-claim",
            Self::RefusedMove => "refused-move",
            Self::MaxPlies => "max-plies",
            Self::AdjudicatedWin => "adjudicated-win",
            Self::AdjudicatedDraw => "adjudicated-draw",
            Self::Unfinished => "unfinished",
        })
    }
}

/// A result with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The result.
    pub result: GameResult,
    /// The reason.
    pub reason: Reason,
    /// What exactly happened, where the reason alone does not say it.
    pub detail: Option<String>,
}

impl Verdict {
    /// A verdict that needs no more words.
    pub const fn plain(result: GameResult, reason: Reason) -> Self {
        Self { result, reason, detail: None }
    }

    /// `loser` lost for `reason`.
    pub fn loss(loser: Color, reason: Reason, detail: impl Into<String>) -> Self {
        let detail = Some(detail.into()).filter(|text| !text.is_empty());
        Self { result: GameResult::of_winner(Some(!loser)), reason, detail }
    }
}

impl From<Outcome> for Verdict {
    fn from(outcome: Outcome) -> Self {
        Self::plain(GameResult::of_winner(outcome.winner), outcome.reason.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_written_as_they_are_shown() {
        for reason in [Reason::RoyalsLost, Reason::MaxPlies, Reason::Unfinished, Reason::Time] {
            assert_eq!(serde_json::to_string(&reason).unwrap(), format!("\"{reason}\""));
        }
    }
}
