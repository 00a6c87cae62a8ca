//! Whole matches through the binary: engines that fail, kills and resumes, shards, bad input.
//!
//! The program of this test is also the mock engine (`tests/support/mock_engine.rs`), so that it
//! brings its own main.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test may panic, and says what it skipped"
)]

#[path = "support/arena.rs"]
mod arena;
#[path = "support/mock_engine.rs"]
mod mock_engine;

use std::fs;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use arena::{Runner, engine, games, remaining_mocks};
use libtest_mimic::{Arguments, Trial};
use serde_json::Value;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().collect();
    if words.get(1).is_some_and(|word| word == "mock") {
        return mock_engine::run(words.get(2).map_or("random", String::as_str));
    }
    let tests: Vec<(&str, fn())> = vec![
        ("failing_engines_get_their_verdict_and_the_match_goes_on", failing_engines),
        ("a_mute_engine_loses_by_not_starting", mute_engine),
        ("a_killed_runner_resumes_to_exactly_the_scheduled_games", killed_runner),
        ("shards_by_gnu_parallel_add_up_to_the_single_run", gnu_parallel),
        ("bad_input_is_one_clear_line", bad_input),
        ("a_sequential_test_stops_the_match", sequential_test),
        ("tournaments_have_every_pairing", tournament),
        ("usi_and_xboard_engines_agree_on_whole_games", mixed_protocols),
        ("hachu_plays_by_the_rules_that_it_is_said_to_play", hachu),
        ("records_convert_to_other_formats", conversion),
        ("games_of_the_user_and_other_arrays_are_played", own_games),
        ("a_big_table_costs_no_time_on_the_clock", big_table),
    ];
    let trials = tests
        .into_iter()
        .map(|(name, test)| {
            Trial::test(name, move || {
                test();
                Ok(())
            })
        })
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Every kind of failure against a sound engine, two games each.
fn failing_engines() {
    for (mode, reason, seconds) in [
        ("crash-at-start", "crash", 5),
        ("crash", "crash", 5),
        ("close-stdout", "crash", 5),
        ("hang", "time", 8),
        ("late", "time", 8),
        ("flood", "time", 10),
        ("long-line", "time", 10),
        ("garbage", "illegal-move", 5),
        ("illegal", "illegal-move", 5),
        ("empty", "illegal-move", 5),
        ("win", "false-claim", 5),
        ("resign", "resign", 5),
    ] {
        let mark = format!("fail-{mode}-{}", std::process::id());
        let runner = Runner::new()
            .engine(&engine("good", "random", &mark))
            .engine(&engine("bad", mode, &mark))
            .words("--variant chu --games 4 --st 0.5 --margin 200 --openings random:2")
            .words("--max-plies 60 --concurrency 2");
        let begin = Instant::now();
        let output = runner.run();
        let time = begin.elapsed();
        assert!(output.status.success(), "{mode}: {output:?}");
        let played = games(&runner.record());
        assert_eq!(played.len(), 4, "{mode}");
        for game in &played {
            let loser = if game["black"] == "bad" { "white" } else { "black" };
            assert_eq!(game["reason"], reason, "{mode}: {game}");
            assert_eq!(game["result"], loser, "{mode}: {game}");
            let detail = game["detail"].as_str().unwrap_or_default();
            if reason == "illegal-move" {
                assert!(detail.contains(" b ") || detail.contains(" w "), "no position: {detail}");
            }
        }
        // Starting the program counts too, and the machine may be busy.
        assert!(time < Duration::from_secs(seconds * 3), "{mode} took {time:?}");
        assert_eq!(remaining_mocks(&mark), Vec::<u32>::new(), "{mode} left processes");
    }
}

fn mute_engine() {
    let mark = format!("mute-{}", std::process::id());
    let runner = Runner::new()
        .engine(&engine("good", "random", &mark))
        .engine(&engine("bad", "mute", &mark))
        .words("--variant chu --games 2 --nodes 10 --openings start --timeout 0.5");
    let output = runner.run();
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("engine bad does not start"));
    assert!(games(&runner.record()).iter().all(|game| game["reason"] == "crash"));
    assert_eq!(remaining_mocks(&mark), Vec::<u32>::new());
}

/// Kills the runner fifty times at random moments.
fn killed_runner() {
    let mark = format!("kill-{}", std::process::id());
    let mut kills = 0;
    let mut seed = 12345_u64;
    while kills < 50 {
        let runner = Runner::new()
            .engine(&engine("a", "random", &mark))
            .engine(&engine("b", "random", &mark))
            .words("--variant chu --games 400 --nodes 10 --openings random:4 --max-plies 30")
            .words("--concurrency 2 --resume");
        while kills < 50 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let mut child = runner.spawn();
            std::thread::sleep(Duration::from_millis(20 + (seed >> 40) % 300));
            // Kill is SIGKILL: no chance to tidy up.
            child.kill().unwrap();
            let status = child.wait().unwrap();
            if status.success() {
                break;
            }
            kills += 1;
        }
        let output = runner.run();
        assert!(output.status.success(), "{output:?}");
        let mut numbers: Vec<u64> =
            games(&runner.record()).iter().map(|game| game["game"].as_u64().unwrap()).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..400).collect::<Vec<_>>());
    }
    // Orphans end when they see the end of their input.
    let begin = Instant::now();
    while !remaining_mocks(&mark).is_empty() {
        assert!(begin.elapsed() < Duration::from_secs(10), "engines outlive their runner");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The part of a summary that does not depend on the clock.
fn fixed_part(summary: &str) -> Value {
    let mut summary: Value = serde_json::from_str(summary).unwrap();
    for engine in summary["engines"].as_array_mut().unwrap() {
        for key in ["mean_time_ms", "nodes_per_second"] {
            engine[key] = Value::Null;
        }
        for key in ["time", "nodes_time"] {
            engine["figures"][key] = Value::Null;
        }
    }
    summary
}

fn gnu_parallel() {
    let version = std::process::Command::new("parallel").arg("--version").output();
    if !version.is_ok_and(|out| String::from_utf8_lossy(&out.stdout).contains("GNU parallel")) {
        println!("skipped: GNU parallel is not installed");
        return;
    }
    let base = |runner: Runner| {
        runner
            .engine(&engine("a", "random", "shard"))
            .engine(&engine("b", "random", "shard"))
            .words("--variant chu --games 24 --nodes 10 --openings random:4 --max-plies 40 --json")
    };
    let single = base(Runner::new());
    let whole = single.run();
    assert!(whole.status.success(), "{whole:?}");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("hosts"), "2/:\n").unwrap();
    // The script of the manual, with the settings of this test.
    let manual = include_str!("../book/src/shards.md");
    let (_, script) = manual.split_once("```bash\n").unwrap();
    let (script, _) = script.split_once("```").unwrap();
    let (head, tail) = script.split_once("settings=(").unwrap();
    let (_, tail) = tail.split_once(")\n").unwrap();
    let tail = tail.replace("pairs=10000 shard=100", "pairs=12 shard=4");
    let words = base(Runner::new()).shared_words();
    let script = format!("{head}settings=({words})\n{tail}");
    let path = std::env::var("PATH").unwrap_or_default();
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_daiban"));
    let output = std::process::Command::new("bash")
        .args(["-c", &script])
        .current_dir(folder.path())
        .env("PATH", format!("{}:{path}", program.parent().unwrap().display()))
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let shards: Vec<String> = ["0", "4", "8"]
        .iter()
        .map(|from| folder.path().join(format!("shard-{from}.jsonl")).display().to_string())
        .collect();
    let mut merge = arena::daiban();
    let merged = merge.args(["match", "merge", "--json"]).args(&shards).output().unwrap();
    assert!(merged.status.success(), "{merged:?}");
    let whole = String::from_utf8(whole.stdout).unwrap();
    let merged = String::from_utf8(merged.stdout).unwrap();
    assert_eq!(fixed_part(&merged), fixed_part(&whole));
}

fn bad_input() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.sfen");
    fs::write(&broken, "startpos moves 7i7h\n\n# fine so far\n7i7h 7i7h\n").unwrap();
    let noise = folder.path().join("noise");
    fs::write(&noise, b"startpos\n\xff\xfe\n").unwrap();
    let good = engine("good", "random", "bad");
    let other = engine("other", "random", "bad");
    let basics = "--variant chu --nodes 10 --openings start --max-plies 4";
    for (first, second, words, expected) in [
        ("cmd=/no/such/engine", &other, "", "/no/such/engine"),
        (&format!("{good} option.Speed=3"), &other, "", "no option `Speed`; it has: USI_Hash"),
        (&format!("{good} memory=100000"), &other, "", "takes 1 to 64"),
        (&good, &other, "--openings BROKEN", "broken.sfen, line 4: move 2 (7i7h)"),
        (&good, &other, "--openings /no/file", "/no/file"),
        (&good, &other, "--record /no/where.jsonl", "/no/where.jsonl"),
        (&good, &other, "--variant tiddlywinks", "tiddlywinks"),
        (&good, &other, "--rules RuleSet=nonsense", "RuleSet=nonsense"),
        (&good, &other, "--rules Speed=3", "Speed"),
        (&good, &other, "--sprt elo0=5 elo1=0", "elo0 must be below elo1"),
        (&good, &other, "--pairs 5..9", "--pairs"),
        (&good, &other, "--games many", "--games takes a number"),
        (&good, &other, "--max-plies 0", "--max-plies starts at 1"),
        (&good, &other, "--resign plies=0", "plies=N from 1"),
        (&good, &other, "--tc 0", "--tc 0 needs --byoyomi"),
        (&good, &other, "--each nodes=x", "bad nodes `x`"),
        (&good, &other, "--openings NOISE", "noise, line 2: this is no text"),
        (&good, &other, "--plot /no/where.svg", "/no/where.svg"),
        (&good, &other, "--st zero", "bad st `zero`"),
        (&good, &other, "--variant maka --openings suite --rules Contagion=sometimes", "Contagion"),
    ] {
        let words = words.replace("BROKEN", &broken.display().to_string());
        let words = words.replace("NOISE", &noise.display().to_string());
        let runner = Runner::bare().engine(first).engine(second).words(basics).words(&words);
        let output = runner.run();
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{words} {first}: {text}");
        assert!(text.contains(expected), "{words} {first}: {text}");
        let lines = text.lines().filter(|line| line.starts_with("error")).count();
        assert_eq!(lines, 1, "{text}");
        assert!(!text.contains("panicked"), "{text}");
    }
    if cfg!(target_os = "linux") {
        let runner = Runner::bare().engine(&good).engine(&other).words(basics);
        let output = runner.words("--record /dev/full --resume").run();
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && text.contains("No space left"), "{text}");
    }
}

fn own_games() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games");
    let selves = "--nodes 50 --max-plies 12 --openings random:2 --variant gorge";
    for words in [format!("--games-path {folder}"), format!("--games {folder}")] {
        let runner = Runner::new().engine("self").engine("self").words(selves).words(&words);
        let output = runner.run();
        assert!(output.status.success(), "{output:?}");
        assert_eq!(games(&runner.record()).len(), 2, "{words}");
    }
    let runner = Runner::new().engine("self").engine("self");
    let runner = runner.words("--variant maka --rules tsa --nodes 20 --max-plies 12");
    let output = runner.run();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(games(&runner.record()).len(), 2);
}

fn big_table() {
    let runner = Runner::bare().engine("self name=big memory=1024").engine("self name=small");
    let runner = runner.words("--variant chu --st 0.2 --max-plies 14 --games 4 --json");
    let output = runner.run();
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    for engine in summary["engines"].as_array().unwrap() {
        assert_eq!(engine["figures"]["time_forfeits"], 0, "{summary}");
    }
    // An option that the engine refuses is told.
    let runner = Runner::bare().engine("self memory=1000000").engine("self");
    let output = runner.words("--variant chu --nodes 20 --max-plies 10").run();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("there is not so much memory"), "{text}");
}

fn sequential_test() {
    let runner = Runner::new()
        .engine(&engine("good", "random", "sprt"))
        .engine(&engine("bad", "resign", "sprt"))
        .words("--variant chu --games 4000 --nodes 10 --openings random:2 --concurrency 2")
        .words("--json --sprt elo0=0 elo1=100");
    let output = runner.run();
    assert!(output.status.success(), "{output:?}");
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["sprt"]["verdict"], "accepted", "{summary}");
    assert!(summary["games"].as_u64().unwrap() < 200, "{summary}");
}

fn tournament() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("engines.toml");
    let program = std::env::current_exe().unwrap();
    let table = |name: &str| {
        let program = program.display();
        format!("[[engine]]\ncmd = '{program}'\nname = '{name}'\nargs = ['mock', 'random']\n")
    };
    fs::write(&file, ["a", "b", "c"].map(table).concat()).unwrap();
    let plot = folder.path().join("plot.svg");
    let runner = Runner::new()
        .words(&format!("--engines-file {} --plot {}", file.display(), plot.display()))
        .words("--variant chu --tournament round-robin --rounds 2 --nodes 10 --max-plies 20");
    let output = runner.run();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("rank") && text.contains("b - c"), "{text}");
    assert_eq!(games(&runner.record()).len(), 12);
    assert!(fs::read_to_string(plot).unwrap().contains("</svg>"));
}

fn mixed_protocols() {
    for variant in ["chu", "dai"] {
        let runner = Runner::new()
            .engine(&engine("u", "random", "mixed"))
            .engine(&format!("{} proto=xboard", engine("x", "xboard", "mixed")))
            .words(&format!("--variant {variant} --games 6 --openings random:4 --st 2"));
        let output = runner.run();
        assert!(output.status.success(), "{output:?}");
        for game in games(&runner.record()) {
            let reason = game["reason"].as_str().unwrap();
            let sound = ["royals-lost", "no-moves", "bare-king", "repetition", "perpetual"];
            let sound = sound.contains(&reason) || reason == "max-plies";
            assert!(sound, "{variant}: {reason} {}", game["detail"]);
        }
    }
}

/// HaChu on both sides: every move of it is legal by the rule set that bears its name.
fn hachu() {
    let program = "/usr/games/hachu";
    if !std::path::Path::new(program).exists() {
        println!("skipped: hachu is not installed");
        return;
    }
    let hachu = format!("cmd={program} proto=xboard depth=2");
    for variant in ["chu", "dai"] {
        let runner = Runner::new()
            .engine(&format!("{hachu} name=A"))
            .engine(&format!("{hachu} name=B"))
            .words(&format!("--variant {variant} --rules RuleSet=hachu --games 2 --max-plies 300"))
            .words("--openings random:6");
        let output = runner.run();
        assert!(output.status.success(), "{output:?}");
        for game in games(&runner.record()) {
            let reason = game["reason"].as_str().unwrap();
            let sound = ["royals-lost", "no-moves", "max-plies", "resign"].contains(&reason);
            // A refusal of a legal move is HaChu's own fault and voids the game.
            assert!(sound || game["result"] == "void", "{variant}: {reason} {}", game["detail"]);
        }
    }
}

fn conversion() {
    let runner = Runner::new()
        .engine(&engine("a", "random", "convert"))
        .engine(&engine("b", "random", "convert"))
        .words("--variant chu --games 2 --nodes 10 --openings random:4 --max-plies 120");
    assert!(runner.run().status.success());
    let record = runner.record().display().to_string();
    let convert = |format: &str| {
        let mut command = arena::daiban();
        let output = command.args(["record", "convert", &record, "--format", format]);
        let output = output.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let pgn = convert("pgn");
    assert!(pgn.contains("[Variant \"chu\"]") && pgn.contains("1. "), "{pgn}");
    let kif = convert("kif");
    assert!(kif.contains("手合割：") && kif.contains("1手目 "), "{kif}");
    let positions = convert("position");
    assert_eq!(positions.lines().filter(|line| line.starts_with("position sfen ")).count(), 2);
    let mut show = arena::daiban();
    let shown = show.args(["record", "show", &record, "--game", "1"]).output().unwrap();
    assert!(shown.status.success() && shown.stdout.len() > 1000, "{shown:?}");
}
