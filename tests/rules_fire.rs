//! Generals, area movers and fire: what vectors and reference do not say of attacks, exchanges,
//! search and mate.

#![allow(clippy::unwrap_used, missing_docs, reason = "a test may panic")]

#[path = "support/boards.rs"]
mod boards;

use boards::{has, place, texts, variant};
use daiban::game::{Game, Status};
use daiban::movegen::{Captures, MoveList, Quiets, generate};
use daiban::position::Position;
use daiban::position::see::ExchangeValues;
use daiban::search::mate::{MateLimits, MateResult, MateSolver, verify};
use daiban::search::{Control, Limits, SearchPool};
use daiban::types::{Color, Move};

fn board(men: &str) -> Position {
    place(&variant("tenjiku", ""), Color::Black, men)
}

fn find(position: &Position, text: &str) -> Move {
    position.moves().iter().copied().find(|&m| position.move_text(m) == text).unwrap()
}

#[test]
fn a_king_next_to_where_a_demon_can_go_is_in_check() {
    let position = board("FD@8l KI@1p ki@8f pw@8i");
    let royal = position.royals(Color::White).next().unwrap();
    assert!(!position.is_attacked(royal, Color::Black));
    // The pawn bars the file, not the diagonals: 8l-13g is not near; the area ends at 8i.
    assert!(!position.could_end_game(Color::Black));
    let position = board("FD@8j KI@1p ki@8f pw@8i");
    assert!(!position.is_attacked(position.royals(Color::White).next().unwrap(), Color::Black));
    assert!(position.could_end_game(Color::Black));
    // Not when it would burn there itself.
    let position = board("FD@8j KI@1p ki@8f pw@8i fd@9h fd@7h");
    assert!(!position.could_end_game(Color::Black));
}

#[test]
fn a_buffalo_that_can_promote_threatens_fire() {
    let near = "KI@1p ki@8c";
    assert!(board(&format!("WB@14j {near}")).could_end_game(Color::Black), "14j-8d promotes");
    assert!(!board(&format!("WB@16p {near}")).could_end_game(Color::Black));
}

#[test]
fn burning_counts_as_capture() {
    let position = board("FD@8j KI@1p ki@1a pw@8f pw@9f");
    let (mut captures, mut quiets) = (MoveList::new(), MoveList::new());
    generate::<Captures, _>(&position, &mut captures);
    generate::<Quiets, _>(&position, &mut quiets);
    let burning = find(&position, "8j8g");
    assert!(captures.contains(&burning) && !quiets.contains(&burning));
    assert_eq!(position.burnt(burning).len(), 2);
    assert!(quiets.contains(&find(&position, "8j8i")));
}

#[test]
fn exchanges_know_fire() {
    let count = variant("tenjiku", "").kinds.len();
    let values = ExchangeValues::new(vec![100; 2 * count]);
    let ge = |men: &str, text: &str, threshold: i32| {
        let position = board(men);
        position.see_ge(find(&position, text), threshold, &values)
    };
    // Two pawns burn, nobody takes back.
    let men = "FD@8j KI@1p ki@1a pw@8f pw@9f";
    assert!(ge(men, "8j8g", 200) && !ge(men, "8j8g", 201));
    // A rook takes the demon back, unless it burns too.
    let rook = format!("{men} rk@8a");
    assert!(ge(&rook, "8j8g", 100));
    // Who ends next to a demon is lost.
    let suicide = "RK@8j KI@1p ki@1a pw@8f fd@7e";
    assert!(ge(suicide, "8j8f", 0) && !ge(suicide, "8j8f", 1));
    // A general jumps to take back.
    let jumped = "RK@8j KI@1p ki@1a pw@8f pw@8d rg@8b";
    assert!(!ge(jumped, "8j8f", 1));
}

#[test]
fn the_search_burns_the_king() {
    let position = board("FD@8j KI@1p ki@8f gg@8g GG@1o");
    let mut game = Game::from_position(position);
    let result = SearchPool::new(1, 1).search(&game, &Limits::depth(3), &Control::new(), &mut ());
    game.play(result.best.unwrap()).unwrap();
    while game.status() == Status::Playing && game.ply_count() < 5 {
        let limits = Limits::depth(3);
        let next = SearchPool::new(1, 1).search(&game, &limits, &Control::new(), &mut ());
        game.play(next.best.unwrap()).unwrap();
    }
    assert_eq!(game.status().to_string(), "win black royals-lost");
}

#[test]
fn mates_by_fire_and_by_jumps_are_proved() {
    let solve = |men: &str| {
        let position = board(men);
        let mut solver = MateSolver::new(4);
        let report = solver.solve(&position, &MateLimits::nodes(200_000), &Control::new());
        if let MateResult::Mate(line) = &report.result {
            assert!(verify::is_attacking_line(&position, line), "{men}");
        }
        report.result
    };
    // The king in the corner burns, or is taken, wherever it goes.
    assert!(matches!(solve("FD@8f GR@4h KI@16p ki@1a"), MateResult::Mate(_)));
    // A lone pawn gives no mate.
    assert_eq!(solve("PW@1d KI@16p ki@1a"), MateResult::NoMate);
    // A general takes the king over its guards at once.
    let over = solve("GR@1h KI@16p ki@1a gg@1b gg@1c");
    assert!(matches!(over, MateResult::Mate(line) if line.len() == 1));
}

#[test]
fn the_mover_wins_where_both_lose_their_last_royal() {
    let position = board("KI@8h ki@8g fd@9f");
    let mut game = Game::from_position(position);
    game.play_text("8h8g").unwrap();
    assert_eq!(game.status().to_string(), "win black royals-lost");
    // Walking into fire without a capture loses.
    let mut game = Game::from_position(board("KI@8h ki@16a fd@9f"));
    game.play_text("8h8g").unwrap();
    assert_eq!(game.status().to_string(), "win white royals-lost");
}

#[test]
fn a_free_eagle_makes_two_diagonal_steps() {
    let position = board("FE@8h KI@1p ki@16a pw@9g pw@9f pw@10f");
    assert!(has(&position, "8h9g8h") && has(&position, "8h9g10f"));
    assert!(has(&position, "8h9g8f"));
    assert!(!texts(&position, "8h").contains(&"8h9g9f".to_owned()), "no straight second step");
}
