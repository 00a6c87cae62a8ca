//! The order of moves: table move, captures that do not lose, killers, quiets by history, captures
//! that lose. Every class is generated only when it is reached.

use super::history_tables::{HistoryTables, Row};
use crate::eval::EvalTables;
use crate::movegen::{Captures, MoveSink, Quiets, generate};
use crate::position::Position;
use crate::types::{Move, Piece, Score};

/// A move and what it is ordered by.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// Higher comes first.
    pub score: i32,
}

/// All move lists of one thread, one behind the other: a node's list begins where its parent's
/// ends.
#[derive(Clone, Debug, Default)]
pub struct MoveStack(Vec<ScoredMove>);

impl MoveStack {
    /// An empty stack with room for deep lines.
    pub fn new() -> Self {
        Self(Vec::with_capacity(1 << 15))
    }

    /// Where the next list begins.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True when no list is open.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Drops everything from `start` on.
    #[inline]
    pub fn truncate(&mut self, start: usize) {
        self.0.truncate(start);
    }

    /// The moves from `start` on.
    #[inline]
    pub fn from_mut(&mut self, start: usize) -> &mut [ScoredMove] {
        &mut self.0[start..]
    }

    /// Swaps the best move from `cursor` on to `cursor` and returns it.
    #[inline]
    pub fn select(&mut self, cursor: usize) -> Option<ScoredMove> {
        let rest = &mut self.0[cursor..];
        let mut best = 0;
        let mut score = rest.first()?.score;
        for (index, candidate) in rest.iter().enumerate().skip(1) {
            if candidate.score > score {
                score = candidate.score;
                best = index;
            }
        }
        rest.swap(0, best);
        Some(rest[0])
    }

    /// The move at `cursor`.
    #[inline]
    pub fn get(&self, cursor: usize) -> Option<ScoredMove> {
        self.0.get(cursor).copied()
    }

    /// Sorts the moves from `cursor` on, best first.
    pub fn sort(&mut self, cursor: usize) {
        self.0[cursor..].sort_unstable_by_key(|m| std::cmp::Reverse(m.score));
    }

    /// Keeps the moves from `start` on for which `keep` returns a score, and gives them that score.
    pub fn rescore(&mut self, start: usize, mut keep: impl FnMut(Move) -> Option<i32>) {
        let mut kept = start;
        for index in start..self.0.len() {
            let mv = self.0[index].mv;
            if let Some(score) = keep(mv) {
                self.0[kept] = ScoredMove { mv, score };
                kept += 1;
            }
        }
        self.0.truncate(kept);
    }
}

/// Quiets that are searched for one by one before the rest is sorted.
const SELECTED: usize = 6;

impl MoveSink for MoveStack {
    #[inline]
    fn push(&mut self, mv: Move) {
        self.0.push(ScoredMove { mv, score: 0 });
    }
}

/// What ordering reads.
#[derive(Clone, Copy, Debug)]
pub struct OrderingView<'a> {
    /// The position.
    pub position: &'a Position,
    /// Values.
    pub tables: &'a EvalTables,
    /// Histories.
    pub history: &'a HistoryTables,
}

impl OrderingView<'_> {
    /// What a capture or promotion wins before any answer, in centipawns, burnt pieces included.
    #[inline]
    pub fn gain(&self, m: Move) -> Score {
        let values = self.tables.exchange();
        let mut gain = 0;
        if m.via().is_none() {
            if m.from() != m.to() {
                gain += values.get(self.position.at(m.to()));
            }
        } else {
            for square in self.position.victims(m) {
                gain += values.get(self.position.at(square));
            }
        }
        if self.position.any_fire() {
            let burnt = self.position.burnt(m);
            gain += burnt.iter().map(|&s| values.get(self.position.at(s))).sum::<Score>();
        }
        if m.is_promotion() { gain + self.promotion_gain(m) } else { gain }
    }

    /// What a promotion is worth beyond the piece that promotes.
    #[inline]
    pub fn promotion_gain(&self, m: Move) -> Score {
        self.tables.promotion_gain(self.position.at(m.from()).kind())
    }

    /// The most valuable piece that a capture takes.
    #[inline]
    pub fn main_victim(&self, m: Move) -> Piece {
        let target = self.position.at(m.to());
        if m.via().is_none() || target.is_piece() && m.from() != m.to() {
            return target;
        }
        let victims = self.position.victims(m);
        let pieces = victims.iter().map(|&s| self.position.at(s));
        pieces.max_by_key(|&p| self.tables.exchange().get(p)).unwrap_or(Piece::EMPTY)
    }

    /// The order of a capture.
    #[inline]
    pub fn capture_score(&self, m: Move) -> i32 {
        let mover = self.position.at(m.from());
        let learned = self.history.capture(mover, self.main_victim(m));
        self.gain(m) - self.tables.exchange().get(mover) / 32 + learned / 16
    }

    /// The order of a quiet move.
    #[inline]
    pub fn quiet_score(&self, m: Move, rows: [Row; 2]) -> i32 {
        let mover = self.position.mover(m);
        let mut score = self.history.quiet(mover, m.to(), rows);
        if m.is_promotion() {
            score += 8 * self.promotion_gain(m);
        }
        score
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TableMove,
    GenerateCaptures,
    GoodCaptures,
    Killers,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    Done,
}

/// Hands out the moves of one node in order.
#[derive(Clone, Copy, Debug)]
pub struct MovePicker {
    stage: Stage,
    table_move: Option<Move>,
    killers: [Option<Move>; 2],
    next_killer: usize,
    rows: [Row; 2],
    start: usize,
    bad_end: usize,
    cursor: usize,
}

/// A move and the class it was handed out from.
#[derive(Clone, Copy, Debug)]
pub struct Picked {
    /// The move.
    pub mv: Move,
    /// It comes from the captures that lose by static exchange.
    pub losing: bool,
}

impl MovePicker {
    /// A picker whose list begins at `start` of the move stack.
    pub fn new(
        start: usize,
        table_move: Option<Move>,
        killers: [Option<Move>; 2],
        rows: [Row; 2],
    ) -> Self {
        Self {
            stage: Stage::TableMove,
            table_move,
            killers,
            next_killer: 0,
            rows,
            start,
            bad_end: start,
            cursor: start,
        }
    }

    /// The next move, or `None` after the last. With `skip_quiets`, quiets are left out from here.
    pub fn next(
        &mut self,
        view: &OrderingView<'_>,
        moves: &mut MoveStack,
        skip_quiets: bool,
    ) -> Option<Picked> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateCaptures;
                    self.table_move = self.table_move.filter(|&m| view.position.is_pseudo_legal(m));
                    if let Some(mv) = self.table_move {
                        return Some(Picked { mv, losing: false });
                    }
                }
                Stage::GenerateCaptures => {
                    generate::<Captures, _>(view.position, moves);
                    let table_move = self.table_move;
                    moves.rescore(self.start, |m| {
                        (Some(m) != table_move).then(|| view.capture_score(m))
                    });
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => {
                    let Some(best) = moves.select(self.cursor) else {
                        self.stage = Stage::Killers;
                        continue;
                    };
                    self.cursor += 1;
                    if view.position.see_ge(best.mv, 0, view.tables.exchange()) {
                        return Some(Picked { mv: best.mv, losing: false });
                    }
                    moves.0.swap(self.bad_end, self.cursor - 1);
                    self.bad_end += 1;
                }
                Stage::Killers => {
                    if skip_quiets || self.next_killer == 2 {
                        self.stage = Stage::GenerateQuiets;
                        continue;
                    }
                    let killer = self.killers[self.next_killer];
                    self.next_killer += 1;
                    let fresh = killer.filter(|&m| {
                        Some(m) != self.table_move
                            && m.via().is_none()
                            && !view.position.at(m.to()).is_piece()
                            && view.position.is_pseudo_legal(m)
                            && !view.position.is_capture(m)
                    });
                    if let Some(mv) = fresh {
                        return Some(Picked { mv, losing: false });
                    }
                    self.killers[self.next_killer - 1] = None;
                }
                Stage::GenerateQuiets => {
                    moves.truncate(self.bad_end);
                    self.cursor = self.bad_end;
                    if !skip_quiets {
                        self.generate_quiets(view, moves);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => {
                    // Most nodes need few quiets, and those that need more soon need all.
                    let taken = self.cursor - self.bad_end;
                    if taken == SELECTED {
                        moves.sort(self.cursor);
                    }
                    let next = if skip_quiets {
                        None
                    } else if taken < SELECTED {
                        moves.select(self.cursor)
                    } else {
                        moves.get(self.cursor)
                    };
                    if let Some(best) = next {
                        self.cursor += 1;
                        return Some(Picked { mv: best.mv, losing: false });
                    }
                    moves.truncate(self.bad_end);
                    self.cursor = self.start;
                    self.stage = Stage::BadCaptures;
                }
                Stage::BadCaptures => {
                    if self.cursor < self.bad_end {
                        self.cursor += 1;
                        return Some(Picked { mv: moves.0[self.cursor - 1].mv, losing: true });
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    fn generate_quiets(&self, view: &OrderingView<'_>, moves: &mut MoveStack) {
        generate::<Quiets, _>(view.position, moves);
        let done = [self.table_move, self.killers[0], self.killers[1]];
        moves.rescore(self.bad_end, |m| {
            (!done.contains(&Some(m))).then(|| view.quiet_score(m, self.rows))
        });
    }
}
