//! What one search may use up.

use std::time::{Duration, Instant};

use super::skill::Skill;
use crate::types::Move;

/// The clock of the side to move when the search begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left for the rest of the game, byoyomi not counted.
    pub remaining: Duration,
    /// Added after every move.
    pub increment: Duration,
    /// Time for every single move once `remaining` is used up.
    pub byoyomi: Duration,
    /// Moves until more time is added, if the game has such periods.
    pub moves_to_go: Option<u32>,
}

/// Everything that bounds a search. All bounds hold together: the tightest one ends the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Deepest iteration, in plies from 1.
    pub depth: Option<u32>,
    /// Nodes, counted over all threads; exact with one thread.
    pub nodes: Option<u64>,
    /// Time for this move, `move_overhead` not yet taken off.
    pub movetime: Option<Duration>,
    /// Clock to plan the time by.
    pub clock: Option<Clock>,
    /// Stop once the capture of the last royal within this many plies is found.
    pub mate: Option<u32>,
    /// Do not end before [`Control::stop`](super::Control::stop).
    pub infinite: bool,
    /// Search on the opponent's time: clock and movetime count from
    /// [`Control::ponderhit`](super::Control::ponderhit) on.
    pub ponder: bool,
    /// Moves to choose from; all legal ones when empty.
    pub search_moves: Vec<Move>,
    /// Number of lines to report, at least 1.
    pub multi_pv: usize,
    /// The playing level. Below full strength it bounds the nodes and may choose another move than
    /// the best.
    pub skill: Skill,
    /// Taken off every time budget for what happens outside the engine.
    pub move_overhead: Duration,
    /// When the command came that asks for this search: its time counts from then, also where
    /// tables are made first. `None`: from the start of the search.
    pub received: Option<Instant>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            movetime: None,
            clock: None,
            mate: None,
            infinite: false,
            ponder: false,
            search_moves: Vec::new(),
            multi_pv: 1,
            skill: Skill::FULL,
            move_overhead: Duration::from_millis(30),
            received: None,
        }
    }
}

impl Limits {
    /// Limits that end after an iteration of `depth` plies.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Limits that end after `nodes` nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Limits that end after `time`, without overhead.
    pub fn movetime(time: Duration) -> Self {
        Self { movetime: Some(time), move_overhead: Duration::ZERO, ..Self::default() }
    }
}
