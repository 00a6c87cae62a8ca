//! Records of games to positions: which pieces stand where, and how it went on.

use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;

use super::model::Shape;
use crate::arena::record::{GameRecord, RecordError, RecordReader};
use crate::arena::verdict::GameResult;
use crate::eval::{EvalTables, Evaluator};
use crate::game::Game;
use crate::position::Position;
use crate::types::{Color, Score};
use crate::variant::Variant;
use crate::variant::evaluation::PerTerm;

/// Bit of a feature that stands for a White piece; the rest is its slot.
pub const WHITE: u32 = 1 << 31;

/// Which positions of the games are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Largest score for either side in centipawns.
    pub max_score: Score,
    /// Of every so many pairs of games one is held out, from 2.
    pub held_out: u64,
}

impl Default for Choice {
    fn default() -> Self {
        Self { max_score: 2500, held_out: 10 }
    }
}

/// A quiet position.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// A slot of [`Shape`] per piece, with [`WHITE`] for White's.
    pub features: Box<[u32]>,
    /// The result of the game for Black: 0, 0.5 or 1.
    pub result: f64,
    /// The score of the search for Black, in centipawns.
    pub score: f64,
    /// 1 with Black to move, else -1.
    pub side: f64,
    /// What the terms count, Black's less White's.
    pub counts: PerTerm<i16>,
}

/// Positions, those to fit to and those to judge the fit by.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// To fit to.
    pub fit: Vec<Sample>,
    /// Held out: whole pairs of games, so that no opening is in both parts.
    pub held_out: Vec<Sample>,
    /// Number of games.
    pub games: usize,
}

/// Records that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A file.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A record of another game.
    #[error("{path} holds games of {found}, not of {wanted}")]
    Game {
        /// The file.
        path: PathBuf,
        /// Its game.
        found: String,
        /// The game to tune.
        wanted: String,
    },
    /// Too little of it.
    #[error("{0} quiet positions to fit to and {1} held out: play more games")]
    Few(usize, usize),
}

/// Reads the quiet positions of match records.
///
/// # Errors
/// A file that is no record of this game; no positions in them.
pub fn read(
    variant: &Arc<Variant>,
    paths: &[PathBuf],
    choice: Choice,
) -> Result<Samples, DataError> {
    let mut games: Vec<(u64, GameRecord)> = Vec::new();
    for path in paths {
        let mut reader = RecordReader::open(path)?;
        if reader.header.variant != variant.id {
            let (found, wanted) = (reader.header.variant, variant.id.clone());
            return Err(DataError::Game { path: path.clone(), found, wanted });
        }
        while let Some(game) = reader.next_game()? {
            games.push((game.pair, game));
        }
    }
    let shape = Shape::of(variant);
    let of_games: Vec<Vec<Sample>> =
        games.par_iter().map(|(_, game)| of_game(variant, shape, game, choice.max_score)).collect();
    let mut samples = Samples { games: games.len(), ..Samples::default() };
    for ((pair, _), of_game) in games.iter().zip(of_games) {
        let held_out = pair % choice.held_out.max(2) == 0;
        if held_out { &mut samples.held_out } else { &mut samples.fit }.extend(of_game);
    }
    if samples.fit.is_empty() || samples.held_out.is_empty() {
        return Err(DataError::Few(samples.fit.len(), samples.held_out.len()));
    }
    Ok(samples)
}

/// The quiet positions of a game as far as it can be replayed: out of the opening, no royal
/// attacked, and the move chosen neither captures nor promotes.
pub fn of_game(
    variant: &Arc<Variant>,
    shape: Shape,
    record: &GameRecord,
    max_score: Score,
) -> Vec<Sample> {
    let tables = Arc::new(EvalTables::new(variant));
    let mut samples = Vec::new();
    let Some(halves) = record.result.black_halves() else { return samples };
    if record.result == GameResult::Void || record.reason.is_failure() {
        return samples;
    }
    let Ok(mut game) = Game::from_sfen(variant, &record.sfen) else { return samples };
    for (ply, played) in record.moves.iter().enumerate() {
        let Ok(m) = game.parse_move(&played.text) else { break };
        let position = game.position();
        let us = position.side();
        let quiet = !position.is_capture(m) && !m.is_promotion();
        let known = played.score.filter(|s| ply >= record.opening_plies && s.abs() <= max_score);
        if let Some(score) = known.filter(|_| quiet)
            && position.royals(us).all(|royal| !position.is_attacked(royal, !us))
        {
            let side = if us == Color::Black { 1.0 } else { -1.0 };
            samples.push(Sample {
                features: shape.features(position),
                result: f64::from(halves) / 2.0,
                score: side * f64::from(score),
                side,
                counts: counts(&tables, position),
            });
        }
        game.make_move(m);
    }
    samples
}

/// What the terms count in a position.
fn counts(tables: &Arc<EvalTables>, position: &Position) -> PerTerm<i16> {
    Evaluator::new(Arc::clone(tables), position).counts(position).map(|count| count as i16)
}
