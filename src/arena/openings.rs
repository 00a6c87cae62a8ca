//! Openings: read from files, or drawn at random and balanced by a search.
//!
//! A line of a file is one of
//! * an SFEN, `lfcsgekgscfl/... b - 1`;
//! * `startpos moves M1 M2 ...`, `sfen SFEN moves M1 ...`, with or without `position` before it;
//! * the moves alone, from the start position;
//! * an SFEN, a semicolon and how it came about: `SFEN ; startpos moves M1 ...`, as the shipped
//!   suites have it. Engines that cannot set up a position are led there move by move.
//!
//! Empty lines and what follows `#` are skipped.

use std::collections::HashSet;
use std::sync::Arc;

use rand::RngExt;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;

use crate::game::{Game, Status};
use crate::types::{Move, Square};
use crate::variant::Variant;

/// Where a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Opening {
    /// The position; `None` for the game's own start position.
    pub sfen: Option<String>,
    /// Moves from there, as the game writes them.
    pub moves: Vec<String>,
}

/// A line of an openings file that is no opening.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{file}, line {line}: {message}")]
pub struct OpeningError {
    /// The file.
    pub file: String,
    /// Line from 1; 0 for the file as a whole.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl Opening {
    /// The game after the opening.
    ///
    /// # Errors
    /// What is wrong with the position or a move, for people.
    pub fn game(&self, variant: &Arc<Variant>) -> Result<Game, String> {
        let mut game = match &self.sfen {
            Some(sfen) => Game::from_sfen(variant, sfen),
            None => Game::new(variant),
        }
        .map_err(|error| error.to_string())?;
        for (index, text) in self.moves.iter().enumerate() {
            game.play_text(text)
                .map_err(|error| format!("move {} ({text}): {error}", index + 1))?;
        }
        Ok(game)
    }

    /// Reads one line without comment.
    ///
    /// # Errors
    /// What is wrong with it, for people.
    pub fn parse(variant: &Arc<Variant>, line: &str) -> Result<Self, String> {
        if let Some((sfen, history)) = line.split_once(';') {
            let opening = Self::parse(variant, history.trim())?;
            let stated =
                Game::from_sfen(variant, sfen.trim()).map_err(|error| error.to_string())?;
            let reached = opening.game(variant)?;
            if stated.position().sfen() != reached.position().sfen() {
                let sfen = reached.position().sfen();
                return Err(format!("the moves do not lead to this position but to {sfen}"));
            }
            return Ok(opening);
        }
        let line = line.strip_prefix("position ").unwrap_or(line).trim();
        let (head, moves) = match line.split_once("moves") {
            Some((head, moves)) => (head.trim(), moves.trim()),
            None if line.contains('/') || line == "startpos" => (line, ""),
            None => ("startpos", line),
        };
        let head = head.strip_prefix("sfen ").unwrap_or(head).trim();
        let sfen = (head != "startpos").then(|| head.to_owned());
        let mut opening = Self { sfen, moves: Vec::new() };
        let mut game = opening.game(variant)?;
        opening.sfen = opening.sfen.is_some().then(|| game.position().sfen());
        for (index, text) in moves.split_whitespace().enumerate() {
            let mv = game.parse_move(text);
            let mv = mv.map_err(|error| format!("move {} ({text}): {error}", index + 1))?;
            opening.moves.push(game.position().move_text(mv));
            game.make_move(mv);
        }
        match game.status() {
            Status::Playing => Ok(opening),
            over @ Status::Over(_) => Err(format!("the game is over there: {over}")),
        }
    }

    /// The line of a suite: the position reached, and how.
    ///
    /// # Errors
    /// What is wrong with the opening.
    pub fn suite_line(&self, variant: &Arc<Variant>) -> Result<String, String> {
        let reached = self.game(variant)?.position().sfen();
        Ok(match &self.sfen {
            None => format!("{reached} ; startpos moves {}", self.moves.join(" ")),
            Some(_) if self.moves.is_empty() => reached,
            Some(sfen) => format!("{reached} ; sfen {sfen} moves {}", self.moves.join(" ")),
        })
    }
}

/// Reads a file of openings; `file` is its name for messages.
///
/// # Errors
/// The first bad line, or a file without openings.
pub fn parse_openings(
    variant: &Arc<Variant>,
    file: &str,
    text: &str,
) -> Result<Vec<Opening>, OpeningError> {
    let error = |line, message| OpeningError { file: file.to_owned(), line, message };
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if !line.is_empty() {
            openings
                .push(Opening::parse(variant, line).map_err(|message| error(index + 1, message))?);
        }
    }
    if openings.is_empty() {
        return Err(error(0, "no opening in it".to_owned()));
    }
    Ok(openings)
}

/// Scores a position for the side to move in centipawns, by a search of fixed size.
pub trait Scorer: Send {
    /// The score; the same for the same position, whatever was asked before.
    fn score(&mut self, game: &Game) -> i32;
}

/// How random openings are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomOpenings {
    /// Random plies from the start.
    pub plies: u32,
    /// Largest score for either side, centipawns.
    pub max_score: i32,
    /// Seed of the whole series.
    pub seed: u64,
}

/// Draws that are tried for one opening before the least unbalanced one is taken.
const TRIES: u32 = 200;

impl RandomOpenings {
    /// The opening with this number; the same number gives the same opening.
    pub fn draw(&self, variant: &Arc<Variant>, number: u64, scorer: &mut dyn Scorer) -> Opening {
        // An odd multiplier spreads neighbouring numbers over all seeds.
        let mixed = self.seed ^ number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mixed);
        let mut best: Option<(i32, Opening)> = None;
        for _ in 0..TRIES {
            let Some((opening, game)) = self.walk(variant, &mut rng) else { continue };
            let score = scorer.score(&game).saturating_abs();
            if best.as_ref().is_none_or(|(least, _)| score < *least) {
                best = Some((score, opening));
            }
            if score <= self.max_score {
                break;
            }
        }
        best.map(|(_, opening)| opening).unwrap_or_default()
    }

    /// A walk of quiet enough moves: first a piece, then one of its moves, so that the many moves
    /// of a lion or a slider do not crowd out the rest. Captures are left out; a walk that ends
    /// the game or comes back to a position is no opening.
    fn walk(
        &self,
        variant: &Arc<Variant>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<(Opening, Game)> {
        let mut game = Game::new(variant).ok()?;
        let mut moves = Vec::new();
        for _ in 0..self.plies {
            let mut legal: Vec<Move> = game.legal_moves().to_vec();
            legal.retain(|&mv| !game.position().is_capture(mv) && !mv.is_pass());
            let mut origins: Vec<Square> = legal.iter().map(|mv| mv.from()).collect();
            origins.sort_unstable();
            origins.dedup();
            let origin = *pick(rng, &origins)?;
            legal.retain(|mv| mv.from() == origin);
            let mv = *pick(rng, &legal)?;
            moves.push(game.position().move_text(mv));
            game.make_move(mv);
            // No rule of repetition may object, whatever the match is played by.
            if game.occurrences_before() > 0 {
                return None;
            }
        }
        (game.status() == Status::Playing).then_some((Opening { sfen: None, moves }, game))
    }

    /// Openings number 0, 1, 2 ... as far as they differ, `count` of them.
    pub fn suite(
        &self,
        variant: &Arc<Variant>,
        count: usize,
        scorer: &mut dyn Scorer,
        mut progress: impl FnMut(usize),
    ) -> Vec<Opening> {
        let mut seen = HashSet::new();
        let mut suite = Vec::new();
        // Games with few openings run dry instead of running for ever.
        let limit = (count as u64).saturating_mul(20);
        for number in 0..limit {
            if suite.len() == count {
                break;
            }
            let opening = self.draw(variant, number, scorer);
            let position = opening.game(variant).map(|game| game.position().sfen());
            if position.is_ok_and(|sfen| seen.insert(sfen)) {
                suite.push(opening);
                progress(suite.len());
            }
        }
        suite
    }
}

fn pick<'a, T>(rng: &mut Xoshiro256PlusPlus, items: &'a [T]) -> Option<&'a T> {
    if items.is_empty() { None } else { items.get(rng.random_range(0..items.len())) }
}

/// A permutation of `0..count` from a seed.
pub fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut order: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        order.swap(last, rng.random_range(0..=last));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Registry;

    struct Level;

    impl Scorer for Level {
        fn score(&mut self, game: &Game) -> i32 {
            // Some openings are refused, so that more than one is drawn.
            if game.position().key().is_multiple_of(3) { 500 } else { 0 }
        }
    }

    fn chu() -> Arc<Variant> {
        Arc::new(Registry::new().get("chu").unwrap().default_variant().unwrap())
    }

    #[test]
    fn every_form_of_a_line_is_read() {
        let chu = chu();
        let sfen = chu.start_sfen.clone();
        let text = format!(
            "# a comment\n7i7h 6d6e # moves\nstartpos moves 7i7h\nposition sfen {sfen} moves 7i7h\n\
             {sfen}\nposition startpos\n"
        );
        let openings = parse_openings(&chu, "file", &text).unwrap();
        assert_eq!(openings.len(), 5);
        assert_eq!(openings[0].moves, ["7i7h", "6d6e"]);
        assert!(openings[2].sfen.is_some() && openings[3].moves.is_empty());
        let suite = openings[0].suite_line(&chu).unwrap();
        assert_eq!(Opening::parse(&chu, &suite).unwrap(), openings[0]);
    }

    #[test]
    fn bad_lines_are_named_with_their_reason() {
        let chu = chu();
        let start = &chu.start_sfen;
        for (text, line) in [
            ("7i7h\n7i7h 7i7h\n".to_owned(), 2),
            ("\n\n12/12/12 b - 1\n".to_owned(), 3),
            (format!("{start} ; startpos moves 7i7h\n"), 1),
            ("# nothing\n".to_owned(), 0),
        ] {
            let error = parse_openings(&chu, "file", &text).unwrap_err();
            assert_eq!((error.line, error.file.as_str()), (line, "file"), "{error}");
        }
    }

    #[test]
    fn a_number_is_always_the_same_opening() {
        let chu = chu();
        let random = RandomOpenings { plies: 6, max_score: 100, seed: 7 };
        let draw = |number| random.draw(&chu, number, &mut Level);
        assert_eq!(draw(3), draw(3));
        assert_ne!(draw(3), draw(4));
        let suite = random.suite(&chu, 20, &mut Level, |_| {});
        assert_eq!(suite.len(), 20);
        assert!(suite.iter().all(|opening| opening.moves.len() == 6));
        let other = RandomOpenings { seed: 8, ..random };
        assert_ne!(other.draw(&chu, 3, &mut Level), draw(3));
    }

    #[test]
    fn a_shuffle_keeps_everything_once() {
        let mut order = shuffled(50, 9);
        assert_eq!(order, shuffled(50, 9));
        order.sort_unstable();
        assert_eq!(order, (0..50).collect::<Vec<_>>());
    }
}
