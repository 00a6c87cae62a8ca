//! Promotion, contagion and the Emperor by the words of the rules, and how games end with two
//! royals or by repetition.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test may panic")]

#[path = "support/boards.rs"]
mod boards;

use boards::{has, place, texts, variant};
use daiban::game::{Game, MoveError};
use daiban::types::Color;

/// Which of the moves exist, as `-` without and `+` with promotion: `-+`, `-`, `+` or nothing.
fn choice(id: &str, options: &str, men: &str, text: &str) -> String {
    let position = place(&variant(id, options), Color::Black, men);
    let plain = if has(&position, text) { "-" } else { "" };
    let promoted = if has(&position, &format!("{text}+")) { "+" } else { "" };
    format!("{plain}{promoted}")
}

#[test]
fn last_rank_promotion() {
    let men = "KI@12l ki@1l PW@3b LN@5b GG@7b";
    for (rule, pawn, lance) in
        [("seed", "-+", "-+"), ("lishogi", "-+", "-+"), ("pawn", "-+", "-"), ("none", "-", "-")]
    {
        let options = format!("LastRankPromotion={rule}");
        assert_eq!(choice("chu", &options, men, "3b3a"), pawn, "{rule}");
        assert_eq!(choice("chu", &options, men, "5b5a"), lance, "{rule}");
        assert_eq!(choice("chu", &options, men, "7b7a"), "-", "{rule}");
    }
    let men = "KI@15o ki@1o PW@2b LN@4b IG@6b ST@8b KN@10c KN@12d KN@14e GB@15b";
    for (text, seed, lishogi, pawn) in [
        ("2b2a", "-+", "-+", "-+"),
        ("4b4a", "-+", "-+", "-"),
        ("6b6a", "-+", "-", "-"),
        ("8b7a", "-+", "-", "-"),
        ("10c9a", "-+", "-", "-"),
        ("12d11b", "-+", "-", "-"),
        ("14e13c", "-", "-", "-"),
        ("15b15a", "-", "-", "-"),
    ] {
        for (rule, wanted) in [("seed", seed), ("lishogi", lishogi), ("pawn", pawn), ("none", "-")]
        {
            let options = format!("LastRankPromotion={rule}");
            assert_eq!(choice("dai", &options, men, text), wanted, "{rule} {text}");
        }
    }
}

#[test]
fn like_chu_and_like_shogi() {
    // Entering, leaving, and moving inside the zone of four ranks, with and without capture.
    let men = "KI@12l ki@1l GG@3e GG@5d GG@7c RK@9c pw@9f GG@11b pw@11a";
    for (text, chu, shogi) in [
        ("3e3d", "-+", "-+"),
        ("5d5e", "-", "-+"),
        ("7c7b", "-", "-+"),
        ("9c9f", "-+", "-+"),
        ("11b11a", "-+", "-+"),
    ] {
        assert_eq!(choice("chu", "", men, text), chu, "{text}");
        assert_eq!(choice("chu", "PromotionRule=like-shogi", men, text), shogi, "{text}");
    }
}

#[test]
fn a_piece_that_would_be_dead_must_promote_by_option() {
    let men = "KI@12l ki@1l PW@3b LN@5c pw@7a LN@7c";
    let forced = "DeadPromotion=forced";
    assert_eq!(choice("chu", forced, men, "3b3a"), "+");
    assert_eq!(choice("chu", forced, men, "7c7a"), "+");
    assert_eq!(choice("chu", forced, men, "5c5b"), "-");
    // Where it may not promote it may still go there and die.
    let none = "DeadPromotion=forced LastRankPromotion=none";
    assert_eq!(choice("chu", none, men, "3b3a"), "-");
    let men = "KI@15o ki@1o KN@10c KN@12d ST@8b";
    assert_eq!(choice("dai", forced, men, "10c9a"), "+");
    assert_eq!(choice("dai", forced, men, "12d11b"), "+");
    assert_eq!(choice("dai", forced, men, "8b7a"), "+");
}

#[test]
fn capture_promotes_and_a_promoted_victim_forces() {
    let men = "KI@19s ki@1a GG@5j pw@5i GG@10j +pw@10i FK@15j +pw@15i +GG@3j +pw@3i";
    assert_eq!(choice("maka", "", men, "5j5i"), "-+");
    assert_eq!(choice("maka", "", men, "10j10i"), "+");
    assert_eq!(choice("maka", "", men, "15j15i"), "-");
    assert_eq!(choice("maka", "", men, "3j3i"), "-");
    assert_eq!(choice("maka", "", men, "5j4i"), "-");
    for options in ["PromotionRule=compulsory", "RuleSet=tsa"] {
        assert_eq!(choice("maka", options, men, "5j5i"), "+");
        assert_eq!(choice("maka", options, men, "15j15i"), "-");
    }
    // The original gold, queen and dragons are no promoted pieces.
    for victim in ["gg", "fk", "dh", "dk"] {
        let men = format!("KI@19s ki@1a GG@5j {victim}@5i");
        assert_eq!(choice("maka", "", &men, "5j5i"), "-+", "{victim}");
    }
}

#[test]
fn contagion() {
    let one = |taker: &str, victim: &str, options: &str| {
        let men = format!("KI@19s ki@1a {taker}@10j {victim}@10i");
        choice("maka", options, &men, "10j10i")
    };
    for (taker, victim, full, promoted_only, none) in [
        ("FK", "dv", "+", "-", "-"),
        ("FK", "+dv", "+", "+", "-"),
        ("+GG", "ds", "+", "-", "-"),
        ("GG", "ds", "+", "-+", "-+"),
        ("GG", "+ds", "+", "+", "+"),
        ("+DV", "dv", "-", "-", "-"),
        ("+DV", "+ds", "+", "+", "-"),
        // Kings and elephants are immune, and have their own promotion.
        ("KI", "dv", "-+", "-+", "-+"),
        ("KI", "+dv", "+", "+", "+"),
        ("DE", "ds", "-+", "-+", "-+"),
        ("+DE", "+ds", "-", "-", "-"),
    ] {
        assert_eq!(one(taker, victim, ""), full, "{taker} {victim}");
        assert_eq!(
            one(taker, victim, "Contagion=promoted-only"),
            promoted_only,
            "{taker} {victim}"
        );
        assert_eq!(one(taker, victim, "Contagion=none"), none, "{taker} {victim}");
    }
}

#[test]
fn the_last_carrier_captured_decides() {
    for (taker, first, second, text, square, becomes) in [
        ("LI", "dv", "ds", "10j10i10h+", "10h", "+DS"),
        ("LI", "ds", "dv", "10j10i10h+", "10h", "+DV"),
        ("LI", "dv", "pw", "10j10i10h+", "10h", "+DV"),
        ("LD", "pw", "ds", "10j10i10h+", "10h", "+DS"),
        // Out and back: the farther one is taken last.
        ("LD", "dv", "ds", "10j10i10h10i+", "10i", "+DS"),
        ("LD", "dv", "ds", "10j10i10h10g+", "10g", "+DS"),
        ("LD", "ds", "dv", "10j10i10j+", "10j", "+DS"),
        ("LI", "+dv", "pw", "10j10i10j+", "10j", "+DV"),
    ] {
        let men = format!("KI@19s ki@1a {taker}@10j {first}@10i {second}@10h");
        let mut game = Game::from_position(place(&variant("maka", ""), Color::Black, &men));
        assert_eq!(texts(game.position(), "").iter().filter(|t| *t == text).count(), 1, "{text}");
        game.play_text(text).unwrap();
        let position = game.position();
        let square = position.geometry().parse(square).unwrap();
        let kind = position.variant().kind_of(position.at(square));
        assert_eq!(kind.full_code(), becomes, "{taker} {first} {second} {text}");
    }
}

#[test]
fn what_the_emperor_may_capture() {
    // The gold and the king are protected, pawn and rook are not.
    let men = "+KI@10s gg@5e rk@5a pw@15e ki@10a gg@9a";
    for (rule, legal, illegal) in [
        ("unprotected", vec!["15e", "5a"], vec!["5e", "10a", "9a"]),
        ("royals-only", vec!["15e", "5a", "5e", "9a"], vec!["10a"]),
        ("free", vec!["15e", "5a", "5e", "10a", "9a"], vec![]),
    ] {
        let options = format!("EmperorCapture={rule}");
        let position = place(&variant("maka", &options), Color::Black, men);
        for square in legal {
            assert!(has(&position, &format!("10s{square}")), "{rule} {square}");
        }
        for square in illegal {
            assert!(!has(&position, &format!("10s{square}")), "{rule} {square}");
        }
        // Any empty square, attacked or not, but not its own.
        assert!(has(&position, "10s5b") && !has(&position, "10s10s"));
    }
}

#[test]
fn an_enemy_emperor_protects_what_could_not_be_retaken() {
    let maka = variant("maka", "");
    let alone = place(&maka, Color::Black, "+KI@10s +ki@1a pw@15e");
    assert!(!has(&alone, "10s15e") && has(&alone, "10s1a"));
    let helped = place(&maka, Color::Black, "+KI@10s +ki@1a pw@15e RK@15s");
    assert!(has(&helped, "10s15e") && has(&helped, "10s1a"));
    // A protector hidden behind the Emperor itself counts.
    let hidden = place(&maka, Color::Black, "+KI@10j ki@1a rk@10s pw@10c");
    assert!(!has(&hidden, "10j10c"));
}

#[test]
fn both_royals_must_fall() {
    let men = "KI@12l RK@5h ki@5d +de@8a";
    let mut game = Game::from_position(place(&variant("chu", "BareKing=off"), Color::Black, men));
    game.play_text("5h5d").unwrap();
    assert_eq!(game.status().to_string(), "playing");
    let men = "KI@12l LI@5h ki@5g +de@5f";
    let mut game = Game::from_position(place(&variant("chu", ""), Color::Black, men));
    game.play_text("5h5g5f").unwrap();
    assert_eq!(game.status().to_string(), "win black royals-lost");
    // An elephant made from a go-between is no prince, and an elephant is not royal.
    let men = "KI@12l RK@5h ki@5d de@8a +gb@9a";
    let mut game = Game::from_position(place(&variant("chu", ""), Color::Black, men));
    game.play_text("5h5d").unwrap();
    assert_eq!(game.status().to_string(), "win black royals-lost");
}

/// Moves two pieces to and fro `rounds` times and says how the game stands.
fn to_and_fro(options: &str, rounds: usize) -> String {
    let men = "KI@12l GG@6l ki@1a gg@6a";
    let mut game = Game::from_position(place(&variant("chu", options), Color::Black, men));
    for _ in 0..rounds {
        for text in ["12l12k", "1a1b", "12k12l", "1b1a"] {
            match game.play_text(text) {
                Ok(_) => {}
                Err(MoveError::Repetition) => return format!("{text} repeats"),
                Err(error) => return error.to_string(),
            }
        }
    }
    game.status().to_string()
}

#[test]
fn repetition_by_rule() {
    let with = |rule: &str| format!("BareKing=off Repetition={rule}");
    assert_eq!(to_and_fro(&with("off"), 9), "playing");
    assert_eq!(to_and_fro(&with("draw4"), 2), "playing");
    assert_eq!(to_and_fro(&with("draw4"), 3), "draw repetition");
    assert_eq!(to_and_fro(&with("lishogi"), 3), "draw repetition");
    assert_eq!(to_and_fro(&with("strict"), 1), "1b1a repeats");
    assert_eq!(to_and_fro("RuleSet=hachu", 1), "1b1a repeats");
    assert_eq!(to_and_fro(&with("fourth"), 2), "playing");
    assert_eq!(to_and_fro(&with("fourth"), 3), "1b1a repeats");
    assert_eq!(to_and_fro(&format!("{} RepetitionThreshold=2", with("onus")), 1), "1b1a repeats");
    assert_eq!(to_and_fro(&format!("{} RepetitionThreshold=3", with("onus")), 1), "playing");
    assert_eq!(to_and_fro(&format!("{} MoveLimit=8", with("off")), 2), "draw move-limit");
}

#[test]
fn a_very_long_game_is_counted_right() {
    let men = "KI@12l LI@6l ki@1a li@6a";
    let options = "BareKing=off Repetition=off";
    let mut game = Game::from_position(place(&variant("chu", options), Color::Black, men));
    let pass = |game: &Game| game.position().moves().iter().copied().find(|m| m.is_pass()).unwrap();
    let passes = [pass(&game), {
        let first = pass(&game);
        game.make_move(first);
        let second = pass(&game);
        game.unmake_move();
        second
    }];
    for ply in 0..150_000 {
        game.make_move(passes[ply % 2]);
    }
    while game.undo().is_some() {}
    assert_eq!(game.ply_count(), 0);
}
