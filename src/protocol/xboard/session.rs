//! A CECP session: the game, whose turn the engine thinks in, and what the GUI is told.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::clock::TimeControl;
use super::command::{Command, Inspection, printable};
use super::edit::{Edit, Step};
use super::letters::Letters;
use super::thinking::Running;
use super::{fen, notation, output, setup, variants};
use crate::engine::options::{self, OptionId};
use crate::engine::{Engine, PositionError};
use crate::game::{Outcome, Status};
use crate::position::Setup;
use crate::protocol::event::Event;
use crate::protocol::input::{Input, MAX_LINE};
use crate::protocol::wire::Wire;
use crate::types::Color;
use crate::variant::{Definition, RuleOption};

/// How long the side that ended the game is given to say so: XBoard counts two claims of one game as
/// two games.
const CLAIM_DELAY: Duration = Duration::from_millis(500);

/// What the engine does with the moves that it gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Plays neither side.
    Force,
    /// Plays this side.
    Play(Color),
    /// Analyses whatever stands on the board.
    Analyze,
}

/// The state of a session.
#[derive(Debug)]
pub struct Session {
    pub(super) engine: Engine,
    pub(super) wire: Wire,
    pub(super) sender: Sender<Event>,
    events: Receiver<Event>,
    pub(super) letters: Letters,
    pub(super) mode: Mode,
    /// Whether the GUI knows that the game is over.
    finished: bool,
    /// When to claim the result of a game that the other side's move ended.
    claim: Option<Instant>,
    pub(super) post: bool,
    pub(super) ponder: bool,
    pub(super) time: TimeControl,
    edit: Option<Edit>,
    pub(super) running: Option<Running>,
    pub(super) last_id: u64,
}

impl Session {
    /// A session that hears of everything over `events`; `sender` is the other end of it.
    pub fn new(engine: Engine, wire: Wire, events: Receiver<Event>, sender: Sender<Event>) -> Self {
        let letters = Letters::new(engine.variant());
        let mut session = Self {
            engine,
            wire,
            sender,
            events,
            letters,
            mode: Mode::Force,
            finished: false,
            claim: None,
            post: false,
            ponder: false,
            time: TimeControl::default(),
            edit: None,
            running: None,
            last_id: 0,
        };
        if let Some(first) = variants::find(session.engine.registry(), "chu") {
            // A game that cannot be set up is told of when the GUI asks for it.
            let _ = session.set_variant(&first);
        }
        session
    }

    /// Runs until `quit` or the end of input.
    pub fn run(mut self, first: Option<Input>) {
        let mut next = first.map(Event::Input);
        while self.wire.is_open() {
            if let Some(error) = self.wire.take_log_fault() {
                let line = format!("Error (LogFile cannot be written any more: {error}): option");
                self.wire.send(&line);
            }
            let event = match next.take() {
                Some(event) => event,
                None => match self.wait() {
                    Some(event) => event,
                    None => break,
                },
            };
            match event {
                Event::Input(Input::Line(line)) => {
                    if !self.on_line(&line.text) {
                        break;
                    }
                }
                Event::Input(Input::TooLong) => {
                    let line = format!("Error (line longer than {MAX_LINE} bytes): line");
                    self.wire.send(&line);
                }
                Event::Input(Input::End) => break,
                other => self.on_event(other),
            }
        }
        self.engine.stop();
    }

    /// The next event, `None` when no more can come. A claim that falls due meanwhile is made.
    fn wait(&mut self) -> Option<Event> {
        while let Some(due) = self.claim {
            let left = due.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Ok(event) => return Some(event),
                Err(RecvTimeoutError::Timeout) => self.claim_now(),
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        self.events.recv().ok()
    }

    /// Makes the claim that waits, if any.
    fn claim_now(&mut self) {
        if self.claim.take().is_some() {
            self.announce_end();
        }
    }

    /// Handles a line; false for `quit`.
    fn on_line(&mut self, line: &str) -> bool {
        self.wire.received(line);
        if line.trim() == "quit" {
            return false;
        }
        if self.edit.is_some() {
            self.edit_line(line);
            return true;
        }
        match Command::parse(line) {
            Ok(Some(Command::Quit)) => return false,
            Ok(Some(command)) => self.on_command(command),
            Ok(None) => {}
            Err(error) => self.wire.send(&error.to_string()),
        }
        true
    }

    fn on_command(&mut self, command: Command) {
        match command {
            Command::Ping(_) => self.claim_now(),
            Command::Time(_) | Command::OpponentTime(_) => {}
            _ => self.claim = None,
        }
        match command {
            Command::XBoard | Command::Ignored | Command::OpponentTime(_) | Command::Quit => {}
            Command::ProtoVer(version) => self.introduce(version),
            Command::New => self.new_game(),
            Command::Variant(name) => self.variant(&name),
            Command::SetBoard(text) => self.set_board(&text),
            Command::Edit => {
                self.cancel();
                self.edit = Some(Edit::new(self.engine.game().position()));
            }
            Command::Force | Command::Result => {
                self.cancel();
                self.mode = Mode::Force;
            }
            Command::Go => self.go(),
            Command::PlayOther => {
                self.cancel();
                self.mode = Mode::Play(!self.engine.game().position().side());
            }
            Command::MoveNow => self.move_now(),
            Command::UserMove(text) => self.user_move(&text),
            Command::Undo => self.take_back(1),
            Command::Remove => self.take_back(2),
            Command::Level(level) => self.time.set_level(level),
            Command::MoveTime(time) => self.time.set_move_time(time),
            Command::Depth(depth) => self.time.set_depth(depth),
            Command::Time(time) => self.time.set_remaining(time),
            Command::NodeRate(rate) => self.time.set_node_rate(rate),
            Command::Ponder(on) => {
                self.ponder = on;
                if !on {
                    self.stop_pondering();
                }
            }
            Command::Post(on) => self.post = on,
            Command::Analyze => {
                self.cancel();
                self.mode = Mode::Analyze;
                self.analyze();
            }
            Command::ExitAnalysis => {
                if self.mode == Mode::Analyze {
                    self.cancel();
                    self.mode = Mode::Force;
                }
            }
            Command::AnalysisStatus => self.analysis_status(),
            Command::Hint => self.hint(),
            Command::Book => self.wire.send(" There is no book.\n"),
            Command::Ping(number) => self.wire.send(&format!("pong {number}")),
            Command::Memory(size) => self.option("USI_Hash", &size.to_string()),
            Command::Cores(cores) => self.option("Threads", &cores.to_string()),
            Command::Option(name, value) => self.option(&name, &value),
            Command::Inspect(what) => self.inspect(what),
        }
    }

    fn introduce(&mut self, version: u32) {
        if version < 2 {
            return;
        }
        let names = variants::names(self.engine.registry());
        for line in output::features(&names, &self.engine.options()) {
            self.wire.send(&line);
        }
    }

    fn new_game(&mut self) {
        self.cancel();
        self.mode = Mode::Play(Color::White);
        self.time.restart();
        self.engine.new_game();
        if let Err(error) = self.reset() {
            self.wire.send(&format!("Error ({error}): new"));
        }
    }

    /// Sets up the start of the game at hand: the array of XBoard's GUIs, where it is another than
    /// the default and the player chose none.
    fn reset(&mut self) -> Result<(), PositionError> {
        let variant = Arc::clone(self.engine.variant());
        let chosen = self.engine.choices().get(RuleOption::StartPosition).is_some();
        let array = variant.xboard_start.as_deref().filter(|_| !chosen);
        let array = array.and_then(|name| variant.start_arrays.iter().find(|(n, _)| n == name));
        self.finished = false;
        self.engine.set_position(array.map(|(_, sfen)| sfen.as_str()), &[])
    }

    fn variant(&mut self, name: &str) {
        self.cancel();
        let Some(definition) = variants::find(self.engine.registry(), name) else {
            self.wire.send(&format!("Error (unknown variant): variant {}", printable(name)));
            return;
        };
        match self.set_variant(&definition) {
            Ok(()) => self.send_setup(),
            Err(why) => {
                let why = why.replace(['\n', '\r'], " ");
                self.wire.send(&format!("Error ({why}): variant {}", printable(name)));
            }
        }
    }

    fn set_variant(&mut self, definition: &Arc<Definition>) -> Result<(), String> {
        self.engine.set_option("USI_Variant", &definition.id).map_err(|e| e.to_string())?;
        self.letters = Letters::new(self.engine.variant());
        self.reset().map_err(|e| e.to_string())
    }

    /// Tells XBoard how the game at hand looks, unless it knows that. XBoard shows no larger
    /// boards; other GUIs know their games without this.
    fn send_setup(&mut self) {
        let start = self.engine.game().position();
        match setup::setup_lines(start, &self.letters) {
            Ok(_) if setup::is_known(start, &self.letters) => {}
            Ok(lines) => lines.iter().for_each(|line| self.wire.send(line)),
            Err(why) => self.wire.send(&format!("tellusererror {why}")),
        }
    }

    fn set_board(&mut self, text: &str) {
        self.cancel();
        let result = fen::read_fen(self.engine.variant(), &self.letters, text)
            .map_err(|e| e.to_string())
            .and_then(|setup| self.set_up(&setup));
        if let Err(why) = result {
            self.wire.send(&format!("Error ({why}): setboard {}", printable(text)));
            self.wire.send("tellusererror Illegal position");
        }
        self.analyze_again();
    }

    fn set_up(&mut self, setup: &Setup) -> Result<(), String> {
        let position =
            self.engine.game().position().with_setup(setup).map_err(|e| e.to_string())?;
        self.engine.set_position(Some(&position.sfen()), &[]).map_err(|e| e.to_string())?;
        self.finished = false;
        Ok(())
    }

    fn edit_line(&mut self, line: &str) {
        let variant = Arc::clone(self.engine.variant());
        let Some(mut edit) = self.edit.take() else { return };
        if edit.line(&variant, &self.letters, line) == Step::More {
            self.edit = Some(edit);
            return;
        }
        let (setup, faults) = edit.finish();
        for fault in faults {
            self.wire.send(&format!("Error (unknown command in edit mode): {fault}"));
        }
        if let Err(why) = self.set_up(&setup) {
            self.wire.send(&format!("Error ({why}): edit"));
            self.wire.send("tellusererror Illegal position");
        }
        self.analyze_again();
    }

    fn user_move(&mut self, text: &str) {
        if self.is_thinking() {
            let text = printable(text);
            self.wire.send(&format!("Illegal move (it is not your turn): {text}"));
            return;
        }
        let read = notation::read_move(self.engine.game_mut(), text);
        let position = self.engine.game().position();
        let played = match read {
            Ok(m) => Ok((m, position.move_text(m))),
            Err(error) => Err(notation::reason(position.geometry(), &error)),
        };
        let (m, usi) = match played {
            Ok(pair) => pair,
            Err(why) => {
                self.wire.send(&format!("Illegal move ({why}): {}", printable(text)));
                return;
            }
        };
        let expected = self.expected_move() == Some(m);
        if !expected {
            self.cancel();
        }
        if let Err(error) = self.engine.play(&usi) {
            let why = notation::reason(self.engine.game().position().geometry(), &error);
            self.wire.send(&format!("Illegal move ({why}): {}", printable(text)));
            return;
        }
        match self.mode {
            Mode::Force => {}
            Mode::Analyze => self.analyze(),
            Mode::Play(side) => {
                if matches!(self.engine.status(), Status::Over(_)) {
                    self.cancel();
                    self.claim = Some(Instant::now() + CLAIM_DELAY);
                } else if expected {
                    self.ponder_hit();
                } else if side == self.engine.game().position().side() {
                    self.think();
                }
            }
        }
    }

    /// Claims the result of a game that is over, once; true when it is over.
    pub(super) fn announce_end(&mut self) -> bool {
        let Status::Over(outcome) = self.engine.status() else { return false };
        if !self.finished {
            self.finished = true;
            self.wire.send(&output::result_line(outcome));
        }
        true
    }

    /// Gives the game up for the side to move.
    pub(super) fn resign(&mut self) {
        let side = self.engine.game().position().side();
        let won = Outcome { winner: Some(!side), reason: crate::game::EndReason::RoyalsLost };
        let line = output::result_line(won);
        let result = line.split(' ').next().unwrap_or_default();
        self.finished = true;
        self.mode = Mode::Force;
        self.wire.send(&format!("{result} {{{} resigns}}", output::side_name(side)));
    }

    fn take_back(&mut self, plies: usize) {
        self.cancel();
        for _ in 0..plies {
            if !self.engine.take_back() {
                self.wire.send("Error (no move to take back): undo");
                break;
            }
            self.finished = false;
        }
        self.analyze_again();
    }

    fn option(&mut self, name: &str, value: &str) {
        let id = options::find(name);
        if id == Some(OptionId::LogFile)
            && let Err(error) = self.wire.log_to(value)
        {
            self.wire.send(&format!("Error (LogFile cannot be written: {error}): option"));
            return;
        }
        match self.engine.set_option(name, value) {
            Ok(notes) => {
                for note in notes {
                    self.wire.send(&format!("# {}", note.replace(['\n', '\r'], " ")));
                }
            }
            Err(error) => {
                let why = error.to_string().replace(['\n', '\r'], " ");
                self.wire.send(&format!("Error ({why}): option {}", printable(name)));
                return;
            }
        }
        self.letters = Letters::new(self.engine.variant());
        match id {
            Some(OptionId::GamesPath) => {
                let names = variants::names(self.engine.registry());
                self.wire.send(&output::variants_line(&names));
            }
            Some(OptionId::Rule(RuleOption::StartPosition))
                if self.engine.game().ply_count() == 0 =>
            {
                let _ = self.reset();
            }
            Some(OptionId::Rule(_) | OptionId::MultiPv | OptionId::Variant) => {}
            _ => return,
        }
        if self.mode == Mode::Analyze {
            self.cancel();
            self.analyze();
        }
    }

    fn inspect(&mut self, what: Inspection) {
        let text = match what {
            Inspection::Diagram => self.engine.game().position().to_string(),
            Inspection::Fen => fen::write_fen(self.engine.game().position(), &self.letters),
            Inspection::Status => format!("status {}", self.engine.status()),
            Inspection::Legal => {
                let moves = self.engine.game_mut().legal_moves();
                let position = self.engine.game().position();
                let mut texts: Vec<String> =
                    moves.iter().map(|&m| notation::move_text(position, m)).collect();
                texts.sort_unstable();
                format!("legal {} {}", texts.len(), texts.join(" "))
            }
        };
        self.wire.send(text.trim_end());
    }
}
