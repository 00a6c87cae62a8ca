//! The time controls of CECP as limits of a search.

use std::time::Duration;

use super::command::Level;
use crate::search::{Clock, Limits};

/// What the GUI said of the time.
#[derive(Clone, Debug, Default)]
pub struct TimeControl {
    level: Option<Level>,
    move_time: Option<Duration>,
    depth: Option<u32>,
    node_rate: Option<u64>,
    /// The engine's clock as the GUI told it last, or as the engine has kept it since.
    remaining: Option<Duration>,
    /// Moves that the engine made under this level.
    moves_made: u32,
}

impl TimeControl {
    /// A new game under the same level: clocks start over, a depth limit ends (`new` in CECP).
    pub fn restart(&mut self) {
        self.depth = None;
        self.moves_made = 0;
        self.remaining = self.level.map(|l| l.base);
    }

    /// `level`: it ends a time per move.
    pub fn set_level(&mut self, level: Level) {
        self.level = Some(level);
        self.move_time = None;
        self.moves_made = 0;
        self.remaining = Some(level.base);
    }

    /// `st`: it ends a level.
    pub fn set_move_time(&mut self, time: Duration) {
        self.move_time = Some(time);
        self.level = None;
        self.remaining = None;
    }

    /// `sd`; 0 takes it back.
    pub fn set_depth(&mut self, depth: u32) {
        self.depth = Some(depth).filter(|d| *d > 0);
    }

    /// `nps`: so many nodes count as a second.
    pub fn set_node_rate(&mut self, rate: Option<u64>) {
        self.node_rate = rate.filter(|r| *r > 0);
    }

    /// `time`.
    pub fn set_remaining(&mut self, time: Duration) {
        self.remaining = Some(time);
    }

    /// The engine has made a move in this time.
    pub fn moved(&mut self, used: Duration) {
        self.moves_made += 1;
        let Some(level) = self.level else { return };
        let left = self.remaining.unwrap_or(level.base).saturating_sub(used) + level.increment;
        let next_session = level.moves > 0 && self.moves_made.is_multiple_of(level.moves);
        self.remaining = Some(if next_session { left + level.base } else { left });
    }

    /// The clock for the next search, if there is one.
    pub fn clock(&self) -> Option<Clock> {
        let level = self.level?;
        let moves = Some(level.moves).filter(|m| *m > 0);
        Some(Clock {
            remaining: self.remaining.unwrap_or(level.base),
            increment: level.increment,
            byoyomi: Duration::ZERO,
            moves_to_go: moves.map(|m| m - self.moves_made % m),
        })
    }

    /// Adds what the GUI said to the limits of a search. Without a word on time, the search takes
    /// `default`.
    pub fn apply(&self, limits: &mut Limits, default: Duration) {
        limits.depth = self.depth;
        limits.clock = self.clock();
        limits.movetime = self.move_time;
        if let Some(remaining) = self.remaining.filter(|_| self.level.is_none()) {
            // `st` with a clock beside it: the tighter one counts.
            limits.movetime = limits.movetime.map(|t| t.min(remaining));
        }
        if limits.clock.is_none() && limits.movetime.is_none() && limits.depth.is_none() {
            limits.movetime = Some(default);
        }
        if let Some(rate) = self.node_rate {
            let planned = limits.movetime.or_else(|| limits.clock.map(|c| planned_time(&c)));
            if let Some(time) = planned {
                limits.nodes = Some(((time.as_secs_f64() * rate as f64) as u64).max(1));
            }
            (limits.movetime, limits.clock) = (None, None);
        }
    }
}

/// A plain share of a clock, for clocks that run by nodes.
fn planned_time(clock: &Clock) -> Duration {
    let moves = clock.moves_to_go.unwrap_or(60).clamp(1, 60);
    (clock.remaining / (moves + 1) + clock.increment).min(clock.remaining)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn limits(control: &TimeControl) -> Limits {
        let mut limits = Limits::default();
        control.apply(&mut limits, SECOND);
        limits
    }

    #[test]
    fn sessions_count_down_and_begin_anew() {
        let mut control = TimeControl::default();
        control.set_level(Level { moves: 2, base: 60 * SECOND, increment: Duration::ZERO });
        assert_eq!(limits(&control).clock.unwrap().moves_to_go, Some(2));
        control.moved(10 * SECOND);
        let clock = limits(&control).clock.unwrap();
        assert_eq!((clock.moves_to_go, clock.remaining), (Some(1), 50 * SECOND));
        control.moved(10 * SECOND);
        let clock = limits(&control).clock.unwrap();
        assert_eq!((clock.moves_to_go, clock.remaining), (Some(2), 100 * SECOND));
        control.set_remaining(7 * SECOND);
        assert_eq!(limits(&control).clock.unwrap().remaining, 7 * SECOND);
    }

    #[test]
    fn the_last_of_level_and_st_counts() {
        let mut control = TimeControl::default();
        assert_eq!(limits(&control).movetime, Some(SECOND));
        control.set_depth(3);
        assert_eq!((limits(&control).movetime, limits(&control).depth), (None, Some(3)));
        control.set_level(Level::default());
        control.set_move_time(5 * SECOND);
        assert_eq!((limits(&control).clock, limits(&control).movetime), (None, Some(5 * SECOND)));
        control.set_remaining(2 * SECOND);
        assert_eq!(limits(&control).movetime, Some(2 * SECOND));
        control.set_node_rate(Some(1000));
        assert_eq!((limits(&control).nodes, limits(&control).movetime), (Some(2000), None));
    }
}
