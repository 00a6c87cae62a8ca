//! Every line of the test vectors: legal moves of positions, perft numbers, ends of games.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

mod support;

use daiban::game::{Game, MoveError};
use daiban::movegen::perft::{LastPly, perft};
use daiban::position::Position;
use serde_json::Value;
use support::{read_lines, variant_for};

fn text<'a>(line: &'a Value, key: &str) -> &'a str {
    line[key].as_str().unwrap()
}

fn strings(line: &Value, key: &str) -> Vec<String> {
    line[key].as_array().unwrap().iter().map(|v| v.as_str().unwrap().to_owned()).collect()
}

/// Compares the legal moves of every line of a file and returns how many lines there were.
fn check_moves(file: &str) -> usize {
    let lines = read_lines(file);
    let mut faults = Vec::new();
    for line in &lines {
        let variant = variant_for(text(line, "variant"), &line["options"]);
        let mut game = Game::from_sfen(&variant, text(line, "sfen")).unwrap();
        let mut found: Vec<String> =
            game.legal_moves().iter().map(|&m| game.position().move_text(m)).collect();
        found.sort();
        let expected = strings(line, "moves");
        if found != expected {
            let missing: Vec<_> = expected.iter().filter(|m| !found.contains(m)).collect();
            let extra: Vec<_> = found.iter().filter(|m| !expected.contains(m)).collect();
            faults.push(format!("{}: missing {missing:?}, extra {extra:?}", text(line, "id")));
        }
        assert_eq!(game.position().sfen(), text(line, "sfen"), "SFEN does not round-trip");
    }
    assert!(faults.is_empty(), "{} lines differ:\n{}", faults.len(), faults.join("\n"));
    lines.len()
}

#[test]
fn chu_positions_have_their_moves() {
    assert_eq!(check_moves("chu.jsonl"), 125);
}

#[test]
fn dai_positions_have_their_moves() {
    assert_eq!(check_moves("dai.jsonl"), 125);
}

#[test]
fn maka_positions_have_their_moves() {
    assert_eq!(check_moves("maka.jsonl"), 125);
}

#[test]
fn heian_dai_positions_have_their_moves() {
    assert_eq!(check_moves("family/heiandai.jsonl"), 60);
}

#[test]
fn sho_positions_have_their_moves() {
    assert_eq!(check_moves("family/sho.jsonl"), 20);
}

#[test]
fn wa_positions_have_their_moves() {
    assert_eq!(check_moves("family/wa.jsonl"), 60);
}

#[test]
fn wa_positions_with_drops_have_their_moves() {
    assert_eq!(check_moves("family/wadrops.jsonl"), 60);
}

#[test]
fn shogi_positions_have_their_moves() {
    assert_eq!(check_moves("family/shogi.jsonl"), 20);
}

#[test]
fn tenjiku_positions_have_their_moves() {
    assert_eq!(check_moves("family/tenjiku.jsonl"), 60);
}

#[test]
fn perft_numbers_hold() {
    check_perft("perft.tsv", 27);
}

#[test]
fn perft_numbers_of_further_games_hold() {
    check_perft("family/perft.tsv", 71);
}

/// Compares the numbers of a table of so many rows.
fn check_perft(file: &str, expected: usize) {
    // Rows above the cap take minutes without optimisation; DAIBAN_PERFT_CAP lifts it.
    let cap = std::env::var("DAIBAN_PERFT_CAP").ok().and_then(|v| v.parse().ok());
    let cap: u64 = cap.unwrap_or(20_000_000);
    let table = std::fs::read_to_string(support::vector_path(file)).unwrap();
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [name, options, sfen, depth, nodes] = fields[..] else { panic!("bad row: {row}") };
        let nodes: u64 = nodes.parse().unwrap();
        rows += 1;
        if nodes > cap {
            continue;
        }
        let variant = variant_for(name, &serde_json::from_str(options).unwrap());
        let mut position = Position::from_sfen(&variant, sfen).unwrap();
        let before = position.clone();
        for last in [LastPly::Counted, LastPly::Played] {
            let found = perft(&mut position, depth.parse().unwrap(), last);
            assert_eq!(found, nodes, "{name} {sfen} depth {depth}");
        }
        assert_eq!(position, before, "perft left the position changed");
    }
    assert_eq!(rows, expected);
}

#[test]
fn games_end_as_they_should() {
    check_endings("endings.jsonl", 187);
}

#[test]
fn further_games_end_as_they_should() {
    check_endings("family/endings.jsonl", 116);
}

/// Compares the ends of a file of so many games.
fn check_endings(file: &str, expected: usize) {
    let lines = read_lines(file);
    let mut faults = Vec::new();
    for line in &lines {
        let found = ending(line, file.starts_with("family"));
        if found != text(line, "outcome") {
            faults.push(format!(
                "{}: {found}, expected {}",
                text(line, "id"),
                text(line, "outcome")
            ));
        }
    }
    assert!(faults.is_empty(), "{} lines differ:\n{}", faults.len(), faults.join("\n"));
    assert_eq!(lines.len(), expected);
}

/// Plays the moves of a line and says how it ended, in the words of the vectors.
fn ending(line: &Value, family: bool) -> String {
    let variant = variant_for(text(line, "variant"), &line["options"]);
    let mut game = Game::from_sfen(&variant, text(line, "sfen")).unwrap();
    let moves = strings(line, "moves");
    for (index, m) in moves.iter().enumerate() {
        let last = index + 1 == moves.len();
        let exact =
            !family || game.legal_moves().iter().any(|&l| game.position().move_text(l) == *m);
        match game.play_text(m) {
            // The reader is lenient where a promotion is forced; the vectors are not.
            Ok(_) if last && !exact => return "illegal".to_owned(),
            Ok(_) => {}
            Err(MoveError::Repetition) if last => return "illegal repetition".to_owned(),
            Err(_) if last => return "illegal".to_owned(),
            Err(error) => return format!("stopped at {m}: {error}"),
        }
        game.position().check_consistency().unwrap();
    }
    game.status().to_string()
}
