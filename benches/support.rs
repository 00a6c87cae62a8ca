//! The positions that the benches share: the start and a middle game of every built-in game.

#![allow(clippy::expect_used, dead_code, reason = "a bench may panic; not every one uses all")]

use std::sync::Arc;

use daiban::movegen::MoveList;
use daiban::position::Position;
use daiban::variant::{Registry, Variant};
use rand::RngExt;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The built-in games.
pub(crate) const GAMES: [&str; 3] = ["chu", "dai", "maka"];

/// A built-in game with its default rules.
pub(crate) fn variant(id: &str) -> Arc<Variant> {
    let definition = Registry::new().get(id).expect("a built-in game");
    Arc::new(definition.default_variant().expect("default rules"))
}

/// The start position of a game.
pub(crate) fn start(id: &str) -> Position {
    let variant = variant(id);
    Position::from_sfen(&variant, &variant.start_sfen).expect("a start position")
}

/// The position after 120 random plies, the same in every run.
pub(crate) fn middle(id: &str) -> Position {
    let mut position = start(id);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    for _ in 0..120 {
        let moves: MoveList = position.moves();
        let calm: Vec<_> = moves
            .iter()
            .filter(|&&m| {
                position.victims(m).iter().all(|&s| !position.traits(position.at(s)).royal())
            })
            .collect();
        if calm.is_empty() {
            break;
        }
        let m = *calm[random.random_range(0..calm.len())];
        position.make_move(m);
    }
    position
}
