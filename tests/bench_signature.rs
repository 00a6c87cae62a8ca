//! The signature of search and evaluation: the nodes of a short bench, by game.
//!
//! A change of search or evaluation changes these numbers and writes the new ones here; any other
//! change leaves them alone. `daiban bench` counts the same positions to a greater depth.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use daiban::engine::bench;
use daiban::search::Control;

/// Depth of the bench in plies: a second or two without optimisation.
const DEPTH: u32 = 7;
/// Nodes of all positions of a game.
const SIGNATURE: [(&str, u64); 7] = [
    ("chu", 31_372),
    ("dai", 33_717),
    ("maka", 54_953),
    ("shogi", 26_431),
    ("wa", 25_053),
    ("wadrops", 21_301),
    ("tenjiku", 21_662),
];

fn signature() -> BTreeMap<&'static str, u64> {
    let mut nodes = BTreeMap::new();
    let sums = bench::bench(DEPTH, &Control::new(), |row| {
        *nodes.entry(row.game).or_insert(0) += row.nodes;
    });
    assert_eq!(sums.unwrap().unwrap().0, nodes.values().sum::<u64>());
    nodes
}

#[test]
fn the_bench_counts_the_stored_nodes_twice() {
    let stored = BTreeMap::from(SIGNATURE);
    assert_eq!(signature(), stored);
    assert_eq!(signature(), stored);
}
