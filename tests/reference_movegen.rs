//! The move generator against a slow one that is written straight from the move expressions and
//! the words of the rules: random games and random dense boards in every game, under many rules.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "a test may panic")]

#[path = "support/boards.rs"]
mod boards;
#[path = "support/reference/mod.rs"]
mod reference;

use boards::{Random, dense, registry, scaled, start, variant};
use daiban::types::Color;
use reference::{Reference, compare_moves, engine_square, ref_square};

/// Option lists that turn every rule of the generator both ways.
const CHU: [&str; 12] = [
    "",
    "RuleSet=jcsa",
    "RuleSet=hachu",
    "LionTrading=off",
    "LionTrading=protected",
    "LionTrading=protected LionScope=any",
    "LionTrading=always LionScope=any FreshLion=off",
    "LionTrading=protected Tsukegui=off",
    "LionTrading=always LionScope=any Tsukegui=off DoomedProtector=off",
    "LastRankPromotion=seed DeadPromotion=forced",
    "LastRankPromotion=none LionTrading=protected DoomedProtector=off",
    "PromotionRule=like-shogi LastRankPromotion=pawn FreshLion=off",
];
const DAI: [&str; 8] = [
    "",
    "RuleSet=hachu",
    "LionTrading=protected",
    "LionTrading=always LionScope=any",
    "LionTrading=protected Tsukegui=off DoomedProtector=on FreshLion=off LionScope=any",
    "PromotionRule=like-shogi DeadPromotion=forced",
    "LastRankPromotion=lishogi DeadPromotion=forced",
    "LastRankPromotion=pawn",
];
const MAKA: [&str; 9] = [
    "",
    "RuleSet=seed-literal",
    "RuleSet=tsa",
    "EmperorCapture=royals-only",
    "EmperorCapture=free",
    "Contagion=promoted-only",
    "Contagion=none PromotionRule=compulsory",
    "PromotionRule=compulsory DeadPromotion=forced",
    "RuleSet=tsa Contagion=full EmperorCapture=royals-only",
];

const TENJIKU: [&str; 8] = [
    "",
    "RuleSet=tsa",
    "GeneralCapture=lower AreaPass=off",
    "GeneralCapture=strict LionHawk=area",
    "DemonSlide=vertical Tetrarch=diagonal FreeEagle=jump",
    "PromotionRule=like-shogi DeadPromotion=optional",
    "LastRankPromotion=none DeadPromotion=optional",
    "CheckRule=legal",
];

fn walk_agrees(id: &str, options: &str, seed: u64, plies: usize, every: usize) {
    let variant = variant(id, options);
    let reference = Reference::new(&variant);
    let mut position = start(&variant);
    let mut random = Random(seed);
    for ply in 0..plies {
        if Color::ALL.iter().any(|&c| position.royal_count(c) == 0) {
            return;
        }
        if ply % every == 0 {
            compare_moves(&reference, &position).unwrap_or_else(|e| panic!("{id} {options}: {e}"));
        }
        let mut moves = position.moves();
        let mut board = position.clone();
        moves.as_vec_mut().retain(|&m| board.bar(m).is_none());
        if moves.is_empty() {
            return;
        }
        // Captures come first now and then, so that the armies meet.
        let captures: Vec<_> = moves.iter().copied().filter(|&m| position.is_capture(m)).collect();
        let eager = !captures.is_empty() && random.below(3) == 0;
        let m = *random.pick(if eager { &captures } else { &moves });
        let state = reference.state(&position);
        let (key, _) = reference::engine_key(&position, m);
        let played = reference.pseudo(&state).into_iter().find(|r| r.key() == key);
        let after = reference.play(&state, &played.unwrap());
        let _ = position.make_move(m);
        assert_eq!(reference.state(&position), after, "{id} {options}: {}", position.sfen());
    }
}

fn boards_agree(id: &str, options: &str, seed: u64, count: usize) {
    let variant = variant(id, options);
    let reference = Reference::new(&variant);
    let like = start(&variant);
    let mut random = Random(seed);
    for number in 0..count {
        let density = [4, 12, 25, 40, 60][number % 5];
        let position = dense(&like, &mut random, density);
        compare_moves(&reference, &position).unwrap_or_else(|e| panic!("{id} {options}: {e}"));
        if number % 5 < 2 {
            attacks_agree(&reference, &position);
        }
    }
}

/// Attackers of every piece, and whether a side could end the game.
fn attacks_agree(reference: &Reference, position: &daiban::position::Position) {
    let state = reference.state(position);
    for color in Color::ALL {
        for target in reference.men(&state, color) {
            let wanted = reference.attackers(&state, target, !color, false);
            let square = engine_square(position, target);
            let mut found: Vec<_> = position
                .attackers_to(square, !color)
                .iter()
                .map(|&s| ref_square(position, s))
                .collect();
            found.sort_by_key(|&(file, rank)| (rank, file));
            let mut wanted_sorted = wanted.clone();
            wanted_sorted.sort_by_key(|&(file, rank)| (rank, file));
            let place = || format!("{} {}", position.sfen(), reference::name(target));
            assert_eq!(found, wanted_sorted, "{}", place());
            assert_eq!(position.is_attacked(square, !color), !wanted.is_empty(), "{}", place());
        }
        assert_eq!(
            position.could_end_game(color),
            reference.could_end_game(&state, color),
            "{} {color}",
            position.sfen()
        );
    }
}

fn all_agree(id: &str, options: &[&str], boards: usize, plies: usize) {
    for (number, options) in options.iter().enumerate() {
        let seed = number as u64 * 977 + 5;
        boards_agree(id, options, seed, scaled(boards));
        walk_agrees(id, options, seed, scaled(plies), 3);
    }
}

#[test]
fn chu_agrees_with_the_reference() {
    all_agree("chu", &CHU, 100, 200);
}

#[test]
fn dai_agrees_with_the_reference() {
    all_agree("dai", &DAI, 100, 200);
}

#[test]
fn maka_agrees_with_the_reference() {
    all_agree("maka", &MAKA, 40, 150);
}

#[test]
fn tenjiku_agrees_with_the_reference() {
    all_agree("tenjiku", &TENJIKU, 30, 90);
}

#[test]
fn games_that_are_files_alone_agree_with_the_reference() {
    let registry = registry();
    let elsewhere = ["chu", "dai", "maka", "shogi", "wadrops", "tenjiku"];
    for id in registry.ids().into_iter().filter(|id| !elsewhere.contains(id)) {
        let options = ["", "LionTrading=protected", "LionTrading=always", "DeadPromotion=forced"];
        all_agree(id, &options, 100, 150);
    }
}

/// Option lists that turn the rules of check and drops both ways.
const DROPS: [&str; 6] = [
    "",
    "CheckRule=capture",
    "TwoPawns=on",
    "PawnDropMate=on",
    "TwoPawns=on CheckRule=capture DeadPromotion=optional",
    "PromotionRule=like-chu LastRankPromotion=none",
];

#[test]
fn games_with_drops_agree_with_the_reference() {
    for id in ["shogi", "wadrops"] {
        all_agree(id, &DROPS, 30, 100);
    }
}
