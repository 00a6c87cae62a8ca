//! Sessions with the real binary: what USI clients do, and what they may expect.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

#[path = "support/usi_client.rs"]
mod usi_client;

use std::time::{Duration, Instant};

use usi_client::Client;

const LONELY_CHU: &str = "12/12/12/12/12/12/12/12/12/12/12/12";

/// Words that may stand in an info line, besides numbers and moves.
const INFO_WORDS: [&str; 14] = [
    "info",
    "depth",
    "seldepth",
    "multipv",
    "score",
    "cp",
    "mate",
    "lowerbound",
    "upperbound",
    "nodes",
    "nps",
    "hashfull",
    "time",
    "pv",
];

fn count(lines: &[String], prefix: &str) -> usize {
    lines.iter().filter(|l| l.starts_with(prefix)).count()
}

/// An SFEN of Chu with these rows in place of empty ones; rows count from the top, from 0.
fn chu(rows: &[(usize, &str)], rest: &str) -> String {
    let mut board: Vec<&str> = LONELY_CHU.split('/').collect();
    for (row, text) in rows {
        board[*row] = text;
    }
    format!("{} {rest}", board.join("/"))
}

#[test]
fn the_first_word_may_be_any() {
    let mut client = Client::with_arguments(&[]);
    client.send("\nusi\nisready\nusinewgame\nposition startpos\ngo depth 1");
    let hello = client.until("usiok");
    assert!(hello[0].starts_with("id name daiban"));
    assert!(hello[1].starts_with("id author "));
    let options: Vec<&str> =
        hello.iter().filter_map(|l| l.strip_prefix("option name ")?.split(' ').next()).collect();
    let mut expected = vec!["USI_Variant", "RuleSet", "StartPosition", "PromotionRule"];
    expected.extend(["DeadPromotion", "LastRankPromotion", "LionTrading", "LionScope"]);
    expected.extend(["FreshLion", "Tsukegui", "DoomedProtector", "BareKing", "CheckRule"]);
    expected.extend(["TwoPawns", "PawnDropMate", "Impasse"]);
    expected.extend([
        "Repetition",
        "RepetitionThreshold",
        "MoveLimit",
        "EmperorCapture",
        "Contagion",
        "GeneralCapture",
        "AreaPass",
        "DemonSlide",
        "LionHawk",
        "FreeEagle",
        "Tetrarch",
    ]);
    expected.extend(["USI_Hash", "ClearHash", "Threads", "MultiPV", "USI_Ponder"]);
    expected.extend([
        "SkillLevel",
        "ResignScore",
        "MoveOverhead",
        "LogFile",
        "DefaultMoveTime",
        "GamesPath",
    ]);
    for name in &expected {
        assert!(options.contains(name), "{name} is missing");
    }
    client.find("readyok");
    client.find("bestmove ");
    client.send("quit");
    assert!(client.wait().success());
}

#[test]
fn info_lines_hold_whole_numbers_and_known_words() {
    let mut client = Client::start();
    client.set("MultiPV", "3");
    client.send("position startpos\ngo depth 3");
    let lines = client.until("bestmove ");
    assert!(count(&lines, "info depth 3 ") >= 3, "{lines:?}");
    for line in lines.iter().filter(|l| l.starts_with("info")) {
        let (head, pv) = line.split_once(" pv ").unwrap();
        for word in head.split(' ') {
            assert!(word.parse::<i64>().is_ok() || INFO_WORDS.contains(&word), "{word} in {line}");
        }
        assert!(pv.split(' ').all(|m| m.starts_with(|c: char| c.is_ascii_digit())), "{line}");
    }
}

#[test]
fn stop_is_answered_at_once_and_only_once() {
    let mut client = Client::start();
    client.send("stop");
    assert_eq!(client.sync(), [""; 0]);
    let mut fastest = Duration::MAX;
    for variant in ["chu", "dai", "maka"] {
        client.set("USI_Variant", variant);
        client.send("go infinite");
        client.until("info depth 2 ");
        client.sync();
        let start = Instant::now();
        client.send("stop");
        client.find("bestmove ");
        fastest = fastest.min(start.elapsed());
        client.send("stop");
        assert_eq!(count(&client.sync(), "bestmove"), 0);
    }
    // The others may have met a busy machine.
    assert!(fastest < Duration::from_millis(50), "{fastest:?}");
}

#[test]
fn quit_and_the_end_of_input_end_a_search_with_its_answer() {
    for close in [false, true] {
        let mut client = Client::start();
        client.send("go infinite");
        client.until("info depth 1 ");
        if close {
            client.close();
        } else {
            client.send("quit");
        }
        assert_eq!(count(&client.rest(), "bestmove "), 1);
        assert!(client.wait().success());
    }
}

#[test]
fn every_go_has_one_answer() {
    let mut client = Client::start();
    // A second `go` ends the first; a position sent meanwhile counts from the next `go` on.
    client.send("go infinite\nposition startpos moves 9o10n\ngo infinite\nusinewgame\ngo depth 1");
    let mut seen = Vec::new();
    for _ in 0..3 {
        seen.extend(client.until("bestmove "));
    }
    seen.extend(client.sync());
    assert_eq!(count(&seen, "bestmove "), 3);
}

#[test]
fn limits_as_clients_send_them() {
    let mut client = Client::start();
    client.set("DefaultMoveTime", "60");
    for go in [
        "go movetime 50.0",
        "go",
        "go byoyomi 100",
        "go btime 0 wtime 0 byoyomi 60",
        "go btime -500 wtime -500 binc 0 winc 0",
        "go btime 600000 wtime 600000 movetime 40 depth 60",
        "go btime 2000 wtime 2000 binc 50 winc 50 depth 2",
        "go nodes 500",
        "go depth 2 infinite",
        "go movetime -1",
        "go searchmoves 9o10n depth 2",
    ] {
        let start = Instant::now();
        client.send(go);
        let answer = client.find("bestmove ");
        assert!(!answer.contains("resign"), "{go}: {answer}");
        assert!(start.elapsed() < Duration::from_secs(10), "{go}");
    }
    client.send("position startpos\ngo searchmoves 9o10n depth 2");
    assert!(client.find("bestmove ").starts_with("bestmove 9o10n"));
    client.send("go depth many movetime x");
    let lines = client.until("bestmove ");
    assert_eq!(count(&lines, "info string error: "), 2);
}

#[test]
fn pondering_waits_for_the_move() {
    let mut client = Client::start();
    client.send("go ponder btime 1000 wtime 1000 byoyomi 50");
    client.until("info depth 1 ");
    client.send("ponderhit btime 900 wtime 1000 byoyomi 50");
    client.find("bestmove ");
    client.send("go ponder movetime 10");
    client.until("info depth 1 ");
    std::thread::sleep(Duration::from_millis(100));
    client.send("gameover win");
    client.find("bestmove ");
    client.send("ponderhit\nstop");
    assert_eq!(client.sync(), [""; 0]);
}

#[test]
fn the_size_of_the_board_chooses_the_game() {
    let mut client = Client::start();
    client.set("UCI_Variant", "chushogi");
    let chu = client.ask("sfen").replacen("sfen ", "", 1);
    let mut fresh = Client::start();
    fresh.send(&format!("position sfen {chu}"));
    assert_eq!(fresh.ask("sfen"), format!("sfen {chu}"));
    fresh.send("position sfen startpos moves 7i7h");
    assert!(fresh.ask("sfen").contains("/PPPPP1PPPPPP/"), "Chu is still played");
    assert_eq!(fresh.sync(), [""; 0]);
    // What is damaged is judged as the game that it resembles, also while another is the default.
    let damaged = |from: &str, to: &str| {
        let mut fresh = Client::start();
        fresh.reply(&format!("position sfen {}", chu.replacen(from, to, 1)))
    };
    let error = damaged("12/", "11/");
    assert!(error.contains("row 6 has 11 squares and this game has 12"), "{error}");
    let error = damaged("12/", "");
    assert!(error.contains("the board has 11 rows and this game has 12"), "{error}");
    fresh.set("USI_Variant", "dai");
    let error = fresh.reply(&format!("position sfen {chu}"));
    assert!(error.starts_with("info string error: the board has 12 rows"), "{error}");
}

#[test]
fn shogi_is_spoken_as_everywhere() {
    let mut client = Client::start();
    client.set("USI_Variant", "shogi");
    client.send("position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e");
    assert!(client.ask("sfen").ends_with("/LNSGKGSNL w b 6"));
    client.send("go depth 3");
    client.find("bestmove ");
    let given = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
    client.send(&format!("position sfen {given}"));
    assert!(client.ask("sfen").starts_with("sfen l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/"));
    // The position of most legal moves that is played for counting.
    let most = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";
    client.send(&format!("position sfen {most}"));
    assert!(client.ask("legal").starts_with("legal 593 "));
}

#[test]
fn hands_choose_the_game_with_drops() {
    let mut client = Client::start();
    client.send("position sfen 4k4/9/9/9/9/9/9/9/4K4 w R2Pb 1");
    assert_eq!(client.ask("sfen"), "sfen 4k4/9/9/9/9/9/9/9/4K4 w R2Pb 1");
    let mut client = Client::start();
    client.send("position sfen 4k4/9/9/9/4e4/9/9/9/4K4 b - 1");
    assert_eq!(client.ask("sfen"), "sfen 4k4/9/9/9/4e4/9/9/9/4K4 b - 1");
}

#[test]
fn an_illegal_move_leaves_the_position() {
    let mut client = Client::start();
    client.set("USI_Variant", "chu");
    client.send("position startpos moves 7i7h");
    let before = client.ask("sfen");
    let error = client.reply("position startpos moves 7i7h 6d6e 7h7e");
    assert!(error.starts_with("info string error: illegal move 7h7e at ply 3: "), "{error}");
    assert_eq!(client.ask("sfen"), before);
    assert_eq!(client.reply("setoption name Nonsense value 1\nfoo"), {
        "info string error: unknown command `foo`"
    });
}

#[test]
fn finished_games_are_answered_at_once() {
    let mut client = Client::start();
    client.set("USI_Variant", "chu");
    let lost = chu(&[(0, "k11"), (11, "11G")], "b - 1");
    client.send(&format!("position sfen {lost}\ngo"));
    assert_eq!(client.line(), "bestmove resign");
    assert_eq!(client.ask("status"), "status win white royals-lost");
    assert_eq!(client.ask("legal"), "legal 0");
    client.send(&format!("position sfen {}\ngo infinite", lost.replace(" b ", " w ")));
    assert_eq!(client.line(), "bestmove win");
    client.set("MoveLimit", "1");
    client.send("position startpos moves 7i7h\ngo");
    assert_eq!(client.line(), "bestmove none");
    assert_eq!(client.ask("status"), "status draw move-limit");
}

#[test]
fn a_royal_is_taken_and_resignation_is_by_option() {
    let mut client = Client::start();
    client.set("USI_Variant", "chu");
    client
        .send(&format!("position sfen {}\ngo depth 2", chu(&[(0, "k10R"), (11, "11K")], "b - 1")));
    assert!(client.find("bestmove ").starts_with("bestmove 1a12a"));
    let behind = chu(&[(0, "kqqqqqqq4"), (11, "11K")], "b - 1");
    client.send(&format!("position sfen {behind}\ngo depth 1"));
    assert_ne!(client.find("bestmove "), "bestmove resign");
    client.set("ResignScore", "500");
    client.send("go depth 1");
    assert_eq!(client.find("bestmove "), "bestmove resign");
}

#[test]
fn mate_searches_have_their_own_answer() {
    let mut client = Client::start();
    client.set("USI_Variant", "chu");
    client.send("go mate 30");
    assert!(client.find("checkmate ").len() > "checkmate ".len());
    client.send("go mate infinite\nstop");
    client.find("checkmate ");
    let won = chu(&[(0, "11R"), (11, "11K")], "b - 1");
    client.send(&format!("position sfen {won}\ngo mate 1000"));
    assert_eq!(client.find("checkmate "), "checkmate nomate");
    assert_eq!(count(&client.sync(), "bestmove"), 0);
}

#[test]
fn extensions_answer_as_the_manual_says() {
    let mut client = Client::start();
    client.set("USI_Variant", "chu");
    client.send("d");
    let diagram = client.until("status ");
    assert_eq!(diagram.len(), 1 + 12 + 3);
    assert!(diagram[13].starts_with("sfen ") && diagram[14].starts_with("key "));
    assert!(client.ask("legal").starts_with("legal 36 "));
    client.send("perft 0\nperft 2\neval");
    assert_eq!(client.line(), "perft 0 1");
    let perft = client.until("perft 2 ");
    assert_eq!((perft.len(), perft[36].as_str()), (37, "perft 2 1296"));
    client.find("eval ");
    client.send("perft 20\nisready\nstop");
    client.find("readyok");
    assert_eq!(client.line(), "info string error: stopped");
    let bench = {
        client.send("bench 1\neval");
        client.until("eval ")
    };
    assert!(bench.iter().any(|l| l.contains(" nodes ") && l.ends_with(" nps")), "{bench:?}");
}

#[test]
fn the_log_tells_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("traffic");
    let mut client = Client::start();
    client.set("LogFile", file.to_str().unwrap());
    client.send("go depth 1");
    client.find("bestmove ");
    let text = std::fs::read_to_string(file).unwrap();
    assert!(text.contains("< go depth 1") && text.contains("> bestmove "), "{text}");
}

#[test]
fn games_of_the_user_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = Client::start();
    let text = {
        let command = assert_cmd::Command::cargo_bin("daiban").unwrap();
        let mut command = command;
        command.args(["variants", "export", "chu"]);
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let text =
        text.replacen("id = \"chu\"", "id = \"mine\"", 1).replacen("aliases", "# aliases", 1);
    std::fs::write(folder.path().join("mine.toml"), text).unwrap();
    std::fs::write(folder.path().join("bad.toml"), "id = 3").unwrap();
    let note = client
        .reply(&format!("setoption name GamesPath value {}", folder.path().to_str().unwrap()));
    assert!(note.starts_with("info string error: ") && note.contains("bad.toml"), "{note}");
    client.set("USI_Variant", "mine");
    assert!(client.ask("legal").starts_with("legal 36 "));
}

/// The value after the last `nodes` of a search.
fn nodes(lines: &[String]) -> u64 {
    let line = lines.iter().rev().find_map(|l| l.split(" nodes ").nth(1)).unwrap();
    line.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn a_lower_level_uses_few_nodes_and_plays_legal_moves() {
    let mut client = Client::start();
    client.set("USI_Variant", "chu");
    client.set("SkillLevel", "0");
    for start in ["position startpos", "position startpos moves 7i7h 6d6e"] {
        client.send(&format!("{start}\ngo movetime 5000"));
        let mut lines = client.until("bestmove ");
        let best = lines.pop().unwrap();
        assert!(lines.iter().all(|l| !l.contains(" multipv 2 ")), "{lines:#?}");
        assert!(nodes(&lines) <= 200, "{lines:#?}");
        let m = best.split(' ').nth(1).unwrap();
        assert!(client.ask("legal").split(' ').any(|w| w == m), "{best}");
    }
}

#[test]
fn numbers_of_the_search_are_options_when_asked_for() {
    let mut client = Client::with_arguments(&["usi", "--tunables"]);
    client.send("usi");
    let announced = client.until("usiok");
    assert!(announced.iter().any(|l| l.starts_with("option name rfp_margin type spin default ")));
    assert!(client.reply("setoption name rfp_margin value -1").starts_with("info string error"));
    let mut search = || {
        client.send("usinewgame\nposition startpos\ngo depth 7");
        let found = nodes(&client.until("bestmove "));
        client.set("rfp_margin", "40");
        found
    };
    assert_ne!(search(), search());
}

#[test]
fn a_table_of_any_size_is_ready_and_stopped_at_once() {
    let mut client = Client::start();
    client.set("USI_Hash", "1024");
    for _ in 0..3 {
        client.send("usinewgame\nisready");
        client.until("readyok");
        let start = Instant::now();
        client.send("position startpos\ngo movetime 100");
        client.until("bestmove ");
        assert!(start.elapsed() < Duration::from_millis(400), "{:?}", start.elapsed());
    }
    client.set("USI_Hash", "128");
    client.send("usinewgame\nposition startpos\ngo infinite");
    std::thread::sleep(Duration::from_millis(20));
    let start = Instant::now();
    client.send("stop");
    client.until("bestmove ");
    assert!(start.elapsed() < Duration::from_millis(400), "{:?}", start.elapsed());
    for command in ["go movetime inf", "go movetime 1e999"] {
        client.send(&format!("{command}\nstop"));
        assert!(client.until("bestmove ").iter().any(|l| l.starts_with("info string")));
    }
}

#[test]
fn a_rule_that_forbids_the_game_starts_it_over_from_its_own_position() {
    let mut client = Client::start();
    client.set("USI_Variant", "chu");
    client.set("Repetition", "off");
    let board = "k11/n11/12/12/12/12/12/12/12/12/N11/K11";
    client.send(&format!("position sfen {board} b - 1 moves 12k11j 12b11c 11j12k 11c12b"));
    client.send("setoption name Repetition value strict");
    assert!(client.sync()[0].contains("starts over"));
    assert!(client.ask("sfen").contains(board));
}
