//! Mate problems: proved, not refuted, and checked without the solver's help.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic")]

use std::sync::Arc;

use daiban::position::Position;
use daiban::search::Control;
use daiban::search::mate::verify::{is_attacking_line, wins_against_all};
use daiban::search::mate::{MateLimits, MateReport, MateResult, MateSolver};
use daiban::variant::{Registry, Variant};
use serde_json::Value;

/// Lifts the caps on nodes: all problems are then solved and checked in full.
fn is_slow_run() -> bool {
    std::env::var_os("DAIBAN_SLOW_TESTS").is_some()
}

fn game(id: &str) -> Arc<Variant> {
    Arc::new(Registry::new().get(id).unwrap().default_variant().unwrap())
}

fn lines(text: &str) -> impl Iterator<Item = Value> + '_ {
    text.lines().filter(|l| !l.is_empty()).map(|l| serde_json::from_str(l).unwrap())
}

fn solve(solver: &mut MateSolver, position: &Position, nodes: u64) -> MateReport {
    solver.solve(position, &MateLimits::nodes(nodes), &Control::new())
}

/// Plays the solver's moves against every reply.
fn confirm(solver: &mut MateSolver, position: &Position, id: &str) {
    let mut strategy = |p: &Position| solver.winning_move(p);
    let verdict = wins_against_all(position, &mut strategy, 1_000_000);
    assert_eq!(verdict, Some(true), "{id}: a reply escapes");
}

#[test]
fn edo_period_problems_are_proved() {
    let chu = game("chu");
    let cap = if is_slow_run() { 20_000_000 } else { 40_000 };
    let mut solver = MateSolver::new(if is_slow_run() { 512 } else { 16 });
    let (mut proved, mut mates) = (0, 0);
    for problem in lines(include_str!("data/vectors/mate_chu.jsonl")) {
        let id = problem["id"].as_str().unwrap();
        let position = Position::from_sfen(&chu, problem["sfen"].as_str().unwrap()).unwrap();
        let is_mate = problem["known"] == "yes";
        let report = solve(&mut solver, &position, cap);
        match &report.result {
            MateResult::Mate(line) => {
                proved += 1;
                assert!(is_attacking_line(&position, line), "{id}");
                if is_slow_run() || report.nodes < 12_000 {
                    confirm(&mut solver, &position, id);
                }
            }
            MateResult::NoMate => assert!(!is_mate, "{id}: the known mate was missed"),
            MateResult::Unknown => assert!(!is_slow_run() || !is_mate, "{id}: not solved"),
        }
        mates += u32::from(is_mate);
    }
    assert_eq!(mates, 28);
    assert!(proved >= if is_slow_run() { 28 } else { 15 }, "only {proved} proved");
}

fn check_collection(id: &str, text: &str) {
    let variant = game(id);
    let mut solver = MateSolver::new(16);
    let mut count = 0;
    for problem in lines(text) {
        let sfen = problem["sfen"].as_str().unwrap();
        let position = Position::from_sfen(&variant, sfen).unwrap();
        let report = solve(&mut solver, &position, 200_000);
        let MateResult::Mate(line) = &report.result else {
            panic!("{id}: {sfen}: {:?}", report.result);
        };
        assert!(is_attacking_line(&position, line), "{id}: {sfen}");
        // The solver proves a mate and does not claim the shortest, but these take a reply at least.
        assert!(line.len() >= 3, "{id}: {sfen}: {} plies", line.len());
        confirm(&mut solver, &position, sfen);
        count += 1;
    }
    assert!(count >= 20, "{id}: only {count} problems");
}

#[test]
fn dai_mates_are_proved() {
    check_collection("dai", include_str!("data/mates/dai.jsonl"));
}

#[test]
fn maka_mates_are_proved() {
    check_collection("maka", include_str!("data/mates/maka.jsonl"));
}

/// All wins of the side to move that take at most `attacks` attacks, by trying everything.
fn exhaustive(position: &mut Position, attacks: u32) -> bool {
    let side = position.side();
    if position.could_end_game(side) {
        return true;
    }
    if attacks == 0 {
        return false;
    }
    let moves = position.moves();
    moves.iter().any(|&m| {
        let royals = position.royal_count(!side);
        let undo = position.make_move(m);
        let attacked = position.royals(!side).any(|r| position.is_attacked(r, side));
        let attack = attacked || position.royal_count(!side) < royals;
        let wins = attack
            && position.moves().iter().all(|&reply| {
                let undo = position.make_move(reply);
                let wins = position.royal_count(side) > 0 && exhaustive(position, attacks - 1);
                position.unmake_move(&undo);
                wins
            });
        position.unmake_move(&undo);
        wins
    })
}

#[test]
fn verdicts_agree_with_an_exhaustive_search_on_random_positions() {
    use rand::{RngExt, SeedableRng};
    let (mut mates, mut refuted) = (0, 0);
    for (id, walks) in [("chu", 120), ("dai", 60), ("maka", 30)] {
        let variant = game(id);
        let mut solver = MateSolver::new(1);
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(7);
        for _ in 0..walks {
            let mut position = Position::from_sfen(&variant, &variant.start_sfen).unwrap();
            for ply in 0..300 {
                let moves = position.moves();
                if moves.is_empty() || position.could_end_game(position.side()) {
                    break;
                }
                let captures: Vec<_> =
                    moves.iter().copied().filter(|&m| position.is_capture(m)).collect();
                let from = if captures.is_empty() || rng.random_bool(0.5) {
                    moves.as_slice()
                } else {
                    &captures
                };
                let m = from[rng.random_range(0..from.len())];
                let _ = position.make_move(m);
                if position.royal_count(position.side()) == 0 {
                    break;
                }
                if ply % 7 != 0 || position.could_end_game(position.side()) {
                    continue;
                }
                let report = solve(&mut solver, &position, 3_000);
                let short = exhaustive(&mut position.clone(), 1);
                match report.result {
                    MateResult::Mate(line) => {
                        assert!(is_attacking_line(&position, &line));
                        mates += 1;
                    }
                    MateResult::NoMate => {
                        assert!(!short, "{id}: {} has a mate", position.sfen());
                        refuted += 1;
                    }
                    MateResult::Unknown => {}
                }
            }
        }
    }
    assert!(mates > 1 && refuted > 300, "{mates} mates, {refuted} refuted");
}

#[test]
fn the_same_problem_costs_the_same_again() {
    let chu = game("chu");
    let sfen = "6k3d1/1f3e3f2/2+D2+vt+M+m2N/6p3O+b/7m4/2+F9/12/12/12/1R7q2/12/12 b - 1";
    let position = Position::from_sfen(&chu, sfen).unwrap();
    let mut solver = MateSolver::new(4);
    let first = solve(&mut solver, &position, 1_000_000);
    let again = solve(&mut solver, &position, 1_000_000);
    assert_eq!((first.result, first.nodes), (again.result, again.nodes));
}

#[test]
fn small_cases() {
    let chu = game("chu");
    let mut solver = MateSolver::new(1);
    let mut verdict = |sfen: &str| {
        let position = Position::from_sfen(&chu, sfen).unwrap();
        let result = solve(&mut solver, &position, 100_000).result;
        match result {
            MateResult::Mate(line) => {
                line.iter().map(|&m| position.move_text(m)).next().unwrap_or_default()
            }
            MateResult::NoMate => "nomate".to_owned(),
            MateResult::Unknown => "timeout".to_owned(),
        }
    };
    let empty = "12/12/12/12/12/12/12/12/12";
    // The last royal can be taken at once: the capture is the line.
    assert_eq!(verdict(&format!("k11/12/R11/{empty} b - 1")), "12c12a+");
    // Nothing to attack with.
    assert_eq!(verdict(&format!("k11/12/12/{empty} b - 1")), "nomate");
    // Two rooks drive the king to the edge.
    let rooks = verdict(&format!("6k5/R11/1R10/{empty} b - 1"));
    assert!(["11c11a", "11c11a+"].contains(&rooks.as_str()), "{rooks}");
    // One rook cannot, and its checks repeat.
    assert_eq!(verdict(&format!("6k5/12/1R10/{empty} b - 1")), "nomate");
}

#[test]
fn a_stopped_solver_answers_at_once() {
    let chu = game("chu");
    let position = Position::from_sfen(&chu, &chu.start_sfen).unwrap();
    let control = Control::new();
    control.stop();
    let report = MateSolver::new(1).solve(&position, &MateLimits::default(), &control);
    assert!(report.nodes < 2_000);
}
