//! The built-in games against the published tables: pieces, counts of moves, rule sets.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic")]

mod support;

use daiban::types::Geometry;
use daiban::variant::movement::{MovementSpec, SlideSpec};
use daiban::variant::rules::{
    BareKing, EmperorCapture, LionScope, LionTrading, PromotionRule, RepetitionRule,
};
use daiban::variant::{Choices, Registry, Variant};

fn build(game: &str, options: &[(&str, &str)]) -> Variant {
    let mut choices = Choices::default();
    for (name, value) in options {
        choices.set(name, value).unwrap();
    }
    Registry::new().get(game).unwrap().build(&choices).unwrap()
}

/// Number of moves of a lone piece in the middle of the board, a pass counting once.
fn lone_moves(board: &Geometry, spec: &MovementSpec) -> usize {
    let (file, rank) = (i32::from(board.files()) / 2, i32::from(board.ranks()) / 2);
    let at = |right: i32, forward: i32| board.square(file - right, rank - forward);
    let mut ends = std::collections::HashSet::new();
    for leap in &spec.leaps {
        ends.extend(at(leap.right.into(), leap.forward.into()));
    }
    for slide in &spec.slides {
        let (right, forward) = slide.direction.delta();
        assert!(slide.max <= 36 || slide.max == SlideSpec::UNLIMITED);
        ends.extend((1..=i32::from(slide.max)).map_while(|n| at(right * n, forward * n)));
    }
    let hook = spec.powers.hook;
    for square in board.squares() {
        let (f, r) = board.coordinates(square);
        let (df, dr) = (i32::from(f) - file, i32::from(r) - rank);
        // A bishop's two legs reach every square of its colour but those behind a corner.
        let corner = |sign: i32| {
            let along = i32::midpoint(df, dr);
            let across = df - along;
            board.square(file + along, rank + along).is_some() && sign > 0
                || board.square(file + across, rank - across).is_some() && sign < 0
        };
        let diagonal = (df + dr) % 2 == 0 && (corner(1) || corner(-1));
        let elsewhere = (df, dr) != (0, 0);
        if elsewhere && (hook.orthogonal || hook.diagonal && diagonal || spec.powers.universal) {
            ends.insert(square);
        }
    }
    ends.len() + usize::from(!spec.powers.passes.is_empty())
}

/// Compares with a list such as `KI 8, +DE 8`; `G` stands for every promoted gold.
fn assert_counts(game: &Variant, list: &str) {
    let mut checked = 0;
    for entry in list.split(',') {
        let (code, count) = entry.trim().split_once(' ').unwrap();
        let count: usize = count.parse().unwrap();
        let (promoted, base) = (code.starts_with('+'), code.trim_start_matches('+'));
        let kind = game.find_code(base, promoted).unwrap_or_else(|| panic!("{code}"));
        assert_eq!(lone_moves(&game.geometry, &game.kind(kind).movement), count, "{code}");
        checked += 1;
    }
    let golds = game.types().filter(|(_, k)| k.promoted && k.name == "Gold General");
    for (_, gold) in golds {
        assert_eq!(lone_moves(&game.geometry, &gold.movement), 6, "{}", gold.full_code());
        checked += 1;
    }
    assert_eq!(checked, game.kinds.len() - 1, "every type is in the list");
}

#[test]
fn lone_pieces_of_dai_have_the_published_number_of_moves() {
    assert_counts(
        &build("dai", &[]),
        "KI 8, FK 56, LI 25, DK 32, DH 32, RK 28, BI 28, KR 8, PH 8, DE 7, BT 7, FL 6, GG 6, \
         SG 5, CG 4, VM 16, SM 16, RC 14, LN 7, PW 1, GB 2, IG 3, ST 2, KN 2, EW 5, AB 4, CT 4, \
         VO 8, FY 8, +DE 8, +DK 47, +DH 52, +RK 32, +BI 32, +KR 25, +PH 56, +BT 20, +FL 28, \
         +GG 28, +SG 16, +CG 16, +VM 42, +SM 42, +RC 28, +LN 28, +PW 6, +GB 7",
    );
}

#[test]
fn lone_pieces_of_maka_have_the_published_number_of_moves() {
    assert_counts(
        &build("maka", &[]),
        "KI 8, DV 4, DS 4, GG 6, SG 5, CG 4, IG 3, TG 3, ST 2, EG 2, LN 9, RC 18, CT 4, CC 5, \
         CO 4, FL 6, BT 7, DE 7, RD 6, BM 5, OR 6, AB 4, BB 13, EW 5, KR 8, LI 25, PH 8, DY 4, \
         KN 2, VO 8, FY 8, BV 9, WR 14, LD 25, GD 14, SD 28, RK 36, LC 28, SM 20, SF 22, VM 20, \
         BI 36, DH 40, DK 40, CP 180, FK 72, HM 360, RT 28, PW 1, GB 2, +KI 360, +DE 8, +DV 73, \
         +DS 81, +GG 54, +SG 45, +CG 36, +IG 27, +TG 27, +ST 18, +EG 18, +CT 36, +CC 46, +CO 36, \
         +FL 54, +BT 63, +RD 54, +BM 46, +OR 27, +AB 54, +BB 54, +EW 45, +KR 34, +LI 33, +PH 34, \
         +GB 18",
    );
}

#[test]
fn chu_has_the_pieces_of_dai_without_the_weak_ones() {
    let (chu, dai) = (build("chu", &[]), build("dai", &[]));
    assert_eq!((chu.kinds.len(), dai.kinds.len()), (40, 56));
    for (_, kind) in chu.types() {
        let twin = dai.kind(dai.find_code(&kind.code, kind.promoted).unwrap());
        assert_eq!(kind.movement, twin.movement, "{}", kind.full_code());
        assert_eq!((kind.royal, kind.lion, kind.minor), (twin.royal, twin.lion, twin.minor));
    }
}

#[test]
fn marks_follow_the_rules() {
    let game = build("chu", &[]);
    let marked = |mark: fn(&daiban::variant::PieceKind) -> bool| -> Vec<String> {
        game.types().filter(|(_, k)| mark(k)).map(|(_, k)| k.full_code()).collect()
    };
    assert_eq!(marked(|k| k.royal), ["KI", "+DE"]);
    assert_eq!(marked(|k| k.lion), ["LI", "+KR"]);
    assert_eq!(marked(|k| k.minor), ["PW", "GB"]);
    assert_eq!(marked(|k| k.last_rank > 0), ["LN", "PW"]);
    for (number, kind) in game.types() {
        if let Some(promoted) = kind.promotes_to {
            assert_eq!(game.kind(promoted).base, Some(number));
            assert_eq!(game.kind(promoted).letter, kind.letter);
        }
        assert!(!kind.promoted || kind.promotes_to.is_none());
    }
}

#[test]
fn contagion_follows_its_option() {
    let carriers = |value: &str| -> Vec<String> {
        let game = build("maka", &[("Contagion", value)]);
        let carriers = game.types().filter_map(|(_, k)| {
            let into = game.kind(k.contagion?).full_code();
            Some(format!("{}:{into}", k.full_code()))
        });
        carriers.collect()
    };
    assert_eq!(carriers("full"), ["DV:+DV", "DS:+DS", "+DV:+DV", "+DS:+DS"]);
    assert_eq!(carriers("promoted-only"), ["+DV:+DV", "+DS:+DS"]);
    assert!(carriers("none").is_empty());
    let game = build("maka", &[]);
    let immune: Vec<_> =
        game.types().filter(|(_, k)| k.contagion_immune).map(|(_, k)| k.full_code()).collect();
    assert_eq!(immune, ["KI", "DE", "+KI", "+DE"]);
}

#[test]
fn last_rank_follows_its_option() {
    let exceptions = |value: &str| -> Vec<(String, u8)> {
        let game = build("dai", &[("LastRankPromotion", value)]);
        let marked = game.types().filter(|(_, k)| k.last_rank > 0);
        let mut list: Vec<_> = marked.map(|(_, k)| (k.code.clone(), k.last_rank)).collect();
        list.sort();
        list
    };
    let list = |pairs: &[(&str, u8)]| -> Vec<(String, u8)> {
        pairs.iter().map(|(c, n)| ((*c).to_owned(), *n)).collect()
    };
    let seed = list(&[("IG", 1), ("KN", 2), ("LN", 1), ("PW", 1), ("ST", 1)]);
    assert_eq!(exceptions("default"), seed);
    assert_eq!(exceptions("lishogi"), list(&[("LN", 1), ("PW", 1)]));
    assert_eq!(exceptions("pawn"), list(&[("PW", 1)]));
    assert!(exceptions("none").is_empty());
}

#[test]
fn rule_sets_are_what_the_rules_say() {
    let lishogi = build("chu", &[]).rules;
    assert_eq!(build("chu", &[("RuleSet", "lishogi")]).rules, lishogi);
    assert_eq!(lishogi.promotion, PromotionRule::LikeChu);
    assert_eq!((lishogi.zone, lishogi.move_limit), (4, 0));
    assert_eq!(lishogi.lion_trading, LionTrading::Always);
    assert_eq!(lishogi.bare_king, BareKing::Lishogi);
    assert_eq!(lishogi.repetition, RepetitionRule::Lishogi);
    assert!(lishogi.fresh_lion && lishogi.tsukegui && lishogi.doomed_protector);
    let jcsa = build("chu", &[("RuleSet", "jcsa")]).rules;
    assert_eq!((jcsa.lion_trading, jcsa.lion_scope), (LionTrading::Protected, LionScope::Any));
    assert_eq!((jcsa.repetition, jcsa.repetition_threshold), (RepetitionRule::Onus, 4));
    assert_eq!((jcsa.bare_king, jcsa.fresh_lion), (BareKing::On, false));
    let hachu = build("chu", &[("RuleSet", "hachu")]).rules;
    assert_eq!((hachu.repetition, hachu.bare_king), (RepetitionRule::Strict, BareKing::Off));
    assert!(!hachu.fresh_lion && hachu.tsukegui && !hachu.doomed_protector);
    let dai = build("dai", &[]).rules;
    assert_eq!((dai.repetition, dai.zone), (RepetitionRule::Fourth, 5));
    assert!(dai.fresh_lion && dai.tsukegui && !dai.doomed_protector);
    let maka = build("maka", &[]).rules;
    assert_eq!((maka.promotion, maka.zone), (PromotionRule::CaptureOptional, 0));
    assert_eq!((maka.repetition, maka.repetition_threshold), (RepetitionRule::Onus, 2));
    assert_eq!(maka.emperor_capture, EmperorCapture::Unprotected);
}

#[test]
fn single_options_go_before_the_rule_set() {
    let game = build("chu", &[("RuleSet", "jcsa"), ("LionTrading", "off"), ("MoveLimit", "300")]);
    assert_eq!(game.rules.lion_trading, LionTrading::Off);
    assert_eq!((game.rules.repetition, game.rules.move_limit), (RepetitionRule::Onus, 300));
}

#[test]
fn rule_sets_change_moves_and_start() {
    let notation = |game: &Variant, code: &str| {
        let kind = game.find_code(code.trim_start_matches('+'), code.starts_with('+')).unwrap();
        game.kind(kind).notation.clone()
    };
    let (default, tsa) = (build("maka", &[]), build("maka", &[("RuleSet", "tsa")]));
    let literal = build("maka", &[("RuleSet", "seed-literal")]);
    assert_eq!(notation(&literal, "SD"), "W5A");
    assert_eq!(notation(&default, "SD"), "W5F2");
    assert_eq!(notation(&tsa, "+DV"), "Q");
    assert_eq!(tsa.rules.promotion, PromotionRule::CaptureCompulsory);
    let symmetric = build("maka", &[("StartPosition", "symmetric")]);
    assert_eq!(tsa.start_sfen, symmetric.start_sfen);
    assert_eq!(literal.start_sfen, default.start_sfen);
    assert_ne!(symmetric.start_sfen, default.start_sfen);
    assert_eq!(default.xboard_start.as_deref(), Some("symmetric"));
    let back = build("maka", &[("RuleSet", "tsa"), ("StartPosition", "seed")]);
    assert_eq!(back.start_sfen, default.start_sfen);
}

#[test]
fn choices_that_make_no_sense_count_as_default() {
    let odd = [("RuleSet", "jcsa"), ("PromotionRule", "like-chu"), ("StartPosition", "nowhere")];
    let (game, default) = (build("maka", &odd), build("maka", &[]));
    assert_eq!((game.rules, &game.start_sfen), (default.rules, &default.start_sfen));
    assert_eq!(game.definition.ignored(&game.choices).len(), 3);
    let dai = build("dai", &[("PromotionRule", "compulsory")]);
    assert_eq!(dai.rules.promotion, PromotionRule::LikeChu);
}

#[test]
fn games_are_found_by_id_and_alias_in_any_case() {
    let registry = Registry::new();
    let ids = ["chu", "dai", "heiandai", "maka", "sho", "shogi", "tenjiku", "wa", "wadrops"];
    assert_eq!(registry.ids(), ids);
    for (alias, id) in registry.aliases() {
        assert_eq!(registry.get(&alias.to_uppercase()).unwrap().id, id);
    }
    for alias in ["chushogi", "daishogi", "maka-dai-dai-shogi", "wa-shogi", "standard"] {
        assert!(registry.get(alias).is_ok(), "{alias}");
    }
    assert_eq!(registry.by_size(15, 15), ["dai"]);
    assert!(registry.by_size(10, 10).is_empty());
    assert_eq!(registry.rule_sets(), ["hachu", "jcsa", "lishogi", "seed-literal", "tsa"]);
}

#[test]
fn armies_are_turned_by_half_a_circle() {
    for id in ["chu", "dai", "maka"] {
        for (name, sfen) in build(id, &[]).start_arrays {
            let board = sfen.split(' ').next().unwrap();
            let rows: Vec<&str> = board.split('/').collect();
            assert_eq!(tokens(rows[0]).len(), tokens(rows[rows.len() - 1]).len());
            for (far, near) in rows.iter().zip(rows.iter().rev()) {
                let turned: Vec<String> = tokens(near).into_iter().rev().collect();
                let turned: String = turned.concat().to_lowercase();
                assert_eq!(far.to_lowercase(), turned, "{id} {name}");
            }
        }
    }
}

fn tokens(row: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut open = false;
    for c in row.chars() {
        let joins = open
            || c.is_ascii_digit()
                && tokens.last().is_some_and(|t| t.bytes().all(|b| b.is_ascii_digit()));
        match tokens.last_mut().filter(|_| joins) {
            Some(last) => last.push(c),
            None => tokens.push(c.to_string()),
        }
        open = c == '[' || open && c != ']';
    }
    tokens
}

#[test]
fn options_of_the_vectors_are_choices() {
    let options: serde_json::Value = serde_json::from_str(
        r#"{"preset": "jcsa", "lion_trading": "protected", "emperor_capture": "royals_only",
            "fresh_lion_exception": "on", "move_limit": 40}"#,
    )
    .unwrap();
    let choices = support::choices_from_json(&options);
    assert_eq!(choices.rule_set.as_deref(), Some("jcsa"));
    assert_eq!(choices.values.emperor_capture, Some(EmperorCapture::RoyalsOnly));
    assert_eq!((choices.values.fresh_lion, choices.values.move_limit), (Some(true), Some(40)));
}
