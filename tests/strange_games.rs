//! Games that nobody has invented yet: random pieces, marks and rules in a game file, the generator
//! against the reference.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "a test may panic")]

#[path = "support/boards.rs"]
mod boards;
#[path = "support/reference/mod.rs"]
mod reference;

use std::fmt::Write as _;
use std::sync::Arc;

use boards::{Random, dense, scaled, start};
use daiban::movegen::{All, Captures, MoveList, Quiets, generate};
use daiban::position::Position;
use daiban::variant::{Choices, Registry, Variant, betza};
use reference::{Reference, compare_moves};

const MODES: [&str; 6] = ["", "", "", "", "m", "c"];
const STRAIGHT: [&str; 8] = ["", "", "f", "b", "s", "v", "l", "fs"];
const SLANTED: [&str; 8] = ["", "", "f", "b", "lf", "rb", "fl", "rbf"];
const OBLIQUE: [&str; 8] = ["", "", "ff", "f", "fs", "v", "s", "lf"];
const POWERS: [&str; 20] = [
    "area2",
    "area3",
    "B cppB",
    "cppQ",
    "sR cppR",
    "jB jvR jsR3 cabK",
    "FADcaFmabF",
    "scabW",
    "lion",
    "lion_dog",
    "hook_orthogonal",
    "hook_diagonal",
    "universal_leaper",
    "KNADcaKmabK",
    "KADmabKcavKmcpafmcpavK",
    "RmasR",
    "BmasB",
    "fWfDfcavWfmabW",
    "FfAfcavFfmabF",
    "sWsDscavWsmabW",
];

fn term(random: &mut Random) -> String {
    if random.below(5) == 0 {
        return (*random.pick(&POWERS)).to_owned();
    }
    let (directions, atom): (&[&str], &str) = match random.below(3) {
        0 => (&STRAIGHT, *random.pick(&["W", "R", "D", "H", "W", "R"])),
        1 => (&SLANTED, *random.pick(&["F", "B", "A", "G", "F", "B"])),
        _ => (&OBLIQUE, *random.pick(&["N", "C", "Z"])),
    };
    let range = match atom {
        "W" | "R" | "F" | "B" => *random.pick(&["", "", "2", "3", "5"]),
        _ => "",
    };
    format!("{}{}{atom}{range}", random.pick(&MODES), random.pick(directions))
}

fn expression(random: &mut Random) -> String {
    loop {
        let count = 1 + random.below(4);
        let terms: Vec<String> = (0..count).map(|_| term(random)).collect();
        let text = terms.join(" + ");
        if betza::compile(&text).is_ok() {
            return text;
        }
    }
}

fn form(random: &mut Random, name: &str, codes: &[&str]) -> String {
    let mut text = format!("name = \"{name}\"\nmove = \"{}\"\n", expression(random));
    for mark in ["lion", "minor", "immune", "royal", "burns"] {
        if random.below(6) == 0 {
            let _ = writeln!(text, "{mark} = true");
        }
    }
    let _ = writeln!(text, "rank = {}", random.below(3));
    if random.below(6) == 0 {
        let _ = writeln!(text, "contagion = \"{}\"", random.pick(codes));
    }
    text
}

fn game_file(random: &mut Random) -> String {
    let codes = ["QA", "QB", "QC", "QD", "QE", "QF", "QG", "QH"];
    let zone = random.below(4);
    let on = |random: &mut Random| random.below(2) == 0;
    let promotion: &[&str] =
        if zone == 0 { &["optional", "compulsory"] } else { &["like-chu", "like-shogi"] };
    let mut text =
        String::from("id = \"strange\"\nname = \"Strange\"\n[board]\nfiles = 9\nranks = 10\n");
    if zone > 0 {
        let _ = writeln!(text, "zone = {zone}");
    }
    text += "[start]\nonly = [\"4[ki]4\", \"9\", \"9\", \"9\", \"9\", \"9\", \"9\", \"9\", \"9\", \"4[KI]4\"]\n";
    let _ = writeln!(
        text,
        "[rules]\npromotion = \"{}\"\ndead_promotion = \"{}\"\nlion_trading = \"{}\"\n\
         lion_scope = \"{}\"\nfresh_lion = {}\ntsukegui = {}\ndoomed_protector = {}\n\
         emperor_capture = \"{}\"\narea_pass = {}\ngeneral_capture = \"{}\"",
        random.pick(promotion),
        random.pick(&["optional", "forced"]),
        random.pick(&["off", "protected", "always"]),
        random.pick(&["nonlion", "any"]),
        on(random),
        on(random),
        on(random),
        random.pick(&["unprotected", "royals-only", "free"]),
        on(random),
        random.pick(&["any", "lower"]),
    );
    text += "[[pieces]]\ncode = \"KI\"\nname = \"King\"\nmove = \"K\"\nroyal = true\n";
    for code in codes {
        let _ = write!(text, "[[pieces]]\ncode = \"{code}\"\n{}", form(random, code, &codes));
        if random.below(2) == 0 {
            let _ = write!(text, "[pieces.promoted]\n{}", form(random, "Risen", &codes));
        }
    }
    text
}

fn build(source: &str) -> Arc<Variant> {
    let mut registry = Registry::new();
    let id =
        registry.add_source("strange.toml", source).unwrap_or_else(|e| panic!("{e}\n{source}"));
    Arc::new(registry.get(&id).unwrap().build(&Choices::default()).unwrap())
}

fn sorted<K: daiban::movegen::Kind>(position: &Position) -> Vec<daiban::types::Move> {
    let mut list = MoveList::new();
    generate::<K, _>(position, &mut list);
    let mut moves = list.to_vec();
    moves.sort_unstable();
    moves
}

#[test]
fn strange_games_agree_with_the_reference() {
    for seed in 0..scaled(150) as u64 {
        let mut random = Random(seed);
        let source = game_file(&mut random);
        let variant = build(&source);
        let reference = Reference::new(&variant);
        let like = start(&variant);
        for number in 0..8 {
            let mut position = dense(&like, &mut random, 6 + number * 6);
            compare_moves(&reference, &position).unwrap_or_else(|e| panic!("{e}\n{source}"));
            let mut parts = sorted::<Captures>(&position);
            parts.extend(sorted::<Quiets>(&position));
            parts.sort_unstable();
            assert_eq!(parts, sorted::<All>(&position), "{source}");
            let before = position.clone();
            for m in parts {
                let undo = position.make_move(m);
                position.check_consistency().unwrap();
                position.unmake_move(&undo);
            }
            assert_eq!(position, before);
        }
    }
}
