//! One game: who is to move, was it legal, in time, is it over.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::adjudicate::{Adjudication, Judge};
use super::clock::{Clock, TimeControl};
use super::engine::{Answer, Fault, GameStart, PlayedMove, Reply, Request};
use super::openings::Opening;
use super::record::{GameRecord, MoveRecord};
use super::seat::Seat;
use super::verdict::{GameResult, Reason, Verdict};
use crate::game::{Game, Status};
use crate::types::{Color, Move};
use crate::variant::Variant;

/// What holds for every game of a match.
#[derive(Clone, Debug)]
pub struct MatchRules {
    /// The game, with the rules of the match.
    pub variant: Arc<Variant>,
    /// Rule options that differ from the game's default.
    pub options: Vec<(String, String)>,
    /// Plies after which a game is a draw by length.
    pub max_plies: u32,
    /// Ending games by scores.
    pub adjudication: Adjudication,
    /// Time control of engines that have none of their own.
    pub time: TimeControl,
    /// Forgiven on each move.
    pub margin: Duration,
    /// How long an engine without a clock may think, and any engine do anything else.
    pub patience: Duration,
}

/// A game to be played.
#[derive(Clone, Debug)]
pub struct Task {
    /// Number in the schedule.
    pub game: u64,
    /// Number of the pair.
    pub pair: u64,
    /// The opening.
    pub opening: Opening,
}

/// Sees the games as they go on.
pub trait Watcher {
    /// A move was played; `false` abandons the game without a result.
    fn moved(&mut self, game: &Game, played: &MoveRecord) -> bool;
}

/// Plays a game; `None` when the watcher abandoned it.
pub fn play(
    rules: &MatchRules,
    task: &Task,
    black: &mut Seat,
    white: &mut Seat,
    watcher: &mut dyn Watcher,
) -> Option<GameRecord> {
    let mut table = Table::new(rules, task, [black, white]);
    let verdict = match &mut table {
        Ok(table) => table.run(watcher)?,
        Err(message) => Verdict {
            result: GameResult::Void,
            reason: Reason::IllegalMove,
            detail: Some(format!("opening: {message}")),
        },
    };
    let (start, moves) = match table {
        Ok(table) => {
            let start = table.start_sfen.clone();
            (start, table.finish(&verdict))
        }
        Err(_) => (String::new(), Vec::new()),
    };
    Some(GameRecord {
        game: task.game,
        pair: task.pair,
        black: black.name().to_owned(),
        white: white.name().to_owned(),
        variant: rules.variant.id.clone(),
        rules: rules.options.clone(),
        sfen: start,
        opening_plies: task.opening.moves.len(),
        moves,
        result: verdict.result,
        reason: verdict.reason,
        detail: verdict.detail,
        ended: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
    })
}

/// A game in progress.
struct Table<'a, 'b> {
    rules: &'a MatchRules,
    opening: &'a Opening,
    seats: [&'b mut Seat; 2],
    game: Game,
    first: Color,
    start_sfen: String,
    played: Vec<PlayedMove>,
    record: Vec<MoveRecord>,
    clocks: [Clock; 2],
    judge: Judge,
}

impl<'a, 'b> Table<'a, 'b> {
    fn new(
        rules: &'a MatchRules,
        task: &'a Task,
        seats: [&'b mut Seat; 2],
    ) -> Result<Self, String> {
        let opening = &task.opening;
        let begin = Opening { sfen: opening.sfen.clone(), moves: Vec::new() };
        let mut game = begin.game(&rules.variant)?;
        let (first, start_sfen) = (game.position().side(), game.position().sfen());
        let mut played = Vec::new();
        let mut record = Vec::new();
        for text in &opening.moves {
            let mv = game.parse_move(text).map_err(|error| format!("{text}: {error}"))?;
            let text = game.position().move_text(mv);
            played.push(PlayedMove { text: text.clone(), is_pass: mv.is_pass() });
            record.push(MoveRecord { text, ..MoveRecord::default() });
            game.make_move(mv);
        }
        let [black, white] = &seats;
        let clock = |seat: &Seat| {
            let own = seat.time();
            let control = if own.is_unlimited() { rules.time } else { own };
            Clock::new(control, rules.margin, rules.patience)
        };
        let clocks = [clock(black), clock(white)];
        let judge = Judge::new(rules.adjudication);
        Ok(Self { rules, opening, seats, game, first, start_sfen, played, record, clocks, judge })
    }

    fn seat(&mut self, color: Color) -> &mut Seat {
        let [black, white] = &mut self.seats;
        if color == Color::Black { black } else { white }
    }

    fn run(&mut self, watcher: &mut dyn Watcher) -> Option<Verdict> {
        if let Some(verdict) = self.prepare() {
            return Some(verdict);
        }
        loop {
            if let Status::Over(outcome) = self.game.status() {
                return Some(outcome.into());
            }
            if self.record.len() >= self.rules.max_plies as usize {
                return Some(Verdict::plain(GameResult::Draw, Reason::MaxPlies));
            }
            let us = self.game.position().side();
            let [black, white] = &mut self.seats;
            let seat = if us == Color::Black { black } else { white };
            let request = Request { moves: &self.played, us, clocks: &self.clocks };
            let reply = match seat.think(&request) {
                Ok(reply) => reply,
                Err(fault) => return Some(self.fault(us, &fault)),
            };
            if let Some(verdict) = self.answer(us, &reply) {
                return Some(verdict);
            }
            let last = self.record.last()?;
            if !watcher.moved(&self.game, last) {
                return None;
            }
        }
    }

    /// Starts the engines and tells them of the game; both are asked, so that two that fail void
    /// the game instead of one losing it.
    fn prepare(&mut self) -> Option<Verdict> {
        let variant = Arc::clone(&self.rules.variant);
        let sfen = self.opening.sfen.clone();
        let start = GameStart {
            variant: &variant,
            rules: &self.rules.options,
            sfen: sfen.as_deref(),
            first: self.first,
        };
        let patience = self.rules.patience;
        let [black, white] = &mut self.seats;
        let (black, white) = (black.prepare(&start, patience), white.prepare(&start, patience));
        let words = |fault: Fault| format!("did not start: {fault}");
        match (black.err(), white.err()) {
            (None, None) => None,
            (Some(fault), None) => Some(Verdict::loss(Color::Black, Reason::Crash, words(fault))),
            (None, Some(fault)) => Some(Verdict::loss(Color::White, Reason::Crash, words(fault))),
            (Some(one), Some(other)) => Some(Verdict {
                result: GameResult::Void,
                reason: Reason::Crash,
                detail: Some(format!("neither engine started: {one}; {other}")),
            }),
        }
    }

    /// What a failure of the side to move means.
    fn fault(&mut self, us: Color, fault: &Fault) -> Verdict {
        let text = fault.to_string();
        match fault {
            Fault::Crashed(_) | Fault::Unfit(_) => Verdict::loss(us, Reason::Crash, text),
            Fault::Silent(_) => Verdict::loss(us, Reason::Time, text),
            Fault::Refused { .. } => {
                let detail = format!("{text} in {}", self.game.position().sfen());
                if self.seat(us).refusal_voids() {
                    let result = GameResult::Void;
                    Verdict { result, reason: Reason::RefusedMove, detail: Some(detail) }
                } else {
                    Verdict::loss(us, Reason::RefusedMove, detail)
                }
            }
        }
    }

    /// Books the answer of the side to move; a verdict ends the game.
    fn answer(&mut self, us: Color, reply: &Reply) -> Option<Verdict> {
        let [black, white] = &mut self.clocks;
        let clock = if us == Color::Black { black } else { white };
        if !clock.punch(reply.time) {
            let text = format!("{} ms used", reply.time.as_millis());
            return Some(Verdict::loss(us, Reason::Time, text));
        }
        let text = match &reply.answer {
            Answer::Move(text) => text.clone(),
            Answer::Pass => match self.first_pass() {
                Some(text) => text,
                None => return Some(self.illegal(us, "@@@@", "no piece can pass")),
            },
            Answer::Resign => return Some(Verdict::loss(us, Reason::Resign, "")),
            Answer::ClaimWin(claim) | Answer::ClaimDraw(claim) => {
                let detail = format!("{claim} in {}", self.game.position().sfen());
                return Some(Verdict::loss(us, Reason::FalseClaim, detail));
            }
        };
        let mv = match self.game.parse_move(&text) {
            Ok(mv) => mv,
            Err(error) => return Some(self.illegal(us, &text, &error.to_string())),
        };
        let irreversible = self.game.position().is_capture(mv) || mv.is_promotion();
        self.push(mv, reply);
        // The game's own end comes before any adjudication.
        if self.game.status() != Status::Playing {
            return None;
        }
        self.judge.observe(us, reply.score, self.record.len() as u32, irreversible)
    }

    fn push(&mut self, mv: Move, reply: &Reply) {
        let text = self.game.position().move_text(mv);
        self.played.push(PlayedMove { text: text.clone(), is_pass: mv.is_pass() });
        self.record.push(MoveRecord {
            text,
            score: reply.score,
            depth: reply.depth,
            nodes: reply.nodes,
            time: Some(reply.time.as_micros() as u64),
        });
        self.game.make_move(mv);
    }

    /// The pass that comes first among the legal moves as text: all passes lead to one position.
    fn first_pass(&mut self) -> Option<String> {
        let legal = self.game.legal_moves();
        let passes = legal.iter().filter(|mv| mv.is_pass());
        passes.map(|&mv| self.game.position().move_text(mv)).min()
    }

    fn illegal(&self, us: Color, text: &str, why: &str) -> Verdict {
        let text: String = text.chars().take(200).collect();
        let sfen = self.game.position().sfen();
        Verdict::loss(us, Reason::IllegalMove, format!("`{text}`: {why}, in {sfen}"))
    }

    /// Tells both engines of the end and gives the moves.
    fn finish(self, verdict: &Verdict) -> Vec<MoveRecord> {
        let winner = match verdict.result {
            GameResult::Black => Some(Color::Black),
            GameResult::White => Some(Color::White),
            GameResult::Draw | GameResult::Void => None,
        };
        for (seat, color) in self.seats.into_iter().zip(Color::ALL) {
            seat.game_over(winner.map(|winner| winner == color));
        }
        self.record
    }
}
