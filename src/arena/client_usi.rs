//! The referee's side of USI.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::clock::TimeControl;
use super::config::EngineSpec;
use super::engine::{Answer, EngineClient, FAREWELL, Fault, GameStart, Reply, Request};
use super::process::{EngineProcess, ProcessError};
use crate::types::score::MATE;

/// A running USI engine.
#[derive(Debug)]
pub struct UsiClient {
    process: EngineProcess,
    patience: Duration,
    own_name: String,
    options: Vec<UsiOption>,
    remarks: Vec<String>,
    position: String,
    spent: bool,
}

/// An option that the engine announced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct UsiOption {
    name: String,
    kind: String,
    min: Option<i64>,
    max: Option<i64>,
    choices: Vec<String>,
}

impl UsiOption {
    /// Reads the rest of a line after `option `.
    fn parse(text: &str) -> Option<Self> {
        let mut option = Self::default();
        let mut key = "";
        for word in text.split_whitespace() {
            match word {
                "name" | "type" | "default" | "min" | "max" | "var" => key = word,
                _ => match key {
                    "name" if option.name.is_empty() => word.clone_into(&mut option.name),
                    "name" => option.name = format!("{} {word}", option.name),
                    "type" => word.clone_into(&mut option.kind),
                    "min" => option.min = word.parse().ok(),
                    "max" => option.max = word.parse().ok(),
                    "var" => option.choices.push(word.to_owned()),
                    _ => {}
                },
            }
        }
        (!option.name.is_empty()).then_some(option)
    }

    /// Says what is wrong with a value, if anything is.
    fn refuse(&self, value: &str) -> Option<String> {
        match self.kind.as_str() {
            "spin" => {
                let Ok(number) = value.parse::<i64>() else {
                    return Some(format!("option {} takes a number, not `{value}`", self.name));
                };
                let (min, max) = (self.min.unwrap_or(i64::MIN), self.max.unwrap_or(i64::MAX));
                (!(min..=max).contains(&number))
                    .then(|| format!("option {} takes {min} to {max}, not {value}", self.name))
            }
            "check" if value != "true" && value != "false" => {
                Some(format!("option {} takes true or false, not `{value}`", self.name))
            }
            "combo" if !self.choices.iter().any(|choice| choice == value) => {
                let choices = self.choices.join(", ");
                Some(format!("option {} takes one of {choices}; not `{value}`", self.name))
            }
            _ => None,
        }
    }
}

/// What the `info` lines of a search said last.
#[derive(Clone, Copy, Debug, Default)]
struct Info {
    score: Option<i32>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Info {
    /// Takes over the figures of a line after `info `; other lines of a MultiPV than the first
    /// and bounds leave the score alone.
    fn read(&mut self, text: &str) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let number = |key: &str| {
            let at = words.iter().position(|word| *word == key)?;
            words.get(at + 1)?.parse::<i64>().ok()
        };
        if words.first() == Some(&"string") || number("multipv").is_some_and(|line| line > 1) {
            return;
        }
        let small = |n: i64| n.clamp(-i64::from(MATE), i64::from(MATE)) as i32;
        if let Some(cp) = number("cp") {
            self.score = Some(small(cp));
        } else if let Some(mate) = number("mate") {
            let distance = small(mate.saturating_abs());
            self.score = Some(if mate < 0 { distance - MATE } else { MATE - distance });
        }
        if let Some(depth) = number("depth") {
            self.depth = u32::try_from(depth).ok();
        }
        if let Some(nodes) = number("nodes") {
            self.nodes = u64::try_from(nodes).ok();
        }
    }
}

impl UsiClient {
    /// Runs an engine, greets it and sets the options of its description.
    ///
    /// # Errors
    /// It cannot be run, dies, stays silent, or lacks an option that was asked for.
    pub fn start(spec: &EngineSpec, patience: Duration) -> Result<Self, Fault> {
        let begin = Instant::now();
        let process = EngineProcess::spawn(&spec.command, &spec.args, spec.directory.as_deref())
            .map_err(|error| Fault::from_process(error, begin))?;
        let mut client = Self {
            process,
            patience,
            own_name: String::new(),
            options: Vec::new(),
            remarks: Vec::new(),
            position: String::new(),
            spent: false,
        };
        client.send("usi")?;
        let mut own_name = String::new();
        let mut options = Vec::new();
        client.wait_for("usiok", |line| {
            if let Some(name) = line.strip_prefix("id name ") {
                name.trim().clone_into(&mut own_name);
            } else if let Some(text) = line.strip_prefix("option ") {
                // A flood of options is no reason to eat the memory.
                if options.len() < 4096 {
                    options.extend(UsiOption::parse(text));
                }
            }
        })?;
        client.own_name = own_name;
        client.options = options;
        if let Some(memory) = spec.memory {
            client.set_first(&["USI_Hash", "Hash"], &memory.to_string())?;
        }
        if let Some(threads) = spec.threads {
            client.set_first(&["Threads", "USI_Threads"], &threads.to_string())?;
        }
        for (name, value) in &spec.options {
            client.set_first(&[name], value)?;
        }
        Ok(client)
    }

    fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.process.send(line).map_err(|error| Fault::from_process(error, Instant::now()))
    }

    /// Reads lines until one is `word`, each other line going to `other`.
    fn wait_for(&mut self, word: &str, mut other: impl FnMut(&str)) -> Result<(), Fault> {
        let begin = Instant::now();
        loop {
            // The time is checked also where lines keep coming.
            if begin.elapsed() > self.patience {
                return Err(Fault::Silent(begin.elapsed()));
            }
            let line = self.process.receive(begin + self.patience);
            let line = line.map_err(|error| match error {
                ProcessError::Timeout => Fault::Silent(begin.elapsed()),
                gone => Fault::from_process(gone, begin),
            })?;
            let text = line.text.trim();
            if text == word {
                return Ok(());
            }
            other(text);
        }
    }

    /// Waits for `readyok` and keeps what the engine says of errors, such as a value refused.
    fn hear_errors(&mut self) -> Result<(), Fault> {
        let mut errors = Vec::new();
        let ready = self.wait_for("readyok", |line| {
            if line.starts_with("info string") && line.contains("error") {
                errors.push(line.trim_start_matches("info string ").to_owned());
            }
        });
        for error in errors {
            self.remark(format!("it says: {error}"));
        }
        ready
    }

    fn find(&self, name: &str) -> Option<&UsiOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Sets the first of these options that the engine has.
    fn set_first(&mut self, names: &[&str], value: &str) -> Result<(), Fault> {
        let Some(option) = names.iter().find_map(|name| self.find(name)) else {
            let known: Vec<_> = self.options.iter().map(|option| option.name.as_str()).collect();
            let wanted = names.first().copied().unwrap_or_default();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return Err(Fault::Unfit(format!("no option `{wanted}`; it has: {known}")));
        };
        if let Some(reason) = option.refuse(value) {
            return Err(Fault::Unfit(reason));
        }
        let line = if option.kind == "button" {
            format!("setoption name {}", option.name)
        } else {
            format!("setoption name {} value {value}", option.name)
        };
        self.send(&line)
    }

    fn remark(&mut self, text: String) {
        if !self.remarks.contains(&text) {
            self.remarks.push(text);
        }
    }

    /// Chooses the game by the first of its names that the engine lists.
    fn set_variant(&mut self, start: &GameStart<'_>) -> Result<(), Fault> {
        let Some(option) = self.find("USI_Variant").or_else(|| self.find("UCI_Variant")) else {
            let text = format!(
                "it has no option USI_Variant: it must know {} by itself",
                start.variant.id
            );
            self.remark(text);
            return Ok(());
        };
        let names = [&start.variant.id].into_iter().chain(&start.variant.aliases);
        let chosen = names.into_iter().find(|name| option.refuse(name).is_none());
        let Some(name) = chosen else {
            return Err(Fault::Unfit(format!("it does not play {}", start.variant.id)));
        };
        let line = format!("setoption name {} value {name}", option.name);
        self.send(&line)
    }
}

impl EngineClient for UsiClient {
    fn own_name(&self) -> &str {
        &self.own_name
    }

    fn remarks(&self) -> &[String] {
        &self.remarks
    }

    fn new_game(&mut self, start: &GameStart<'_>) -> Result<(), Fault> {
        self.process.drain();
        self.set_variant(start)?;
        for (name, value) in start.rules {
            let value = value.replace('_', "-");
            if self.find(name).is_some_and(|option| option.refuse(&value).is_none()) {
                self.set_first(&[name], &value)?;
            } else {
                self.remark(format!("it cannot be told the rule {name}={value}"));
            }
        }
        self.send("isready")?;
        self.hear_errors()?;
        self.send("usinewgame")?;
        // What the engine does for a new game is not on its clock.
        self.send("isready")?;
        self.hear_errors()?;
        // An engine that cannot be told the start array sees it as a position.
        let array = start.rules.iter().any(|(name, _)| name == "StartPosition");
        self.position = match start.sfen {
            Some(sfen) => format!("position sfen {sfen}"),
            None if array => format!("position sfen {}", start.variant.start_sfen),
            None => "position startpos".to_owned(),
        };
        Ok(())
    }

    fn think(&mut self, request: &Request<'_>) -> Result<Reply, Fault> {
        self.process.drain();
        let mut position = self.position.clone();
        if !request.moves.is_empty() {
            position.push_str(" moves");
            for played in request.moves {
                position.push(' ');
                position.push_str(&played.text);
            }
        }
        self.send(&position)?;
        let begin = Instant::now();
        self.send(&go_line(request))?;
        let deadline = begin + request.clock().allowance();
        let mut info = Info::default();
        loop {
            let line = match self.process.receive(deadline) {
                Ok(line) if line.at <= deadline => line,
                Ok(_) | Err(ProcessError::Timeout) => {
                    self.spent = true;
                    return Err(Fault::Silent(begin.elapsed()));
                }
                Err(error) => return Err(Fault::from_process(error, begin)),
            };
            let text = line.text.trim();
            if let Some(rest) = text.strip_prefix("info ") {
                info.read(rest);
            } else if let Some(rest) = text.strip_prefix("bestmove") {
                let answer = match rest.split_whitespace().next() {
                    Some("resign") => Answer::Resign,
                    Some("win") => Answer::ClaimWin("bestmove win".to_owned()),
                    Some("none" | "(none)") => Answer::ClaimDraw("bestmove none".to_owned()),
                    Some(text) => Answer::Move(text.to_owned()),
                    None => Answer::Move(String::new()),
                };
                let time = line.at.saturating_duration_since(begin);
                let Info { score, depth, nodes } = info;
                return Ok(Reply { answer, time, score, depth, nodes });
            }
        }
    }

    fn game_over(&mut self, won: Option<bool>) {
        let word = match won {
            Some(true) => "win",
            Some(false) => "lose",
            None => "draw",
        };
        // An engine that is gone by now is found out when the next game starts.
        let _ = self.send(&format!("gameover {word}"));
    }

    fn is_spent(&self) -> bool {
        self.spent
    }

    fn refusal_voids(&self) -> bool {
        false
    }

    fn quit(self: Box<Self>) {
        self.process.close("quit", FAREWELL);
    }
}

/// The `go` line for a request.
fn go_line(request: &Request<'_>) -> String {
    let clock = request.clock();
    let TimeControl { base, byoyomi, move_time, nodes, depth, .. } = *clock.control();
    let mut line = "go".to_owned();
    let mut add = |key: &str, value: u128| {
        let _ = write!(line, " {key} {value}");
    };
    if base.is_some() {
        let [black, white] = request.clocks;
        add("btime", black.remaining().as_millis());
        add("wtime", white.remaining().as_millis());
        if byoyomi > 0 {
            add("byoyomi", byoyomi.into());
        } else {
            add("binc", black.control().increment.into());
            add("winc", white.control().increment.into());
        }
    }
    if let Some(time) = move_time {
        add("movetime", time.into());
    }
    if let Some(nodes) = nodes {
        add("nodes", nodes.into());
    }
    if let Some(depth) = depth {
        add("depth", depth.into());
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::clock::Clock;
    use crate::types::Color;

    #[test]
    fn options_are_read_and_their_values_checked() {
        let spin = UsiOption::parse("name USI_Hash type spin default 64 min 1 max 1024").unwrap();
        assert_eq!((spin.name.as_str(), spin.max), ("USI_Hash", Some(1024)));
        assert!(spin.refuse("64").is_none());
        assert!(spin.refuse("0").is_some() && spin.refuse("x").is_some());
        let combo = UsiOption::parse("name Rule Set type combo default a var a var b").unwrap();
        assert_eq!(combo.name, "Rule Set");
        assert!(combo.refuse("b").is_none() && combo.refuse("c").is_some());
        assert_eq!(UsiOption::parse("type check"), None);
    }

    #[test]
    fn info_lines_give_score_depth_and_nodes() {
        let mut info = Info::default();
        info.read("depth 7 score cp -31 nodes 5000 pv 7g7f");
        assert_eq!((info.score, info.depth, info.nodes), (Some(-31), Some(7), Some(5000)));
        info.read("depth 8 multipv 2 score cp 900");
        info.read("string cp 55");
        info.read("depth score cp");
        assert_eq!((info.score, info.depth), (Some(-31), Some(7)));
        info.read("score mate -4");
        assert_eq!(info.score, Some(4 - MATE));
        info.read("score mate -9223372036854775808 nodes -1");
        assert_eq!(info.nodes, None);
    }

    #[test]
    fn go_says_what_the_clock_says() {
        let clock = |words: &[(&str, &str)]| {
            let mut control = TimeControl::default();
            for (key, value) in words {
                control.set(key, value).unwrap();
            }
            Clock::new(control, Duration::ZERO, Duration::from_secs(1))
        };
        let clocks = [clock(&[("tc", "10+0.1")]), clock(&[("tc", "5"), ("byoyomi", "1")])];
        let line = |us| go_line(&Request { moves: &[], us, clocks: &clocks });
        assert_eq!(line(Color::Black), "go btime 10000 wtime 5000 binc 100 winc 0");
        assert_eq!(line(Color::White), "go btime 10000 wtime 5000 byoyomi 1000");
        let clocks = [clock(&[("nodes", "2000"), ("depth", "9")]), clock(&[("st", "0.1")])];
        let line = |us| go_line(&Request { moves: &[], us, clocks: &clocks });
        assert_eq!(line(Color::Black), "go nodes 2000 depth 9");
        assert_eq!(line(Color::White), "go movetime 100");
    }
}
