//! What the referee asks of an engine, whatever protocol it speaks.

use std::time::{Duration, Instant};

use thiserror::Error;

use super::clock::Clock;
use super::process::ProcessError;
use crate::types::Color;
use crate::variant::Variant;

/// A move that has been played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// USI text.
    pub text: String,
    /// The mover stays and captures nothing.
    pub is_pass: bool,
}

/// The game that is about to start.
#[derive(Clone, Copy, Debug)]
pub struct GameStart<'a> {
    /// The game.
    pub variant: &'a Variant,
    /// Rule options of the match that differ from the game's default, as USI options.
    pub rules: &'a [(String, String)],
    /// Where it starts; `None` for the game's own start position.
    pub sfen: Option<&'a str>,
    /// The side that moves first.
    pub first: Color,
}

/// The position to think about and the time for it.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// All moves since the start of the game, those of the opening included.
    pub moves: &'a [PlayedMove],
    /// The side to move, which is the engine's.
    pub us: Color,
    /// The clocks of both sides, Black's first.
    pub clocks: &'a [Clock; 2],
}

impl Request<'_> {
    /// The engine's own clock.
    pub fn clock(&self) -> &Clock {
        let [black, white] = self.clocks;
        if self.us == Color::Black { black } else { white }
    }

    /// The opponent's clock.
    pub fn other_clock(&self) -> &Clock {
        let [black, white] = self.clocks;
        if self.us == Color::Black { white } else { black }
    }
}

/// What an engine decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A move as USI text, not yet checked.
    Move(String),
    /// A pass whose piece is not named (CECP).
    Pass,
    /// It gives up.
    Resign,
    /// It says that it has won.
    ClaimWin(String),
    /// It says that the game is drawn, or that it has no move.
    ClaimDraw(String),
}

/// An answer with the figures that came with it.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The decision.
    pub answer: Answer,
    /// From `go` to the answer.
    pub time: Duration,
    /// Last score for the engine's own side: centipawns, mates as in [`crate::types::score`].
    pub score: Option<i32>,
    /// Last depth in plies.
    pub depth: Option<u32>,
    /// Last node count.
    pub nodes: Option<u64>,
}

/// Why an engine cannot go on.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Fault {
    /// It ended, closed a pipe or stopped reading.
    #[error("{0}")]
    Crashed(String),
    /// It did not answer in time.
    #[error("no answer within {} ms", .0.as_millis())]
    Silent(Duration),
    /// It refused a move that the referee played.
    #[error("it refused {text}: {answer}")]
    Refused {
        /// The move as it was sent.
        text: String,
        /// What the engine said.
        answer: String,
    },
    /// It cannot do what the match asks of it.
    #[error("{0}")]
    Unfit(String),
}

impl Fault {
    /// The fault behind a failed exchange that began at `start`.
    pub fn from_process(error: ProcessError, start: Instant) -> Self {
        match error {
            ProcessError::Timeout => Self::Silent(start.elapsed()),
            ProcessError::Gone(words) => Self::Crashed(words),
            spawn @ ProcessError::Spawn { .. } => Self::Unfit(spawn.to_string()),
        }
    }
}

/// An engine that has been started and greeted.
pub trait EngineClient: Send {
    /// What the engine calls itself; empty when it did not say.
    fn own_name(&self) -> &str;

    /// Things about this engine that a reader of the result should know, such as rules of the
    /// match that it has no option for.
    fn remarks(&self) -> &[String];

    /// Prepares a new game and waits until the engine is ready.
    ///
    /// # Errors
    /// The engine is gone, silent, or cannot play this game.
    fn new_game(&mut self, start: &GameStart<'_>) -> Result<(), Fault>;

    /// Lets the engine think, for as long as its clock allows.
    ///
    /// # Errors
    /// The engine is gone or silent, or refused a move before it thought.
    fn think(&mut self, request: &Request<'_>) -> Result<Reply, Fault>;

    /// Tells the engine how the game ended: `Some(true)` when it won, `None` for a draw.
    fn game_over(&mut self, won: Option<bool>);

    /// True when the process must be replaced before the next game.
    fn is_spent(&self) -> bool;

    /// True when a refusal of a legal move by this engine voids the game instead of losing it.
    fn refusal_voids(&self) -> bool;

    /// Ends the engine.
    fn quit(self: Box<Self>);
}

/// How long an engine may take to do anything but think.
pub const PATIENCE: Duration = Duration::from_secs(10);
/// How long an engine may take to leave.
pub(crate) const FAREWELL: Duration = Duration::from_millis(500);
