//! Lion trading and the powers of lions by the words of the rules: the test positions of the house
//! rules, and each finer point switched alone.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test may panic")]

#[path = "support/boards.rs"]
mod boards;

use boards::{has, place, texts, variant};
use daiban::game::Game;
use daiban::position::Position;
use daiban::types::Color;
use daiban::variant::rules::{BareKing, LionScope, LionTrading, RepetitionRule};

/// The defaults of the house rules: no doomed protectors.
const HOUSE: &str = "LionTrading=protected DoomedProtector=off BareKing=off";
const ALWAYS: &str = "LionTrading=always DoomedProtector=off BareKing=off";

/// A move written with squares counted from a1, Black's left corner, on the Chu board.
fn usi(squares: &[&str]) -> String {
    let one = |s: &&str| {
        let (file, rank) = s.split_at(1);
        let file = 12 - (file.as_bytes()[0] - b'a');
        let rank = 12 - rank.parse::<u8>().unwrap();
        format!("{file}{}", char::from(b'a' + rank))
    };
    squares.iter().map(one).collect()
}

fn chu(options: &str, board: &str) -> Position {
    Position::from_sfen(&variant("chu", options), &format!("{board} b - 1")).unwrap()
}

/// True when the move is legal in both modes of lion trading.
fn legal(board: &str, squares: &[&str]) -> bool {
    let [a, b] = [HOUSE, ALWAYS].map(|options| has(&chu(options, board), &usi(squares)));
    assert_eq!(a, b, "the modes differ only in counterstrike");
    a
}

#[test]
fn an_adjacent_lion_may_always_be_taken() {
    let board = "11k/12/12/12/12/12/12/4g7/3n8/2N9/12/K11";
    assert!(legal(board, &["c3", "d4"]));
    assert!(legal(board, &["c3", "d4", "e5"]));
}

#[test]
fn a_distant_protected_lion_is_safe_from_lions_alone() {
    let board = "11k/12/12/4l7/12/4n7/12/4N7/1B1S8/12/12/K11";
    assert!(!legal(board, &["e5", "e7"]));
    assert!(legal(board, &["b4", "e7"]));
}

#[test]
fn a_hidden_protector_counts() {
    assert!(!legal("11k/12/12/12/12/6b5/12/4N7/12/2n9/12/K11", &["e5", "c3"]));
    assert!(legal("11k/12/12/12/12/12/12/4N7/12/2n9/12/K11", &["e5", "c3"]));
}

#[test]
fn a_line_opened_on_the_way_protects() {
    let board = "11k/12/12/12/12/6n5/5p6/4N7/3b8/12/12/K11";
    assert!(!legal(board, &["e5", "f6", "g7"]));
    assert!(legal(board, &["e5", "g7"]));
}

#[test]
fn a_pawn_taken_on_the_way_protects_only_as_a_doomed_protector() {
    let board = "11k/12/12/12/12/4N7/4p7/4n7/12/12/12/K11";
    assert!(!legal(board, &["e7", "e5"]));
    assert!(legal(board, &["e7", "e6", "e5"]));
    let doomed = chu("LionTrading=protected DoomedProtector=on", board);
    assert!(!has(&doomed, &usi(&["e7", "e6", "e5"])));
}

#[test]
fn tsukegui_excuses_and_can_be_switched_off() {
    let board = "11k/12/12/12/12/4N7/4s7/d3n7/12/12/12/K11";
    let both = ["e7", "e6", "e5"];
    assert!(legal(board, &both));
    assert!(!legal("11k/12/12/12/12/4N7/4p7/d3n7/12/12/12/K11", &both));
    assert!(!has(&chu(&format!("{HOUSE} Tsukegui=off"), board), &usi(&both)));
}

/// Plays Black's capture and says whether White's answer is legal.
fn answer(options: &str, board: &str, first: &[&str], reply: &[&str]) -> bool {
    let mut game = Game::from_position(chu(options, board));
    game.play_text(&usi(first)).unwrap();
    has(game.position(), &usi(reply))
}

#[test]
fn counterstrike() {
    let board = "5r5k/12/12/12/n11/12/5N6/12/12/12/12/R10K";
    let covered = "5r5k/12/12/12/n11/12/5N6/12/5R6/12/12/R10K";
    let (first, reply) = (["a1", "a8"], ["f12", "f6"]);
    assert!(!answer(ALWAYS, board, &first, &reply));
    assert!(answer(HOUSE, board, &first, &reply));
    assert!(!answer(ALWAYS, covered, &first, &reply));
    assert!(!answer(HOUSE, covered, &first, &reply));
}

#[test]
fn counterstrike_binds_lions_only_by_scope() {
    let board = "5r5k/12/12/12/12/6n5/n4N6/12/12/12/12/R10K";
    let (first, reply) = (["a1", "a6"], ["g7", "f6"]);
    assert!(answer(ALWAYS, board, &first, &reply));
    assert!(!answer(&format!("{ALWAYS} LionScope=any"), board, &first, &reply));
    // The rook that took the lion covers the square of the other one.
    assert!(!answer(&format!("{HOUSE} LionScope=any"), board, &first, &reply));
    // A lion that takes something substantial besides is exempt in either scope.
    let tsukegui = "5r5k/12/12/12/12/5Sn5/n4N6/12/12/12/12/R10K";
    let reply = ["g7", "f7", "f6"];
    assert!(answer(&format!("{ALWAYS} LionScope=any"), tsukegui, &first, &reply));
    let off = format!("{ALWAYS} LionScope=any Tsukegui=off");
    assert!(!answer(&off, tsukegui, &first, &reply));
}

#[test]
fn dai_takes_distant_protected_lions() {
    let men = "KI@15o ki@1a LI@8h li@8f ln@8c";
    let dai = |options| place(&variant("dai", options), Color::Black, men);
    assert!(has(&dai(""), "8h8f"));
    assert!(!has(&dai("LionTrading=protected"), "8h8f"));
}

#[test]
fn a_promoted_kirin_is_a_lion() {
    assert!(!legal("11k/12/12/4l7/12/4+o7/12/4N7/12/12/12/K11", &["e5", "e7"]));
}

#[test]
fn a_lion_fresh_from_the_kirin_may_be_taken_by_option() {
    let board = "11k/12/12/12/12/12/5o6/12/R4N6/12/12/K11";
    for (options, wanted) in [
        (format!("{ALWAYS} FreshLion=on"), true),
        (format!("{ALWAYS} FreshLion=off"), false),
        (format!("{HOUSE} FreshLion=off"), true),
    ] {
        let variant = variant("chu", &options);
        let mut game = Game::from_sfen(&variant, &format!("{board} w - 1")).unwrap();
        let capture = format!("{}+", usi(&["f6", "f4"]));
        game.play_text(&capture).unwrap();
        assert_eq!(has(game.position(), &usi(&["a4", "f4"])), wanted, "{options}");
    }
}

#[test]
fn the_rule_set_hachu_is_what_hachu_enforces() {
    let chu = variant("chu", "RuleSet=hachu").rules;
    assert_eq!(chu.lion_trading, LionTrading::Always);
    assert_eq!(chu.lion_scope, LionScope::NonLion);
    assert!(!chu.fresh_lion && chu.tsukegui && !chu.doomed_protector);
    assert_eq!((chu.bare_king, chu.repetition), (BareKing::Off, RepetitionRule::Strict));
    let dai = variant("dai", "RuleSet=hachu").rules;
    assert_eq!((dai.lion_trading, dai.bare_king), (LionTrading::Off, BareKing::Off));
    assert_eq!(dai.repetition, RepetitionRule::Strict);
    // Nobody promotes on the last rank without capture.
    for id in ["chu", "dai"] {
        let game = variant(id, "RuleSet=hachu");
        assert!(game.kinds.iter().all(|kind| kind.last_rank == 0));
    }
}

/// What a lion dog on 10j can do with the ray to the north: its moves that stay on file 10.
fn dog(men: &str) -> Vec<String> {
    let men = format!("KI@19s ki@1a LD@10j {men}");
    let position = place(&variant("maka", ""), Color::Black, &men);
    texts(&position, "10j")
        .into_iter()
        .filter(|t| !t.ends_with('+') && t.split("10").count() > 2 && !t.contains('9'))
        .filter(|t| t.split("10").skip(2).all(|s| ["i", "h", "g", "j"].contains(&s)))
        .collect()
}

#[test]
fn lion_dog_outcomes() {
    let all_taken = [
        "10j10g",
        "10j10h",
        "10j10h10g",
        "10j10i",
        "10j10i10g",
        "10j10i10h",
        "10j10i10h10g",
        "10j10i10h10i",
        "10j10i10j",
    ];
    assert_eq!(dog("pw@10i pw@10h"), all_taken);
    // With a third enemy the same ends, each with one more capture.
    assert_eq!(dog("pw@10i pw@10h pw@10g"), all_taken);
    assert_eq!(dog("PW@10i pw@10h"), ["10j10g", "10j10h", "10j10h10g"]);
    assert_eq!(dog("pw@10h"), ["10j10g", "10j10h", "10j10h10g", "10j10h10i", "10j10i"]);
    assert_eq!(dog("pw@10i PW@10h"), ["10j10g", "10j10i", "10j10i10g", "10j10i10j"]);
    assert_eq!(dog("PW@10i PW@10h pw@10g"), ["10j10g"]);
    assert_eq!(dog("PW@10i PW@10h PW@10g"), Vec::<String>::new());
}

#[test]
fn a_pass_needs_an_empty_neighbour() {
    let ring = "PW@9i PW@10i PW@11i PW@9j PW@11j PW@9k PW@10k PW@11k";
    let boxed = format!("KI@19s ki@1a LI@10j {ring}");
    let maka = variant("maka", "");
    let pass = |p: &Position| p.moves().iter().any(|m| m.is_pass());
    assert!(!pass(&place(&maka, Color::Black, &boxed)));
    let open = boxed.replace(" PW@11k", "");
    let open = place(&maka, Color::Black, &open);
    assert_eq!(texts(&open, "10j").iter().filter(|t| t.ends_with("10j")).count(), 1);
    assert!(has(&open, "10j11k10j"));
}
