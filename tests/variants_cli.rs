//! `daiban variants` as people use it: list, show, check and export.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use assert_cmd::Command;

/// Runs the program; gives standard output, standard error and whether it succeeded.
fn daiban(arguments: &[&str]) -> (String, String, bool) {
    let output = Command::cargo_bin("daiban").unwrap().args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.success())
}

fn shown(arguments: &[&str]) -> String {
    let (out, err, success) = daiban(arguments);
    assert!(success && err.is_empty(), "{arguments:?}: {err}");
    out
}

#[test]
fn games_are_listed_with_those_of_the_user() {
    let out = shown(&["variants", "list", "--games", "tests/data/games"]);
    for id in ["chu", "dai", "gorge", "maka", "two-thrones"] {
        assert!(out.lines().any(|l| l.starts_with(&format!("{id} "))), "{id}: {out}");
    }
}

#[test]
fn a_game_is_shown_with_the_rules_in_force() {
    let out = shown(&["variants", "show", "chushogi", "-o", "RuleSet=jcsa"]);
    let words: Vec<Vec<&str>> = out.lines().map(|l| l.split_whitespace().collect()).collect();
    assert!(words.contains(&vec!["LionTrading", "protected"]), "{out}");
    assert!(out.contains("獅子"), "{out}");
}

#[test]
fn pieces_are_shown_by_code_letter_or_name() {
    for (game, piece, words) in [
        ("chu", "N", "LI Lion"),
        ("chu", "+h", "Lion on a line, forward"),
        ("maka", "ld", "up to three squares on one line"),
        ("maka", "hook mover", "turns once at a right angle"),
        ("maka", "+KI", "any square of the board"),
        ("dai", "A'", "AB Angry Boar"),
    ] {
        let out = shown(&["variants", "show", game, "--piece", piece]);
        assert!(out.contains(words), "{game} {piece}: {out}");
    }
}

#[test]
fn a_good_file_passes_and_a_broken_one_does_not() {
    shown(&["variants", "check", "tests/data/games/gorge.toml"]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let text = shown(&["variants", "export", "chu"]);
    std::fs::write(&path, text.replace("\"FvW\"", "\"FvY\"")).unwrap();
    let (out, _, success) = daiban(&["variants", "check", path.to_str().unwrap()]);
    assert!(!success);
    assert!(out.contains("mine.toml:") && out.contains('^') && out.contains("1 fault\n"), "{out}");
}

#[test]
fn mistakes_get_one_line() {
    for (arguments, words) in [
        (
            vec!["variants", "show", "tiddlywinks"],
            "known are `chu, dai, heiandai, maka, sho, shogi, tenjiku, wa, wadrops`",
        ),
        (vec!["variants", "show", "chu", "--piece", "ZZ"], "has no piece `ZZ`"),
        (vec!["variants", "show", "chu", "-o", "Komi=6"], "no rule option `Komi`"),
        (vec!["variants", "show", "chu", "-o", "RuleSet=tsa"], "has no RuleSet `tsa`"),
        (vec!["variants", "check", "no-such-file.toml"], "cannot read no-such-file.toml"),
    ] {
        let (out, err, success) = daiban(&arguments);
        assert!(!success && out.is_empty(), "{arguments:?}: {out}");
        assert!(err.contains(words) && err.lines().count() == 1, "{arguments:?}: {err}");
    }
}
