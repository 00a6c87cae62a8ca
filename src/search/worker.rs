//! One thread of the search: its game, its tables, and the small steps that every node shares.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use super::history_tables::{HistoryTables, Row};
use super::ordering::{MovePicker, MoveStack, OrderingView, Picked};
use super::params::Params;
use super::reduction::Reductions;
use super::stack::{Frame, PvTable, STACK_OFFSET, STACK_SIZE};
use super::time::TimeManager;
use super::tt::TranspositionTable;
use super::{Control, Limits};
use crate::eval::{Accumulator, EvalTables, Evaluator};
use crate::game::{Game, Judgement};
use crate::types::score::{MATE, MATE_BOUND};
use crate::types::{Move, Score};
use crate::variant::rules::CheckRule;

/// Nodes between two looks at clock and flags.
const POLL: u64 = 256;
/// The same among the first nodes of a search, which may be slow: they touch the table's pages.
const FIRST_POLL: u64 = 8;
/// How many nodes these are.
const FIRST_NODES: u64 = 4096;

/// A line that goes round with checks of one side alone, which loses for it if it goes on.
const PERPETUAL: Score = MATE_BOUND / 2;

/// What the threads of one search share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) tt: Arc<TranspositionTable>,
    pub(super) control: Control,
    pub(super) limits: Limits,
    /// Set once: all threads return.
    pub(super) abort: AtomicBool,
    pub(super) nodes: AtomicU64,
    pub(super) threads: usize,
}

/// A move at the root with what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    pub(super) score: Score,
    pub(super) previous: Score,
    pub(super) nodes: u64,
    pub(super) pv: Vec<Move>,
}

/// A thread's state. It is kept between searches for its histories.
#[derive(Debug)]
pub(super) struct Worker {
    pub(super) index: usize,
    pub(super) game: Game,
    pub(super) eval: Evaluator,
    pub(super) history: HistoryTables,
    pub(super) moves: MoveStack,
    pub(super) pv: PvTable,
    pub(super) params: Params,
    pub(super) reductions: Reductions,
    pub(super) shared: Arc<Shared>,
    pub(super) time: TimeManager,
    pub(super) root_moves: Vec<RootMove>,
    pub(super) root_depth: i32,
    pub(super) completed_depth: i32,
    pub(super) seldepth: usize,
    pub(super) nodes: u64,
    /// A move may not leave the last royal to be taken.
    rule_of_check: bool,
    published: u64,
    next_poll: u64,
    pub(super) stopped: bool,
    pondering: bool,
    stack: Box<[Frame]>,
}

/// What the rules say of a move just made.
pub(super) enum Verdict {
    /// Repetition forbids it.
    Illegal,
    /// The game is over; the score is for the mover.
    Over(Score),
    /// The game goes on.
    Playing,
}

impl Worker {
    pub(super) fn new(
        index: usize,
        game: &Game,
        tables: &Arc<EvalTables>,
        params: Params,
        shared: Arc<Shared>,
    ) -> Self {
        let variant = game.variant();
        Self {
            index,
            eval: Evaluator::new(Arc::clone(tables), game.position()),
            history: HistoryTables::new(variant.geometry.len(), variant.kinds.len()),
            game: game.clone(),
            moves: MoveStack::new(),
            pv: PvTable::new(),
            params,
            reductions: Reductions::new(&params),
            time: TimeManager::unlimited(Instant::now()),
            root_moves: Vec::new(),
            root_depth: 0,
            completed_depth: 0,
            seldepth: 0,
            nodes: 0,
            rule_of_check: variant.rules.check == CheckRule::Legal,
            published: 0,
            next_poll: 0,
            stopped: false,
            pondering: shared.limits.ponder,
            shared,
            stack: vec![Frame::default(); STACK_SIZE].into(),
        }
    }

    /// Makes ready for a search of `game`.
    pub(super) fn prepare(&mut self, game: &Game, shared: Arc<Shared>, time: TimeManager) {
        self.game = game.clone();
        self.eval.reset(game.position());
        self.moves.truncate(0);
        self.pondering = shared.limits.ponder;
        self.shared = shared;
        self.time = time;
        self.root_depth = 0;
        self.completed_depth = 0;
        self.seldepth = 0;
        self.nodes = 0;
        self.published = 0;
        self.stopped = false;
        self.stack.fill(Frame::default());
        self.set_next_poll();
    }

    #[inline]
    pub(super) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.stack[ply + STACK_OFFSET]
    }

    /// The frame `back` plies before `ply`.
    #[inline]
    pub(super) fn frame_before(&self, ply: usize, back: usize) -> &Frame {
        &self.stack[ply + STACK_OFFSET - back]
    }

    /// The rows of the two moves that led to `ply`.
    #[inline]
    pub(super) fn rows(&self, ply: usize) -> [Row; 2] {
        [self.frame_before(ply, 1).row, self.frame_before(ply, 2).row]
    }

    /// Counts a node; true when the search must return.
    #[inline]
    pub(super) fn visit(&mut self, ply: usize) -> bool {
        if self.stopped {
            return true;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes >= self.next_poll {
            self.poll();
        }
        self.stopped
    }

    fn set_next_poll(&mut self) {
        self.next_poll = self.nodes + if self.nodes < FIRST_NODES { FIRST_POLL } else { POLL };
        if let Some(limit) = self.shared.limits.nodes
            && self.shared.threads == 1
        {
            self.next_poll = self.next_poll.min(limit).max(self.nodes + 1);
        }
    }

    #[cold]
    fn poll(&mut self) {
        self.publish();
        self.set_next_poll();
        if self.index == 0 {
            self.hear_ponderhit();
            let limit = self.shared.limits.nodes;
            let spent = self.shared.nodes.load(Ordering::Relaxed);
            // A first move must stand before the clock may end the search.
            let late = self.completed_depth > 0 && !self.pondering && self.time.must_stop();
            if self.shared.control.is_stopped() || late || limit.is_some_and(|n| spent >= n) {
                self.shared.abort.store(true, Ordering::Relaxed);
            }
        }
        self.stopped |= self.shared.abort.load(Ordering::Relaxed);
    }

    /// Adds this thread's nodes to the common count.
    pub(super) fn publish(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.published, Ordering::Relaxed);
        self.published = self.nodes;
    }

    /// True while the opponent's time runs.
    pub(super) fn is_pondering(&mut self) -> bool {
        self.hear_ponderhit();
        self.pondering
    }

    fn hear_ponderhit(&mut self) {
        if self.pondering
            && let Some(hit) = self.shared.control.ponder_hit()
        {
            self.pondering = false;
            let limits = &self.shared.limits;
            let clock = hit.clock.or(limits.clock);
            self.time = TimeManager::new(&self.params, limits, clock, hit.at);
        }
    }

    /// The next move of a node.
    #[inline]
    pub(super) fn next_move(
        &mut self,
        picker: &mut MovePicker,
        skip_quiets: bool,
    ) -> Option<Picked> {
        let view = OrderingView {
            position: self.game.position(),
            tables: self.eval.tables(),
            history: &self.history,
        };
        picker.next(&view, &mut self.moves, skip_quiets)
    }

    /// Makes a move from the node at `ply`; the result goes to [`Worker::unmake`].
    #[inline]
    pub(super) fn make(&mut self, m: Move, ply: usize) -> Accumulator {
        let state = self.eval.state();
        let row = Row::of(self.game.position().mover(m), m.to());
        let frame = self.frame(ply);
        frame.mv = Some(m);
        frame.row = row;
        self.game.make_move_with(m, &mut self.eval);
        self.shared.tt.prefetch(self.game.position().key());
        state
    }

    /// Takes the last move back.
    #[inline]
    pub(super) fn unmake(&mut self, state: Accumulator) {
        self.game.unmake_move();
        self.eval.restore(state);
    }

    /// True when check, or the ban on mates by dropped pawns, forbids the move just made.
    #[inline]
    pub(super) fn is_barred(&mut self, m: Move) -> bool {
        self.rule_of_check && self.game.position().leaves_check()
            || m.is_drop() && self.game.is_pawn_drop_mate(m)
    }

    /// What the rules say of the move `m` just made, which led to `ply`.
    #[inline]
    pub(super) fn judge(&mut self, m: Move, ply: usize) -> Verdict {
        if self.is_barred(m) {
            return Verdict::Illegal;
        }
        match self.game.judge() {
            Judgement::Illegal => Verdict::Illegal,
            Judgement::Over(outcome) => {
                let mover = !self.game.position().side();
                Verdict::Over(match outcome.winner {
                    None => 0,
                    Some(winner) if winner == mover => MATE - ply as Score,
                    Some(_) => ply as Score - MATE,
                })
            }
            // A position that comes back leads nowhere: whoever is better off will deviate.
            Judgement::Playing if self.game.occurrences_before() > 0 => {
                let mover = !self.game.position().side();
                Verdict::Over(match self.game.perpetual_check().and_then(|o| o.winner) {
                    None => 0,
                    Some(winner) if winner == mover => PERPETUAL,
                    Some(_) => -PERPETUAL,
                })
            }
            Judgement::Playing => Verdict::Playing,
        }
    }

    /// True when the side to move can capture or burn the other side's last royal.
    #[inline]
    pub(super) fn can_end_game(&self) -> bool {
        let position = self.game.position();
        let us = position.side();
        // Under the rule of check no move of the search leads here.
        !self.rule_of_check
            && position.royal_count(!us) == 1
            && position.royals(!us).next().is_some_and(|royal| position.is_threatened(royal, us))
    }

    /// True when the side to move may lose its last royal to the next move.
    #[inline]
    pub(super) fn is_in_check(&self) -> bool {
        let position = self.game.position();
        let us = position.side();
        position.royal_count(us) == 1
            && position.royals(us).next().is_some_and(|royal| position.is_threatened(royal, !us))
    }

    /// The static evaluation for the side to move.
    #[inline]
    pub(super) fn evaluate(&self) -> Score {
        self.eval.evaluate(self.game.position())
    }
}
