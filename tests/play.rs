//! `daiban play` with the real binary: moves, questions, taking back, saving, resuming.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;

use assert_cmd::Command;

fn play(folder: &Path, arguments: &[&str], typed: &str) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_daiban"))
        .current_dir(folder)
        .arg("play")
        .args(arguments)
        .write_stdin(typed)
        .assert()
        .success();
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}

#[test]
fn a_game_is_played_saved_at_every_move_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    // The input ends in the middle of the game, as when a terminal is closed.
    let said = play(folder.path(), &["--variant", "chu", "--depth", "1"], "7i7h\n");
    assert!(said.contains("daiban plays "), "{said}");
    let file = folder.path().join("daiban-play.jsonl");
    let game: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(game["moves"].as_array().unwrap().len(), 2);
    assert_eq!((game["variant"].as_str(), game["result"].as_str()), (Some("chu"), Some("void")));
    assert_eq!(game["moves"][0]["m"], "7i7h");
    // What is saved can be shown and converted like the games of a match.
    let record = |arguments: &[&str]| {
        let mut run = Command::new(env!("CARGO_BIN_EXE_daiban"));
        let done = run.current_dir(folder.path()).arg("record").args(arguments).assert().success();
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    let listed = record(&["show", "daiban-play.jsonl"]);
    assert!(listed.contains("player - daiban  *  unfinished, 2 plies"), "{listed}");
    let pgn = record(&["convert", "daiban-play.jsonl", "--format", "pgn"]);
    assert!(pgn.contains("[White \"player\"]") && pgn.contains("1. "), "{pgn}");
    // A new game leaves it alone.
    let said = play(folder.path(), &["--variant", "chu", "--depth", "1"], "quit\n");
    assert!(said.contains("this one goes to daiban-play-2.jsonl"), "{said}");
    let resume = ["--resume", "daiban-play.jsonl", "--depth", "1"];
    let said = play(folder.path(), &resume, "undo\nsave copy.jsonl\nresign\n");
    assert!(said.contains("Saved in copy.jsonl") && said.ends_with("Sente resigns.\n"), "{said}");
    let text = std::fs::read_to_string(folder.path().join("copy.jsonl")).unwrap();
    let copy: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(copy["moves"].as_array().unwrap().is_empty());
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("\"result\":\"white\"") && text.contains("\"reason\":\"resign\""));
    // A finished game is told, and keeps its result.
    let said = play(folder.path(), &["--resume", "daiban-play.jsonl"], "quit\n");
    assert_eq!(said, "The game is over: white, resign.\n");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
}

/// The level is a flag, holds in a game that goes on, and has its range.
#[test]
fn the_level_and_other_options_are_given_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let weak = ["-g", "chu", "--skill", "0", "--side", "gote", "--movetime", "60000"];
    // At full strength this would take a minute.
    let start = std::time::Instant::now();
    assert!(play(folder.path(), &weak, "quit\n").contains("daiban plays "));
    let resume = ["--resume", "daiban-play.jsonl", "--skill", "0", "--movetime", "60000"];
    let resume = [&resume[..], &["-o", "LionTrading=always", "-o", "MoveLimit=500"]].concat();
    assert!(play(folder.path(), &resume, "6d6e\n").contains("daiban plays "));
    assert!(start.elapsed() < std::time::Duration::from_secs(50));
    let text = std::fs::read_to_string(folder.path().join("daiban-play.jsonl")).unwrap();
    assert!(text.contains("[\"LionTrading\",\"always\"]"), "{text}");
    assert!(text.contains("[\"MoveLimit\",\"500\"]"), "{text}");
    let mut run = Command::new(env!("CARGO_BIN_EXE_daiban"));
    run.args(["play", "--skill", "21"]).assert().failure();
}

/// Every rule option can be set before the game and in it.
#[test]
fn every_rule_can_be_chosen() {
    use daiban::variant::{OptionValues, RuleOption};

    let folder = tempfile::tempdir().unwrap();
    let value = |option: RuleOption| match (option, option.values()) {
        (RuleOption::RuleSet, _) => "jcsa",
        (RuleOption::StartPosition, _) => "default",
        (_, OptionValues::Words(words)) => words[0],
        _ => "100",
    };
    let pairs = RuleOption::ALL.map(|o| format!("{}={}", o.name(), value(o)));
    let mut arguments = vec!["-g", "chu", "--side", "both"];
    arguments.extend(pairs.iter().flat_map(|pair| ["-o", pair.as_str()]));
    let typed = pairs.iter().map(|pair| format!("option {pair}")).collect::<Vec<_>>().join("\n");
    let said = play(folder.path(), &arguments, &format!("{typed}\n7i7h\n"));
    assert!(!said.contains("no option") && !said.contains("no value"), "{said}");
    let text = std::fs::read_to_string(folder.path().join("daiban-play.jsonl")).unwrap();
    for option in RuleOption::ALL.into_iter().filter(|o| *o != RuleOption::StartPosition) {
        let kept = format!("[\"{}\",\"{}\"]", option.name(), value(option));
        assert!(text.contains(&kept), "{kept} in {text}");
    }
}

#[test]
fn a_piece_without_kanji_has_no_empty_brackets() {
    let folder = tempfile::tempdir().unwrap();
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games");
    let said = play(folder.path(), &["--games", games, "-g", "two-thrones"], "info 7m\n");
    assert!(said.contains("7m: Sente's King\n"), "{said}");
}

#[test]
fn squares_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let typed = "info 7j\nlegal 7j\nlegal 6f\ninfo 6f\ninfo 99z\nhelp\nhint\nletters\n7j 7a\nfoo\n";
    let said = play(folder.path(), &["--variant", "chu"], typed);
    for wanted in [
        "7j: Sente's Lion",
        "igui",
        "6f is empty",
        "no legal move from 6f",
        "`99z` is no square",
        "hint: ",
        "cannot move that way",
        "獅",
    ] {
        assert!(said.contains(wanted), "{wanted} in {said}");
    }
    assert!(!said.contains('\u{1b}'));
}

#[test]
fn choices_rules_sides_and_colours() {
    let folder = tempfile::tempdir().unwrap();
    let sfen = "k11/12/12/5p6/5L6/12/12/12/12/12/12/K11 b - 1";
    let arguments = ["-g", "chu", "--sfen", sfen, "--side", "both", "--color", "always"];
    let said = play(folder.path(), &arguments, "7e 7d\n1\nundo\n7e 7d\n2\nswap\n");
    assert!(said.contains("1) 7e7d") && said.contains("2) 7e7d"), "{said}");
    assert!(said.contains('\u{1b}'));
    let arguments = ["-g", "dai", "--side", "gote", "--depth", "1", "--clock", "5+1"];
    let said = play(folder.path(), &arguments, "option LionTrading=always\noption Komi=6\nswap\n");
    assert!(said.contains("Gote (5:00)> ") && said.contains("no option `Komi`"), "{said}");
    let text = std::fs::read_to_string(folder.path().join("daiban-play.jsonl")).unwrap();
    assert!(text.contains("[\"LionTrading\",\"always\"]"), "{text}");
}

/// A signal in the middle of a game, as from Ctrl-C or a terminal that closes, loses no move.
#[cfg(unix)]
#[test]
fn signals_lose_no_game() {
    use std::io::Write;
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    for signal in ["-INT", "-HUP", "-TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_daiban"))
            .current_dir(folder.path())
            .args(["play", "--variant", "chu", "--depth", "1"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"7i7h\n").unwrap();
        let file = folder.path().join("daiban-play.jsonl");
        let moves = || {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            let game: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
            game["moves"].as_array().map_or(0, Vec::len)
        };
        let start = Instant::now();
        while moves() < 2 && start.elapsed() < Duration::from_mins(1) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let id = child.id().to_string();
        assert!(std::process::Command::new("kill").args([signal, &id]).status().unwrap().success());
        child.wait().unwrap();
        assert_eq!(moves(), 2, "{signal}");
        drop(input);
    }
}

#[test]
fn a_resumed_game_goes_on_with_the_same_side() {
    let folder = tempfile::tempdir().unwrap();
    let gote = ["--variant", "chu", "--depth", "1", "--side", "gote"];
    assert!(play(folder.path(), &gote, "6d6e\n").contains("daiban plays "));
    let resume = ["--resume", "daiban-play.jsonl", "--depth", "1"];
    let said = play(folder.path(), &resume, "resign\n");
    assert!(said.ends_with("Gote resigns.\n"), "{said}");
}
