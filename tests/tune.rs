//! Tuning finds what made the data, twice the same, and its result is a checked part of a game.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::Arc;

use daiban::eval::EvalTables;
use daiban::tune::data::{Sample, Samples, WHITE};
use daiban::tune::fit::{Settings, fit, sigmoid};
use daiban::tune::model::{Freedom, Model, Shape};
use daiban::types::{Color, Piece};
use daiban::variant::evaluation::{Evaluation, PieceEvaluation, Placement};
use daiban::variant::{Definition, Registry, Variant, export};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

fn definition(id: &str) -> Arc<Definition> {
    Registry::new().get(id).unwrap()
}

/// Chu without a section of its own.
fn chu() -> Arc<Variant> {
    let mut definition = Definition::clone(&definition("chu"));
    definition.evaluation = Evaluation::default();
    Arc::new(Arc::new(definition).default_variant().unwrap())
}

/// Positions of a few pieces each, and how games with `worths` go from them.
fn synthetic(variant: &Variant, worths: &[f64], seed: u64, count: usize) -> Vec<Sample> {
    let shape = Shape::of(variant);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let sample = |_| {
        let mut features = Vec::new();
        let mut sum = 0.0;
        for _ in 0..12 {
            let kind = random.random_range(1..shape.kinds);
            let (rank, file) =
                (random.random_range(0..shape.ranks), random.random_range(0..shape.files));
            let slot = shape.slot(kind, rank, file) as u32;
            let white: bool = random.random();
            features.push(if white { slot | WHITE } else { slot });
            sum += if white { -worths[slot as usize] } else { worths[slot as usize] };
        }
        let won = random.random_range(0.0..1.0) < sigmoid(sum / 600.0);
        Sample {
            features: features.into(),
            result: if won { 1.0 } else { 0.0 },
            score: sum,
            side: if random.random() { 1.0 } else { -1.0 },
            counts: [0; 5],
        }
    };
    (0..count).map(sample).collect()
}

/// Before hours of fitting, and before the data are read.
#[test]
fn a_file_that_cannot_be_written_is_told_first() {
    let folder = tempfile::tempdir().unwrap();
    for (out, words) in [("missing/chu.toml", "there is no folder missing"), (".", "is a folder")] {
        for arguments in [
            vec!["tune", "chu", "--data", "no-such-data.jsonl", "--out", out],
            vec!["openings", "--variant", "chu", "--count", "1000000", "--out", out],
        ] {
            let mut run = assert_cmd::Command::new(env!("CARGO_BIN_EXE_daiban"));
            let run = run.current_dir(folder.path()).args(&arguments).assert().failure();
            let said = String::from_utf8(run.get_output().stderr.clone()).unwrap();
            assert!(said.contains(words), "{arguments:?}: {said}");
        }
    }
}

#[test]
fn known_values_are_recovered_and_twice_the_same() {
    let variant = chu();
    let tables = EvalTables::new(&variant);
    let shape = Shape::of(&variant);
    let start = Model::new(&variant, &tables, Freedom::default());
    let mut worths = start.worths();
    let silver = variant.find_code("SG", false).unwrap();
    let lion = variant.find_code("LI", false).unwrap();
    for (kind, change) in [(silver, 250.0), (lion, -900.0)] {
        for rank in 0..shape.ranks {
            for file in 0..shape.files {
                // A silver also wants to be far advanced.
                let rank_bonus = if kind == silver { 20.0 * rank as f64 - 110.0 } else { 0.0 };
                worths[shape.slot(kind.index(), rank, file)] += change + rank_bonus;
            }
        }
    }
    let samples = Samples {
        fit: synthetic(&variant, &worths, 1, 30_000),
        held_out: synthetic(&variant, &worths, 2, 3_000),
        games: 0,
    };
    let settings = Settings { lambda: 0.5, prior_weight: 0.03, steps: 250, rate: 0.05 };
    let run = || {
        let mut model = start.clone();
        let outcome = fit(&mut model, &samples, &settings, |_, _| {});
        (model, outcome)
    };
    let (model, outcome) = run();
    assert!((500.0..700.0).contains(&outcome.scale), "{}", outcome.scale);
    assert!(outcome.fit.1 < outcome.fit.0 && outcome.held_out.1 < outcome.held_out.0);
    let found = model.evaluation(&variant, |_| true);
    let value = |code: &str| found.piece(code).unwrap().value.unwrap();
    let worth = |kind| tables.values().get(kind);
    let (silver_gain, lion_gain) = (value("SG") - worth(silver), value("LI") - worth(lion));
    assert!((150..350).contains(&silver_gain), "{silver_gain}");
    assert!((-1050..-700).contains(&lion_gain), "{lion_gain}");
    let derived = start.evaluation(&variant, |_| true);
    let ranks = |of: &Evaluation| of.piece("SG").unwrap().placement.clone().unwrap().ranks;
    let (before, after) = (ranks(&derived), ranks(&found));
    let slope = (after[11] - before[11]) - (after[0] - before[0]);
    assert!((60..300).contains(&slope), "{slope}");
    let (again, outcome_again) = run();
    assert_eq!((again.shift, outcome_again), (model.shift, outcome));
}

#[test]
fn an_unfitted_model_is_what_the_game_derives() {
    let variant = chu();
    let tables = EvalTables::new(&variant);
    let section = Model::new(&variant, &tables, Freedom::default()).evaluation(&variant, |_| true);
    let mut definition = Definition::clone(&variant.definition);
    definition.evaluation = section;
    let tuned = Arc::new(definition).default_variant().unwrap();
    let given = EvalTables::new(&tuned);
    for (kind, _) in variant.types() {
        assert_eq!(given.values().get(kind), tables.values().get(kind));
        for square in variant.geometry.squares() {
            let [a, b] =
                [&given, &tables].map(|t| t.psqt().get(Piece::new(kind, Color::White), square));
            // Rounding, and what a sum of two tables cannot say.
            assert!((a - b).abs() <= 60, "{} {a} {b}", variant.kind(kind).name);
        }
    }
    assert_eq!(given.tempo(), tables.tempo());
}

#[test]
fn a_broken_section_gives_findings_with_their_places() {
    let base = export::to_toml(&chu().definition);
    let first = base.lines().count() + 1;
    for (line, column, section, message) in [
        (2, 9, "[evaluation]\ntempo = -3\n", "a tempo is a number"),
        (2, 1, "[evaluation]\nspeed = 3\n", "unknown key `speed`"),
        (2, 1, "[evaluation.pieces]\nXX = { value = 3 }\n", "no piece `XX`"),
        (2, 16, "[evaluation.pieces]\nKI = { value = 0 }\n", "from 1 to 50000"),
        (
            2,
            16,
            "[evaluation.pieces]\nKI = { ranks = [1, 2] }\n",
            "12 numbers on this board, not 2",
        ),
        (2, 16, "[evaluation.pieces]\nKI = { files = 3 }\n", "a list of whole numbers"),
        (2, 17, "[evaluation.pieces]\nKI = { files = [99999, 0, 0, 0, 0, 0] }\n", "an entry is"),
        (2, 17, "[evaluation.pieces]\nKI = { files = [\"a\", 0, 0, 0, 0, 0] }\n", "whole number"),
    ] {
        let text = format!("{base}{section}");
        let findings = Registry::new().check_source("x.toml", &text).unwrap_err();
        let report = findings.to_string();
        assert!(report.contains(message), "{report}");
        let place = (findings.list[0].line, findings.list[0].column);
        assert_eq!(place, (first + line - 1, column), "{report}");
    }
}

fn section() -> Evaluation {
    let piece = |code: &str, value| PieceEvaluation {
        code: code.to_owned(),
        value: Some(value),
        placement: Some(Placement { ranks: (0..12).collect(), files: (0..6).collect() }),
    };
    Evaluation {
        tempo: Some(17),
        weights: [Some(3), None, None, Some(-7), None],
        pieces: vec![piece("LI", 3000), piece("+PW", 400)],
    }
}

#[test]
fn a_section_is_put_in_place_of_another_and_kept_on_export() {
    let base = format!("# A remark.\n{}", export::to_toml(&chu().definition));
    let once = section().replace_in(&base);
    assert!(once.starts_with("# A remark.\n"));
    let other = Evaluation { tempo: Some(5), ..Evaluation::default() };
    assert_eq!(section().replace_in(&other.replace_in(&base)), once);
    assert_eq!(section().replace_in(&once), once);
    let read = Registry::new().check_source("x.toml", &once).unwrap();
    assert_eq!(read.evaluation, section());
    let again = Registry::new().check_source("x.toml", &export::to_toml(&read)).unwrap();
    assert_eq!(again, read);
    let variant = Arc::new(read).default_variant().unwrap();
    let tables = EvalTables::new(&variant);
    let lion = variant.find_code("LI", false).unwrap();
    assert_eq!((tables.values().get(lion), tables.tempo()), (3000, 17));
    let corner = variant.geometry.parse("1l").unwrap();
    let middle = variant.geometry.parse("6a").unwrap();
    let worth = |color, square| tables.psqt().get(Piece::new(lion, color), square);
    assert_eq!((worth(Color::Black, corner), worth(Color::Black, middle)), (3000, 3016));
    assert_eq!((worth(Color::White, corner), worth(Color::White, middle)), (-3011, -3005));
}

#[test]
fn a_child_inherits_what_it_leaves_as_it_is() {
    let directory = tempfile::tempdir().unwrap();
    let mut parent = Definition::clone(&chu().definition);
    parent.id = "tuned".to_owned();
    parent.aliases.clear();
    parent.xboard_names.clear();
    parent.evaluation = section();
    std::fs::write(directory.path().join("tuned.toml"), export::to_toml(&parent)).unwrap();
    let mut registry = Registry::new();
    registry.add_directory(directory.path()).unwrap();
    let child = |more: &str| {
        let text = format!("extends = \"tuned\"\nid = \"child\"\nname = \"Child\"\n{more}");
        registry.check_source("child.toml", &text).unwrap().evaluation
    };
    assert_eq!(child(""), section());
    let codes = |more: &str| {
        child(more).pieces.iter().map(|p| p.code.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(codes("[[pieces]]\ncode = \"LI\"\nmove = \"K\"\n"), "+PW");
    assert_eq!(codes("[[pieces]]\ncode = \"PW\"\npromoted = { value = 7 }\n"), "LI");
    assert_eq!(codes("[board]\nzone = 3\n"), "");
    assert_eq!(codes("[evaluation]\ntempo = 1\n"), "");
}
