//! Static exchange evaluation on the square of arrival.

use smallvec::SmallVec;

use super::Position;
use super::attacks::Vacated;
use crate::types::{Color, Move, Piece, Score, Square};

/// Values of pieces for exchanges, in centipawns, by [`Piece::index`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExchangeValues(Box<[Score]>);

impl ExchangeValues {
    /// Values by [`Piece::index`]: twice as many as there are kinds, the empty kind included.
    pub fn new(values: Vec<Score>) -> Self {
        Self(values.into())
    }

    /// The value of a piece.
    #[inline]
    pub fn get(&self, piece: Piece) -> Score {
        self.0[piece.index()]
    }
}

impl Position {
    /// True when the exchange that a pseudo-legal move begins wins at least `threshold` for its
    /// mover, both sides taking on the square of arrival with their least valuable piece for as
    /// long as it pays.
    ///
    /// All victims of the move and its promotion count. Later captures count the piece on the
    /// square alone: no promotion, no victims on the way, no universal leapers, no lion trading. A
    /// pass or quiet move risks only its mover.
    pub fn see_ge(&self, m: Move, threshold: Score, values: &ExchangeValues) -> bool {
        let (from, to) = (m.from(), m.to());
        let mover = self.at(from);
        let victims = self.victims(m);
        let mut gain: Score = victims.iter().map(|&v| values.get(self.at(v))).sum();
        let mut stands = mover;
        if m.is_promotion() {
            let taken: SmallVec<[Piece; 3]> = victims.iter().map(|&v| self.at(v)).collect();
            stands = mover.with_kind(self.promoted_type(mover, &taken));
            gain += values.get(stands) - values.get(mover);
        }
        let surplus = gain - threshold;
        if surplus < 0 {
            return false;
        }
        let mut at_stake = values.get(stands) - surplus;
        if at_stake <= 0 {
            return true;
        }
        let mut vacated: Vacated = victims.iter().copied().filter(|&v| v != to).collect();
        if from != to {
            vacated.push(from);
        }
        let mut side = mover.color();
        let mut wins = true;
        loop {
            side = !side;
            let Some((attacker, piece)) = self.least_attacker(to, side, &vacated, values) else {
                return wins;
            };
            vacated.push(attacker);
            if self.traits(piece).royal()
                && self.royal_count(side) == 1
                && self.least_attacker(to, !side, &vacated, values).is_some()
            {
                // The last royal may not take what is protected.
                return wins;
            }
            wins = !wins;
            at_stake = values.get(piece) - at_stake;
            if at_stake < Score::from(wins) {
                return wins;
            }
        }
    }

    /// The least valuable piece of `by` that attacks `square` by steps, slides, jumps and hooks
    /// while the squares of `vacated` are empty.
    fn least_attacker(
        &self,
        square: Square,
        by: Color,
        vacated: &[Square],
        values: &ExchangeValues,
    ) -> Option<(Square, Piece)> {
        let mut best: Option<(Square, Piece)> = None;
        let at = |s: Square| if vacated.contains(&s) { Piece::EMPTY } else { self.at(s) };
        self.scan(square, by, at, |s, piece| {
            if best.is_none_or(|(_, b)| values.get(piece) < values.get(b)) {
                best = Some((s, piece));
            }
            false
        });
        best
    }
}
