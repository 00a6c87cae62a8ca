//! The referee's side of the XBoard protocol (CECP, protocol version 2).
//!
//! The engine stays in force mode: before each search it is fed the moves that it has not seen,
//! asked by `ping` whether it took them, told the clocks and sent `go`.

use std::time::{Duration, Instant};

use super::cecp::{PASS, View};
use super::clock::TimeControl;
use super::config::EngineSpec;
use super::drops::{DropNames, holdings};
use super::engine::{Answer, EngineClient, FAREWELL, Fault, GameStart, Reply, Request};
use super::features::{Features, Thinking};
use super::hachu::{self, Quirks};
use super::process::{EngineProcess, Line, ProcessError};
use crate::types::{Color, Geometry};
use crate::variant::Variant;

/// Hash memory when the description says nothing, MB.
const DEFAULT_MEMORY: u32 = 64;

/// A running XBoard engine.
#[derive(Debug)]
pub struct XboardClient {
    process: EngineProcess,
    patience: Duration,
    features: Features,
    quirks: Quirks,
    remarks: Vec<String>,
    time: TimeControl,
    memory: u32,
    geometry: Option<Geometry>,
    drops: DropNames,
    view: View,
    /// How many moves of the game the engine has on its board.
    seen: usize,
    /// The engine plays on by itself after a move of the other side.
    playing: bool,
    pings: u32,
    games: u32,
    spent: bool,
}

impl XboardClient {
    /// Runs an engine, greets it and sets the options of its description.
    ///
    /// # Errors
    /// It cannot be run, dies, stays silent, or lacks an option that was asked for.
    pub fn start(spec: &EngineSpec, patience: Duration) -> Result<Self, Fault> {
        if spec.time.nodes.is_some() {
            return Err(Fault::Unfit("an XBoard engine cannot be given nodes a move".into()));
        }
        let begin = Instant::now();
        let process = EngineProcess::spawn(&spec.command, &spec.args, spec.directory.as_deref())
            .map_err(|error| Fault::from_process(error, begin))?;
        let mut client = Self {
            process,
            patience,
            features: Features::default(),
            quirks: hachu::NONE,
            remarks: Vec::new(),
            time: spec.time,
            memory: spec.memory.unwrap_or(DEFAULT_MEMORY),
            geometry: None,
            drops: DropNames::default(),
            view: View::default(),
            seen: 0,
            playing: false,
            pings: 0,
            games: 0,
            spent: false,
        };
        client.send("xboard")?;
        client.send("protover 2")?;
        client.read_features(begin)?;
        client.quirks = hachu::quirks(&client.features.name);
        if client.features.memory {
            client.send(&format!("memory {}", client.memory))?;
        }
        if let Some(threads) = spec.threads {
            if client.features.smp {
                client.send(&format!("cores {threads}"))?;
            } else if threads > 1 {
                return Err(Fault::Unfit("it cannot be given threads".into()));
            }
        }
        for (name, value) in &spec.options {
            client.set_option(name, value)?;
        }
        client.sync()?;
        Ok(client)
    }

    fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.process.send(line).map_err(|error| Fault::from_process(error, Instant::now()))
    }

    fn receive(&mut self, begin: Instant, deadline: Instant) -> Result<Line, Fault> {
        match self.process.receive(deadline) {
            Ok(line) if line.at <= deadline => Ok(line),
            Ok(_) | Err(ProcessError::Timeout) => Err(Fault::Silent(begin.elapsed())),
            Err(error) => Err(Fault::from_process(error, begin)),
        }
    }

    /// Reads features until `done=1`. An engine of protocol 1 announces nothing, so that silence
    /// for two seconds ends the wait, unless `done=0` asked for more.
    fn read_features(&mut self, begin: Instant) -> Result<(), Fault> {
        let quiet = Duration::from_secs(2).min(self.patience);
        loop {
            let limit = if self.features.wants_time { self.patience } else { quiet };
            let line = match self.receive(begin, begin + limit) {
                Ok(line) => line,
                Err(Fault::Silent(_)) if !self.features.wants_time => return Ok(()),
                Err(fault) => return Err(fault),
            };
            let Some(text) = line.text.trim().strip_prefix("feature ") else { continue };
            for reply in self.features.read(text) {
                self.send(&reply)?;
            }
            if self.features.done {
                return Ok(());
            }
        }
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let known = &self.features.options;
        let Some((name, button)) = known.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))
        else {
            let names: Vec<_> = known.iter().map(|(name, _)| name.as_str()).collect();
            let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            return Err(Fault::Unfit(format!("no option `{name}`; it has: {names}")));
        };
        let line =
            if *button { format!("option {name}") } else { format!("option {name}={value}") };
        self.send(&line)
    }

    /// Waits until the engine has read everything; gives the first complaint that came meanwhile.
    fn sync(&mut self) -> Result<Option<String>, Fault> {
        if !self.features.ping {
            return Ok(None);
        }
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.send(&format!("ping {}", self.pings))?;
        let begin = Instant::now();
        let mut complaint = None;
        loop {
            let line = self.receive(begin, begin + self.patience)?;
            let text = line.text.trim();
            if text == pong {
                return Ok(complaint);
            }
            if complaint.is_none() && is_complaint(text) {
                complaint = Some(text.to_owned());
            }
        }
    }

    /// The name under which the engine knows the game.
    fn variant_name(&self, start: &GameStart<'_>) -> Result<String, Fault> {
        let listed = &self.features.variants;
        let names = [&start.variant.id].into_iter().chain(&start.variant.aliases);
        let known = start.variant.xboard_names.iter().chain(names).find(|n| listed.contains(n));
        match known {
            Some(name) => Ok(name.clone()),
            None => Err(Fault::Unfit(format!(
                "it does not play {}; it plays {}",
                start.variant.id,
                if listed.is_empty() { "normal".to_owned() } else { listed.join(", ") }
            ))),
        }
    }

    fn set_position(&mut self, start: &GameStart<'_>, sfen: &str) -> Result<(), Fault> {
        let turned = self.quirks.bare_board && start.first == Color::White;
        self.view = View { turned };
        let letters = (self.quirks.letters)(&start.variant.id);
        let board = self.view.board(start.variant, sfen, letters);
        let Some(board) = board else {
            return Err(Fault::Unfit("a piece of the opening has no letter".into()));
        };
        if !self.features.setboard {
            return Err(Fault::Unfit("it cannot set up a position".into()));
        }
        if self.quirks.bare_board {
            return self.send(&format!("setboard {board}"));
        }
        let board = board + &holdings(self.view, start.variant, sfen);
        let side = if start.first == Color::Black { 'w' } else { 'b' };
        self.send(&format!("setboard {board} {side} 0 1"))
    }

    fn send_time_control(&mut self) -> Result<(), Fault> {
        let TimeControl { base, increment, byoyomi, move_time, depth, .. } = self.time;
        if let Some(depth) = depth {
            self.send(&format!("sd {depth}"))?;
        }
        if let Some(time) = move_time {
            let seconds = if self.quirks.time_per_move { 1 } else { time.div_ceil(1000) };
            self.send(&format!("st {seconds}"))?;
        } else if let Some(base) = base {
            if byoyomi > 0 {
                self.remark("it knows no byoyomi: it sees it as its time once the rest is gone");
            }
            let seconds = base / 1000;
            let increment = increment as f64 / 1000.0;
            self.send(&format!("level 0 {}:{:02} {increment}", seconds / 60, seconds % 60))?;
        }
        Ok(())
    }

    fn remark(&mut self, text: &str) {
        if !self.remarks.iter().any(|known| known == text) {
            self.remarks.push(text.to_owned());
        }
    }

    /// Sends the moves that the engine has not seen.
    fn feed(&mut self, request: &Request<'_>) -> Result<(), Fault> {
        if self.playing {
            self.send("force")?;
            self.playing = false;
        }
        let Some(geometry) = self.geometry.clone() else {
            return Err(Fault::Unfit("no game was started".into()));
        };
        for played in request.moves.get(self.seen..).unwrap_or_default() {
            let drop = self.drops.to_cecp(self.view, &geometry, &played.text);
            let Some(text) = drop.or_else(|| self.view.move_to_cecp(&geometry, played)) else {
                return Err(Fault::Unfit(format!("{} cannot be said in CECP", played.text)));
            };
            let verb = if self.features.usermove { "usermove " } else { "" };
            self.send(&format!("{verb}{text}"))?;
            if let Some(answer) = self.sync()? {
                return Err(Fault::Refused { text, answer });
            }
            self.seen += 1;
        }
        Ok(())
    }

    fn send_clocks(&mut self, request: &Request<'_>) -> Result<(), Fault> {
        let centiseconds = |clock: &super::clock::Clock| {
            let control = clock.control();
            match (control.base, control.move_time) {
                (_, Some(time)) => Some(time / 10),
                (Some(_), None) => {
                    let left = clock.remaining().as_millis() as u64;
                    Some(if left > 0 { left } else { control.byoyomi } / 10)
                }
                (None, None) => None,
            }
        };
        let own = centiseconds(request.clock());
        if let Some(own) = own {
            self.send(&format!("time {own}"))?;
            let other = centiseconds(request.other_clock()).unwrap_or(own);
            self.send(&format!("otim {other}"))?;
        }
        Ok(())
    }

    fn answer_of(&self, text: &str, us: Color) -> Option<Answer> {
        if text == "resign" {
            return Some(Answer::Resign);
        }
        let winner = match text.split([' ', '{', '\t']).next() {
            Some("1-0") => Color::Black,
            Some("0-1") => Color::White,
            Some("1/2-1/2") => return Some(Answer::ClaimDraw(text.to_owned())),
            _ => return None,
        };
        // On a turned board the engine's White is Gote.
        let winner = if self.view.turned { !winner } else { winner };
        Some(if winner == us { Answer::ClaimWin(text.to_owned()) } else { Answer::Resign })
    }
}

/// The start position of the match, where XBoard engines begin with another array.
fn other_start(variant: &Variant) -> Option<&str> {
    let usual = match &variant.xboard_start {
        Some(name) => variant.start_arrays.iter().find(|(array, _)| array == name),
        None => variant.start_arrays.first(),
    };
    usual.is_none_or(|(_, sfen)| *sfen != variant.start_sfen).then_some(&variant.start_sfen)
}

/// True for lines by which an engine refuses what it was sent.
fn is_complaint(text: &str) -> bool {
    ["Illegal move", "Error", "tellusererror"].iter().any(|word| text.starts_with(word))
}

impl EngineClient for XboardClient {
    fn own_name(&self) -> &str {
        &self.features.name
    }

    fn remarks(&self) -> &[String] {
        &self.remarks
    }

    fn new_game(&mut self, start: &GameStart<'_>) -> Result<(), Fault> {
        self.process.drain();
        let name = self.variant_name(start)?;
        match self.quirks.rule_set {
            Some(set) if start.rules != [("RuleSet".to_owned(), set.to_owned())] => {
                self.remark(&format!("it plays the rule set {set}, which is not the match's"));
            }
            None if !start.rules.is_empty() => {
                let rules: Vec<_> = start.rules.iter().map(|(k, v)| format!("{k}={v}")).collect();
                self.remark(&format!("it cannot be told the rules {}", rules.join(" ")));
            }
            _ => {}
        }
        self.send("new")?;
        self.send(&format!("variant {name}"))?;
        self.send("force")?;
        self.send("easy")?;
        self.send("post")?;
        self.send_time_control()?;
        self.geometry = Some(start.variant.geometry.clone());
        self.drops = DropNames::new(start.variant);
        self.view = View::default();
        self.seen = 0;
        self.playing = false;
        self.games += 1;
        if let Some(sfen) = start.sfen.or_else(|| other_start(start.variant)) {
            self.set_position(start, sfen)?;
        }
        if let Some(complaint) = self.sync()? {
            return Err(Fault::Unfit(format!("it answered `{complaint}` to the new game")));
        }
        Ok(())
    }

    fn think(&mut self, request: &Request<'_>) -> Result<Reply, Fault> {
        self.process.drain();
        self.feed(request)?;
        self.send_clocks(request)?;
        let begin = Instant::now();
        self.send("go")?;
        self.playing = true;
        let deadline = begin + request.clock().allowance();
        let mut thinking = Thinking::default();
        let mut legs = String::new();
        loop {
            let line = self.receive(begin, deadline).inspect_err(|_| self.spent = true)?;
            let text = line.text.trim();
            let answer = if let Some(leg) = text.strip_prefix("move ") {
                legs.push_str(leg.trim());
                if legs.ends_with(',') && legs.len() < 100 {
                    continue;
                }
                self.seen += 1;
                let usi = self.geometry.as_ref().and_then(|board| {
                    let drop = self.drops.to_usi(self.view, board, &legs);
                    drop.or_else(|| self.view.move_to_usi(board, &legs))
                });
                match usi {
                    _ if legs == PASS => Answer::Pass,
                    Some(usi) => Answer::Move(usi),
                    None => Answer::Move(std::mem::take(&mut legs)),
                }
            } else if let Some(answer) = self.answer_of(text, request.us) {
                answer
            } else {
                thinking.read(text);
                continue;
            };
            let time = line.at.saturating_duration_since(begin);
            let Thinking { score, depth, nodes } = thinking;
            return Ok(Reply { answer, time, score, depth, nodes });
        }
    }

    fn game_over(&mut self, won: Option<bool>) {
        // Which side the engine played is not kept, so that the result is told without a winner
        // where it did not draw; engines use it to learn, and none here does.
        if won.is_none() {
            let _ = self.send("result 1/2-1/2 {draw}");
        }
        let _ = self.send("force");
        self.playing = false;
    }

    fn is_spent(&self) -> bool {
        self.spent || (self.quirks.fresh_process && self.games > 0)
    }

    fn refusal_voids(&self) -> bool {
        self.quirks.refusal_voids
    }

    fn quit(self: Box<Self>) {
        self.process.close("quit", FAREWELL);
    }
}
