//! The table of `daiban play`: whose turn it is, what is shown, what is saved.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::board::{self, Marks, Style};
use super::input::{self, Input};
use super::save::{PLAYER, SavedGame, SavedMove, save};
use crate::cli::diagram;
use crate::engine::{Answer, Engine, SearchClient};
use crate::game::Status;
use crate::protocol::usi::output::{line_text, score_text};
use crate::protocol::xboard::output::{outcome_text, side_name};
use crate::search::{Clock, Limits, SearchInfo, SearchResult};
use crate::types::{Color, Move, Square};
use crate::variant::RuleOption;

/// How long a hint is thought about.
const HINT_TIME: Duration = Duration::from_secs(1);

/// Both clocks.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    base: Duration,
    increment: Duration,
    left: [Duration; 2],
}

impl Clocks {
    pub(super) const fn new(base: Duration, increment: Duration) -> Self {
        Self { base, increment, left: [base, base] }
    }

    fn of(&mut self, color: Color) -> &mut Duration {
        let [black, white] = &mut self.left;
        if color == Color::Black { black } else { white }
    }

    /// Sets the clocks to what the times of the moves leave.
    fn replay(&mut self, first: Color, moves: &[SavedMove]) {
        self.left = [self.base, self.base];
        let mut side = first;
        for played in moves {
            let used = Duration::from_micros(played.t.unwrap_or(0));
            let increment = self.increment;
            let left = self.of(side);
            *left = left.saturating_sub(used) + increment;
            side = !side;
        }
    }
}

struct Reply(Sender<SearchResult>);

impl SearchClient for Reply {
    fn on_info(&mut self, _: &SearchInfo) {}

    fn on_answer(&mut self, answer: Answer) {
        if let Answer::Search(result) = answer {
            let _ = self.0.send(result);
        }
    }
}

/// One game at the terminal.
#[derive(Debug)]
pub(super) struct Table {
    engine: Engine,
    style: Style,
    /// The player's side; `None` for both.
    human: Option<Color>,
    /// Depth and time of the engine.
    limits: (Option<u32>, Option<Duration>),
    clocks: Option<Clocks>,
    path: PathBuf,
    moves: Vec<SavedMove>,
    /// A result that the rules do not see: resignation, time.
    ended: Option<(Color, &'static str)>,
}

impl Table {
    pub(super) fn new(
        engine: Engine,
        style: Style,
        human: Option<Color>,
        limits: (Option<u32>, Option<Duration>),
        clocks: Option<Clocks>,
        path: PathBuf,
        saved: Option<&SavedGame>,
    ) -> Self {
        let moves = match saved {
            Some(game) => game.moves.clone(),
            None => texts(&engine).into_iter().map(|m| SavedMove { m, t: None }).collect(),
        };
        let mut table = Self { engine, style, human, limits, clocks, path, moves, ended: None };
        table.set_clocks();
        table
    }

    fn set_clocks(&mut self) {
        let first = self.engine.game().start_position().side();
        if let Some(clocks) = &mut self.clocks {
            clocks.replay(first, &self.moves);
        }
    }

    /// Plays until the game or the input ends.
    pub(super) fn run(
        &mut self,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> std::io::Result<()> {
        self.show(out, &[])?;
        self.autosave(out)?;
        let mut since = Instant::now();
        loop {
            if self.is_over() {
                self.autosave(out)?;
                return writeln!(out, "{}", self.verdict());
            }
            let side = self.engine.game().position().side();
            if self.human.is_some_and(|human| human != side) {
                self.engine_move(out)?;
                since = Instant::now();
                continue;
            }
            self.prompt(out)?;
            let Some(line) = read_line(input)? else {
                return writeln!(out, "\nThe game is saved in {}.", self.path.display());
            };
            let before = self.moves.len();
            match self.handle(&line, since.elapsed(), input, out)? {
                Next::Quit => {
                    return writeln!(out, "The game is saved in {}.", self.path.display());
                }
                Next::Stay if self.moves.len() == before => {}
                Next::Stay | Next::Turn => since = Instant::now(),
            }
        }
    }

    fn prompt(&mut self, out: &mut dyn Write) -> std::io::Result<()> {
        let side = self.engine.game().position().side();
        let clock = self.clocks.as_mut().map(|c| format!(" ({})", minutes(*c.of(side))));
        write!(out, "{}{}> ", side_name(side), clock.unwrap_or_default())?;
        out.flush()
    }

    fn handle(
        &mut self,
        line: &str,
        used: Duration,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> std::io::Result<Next> {
        match input::parse(line) {
            Input::Blank => {}
            Input::Help => write!(out, "{}", input::HELP)?,
            Input::Quit => return Ok(Next::Quit),
            Input::Board => self.show(out, &[])?,
            Input::Kanji(kanji) => {
                self.style.kanji = kanji;
                self.show(out, &[])?;
            }
            Input::Move(text) => match self.engine.game_mut().parse_move(&text) {
                Ok(m) => return self.play(m, used, out),
                Err(why) => writeln!(out, "{why}. (`help` lists what you can type.)")?,
            },
            Input::FromTo(from, to) => {
                if let Some(m) = self.choose(&from, &to, input, out)? {
                    return self.play(m, used, out);
                }
            }
            Input::Legal(square) => self.legal(&square, out)?,
            Input::Info(square) => self.info(&square, out)?,
            Input::Hint => self.hint(out)?,
            Input::Undo => {
                let plies = if self.human.is_some() { 2 } else { 1 };
                for _ in 0..plies {
                    if self.engine.take_back() {
                        self.moves.pop();
                    }
                }
                self.set_clocks();
                self.show(out, &[])?;
                self.autosave(out)?;
                return Ok(Next::Turn);
            }
            Input::Swap => {
                self.human = self.human.map(|side| !side);
                writeln!(out, "You play {}.", self.human.map_or("both sides", side_name))?;
                return Ok(Next::Turn);
            }
            Input::Save(file) => match save(Path::new(&file), &self.saved()) {
                Ok(()) => writeln!(out, "Saved in {file}.")?,
                Err(error) => writeln!(out, "Cannot save in {file}: {error}.")?,
            },
            Input::Option(name, value) => self.option(&name, &value, out)?,
            Input::Resign => {
                let side = self.engine.game().position().side();
                self.ended = Some((!side, "resign"));
            }
        }
        Ok(Next::Stay)
    }

    fn option(&mut self, name: &str, value: &str, out: &mut dyn Write) -> std::io::Result<()> {
        match self.engine.set_option(name, value) {
            Ok(notes) => {
                notes.iter().try_for_each(|note| writeln!(out, "{note}"))?;
                // A rule that makes an earlier move illegal starts the game over.
                if texts(&self.engine).len() != self.moves.len() {
                    self.moves.clear();
                    self.set_clocks();
                    self.show(out, &[])?;
                }
                self.autosave(out)
            }
            Err(error) => writeln!(out, "{error}."),
        }
    }

    /// Makes a move, unless the clock has run out.
    fn play(&mut self, m: Move, used: Duration, out: &mut dyn Write) -> std::io::Result<Next> {
        let position = self.engine.game().position();
        let (side, text) = (position.side(), position.move_text(m));
        if let Some(clocks) = &mut self.clocks {
            let increment = clocks.increment;
            let left = clocks.of(side);
            if used > *left {
                self.ended = Some((!side, "time"));
                return Ok(Next::Turn);
            }
            *left = left.saturating_sub(used) + increment;
        }
        if let Err(why) = self.engine.play(&text) {
            writeln!(out, "{why}.")?;
            return Ok(Next::Stay);
        }
        self.moves.push(SavedMove { m: text, t: Some(used.as_micros() as u64) });
        self.show(out, &[])?;
        self.autosave(out)?;
        Ok(Next::Turn)
    }

    fn engine_move(&mut self, out: &mut dyn Write) -> std::io::Result<()> {
        let started = Instant::now();
        let side = self.engine.game().position().side();
        let increment = self.clocks.as_ref().map_or(Duration::ZERO, |c| c.increment);
        let clock = self.clocks.as_mut().map(|c| Clock {
            remaining: *c.of(side),
            increment,
            ..Clock::default()
        });
        let (depth, movetime) = self.limits;
        let movetime = movetime.filter(|_| clock.is_none());
        let limits = Limits { depth, movetime, clock, multi_pv: 1, ..self.engine.limits() };
        let result = self.search(limits);
        let moves = self.engine.game_mut().legal_moves();
        let best = result.best.filter(|m| moves.contains(m)).or_else(|| moves.first().copied());
        let Some(best) = best else { return Ok(()) };
        let text = self.engine.game().position().move_text(best);
        let score = score_text(result.score);
        writeln!(out, "daiban plays {text} ({score}, depth {})", result.depth)?;
        self.play(best, started.elapsed(), out).map(drop)
    }

    fn search(&mut self, limits: Limits) -> SearchResult {
        let (sender, receiver) = channel();
        self.engine.go(limits, Box::new(Reply(sender)));
        // A search that fails drops its sender; any legal move is played then.
        receiver.recv().unwrap_or_default()
    }

    fn hint(&mut self, out: &mut dyn Write) -> std::io::Result<()> {
        let limits = Limits { movetime: Some(HINT_TIME), multi_pv: 1, ..self.engine.limits() };
        let result = self.search(limits);
        let line = line_text(self.engine.game().position(), &result.pv);
        writeln!(out, "hint: {line} ({})", score_text(result.score))
    }

    fn square(&self, text: &str) -> Option<Square> {
        self.engine.game().position().geometry().parse(text)
    }

    fn moves_from(&mut self, from: Square) -> Vec<Move> {
        let moves = self.engine.game_mut().legal_moves();
        moves.iter().copied().filter(|m| m.from() == from).collect()
    }

    /// The move from one square to another; the player chooses where several fit.
    fn choose(
        &mut self,
        from: &str,
        to: &str,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> std::io::Result<Option<Move>> {
        let (Some(start), Some(end)) = (self.square(from), self.square(to)) else {
            writeln!(out, "`{from} {to}` are no two squares of this board.")?;
            return Ok(None);
        };
        let fits: Vec<Move> =
            self.moves_from(start).into_iter().filter(|m| m.to() == end).collect();
        if fits.len() < 2 {
            if fits.is_empty() {
                let why = self.engine.game_mut().parse_move(&format!("{from}{to}"));
                let why = why.err().map(|e| e.to_string()).unwrap_or_default();
                writeln!(out, "{why}.")?;
            }
            return Ok(fits.first().copied());
        }
        let position = self.engine.game().position();
        for (i, &m) in fits.iter().enumerate() {
            writeln!(out, "{}) {}", i + 1, position.move_text(m))?;
        }
        write!(out, "which? ")?;
        out.flush()?;
        let number = read_line(input)?.and_then(|l| l.trim().parse::<usize>().ok());
        Ok(number.and_then(|n| fits.get(n.checked_sub(1)?)).copied())
    }

    fn legal(&mut self, text: &str, out: &mut dyn Write) -> std::io::Result<()> {
        let Some(square) = self.square(text) else {
            return writeln!(out, "`{text}` is no square of this board.");
        };
        let moves = self.moves_from(square);
        let reach: Vec<Square> = moves.iter().map(|m| m.to()).collect();
        self.show(out, &reach)?;
        let position = self.engine.game().position();
        let texts: Vec<String> = moves.iter().map(|&m| position.move_text(m)).collect();
        match texts.as_slice() {
            [] => writeln!(out, "no legal move from {text}"),
            texts => writeln!(out, "{}", texts.join(" ")),
        }
    }

    fn info(&self, text: &str, out: &mut dyn Write) -> std::io::Result<()> {
        let Some(square) = self.square(text) else {
            return writeln!(out, "`{text}` is no square of this board.");
        };
        let position = self.engine.game().position();
        let Some((kind, color)) = position.at(square).get() else {
            return writeln!(out, "{text} is empty.");
        };
        let variant = position.variant();
        let kind = variant.kind(kind);
        let side = side_name(color);
        let kanji = Some(&kind.kanji).filter(|k| !k.is_empty()).map(|k| format!(" {k}"));
        let romaji = Some(&kind.romaji).filter(|r| !r.is_empty()).map(|r| format!(" ({r})"));
        let (kanji, romaji) = (kanji.unwrap_or_default(), romaji.unwrap_or_default());
        writeln!(out, "{text}: {side}'s {}{kanji}{romaji}", kind.name)?;
        if let Some(promoted) = kind.promotes_to {
            writeln!(out, "promotes to {}", variant.kind(promoted).name)?;
        }
        let longer = variant.geometry.files().max(variant.geometry.ranks());
        write!(out, "{}", diagram::draw(&kind.movement, longer))
    }

    fn show(&self, out: &mut dyn Write, reach: &[Square]) -> std::io::Result<()> {
        let game = self.engine.game();
        let marks = Marks { reach: reach.to_vec(), last: game.moves_played().last() };
        write!(out, "{}", board::draw(game.position(), &marks, self.style))
    }

    fn is_over(&mut self) -> bool {
        self.ended.is_some() || self.engine.status() != Status::Playing
    }

    fn verdict(&mut self) -> String {
        match (self.ended, self.engine.status()) {
            (Some((winner, "time")), _) => format!("{} has lost on time.", side_name(!winner)),
            (Some((winner, _)), _) => format!("{} resigns.", side_name(!winner)),
            (None, Status::Over(outcome)) => match outcome.winner {
                Some(winner) => format!("{} wins: {}.", side_name(winner), outcome_text(outcome)),
                None => format!("{}.", outcome_text(outcome)),
            },
            (None, Status::Playing) => "The game goes on.".to_owned(),
        }
    }

    /// The game as it is saved.
    fn saved(&mut self) -> SavedGame {
        let status = self.engine.status();
        let result =
            |winner: Option<Color>| winner.map_or_else(|| "draw".into(), |c| c.to_string());
        let (result, reason) = match (self.ended, status) {
            (Some((winner, reason)), _) => (result(Some(winner)), reason.to_owned()),
            (None, Status::Over(o)) => (result(o.winner), o.reason.to_string()),
            (None, Status::Playing) => ("void".into(), "unfinished".into()),
        };
        let name = |side| if self.human.is_none_or(|h| h == side) { PLAYER } else { "daiban" };
        let choices = self.engine.choices();
        let rules = RuleOption::ALL
            .into_iter()
            .filter_map(|o| Some((o.name().to_owned(), choices.get(o)?)))
            .collect();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        SavedGame {
            game: 0,
            pair: 0,
            black: name(Color::Black).to_owned(),
            white: name(Color::White).to_owned(),
            variant: self.engine.variant().id.clone(),
            rules,
            sfen: self.engine.game().start_position().sfen(),
            opening_plies: 0,
            moves: self.moves.clone(),
            result,
            reason,
            detail: None,
            ended: now.as_secs(),
        }
    }

    fn autosave(&mut self, out: &mut dyn Write) -> std::io::Result<()> {
        let game = self.saved();
        match save(&self.path, &game) {
            Ok(()) => Ok(()),
            Err(error) => {
                writeln!(out, "The game cannot be saved in {}: {error}", self.path.display())
            }
        }
    }
}

/// What comes after a line of the player.
enum Next {
    /// The same player is asked again.
    Stay,
    /// Look again whose turn it is.
    Turn,
    Quit,
}

fn read_line(input: &mut dyn BufRead) -> std::io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if std::io::Read::take(input, 4096).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

/// The texts of the moves played in the engine's game.
fn texts(engine: &Engine) -> Vec<String> {
    let mut position = engine.game().start_position();
    let mut texts = Vec::new();
    for m in engine.game().moves_played() {
        texts.push(position.move_text(m));
        let _ = position.make_move(m);
    }
    texts
}

fn minutes(time: Duration) -> String {
    format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
}
