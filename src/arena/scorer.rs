//! Scores of positions for the choice of openings.

use super::openings::Scorer;
use crate::game::Game;
use crate::search::{Control, Limits, SearchPool};

/// Nodes of the search that scores an opening.
pub const NODES: u64 = 10_000;
/// Hash memory of that search, MiB: few nodes need little, and it is cleared for every position.
const HASH: usize = 1;

/// Scores by a search of fixed size with an empty table, so that the same position always has the
/// same score.
#[derive(Debug)]
pub struct SearchScorer {
    nodes: u64,
    pool: SearchPool,
}

impl SearchScorer {
    /// A scorer of [`NODES`] nodes.
    pub fn new() -> Self {
        Self::with_nodes(NODES)
    }

    /// A scorer of that many nodes.
    pub fn with_nodes(nodes: u64) -> Self {
        Self { nodes, pool: SearchPool::new(HASH, 1) }
    }
}

impl Default for SearchScorer {
    fn default() -> Self {
        Self::new()
    }
}

impl Scorer for SearchScorer {
    fn score(&mut self, game: &Game) -> i32 {
        self.pool.clear();
        self.pool.search(game, &Limits::nodes(self.nodes), &Control::new(), &mut ()).score
    }
}
