//! Mate problems: what may be asked, and the answers.

use std::time::Duration;

use crate::game::{Game, Status};
use crate::search::Control;
use crate::search::mate::{MateLimits, MateResult, MateSolver};
use crate::types::Move;

/// What a solver found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateAnswer {
    /// The attacker's forced win, up to the move after which no reply prevents the capture of the
    /// last royal.
    Mate(Vec<Move>),
    /// There is none.
    NoMate,
    /// Not known within the time.
    Timeout,
}

/// Solves the position of `game` for the side to move, within `time` (`None`: until stopped), with
/// a table of `hash_mb` MB that is given back afterwards.
pub fn solve(game: &Game, hash_mb: usize, time: Option<Duration>, control: &Control) -> MateAnswer {
    let limits = MateLimits { time, nodes: None };
    match MateSolver::new(hash_mb).solve(game.position(), &limits, control).result {
        MateResult::Mate(line) => MateAnswer::Mate(line),
        MateResult::NoMate => MateAnswer::NoMate,
        MateResult::Unknown => MateAnswer::Timeout,
    }
}

/// True when the position can be asked for a mate: both sides have a royal and the game goes on, or
/// only the side to move, the attacker, has none.
pub fn is_problem(game: &mut Game) -> bool {
    let position = game.position();
    let side = position.side();
    if position.royal_count(!side) == 0 {
        return false;
    }
    position.royal_count(side) == 0 || game.status() == Status::Playing
}
