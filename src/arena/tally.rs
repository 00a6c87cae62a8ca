//! The running count of a match, one game at a time, in whatever order they end.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Serialize;

use super::ratings::Pairing;
use super::record::GameRecord;
use super::schedule::Schedule;
use super::stats::{Pentanomial, Wdl};
use super::verdict::{GameResult, Reason};
use crate::types::Color;

/// What one engine did over the match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct EngineFigures {
    /// Moves that it thought about.
    pub moves: u64,
    /// Time used for them, microseconds.
    pub time: u64,
    /// Sum of depths, over the moves that had one.
    pub depth: u64,
    /// Moves with a depth.
    pub depth_moves: u64,
    /// Sum of nodes, over the moves that had them.
    pub nodes: u64,
    /// Time of the moves with nodes, microseconds.
    pub nodes_time: u64,
    /// Games lost on time.
    pub time_forfeits: u64,
    /// Games lost by a crash.
    pub crashes: u64,
    /// Games lost by an illegal move or a false claim.
    pub illegal: u64,
}

impl EngineFigures {
    /// Mean time of a move in ms.
    pub fn mean_time(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.time as f64 / self.moves as f64 / 1000.0)
    }

    /// Mean depth in plies.
    pub fn mean_depth(&self) -> Option<f64> {
        (self.depth_moves > 0).then(|| self.depth as f64 / self.depth_moves as f64)
    }

    /// Nodes a second.
    pub fn speed(&self) -> Option<f64> {
        (self.nodes_time > 0).then(|| self.nodes as f64 * 1e6 / self.nodes_time as f64)
    }
}

/// The count of a match.
#[derive(Clone, Debug)]
pub struct Tally {
    names: Vec<String>,
    pairings: Vec<Pairing>,
    figures: Vec<EngineFigures>,
    done: BTreeSet<u64>,
    /// Halves of the first finished game of a pair, seen by the pairing's first engine; `None`
    /// for a void game.
    open: HashMap<u64, Option<u8>>,
    reasons: BTreeMap<Reason, u64>,
    by_black: Wdl,
    voids: u64,
    lengths: Vec<u32>,
    /// Score of the first engine in halves a game, in the order in which games ended.
    history: Vec<(u32, u8)>,
    twice: u64,
}

impl Tally {
    /// An empty count.
    pub fn new(names: Vec<String>, schedule: &Schedule) -> Self {
        let pairings = schedule
            .pairings()
            .iter()
            .map(|&(first, second)| Pairing { first, second, ..Pairing::default() })
            .collect();
        let figures = vec![EngineFigures::default(); names.len()];
        Self {
            names,
            pairings,
            figures,
            done: BTreeSet::new(),
            open: HashMap::new(),
            reasons: BTreeMap::new(),
            by_black: Wdl::default(),
            voids: 0,
            lengths: Vec::new(),
            history: Vec::new(),
            twice: 0,
        }
    }

    /// Counts a game; a game that was counted before changes nothing and gives `false`.
    pub fn add(&mut self, game: &GameRecord) -> bool {
        if !self.done.insert(game.game) {
            self.twice += 1;
            return false;
        }
        let index = |name: &String| self.names.iter().position(|known| known == name);
        let (black, white) = (index(&game.black), index(&game.white));
        self.count_moves(game, black, white);
        *self.reasons.entry(game.reason).or_default() += 1;
        self.count_failure(game, black, white);
        let halves = game.result.black_halves();
        match halves {
            Some(halves) => {
                self.by_black.add_halves(halves);
                self.lengths.push(game.moves.len() as u32);
            }
            None => self.voids += 1,
        }
        let found = self.pairings.iter().position(|pairing| {
            let met = (Some(pairing.first), Some(pairing.second));
            met == (black, white) || met == (white, black)
        });
        let Some((at, pairing)) = found.and_then(|at| Some((at, self.pairings.get_mut(at)?)))
        else {
            return true;
        };
        let first_is_black = black == Some(pairing.first);
        let halves = halves.map(|halves| if first_is_black { halves } else { 2 - halves });
        if let Some(halves) = halves {
            pairing.wdl.add_halves(halves);
            self.history.push((at as u32, halves));
        }
        match self.open.remove(&game.pair) {
            None => {
                self.open.insert(game.pair, halves);
            }
            Some(other) => {
                if let (Some(a), Some(b)) = (other, halves) {
                    pairing.pairs.add_halves(a + b);
                }
            }
        }
        true
    }

    fn count_moves(&mut self, game: &GameRecord, black: Option<usize>, white: Option<usize>) {
        let white_first = game.sfen.split(' ').nth(1) == Some("w");
        for (ply, played) in game.moves.iter().enumerate() {
            let is_white = (ply % 2 == 1) != white_first;
            let mover = if is_white { white } else { black };
            let figures = mover.and_then(|mover| self.figures.get_mut(mover));
            let (Some(figures), Some(time)) = (figures, played.time) else { continue };
            figures.moves += 1;
            figures.time += time;
            if let Some(depth) = played.depth {
                figures.depth += u64::from(depth);
                figures.depth_moves += 1;
            }
            if let Some(nodes) = played.nodes {
                figures.nodes += nodes;
                figures.nodes_time += time;
            }
        }
    }

    fn count_failure(&mut self, game: &GameRecord, black: Option<usize>, white: Option<usize>) {
        let loser = match game.result {
            GameResult::Black => Color::White,
            GameResult::White => Color::Black,
            _ => return,
        };
        let loser = if loser == Color::Black { black } else { white };
        let Some(figures) = loser.and_then(|loser| self.figures.get_mut(loser)) else { return };
        match game.reason {
            Reason::Time => figures.time_forfeits += 1,
            Reason::Crash => figures.crashes += 1,
            Reason::IllegalMove | Reason::FalseClaim | Reason::RefusedMove => figures.illegal += 1,
            _ => {}
        }
    }

    /// Names of the engines.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Results by pairing.
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// Results of the first pairing: the match, when there are two engines.
    pub fn first_pairing(&self) -> Pairing {
        self.pairings.first().copied().unwrap_or_default()
    }

    /// Figures by engine.
    pub fn figures(&self) -> &[EngineFigures] {
        &self.figures
    }

    /// True when this game was counted.
    pub fn has(&self, game: u64) -> bool {
        self.done.contains(&game)
    }

    /// Games counted, void ones included.
    pub fn games(&self) -> u64 {
        self.done.len() as u64
    }

    /// Games that were not scored.
    pub const fn voids(&self) -> u64 {
        self.voids
    }

    /// Games that were met a second time and left out.
    pub const fn twice(&self) -> u64 {
        self.twice
    }

    /// Scored games by their reason.
    pub const fn reasons(&self) -> &BTreeMap<Reason, u64> {
        &self.reasons
    }

    /// Results as Black (Sente) had them, whoever played it.
    pub const fn by_black(&self) -> Wdl {
        self.by_black
    }

    /// Share of draws among scored games.
    pub fn draw_rate(&self) -> f64 {
        let all = self.by_black;
        if all.games() == 0 { 0.0 } else { all.draws as f64 / all.games() as f64 }
    }

    /// Shortest, mean and longest scored game in plies.
    pub fn lengths(&self) -> Option<(u32, f64, u32)> {
        let (low, high) = (self.lengths.iter().min()?, self.lengths.iter().max()?);
        let sum: u64 = self.lengths.iter().map(|&n| u64::from(n)).sum();
        Some((*low, sum as f64 / self.lengths.len() as f64, *high))
    }

    /// Halves of the first pairing's first engine, game by game.
    pub fn history(&self) -> Vec<u8> {
        self.history.iter().filter(|(at, _)| *at == 0).map(|&(_, halves)| halves).collect()
    }

    /// The pairs of all pairings that this engine played, from its side.
    pub fn pairs_of(&self, engine: usize) -> Pentanomial {
        let mut sum = Pentanomial::default();
        for pairing in &self.pairings {
            if pairing.first == engine {
                sum += pairing.pairs;
            } else if pairing.second == engine {
                sum += pairing.pairs.reversed();
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::tests::game;
    use crate::arena::schedule::Format;

    fn tally() -> Tally {
        let schedule = Schedule::new(Format::Gauntlet, 2, 10);
        Tally::new(vec!["a".to_owned(), "b".to_owned()], &schedule)
    }

    #[test]
    fn pairs_are_put_together_in_any_order() {
        let mut count = tally();
        assert!(count.add(&game(3, GameResult::White)));
        assert!(count.add(&game(0, GameResult::Black)));
        assert!(count.add(&game(1, GameResult::Draw)));
        assert!(count.add(&game(2, GameResult::Black)));
        assert!(!count.add(&game(2, GameResult::White)));
        let pairing = count.first_pairing();
        assert_eq!(pairing.pairs, Pentanomial([0, 0, 0, 1, 1]));
        assert_eq!(pairing.wdl, Wdl { wins: 3, draws: 1, losses: 0 });
        assert_eq!((count.games(), count.twice()), (4, 1));
        assert_eq!(count.figures()[1].moves, 2);
        assert_eq!(count.figures()[0].mean_time(), Some(12.0));
    }

    #[test]
    fn a_void_game_spoils_its_pair_alone() {
        let mut count = tally();
        count.add(&game(0, GameResult::Void));
        count.add(&game(1, GameResult::White));
        let pairing = count.first_pairing();
        assert_eq!((pairing.pairs.pairs(), pairing.wdl.games(), count.voids()), (0, 1, 1));
    }
}
