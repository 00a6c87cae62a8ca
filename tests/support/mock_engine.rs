//! Engines that misbehave on purpose, for the tests of the arena.
//!
//! The test program plays them itself: run with the argument `mock` and a mode it speaks USI (or
//! XBoard, in mode `xboard`) on its standard streams. All but the named fault is proper play at
//! random, the same in the same position.

use std::io::{BufRead as _, Write as _};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use daiban::arena::cecp::{PASS, View};
use daiban::arena::engine::PlayedMove;
use daiban::game::Game;
use daiban::types::Color;
use daiban::variant::{Registry, Variant};

/// The move of a game, counted by the engine's own searches, at which a fault shows.
const FAULT_MOVE: u32 = 3;

struct Mock {
    mode: String,
    variant: Arc<Variant>,
    position: String,
    searches: u32,
}

/// What a fault leaves to be done.
enum Fault {
    /// The move, as if nothing were wrong.
    None,
    /// Nothing: it took the place of a move.
    Answered,
    /// The engine ends.
    End(ExitCode),
}

fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}");
    let _ = out.flush();
}

fn variant(name: &str) -> Arc<Variant> {
    let definition = Registry::new().get(name).expect("a game of the tests");
    Arc::new(definition.default_variant().expect("a sound game"))
}

/// FNV-1a: the source of all chance here.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// A legal move that depends on the position alone; captures of a royal are taken at once.
fn choose(game: &mut Game) -> Option<daiban::types::Move> {
    let mut legal = game.legal_moves().to_vec();
    legal.sort_by_key(|&m| game.position().move_text(m));
    let mut seed = hash(&game.position().sfen());
    seed ^= seed >> 29;
    legal.get((seed % legal.len().max(1) as u64) as usize).copied()
}

/// Runs the mock until its input ends.
pub(crate) fn run(mode: &str) -> ExitCode {
    if mode == "xboard" {
        return run_xboard();
    }
    if mode == "crash-at-start" {
        let _ = writeln!(std::io::stderr(), "mock: broken on purpose");
        return ExitCode::from(7);
    }
    let mut mock = Mock {
        mode: mode.to_owned(),
        variant: variant("chu"),
        position: String::new(),
        searches: 0,
    };
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        if let Some(code) = mock.hear(line.trim()) {
            return code;
        }
    }
    ExitCode::SUCCESS
}

impl Mock {
    fn hear(&mut self, line: &str) -> Option<ExitCode> {
        let word = line.split(' ').next().unwrap_or_default();
        match word {
            "usi" if self.mode == "mute" => {}
            "usi" => {
                say("id name Mock\nid author nobody");
                say("option name USI_Hash type spin default 16 min 1 max 64");
                say("option name USI_Variant type combo default chu var chu var dai var maka");
                say("option name RuleSet type combo default default var default var hachu");
                say("usiok");
            }
            "setoption" => {
                if let Some(name) = line.strip_prefix("setoption name USI_Variant value ") {
                    self.variant = variant(name);
                }
            }
            "isready" => say("readyok"),
            "usinewgame" => self.searches = 0,
            "position" => line.clone_into(&mut self.position),
            "go" => {
                self.searches += 1;
                let early = self.searches < FAULT_MOVE;
                match if early { Fault::None } else { self.misbehave() } {
                    Fault::None => self.play(),
                    Fault::Answered => {}
                    Fault::End(code) => return Some(code),
                }
            }
            "quit" => return Some(ExitCode::SUCCESS),
            _ => {}
        }
        None
    }

    /// Shows the fault of the mode.
    fn misbehave(&self) -> Fault {
        match self.mode.as_str() {
            "crash" => return Fault::End(ExitCode::from(3)),
            "hang" => std::thread::sleep(Duration::from_hours(1)),
            "late" => {
                std::thread::sleep(Duration::from_millis(1500));
                return Fault::None;
            }
            "garbage" => say("\u{1}\u{2}###\nbestmove qwerty!?\u{fffd}"),
            "illegal" => say("bestmove 1a9i"),
            "empty" => say("bestmove"),
            "win" => say("bestmove win"),
            "resign" => say("info depth 1 score cp -9000\nbestmove resign"),
            "flood" => {
                let mut out = std::io::stdout().lock();
                while writeln!(out, "info string flood flood flood flood").is_ok() {}
            }
            "long-line" => {
                let mut out = std::io::stdout().lock();
                while out.write_all(&[b'x'; 4096]).is_ok() {}
            }
            "close-stdout" => return Fault::End(ExitCode::SUCCESS),
            _ => return Fault::None,
        }
        Fault::Answered
    }

    fn play(&self) {
        let Some(mut game) = self.game() else {
            say("bestmove none");
            return;
        };
        let Some(mv) = choose(&mut game) else {
            say("bestmove resign");
            return;
        };
        let nodes = 1000 + hash(&self.position) % 1000;
        say(&format!("info depth 3 score cp 12 nodes {nodes} time 1 pv x"));
        say(&format!("bestmove {}", game.position().move_text(mv)));
    }

    fn game(&self) -> Option<Game> {
        let text = self.position.strip_prefix("position ")?;
        let (head, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        let mut game = match head.strip_prefix("sfen ") {
            Some(sfen) => Game::from_sfen(&self.variant, sfen).ok()?,
            None => Game::new(&self.variant).ok()?,
        };
        for text in moves.split_whitespace() {
            game.play_text(text).ok()?;
        }
        Some(game)
    }
}

/// A random mover that speaks the XBoard protocol.
fn run_xboard() -> ExitCode {
    let mut game = Game::new(&variant("chu")).expect("a start position");
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        let (word, rest) = line.split_once(' ').unwrap_or((line.as_str(), ""));
        match word {
            "protover" => say("feature done=0\nfeature ping=1 setboard=1 usermove=1 colors=0 \
                 variants=\"chu,dai\" myname=\"Mock X\"\nfeature option=\"Speed -spin 1 1 9\"\n\
                 feature done=1"),
            "ping" => say(&format!("pong {rest}")),
            "variant" => game = Game::new(&variant(rest)).expect("a start position"),
            "usermove" => {
                let geometry = game.position().geometry().clone();
                let text = match rest {
                    PASS => first_pass(&mut game),
                    _ => View::default().move_to_usi(&geometry, rest),
                };
                if text.is_none_or(|text| game.play_text(&text).is_err()) {
                    say(&format!("Illegal move: {rest}"));
                }
            }
            "go" => think_xboard(&mut game),
            "quit" => break,
            _ => {}
        }
    }
    ExitCode::SUCCESS
}

fn first_pass(game: &mut Game) -> Option<String> {
    let legal = game.legal_moves();
    legal.iter().filter(|m| m.is_pass()).map(|&m| game.position().move_text(m)).min()
}

fn think_xboard(game: &mut Game) {
    let Some(mv) = choose(game) else {
        let lost = if game.position().side() == Color::Black { "0-1" } else { "1-0" };
        say(&format!("{lost} {{resign}}"));
        return;
    };
    let played = PlayedMove { text: game.position().move_text(mv), is_pass: mv.is_pass() };
    let legs = View::default().move_to_cecp(game.position().geometry(), &played);
    let legs = legs.expect("a move of the board");
    say("# noise\n3 25 1 1234 x y");
    for (index, leg) in legs.split(',').enumerate() {
        let comma = if index + 1 < legs.split(',').count() { "," } else { "" };
        say(&format!("move {leg}{comma}"));
    }
    game.make_move(mv);
}
