//! Time control and clocks.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What an engine gets to think with. Everything that is set holds at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeControl {
    /// Main time of the game in ms; `None` without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<u64>,
    /// Added after each move, ms.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub increment: u64,
    /// Free time of each move once the main time is used up, ms.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub byoyomi: u64,
    /// Time of each move in ms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_time: Option<u64>,
    /// Nodes of each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depth of each move in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it by reference")]
fn is_zero(value: &u64) -> bool {
    *value == 0
}

/// A time that cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("bad {what} `{text}`: expected {expected}")]
pub struct TimeError {
    /// The setting.
    pub what: &'static str,
    /// What was given.
    pub text: String,
    /// What is accepted.
    pub expected: &'static str,
}

/// Longest time that is accepted, in seconds: about 11 days.
const MAX_SECONDS: f64 = 1e6;

/// Reads seconds with decimals into ms.
fn milliseconds(text: &str) -> Option<u64> {
    let seconds: f64 = text.parse().ok()?;
    (seconds.is_finite() && (0.0..=MAX_SECONDS).contains(&seconds))
        .then(|| (seconds * 1000.0).round() as u64)
}

impl TimeControl {
    /// Sets one part from a `key=value` of an engine or the command line: `tc` (`60+0.5`, seconds
    /// and increment), `byoyomi`, `st` (seconds a move), `nodes`, `depth`. Returns `false` for
    /// another key.
    ///
    /// # Errors
    /// A value that is no time, or no positive number.
    pub fn set(&mut self, key: &str, value: &str) -> Result<bool, TimeError> {
        let error = |what, expected| TimeError { what, text: value.to_owned(), expected };
        match key {
            "tc" => {
                let (base, increment) = value.split_once('+').unwrap_or((value, "0"));
                let bad = || error("tc", "seconds, or seconds+increment");
                self.base = Some(milliseconds(base).ok_or_else(bad)?);
                self.increment = milliseconds(increment).ok_or_else(bad)?;
            }
            "byoyomi" => {
                let bad = || error("byoyomi", "seconds");
                self.byoyomi = milliseconds(value).ok_or_else(bad)?;
                self.base.get_or_insert(0);
            }
            "st" => {
                let time = milliseconds(value).filter(|&ms| ms > 0);
                self.move_time = Some(time.ok_or_else(|| error("st", "seconds above 0"))?);
            }
            "nodes" => {
                let nodes = value.parse().ok().filter(|&n| n > 0);
                self.nodes = Some(nodes.ok_or_else(|| error("nodes", "a number from 1"))?);
            }
            "depth" => {
                let depth = value.parse().ok().filter(|&n| n > 0);
                self.depth = Some(depth.ok_or_else(|| error("depth", "a number from 1"))?);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// True for a clock that never shows any time.
    pub fn is_nothing(&self) -> bool {
        self.base == Some(0) && self.increment == 0 && self.byoyomi == 0
    }

    /// True when nothing limits a move.
    pub fn is_unlimited(&self) -> bool {
        let Self { base, move_time, nodes, depth, .. } = self;
        base.is_none() && move_time.is_none() && nodes.is_none() && depth.is_none()
    }

    /// True when a move is measured against a clock.
    pub fn is_timed(&self) -> bool {
        self.base.is_some() || self.move_time.is_some()
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |ms: u64| ms as f64 / 1000.0;
        let mut parts = Vec::new();
        if let Some(base) = self.base {
            let mut text = format!("{}", seconds(base));
            if self.increment > 0 {
                text = format!("{text}+{}", seconds(self.increment));
            }
            if self.byoyomi > 0 {
                text = format!("{text} byoyomi {}", seconds(self.byoyomi));
            }
            parts.push(format!("{text} s"));
        }
        if let Some(time) = self.move_time {
            parts.push(format!("{} s a move", seconds(time)));
        }
        if let Some(nodes) = self.nodes {
            parts.push(format!("{nodes} nodes a move"));
        }
        if let Some(depth) = self.depth {
            parts.push(format!("depth {depth}"));
        }
        f.write_str(
            if parts.is_empty() { "no limit".to_owned() } else { parts.join(", ") }.as_str(),
        )
    }
}

/// The clock of one side in one game.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    control: TimeControl,
    remaining: Duration,
    margin: Duration,
    patience: Duration,
}

impl Clock {
    /// A clock at the start of a game. `margin` is forgiven on every move for the lag of the
    /// machine; `patience` is the time of a move when the control sets none.
    pub fn new(control: TimeControl, margin: Duration, patience: Duration) -> Self {
        let remaining = Duration::from_millis(control.base.unwrap_or(0));
        Self { control, remaining, margin, patience }
    }

    /// The time control.
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Main time left.
    pub const fn remaining(&self) -> Duration {
        self.remaining
    }

    /// The longest time that the next move may take, margin included.
    pub fn allowance(&self) -> Duration {
        let by_clock =
            self.control.base.map(|_| self.remaining + Duration::from_millis(self.control.byoyomi));
        let by_move = self.control.move_time.map(Duration::from_millis);
        match (by_clock, by_move) {
            (Some(a), Some(b)) => a.min(b) + self.margin,
            (Some(time), None) | (None, Some(time)) => time + self.margin,
            (None, None) => self.patience,
        }
    }

    /// Books a move that took `used`; `false` when the time was exceeded.
    #[must_use]
    pub fn punch(&mut self, used: Duration) -> bool {
        let in_time = used <= self.allowance();
        if self.control.base.is_some() {
            self.remaining =
                self.remaining.saturating_sub(used) + Duration::from_millis(self.control.increment);
        }
        in_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn control(words: &[(&str, &str)]) -> TimeControl {
        let mut control = TimeControl::default();
        for (key, value) in words {
            assert!(control.set(key, value).unwrap());
        }
        control
    }

    #[test]
    fn words_make_a_control() {
        let c = control(&[("tc", "10+0.1"), ("nodes", "2000")]);
        assert_eq!((c.base, c.increment, c.nodes), (Some(10_000), 100, Some(2000)));
        assert_eq!(c.to_string(), "10+0.1 s, 2000 nodes a move");
        let mut c = TimeControl::default();
        assert_eq!(c.set("name", "x"), Ok(false));
        for (key, value) in [
            ("tc", "-1"),
            ("tc", "1+x"),
            ("st", "0"),
            ("st", "nan"),
            ("nodes", "0"),
            ("tc", "1e99"),
        ] {
            assert!(c.set(key, value).is_err(), "{key}={value}");
        }
    }

    #[test]
    fn increment_byoyomi_and_move_time() {
        let margin = MS(50);
        let mut clock = Clock::new(control(&[("tc", "1+0.1")]), margin, MS(9));
        assert!(clock.punch(MS(600)));
        assert_eq!(clock.remaining(), MS(500));
        assert!(!clock.punch(MS(551)));
        let mut clock = Clock::new(control(&[("tc", "0"), ("byoyomi", "2")]), margin, MS(9));
        assert_eq!(clock.allowance(), MS(2050));
        assert!(clock.punch(MS(2000)) && clock.remaining() == MS(0));
        let clock = Clock::new(control(&[("st", "0.1")]), margin, MS(9));
        assert_eq!(clock.allowance(), MS(150));
        let clock = Clock::new(control(&[("nodes", "5")]), margin, MS(9000));
        assert_eq!(clock.allowance(), MS(9000));
    }
}
