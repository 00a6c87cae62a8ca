//! XBoard's protocol with the real binary: handshake, whole games, analysis, hostile input.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

#[path = "support/cecp.rs"]
mod cecp;

use std::sync::Arc;
use std::time::Duration;

use cecp::{Client, is_result};
use daiban::game::{Game, Status};
use daiban::protocol::xboard::fen::write_fen;
use daiban::protocol::xboard::letters::Letters;
use daiban::protocol::xboard::notation::{move_text, read_move};
use daiban::types::Move;
use daiban::variant::{Choices, Registry};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How many games the scripted client plays in each game; 50 is a thorough run.
fn games() -> u64 {
    std::env::var("DAIBAN_CECP_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(2)
}

fn new_game(id: &str) -> Game {
    let definition = Registry::new().get(id).unwrap();
    let variant = Arc::new(definition.build(&Choices::default()).unwrap());
    let start = variant.xboard_start.clone();
    let array = variant.start_arrays.iter().find(|(name, _)| Some(name) == start.as_ref());
    let sfen = array.map_or(&variant.start_sfen, |(_, sfen)| sfen);
    Game::from_sfen(&variant, sfen).unwrap()
}

#[test]
fn a_gui_is_greeted_with_features_and_options() {
    let mut client = Client::start(&[]);
    client.send("xboard");
    client.send("protover 2");
    let (_, lines) = client.wait(|l| l == "feature done=1");
    let all = lines.join("\n");
    for wanted in ["ping=1", "setboard=1", "usermove=1", "memory=1", "smp=1", "analyze=1"] {
        assert!(all.contains(wanted), "{wanted}");
    }
    assert!(all.contains("chu,dai,dai-shogi,"), "{all}");
    for option in ["RuleSet -combo", "LionTrading -combo", "ResignScore -spin", "LogFile -string"] {
        assert!(all.contains(&format!("feature option=\"{option}")), "{option}");
    }
    assert!(client.ask("new").is_empty());
    assert!(client.ask("variant chu").is_empty());
    let setup = client.ask("variant dai-shogi");
    assert!(setup[0].starts_with("setup (P*") && setup[0].contains(") 15x15+0_chu "), "{setup:?}");
    assert_eq!(setup.len(), new_game("dai").variant().kinds.len(), "{setup:#?}");
    let maka = client.ask("variant maka");
    assert!(maka[0].starts_with("tellusererror ") && maka.len() == 1, "{maka:?}");
    let game = new_game("maka");
    let fen = write_fen(game.position(), &Letters::new(game.variant()));
    assert_eq!(client.ask("fen"), [fen]);
    assert_eq!(client.ask("variant hexagons"), ["Error (unknown variant): variant hexagons"]);
    client.quit();
}

/// A move that is not among the legal ones, made of two squares of the board.
fn nonsense(rng: &mut Xoshiro256PlusPlus, game: &Game) -> String {
    let geometry = game.position().geometry();
    let squares: Vec<_> = geometry.squares().collect();
    let mut square = || {
        let s = squares[rng.random_range(0..squares.len())];
        daiban::protocol::xboard::notation::square_name(geometry, s)
    };
    let (a, b) = (square(), square());
    format!("{a}{b}")
}

/// Prefers moves that take on the way, passes and promotions.
fn pick(rng: &mut Xoshiro256PlusPlus, moves: &[Move]) -> Move {
    let special: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|m| !m.via().is_none() || m.is_pass() || m.is_promotion())
        .collect();
    if !special.is_empty() && rng.random_range(0..2) == 0 {
        return special[rng.random_range(0..special.len())];
    }
    moves[rng.random_range(0..moves.len())]
}

fn play_one(client: &mut Client, id: &str, seed: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = new_game(id);
    let letters = Letters::new(game.variant());
    client.ask("new");
    client.ask(&format!("variant {id}"));
    client.ask("force");
    client.ask("sd 1");
    for _ in 0..120 {
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        match rng.random_range(0..20) {
            0 if game.ply_count() > 0 => {
                assert!(client.ask("undo").is_empty());
                game.undo();
            }
            1 => {
                let fen = write_fen(game.position(), &letters);
                assert!(client.ask(&format!("setboard {fen}")).is_empty());
                game = game.with_setup(&game.position().to_setup()).unwrap();
            }
            2..=5 => {
                client.send("go");
                if rng.random_range(0..3) == 0 {
                    client.send("?");
                }
                let text = client.wait_move();
                if is_result(&text) {
                    assert!(game.status() != Status::Playing, "{text}");
                    break;
                }
                let m = read_move(&mut game, &text).unwrap_or_else(|e| panic!("{text}: {e}"));
                assert_eq!(move_text(game.position(), m), text);
                game.make_move(m);
                let said = client.ask("force");
                let over = game.status() != Status::Playing;
                assert_eq!(said.iter().any(|l| is_result(l)), over, "{said:?}");
            }
            6 => {
                let text = nonsense(&mut rng, &game);
                let legal = read_move(&mut game, &text);
                let said = client.ask(&format!("usermove {text}"));
                match legal {
                    Ok(m) => game.make_move(m),
                    Err(_) => assert!(said[0].starts_with("Illegal move ("), "{said:?}"),
                }
            }
            _ => {
                let m = pick(&mut rng, &moves);
                let text = move_text(game.position(), m);
                let said = client.ask(&format!("usermove {text}"));
                assert!(said.is_empty(), "{said:?}");
                let m = read_move(&mut game, &text).unwrap();
                game.make_move(m);
            }
        }
        assert_eq!(client.ask("fen"), [write_fen(game.position(), &letters)]);
    }
}

fn play_games(id: &str) {
    let mut client = Client::start(&["xboard"]);
    for seed in 0..games() {
        play_one(&mut client, id, seed);
    }
    client.quit();
}

#[test]
fn games_of_chu_stay_in_step() {
    play_games("chu");
}

#[test]
fn games_of_dai_stay_in_step() {
    play_games("dai");
}

#[test]
fn games_with_drops_stay_in_step() {
    play_games("wadrops");
    play_games("shogi");
}

#[test]
fn games_of_maka_stay_in_step() {
    play_games("maka");
}

#[test]
fn games_of_heian_dai_stay_in_step() {
    play_games("heiandai");
}

#[test]
fn games_of_sho_stay_in_step() {
    play_games("sho");
}

#[test]
fn the_engine_plays_its_side_ponders_and_claims_only_what_is_true() {
    let mut client = Client::start(&["xboard"]);
    client.ask("new");
    client.ask("variant chu");
    for line in ["st 0.05", "hard", "post", "easy", "hard"] {
        assert!(client.ask(line).is_empty());
    }
    let mut game = new_game("chu");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for _ in 0..6 {
        let m = pick(&mut rng, &game.legal_moves());
        client.send(&format!("usermove {}", move_text(game.position(), m)));
        game.make_move(m);
        let text = client.wait_move();
        let m = read_move(&mut game, &text).unwrap();
        game.make_move(m);
    }
    // Two plies back, and the same side goes on.
    client.ask("remove");
    game.undo();
    game.undo();
    let fen = write_fen(game.position(), &Letters::new(game.variant()));
    let said = client.ask("fen");
    assert_eq!(said.last(), Some(&fen));
    client.ask("force");
    client.ask("easy");
    // Gote's king is taken: Sente has won, and says so.
    client.ask("setboard k11/Q11/12/12/12/12/12/12/12/12/12/K11 w - 0 1");
    client.send("go");
    assert_eq!(client.wait_move(), "a11a12");
    client.wait(|l| l == "1-0 {Gote has lost the last royal}");
    let said = client.ask("usermove a1a2");
    assert!(said[0].starts_with("Illegal move (the game is over: Gote has lost"), "{said:?}");
    client.quit();
}

#[test]
fn resigning_is_an_option() {
    let lost = "setboard k11/12/12/12/12/12/12/12/12/2qqq7/2qqq7/K11 w - 0 1";
    for (score, resigns) in [("0", false), ("500", true)] {
        let mut client = Client::start(&["xboard"]);
        client.ask("variant chu");
        client.ask(&format!("option ResignScore={score}"));
        client.ask("force");
        client.ask(lost);
        client.ask("sd 2");
        client.send("go");
        let said = client.wait_move();
        assert_eq!(said == "0-1 {Sente resigns}", resigns, "{said}");
        client.quit();
    }
}

#[test]
fn both_protocols_search_alike() {
    for id in ["chu", "dai", "maka"] {
        let mut game = new_game(id);
        let sfen = game.position().sfen();
        let mut usi = Client::start(&["usi"]);
        usi.send(&format!("setoption name USI_Variant value {id}"));
        usi.send(&format!("position sfen {sfen}"));
        usi.send("go depth 4");
        let (best, infos) = usi.wait(|l| l.starts_with("bestmove"));
        let best = game.parse_move(best.split(' ').nth(1).unwrap()).unwrap();
        let word = |line: &str, name: &str| {
            let mut words = line.split(' ').skip_while(|w| *w != name);
            words.nth(1).unwrap().to_owned()
        };
        let exact = |l: &&String| l.starts_with("info depth 4 ") && !l.contains("bound");
        let info = infos.iter().rfind(exact).unwrap();
        let mut xboard = Client::start(&["xboard"]);
        xboard.ask(&format!("variant {id}"));
        for line in ["force", "post", "sd 4"] {
            xboard.ask(line);
        }
        xboard.send("go");
        let (mut text, lines) = xboard.wait(|l| l.starts_with("move "));
        assert!(!text.ends_with(','));
        text = text.split_off(5);
        assert_eq!(text, move_text(game.position(), best), "{id}");
        let line = lines.iter().rfind(|l| l.starts_with("4 ")).unwrap();
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!((words[1], words[3]), (&*word(info, "cp"), &*word(info, "nodes")), "{id}");
        usi.quit();
        xboard.quit();
    }
}

#[test]
fn edit_mode_sets_up_a_position() {
    let mut client = Client::start(&["xboard"]);
    client.ask("new");
    client.ask("variant chu");
    client.ask("force");
    for line in ["edit", "#", "Kf1", "+Pa4", "c", "Kf12", "."] {
        client.send(line);
    }
    assert_eq!(client.ask("fen"), ["5k6/12/12/12/12/12/12/12/+P11/12/12/5K6 w - 0 1"]);
    for line in ["edit", "#"] {
        client.send(line);
    }
    let said = client.ask(".");
    assert!(said[0].starts_with("Error (no royal on either side)"), "{said:?}");
    client.quit();
}

#[test]
fn a_game_of_the_user_is_announced_with_its_own_pieces() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games");
    let mut client = Client::start(&["--games", folder, "xboard"]);
    client.send("protover 2");
    let (_, lines) = client.wait(|l| l == "feature done=1");
    let variants = lines.iter().find(|l| l.contains("variants=")).unwrap();
    let names = variants.split('"').nth(1).unwrap().split(',');
    // Without the boards that XBoard cannot show.
    let too_large = |name: &str| name.contains("maka") || name.contains("tenjiku");
    let own: Vec<&str> = names.filter(|n| !too_large(n)).collect();
    assert!(own.len() >= 5, "{own:?}");
    // XBoard knows two of them by itself.
    for name in own.into_iter().filter(|n| !["chu", "shogi"].contains(n)) {
        let said = client.ask(&format!("variant {name}"));
        assert!(said[0].starts_with("setup (") && said[0].len() < 512, "{name}: {said:?}");
        assert!(said[1..].iter().all(|l| l.starts_with("piece ")), "{name}: {said:?}");
        client.send("sd 1");
        client.send("go");
        assert!(!is_result(&client.wait_move()));
        client.ask("force");
    }
    client.quit();
}

#[test]
fn anything_at_all_is_survived() {
    let mut client = Client::start(&["xboard"]);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let words = [
        "usermove",
        "setboard",
        "variant",
        "level",
        "st",
        "sd",
        "time",
        "otim",
        "memory",
        "cores",
        "option",
        "edit",
        ".",
        "#",
        "c",
        "new",
        "undo",
        "remove",
        "go",
        "?",
        "force",
        "analyze",
        "exit",
        "hint",
        "bk",
        "playother",
        "easy",
        "hard",
        "post",
        "nopost",
        "result",
        "draw",
        "ping",
        "nps",
        "chu",
        "dai",
        "maka",
        "-1",
        "0",
        "1",
        "99999999999999999999",
        "1e999",
        "=",
        "a1a2",
        "@@@@",
        "a1a1,a1a1,a1a1,a1a1",
        "+",
        "\u{e9}\u{0}",
        "Ka1",
        "RuleSet=tsa",
        "d",
        "k11/12/12/12/12/12/12/12/12/12/12/K11",
        "w",
        "b",
        "\"",
        "legal",
        "fen",
        "status",
    ];
    client.send("sd 1");
    for _ in 0..400 {
        let count = rng.random_range(0..4);
        let line: Vec<&str> = (0..count).map(|_| words[rng.random_range(0..words.len())]).collect();
        let line = line.join(" ");
        // Memory and threads are cheap to ask for and dear to have.
        if !line.starts_with("memory") && !line.starts_with("cores") {
            client.send(&line);
        }
    }
    client.send(&format!("setboard {}", "9/".repeat(100_000)));
    client.send(&"x".repeat(1_000_000));
    for line in [".", "force", "exit", "ping 4242"] {
        client.send(line);
    }
    let (_, said) = client.wait(|l| l == "pong 4242");
    assert!(said.iter().all(|l| l.len() < 20_000));
    client.quit();
}

#[test]
fn the_end_by_the_other_side_is_claimed_late_and_only_once() {
    let mut client = Client::start(&[]);
    client.ask("xboard\nprotover 2\nnew\nvariant chu");
    let mut end = |after: &str| {
        client.ask("force\nsetboard 11k/11R/12/12/12/12/12/12/12/12/12/K11 w 0 1\nplayother");
        client.send("usermove l11l12");
        client.send(after);
        std::thread::sleep(Duration::from_millis(700));
        client.ask("").into_iter().filter(|l| is_result(l)).collect::<Vec<_>>()
    };
    assert_eq!(end(""), ["1-0 {Gote has lost the last royal}"]);
    assert!(end("result 1-0 {Gote has lost the last royal}").is_empty());
    client.quit();
}

/// Every option of USI but the game itself is one of XBoard, with the same default and range.
#[test]
fn options_are_those_of_usi() {
    use std::process::Command;

    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("usi");
    std::fs::write(&input, "usi\nquit\n").unwrap();
    let usi = Command::new(env!("CARGO_BIN_EXE_daiban"))
        .arg("usi")
        .stdin(std::fs::File::open(&input).unwrap())
        .output()
        .unwrap();
    let usi = String::from_utf8(usi.stdout).unwrap();
    let expected: Vec<String> = usi
        .lines()
        .filter_map(|l| l.strip_prefix("option name "))
        .filter(|l| !l.starts_with("USI_Variant "))
        .map(|l| {
            let words: Vec<&str> = l.split(' ').collect();
            let after = |key: &str| {
                let at = words.iter().position(|w| *w == key);
                at.and_then(|at| words.get(at + 1)).copied().unwrap_or_default()
            };
            let (name, default) = (words[0], after("default"));
            match after("type") {
                "check" => format!("{name} -check {}", u8::from(default == "true")),
                "spin" => format!("{name} -spin {default} {} {}", after("min"), after("max")),
                "combo" => {
                    let values = words.windows(2).filter(|w| w[0] == "var").map(|w| {
                        if w[1] == default { format!("*{}", w[1]) } else { w[1].to_owned() }
                    });
                    format!("{name} -combo {}", values.collect::<Vec<_>>().join(" /// "))
                }
                "string" | "filename" => format!("{name} -string "),
                kind => format!("{name} -{kind}"),
            }
        })
        .collect();
    let mut client = Client::start(&["xboard"]);
    client.send("protover 2");
    let (_, lines) = client.wait(|l| l == "feature done=1");
    let announced: Vec<String> = lines
        .iter()
        .filter_map(|l| Some(l.strip_prefix("feature option=\"")?.strip_suffix('"')?.to_owned()))
        .collect();
    assert!(expected.len() > 20);
    assert_eq!(announced, expected);
    client.quit();
}
