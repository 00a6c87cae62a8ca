//! What a search reports while it runs and when it ends.

use std::time::Duration;

use crate::types::{Move, Score};

/// How a score stands to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Bound {
    /// It is the score.
    #[default]
    Exact,
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
}

/// One report about one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    /// Iteration, in plies.
    pub depth: u32,
    /// Longest line looked at, in plies.
    pub seldepth: u32,
    /// Rank of the line, from 1.
    pub multi_pv: usize,
    /// Score for the side to move.
    pub score: Score,
    /// How the score stands to the true one.
    pub bound: Bound,
    /// Nodes so far, over all threads.
    pub nodes: u64,
    /// Nodes per second so far.
    pub nps: u64,
    /// Filled part of the table, in permille.
    pub hashfull: u32,
    /// Time since the search began.
    pub time: Duration,
    /// The line.
    pub pv: Vec<Move>,
}

/// Hears of the progress of a search.
pub trait SearchListener {
    /// A line was found or changed.
    fn on_info(&mut self, info: &SearchInfo);
}

/// Hears nothing.
impl SearchListener for () {
    fn on_info(&mut self, _: &SearchInfo) {}
}

/// What came out of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play; `None` only when there is none to choose from.
    pub best: Option<Move>,
    /// The expected answer.
    pub ponder: Option<Move>,
    /// Score for the side to move.
    pub score: Score,
    /// Last finished iteration, in plies.
    pub depth: u32,
    /// Longest line looked at, in plies.
    pub seldepth: u32,
    /// Nodes, over all threads.
    pub nodes: u64,
    /// Time.
    pub time: Duration,
    /// The expected line, `best` first.
    pub pv: Vec<Move>,
}

/// Nodes per second; 0 when no time has passed.
pub fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    let seconds = time.as_secs_f64();
    if seconds > 0.0 { (nodes as f64 / seconds) as u64 } else { 0 }
}
