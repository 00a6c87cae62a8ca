//! Static evaluation: incremental material and piece-square sums, and what is computed on demand.

pub mod piece_values;
pub mod psqt;

use std::sync::Arc;

use crate::position::see::ExchangeValues;
use crate::position::{MoveObserver, Position};
use crate::types::{Color, Piece, PieceType, Score, Square};
use crate::variant::Variant;
use piece_values::PieceValues;
use psqt::{PieceSquareTable, Prospects};

/// Centipawns for having the move, where the game file does not say it.
const TEMPO: Score = 30;

/// Everything about a variant that evaluation reads. Immutable; shared by all threads.
#[derive(Clone, Debug)]
pub struct EvalTables {
    values: PieceValues,
    psqt: PieceSquareTable,
    exchange: ExchangeValues,
    /// By type: what its promoted form is worth more.
    promotion_gain: Box<[Score]>,
    /// Centipawns for having the move.
    tempo: Score,
}

impl EvalTables {
    /// The tables of a variant.
    pub fn new(variant: &Variant) -> Self {
        let values = PieceValues::new(variant);
        let psqt = PieceSquareTable::new(variant, &values, Prospects::default());
        let mut exchange = vec![0; 2 * variant.kinds.len()];
        for (kind, _) in variant.types() {
            for color in Color::ALL {
                exchange[Piece::new(kind, color).index()] = values.get(kind);
            }
        }
        let gain = |kind: &crate::variant::PieceKind, value: Score| {
            kind.promotes_to.map_or(0, |becomes| values.get(becomes) - value)
        };
        let mut promotion_gain = vec![0; variant.kinds.len()].into_boxed_slice();
        for (kind, description) in variant.types() {
            promotion_gain[kind.index()] = gain(description, values.get(kind));
        }
        let tempo = variant.tempo.unwrap_or(TEMPO);
        Self { promotion_gain, values, psqt, exchange: ExchangeValues::new(exchange), tempo }
    }

    /// The worth of pieces on squares.
    pub const fn psqt(&self) -> &PieceSquareTable {
        &self.psqt
    }

    /// Centipawns for having the move.
    pub const fn tempo(&self) -> Score {
        self.tempo
    }

    /// Piece values.
    pub const fn values(&self) -> &PieceValues {
        &self.values
    }

    /// What the promoted form of a type is worth beyond the type, 0 without one; may be negative.
    #[inline]
    pub fn promotion_gain(&self, kind: PieceType) -> Score {
        self.promotion_gain[kind.index()]
    }

    /// Piece values for exchanges.
    #[inline]
    pub const fn exchange(&self) -> &ExchangeValues {
        &self.exchange
    }
}

/// The incremental part of an evaluation, from Black's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accumulator {
    /// Material and squares, positive for Black.
    pub sum: Score,
}

/// Follows a position through its moves and evaluates it.
#[derive(Clone, Debug)]
pub struct Evaluator {
    tables: Arc<EvalTables>,
    accumulator: Accumulator,
}

impl Evaluator {
    /// An evaluator that stands at `position`.
    pub fn new(tables: Arc<EvalTables>, position: &Position) -> Self {
        let mut evaluator = Self { tables, accumulator: Accumulator::default() };
        evaluator.reset(position);
        evaluator
    }

    /// The tables.
    #[inline]
    pub fn tables(&self) -> &EvalTables {
        &self.tables
    }

    /// Stands at `position` from now on.
    pub fn reset(&mut self, position: &Position) {
        self.accumulator = Accumulator::default();
        for color in Color::ALL {
            for square in position.pieces(color) {
                self.arrive(position.at(square), square);
            }
        }
    }

    /// The incremental state, to be given back to [`Evaluator::restore`] when a move is unmade.
    #[inline]
    pub const fn state(&self) -> Accumulator {
        self.accumulator
    }

    /// Returns to an earlier state.
    #[inline]
    pub const fn restore(&mut self, state: Accumulator) {
        self.accumulator = state;
    }

    /// The evaluation of `position`, at which the evaluator stands, for the side to move.
    #[inline]
    pub fn evaluate(&self, position: &Position) -> Score {
        let sum = self.accumulator.sum;
        let own = if position.side() == Color::Black { sum } else { -sum };
        own + self.tables.tempo
    }
}

impl MoveObserver for Evaluator {
    #[inline]
    fn leave(&mut self, piece: Piece, square: Square) {
        self.accumulator.sum -= self.tables.psqt.get(piece, square);
    }

    #[inline]
    fn arrive(&mut self, piece: Piece, square: Square) {
        self.accumulator.sum += self.tables.psqt.get(piece, square);
    }
}

/// The evaluation of a position term by term: name and centipawns for the side to move; the last
/// term is the total.
pub fn explain(tables: &Arc<EvalTables>, position: &Position) -> Vec<(&'static str, Score)> {
    let evaluator = Evaluator::new(Arc::clone(tables), position);
    let sign = if position.side() == Color::Black { 1 } else { -1 };
    let mut material = 0;
    for color in Color::ALL {
        for square in position.pieces(color) {
            let value = tables.values.get(position.at(square).kind());
            material += if color == Color::Black { value } else { -value };
        }
    }
    vec![
        ("material", sign * material),
        ("squares", sign * (evaluator.accumulator.sum - material)),
        ("tempo", tables.tempo),
        ("total", evaluator.evaluate(position)),
    ]
}
