//! Static evaluation: incremental material and piece-square sums, and what is computed on demand.

pub mod piece_values;
pub mod psqt;
pub mod terms;

use std::sync::Arc;

use crate::position::see::ExchangeValues;
use crate::position::{MoveObserver, Position};
use crate::types::{Color, Piece, PieceType, Score, Square};
use crate::variant::Variant;
use crate::variant::evaluation::{PerTerm, Term};
use piece_values::PieceValues;
use psqt::{PieceSquareTable, Prospects};
use terms::{Lions, Rays};

/// Centipawns for having the move, where the game file does not say it.
const TEMPO: Score = 30;
/// What a piece in hand is worth, in percent of its value: it may go anywhere, but is not there yet.
const HAND_PERCENT: i32 = 110;

/// Everything about a variant that evaluation reads. Immutable; shared by all threads.
#[derive(Clone, Debug)]
pub struct EvalTables {
    values: PieceValues,
    psqt: PieceSquareTable,
    exchange: ExchangeValues,
    /// By type: what its promoted form is worth more.
    promotion_gain: Box<[Score]>,
    /// By piece: its worth in hand, positive for Black; 0 in games without drops.
    hand: Box<[Score]>,
    /// Centipawns for having the move.
    tempo: Score,
    /// Centipawns for each of what a term counts.
    weights: PerTerm<Score>,
    /// By type: lion power, and no royal.
    lion: Box<[bool]>,
    rays: Rays,
}

impl EvalTables {
    /// The tables of a variant.
    pub fn new(variant: &Variant) -> Self {
        let values = PieceValues::new(variant);
        let psqt = PieceSquareTable::new(variant, &values, Prospects::default());
        let mut exchange = vec![0; 2 * variant.kinds.len()];
        let hand = hand_worth(variant, &values);
        for (kind, description) in variant.types() {
            for color in Color::ALL {
                let piece = Piece::new(kind, color);
                // Its captor also gets it in hand.
                let base = piece.with_kind(description.base.unwrap_or(kind));
                exchange[piece.index()] = values.get(kind) + hand[base.index()].abs();
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
        let weights = Term::ALL
            .map(|term| variant.weights[term as usize].unwrap_or_else(|| term.default_weight()));
        let lion = variant.kinds.iter().map(|kind| kind.movement.powers.lion && !kind.royal);
        Self {
            lion: lion.collect(),
            rays: Rays::new(variant),
            promotion_gain,
            values,
            psqt,
            exchange: ExchangeValues::new(exchange),
            hand,
            tempo,
            weights,
        }
    }

    /// The worth of pieces on squares.
    pub const fn psqt(&self) -> &PieceSquareTable {
        &self.psqt
    }

    /// Centipawns for having the move.
    pub const fn tempo(&self) -> Score {
        self.tempo
    }

    /// Centipawns for each of what a term counts.
    pub const fn weights(&self) -> &PerTerm<Score> {
        &self.weights
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

/// What pieces in hand are worth, by piece and positive for Black.
fn hand_worth(variant: &Variant, values: &PieceValues) -> Box<[Score]> {
    let mut hand = vec![0; 2 * variant.kinds.len()].into_boxed_slice();
    let droppable = |kind: &crate::variant::PieceKind| kind.base.is_none() && !kind.royal;
    for (kind, description) in variant.types() {
        if variant.rules.drops && droppable(description) {
            let worth = values.get(kind) * HAND_PERCENT / 100;
            hand[Piece::new(kind, Color::Black).index()] = worth;
            hand[Piece::new(kind, Color::White).index()] = -worth;
        }
    }
    hand
}

/// The incremental part of an evaluation, from Black's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accumulator {
    /// Material and squares, positive for Black.
    pub sum: Score,
    /// Where the lions are.
    pub lions: Lions,
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
            for (piece, count) in position.hands().of(color) {
                self.accumulator.sum += self.tables.hand[piece.index()] * Score::from(count);
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

    /// What the terms count in `position`, at which the evaluator stands, Black's less White's.
    pub fn counts(&self, position: &Position) -> PerTerm<i32> {
        terms::counts(position, &self.accumulator.lions, Some(&self.tables.rays))
    }

    /// The evaluation of `position`, at which the evaluator stands, for the side to move.
    #[inline]
    pub fn evaluate(&self, position: &Position) -> Score {
        let weights = &self.tables.weights;
        let rays = (weights[Term::Mobility as usize] != 0).then_some(&self.tables.rays);
        let counts = terms::counts(position, &self.accumulator.lions, rays);
        let sum = self.accumulator.sum + terms::worth(&counts, weights);
        let own = if position.side() == Color::Black { sum } else { -sum };
        own + self.tables.tempo
    }
}

impl MoveObserver for Evaluator {
    #[inline]
    fn leave(&mut self, piece: Piece, square: Square) {
        self.accumulator.sum -= self.tables.psqt.get(piece, square);
        if terms::is_lion(&self.tables, piece) {
            self.accumulator.lions.remove(square);
        }
    }

    #[inline]
    fn arrive(&mut self, piece: Piece, square: Square) {
        self.accumulator.sum += self.tables.psqt.get(piece, square);
        if terms::is_lion(&self.tables, piece) {
            self.accumulator.lions.add(square);
        }
    }

    #[inline]
    fn gain(&mut self, piece: Piece) {
        self.accumulator.sum += self.tables.hand[piece.index()];
    }

    #[inline]
    fn spend(&mut self, piece: Piece) {
        self.accumulator.sum -= self.tables.hand[piece.index()];
    }
}

/// The evaluation of a position term by term: name and centipawns for the side to move; the last
/// term is the total.
pub fn explain(tables: &Arc<EvalTables>, position: &Position) -> Vec<(&'static str, Score)> {
    let evaluator = Evaluator::new(Arc::clone(tables), position);
    let sign = if position.side() == Color::Black { 1 } else { -1 };
    let (mut material, mut hands) = (0, 0);
    for color in Color::ALL {
        let held = position.hands().of(color);
        hands += held.map(|(p, n)| tables.hand[p.index()] * Score::from(n)).sum::<Score>();
        for square in position.pieces(color) {
            let value = tables.values.get(position.at(square).kind());
            material += if color == Color::Black { value } else { -value };
        }
    }
    let counts = evaluator.counts(position);
    let weighed = |term: Term| sign * counts[term as usize] * tables.weights[term as usize];
    let mut list = vec![
        ("material", sign * material),
        ("squares", sign * (evaluator.accumulator.sum - material - hands)),
    ];
    if position.variant().rules.drops {
        list.insert(1, ("hands", sign * hands));
    }
    list.extend(Term::ALL.map(|term| (term.key(), weighed(term))));
    list.extend([("tempo", tables.tempo), ("total", evaluator.evaluate(position))]);
    list
}
