//! Game files: the invented games, broken files with all their faults, export, folders, speed.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test may panic"
)]

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use daiban::movegen::perft::{LastPly, perft};
use daiban::position::Position;
use daiban::variant::{Choices, Findings, Registry, RegistryError, export};
use proptest::prelude::*;

fn games() -> Registry {
    let mut registry = Registry::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games");
    registry.add_directory(&folder).unwrap();
    registry
}

/// Line, column and message of every fault of a file.
fn faults(source: &str) -> Vec<(usize, usize, String)> {
    let list = |f: Findings| f.list.into_iter().map(|f| (f.line, f.column, f.message)).collect();
    games().check_source("broken.toml", source).map_or_else(list, |_| Vec::new())
}

/// The smallest game that is whole.
const SMALL: &str = r#"id = "small"
name = "Small"

[board]
files = 3
ranks = 4

[start]
standard = ["1k1", "3", "[PW]2", "[KI]2"]

[[pieces]]
code = "KI"
letter = "K"
name = "King"
move = "K"
royal = true

[[pieces]]
code = "PW"
name = "Pawn"
move = "fW"
promoted = { name = "Gold", move = "WfF" }
"#;

#[test]
fn games_of_a_folder_play() {
    let registry = games();
    for id in ["gorge", "two-thrones"] {
        assert!(registry.ids().contains(&id));
    }
    for id in ["gorge", "two-thrones"] {
        let variant = std::sync::Arc::new(registry.get(id).unwrap().default_variant().unwrap());
        let mut position = Position::from_sfen(&variant, &variant.start_sfen).unwrap();
        assert!(perft(&mut position, 2, LastPly::Counted) > 400, "{id}");
        assert_eq!(
            perft(&mut position, 2, LastPly::Counted),
            perft(&mut position, 2, LastPly::Played),
            "{id}"
        );
    }
    let gorge = registry.get("gorge-shogi").unwrap();
    let mut choices = Choices::default();
    choices.set("RuleSet", "tame").unwrap();
    let tame = gorge.build(&choices).unwrap();
    assert!(!tame.kind(tame.find_code("LI", false).unwrap()).movement.powers.any());
}

#[test]
fn a_small_file_is_enough() {
    assert_eq!(faults(SMALL), []);
    assert_eq!(faults(""), faults("# nothing"));
}

#[test]
fn exported_games_are_the_same_games() {
    let registry = games();
    for id in registry.ids() {
        let game = registry.get(id).unwrap();
        let again = registry.check_source("again.toml", &export::to_toml(&game)).unwrap();
        assert_eq!(*game, again, "{id}");
    }
}

/// A board of an impossible size is one fault: what would be measured by it is left alone.
#[test]
fn a_faulty_side_is_told_once() {
    let more = "\n[evaluation.pieces]\nKI = { ranks = [0, 1, 2, 3], files = [0, 1] }\n";
    for (from, to) in [
        ("ranks = 4", "ranks = 40"),
        ("ranks = 4", ""),
        ("ranks = 4", "ranks = 4_0\nzone = 0"),
        ("files = 3", "files = 2"),
        ("files = 3", ""),
    ] {
        let found = faults(&(SMALL.replacen(from, to, 1) + more));
        assert_eq!(found.len(), 1, "{to}: {found:#?}");
    }
}

#[test]
fn single_faults_are_found_at_their_place() {
    // What is replaced, by what, and what is then reported: line, column, part of the message.
    let cases: &[(&str, &str, usize, usize, &str)] = &[
        ("id = \"small\"", "", 1, 1, "`id` is missing"),
        ("\"small\"", "\"Two Words\"", 1, 6, "lower-case"),
        ("name = \"Small\"", "name = \"\"", 2, 8, "`name` is empty"),
        ("name = \"Small\"", "title = \"x\"", 2, 1, "unknown key `title`"),
        ("name = \"Small\"", "name = 7", 2, 8, "a text in quotes is wanted"),
        ("files = 3", "files = 2", 5, 9, "3 to 36 files"),
        ("files = 3", "files = 99999999999999999999", 5, 9, "too large"),
        ("files = 3", "files = 3\nzone = 9", 6, 8, "0 to 4 ranks"),
        ("files = 3", "files = 3\nzone = 1", 6, 8, "nothing promotes in this zone"),
        ("ranks = 4", "ranks = 5", 9, 12, "4 rows, the board has 5 ranks"),
        ("\"3\"", "\"4\"", 9, 21, "number of empty squares"),
        ("\"3\"", "\"2\"", 9, 21, "2 squares, the board has 3 files"),
        ("1k1", "1[xy]1", 9, 15, "`[xy]`: no piece of this game"),
        ("1k1", "1+k1", 9, 15, "`+k`: this piece has no promoted form"),
        ("1k1", "1?1", 9, 15, "neither a piece nor"),
        ("1k1", "3", 9, 12, "each side needs a royal"),
        ("code = \"PW\"", "code = \"KI\"", 19, 8, "`KI` is taken"),
        ("code = \"PW\"", "code = \"pw\"", 19, 8, "upper-case"),
        ("code = \"PW\"", "", 18, 1, "without `code`"),
        ("letter = \"K\"", "letter = \"KK\"", 13, 10, "a letter is upper case"),
        ("move = \"K\"", "", 12, 8, "no `move`"),
        ("move = \"fW\"", "move = \"fYW\"", 21, 10, "`Y` at column 2"),
        ("move = \"fW\"", "move = \"KcaK\"", 21, 10, "needs the squares"),
        ("royal = true", "royal = \"yes\"", 16, 9, "true or false is wanted"),
        ("royal = true", "royal = true\nvalue = -3", 17, 9, "centipawns"),
        ("royal = true", "royal = true\nshort = \"王将棋\"", 17, 9, "two characters"),
        ("royal = true", "royal = true\ncontagion = \"+KI\"", 17, 13, "no piece `+KI`"),
        ("royal = true", "royal = true\nlast_rank = { x = 1 }", 17, 15, "last_rank takes"),
        ("[start]", "[rules]\nbare_king = \"maybe\"\n\n[start]", 9, 13, "BareKing: default, off"),
        ("[start]", "[rules]\nkomi = 6\n\n[start]", 9, 1, "unknown key `komi`"),
        ("[start]", "[rules]\nstart = \"no\"\n\n[start]", 9, 9, "no start array `no`"),
        ("[start]", "[rules]\npromotion = \"like-chu\"\n[start]", 9, 13, "a game with a zone"),
        ("[start]", "[rule_sets.default]\n[start]", 8, 12, "is not `default`"),
        ("[start]", "[rule_sets.x]\nmoves = { XX = \"W\" }\n[start]", 9, 11, "no piece `XX`"),
        ("[start]", "[rule_sets.x]\nmoves = { KI = \"W9F!\" }\n[start]", 9, 20, "`!` at column 4"),
        ("[board]", "extends = \"nothing\"\n[board]", 4, 11, "no game `nothing` to extend"),
        ("[board]", "remove = [\"AB\"]\n[board]", 4, 11, "no inherited piece `AB`"),
        ("[board]", "aliases = [\"A b\"]\n[board]", 4, 12, "an alias has lower-case"),
        ("[board]", "piece_notation = \"signs\"\n[board]", 4, 18, "`codes` or `letters`"),
        ("[board]", "[board", 4, 7, "unclosed table"),
    ];
    let mut missed = Vec::new();
    for (from, to, line, column, message) in cases {
        assert!(SMALL.contains(from), "{from}");
        let found = faults(&SMALL.replacen(from, to, 1));
        let hit = found.iter().any(|(l, c, m)| (l, c) == (line, column) && m.contains(message));
        if !hit {
            missed.push(format!("{from} -> {to}: {found:#?}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn all_faults_come_at_once_in_order() {
    let broken = SMALL
        .replace("files = 3", "files = 3\nwide = true")
        .replace("move = \"fW\"", "move = \"fV\"")
        .replace("royal = true", "royal = 1")
        .replace("[PW]2", "[PW]3");
    let found = faults(&broken);
    let places: Vec<_> = found.iter().map(|(line, column, _)| (*line, *column)).collect();
    assert_eq!(places, [(6, 1), (10, 26), (17, 9), (22, 10)]);
    let report = games().check_source("broken.toml", &broken).unwrap_err().to_string();
    assert!(report.contains(
        "broken.toml:22:10: move `fV`: `V` at column 2: no letter of a move expression\n   |\n\
         22 | move = \"fV\"\n   |          ^\n"
    ));
}

#[test]
fn a_file_says_only_where_it_differs() {
    let registry = games();
    let source = r#"
id = "calm-chu"
name = "Calm Chu"
extends = "chu"

[rules]
lion_trading = "off"

[[pieces]]
code = "LI"
move = "KNAD"

[[pieces]]
code = "GB"
promoted = false
"#;
    let (calm, chu) =
        (registry.check_source("calm.toml", source).unwrap(), registry.get("chu").unwrap());
    assert_eq!(calm.pieces.len(), chu.pieces.len());
    assert_eq!((calm.starts.clone(), calm.zone), (chu.starts.clone(), 4));
    assert_eq!(calm.rules.bare_king, chu.rules.bare_king);
    assert_ne!(calm.rules.lion_trading, chu.rules.lion_trading);
    let lion = calm.pieces.iter().find(|p| p.code == "LI").unwrap();
    assert_eq!((lion.form.name.as_str(), lion.form.movement.powers.any()), ("Lion", false));
    assert!(calm.pieces.iter().any(|p| p.code == "GB" && p.promoted.is_none()));
    // A piece of the inherited array is gone: the fault stands where the array comes from.
    let removed = source.replace("extends = \"chu\"", "extends = \"chu\"\nremove = [\"CG\"]");
    let findings = registry.check_source("calm.toml", &removed).unwrap_err();
    assert!(findings.list.iter().all(|f| f.line == 4), "{findings}");
}

#[test]
fn good_files_of_a_folder_load_beside_faulty_ones() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("a.toml", &SMALL.replace("\"small\"", "\"a\"\nextends = \"b\""));
    write("b.toml", &SMALL.replace("\"small\"", "\"b\"\nextends = \"a\""));
    write("c.toml", SMALL);
    write("d.toml", &SMALL.replace("\"Small\"", "\"Another\""));
    write("e.toml", &SMALL.replace("id = \"small\"", ""));
    write("f.toml", "\u{fffd}\n[[[");
    fs::write(folder.path().join("g.toml"), b"\xff\xfe").unwrap();
    write("h.txt", "no game");
    // Settings of other programs are no games, and nobody is told of them.
    write("Cargo.toml", "[package]\nname = \"other\"\n");
    write("engines.toml", "[[engine]]\ncmd = \"self\"\n");
    write("empty.toml", "");
    write("dai.toml", "id = \"dai\"\nname = \"My Dai\"\nextends = \"dai\"\n");
    let mut registry = Registry::new();
    let errors = registry.add_directory(folder.path()).unwrap_err();
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    for (file, words) in [
        ("a.toml", "in a circle"),
        ("b.toml", "in a circle"),
        ("d.toml", "the id `small` is taken by"),
        ("e.toml", "`id` is missing"),
        ("f.toml", ""),
        ("g.toml", "utf-8"),
    ] {
        let hit = texts.iter().any(|t| t.contains(file) && t.contains(words));
        assert!(hit, "{file}: {texts:#?}");
    }
    assert_eq!(errors.len(), 6, "{texts:#?}");
    assert_eq!(registry.get("small").unwrap().name, "Small");
    assert_eq!(registry.get("dai").unwrap().name, "My Dai");
    assert_eq!(registry.get("dai").unwrap().pieces.len(), 29);
    assert!(matches!(registry.get("zzz"), Err(RegistryError::UnknownGame(_))));
    assert!(registry.add_directory(Path::new("/no/such/folder")).is_err());
}

#[test]
fn a_built_in_game_is_read_quickly() {
    let best = (0..5).map(|_| {
        let begin = Instant::now();
        Registry::new().get("maka").unwrap().default_variant().unwrap();
        begin.elapsed()
    });
    let best = best.min().unwrap();
    println!("maka is read and built in {best:?}");
    assert!(best < Duration::from_millis(if cfg!(debug_assertions) { 200 } else { 10 }));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_text_as_a_move_is_read_or_refused(text in "\\PC{0,40}", letters in "[WFKRBQDANHGCZUfblrvsmcpa0-9 +]{0,24}") {
        let _ = daiban::variant::betza::compile(&text);
        let _ = daiban::variant::betza::compile(&letters);
    }

    #[test]
    fn any_text_as_a_file_is_read_or_refused(text in "\\PC{0,200}", at in 0usize..600, cut in 0usize..40, junk in "[\\PC\\n]{0,8}") {
        let registry = Registry::new();
        let _ = registry.check_source("x", &text).map_err(|f| f.to_string());
        // A whole file with a piece cut out and something else put in.
        let chars: Vec<char> = SMALL.chars().collect();
        let at = at.min(chars.len());
        let head: String = chars[..at].iter().collect();
        let tail: String = chars[(at + cut).min(chars.len())..].iter().collect();
        let _ = registry.check_source("x", &format!("{head}{junk}{tail}")).map_err(|f| f.to_string());
    }
}
