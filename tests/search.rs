//! The search as its callers see it: limits, lines, scores of forced ends, determinism.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use daiban::game::{Game, Status};
use daiban::search::{Control, Limits, SearchInfo, SearchListener, SearchPool, SearchResult};
use daiban::types::score::MATE;
use daiban::types::{Move, Score};
use daiban::variant::{Choices, Registry, Variant};

const GAMES: [&str; 5] = ["chu", "dai", "maka", "wa", "shogi"];

fn variant(id: &str) -> Arc<Variant> {
    let definition = Registry::new().get(id).unwrap();
    Arc::new(definition.build(&Choices::default()).unwrap())
}

fn start(id: &str) -> Game {
    Game::new(&variant(id)).unwrap()
}

fn search(game: &Game, limits: &Limits) -> SearchResult {
    SearchPool::new(8, 1).search(game, limits, &Control::new(), &mut ())
}

#[derive(Default)]
struct Reports(Vec<SearchInfo>);

impl SearchListener for Reports {
    fn on_info(&mut self, info: &SearchInfo) {
        self.0.push(info.clone());
    }
}

/// Plays the line and returns how many of its moves are legal.
fn legal_moves_of(game: &Game, line: &[Move]) -> usize {
    let mut game = game.clone();
    line.iter().take_while(|&&m| game.play(m).is_ok()).count()
}

#[test]
fn every_line_is_legal_and_the_limits_of_nodes_and_depth_hold() {
    for id in GAMES {
        let game = start(id);
        let mut reports = Reports::default();
        let mut pool = SearchPool::new(8, 1);
        let result = pool.search(&game, &Limits::nodes(5000), &Control::new(), &mut reports);
        assert_eq!(result.nodes, 5000, "{id}");
        for info in &reports.0 {
            assert_eq!(legal_moves_of(&game, &info.pv), info.pv.len(), "{id}: {info:?}");
        }
        assert_eq!(result.best, result.pv.first().copied());
        let result = search(&game, &Limits::depth(3));
        assert_eq!(result.depth, 3, "{id}");
    }
}

#[test]
fn one_thread_repeats_itself() {
    for id in GAMES {
        let game = start(id);
        let once = |_| {
            let result = search(&game, &Limits::depth(6));
            (result.best, result.score, result.nodes, result.pv)
        };
        assert_eq!(once(1), once(2), "{id}");
        let mut pool = SearchPool::new(8, 1);
        let first = pool.search(&game, &Limits::depth(6), &Control::new(), &mut ());
        pool.clear();
        let again = pool.search(&game, &Limits::depth(6), &Control::new(), &mut ());
        assert_eq!((first.best, first.nodes), (again.best, again.nodes), "{id}");
    }
}

fn dai(sfen: &str) -> Game {
    Game::from_sfen(&variant("dai"), sfen).unwrap()
}

#[test]
fn a_royal_that_hangs_is_taken() {
    let game = dai("[ki]14/15/15/15/15/15/15/15/15/15/15/15/15/15/[RK]13[KI] b - 1");
    let result = search(&game, &Limits::depth(1));
    assert_eq!(result.score, MATE - 1);
    let mut after = game.clone();
    after.play(result.best.unwrap()).unwrap();
    assert!(matches!(after.status(), Status::Over(outcome) if outcome.winner.is_some()));
}

#[test]
fn a_forced_end_is_scored_by_its_distance() {
    // Two rooks on neighbouring ranks: the king on the edge cannot leave the last one.
    let game = dai("7[ki]7/[RK]14/15/15/15/15/15/15/15/15/15/15/15/1[RK]13/14[KI] b - 1");
    let result = search(&game, &Limits::depth(4));
    assert_eq!(result.score, MATE - 3, "{result:?}");
    let mut after = game.clone();
    after.play(result.best.unwrap()).unwrap();
    let reply: Score = search(&after, &Limits::depth(4)).score;
    assert_eq!(reply, 2 - MATE);
}

#[test]
fn lines_are_as_many_as_asked_for_and_in_order() {
    let game = start("chu");
    let mut reports = Reports::default();
    let limits = Limits { multi_pv: 3, ..Limits::depth(5) };
    SearchPool::new(8, 1).search(&game, &limits, &Control::new(), &mut reports);
    let last: Vec<_> = reports.0.iter().filter(|i| i.depth == 5).collect();
    assert_eq!(last.iter().map(|i| i.multi_pv).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(last.is_sorted_by_key(|i| std::cmp::Reverse(i.score)));
    let mut firsts: Vec<_> = last.iter().map(|i| i.pv[0]).collect();
    firsts.dedup();
    assert_eq!(firsts.len(), 3);
}

#[test]
fn only_the_named_moves_are_considered() {
    let mut game = start("maka");
    let chosen: Vec<Move> = game.legal_moves().iter().copied().skip(7).take(2).collect();
    let limits = Limits { search_moves: chosen.clone(), ..Limits::depth(3) };
    assert!(chosen.contains(&search(&game, &limits).best.unwrap()));
}

#[test]
fn a_stop_is_heard_at_once() {
    for threads in [1, 2] {
        let game = start("maka");
        let control = Control::new();
        let limits = Limits { infinite: true, ..Limits::default() };
        let stopper = control.clone();
        let stopped_at = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            stopper.stop();
            Instant::now()
        });
        let result = SearchPool::new(8, threads).search(&game, &limits, &control, &mut ());
        let late = stopped_at.join().unwrap().elapsed();
        assert!(late < Duration::from_millis(500), "{late:?}");
        assert!(result.best.is_some() && result.nodes > 0);
    }
}

#[test]
fn a_ponder_search_waits_for_the_hit_and_then_for_its_time() {
    let game = start("chu");
    let control = Control::new();
    let limits = Limits {
        ponder: true,
        movetime: Some(Duration::from_millis(50)),
        move_overhead: Duration::ZERO,
        ..Limits::default()
    };
    let hitter = control.clone();
    let begin = Instant::now();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        hitter.ponderhit(None);
    });
    let result = SearchPool::new(8, 1).search(&game, &limits, &control, &mut ());
    assert!(begin.elapsed() >= Duration::from_millis(245), "{:?}", begin.elapsed());
    thread.join().unwrap();
    assert!(result.best.is_some());
}

#[test]
fn a_finished_game_has_no_move() {
    let game = dai("15/15/15/15/15/15/15/15/15/15/15/15/15/15/[RK]13[KI] w - 1");
    assert_eq!(search(&game, &Limits::depth(3)).best, None);
}

#[test]
fn time_counts_from_the_command() {
    let now = Instant::now();
    let long = Duration::from_secs(2);
    let limits = Limits { received: now.checked_sub(long), ..Limits::movetime(long) };
    let result = search(&start("dai"), &limits);
    assert!(result.best.is_some());
    assert!(now.elapsed() < long / 2, "{:?}", now.elapsed());
}
