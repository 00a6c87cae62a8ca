//! The place of the solver of mate problems.

use std::thread;
use std::time::{Duration, Instant};

use crate::game::{Game, Status};
use crate::search::Control;
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

/// Finds forced wins in which every move of the side to move captures or attacks a royal.
pub trait MateSolver: Send + std::fmt::Debug {
    /// Solves the position of `game` for the side to move, within `time` (`None`: until stopped).
    fn solve(&mut self, game: &Game, time: Option<Duration>, control: &Control) -> MateAnswer;
}

/// Knows nothing, and says so when the time is over.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSolver;

impl MateSolver for NoSolver {
    fn solve(&mut self, _: &Game, time: Option<Duration>, control: &Control) -> MateAnswer {
        const PAUSE: Duration = Duration::from_millis(5);
        let start = Instant::now();
        while !control.is_stopped() {
            let left = time.map_or(PAUSE, |t| t.saturating_sub(start.elapsed()));
            if left.is_zero() {
                break;
            }
            thread::sleep(left.min(PAUSE));
        }
        MateAnswer::Timeout
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
