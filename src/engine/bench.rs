//! The benchmark: fixed positions of every built-in game, searched to a fixed depth.
//!
//! The node count is the signature of search and evaluation: it changes only when they do.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::game::Game;
use crate::position::sfen::SfenErrors;
use crate::search::{Control, Limits, SearchPool};
use crate::variant::{BuildError, Registry, RegistryError};

/// Depth of a bench in plies when none is named.
pub const DEFAULT_DEPTH: u32 = 9;
/// The games of the bench, and how many plies less than the others each is searched: games of more
/// moves and captures count their nodes in fewer plies. Games of the user do not count.
const GAMES: [(&str, u32); 7] =
    [("chu", 0), ("dai", 0), ("maka", 0), ("wa", 0), ("wadrops", 0), ("shogi", 0), ("tenjiku", 2)];
/// Random plies from the start position to each position of a game.
const PLIES: [usize; 4] = [0, 8, 24, 60];
/// MiB of the table.
const HASH: usize = 16;

/// A game that cannot be benched.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// Its file is faulty.
    #[error(transparent)]
    Game(#[from] RegistryError),
    /// It cannot be made.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// Its start position is none.
    #[error(transparent)]
    Start(#[from] SfenErrors),
}

/// What the search of one position came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchRow {
    /// Id of the game.
    pub game: &'static str,
    /// Random plies from the start.
    pub plies: usize,
    /// Best move, as text.
    pub best: String,
    /// Nodes.
    pub nodes: u64,
    /// Time.
    pub time: Duration,
}

/// Searches all positions with one thread to `depth` plies and reports each; returns the sums of
/// nodes and time, or `None` when it was stopped.
///
/// # Errors
/// When a built-in game is broken.
pub fn bench(
    depth: u32,
    control: &Control,
    mut report: impl FnMut(&BenchRow),
) -> Result<Option<(u64, Duration)>, BenchError> {
    let registry = Registry::new();
    let mut pool = SearchPool::new(HASH, 1);
    let mut sums = (0, Duration::ZERO);
    for (game, less) in GAMES {
        let depth = depth.saturating_sub(less).max(1);
        let start = Game::new(&Arc::new(registry.get(game)?.default_variant()?))?;
        for plies in PLIES {
            let position = random_game(&start, plies);
            pool.clear();
            let begin = Instant::now();
            let result = pool.search(&position, &Limits::depth(depth), control, &mut ());
            if control.is_stopped() {
                return Ok(None);
            }
            let time = begin.elapsed();
            let best = result.best.map(|m| position.position().move_text(m)).unwrap_or_default();
            report(&BenchRow { game, plies, best, nodes: result.nodes, time });
            sums = (sums.0 + result.nodes, sums.1 + time);
        }
    }
    Ok(Some(sums))
}

/// A game of random plies, the same every time: moves are drawn from the sorted list.
fn random_game(start: &Game, plies: usize) -> Game {
    let mut game = start.clone();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(plies as u64);
    for _ in 0..plies {
        let mut moves = game.legal_moves().to_vec();
        moves.sort_unstable_by_key(|&m| game.position().move_text(m));
        if moves.is_empty() {
            break;
        }
        let m = moves[random.random_range(0..moves.len())];
        game.make_move(m);
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_bench_counts_the_same_nodes() {
        let run = || bench(1, &Control::new(), |_| ()).unwrap().unwrap().0;
        let nodes = run();
        assert!(nodes > 100);
        assert_eq!(run(), nodes);
        let stopped = Control::new();
        stopped.stop();
        assert_eq!(bench(1, &stopped, |_| ()).unwrap(), None);
    }
}
