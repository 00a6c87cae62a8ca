//! A whole match: workers that take games from the schedule, and one book that counts them.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use thiserror::Error;

use super::config::EngineSpec;
use super::openings::{Opening, RandomOpenings, Scorer};
use super::record::{GameRecord, MoveRecord, RecordError, RecordWriter};
use super::referee::{MatchRules, Task, Watcher, play};
use super::schedule::Schedule;
use super::seat::Seat;
use super::sprt::{Sprt, Verdict};
use super::tally::Tally;
use crate::game::Game;

/// Where the openings of a match come from.
#[derive(Clone, Debug)]
pub enum OpeningBook {
    /// A list in the order of its use, from its start again when it ends.
    List(Vec<Opening>),
    /// Drawn at random, one a round.
    Random(RandomOpenings),
}

/// Makes a scorer for random openings; each worker has one.
pub type MakeScorer<'a> = &'a (dyn Fn() -> Box<dyn Scorer> + Sync);

/// Everything about a match.
#[derive(Debug)]
pub struct MatchPlan {
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// The rules.
    pub rules: MatchRules,
    /// All pairs.
    pub schedule: Schedule,
    /// The pairs that this run plays.
    pub pairs: Range<u64>,
    /// The openings.
    pub book: OpeningBook,
    /// Games at a time.
    pub concurrency: usize,
    /// Test that ends the match early.
    pub sprt: Option<Sprt>,
}

/// Sees a match as it goes on. Called from all workers.
pub trait MatchListener: Sync {
    /// A worker played a move.
    fn moved(&self, worker: usize, game: &Game, played: &MoveRecord);
    /// A game is on disk and counted.
    fn finished(&self, game: &GameRecord, tally: &Tally);
    /// Something that a reader of the result should know.
    fn remark(&self, text: &str);
}

/// Why a match stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All games were played.
    Complete,
    /// The sequential test decided.
    Decided(Verdict),
}

/// Why a match cannot go on.
#[derive(Debug, Error)]
pub enum MatchError {
    /// The record cannot be written; what it holds is kept.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A worker failed.
    #[error("a worker of the match failed")]
    Worker,
}

/// The book of a match: the record and the count, written by one worker at a time.
struct Book<'a> {
    writer: Option<&'a mut RecordWriter>,
    tally: &'a mut Tally,
    failure: Option<RecordError>,
    decided: Option<Verdict>,
}

/// State that the workers share.
struct Shared<'a> {
    plan: &'a MatchPlan,
    book: Mutex<Book<'a>>,
    next: AtomicU64,
    stop: AtomicBool,
    listener: &'a dyn MatchListener,
    remarked: Mutex<Vec<String>>,
    scorer: MakeScorer<'a>,
}

/// Plays the games of `plan` that `tally` has not counted.
///
/// # Errors
/// The record cannot be written.
pub fn run(
    plan: &MatchPlan,
    writer: Option<&mut RecordWriter>,
    tally: &mut Tally,
    listener: &dyn MatchListener,
    scorer: MakeScorer<'_>,
) -> Result<Ending, MatchError> {
    let shared = Shared {
        plan,
        next: AtomicU64::new(plan.pairs.start * 2),
        stop: AtomicBool::new(false),
        listener,
        remarked: Mutex::new(Vec::new()),
        scorer,
        book: Mutex::new(Book { writer, tally, failure: None, decided: None }),
    };
    shared.check_sprt(&mut lock(&shared.book));
    let workers = plan.concurrency.max(1);
    let sound = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..workers)
            .map(|worker| {
                let shared = &shared;
                scope.spawn(move || shared.work(worker))
            })
            .collect();
        handles.into_iter().all(|handle| handle.join().is_ok())
    });
    let book = shared.book.into_inner().unwrap_or_else(PoisonError::into_inner);
    match (book.failure, book.decided) {
        (Some(error), _) => Err(error.into()),
        (None, Some(verdict)) => Ok(Ending::Decided(verdict)),
        (None, None) if sound => Ok(Ending::Complete),
        (None, None) => Err(MatchError::Worker),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared<'_> {
    /// Takes games until none is left.
    fn work(&self, worker: usize) {
        let mut seats: HashMap<usize, Seat> = HashMap::new();
        let mut scorer: Option<Box<dyn Scorer>> = None;
        while !self.stop.load(Ordering::Relaxed) {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.plan.pairs.end * 2 {
                break;
            }
            if lock(&self.book).tally.has(number) {
                continue;
            }
            let Some(pair) = self.plan.schedule.pair(number / 2) else { break };
            let (black, white) = pair.seats(number % 2 == 1);
            let opening = self.opening(pair.round, &mut scorer);
            let task = Task { game: number, pair: pair.number, opening };
            let mut take = |index: usize| {
                seats.remove(&index).or_else(|| {
                    let spec = self.plan.engines.get(index)?;
                    Some(Seat::new(spec, self.plan.rules.time))
                })
            };
            let (Some(mut first), Some(mut second)) = (take(black), take(white)) else { break };
            let mut watcher = Observer { shared: self, worker };
            let record = play(&self.plan.rules, &task, &mut first, &mut second, &mut watcher);
            for remark in first.take_remarks().into_iter().chain(second.take_remarks()) {
                self.remark(remark);
            }
            seats.insert(black, first);
            seats.insert(white, second);
            if let Some(record) = record {
                self.book_game(&record);
            }
        }
    }

    fn opening(&self, round: u64, scorer: &mut Option<Box<dyn Scorer>>) -> Opening {
        match &self.plan.book {
            OpeningBook::List(list) => {
                let index = round as usize % list.len().max(1);
                list.get(index).cloned().unwrap_or_default()
            }
            OpeningBook::Random(random) => {
                let scorer = scorer.get_or_insert_with(|| (self.scorer)());
                random.draw(&self.plan.rules.variant, round, scorer.as_mut())
            }
        }
    }

    /// Writes a game, then counts it.
    fn book_game(&self, record: &GameRecord) {
        let mut book = lock(&self.book);
        if book.failure.is_some() || book.decided.is_some() {
            return;
        }
        let written = book.writer.as_mut().map_or(Ok(()), |writer| writer.append(record));
        if let Err(error) = written {
            book.failure = Some(error);
            self.stop.store(true, Ordering::Relaxed);
            return;
        }
        book.tally.add(record);
        self.check_sprt(&mut book);
        self.listener.finished(record, book.tally);
    }

    fn check_sprt(&self, book: &mut Book<'_>) {
        let Some(sprt) = &self.plan.sprt else { return };
        let verdict = sprt.verdict(sprt.llr(book.tally.first_pairing().pairs));
        if verdict != Verdict::Continue {
            book.decided = Some(verdict);
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn remark(&self, text: String) {
        let mut said = lock(&self.remarked);
        if !said.contains(&text) {
            self.listener.remark(&text);
            said.push(text);
        }
    }
}

/// Passes the moves of one worker on.
struct Observer<'a, 'b> {
    shared: &'a Shared<'b>,
    worker: usize,
}

impl Watcher for Observer<'_, '_> {
    fn moved(&mut self, game: &Game, played: &MoveRecord) -> bool {
        self.shared.listener.moved(self.worker, game, played);
        !self.shared.stop.load(Ordering::Relaxed)
    }
}

/// Estimates when a match ends.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    start: Instant,
    before: u64,
}

impl Pace {
    /// Starts now, with `before` games played earlier.
    pub fn new(before: u64) -> Self {
        Self { start: Instant::now(), before }
    }

    /// Seconds until `total` games are played, once one was.
    pub fn seconds_left(&self, games: u64, total: u64) -> Option<f64> {
        let played = games.saturating_sub(self.before);
        let rate = self.start.elapsed().as_secs_f64() / played as f64;
        (played > 0).then(|| rate * total.saturating_sub(games) as f64)
    }
}
