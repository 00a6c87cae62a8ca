//! The threads of the search and what they keep from one search to the next.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::ordering::OrderingView;
use super::params::Params;
use super::skill::Skill;
use super::time::TimeManager;
use super::tt::TranspositionTable;
use super::worker::{RootMove, Shared, Worker};
use super::{Control, Limits, SearchListener, SearchResult};
use crate::eval::EvalTables;
use crate::game::Game;
use crate::types::Move;
use crate::types::score::INFINITE;
use crate::variant::Variant;

/// Most threads.
pub const MAX_THREADS: usize = 256;
/// Stack of a search thread: a frame per ply of the deepest line.
const STACK_BYTES: usize = 8 << 20;

/// Owns the transposition table and the threads' tables.
///
/// One search runs at a time. With one thread and a limit of nodes or depth, the same searches
/// after [`SearchPool::clear`] give the same results.
#[derive(Debug)]
pub struct SearchPool {
    tt: Arc<TranspositionTable>,
    hash_mb: usize,
    threads: usize,
    params: Params,
    tables: Option<(Arc<Variant>, Arc<EvalTables>)>,
    workers: Vec<Worker>,
}

impl SearchPool {
    /// A pool with a table of `hash_mb` MiB (at least 1) and `threads` threads (1 to
    /// [`MAX_THREADS`]).
    pub fn new(hash_mb: usize, threads: usize) -> Self {
        Self {
            tt: Arc::new(TranspositionTable::new(hash_mb)),
            hash_mb,
            threads: threads.clamp(1, MAX_THREADS),
            params: Params::default(),
            tables: None,
            workers: Vec::new(),
        }
    }

    /// Changes the size of the table, which empties it, and the number of threads.
    pub fn resize(&mut self, hash_mb: usize, threads: usize) {
        self.threads = threads.clamp(1, MAX_THREADS);
        self.workers.truncate(self.threads);
        if hash_mb != self.hash_mb {
            self.hash_mb = hash_mb;
            // The workers hold the old table; without them it is freed before the new one is made.
            self.workers.clear();
            self.tt = Arc::new(TranspositionTable::new(1));
            self.tt = Arc::new(TranspositionTable::new(hash_mb));
        }
    }

    /// Forgets all that was learned: table and histories.
    pub fn clear(&mut self) {
        self.tt.clear();
        self.workers.clear();
    }

    /// Makes everything that a search of `game` needs, so that its clock does not pay for it.
    pub fn make_ready(&mut self, game: &Game) {
        self.eval_tables(game.variant());
        self.tt.touch();
    }

    /// Number of threads.
    pub const fn threads(&self) -> usize {
        self.threads
    }

    /// Size of the table in MiB.
    pub const fn hash_mb(&self) -> usize {
        self.hash_mb
    }

    /// The tunables.
    pub const fn params(&self) -> &Params {
        &self.params
    }

    /// Replaces the tunables from the next search on.
    pub fn set_params(&mut self, params: Params) {
        self.params = params;
        self.workers.clear();
    }

    /// The evaluation tables for a variant, made on first use.
    pub fn eval_tables(&mut self, variant: &Arc<Variant>) -> Arc<EvalTables> {
        match &self.tables {
            Some((known, tables)) if Arc::ptr_eq(known, variant) => Arc::clone(tables),
            _ => {
                let tables = Arc::new(EvalTables::new(variant));
                self.tables = Some((Arc::clone(variant), Arc::clone(&tables)));
                // What was learned belongs to another game.
                self.clear();
                tables
            }
        }
    }

    /// Searches the position of `game` until a limit is met or `control` stops it.
    ///
    /// With [`Limits::infinite`], and while pondering, it does not return before it is stopped (or
    /// the opponent's move is hit). The result has no move when there is none to choose from.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        listener: &mut dyn SearchListener,
    ) -> SearchResult {
        let start = limits.received.unwrap_or_else(Instant::now);
        let wanted = limits.multi_pv;
        let limits = &under(limits.skill, limits);
        let listener = &mut FirstLines { lines: wanted, listener };
        let tables = self.eval_tables(game.variant());
        self.tt.new_search();
        let shared = Arc::new(Shared {
            tt: Arc::clone(&self.tt),
            control: control.clone(),
            limits: limits.clone(),
            abort: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            threads: self.threads,
        });
        while self.workers.len() < self.threads {
            let index = self.workers.len();
            self.workers.push(Worker::new(index, game, &tables, self.params, Arc::clone(&shared)));
        }
        let time = if limits.ponder {
            TimeManager::unlimited(start)
        } else {
            TimeManager::new(&self.params, limits, limits.clock, start)
        };
        let root_moves = root_moves(game, limits, &tables, &self.workers[0]);
        for worker in &mut self.workers {
            worker.prepare(game, Arc::clone(&shared), time);
            worker.root_moves.clone_from(&root_moves);
        }
        self.run(&shared, listener);
        self.result(&shared, start)
    }

    fn run(&mut self, shared: &Shared, listener: &mut dyn SearchListener) {
        let Some((first, helpers)) = self.workers.split_first_mut() else { return };
        std::thread::scope(|scope| {
            for helper in helpers {
                let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
                // A thread that the system refuses is done without.
                let _ = builder.spawn_scoped(scope, || helper.deepen(&mut ()));
            }
            first.deepen(listener);
            let must_wait = |first: &mut Worker| shared.limits.infinite || first.is_pondering();
            while must_wait(first) && !shared.control.is_stopped() {
                std::thread::sleep(Duration::from_millis(1));
            }
            shared.abort.store(true, Ordering::Relaxed);
        });
    }

    fn result(&self, shared: &Shared, start: Instant) -> SearchResult {
        let worker = &self.workers[0];
        let known = |root: &RootMove| {
            if root.score == -INFINITE { root.previous } else { root.score }
        };
        let skill = shared.limits.skill;
        let lines = worker.root_moves.iter().take(skill.lines());
        let scores: Vec<_> = lines.map(known).take_while(|&score| score != -INFINITE).collect();
        let choice = if skill == Skill::FULL { 0 } else { skill.choose(&scores, &mut rand::rng()) };
        let Some(best) = worker.root_moves.get(choice) else {
            return SearchResult { time: start.elapsed(), ..SearchResult::default() };
        };
        let score = known(best);
        SearchResult {
            best: Some(best.mv),
            ponder: best.pv.get(1).copied(),
            score: if score == -INFINITE { worker.evaluate() } else { score },
            depth: worker.completed_depth as u32,
            seldepth: worker.seldepth as u32 + 1,
            nodes: shared.nodes.load(Ordering::Relaxed),
            time: start.elapsed(),
            pv: best.pv.clone(),
        }
    }
}

/// The limits of a search at a playing level.
fn under(skill: Skill, limits: &Limits) -> Limits {
    let nodes = limits.nodes.into_iter().chain(skill.nodes()).min();
    Limits { nodes, multi_pv: limits.multi_pv.max(skill.lines()), ..limits.clone() }
}

/// Passes on the lines that were asked for; a playing level may need more than those.
struct FirstLines<'a> {
    lines: usize,
    listener: &'a mut dyn SearchListener,
}

impl SearchListener for FirstLines<'_> {
    fn on_info(&mut self, info: &super::SearchInfo) {
        if info.multi_pv <= self.lines.max(1) {
            self.listener.on_info(info);
        }
    }
}

/// The moves to choose from, the most promising first by a static look.
fn root_moves(game: &Game, limits: &Limits, tables: &EvalTables, worker: &Worker) -> Vec<RootMove> {
    let legal = game.clone().legal_moves();
    let view = OrderingView { position: game.position(), tables, history: &worker.history };
    let wanted = |m: &Move| limits.search_moves.is_empty() || limits.search_moves.contains(m);
    let mut moves: Vec<(i32, Move)> = legal
        .iter()
        .copied()
        .filter(wanted)
        .map(|m| {
            let capture = game.position().is_capture(m);
            let sound = game.position().see_ge(m, 0, tables.exchange());
            let score = if capture { view.capture_score(m) } else { 0 };
            (if sound { score } else { score - 100_000 }, m)
        })
        .collect();
    moves.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
    let root =
        |(_, mv)| RootMove { mv, score: -INFINITE, previous: -INFINITE, nodes: 0, pv: vec![mv] };
    moves.into_iter().map(root).collect()
}
