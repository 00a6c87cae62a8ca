//! A USI session: one command after the other, and the answers of the search in between.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::command::{Command, CommandError, PositionCommand};
use super::go::{Go, MateTime};
use super::{inquiry, limits, output};
use crate::engine::mate::is_problem;
use crate::engine::options::{self, OptionId};
use crate::engine::{Answer, Engine, MateAnswer, SetOptionError};
use crate::game::{Outcome, Status};
use crate::position::Position;
use crate::protocol::event::{Event, Messenger};
use crate::protocol::input::{Input, MAX_LINE};
use crate::protocol::wire::Wire;

/// How long a `perft` or `bench` may still run once the client has sent `quit` or gone away.
const GRACE: Duration = Duration::from_mins(1);
/// How long a search may take to end on `quit` before its answer is given up.
const LAST_ANSWER: Duration = Duration::from_secs(2);

/// What runs on the search thread.
#[derive(Debug)]
enum Work {
    /// A search, to be answered by `bestmove`.
    Search,
    /// A mate search, to be answered by `checkmate`.
    Mate,
    /// A `perft` or `bench`, to be answered by text.
    Text,
}

/// A job under way, with the position that it started from.
#[derive(Debug)]
struct Running {
    id: u64,
    work: Work,
    root: Position,
}

/// The state of a session.
#[derive(Debug)]
pub struct Session {
    engine: Engine,
    wire: Wire,
    events: Receiver<Event>,
    sender: Sender<Event>,
    /// Inputs that came while a command had to wait.
    backlog: VecDeque<Input>,
    running: Option<Running>,
    last_id: u64,
}

impl Session {
    /// A session that hears of everything over `events`; `sender` is the other end of it.
    pub fn new(engine: Engine, wire: Wire, events: Receiver<Event>, sender: Sender<Event>) -> Self {
        Self { engine, wire, events, sender, backlog: VecDeque::new(), running: None, last_id: 0 }
    }

    /// Runs until `quit` or the end of input. A search that runs then is stopped and answered.
    pub fn run(mut self, first: Option<Input>) {
        self.backlog.extend(first);
        while self.wire.is_open() {
            if let Some(error) = self.wire.take_log_fault() {
                self.error(&format!("LogFile cannot be written any more: {error}"));
            }
            let input = match self.backlog.pop_front() {
                Some(input) => input,
                None => match self.events.recv() {
                    Ok(Event::Input(input)) => input,
                    Ok(event) => {
                        self.on_event(event);
                        continue;
                    }
                    Err(_) => break,
                },
            };
            match input {
                Input::Line(line) => {
                    if !self.on_line(&line.text) {
                        break;
                    }
                }
                Input::TooLong => self.error(&format!("the line is longer than {MAX_LINE} bytes")),
                Input::End => break,
            }
        }
        self.engine.stop();
        self.wait_idle(Some(Instant::now() + LAST_ANSWER));
    }

    /// Handles a line; false for `quit`.
    fn on_line(&mut self, line: &str) -> bool {
        self.wire.received(line);
        match Command::parse(line) {
            Ok(Some(Command::Quit)) => return false,
            Ok(Some(command)) => self.on_command(command),
            Ok(None) => {}
            Err(error) => self.error(&error.to_string()),
        }
        true
    }

    fn on_command(&mut self, command: Command) {
        match command {
            Command::Usi => self.introduce(),
            Command::IsReady => {
                if self.running.is_none() {
                    self.engine.make_ready();
                }
                self.wire.send("readyok");
            }
            Command::NewGame => {
                self.finish();
                self.engine.new_game();
            }
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position(command) => self.position(&command),
            Command::Go(go) => self.go(&go),
            Command::PonderHit(go) => self.ponderhit(&go),
            // A game that is over needs no search any more; its `bestmove` is still owed.
            Command::Stop | Command::GameOver => {
                if self.running.is_some() {
                    self.engine.stop();
                }
            }
            Command::Quit => {}
            Command::Diagram => {
                let text = inquiry::diagram(&mut self.engine);
                self.wire.send(&text);
            }
            Command::Legal => {
                let text = inquiry::legal(&mut self.engine);
                self.wire.send(&text);
            }
            Command::Sfen => {
                let text = format!("sfen {}", self.engine.game().position().sfen());
                self.wire.send(&text);
            }
            Command::Status => {
                let text = format!("status {}", self.engine.status());
                self.wire.send(&text);
            }
            Command::Eval => {
                let text = inquiry::eval(&self.engine);
                self.wire.send(&text);
            }
            Command::Perft(depth) => self.text_job(inquiry::perft(&self.engine, depth)),
            Command::Bench(depth) => self.text_job(inquiry::bench(depth)),
        }
    }

    fn introduce(&mut self) {
        self.wire.send(concat!("id name daiban ", env!("CARGO_PKG_VERSION")));
        self.wire.send("id author the daiban developers");
        for option in self.engine.options() {
            self.wire.send(&output::option_line(&option));
        }
        self.wire.send("usiok");
    }

    fn set_option(&mut self, name: &str, value: &str) {
        if options::find(name) == Some(OptionId::LogFile) {
            let file = if value == "<empty>" { "" } else { value };
            if let Err(error) = self.wire.log_to(file) {
                self.error(&format!("LogFile cannot be written: {error}"));
                return;
            }
        }
        match self.engine.set_option(name, value) {
            Ok(notes) => notes.iter().for_each(|note| self.error(note)),
            // Clients try the options of many engines.
            Err(SetOptionError::Unknown(_)) => {}
            Err(error) => self.error(&error.to_string()),
        }
    }

    fn position(&mut self, command: &PositionCommand) {
        if let Err(error) = self.engine.set_position(command.sfen.as_deref(), &command.moves) {
            self.error(&error.to_string());
        }
    }

    fn go(&mut self, go: &Go) {
        self.finish();
        self.faults(&go.faults);
        if let Some(time) = go.mate {
            self.go_mate(time);
            return;
        }
        if let Status::Over(outcome) = self.engine.status() {
            let side = self.engine.game().position().side();
            self.wire.send(match outcome {
                Outcome { winner: Some(winner), .. } if winner == side => "bestmove win",
                Outcome { winner: Some(_), .. } => "bestmove resign",
                Outcome { winner: None, .. } => "bestmove none",
            });
            return;
        }
        let (limits, errors) = limits::limits(&mut self.engine, go);
        for error in errors {
            self.error(&error);
        }
        let messenger = self.begin(Work::Search);
        self.engine.go(limits, Box::new(messenger));
    }

    fn go_mate(&mut self, time: MateTime) {
        if !is_problem(self.engine.game_mut()) {
            self.wire.send("checkmate nomate");
            return;
        }
        let time = match time {
            MateTime::Default => Some(self.engine.settings().default_move_time),
            MateTime::Limited(time) => Some(time),
            MateTime::Infinite => None,
        };
        let messenger = self.begin(Work::Mate);
        self.engine.go_mate(time, Box::new(messenger));
    }

    fn ponderhit(&mut self, go: &Go) {
        self.faults(&go.faults);
        if let Some(running) = &self.running {
            self.engine.ponderhit(limits::clock(go, running.root.side()));
        }
    }

    /// Starts a job that answers in text and waits for it.
    fn text_job(&mut self, job: inquiry::TextJob) {
        self.finish();
        let messenger = self.begin(Work::Text);
        self.engine.run(move |pool, control| job(pool, control, messenger));
        self.wait_idle(None);
    }

    fn begin(&mut self, work: Work) -> Messenger {
        self.last_id += 1;
        let id = self.last_id;
        self.running = Some(Running { id, work, root: self.engine.game().position().clone() });
        Messenger::new(id, self.sender.clone())
    }

    /// Ends and answers a search that still runs.
    fn finish(&mut self) {
        if self.running.is_some() {
            self.engine.stop();
            self.wait_idle(None);
        }
    }

    /// Waits until nothing runs, or until a time. What comes in meanwhile waits for its turn, but
    /// `stop`, `isready` and the end of the session are heeded while a `perft` or `bench` runs.
    fn wait_idle(&mut self, mut deadline: Option<Instant>) {
        while let Some(running) = &self.running {
            let is_text = matches!(running.work, Work::Text);
            let left = deadline.map(|d| d.saturating_duration_since(Instant::now()));
            let event = match left {
                None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(left) => self.events.recv_timeout(left),
            };
            match event {
                Ok(Event::Input(input)) if is_text => {
                    if self.heed(input) && deadline.is_none() {
                        deadline = Some(Instant::now() + GRACE);
                    }
                }
                Ok(Event::Input(input)) => self.backlog.push_back(input),
                Ok(event) => self.on_event(event),
                Err(RecvTimeoutError::Timeout) if is_text => {
                    self.engine.stop();
                    deadline = None;
                }
                Err(_) => return,
            }
        }
    }

    /// Takes an input while a text job runs; true when it ends the session.
    fn heed(&mut self, input: Input) -> bool {
        let command = match &input {
            Input::Line(line) => Command::parse(&line.text).ok().flatten(),
            Input::TooLong => None,
            Input::End => Some(Command::Quit),
        };
        match command {
            Some(Command::Stop) => self.engine.stop(),
            Some(Command::IsReady) if self.backlog.is_empty() => self.wire.send("readyok"),
            command => {
                self.backlog.push_back(input);
                return command == Some(Command::Quit);
            }
        }
        false
    }

    /// Passes on what the search thread says.
    fn on_event(&mut self, event: Event) {
        let id = match &event {
            Event::Input(_) => return,
            Event::Info(id, _)
            | Event::Answer(id, _)
            | Event::Text(id, _)
            | Event::Done(id, _)
            | Event::Failed(id) => *id,
        };
        let Some(running) = self.running.take_if(|r| r.id == id) else { return };
        match event {
            Event::Info(_, info) => {
                self.wire.send(&output::info_line(&running.root, &info));
                self.running = Some(running);
            }
            Event::Text(_, text) => {
                self.wire.send(&text);
                self.running = Some(running);
            }
            Event::Answer(_, answer) => self.answer(&running, &answer),
            Event::Done(_, Some(text)) => self.wire.send(&text),
            Event::Done(_, None) => self.error("stopped"),
            Event::Failed(_) => self.failed(&running),
            Event::Input(_) => {}
        }
    }

    fn answer(&mut self, running: &Running, answer: &Answer) {
        let text = match answer {
            Answer::Search(result) => {
                let resign_score = self.engine.settings().resign_score;
                output::best_move_line(&running.root, result, resign_score)
            }
            Answer::Mate(MateAnswer::Mate(line)) => {
                format!("checkmate {}", output::line_text(&running.root, line))
            }
            Answer::Mate(MateAnswer::NoMate) => "checkmate nomate".to_owned(),
            Answer::Mate(MateAnswer::Timeout) => "checkmate timeout".to_owned(),
        };
        self.wire.send(&text);
    }

    /// The search thread gave up: the client still gets its answer, any legal move.
    fn failed(&mut self, running: &Running) {
        self.error("the search failed; please report the game");
        match running.work {
            Work::Search => {
                let best = running.root.moves().iter().next().copied();
                let result = crate::search::SearchResult { best, ..Default::default() };
                self.wire.send(&output::best_move_line(&running.root, &result, 0));
            }
            Work::Mate => self.wire.send("checkmate timeout"),
            Work::Text => {}
        }
    }

    fn faults(&mut self, faults: &[CommandError]) {
        for fault in faults {
            self.error(&fault.to_string());
        }
    }

    fn error(&mut self, text: &str) {
        let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.wire.send(&format!("info string error: {plain}"));
    }
}
