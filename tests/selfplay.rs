//! Games of the engine against itself, with random openings, in every built-in game.
//!
//! A few short ones by default; `DAIBAN_SELFPLAY_GAMES=200` plays that many of each game to the end.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]
#![allow(clippy::print_stdout, reason = "the games played are told under --nocapture")]

use std::sync::Arc;

use daiban::game::{Game, Status};
use daiban::search::{Control, Limits, SearchPool};
use daiban::variant::{Choices, Registry};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

const NODES: u64 = 60;
const OPENING: usize = 12;

/// Plays a game and returns its plies; every move is checked against the list of legal ones.
fn play(id: &str, seed: u64, limit: &str) -> usize {
    let mut choices = Choices::default();
    choices.set("MoveLimit", limit).unwrap();
    let variant = Arc::new(Registry::new().get(id).unwrap().build(&choices).unwrap());
    let mut game = Game::new(&variant).unwrap();
    let mut pool = SearchPool::new(1, 1);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    while game.status() == Status::Playing {
        let moves = game.legal_moves();
        assert!(!moves.is_empty(), "{id} {seed}: no moves, but playing");
        let m = if game.ply_count() < OPENING {
            moves[random.random_range(0..moves.len())]
        } else {
            let limits = Limits::nodes(NODES);
            let result = pool.search(&game, &limits, &Control::new(), &mut ());
            let best = result.best.unwrap();
            assert!(moves.contains(&best), "{id} {seed}: illegal at ply {}", game.ply_count());
            // The text means the same move, whoever reads it.
            let text = game.position().move_text(best);
            assert_eq!(game.parse_move(&text), Ok(best), "{id} {seed}: {text}");
            best
        };
        game.play(m).unwrap();
    }
    game.position().check_consistency().unwrap();
    game.ply_count()
}

fn play_all(id: &str) {
    let full = std::env::var("DAIBAN_SELFPLAY_GAMES").ok().and_then(|n| n.parse::<u64>().ok());
    let (games, limit) = full.map_or((2, "150"), |games| (games, "1500"));
    let plies: usize = (0..games).into_par_iter().map(|seed| play(id, seed, limit)).sum();
    println!("{id}: {games} games, {plies} plies");
}

#[test]
fn chu_plays_itself() {
    play_all("chu");
}

#[test]
fn dai_plays_itself() {
    play_all("dai");
}

#[test]
fn maka_plays_itself() {
    play_all("maka");
}

#[test]
fn wa_plays_itself() {
    play_all("wa");
}

#[test]
fn wa_with_drops_plays_itself() {
    play_all("wadrops");
}

#[test]
fn shogi_plays_itself() {
    play_all("shogi");
}

#[test]
fn tenjiku_plays_itself() {
    play_all("tenjiku");
}

#[test]
fn a_game_of_5000_plies() {
    let mut choices = Choices::default();
    choices.set("Repetition", "off").unwrap();
    let variant = Arc::new(Registry::new().get("maka").unwrap().build(&choices).unwrap());
    let mut game = Game::new(&variant).unwrap();
    let start = game.position().clone();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5000);
    while game.ply_count() < 5000 {
        // Quiet moves of a random kind, so that nobody wins before.
        let quiet: Vec<_> = game
            .legal_moves()
            .iter()
            .copied()
            .filter(|&m| !game.position().is_capture(m))
            .collect();
        let m = quiet[random.random_range(0..quiet.len())];
        game.play(m).unwrap();
    }
    assert_eq!(game.position().number(), 5001);
    let result =
        SearchPool::new(1, 1).search(&game, &Limits::nodes(2000), &Control::new(), &mut ());
    assert!(game.legal_moves().contains(&result.best.unwrap()));
    while game.undo().is_some() {}
    assert_eq!(game.position().sfen(), start.sfen());
    assert_eq!(game.position().key(), start.key());
}
