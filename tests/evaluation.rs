//! The terms of the evaluation, counted by hand and along random games.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::Arc;

use daiban::eval::{EvalTables, Evaluator, explain};
use daiban::game::{Game, Status};
use daiban::position::Position;
use daiban::types::Color;
use daiban::variant::evaluation::{Evaluation, Term};
use daiban::variant::{Choices, Definition, Registry, Variant};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

fn variant(id: &str) -> Arc<Variant> {
    let definition = Registry::new().get(id).unwrap();
    Arc::new(definition.build(&Choices::default()).unwrap())
}

/// Chu with a weight for every term.
fn weighed() -> Arc<Variant> {
    let mut definition = Definition::clone(&Registry::new().get("chu").unwrap());
    let weights = [7, -20, 5, -9, 3].map(Some);
    definition.evaluation = Evaluation { weights, ..Evaluation::default() };
    Arc::new(Arc::new(definition).default_variant().unwrap())
}

fn counts(variant: &Arc<Variant>, sfen: &str) -> [i32; 5] {
    let position = Position::from_sfen(variant, sfen).unwrap();
    let tables = Arc::new(EvalTables::new(variant));
    Evaluator::new(tables, &position).counts(&position)
}

#[test]
fn neighbours_of_royals_and_lions_and_the_squares_of_slides_are_counted() {
    let chu = variant("chu");
    // Black's king has two pawns beside him and a White one; White's has a gold, and a Black pawn.
    let beside = counts(&chu, "gkP9/12/12/12/12/12/12/12/12/12/9pPP/10K1 b - 1");
    assert_eq!(beside[Term::Shield as usize], 2 - 1);
    assert_eq!(beside[Term::Intruders as usize], 1 - 1);
    // Black's lion is covered once and attacked by three; White has none.
    let lion = counts(&chu, "k11/12/12/12/12/4ppp5/5N6/5P6/12/12/12/11K b - 1");
    assert_eq!(lion[Term::LionCover as usize], 1);
    assert_eq!(lion[Term::LionAttack as usize], 3);
    // A rook on an empty board but for a pawn of either side on its lines: 3 squares and a capture
    // to one side, 4 squares before its own pawn, 5 and 6 to the edges.
    let rook = counts(&chu, "k11/6P5/12/12/12/12/2p3R5/12/12/12/12/11K b - 1");
    assert_eq!(rook[Term::Mobility as usize], 3 + 1 + 4 + 5 + 5);
}

#[test]
fn what_is_followed_through_random_games_is_what_a_fresh_look_finds() {
    for variant in [weighed(), variant("dai"), variant("maka")] {
        let tables = Arc::new(EvalTables::new(&variant));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        for _ in 0..3 {
            let mut game = Game::new(&variant).unwrap();
            let mut evaluator = Evaluator::new(Arc::clone(&tables), game.position());
            for _ in 0..150 {
                let moves = game.legal_moves();
                if moves.is_empty() || game.status() != Status::Playing {
                    break;
                }
                let m = moves[random.random_range(0..moves.len())];
                let before = (evaluator.state(), evaluator.evaluate(game.position()));
                game.make_move_with(m, &mut evaluator);
                let fresh = Evaluator::new(Arc::clone(&tables), game.position());
                let position = game.position();
                assert_eq!(evaluator.evaluate(position), fresh.evaluate(position));
                assert_eq!(evaluator.counts(position), fresh.counts(position));
                let mut back = game.clone();
                back.unmake_move();
                let mut restored = evaluator.clone();
                restored.restore(before.0);
                assert_eq!(restored.evaluate(back.position()), before.1);
            }
        }
    }
}

#[test]
fn the_terms_add_up_to_the_total_for_either_side() {
    let variant = weighed();
    let tables = Arc::new(EvalTables::new(&variant));
    let sfen = "gkP9/12/4n7/3ppp6/12/4ppp5/5N6/5P6/2R9/12/9pPP/10K1";
    for side in ["b", "w"] {
        let position = Position::from_sfen(&variant, &format!("{sfen} {side} - 1")).unwrap();
        let mut list = explain(&tables, &position);
        let (name, total) = list.pop().unwrap();
        assert_eq!((name, total), ("total", list.iter().map(|(_, score)| score).sum()));
        let evaluator = Evaluator::new(Arc::clone(&tables), &position);
        assert_eq!(total, evaluator.evaluate(&position));
        let sign = if position.side() == Color::Black { 1 } else { -1 };
        let shield = list.iter().find(|(name, _)| *name == "shield").unwrap().1;
        // Two pawns beside the one king, a gold beside the other.
        assert_eq!(shield, sign * 7);
    }
}
