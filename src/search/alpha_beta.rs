//! The node of the main search.

use smallvec::SmallVec;

use super::Bound;
use super::ordering::MovePicker;
use super::pruning::{self, NodeView};
use super::quiescence::{refine, usable};
use super::reduction::MoveView;
use super::tt::Entry;
use super::worker::{Verdict, Worker};
use crate::types::score::{INFINITE, MATE, MATE_BOUND, MAX_PLY};
use crate::types::{Move, Score, Square};

/// Moves of a node that did not cut off, as far as they are remembered.
pub(super) type Tried = SmallVec<[Move; 48]>;

impl Worker {
    /// The score of the position for the side to move, within the window `alpha`..`beta`, searched
    /// `depth` plies deep. `PV`: the node may lie on the principal variation. `cut_node`: the
    /// score is expected to reach beta.
    #[expect(clippy::too_many_lines, reason = "the numbered steps read best in one place")]
    pub(super) fn alpha_beta<const PV: bool>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        if depth <= 0 {
            let last = self.frame_before(ply, 1).mv.map_or(Square::NONE, Move::to);
            return self.quiescence::<PV>(alpha, beta, ply, 0, last);
        }
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
            if PV && let Some(m) = self.ending_capture() {
                self.pv.clear(ply + 1);
                self.pv.update(ply, m);
            }
            return MATE - ply as Score - 1;
        }

        // Step 2. Mate distance: nothing here is better than the capture after the next two plies
        alpha = alpha.max(ply as Score - MATE);
        beta = beta.min(MATE - ply as Score - 1);
        if alpha >= beta {
            return alpha;
        }

        // Step 3. Table
        let excluded = self.frame_before(ply, 0).excluded;
        let key = self.game.position().key();
        let entry = if excluded.is_some() { None } else { self.shared.tt.probe(key, ply) };
        if !PV
            && let Some(e) = entry
            && e.depth >= depth
            && let Some(score) = usable(&e, alpha, beta)
        {
            return score;
        }
        let table_move = entry.and_then(|e| e.mv);
        let was_pv = PV || entry.is_some_and(|e| e.pv);

        // Step 4. Static evaluation
        let in_check = self.is_in_check();
        let static_eval = if excluded.is_some() {
            self.frame_before(ply, 0).eval
        } else {
            entry.map_or_else(|| self.evaluate(), |e| e.eval)
        };
        let eval = entry.map_or(static_eval, |e| refine(static_eval, &e));
        let before = *self.frame_before(ply, 2);
        let improving = !in_check && (before.in_check || static_eval > before.eval);
        let frame = self.frame(ply);
        frame.eval = static_eval;
        frame.in_check = in_check;
        self.frame(ply + 1).excluded = None;
        self.frame(ply + 2).killers = [None; 2];
        let mut view = NodeView { depth, eval, beta, improving };

        if !PV && !in_check && excluded.is_none() {
            // Step 5. RFP
            if pruning::reverse_futility(&self.params, view) {
                return eval.midpoint(beta);
            }

            // Step 6. Razoring
            if pruning::razor(&self.params, view, alpha) {
                let last = self.frame_before(ply, 1).mv.map_or(Square::NONE, Move::to);
                let score = self.quiescence::<false>(alpha, alpha + 1, ply, 0, last);
                if score <= alpha || self.stopped {
                    return score;
                }
            }

            // Step 7. NMP
            if self.frame_before(ply, 1).mv.is_some()
                && self.game.position().piece_count(self.game.position().side()) > 4
                && let Some(reduction) = pruning::null_move(&self.params, view)
            {
                let score = self.null_move(beta, depth - reduction, ply, cut_node);
                if self.stopped {
                    return 0;
                }
                if score >= beta {
                    return if score >= MATE_BOUND { beta } else { score };
                }
            }

            // Step 8. ProbCut
            if depth >= self.params.probcut_depth
                && beta.abs() < MATE_BOUND
                && let Some(score) = self.probcut(beta, depth, ply, cut_node)
            {
                return score;
            }
        }

        // Step 9. IIR
        if depth >= self.params.iir_depth && table_move.is_none() && (PV || cut_node) {
            depth -= 1;
            view.depth = depth;
        }

        // Step 10. Moves
        let start = self.moves.len();
        let rows = self.rows(ply);
        let killers = self.frame_before(ply, 0).killers;
        let mut picker = MovePicker::new(start, table_move, killers, rows);
        let (mut best, mut best_move) = (-INFINITE, None);
        let original = alpha;
        let mut number = 0usize;
        let (mut skip_quiets, mut passed) = (false, self.frame_before(ply, 1).mv.is_none());
        let late = pruning::late_move_count(&self.params, view);
        let (mut quiets, mut captures) = (Tried::new(), Tried::new());
        while let Some(picked) = self.next_move(&mut picker, skip_quiets) {
            let m = picked.mv;
            if Some(m) == excluded
                || m.is_pass() && !m.is_promotion() && std::mem::replace(&mut passed, true)
            {
                continue;
            }
            let position = self.game.position();
            let mover = position.mover(m);
            let capture = position.is_capture(m);
            let history = if capture { 0 } else { self.history.quiet(mover, m.to(), rows) };
            let quiet = !capture && !m.is_promotion();

            // Step 11. Pruning of moves
            if best > -MATE_BOUND {
                let reduced = depth - 1 - self.reductions.base(depth, number) / 1024;
                if quiet {
                    if number as i32 >= late {
                        skip_quiets = true;
                        continue;
                    }
                    if !in_check && pruning::futile(&self.params, reduced, eval, alpha) {
                        skip_quiets = true;
                        continue;
                    }
                    if pruning::bad_history(&self.params, reduced, history) {
                        continue;
                    }
                }
                let pruning_depth = if capture { depth } else { reduced };
                if (picked.losing || quiet)
                    && let Some(demand) =
                        pruning::exchange_demand(&self.params, pruning_depth, capture)
                    && !position.see_ge(m, demand, self.eval.tables().exchange())
                {
                    continue;
                }
            }

            // Step 12. Singular extension and multi-cut
            let mut extension = 0;
            if Some(m) == table_move
                && excluded.is_none()
                && depth >= self.params.singular_depth
                && ply < 2 * self.root_depth as usize
                && let Some(e) = entry
                && e.depth >= depth - 3
                && e.score.abs() < MATE_BOUND
                && matches!(e.bound, Some(Bound::Lower | Bound::Exact))
            {
                let bar = e.score - self.params.singular_margin * depth;
                self.frame(ply).excluded = Some(m);
                let score = self.alpha_beta::<false>(bar - 1, bar, (depth - 1) / 2, ply, cut_node);
                self.frame(ply).excluded = None;
                if self.stopped {
                    break;
                }
                if score < bar {
                    extension = 1;
                } else if bar >= beta && !PV {
                    self.moves.truncate(start);
                    return bar;
                } else if e.score >= beta {
                    extension = -1;
                }
            }

            // Step 13. Make the move and look at the rules
            let nodes_before = self.nodes;
            let state = self.make(m, ply);
            let verdict = self.judge(m, ply + 1);
            let mut score = match verdict {
                Verdict::Illegal => {
                    self.unmake(state);
                    continue;
                }
                Verdict::Over(score) => score,
                Verdict::Playing => -INFINITE,
            };
            number += 1;
            if score == -INFINITE {
                let new_depth = depth - 1 + extension;
                // Step 14. LMR
                let mut full = !PV || number > 1;
                if depth >= 2 && number > 1 + usize::from(PV) {
                    let move_view = MoveView {
                        pv: was_pv,
                        cut_node,
                        improving,
                        capture: capture && !picked.losing,
                        killer: killers.contains(&Some(m)),
                        history,
                        in_check,
                    };
                    let reduction = self.reductions.get(&self.params, depth, number, move_view);
                    let reduced = (new_depth - reduction).clamp(1.min(new_depth), new_depth);
                    score = -self.alpha_beta::<false>(-alpha - 1, -alpha, reduced, ply + 1, true);
                    full = score > alpha && reduced < new_depth;
                }
                // Step 15. Full depth, null window
                if full {
                    score = -self.alpha_beta::<false>(
                        -alpha - 1,
                        -alpha,
                        new_depth,
                        ply + 1,
                        !cut_node,
                    );
                }
                // Step 16. Principal variation
                if PV && (number == 1 || score > alpha) {
                    score = -self.alpha_beta::<true>(-beta, -alpha, new_depth, ply + 1, false);
                }
            } else if PV {
                self.pv.clear(ply + 1);
            }
            self.unmake(state);
            if self.stopped {
                break;
            }
            debug_assert!(self.nodes >= nodes_before);

            // Step 17. Is it the best?
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(m);
                    if PV {
                        self.pv.update(ply, m);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            if Some(m) != best_move {
                let list = if capture { &mut captures } else { &mut quiets };
                if list.len() < list.inline_size() {
                    list.push(m);
                }
            }
        }
        self.moves.truncate(start);
        if self.stopped {
            return 0;
        }

        // Step 18. No moves: the game is lost, but not if one was only left out
        if number == 0 && best == -INFINITE {
            return if excluded.is_some() { alpha } else { ply as Score - MATE };
        }

        // Step 19. Histories
        if best >= beta
            && let Some(m) = best_move
        {
            self.learn(m, depth, ply, &quiets, &captures);
        }

        // Step 20. Table
        if excluded.is_none() {
            let bound = if best >= beta {
                Bound::Lower
            } else if PV && best > original {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let new = Entry {
                mv: best_move,
                score: best,
                eval: static_eval,
                depth,
                bound: Some(bound),
                pv: was_pv,
            };
            self.shared.tt.store(key, ply, new);
        }
        best
    }

    /// The score after a pass of the turn.
    fn null_move(&mut self, beta: Score, depth: i32, ply: usize, cut_node: bool) -> Score {
        let frame = self.frame(ply);
        frame.mv = None;
        frame.row = super::history_tables::Row::NONE;
        self.game.make_null();
        self.shared.tt.prefetch(self.game.position().key());
        let score = -self.alpha_beta::<false>(-beta, 1 - beta, depth, ply + 1, !cut_node);
        self.game.unmake_move();
        score
    }

    /// A capture whose reduced search already passes beta by a margin stands for the full one.
    fn probcut(&mut self, beta: Score, depth: i32, ply: usize, cut_node: bool) -> Option<Score> {
        let bar = beta + self.params.probcut_margin;
        let needed = bar - self.frame_before(ply, 0).eval;
        let start = self.moves.len();
        let mut picker = MovePicker::new(start, None, [None; 2], self.rows(ply));
        let mut found = None;
        while let Some(picked) = self.next_move(&mut picker, true) {
            let m = picked.mv;
            if picked.losing {
                break;
            }
            if !self.game.position().see_ge(m, needed, self.eval.tables().exchange()) {
                continue;
            }
            let state = self.make(m, ply);
            let mut score = -INFINITE;
            match self.judge(m, ply + 1) {
                Verdict::Illegal => {}
                Verdict::Over(over) => score = over,
                Verdict::Playing => {
                    score = -self.quiescence::<false>(-bar, 1 - bar, ply + 1, 0, m.to());
                    if score >= bar {
                        score =
                            -self.alpha_beta::<false>(-bar, 1 - bar, depth - 4, ply + 1, !cut_node);
                    }
                }
            }
            self.unmake(state);
            if self.stopped {
                break;
            }
            if score >= bar {
                found = Some(score.min(MATE_BOUND - 1));
                break;
            }
        }
        self.moves.truncate(start);
        if self.stopped { Some(0) } else { found }
    }

    /// A move that captures or burns the last royal.
    fn ending_capture(&self) -> Option<Move> {
        let position = self.game.position();
        let royal = position.royals(!position.side()).next()?;
        let moves = position.attackers_to(royal, position.side());
        let capture = moves.into_iter().find_map(|from| {
            [false, true]
                .map(|promote| Move::simple(from, royal, promote))
                .into_iter()
                .find(|&m| position.is_pseudo_legal(m))
        });
        capture.or_else(|| position.ending_move())
    }

    /// Rewards the move that cut off and punishes those tried before it.
    fn learn(&mut self, m: Move, depth: i32, ply: usize, quiets: &Tried, captures: &Tried) {
        let bonus = (self.params.history_slope * depth).min(self.params.history_max);
        let rows = self.rows(ply);
        let position = self.game.position();
        let view = super::ordering::OrderingView {
            position,
            tables: self.eval.tables(),
            history: &self.history,
        };
        let punished: SmallVec<[_; 48]> =
            captures.iter().map(|&c| (position.mover(c), view.main_victim(c))).collect();
        let mover = position.mover(m);
        if position.is_capture(m) {
            let victim = view.main_victim(m);
            self.history.update_capture(mover, victim, bonus);
        } else {
            self.history.update_quiet(mover, m, rows, bonus);
            for &quiet in quiets {
                self.history.update_quiet(position.mover(quiet), quiet, rows, -bonus);
            }
            let killers = &mut self.frame(ply).killers;
            if killers[0] != Some(m) {
                *killers = [Some(m), killers[0]];
            }
        }
        for (piece, victim) in punished {
            self.history.update_capture(piece, victim, -bonus);
        }
    }
}
