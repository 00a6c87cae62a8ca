//! Drops, hands and the rule of check: texts, bans with their reasons, and what the search and the
//! solver make of them.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test may panic")]

#[path = "support/boards.rs"]
mod boards;

use boards::variant;
use daiban::game::{Game, Status};
use daiban::position::Position;
use daiban::search::mate::{MateLimits, MateResult, MateSolver};
use daiban::search::{Control, Limits, SearchPool};
use daiban::types::score::MATE;

fn game(id: &str, options: &str, sfen: &str) -> Game {
    Game::from_sfen(&variant(id, options), sfen).unwrap()
}

fn refusal(game: &mut Game, text: &str) -> String {
    game.play_text(text).unwrap_err().to_string()
}

/// A gold mates the king behind a pawn.
const MATE_BY_GOLD: &str = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
/// A pawn would mate the king in the corner.
const MATE_BY_PAWN: &str = "6snk/9/7G1/9/9/9/9/9/4K4 b P 1";

#[test]
fn hands_are_read_in_any_order_and_written_in_one() {
    let shogi = variant("shogi", "");
    let kings = "4k4/9/9/9/9/9/9/9/4K4 b";
    for (given, written) in
        [("R2Pb", "R2Pb"), ("bPRP", "R2Pb"), ("[PW][rk]", "Pr"), ("18p2G", "2G18p"), ("-", "-")]
    {
        let position = Position::from_sfen(&shogi, &format!("{kings} {given} 1")).unwrap();
        assert_eq!(position.sfen(), format!("{kings} {written} 1"));
        position.check_consistency().unwrap();
    }
    for bad in ["K", "+P", "2", "P2", "0P", "1000P", "X", "-P", "P-", "2 3P", "é", "[P", "5e"] {
        let error = Position::from_sfen(&shogi, &format!("{kings} {bad} 1"));
        assert!(error.is_err(), "{bad}");
    }
    let sho = variant("sho", "");
    assert!(Position::from_sfen(&sho, &format!("{kings} P 1")).is_err());
}

#[test]
fn what_was_promoted_comes_to_hand_as_what_it_was() {
    let mut game = game("shogi", "", "4k4/9/9/9/4+p4/4G4/9/9/4K4 b - 1");
    game.play_text("5f5e").unwrap();
    assert_eq!(game.position().sfen(), "4k4/9/9/9/4G4/9/9/9/4K4 w P 2");
    game.undo();
    assert_eq!(game.position().sfen(), "4k4/9/9/9/4+p4/4G4/9/9/4K4 b - 1");
}

#[test]
fn every_ban_has_its_reason() {
    let mut pawns = game("shogi", "", "4k4/9/9/9/9/9/4P4/9/4K4 b PN 1");
    for (text, why) in [
        ("P*5d", "another unpromoted Pawn"),
        ("N*3b", "could never move"),
        ("P*3a", "could never move"),
        ("P*5a", "5a is not empty"),
        ("R*3c", "no Rook in hand"),
        ("K*3c", "no King in hand"),
        ("Z*3c", "no Z in hand"),
        ("*3c", "is no move"),
        ("P*", "not on the board"),
        ("P*10a", "not on the board"),
        ("P*3c+", "cannot promote"),
    ] {
        let reason = refusal(&mut pawns, text);
        assert!(reason.contains(why), "{text}: {reason}");
    }
    for good in ["P*4d", "p*4d", "[PW]*4d", "PW*4d", "P*4d=", "N*3c"] {
        assert!(pawns.parse_move(good).is_ok(), "{good}");
    }
    let mut checked = game("shogi", "", "4k4/9/9/9/4r4/9/9/9/4K4 b G 1");
    assert!(refusal(&mut checked, "G*3c").contains("leaves the king"));
    checked.play_text("G*5f").unwrap();
    let mut mating = game("shogi", "", MATE_BY_PAWN);
    assert!(refusal(&mut mating, "P*1b").contains("may not mate"));
    let mut allowed = game("shogi", "PawnDropMate=on", MATE_BY_PAWN);
    allowed.play_text("P*1b").unwrap();
    assert_eq!(allowed.status().to_string(), "win black no-moves");
    let mut without = game("wa", "", &variant("wa", "").start_sfen);
    assert!(refusal(&mut without, "[SP]*6f").contains("in hand"));
}

fn best(game: &Game, depth: u32) -> (String, i32) {
    let result =
        SearchPool::new(1, 1).search(game, &Limits::depth(depth), &Control::new(), &mut ());
    (game.position().move_text(result.best.unwrap()), result.score)
}

#[test]
fn the_search_mates_with_a_drop_and_counts_to_the_mating_move() {
    let mate = game("shogi", "", MATE_BY_GOLD);
    assert_eq!(best(&mate, 4), ("G*5b".to_owned(), MATE - 1));
    // Under the rule of capture the king falls two plies later.
    let mate = game("shogi", "CheckRule=capture", MATE_BY_GOLD);
    assert_eq!(best(&mate, 4), ("G*5b".to_owned(), MATE - 3));
}

#[test]
fn the_search_leaves_a_mating_pawn_in_hand() {
    for depth in 1..=5 {
        let mating = game("shogi", "", MATE_BY_PAWN);
        assert_ne!(best(&mating, depth).0, "P*1b");
    }
    let allowed = game("shogi", "PawnDropMate=on", MATE_BY_PAWN);
    assert_eq!(best(&allowed, 3), ("P*1b".to_owned(), MATE - 1));
}

#[test]
fn the_solver_knows_drops_and_their_bans() {
    let mut solver = MateSolver::new(4);
    let mut solve = |game: &Game| {
        solver.solve(game.position(), &MateLimits::nodes(200_000), &Control::new()).result
    };
    let gold = game("shogi", "", MATE_BY_GOLD);
    let wanted = gold.clone().parse_move("G*5b").unwrap();
    assert_eq!(solve(&gold), MateResult::Mate(vec![wanted]));
    let allowed = game("shogi", "PawnDropMate=on", MATE_BY_PAWN);
    let pawn = allowed.clone().parse_move("P*1b").unwrap();
    assert_eq!(solve(&allowed), MateResult::Mate(vec![pawn]));
    match solve(&game("shogi", "", MATE_BY_PAWN)) {
        MateResult::Mate(line) => assert_ne!(line.last(), Some(&pawn)),
        other => assert_eq!(other, MateResult::NoMate),
    }
}

#[test]
fn hands_tell_positions_apart_and_perpetual_check_is_seen_to_lose() {
    let shogi = variant("shogi", "");
    let key = |hands: &str| {
        let sfen = format!("4k4/9/9/9/9/9/9/9/4K4 b {hands} 1");
        Position::from_sfen(&shogi, &sfen).unwrap().key()
    };
    let keys = ["-", "P", "p", "2P", "2p", "Pp", "G", "g", "3P", "PG"].map(key);
    for (i, a) in keys.iter().enumerate() {
        assert!(keys.iter().skip(i + 1).all(|b| a != b));
    }
    let mut game = game("shogi", "", "9/4k4/p8/9/9/9/3R5/P8/8K b - 1");
    for text in ["6g5g", "5b6b", "5g6g", "6b5b"] {
        game.play_text(text).unwrap();
    }
    assert_eq!(game.status(), Status::Playing);
    let loser = game.perpetual_check().unwrap();
    assert_eq!(loser.to_string(), "win white perpetual");
}
