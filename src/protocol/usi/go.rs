//! The limits of `go` and `ponderhit`, as clients really send them.

use std::time::Duration;

use super::command::{CommandError, count, milliseconds, printable};

/// How long `go mate` may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateTime {
    /// No time was named.
    Default,
    /// This long.
    Limited(Duration),
    /// Until `stop`.
    Infinite,
}

/// The words of `go`. A word that cannot be read is left out and listed in [`faults`](Self::faults):
/// a `go` is always answered, since a client waits for its `bestmove`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Think until `stop`.
    pub infinite: bool,
    /// Think on the other side's time.
    pub ponder: bool,
    /// Solve a mate problem.
    pub mate: Option<MateTime>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// What is on the clock, Black first.
    pub time: [Option<Duration>; 2],
    /// Increment for each move, Black first.
    pub increment: [Option<Duration>; 2],
    /// Time for each move once the clock is empty.
    pub byoyomi: Option<Duration>,
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Search these moves only, as written.
    pub search_moves: Vec<String>,
    /// What was not understood.
    pub faults: Vec<CommandError>,
}

impl Go {
    /// True when some clock, increment or byoyomi was named.
    pub fn has_clock(&self) -> bool {
        self.byoyomi.is_some()
            || self.time.iter().chain(&self.increment).any(Option::is_some)
            || self.moves_to_go.is_some()
    }

    /// True when nothing says how long to think.
    pub fn is_unlimited(&self) -> bool {
        !self.infinite
            && self.depth.is_none()
            && self.nodes.is_none()
            && self.movetime.is_none()
            && !self.has_clock()
    }
}

const KEYWORDS: [&str; 14] = [
    "infinite",
    "ponder",
    "mate",
    "depth",
    "nodes",
    "movetime",
    "btime",
    "wtime",
    "binc",
    "winc",
    "byoyomi",
    "movestogo",
    "searchmoves",
    "moves",
];

/// Reads what follows `go` or `ponderhit`. It never fails.
pub(crate) fn parse_go(text: &str) -> Go {
    let mut go = Go::default();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(m) = words.next_if(|w| !KEYWORDS.contains(w)) {
                    go.search_moves.push(m.to_owned());
                }
            }
            "mate" => {
                let value = words.next_if(|w| *w == "infinite" || milliseconds(w).is_some());
                go.mate = Some(match value.map(milliseconds) {
                    None => MateTime::Default,
                    Some(None) => MateTime::Infinite,
                    Some(Some(time)) => MateTime::Limited(time),
                });
            }
            _ if KEYWORDS.contains(&word) => {
                let value = words.next_if(|w| !KEYWORDS.contains(w));
                if value.and_then(|v| go.set(word, v)).is_none() {
                    let (keyword, found) = (word.to_owned(), printable(value.unwrap_or_default()));
                    go.fault(CommandError::BadLimit { keyword, found });
                }
            }
            other => go.fault(CommandError::UnknownLimit(printable(other))),
        }
    }
    go
}

impl Go {
    fn set(&mut self, keyword: &str, value: &str) -> Option<()> {
        let plies = || count(value).map(|n| n.min(u64::from(u32::MAX)) as u32);
        let [black, white] = &mut self.time;
        let [black_increment, white_increment] = &mut self.increment;
        match keyword {
            "depth" => self.depth = Some(plies()?),
            "nodes" => self.nodes = Some(count(value)?),
            "movetime" => self.movetime = Some(milliseconds(value)?),
            "btime" => *black = Some(milliseconds(value)?),
            "wtime" => *white = Some(milliseconds(value)?),
            "binc" => *black_increment = Some(milliseconds(value)?),
            "winc" => *white_increment = Some(milliseconds(value)?),
            "byoyomi" => self.byoyomi = Some(milliseconds(value)?),
            "movestogo" => self.moves_to_go = Some(plies()?),
            _ => return None,
        }
        Some(())
    }

    /// Keeps the first few faults; the rest would say no more.
    fn fault(&mut self, fault: CommandError) {
        if self.faults.len() < 3 {
            self.faults.push(fault);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::unnecessary_wraps, reason = "compared with optional limits")]
    const fn ms(n: u64) -> Option<Duration> {
        Some(Duration::from_millis(n))
    }

    #[test]
    fn all_limits_at_once() {
        let go = parse_go(
            "ponder btime 60000 wtime -100 binc 10 winc 20.9 byoyomi 5000 movetime 1000.0 depth 7 \
             nodes 5000 movestogo 30 searchmoves 7i7h 6f5e6d+ infinite",
        );
        assert_eq!(go.faults, []);
        assert!(go.ponder && go.infinite && go.has_clock());
        assert_eq!(go.time, [ms(60_000), ms(0)]);
        assert_eq!(go.increment, [ms(10), ms(20)]);
        assert_eq!((go.byoyomi, go.movetime), (ms(5000), ms(1000)));
        assert_eq!((go.depth, go.nodes, go.moves_to_go), (Some(7), Some(5000), Some(30)));
        assert_eq!(go.search_moves, ["7i7h", "6f5e6d+"]);
    }

    #[test]
    fn mate_with_and_without_time() {
        assert_eq!(parse_go("mate").mate, Some(MateTime::Default));
        assert_eq!(parse_go("mate infinite").mate, Some(MateTime::Infinite));
        let go = parse_go("mate 5000");
        assert_eq!(go.mate, Some(MateTime::Limited(Duration::from_secs(5))));
        assert!(!go.infinite && go.faults.is_empty());
    }

    #[test]
    fn nothing_said_is_unlimited_and_faults_are_left_out() {
        assert!(parse_go("").is_unlimited());
        assert!(parse_go("ponder").is_unlimited());
        let go = parse_go("depth x btime movetime 50 please \u{7} now and then");
        assert_eq!(go.faults.len(), 3);
        assert_eq!((go.depth, go.movetime, go.has_clock()), (None, ms(50), false));
    }
}
