//! XBoard itself plays daiban, without a screen: games are replayed from what went over the wire
//! and from the PGN that XBoard wrote. Without xboard and Xvfb there is nothing to test.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "a test may")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

use daiban::game::Game;
use daiban::position::Position;
use daiban::protocol::xboard::fen::read_fen;
use daiban::protocol::xboard::letters::Letters;
use daiban::protocol::xboard::notation::{move_text, read_move};
use daiban::types::Move;
use daiban::variant::{Choices, Registry, Variant};

const DAIBAN: &str = env!("CARGO_BIN_EXE_daiban");

/// A program of the system, also in the games directory, which may not be on the path.
fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain(["/usr/games".into()])
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}

/// One match to be played.
struct Match<'a> {
    variant: &'a str,
    first: String,
    second: String,
    games: usize,
    /// More arguments of xboard.
    arguments: &'a [&'a str],
}

/// What a match left behind.
struct Traces {
    debug: String,
    pgn: String,
}

impl Traces {
    fn tail(&self) -> String {
        let lines: Vec<&str> = self.debug.lines().collect();
        lines[lines.len().saturating_sub(40)..].join("\n")
    }
}

/// Matches are played one at a time, since their games run on the clock.
static SCREEN: Mutex<()> = Mutex::new(());

/// Seconds after which a match counts as hung.
const PATIENCE: &str = "240";

/// Tells that nothing is tested without a program; on the machines that install it, fails.
fn missing(program: &str) {
    assert!(std::env::var_os("CI").is_none(), "{program} is missing");
    println!("{program} is not installed: nothing is tested");
}

/// Plays a match to its end; `None` where XBoard or a screen without glass is not installed.
fn play(folder: &Path, arranged: &Match<'_>) -> Option<Traces> {
    let (Some(xboard), Some(screen)) = (program("xboard"), program("xvfb-run")) else {
        missing("xboard or xvfb-run");
        return None;
    };
    let _only = SCREEN.lock();
    let status = Command::new("timeout")
        .arg(PATIENCE)
        .arg(screen)
        .args(["-a", "-s", "-screen 0 1400x1100x24"])
        .arg(xboard)
        .args(["-variant", arranged.variant, "-fcp", &arranged.first, "-scp", &arranged.second])
        .args([
            "-mg",
            &arranged.games.to_string(),
            "-matchPause",
            "50",
            "-popupExitMessage",
            "false",
        ])
        .args(["-tc", "0:02", "-inc", "0.03", "-mps", "0", "-saveGameFile", "games.pgn"])
        .args(["-debugMode", "true", "-debugfile", "debug.txt", "-testClaims", "false"])
        .args(["-adjudicateLossThreshold", "0"])
        .args(arranged.arguments)
        .current_dir(folder)
        .env("HOME", folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .unwrap();
    let read = |name: &str| {
        let bytes = std::fs::read(folder.join(name)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let traces = Traces { debug: read("debug.txt"), pgn: read("games.pgn") };
    assert_eq!(status.code(), Some(0), "the match did not end:\n{}", traces.tail());
    Some(traces)
}

/// The moves of all games as the engines sent them, each game apart.
fn wire_games(debug: &str) -> Vec<Vec<String>> {
    let mut games: Vec<Vec<String>> = Vec::new();
    let mut leg = String::new();
    for line in debug.lines() {
        let Some((_, said)) = line.split_once(' ') else { continue };
        if said == ">first : new" {
            games.push(Vec::new());
        }
        let sent = said.strip_prefix("<first : ").or_else(|| said.strip_prefix("<second: "));
        let Some(text) = sent.and_then(|s| s.strip_prefix("move ")) else { continue };
        leg.push_str(text.trim());
        if !leg.ends_with(',') {
            games.last_mut().unwrap().push(std::mem::take(&mut leg));
        }
    }
    games.retain(|g| !g.is_empty());
    games
}

/// The moves of the games of a PGN file, as written.
fn pgn_games(pgn: &str) -> Vec<Vec<String>> {
    let mut games = Vec::new();
    for text in pgn.split("[Event ").skip(1) {
        let body: String =
            text.lines().skip(1).filter(|l| !l.starts_with('[')).collect::<Vec<_>>().join(" ");
        let mut plain = String::new();
        let mut depth = 0;
        for c in body.chars() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                c if depth == 0 => plain.push(c),
                _ => {}
            }
        }
        let number = |w: &&str| w.ends_with('.');
        let result = |w: &&str| matches!(*w, "1-0" | "0-1" | "1/2-1/2" | "*");
        let words = plain.split_whitespace().filter(|w| !number(w) && !result(w));
        games.push(words.map(str::to_owned).collect());
    }
    games
}

/// The last square that a text names.
fn last_square(text: &str) -> Option<&str> {
    let body = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let digits = body.len() - body.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let at = body.len().checked_sub(digits + 1)?;
    body.get(at..)
}

/// Replays what went over the wire from the start positions given by turns (the variant's own when
/// there are none) and compares it with the PGN. Returns the moves of all games.
fn check(traces: &Traces, variant: &Arc<Variant>, starts: &[&str]) -> Vec<Move> {
    for line in traces.debug.lines() {
        let said = line.to_lowercase();
        assert!(!said.contains("illegal move"), "{line}");
        assert!(!said.contains("invalid move"), "{line}");
    }
    let (wire, written) = (wire_games(&traces.debug), pgn_games(&traces.pgn));
    assert!(!wire.is_empty(), "no game was played:\n{}", traces.tail());
    assert_eq!(wire.len(), written.len(), "games over the wire and in the PGN");
    let mut all = Vec::new();
    for (number, (moves, pgn)) in wire.iter().zip(&written).enumerate() {
        let mut game = match starts.get(number) {
            Some(fen) => {
                let setup = read_fen(variant, &Letters::new(variant), fen).unwrap();
                let position = Position::from_setup(variant, &setup).unwrap();
                Game::from_position(position)
            }
            None => Game::new(variant).unwrap(),
        };
        for (i, text) in moves.iter().enumerate() {
            let m = read_move(&mut game, text).unwrap_or_else(|e| panic!("{text}: {e}"));
            if let Some(san) = pgn.get(i).filter(|_| !m.is_pass()) {
                let square = last_square(&move_text(game.position(), m)).map(str::to_owned);
                assert_eq!(last_square(san).map(str::to_owned), square, "{san} is not {text}");
            }
            all.push(m);
            game.play(m).unwrap();
        }
        assert_eq!(pgn.len(), moves.len(), "{pgn:?} and {moves:?}");
    }
    all
}

fn build(registry: &Registry, id: &str, rules: &[(&str, &str)]) -> Arc<Variant> {
    let mut choices = Choices::default();
    for (name, value) in rules {
        choices.set(name, value).unwrap();
    }
    Arc::new(registry.get(id).unwrap().build(&choices).unwrap())
}

#[test]
fn chu_against_hachu() {
    let Some(hachu) = program("hachu") else {
        missing("hachu");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let arranged = Match {
        variant: "chu",
        first: format!("{DAIBAN} xboard"),
        second: hachu.display().to_string(),
        games: 2,
        arguments: &["-firstOptions", "RuleSet=hachu", "-adjudicateLossThreshold", "-1500"],
    };
    for _ in 0..2 {
        let Some(traces) = play(folder.path(), &arranged) else { return };
        let variant = build(&Registry::new(), "chu", &[("RuleSet", "hachu")]);
        let moves = check(&traces, &variant, &[]);
        assert!(moves.len() >= 60, "{} plies", moves.len());
        for name in ["debug.txt", "games.pgn"] {
            std::fs::remove_file(folder.path().join(name)).unwrap();
        }
    }
}

#[test]
fn dai_against_itself() {
    let folder = tempfile::tempdir().unwrap();
    let arranged = Match {
        variant: "dai",
        first: format!("{DAIBAN} xboard"),
        second: format!("{DAIBAN} xboard"),
        games: 2,
        arguments: &["-firstOptions", "MoveLimit=60", "-secondOptions", "MoveLimit=60"],
    };
    let Some(traces) = play(folder.path(), &arranged) else { return };
    let moves = check(&traces, &build(&Registry::new(), "dai", &[("MoveLimit", "60")]), &[]);
    assert_eq!(moves.len(), 120);
}

#[test]
fn a_game_of_the_user_against_itself() {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games");
    let folder = tempfile::tempdir().unwrap();
    let mut registry = Registry::new();
    registry.add_directory(Path::new(games)).unwrap();
    let engine = format!("{DAIBAN} --games {games} xboard");
    let id = "two-thrones";
    // Each side has two royals from the start: XBoard, which tests every move, must know both.
    let arranged = Match {
        variant: id,
        first: engine.clone(),
        second: engine,
        games: 2,
        arguments: &["-firstOptions", "MoveLimit=60", "-secondOptions", "MoveLimit=60"],
    };
    let Some(traces) = play(folder.path(), &arranged) else { return };
    let moves = check(&traces, &build(&registry, id, &[("MoveLimit", "60")]), &[]);
    assert!(moves.len() >= 60, "{} plies", moves.len());
}

/// In each a lion shut in by its own men, or free, has one move that is best by far.
const SPECIAL: [&str; 3] = [
    // Passes: what steps to b11 is taken by the phoenix.
    "NPP9/P1P9/PKP9/PPPx8/12/12/12/12/12/12/12/11k w 0 1",
    // Takes the pawn on b11 and stays at home.
    "NPP9/PpP9/PKP9/PPPx8/12/12/12/12/12/12/12/11k w 0 1",
    // Takes gold and rook in one move.
    "11k/12/12/12/12/6r5/5g6/4N7/12/12/12/K11 w 0 1",
];

#[test]
fn lions_pass_stay_at_home_and_take_twice() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("special.fen"), SPECIAL.join("\n") + "\n").unwrap();
    let arranged = Match {
        variant: "chu",
        first: format!("{DAIBAN} xboard"),
        second: format!("{DAIBAN} xboard"),
        games: SPECIAL.len(),
        arguments: &[
            "-firstOptions",
            "MoveLimit=3,BareKing=off",
            "-secondOptions",
            "MoveLimit=3,BareKing=off",
            "-loadPositionFile",
            "special.fen",
            "-loadPositionIndex",
            "-1",
        ],
    };
    let Some(traces) = play(folder.path(), &arranged) else { return };
    let variant = build(&Registry::new(), "chu", &[("MoveLimit", "3"), ("BareKing", "off")]);
    let moves = check(&traces, &variant, &SPECIAL);
    assert!(moves.iter().any(|m| m.is_pass()), "{}", traces.pgn);
    let via = |m: &&Move| !m.via().is_none();
    assert!(moves.iter().filter(via).any(|m| m.from() == m.to()), "{}", traces.pgn);
    assert!(moves.iter().filter(via).any(|m| m.from() != m.to()), "{}", traces.pgn);
}
