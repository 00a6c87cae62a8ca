//! Who plays whom, from which opening, in which order.
//!
//! The schedule is a numbered list of pairs: two games from one opening with colours swapped. A
//! number always means the same pair, so that shards of a match can be played anywhere.

use std::ops::Range;

/// How the engines meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The first engine against every other; with two engines a plain match.
    Gauntlet,
    /// Everybody against everybody.
    RoundRobin,
}

impl Format {
    /// The name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gauntlet => "gauntlet",
            Self::RoundRobin => "round-robin",
        }
    }
}

/// All pairs of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    rounds: u64,
}

/// One pair of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Its number.
    pub number: u64,
    /// Its round; all pairs of a round start from one opening.
    pub round: u64,
    /// Plays Black in the first game.
    pub first: usize,
    /// Plays Black in the second game.
    pub second: usize,
}

impl Pair {
    /// Engine indices of Black and White in its first or second game.
    pub const fn seats(&self, second_game: bool) -> (usize, usize) {
        if second_game { (self.second, self.first) } else { (self.first, self.second) }
    }
}

impl Schedule {
    /// `rounds` rounds of `engines` engines; in each round every pairing plays one pair.
    pub fn new(format: Format, engines: usize, rounds: u64) -> Self {
        let mut pairings = Vec::new();
        for first in 0..engines {
            if format == Format::Gauntlet && first > 0 {
                break;
            }
            pairings.extend((first + 1..engines).map(|second| (first, second)));
        }
        Self { pairings, rounds }
    }

    /// Every pairing once, the stronger claim (lower index) first.
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// Number of pairs.
    pub fn len(&self) -> u64 {
        self.rounds * self.pairings.len() as u64
    }

    /// True without any pair.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The pair with this number.
    pub fn pair(&self, number: u64) -> Option<Pair> {
        if number >= self.len() {
            return None;
        }
        let per_round = self.pairings.len() as u64;
        let &(first, second) = self.pairings.get((number % per_round) as usize)?;
        Some(Pair { number, round: number / per_round, first, second })
    }
}

/// Reads `A..B`: pairs from `A` up to but not including `B`, at most `limit`.
///
/// # Errors
/// A message for people.
pub fn parse_pairs(text: &str, limit: u64) -> Result<Range<u64>, String> {
    let bad = || format!("`{text}`: expected A..B with A < B <= {limit}");
    let (from, to) = text.split_once("..").ok_or_else(bad)?;
    let from: u64 = from.trim().parse().map_err(|_| bad())?;
    let to: u64 = to.trim().parse().map_err(|_| bad())?;
    if from < to && to <= limit { Ok(from..to) } else { Err(bad()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_robin_lets_everybody_meet_everybody() {
        let schedule = Schedule::new(Format::RoundRobin, 4, 3);
        assert_eq!(schedule.len(), 18);
        let last = schedule.pair(17).unwrap();
        assert_eq!((last.round, last.first, last.second), (2, 2, 3));
        assert_eq!(last.seats(true), (3, 2));
        assert_eq!(schedule.pair(18), None);
    }

    #[test]
    fn a_gauntlet_is_the_first_against_the_rest() {
        let schedule = Schedule::new(Format::Gauntlet, 4, 1);
        assert_eq!(schedule.pairings(), [(0, 1), (0, 2), (0, 3)]);
        assert_eq!(Schedule::new(Format::Gauntlet, 2, 5).len(), 5);
    }

    #[test]
    fn shards_are_read() {
        assert_eq!(parse_pairs("3..7", 10), Ok(3..7));
        for bad in ["", "3", "7..3", "0..11", "a..b", "-1..2"] {
            assert!(parse_pairs(bad, 10).is_err(), "{bad}");
        }
    }
}
