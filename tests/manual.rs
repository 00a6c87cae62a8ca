//! The manual names every flag of the program and every key of a game file.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use std::fs;
use std::path::Path;
use std::sync::Arc;

use clap::{Command, CommandFactory as _};
use daiban::cli::Cli;
use daiban::variant::rules::{Contagion, LastRankPromotion};
use daiban::variant::{Registry, RuleOption, RuleValues};

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src").join(name)).unwrap()
}

fn flags(command: &Command, found: &mut Vec<String>) {
    let path = command.get_name();
    let long = command.get_arguments().filter_map(|a| Some((path, a.get_long()?)));
    found.extend(
        long.filter(|(_, l)| !["help", "version"].contains(l)).map(|(c, l)| format!("{c} --{l}")),
    );
    for inner in command.get_subcommands() {
        flags(inner, found);
    }
}

/// True when the text has the flag as a whole word.
fn names(text: &str, flag: &str) -> bool {
    let follows = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-');
    text.match_indices(flag).any(|(at, _)| follows(&text[at + flag.len()..]))
}

#[test]
fn every_flag_has_a_line() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src");
    let pages = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let pages = pages.filter(|path| path.extension().is_some_and(|e| e == "md"));
    let manual: String = pages.map(|path| fs::read_to_string(path).unwrap()).collect();
    let mut found = Vec::new();
    flags(&Cli::command(), &mut found);
    assert!(found.len() > 50, "{found:?}");
    found.retain(|flag| !names(&manual, flag.split(' ').nth(1).unwrap()));
    assert!(found.is_empty(), "not in the manual: {found:?}");
}

/// A game that says nothing of its rules has the values of the manual's table.
#[test]
fn every_rule_of_a_file_has_a_line_with_its_default() {
    let text = page("game-files.md");
    let source = r#"
        id = "bare"
        name = "Bare"
        [board]
        files = 3
        ranks = 3
        [start]
        standard = ["1[ki]1", "3", "1[KI]1"]
        [[pieces]]
        code = "KI"
        name = "King"
        move = "K"
        royal = true
    "#;
    let definition = Arc::new(Registry::new().check_source("bare.toml", source).unwrap());
    let rules = definition.default_variant().unwrap().rules;
    let values = RuleValues {
        promotion: Some(rules.promotion),
        dead_promotion: Some(rules.dead_promotion),
        last_rank: Some(LastRankPromotion::default()),
        lion_trading: Some(rules.lion_trading),
        lion_scope: Some(rules.lion_scope),
        fresh_lion: Some(rules.fresh_lion),
        tsukegui: Some(rules.tsukegui),
        doomed_protector: Some(rules.doomed_protector),
        bare_king: Some(rules.bare_king),
        check: Some(rules.check),
        two_pawns: Some(rules.two_pawns),
        pawn_drop_mate: Some(rules.pawn_drop_mate),
        impasse: Some(rules.impasse),
        repetition: Some(rules.repetition),
        repetition_threshold: Some(rules.repetition_threshold),
        move_limit: Some(rules.move_limit),
        emperor_capture: Some(rules.emperor_capture),
        contagion: Some(Contagion::default()),
        general_capture: Some(rules.general_capture),
        area_pass: Some(rules.area_pass),
        ..RuleValues::default()
    };
    let rows: Vec<(&str, &str)> = text
        .lines()
        .filter_map(|l| l.strip_prefix("| `")?.strip_suffix(" |")?.split_once(" | "))
        .collect();
    for option in RuleOption::ALL.into_iter().filter(|o| *o != RuleOption::RuleSet) {
        let key = format!("`{}`", option.key());
        assert!(text.contains(&key), "{key}");
        // Moves under dispute have no default but the move that the piece gives.
        if matches!(option, RuleOption::StartPosition | RuleOption::Moves(_)) {
            continue;
        }
        let place = |head: &str| format!("`{head}").split(", ").position(|k| k == key);
        let row = rows.iter().find_map(|(head, told)| Some((place(head)?, told)));
        let (place, told) = row.unwrap_or_else(|| panic!("{key} has no row"));
        let told = told.split(':').next().unwrap().split(", ").collect::<Vec<_>>();
        let told = told.get(place).or(told.last()).unwrap().trim_matches('`');
        // No value means never to promote.
        assert_eq!(told, values.get(option).as_deref().unwrap_or("none"), "{key}");
    }
}
