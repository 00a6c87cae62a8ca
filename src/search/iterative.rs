//! Iterative deepening with aspiration windows, and the root node.

use std::time::Duration;

use super::info::nodes_per_second;
use super::reduction::MoveView;
use super::time::soft_factor;
use super::worker::{RootMove, Verdict, Worker};
use super::{Bound, SearchInfo, SearchListener};
use crate::types::score::{INFINITE, MATE_BOUND, MAX_PLY, mate_distance};
use crate::types::{Move, Score};

/// Bounds inside an iteration are reported only after this long.
const TALK_AFTER: Duration = Duration::from_secs(3);

impl Worker {
    /// Searches deeper and deeper until a limit is met. Thread 0 reports to `listener` and decides
    /// when the end has come.
    pub(super) fn deepen(&mut self, listener: &mut dyn SearchListener) {
        let deepest =
            self.shared.limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 8) as i32;
        let lines = self.shared.limits.multi_pv.clamp(1, self.root_moves.len().max(1));
        let mut stable = 0;
        let mut last: Option<(Move, Score)> = None;
        for depth in 1..=deepest {
            if self.root_moves.is_empty() {
                break;
            }
            // Every second helper is one ply ahead, so that the threads part ways.
            self.root_depth = (depth + (self.index as i32 & 1)).min(deepest.max(depth));
            for root in &mut self.root_moves {
                root.previous = root.score;
            }
            for line in 0..lines {
                self.seldepth = 0;
                self.aspirate(line, listener);
                // A later line may have come out better than an earlier one.
                self.root_moves[..=line].sort_by_key(|r| std::cmp::Reverse(r.score));
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                break;
            }
            self.completed_depth = depth;
            if self.index != 0 {
                continue;
            }
            for line in 0..lines {
                self.report(line, Bound::Exact, listener);
            }
            let (best, score) = (self.root_moves[0].mv, self.root_moves[0].score);
            let fall = last.map_or(0, |(_, previous)| previous - score);
            stable = if last.is_some_and(|(m, _)| m == best) { stable + 1 } else { 0 };
            last = Some((best, score));
            if self.is_done(stable, fall) {
                break;
            }
        }
        self.publish();
    }

    /// True when thread 0 should not begin another iteration.
    fn is_done(&mut self, stable: u32, fall: Score) -> bool {
        let score = self.root_moves[0].score;
        let limits = &self.shared.limits;
        if let (Some(wanted), Some(distance)) = (limits.mate, mate_distance(score))
            && distance > 0
            && distance <= wanted as i32
        {
            return true;
        }
        let endless = limits.infinite || limits.depth.is_some() || limits.nodes.is_some();
        if self.is_pondering() {
            return false;
        }
        if self.time.should_stop(soft_factor(stable, fall)) {
            return true;
        }
        // With a clock, an only move and a proved end need no thought.
        let timed = self.shared.limits.clock.is_some();
        let settled = mate_distance(score).is_some_and(|d| d.abs() + 2 < self.completed_depth);
        timed && !endless && (self.root_moves.len() == 1 && self.completed_depth >= 4 || settled)
    }

    /// Searches the root for its `line`-th best move in a window that widens on demand.
    fn aspirate(&mut self, line: usize, listener: &mut dyn SearchListener) {
        let previous = self.root_moves[line].previous;
        let mut delta = self.params.aspiration_delta + previous.abs() / 64;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if self.root_depth >= self.params.aspiration_depth && previous.abs() < MATE_BOUND {
            alpha = previous - delta;
            beta = previous + delta;
        }
        let mut depth = self.root_depth;
        loop {
            let score = self.search_root(alpha, beta, depth.max(1), line);
            self.root_moves[line..].sort_by_key(|r| std::cmp::Reverse(r.score));
            if self.stopped {
                return;
            }
            let bound = if score <= alpha {
                beta = alpha.midpoint(beta);
                alpha = (score - delta).max(-INFINITE);
                depth = self.root_depth;
                Bound::Upper
            } else if score >= beta {
                beta = (score + delta).min(INFINITE);
                depth = (depth - 1).max(self.root_depth - 2);
                Bound::Lower
            } else {
                return;
            };
            if self.index == 0 && self.time.elapsed() >= TALK_AFTER {
                self.report(line, bound, listener);
            }
            delta *= 2;
            if delta > 4000 {
                alpha = if bound == Bound::Upper { -INFINITE } else { alpha };
                beta = if bound == Bound::Lower { INFINITE } else { beta };
            }
        }
    }

    /// The root node: the moves from `line` on, in their present order.
    fn search_root(&mut self, mut alpha: Score, beta: Score, depth: i32, line: usize) -> Score {
        self.pv.clear(0);
        if self.visit(0) {
            return -INFINITE;
        }
        let in_check = self.is_in_check();
        let eval = self.evaluate();
        let frame = self.frame(0);
        frame.in_check = in_check;
        frame.eval = eval;
        self.frame(1).excluded = None;
        self.frame(2).killers = [None; 2];
        let rows = self.rows(0);
        let mut best = -INFINITE;
        for index in line..self.root_moves.len() {
            let m = self.root_moves[index].mv;
            let number = index - line + 1;
            let position = self.game.position();
            let capture = position.is_capture(m);
            let history = self.history.quiet(position.mover(m), m.to(), rows);
            let nodes_before = self.nodes;
            let state = self.make(m, 0);
            let score = match self.judge(m, 1) {
                Verdict::Illegal => {
                    self.unmake(state);
                    continue;
                }
                Verdict::Over(score) => {
                    self.pv.clear(1);
                    score
                }
                Verdict::Playing => {
                    let view = MoveView {
                        pv: true,
                        cut_node: false,
                        improving: true,
                        capture,
                        killer: false,
                        history,
                        in_check,
                    };
                    self.search_root_move(alpha, beta, depth, number, view)
                }
            };
            self.unmake(state);
            if self.stopped {
                break;
            }
            let spent = self.nodes - nodes_before;
            let root = &mut self.root_moves[index];
            root.nodes += spent;
            if number == 1 || score > alpha {
                self.pv.update(0, m);
                let root = &mut self.root_moves[index];
                root.score = score;
                root.pv.clear();
                root.pv.extend_from_slice(self.pv.line(0));
            } else {
                root.score = -INFINITE;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                if score >= beta {
                    break;
                }
            }
        }
        best
    }

    /// The score of a root move just made.
    fn search_root_move(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: i32,
        number: usize,
        view: MoveView,
    ) -> Score {
        let new_depth = depth - 1;
        if number > 1 {
            let mut reduced = new_depth;
            if depth >= 2 && number > 2 {
                let reduction = self.reductions.get(&self.params, depth, number, view);
                reduced = (new_depth - reduction).clamp(1.min(new_depth), new_depth);
            }
            let mut score = -self.alpha_beta::<false>(-alpha - 1, -alpha, reduced, 1, true);
            if score > alpha && reduced < new_depth {
                score = -self.alpha_beta::<false>(-alpha - 1, -alpha, new_depth, 1, false);
            }
            if score <= alpha || self.stopped {
                return score;
            }
        }
        -self.alpha_beta::<true>(-beta, -alpha, new_depth, 1, false)
    }

    /// Tells the listener of one line.
    fn report(&mut self, line: usize, bound: Bound, listener: &mut dyn SearchListener) {
        self.publish();
        let time = self.time.elapsed();
        let nodes = self.shared.nodes.load(std::sync::atomic::Ordering::Relaxed);
        let RootMove { score, previous, pv, .. } = &self.root_moves[line];
        let score = if *score == -INFINITE { *previous } else { *score };
        listener.on_info(&SearchInfo {
            depth: self.root_depth as u32,
            seldepth: self.seldepth as u32 + 1,
            multi_pv: line + 1,
            score,
            bound,
            nodes,
            nps: nodes_per_second(nodes, time),
            hashfull: self.shared.tt.hashfull(),
            time,
            pv: pv.clone(),
        });
    }
}
