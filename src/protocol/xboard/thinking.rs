//! The searches of a session: for a move, on the opponent's time, for analysis, for a hint.

use std::time::{Duration, Instant};

use super::notation::{legs, move_text};
use super::output;
use super::session::{Mode, Session};
use crate::engine::Answer;
use crate::position::Position;
use crate::protocol::event::{Event, Messenger};
use crate::search::{Bound, Limits, SearchInfo, SearchResult};
use crate::types::Move;

/// How long a hint is thought about.
const HINT_TIME: Duration = Duration::from_millis(300);

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// The engine's move.
    Move,
    /// The engine's move after this one, which the opponent is expected to make.
    Ponder(Move),
    /// Analysis.
    Analysis,
    /// A hint for the user.
    Hint,
}

/// A search under way.
#[derive(Debug)]
pub(super) struct Running {
    id: u64,
    purpose: Purpose,
    /// The position that is searched.
    root: Position,
    started: Instant,
    last: Option<SearchInfo>,
    /// The answer of a search that ended while it still pondered.
    early: Option<SearchResult>,
}

impl Session {
    /// Ends what is searched, without an answer.
    pub(super) fn cancel(&mut self) {
        if self.running.take().is_some() {
            self.engine.stop();
        }
    }

    pub(super) fn stop_pondering(&mut self) {
        if matches!(&self.running, Some(Running { purpose: Purpose::Ponder(_), .. })) {
            self.cancel();
        }
    }

    /// True while the engine thinks about its own move.
    pub(super) fn is_thinking(&self) -> bool {
        matches!(&self.running, Some(Running { purpose: Purpose::Move, .. }))
    }

    /// The move that the engine ponders on.
    pub(super) fn expected_move(&self) -> Option<Move> {
        match self.running.as_ref()?.purpose {
            Purpose::Ponder(m) => Some(m),
            _ => None,
        }
    }

    /// `go`: plays the side to move, at once.
    pub(super) fn go(&mut self) {
        if self.is_thinking() {
            return;
        }
        self.cancel();
        self.mode = Mode::Play(self.engine.game().position().side());
        if !self.announce_end() {
            self.think();
        }
    }

    pub(super) fn think(&mut self) {
        let limits = self.move_limits();
        self.search(Purpose::Move, limits);
    }

    fn move_limits(&self) -> Limits {
        let mut limits = Limits { multi_pv: 1, ..self.engine.limits() };
        self.time.apply(&mut limits, self.engine.settings().default_move_time);
        limits
    }

    /// Analyses the board, unless the game is over there.
    pub(super) fn analyze(&mut self) {
        if self.engine.status() == crate::game::Status::Playing {
            let limits = Limits { infinite: true, ..self.engine.limits() };
            self.search(Purpose::Analysis, limits);
        }
    }

    /// The board has changed: goes on analysing if that is what the engine does.
    pub(super) fn analyze_again(&mut self) {
        if self.mode == Mode::Analyze {
            self.cancel();
            self.analyze();
        }
    }

    fn search(&mut self, purpose: Purpose, limits: Limits) {
        self.cancel();
        self.last_id += 1;
        self.running = Some(Running {
            id: self.last_id,
            purpose,
            root: self.engine.game().position().clone(),
            started: Instant::now(),
            last: None,
            early: None,
        });
        let messenger = Messenger::new(self.last_id, self.sender.clone());
        self.engine.go(limits, Box::new(messenger));
    }

    /// `?`.
    pub(super) fn move_now(&mut self) {
        if self.is_thinking() {
            self.engine.stop();
        }
    }

    /// Thinks on, on the opponent's time, if the expected move is known and pondering is on.
    fn start_pondering(&mut self, expected: Option<Move>) {
        let Some(expected) = expected.filter(|_| self.ponder) else { return };
        let position = self.engine.game().position();
        if !position.is_pseudo_legal(expected) {
            return;
        }
        let text = position.move_text(expected);
        if self.engine.play(&text).is_err() {
            return;
        }
        if self.engine.status() == crate::game::Status::Playing {
            let limits = Limits { ponder: true, ..self.move_limits() };
            self.search(Purpose::Ponder(expected), limits);
        }
        self.engine.take_back();
    }

    /// The expected move was made: the search goes on, on the engine's own time.
    pub(super) fn ponder_hit(&mut self) {
        let Some(running) = &mut self.running else { return };
        running.purpose = Purpose::Move;
        running.started = Instant::now();
        match running.early.take() {
            Some(result) => {
                self.running = None;
                self.play(&result, Duration::ZERO);
            }
            None => self.engine.ponderhit(self.time.clock()),
        }
    }

    /// `hint`.
    pub(super) fn hint(&mut self) {
        let known = match &self.running {
            Some(Running { purpose: Purpose::Ponder(m), .. }) => Some(*m),
            Some(Running { purpose: Purpose::Analysis, last: Some(info), .. }) => {
                info.pv.first().copied()
            }
            Some(_) => return,
            None => None,
        };
        if let Some(m) = known {
            let position = self.engine.game().position();
            if position.is_pseudo_legal(m) {
                let text = move_text(position, m);
                self.wire.send(&format!("Hint: {text}"));
            }
        } else if self.engine.status() == crate::game::Status::Playing {
            let limits = Limits { movetime: Some(HINT_TIME), multi_pv: 1, ..self.engine.limits() };
            self.search(Purpose::Hint, limits);
        }
    }

    /// `.`: time, nodes, depth, moves left, moves in all, the move looked at.
    pub(super) fn analysis_status(&mut self) {
        let Some(running) = &self.running else {
            if self.mode == Mode::Analyze {
                self.wire.send("stat01: 0 0 0 0 0");
            }
            return;
        };
        let (nodes, depth) = running.last.as_ref().map_or((0, 0), |i| (i.nodes, i.depth));
        let best = running.last.as_ref().and_then(|i| i.pv.first());
        let best = best.map_or_else(String::new, |&m| move_text(&running.root, m));
        let time = running.started.elapsed().as_millis() / 10;
        let moves = running.root.moves().len();
        self.wire.send(&format!("stat01: {time} {nodes} {depth} 0 {moves} {best}"));
    }

    /// Takes what the search thread says; reports of searches that were given up are dropped.
    pub(super) fn on_event(&mut self, event: Event) {
        let (Event::Info(id, _) | Event::Answer(id, _) | Event::Failed(id)) = &event else {
            return;
        };
        let Some(mut running) = self.running.take_if(|r| r.id == *id) else { return };
        match event {
            Event::Info(_, info) => {
                self.show(&running, &info);
                if info.multi_pv <= 1 && info.bound == Bound::Exact {
                    running.last = Some(*info);
                }
                self.running = Some(running);
            }
            Event::Answer(_, answer) => {
                let Answer::Search(result) = *answer else { return };
                self.answer(running, result);
            }
            // The search thread gave up: the game still goes on.
            _ => self.answer(running, SearchResult::default()),
        }
    }

    fn show(&mut self, running: &Running, info: &SearchInfo) {
        let wanted = match running.purpose {
            Purpose::Analysis => true,
            Purpose::Hint => false,
            Purpose::Move | Purpose::Ponder(_) => self.post,
        };
        if !wanted || info.bound != Bound::Exact {
            return;
        }
        let expected = match running.purpose {
            Purpose::Ponder(m) => Some(move_text(self.engine.game().position(), m)),
            _ => None,
        };
        self.wire.send(&output::thinking_line(&running.root, info, expected.as_deref()));
    }

    fn answer(&mut self, mut running: Running, result: SearchResult) {
        match running.purpose {
            Purpose::Move => self.play(&result, running.started.elapsed()),
            Purpose::Ponder(_) => {
                running.early = Some(result);
                self.running = Some(running);
            }
            Purpose::Analysis => {}
            Purpose::Hint => {
                if let Some(best) = result.best {
                    self.wire.send(&format!("Hint: {}", move_text(&running.root, best)));
                }
            }
        }
    }

    /// Makes the engine's move.
    fn play(&mut self, result: &SearchResult, used: Duration) {
        let resign_score = self.engine.settings().resign_score;
        if resign_score > 0 && result.score <= -resign_score {
            self.resign();
            return;
        }
        let moves = self.engine.game_mut().legal_moves();
        let best = result.best.filter(|m| moves.contains(m));
        let Some(best) = best.or_else(|| moves.first().copied()) else {
            self.announce_end();
            return;
        };
        let position = self.engine.game().position();
        let lines: Vec<String> =
            legs(position, best).iter().map(|leg| format!("move {leg}")).collect();
        let usi = position.move_text(best);
        if self.engine.play(&usi).is_err() {
            return;
        }
        // In one burst: some GUIs take what is there at once for the whole move.
        self.wire.send(&lines.join("\n"));
        self.time.moved(used);
        if !self.announce_end() {
            self.start_pondering(result.ponder.filter(|_| result.best == Some(best)));
        }
    }
}
