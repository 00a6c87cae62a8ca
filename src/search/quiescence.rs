//! Quiescence: captures that do not lose, until none is left, and evasions while the last royal is
//! attacked.
//!
//! Where every capture promotes, captures breed captures. Three bounds hold the tree: no capture
//! that loses by static exchange, a few captures a node, and after some plies recaptures only.

use super::Bound;
use super::ordering::{MovePicker, OrderingView};
use super::tt::Entry;
use super::worker::{Verdict, Worker};
use crate::movegen::{Captures, generate, generate_from};
use crate::types::score::{INFINITE, MATE, MATE_BOUND, MAX_PLY};
use crate::types::{Move, Score, Square};

/// The depth under which results are stored.
const QS_DEPTH: i32 = 0;

impl Worker {
    /// The score of a position once its captures are played out; `qs_ply` counts from 0.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        qs_ply: i32,
        last_to: Square,
    ) -> Score {
        if PV {
            self.pv.clear(ply);
        }
        if self.visit(ply) {
            return 0;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate();
        }
        // Step 1. Capture of the last royal
        if self.can_end_game() {
            return MATE - ply as Score - 1;
        }
        // Step 2. Table
        let key = self.game.position().key();
        let entry = self.shared.tt.probe(key, ply);
        if !PV && let Some(score) = entry.and_then(|e| usable(&e, alpha, beta)) {
            return score;
        }
        let in_check = qs_ply == 0 && self.is_in_check();
        if in_check {
            return self.evasions::<PV>(alpha, beta, ply, entry.and_then(|e| e.mv));
        }
        // Step 3. Stand pat
        let eval = entry.map_or_else(|| self.evaluate(), |e| e.eval);
        let stand_pat = entry.map_or(eval, |e| refine(eval, &e));
        if stand_pat >= beta {
            if entry.is_none() {
                self.remember(key, ply, None, stand_pat, eval, Bound::Lower);
            }
            return stand_pat;
        }
        let original = alpha;
        alpha = alpha.max(stand_pat);
        // Step 4. Captures
        let (mut best, mut best_move) = (stand_pat, None);
        let start = self.moves.len();
        self.collect_captures(start, qs_ply, alpha - stand_pat, last_to);
        let mut left = if qs_ply < self.params.qs_full_plies { self.params.qs_moves } else { 2 };
        let mut cursor = start;
        while left > 0
            && let Some(picked) = self.moves.select(cursor)
        {
            cursor += 1;
            let m = picked.mv;
            if !self.game.position().see_ge(m, 0, self.eval.tables().exchange()) {
                continue;
            }
            left -= 1;
            let state = self.make(m, ply);
            let score = match self.judge_capture(m, ply + 1) {
                Verdict::Illegal => {
                    self.unmake(state);
                    continue;
                }
                Verdict::Over(score) => score,
                Verdict::Playing => {
                    -self.quiescence::<PV>(-beta, -alpha, ply + 1, qs_ply + 1, m.to())
                }
            };
            self.unmake(state);
            if self.stopped {
                self.moves.truncate(start);
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(m);
                    if PV {
                        self.pv.update(ply, m);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.moves.truncate(start);
        let bound = if best >= beta {
            Bound::Lower
        } else if best > original && PV {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.remember(key, ply, best_move, best, eval, bound);
        best
    }

    /// Generates the captures that may lift the score by `missing` and gives them their order.
    fn collect_captures(&mut self, start: usize, qs_ply: i32, missing: Score, last_to: Square) {
        let view = OrderingView {
            position: self.game.position(),
            tables: self.eval.tables(),
            history: &self.history,
        };
        if qs_ply >= self.params.qs_full_plies {
            // Only captures on one square are wanted: ask who attacks it.
            for from in view.position.attackers_to(last_to, view.position.side()) {
                generate_from::<Captures, _>(view.position, from, &mut self.moves);
            }
        } else {
            generate::<Captures, _>(view.position, &mut self.moves);
        }
        let recaptures_only = qs_ply >= self.params.qs_full_plies;
        let needed = missing - self.params.delta_margin;
        self.moves.rescore(start, |m| {
            if recaptures_only && m.to() != last_to {
                return None;
            }
            let gain = view.gain(m);
            (gain > needed).then(|| gain - view.tables.exchange().get(view.position.mover(m)) / 32)
        });
    }

    /// All moves while the last royal is attacked, until one holds; then captures only.
    fn evasions<const PV: bool>(
        &mut self,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        table_move: Option<Move>,
    ) -> Score {
        let start = self.moves.len();
        let killers = self.frame_before(ply, 0).killers;
        let mut picker = MovePicker::new(start, table_move, killers, self.rows(ply));
        let mut best = -INFINITE;
        let mut holds = false;
        while let Some(picked) = self.next_move(&mut picker, holds) {
            if holds && picked.losing {
                break;
            }
            let m = picked.mv;
            let state = self.make(m, ply);
            let score = match self.judge(m, ply + 1) {
                Verdict::Illegal => {
                    self.unmake(state);
                    continue;
                }
                Verdict::Over(score) => score,
                Verdict::Playing => -self.quiescence::<PV>(-beta, -alpha, ply + 1, 1, m.to()),
            };
            self.unmake(state);
            if self.stopped {
                break;
            }
            holds |= score > -MATE_BOUND;
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if PV {
                        self.pv.update(ply, m);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.moves.truncate(start);
        if best == -INFINITE { ply as Score - MATE } else { best }
    }

    /// What the rules say after a capture: nothing comes back, so only the end is asked for.
    fn judge_capture(&mut self, m: Move, ply: usize) -> Verdict {
        let position = self.game.position();
        let them = position.side();
        if position.royal_count(them) == 0
            || position.royal_count(!them) == 0
            || position.piece_count(them) <= 4
        {
            return self.judge(m, ply);
        }
        if self.is_barred(m) { Verdict::Illegal } else { Verdict::Playing }
    }

    fn remember(
        &self,
        key: u64,
        ply: usize,
        mv: Option<Move>,
        score: Score,
        eval: Score,
        bound: Bound,
    ) {
        let entry = Entry { mv, score, eval, depth: QS_DEPTH, bound: Some(bound), pv: false };
        self.shared.tt.store(key, ply, entry);
    }
}

/// The score of an entry when it settles the window.
#[inline]
pub(super) fn usable(entry: &Entry, alpha: Score, beta: Score) -> Option<Score> {
    let settles = match entry.bound? {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    };
    settles.then_some(entry.score)
}

/// The static evaluation, replaced by the table's score where that is known to be nearer.
#[inline]
pub(super) fn refine(eval: Score, entry: &Entry) -> Score {
    let nearer = match entry.bound {
        Some(Bound::Exact) => true,
        Some(Bound::Lower) => entry.score > eval,
        Some(Bound::Upper) => entry.score < eval,
        None => false,
    };
    if nearer { entry.score } else { eval }
}
