//! Tactical positions with one move that is best by far, proved by a search of 2.5 million nodes
//! and a gap of two pawns to the second-best move.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and tell")]

use std::sync::Arc;
use std::time::Duration;

use daiban::game::Game;
use daiban::position::Position;
use daiban::search::{Control, Limits, SearchInfo, SearchListener, SearchPool};
use daiban::types::Move;
use daiban::variant::Registry;
use serde_json::Value;

/// Nodes for each position of the quick run.
const NODES: u64 = 40_000;
/// How many of all positions the quick run must solve.
const SOLVED: usize = 30;

struct Problem {
    game: Game,
    best: Move,
}

fn problems() -> Vec<Problem> {
    let registry = Registry::new();
    let mut problems = Vec::new();
    for text in [
        include_str!("data/tactics/chu.jsonl"),
        include_str!("data/tactics/dai.jsonl"),
        include_str!("data/tactics/maka.jsonl"),
    ] {
        for line in text.lines() {
            let problem: Value = serde_json::from_str(line).unwrap();
            let field = |name: &str| problem[name].as_str().unwrap();
            let variant = registry.get(field("variant")).unwrap().default_variant().unwrap();
            let position = Position::from_sfen(&Arc::new(variant), field("sfen")).unwrap();
            let mut game = Game::from_position(position);
            let best = game.parse_move(field("best")).unwrap();
            problems.push(Problem { game, best });
        }
    }
    problems
}

/// Remembers since when the last lines begin with the best move.
struct Watch {
    best: Move,
    since: Option<Duration>,
}

impl SearchListener for Watch {
    fn on_info(&mut self, info: &SearchInfo) {
        if info.pv.first() == Some(&self.best) {
            self.since.get_or_insert(info.time);
        } else {
            self.since = None;
        }
    }
}

/// When the search of a problem settled on the best move, if it did.
fn solve(problem: &Problem, threads: usize, limits: &Limits) -> Option<Duration> {
    let mut pool = SearchPool::new(64, threads);
    let mut watch = Watch { best: problem.best, since: None };
    let result = pool.search(&problem.game, limits, &Control::new(), &mut watch);
    let since = watch.since.unwrap_or(result.time);
    (result.best == Some(problem.best)).then_some(since)
}

#[test]
fn most_are_solved_within_few_nodes() {
    let problems = problems();
    assert_eq!(problems.len(), 60);
    let solved = problems.iter().filter(|p| solve(p, 1, &Limits::nodes(NODES)).is_some()).count();
    println!("{solved} of {} solved with {NODES} nodes each", problems.len());
    assert!(solved >= SOLVED, "{solved} solved");
}

/// 5 s each with one thread and with two; takes 10 minutes, so only when `DAIBAN_SLOW_TESTS` is set.
#[test]
fn two_threads_are_faster_than_one() {
    if std::env::var_os("DAIBAN_SLOW_TESTS").is_none() {
        return;
    }
    let limit = Duration::from_secs(5);
    let limits = Limits::movetime(limit);
    let [one, two] = [1, 2].map(|threads| {
        let times: Vec<_> = problems().iter().map(|p| solve(p, threads, &limits)).collect();
        let solved = times.iter().flatten().count();
        let total: Duration = times.into_iter().map(|time| time.unwrap_or(limit)).sum();
        println!("{threads} threads: {solved} solved, {total:?}");
        (solved, total)
    });
    assert!(one.0 >= 54, "{} solved by one thread", one.0);
    assert!(two.1 < one.1);
}
