//! Any bytes as SFEN, move text or protocol line: a clear error, never a panic, and the engine
//! goes on.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

#[path = "support/usi_client.rs"]
mod usi_client;

use std::fmt::Write as _;
use std::sync::Arc;

use daiban::game::Game;
use daiban::protocol::usi::command::Command;
use daiban::variant::{Registry, Variant};
use proptest::prelude::*;
use usi_client::Client;

fn variant(id: &str) -> Arc<Variant> {
    Arc::new(Registry::new().get(id).unwrap().default_variant().unwrap())
}

/// A text of what SFENs are made of, and of what they are not.
fn noise() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("[LN]"),
        Just("+[ln]"),
        Just("K"),
        Just("k"),
        Just("+"),
        Just("/"),
        Just("12"),
        Just("99999999999999999999"),
        Just("["),
        Just("]"),
        Just("P'"),
        Just(" "),
        Just("_"),
        Just("b"),
        Just("-"),
        Just("\u{7f}"),
        Just("\u{1F600}"),
        Just("歩"),
    ];
    prop_oneof![
        proptest::collection::vec(piece, 0..60).prop_map(|parts| parts.concat()),
        any::<String>(),
    ]
}

/// A real SFEN with a part cut out, doubled or replaced.
fn damaged(sfen: &str, from: usize, length: usize, insert: &str) -> String {
    let chars: Vec<char> = sfen.chars().collect();
    let from = from % chars.len();
    let to = (from + length).min(chars.len());
    let mut text: String = chars[..from].iter().collect();
    text.push_str(insert);
    text.extend(&chars[to..]);
    text
}

proptest! {
    #[test]
    fn any_text_as_sfen(text in noise()) {
        for id in ["chu", "dai", "maka", "shogi"] {
            if let Ok(mut game) = Game::from_sfen(&variant(id), &text) {
                let _ = game.status();
            }
        }
    }

    #[test]
    fn damaged_sfens(from in 0usize..600, length in 0usize..20, insert in noise()) {
        for id in ["chu", "dai", "maka", "shogi"] {
            let variant = variant(id);
            let text = damaged(&variant.start_sfen, from, length, &insert);
            match Game::from_sfen(&variant, &text) {
                Ok(mut game) => {
                    let sfen = game.position().sfen();
                    prop_assert_eq!(Game::from_sfen(&variant, &sfen).unwrap().position().sfen(), sfen);
                    let _ = game.legal_moves();
                }
                Err(errors) => prop_assert!(!errors.to_string().is_empty()),
            }
        }
    }

    #[test]
    fn any_text_as_move(text in any::<String>(), squares in "[0-9]{1,4}[a-z]{1,3}[0-9]{0,30}[a-z+=?]{0,5}") {
        let mut game = Game::new(&variant("chu")).unwrap();
        let _ = game.parse_move(&text);
        let _ = game.parse_move(&squares);
    }

    #[test]
    fn any_text_as_command(
        text in any::<String>(),
        word in "usi|go|position|setoption|ponderhit|perft|bench|gameover",
        rest in "[ a-z0-9.+-]{0,80}",
    ) {
        for line in [text.clone(), format!("{word} {text}"), format!("{word} {rest}")] {
            if let Err(error) = Command::parse(&line) {
                let error = error.to_string();
                prop_assert!(error.len() < 1000 && !error.contains(['\n', '\r']), "{error}");
            }
        }
    }
}

/// Sends something and checks that the engine still plays; returns what it said.
fn survives(client: &mut Client, bytes: &[u8]) -> Vec<String> {
    client.send_bytes(bytes);
    client.send_bytes(b"\n");
    let seen = client.sync();
    for line in &seen {
        assert!(line.starts_with("info string error: "), "{line}");
        assert!(line.len() < 1000 && !line.contains(char::is_control), "{line}");
    }
    assert!(client.ask("legal").starts_with("legal "));
    seen
}

#[test]
fn bad_lines_get_one_error_and_change_nothing() {
    let mut client = Client::start();
    client.set("USI_Variant", "chu");
    client.send("position startpos moves 7i7h");
    let before = client.ask("sfen");
    let queens = format!("position sfen {} b - 1", ["Q11"; 12].join("/"));
    let two_hundred = {
        let mut text = String::from("position sfen ");
        for rank in 0..12 {
            let _ = write!(text, "{}{}", if rank > 0 { "/" } else { "" }, "Q".repeat(17));
        }
        text
    };
    for line in [
        "position",
        "position sfen",
        "position sfen 12/12",
        "position sfen 12/12/12/12/12/12/12/12/12/12/12/12 b - 1",
        "position sfen lfcsgekgscfl/a1b1txot1b1a/mvrh",
        "position sfen 15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 b - 1",
        "position startpos moves 7i7h 7h7g 7g7f",
        "position startpos moves \u{0}",
        "position startpos moves resign",
        "position startpos move 7i7h",
        &queens,
        &two_hundred,
        "nonsense",
        "setoption",
        "setoption name USI_Variant value \u{1b}[31m",
        "perft",
        "perft -1",
        "perft 1000",
        "bench x",
        "\u{feff}\u{feff}x",
    ] {
        let seen = survives(&mut client, line.as_bytes());
        assert_eq!(seen.len(), 1, "{line}: {seen:?}");
        assert_eq!(client.ask("sfen"), before, "{line}");
    }
    assert_eq!(survives(&mut client, b"setoption name Komi value 6.5"), [""; 0]);
}

#[test]
fn absurd_option_values_are_refused() {
    let mut client = Client::start();
    let absurd =
        ["", "-1", "0", "99999999999999999999999", "1048577", "1e9", "NaN", "true", "\u{0}"];
    for name in ["USI_Hash", "Hash", "Threads", "MultiPV"] {
        for value in absurd {
            let seen =
                survives(&mut client, format!("setoption name {name} value {value}").as_bytes());
            assert_eq!(seen.len(), 1, "{name}={value}: {seen:?}");
        }
    }
    let rules =
        ["RuleSet", "StartPosition", "PromotionRule", "LionTrading", "BareKing", "Repetition"];
    for name in rules.into_iter().chain(["USI_Ponder", "ResignScore", "MoveOverhead"]) {
        let long = "x".repeat(100_000);
        for value in ["nonsense", "-5", &long] {
            let seen =
                survives(&mut client, format!("setoption name {name} value {value}").as_bytes());
            assert_eq!(seen.len(), 1, "{name}: {seen:?}");
        }
    }
    // More memory than any machine has is refused as well, and the engine still thinks.
    survives(&mut client, b"setoption name USI_Hash value 1048576");
    client.send("go depth 1");
    client.find("bestmove ");
}

#[test]
fn huge_and_binary_lines() {
    let mut client = Client::start();
    let every_byte: Vec<u8> = (0..=255u8).filter(|b| *b != b'\n').cycle().take(70_000).collect();
    assert_eq!(survives(&mut client, &every_byte).len(), 1);
    let mut huge = b"position sfen ".to_vec();
    huge.resize(5 << 20, b'1');
    assert_eq!(survives(&mut client, &huge).len(), 1);
    let mut huge = b"position sfen ".to_vec();
    huge.resize(3 << 20, b'+');
    assert_eq!(survives(&mut client, &huge).len(), 1);
    for word in ["go ", "go searchmoves ", "position startpos moves "] {
        let line = format!("{word}{}", "zz9 ".repeat(200_000));
        client.send(&line);
    }
    client.find("bestmove ");
    client.find("bestmove ");
    client.sync();
}

#[test]
fn a_list_of_100_000_moves() {
    let mut client = Client::start();
    client.set("USI_Variant", "chu");
    client.set("Repetition", "off");
    // Leopards that step to and fro.
    let dance = ["11l11k", "2a2b", "11k11l", "2b2a"];
    let moves: Vec<&str> = dance.iter().copied().cycle().take(100_000).collect();
    client.send(&format!("position startpos moves {}", moves.join(" ")));
    assert_eq!(client.sync(), [""; 0]);
    assert!(client.ask("sfen").ends_with(" 100001"));
    client.send("go depth 1");
    client.find("bestmove ");
}
