//! The engine as a front end sees it: game, options, and searches on a thread of their own.

pub mod bench;
pub mod mate;
mod memory;
pub mod options;
pub mod record;
pub mod setting;
pub mod worker;

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub use mate::MateAnswer;
pub use options::{BadValue, EngineOption, OptionId, OptionKind, Settings};
pub use record::PositionError;
pub use setting::SetOptionError;

use crate::game::{Game, Status};
use crate::position::Setup;
use crate::search::{Clock, Control, Limits, SearchInfo, SearchListener, SearchPool, SearchResult};
use crate::variant::{Choices, Registry, RegistryError, Variant};
use record::Record;
use worker::Worker;

/// What a job on the search thread came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A search.
    Search(SearchResult),
    /// A mate problem.
    Mate(MateAnswer),
}

/// Hears of a job on the search thread. It is called on that thread, and dropped without
/// [`SearchClient::on_answer`] when the job failed.
pub trait SearchClient: Send {
    /// A line was found or changed.
    fn on_info(&mut self, info: &SearchInfo);
    /// The job is done.
    fn on_answer(&mut self, answer: Answer);
}

/// Lets the search talk to a client.
struct Listener<'a>(&'a mut dyn SearchClient);

impl SearchListener for Listener<'_> {
    fn on_info(&mut self, info: &SearchInfo) {
        self.0.on_info(info);
    }
}

/// The engine: the games at hand, the game being played, the options, and the search thread.
///
/// A search works on a copy of the game, so positions and options may change while it runs; they
/// count from the next search on.
#[derive(Debug)]
pub struct Engine {
    registry: Registry,
    settings: Settings,
    choices: Choices,
    /// Whether somebody chose the game; until then a board's size may choose it.
    variant_chosen: bool,
    record: Record,
    control: Control,
    worker: Worker,
    announces_tunables: bool,
}

/// An engine that cannot start.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The default game has faults.
    #[error(transparent)]
    Game(#[from] RegistryError),
    /// Its start position has.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// There is no thread for the search.
    #[error("cannot start the search thread: {0}")]
    Thread(#[from] io::Error),
}

impl Engine {
    /// An engine that knows the games of `registry` and plays the default one.
    ///
    /// # Errors
    /// [`EngineError`], when the machine has no thread left or the default game is broken.
    pub fn new(registry: Registry) -> Result<Self, EngineError> {
        let choices = Choices::default();
        let settings = Settings::default();
        let definition = registry.get(options::DEFAULT_VARIANT)?;
        let variant = Arc::new(definition.build(&choices).map_err(PositionError::from)?);
        let (threads, hash) = (settings.threads, settings.hash);
        Ok(Self {
            record: Record::new(&variant)?,
            worker: Worker::spawn(move || SearchPool::new(hash, threads))?,
            control: Control::new(),
            variant_chosen: false,
            announces_tunables: false,
            registry,
            settings,
            choices,
        })
    }

    /// The games at hand.
    pub const fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The values of the options that are no rules.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The chosen rules.
    pub const fn choices(&self) -> &Choices {
        &self.choices
    }

    /// The game being played.
    pub const fn game(&self) -> &Game {
        self.record.game()
    }

    /// The game, for questions that generate moves; what is played in it must be taken back.
    pub const fn game_mut(&mut self) -> &mut Game {
        self.record.game_mut()
    }

    /// The variant being played.
    pub fn variant(&self) -> &Arc<Variant> {
        self.record.game().variant()
    }

    /// Whether the game is over.
    pub fn status(&mut self) -> Status {
        self.record.game_mut().status()
    }

    /// All options, for a front end to announce.
    pub fn options(&self) -> Vec<EngineOption> {
        let mut options = options::table(&self.registry);
        if self.announces_tunables {
            options.extend(options::tunables());
        }
        options
    }

    /// Announces the numbers of the search as options too. They can be set in any case.
    pub const fn announce_tunables(&mut self) {
        self.announces_tunables = true;
    }

    /// Sets the position: an SFEN (`None` for the start position) and moves as text.
    ///
    /// While the game was never chosen, an SFEN whose board size only one built-in game has
    /// chooses that game.
    ///
    /// # Errors
    /// [`PositionError`]; the position before stays, and so does the game.
    pub fn set_position(
        &mut self,
        sfen: Option<&str>,
        moves: &[String],
    ) -> Result<(), PositionError> {
        if let Some(variant) = sfen.and_then(|s| self.variant_by_size(s)) {
            let definition = self.registry.get(&variant)?;
            let mut record = Record::new(&Arc::new(definition.build(&self.choices)?))?;
            record.set(sfen, moves)?;
            self.record = record;
            return Ok(());
        }
        self.record.set(sfen, moves)
    }

    /// The other game that an SFEN asks for by its size, if it may.
    fn variant_by_size(&self, sfen: &str) -> Option<String> {
        if self.variant_chosen {
            return None;
        }
        let Some(size) = record::board_size(sfen) else { return self.variant_like(sfen) };
        let geometry = &self.variant().geometry;
        if size == (geometry.files(), geometry.ranks()) {
            return None;
        }
        let all = self.registry.by_size(size.0, size.1);
        if let [only] = all.as_slice() {
            return Some((*only).to_owned());
        }
        // Several games have this size: those that know all its pieces, and then the one with drops.
        let games = all.iter().filter_map(|id| {
            let variant = self.registry.get(id).ok()?.default_variant().ok()?;
            Setup::from_sfen(&variant, sfen).is_ok().then_some((*id, variant.rules.drops))
        });
        let games: Vec<(&str, bool)> = games.collect();
        if all.is_empty() {
            return self.variant_like(sfen);
        }
        match games.as_slice() {
            [(only, _)] => Some((*only).to_owned()),
            several => {
                let mut dropping = several.iter().filter(|(_, drops)| *drops);
                let first = dropping.next().filter(|_| dropping.next().is_none());
                first.map(|(id, _)| (*id).to_owned())
            }
        }
    }

    /// The game whose board a damaged SFEN resembles most, so that its faults are told as those of
    /// that game: so many ranks, or rows of mostly that width.
    fn variant_like(&self, sfen: &str) -> Option<String> {
        let (files, ranks) = record::likely_size(sfen)?;
        let square = |side: u8| match self.registry.by_size(side, side).as_slice() {
            [only] => Some((*only).to_owned()),
            _ => None,
        };
        square(ranks).or_else(|| square(files)).filter(|id| *id != self.variant().id)
    }

    /// Plays a move in the game.
    ///
    /// # Errors
    /// Why it is illegal.
    pub fn play(&mut self, text: &str) -> Result<(), crate::game::MoveError> {
        self.record.play(text)
    }

    /// Takes back the last move; false when there is none.
    pub fn take_back(&mut self) -> bool {
        self.record.take_back()
    }

    /// Forgets what earlier searches learned.
    pub fn new_game(&mut self) {
        self.worker.run(SearchPool::clear);
    }

    /// Waits until the search thread has done what it was told and has made what a search of this
    /// game needs.
    pub fn make_ready(&mut self) {
        let (done, waits) = std::sync::mpsc::channel();
        let game = self.record.game().clone();
        self.worker.run(move |pool| {
            pool.make_ready(&game);
            let _ = done.send(());
        });
        // A job that failed has dropped its end: the next search reports it.
        let _ = waits.recv();
    }

    /// Limits as the options have them, with nothing else said.
    pub fn limits(&self) -> Limits {
        Limits {
            multi_pv: self.settings.multi_pv,
            skill: self.settings.skill,
            move_overhead: self.settings.move_overhead,
            ..Limits::default()
        }
    }

    /// Starts a search of the game. Whoever calls makes sure that none is running; a second one
    /// would wait for the first.
    pub fn go(&mut self, mut limits: Limits, mut client: Box<dyn SearchClient>) {
        limits.received.get_or_insert_with(Instant::now);
        self.control = Control::new();
        let control = self.control.clone();
        let game = self.record.game().clone();
        self.worker.run(move |pool| {
            let result = pool.search(&game, &limits, &control, &mut Listener(client.as_mut()));
            client.on_answer(Answer::Search(result));
        });
    }

    /// Starts a mate search of the game; `time` is `None` for no limit.
    pub fn go_mate(&mut self, time: Option<Duration>, mut client: Box<dyn SearchClient>) {
        self.control = Control::new();
        let hash = self.settings.hash;
        let control = self.control.clone();
        let game = self.record.game().clone();
        self.worker.run(move |_| {
            let answer = mate::solve(&game, hash, time, &control);
            client.on_answer(Answer::Mate(answer));
        });
    }

    /// Runs other work on the search thread, with a handle by which [`Engine::stop`] ends it.
    pub fn run(&mut self, job: impl FnOnce(&mut SearchPool, &Control) + Send + 'static) {
        self.control = Control::new();
        let control = self.control.clone();
        self.worker.run(move |pool| job(pool, &control));
    }

    /// Ends what runs on the search thread as soon as it looks.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// Turns a search that ponders into one on the engine's own time.
    pub fn ponderhit(&self, clock: Option<Clock>) {
        self.control.ponderhit(clock);
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.control.stop();
    }
}
