//! Results of a match as numbers: wins, draws, losses, pairs, Elo, normalised Elo, LOS.
//!
//! The unit of all errors is the pair: two games from one opening with colours swapped. Games of a
//! pair share the bias of their opening, so single games would overstate the error. Formulas: the
//! score of a pair, divided by two, has mean `s` and variance `v` over `n` pairs; the standard
//! error of `s` is `sqrt(v / n)`; Elo is `-400 log10(1/s - 1)`; normalised Elo is
//! `(s - 1/2) / sqrt(2 v) * 800 / ln 10` (fishtest, "Normalized Elo", M. Van den Bergh).

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::math::{Z95, normal_cdf};

/// `800 / ln 10`: normalised Elo of one standard deviation a game.
pub const NORMALISED_UNIT: f64 = 347.435_585_522_601_5;

/// Wins, draws and losses of the first engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wdl {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Wdl {
    /// Number of games.
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: 1 a win, 0.5 a draw.
    pub fn points(self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// Points a game, 0.5 without games.
    pub fn score(self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / self.games() as f64 }
    }

    /// The same games seen by the other engine.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Counts one game by its points in halves: 0 a loss, 1 a draw, 2 a win.
    pub const fn add_halves(&mut self, halves: u8) {
        match halves {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Elo with its error from single games; `None` without games.
    pub fn elo(self) -> Option<Estimate> {
        let n = self.games() as f64;
        let weights = [self.losses as f64, self.draws as f64, self.wins as f64];
        let (mean, variance) = moments(&weights, &[0.0, 0.5, 1.0])?;
        Some(Estimate::new(mean, (variance / n).sqrt(), elo_of_score))
    }
}

impl AddAssign for Wdl {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// Counts of pairs by the first engine's points in them: 0, 1/2, 1, 3/2, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

/// Points of one game, averaged over the pair, for each class of [`Pentanomial`].
pub(crate) const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

impl Pentanomial {
    /// Number of pairs.
    pub fn pairs(self) -> u64 {
        self.0.iter().sum()
    }

    /// Counts a pair by the points of both games in halves, 0 to 4.
    pub fn add_halves(&mut self, halves: u8) {
        if let Some(count) = self.0.get_mut(usize::from(halves)) {
            *count += 1;
        }
    }

    /// The same pairs seen by the other engine.
    #[must_use]
    pub fn reversed(self) -> Self {
        let mut counts = self.0;
        counts.reverse();
        Self(counts)
    }

    /// True when all pairs ended alike or one side took every point, so that mean or variance
    /// alone say nothing: [`Pentanomial::weights`] then adds half a pair to each count.
    pub fn is_one_sided(self) -> bool {
        self.pairs() > 0 && self.0.iter().filter(|&&n| n > 0).count() == 1
    }

    /// The counts as weights; half a pair is added to each count of a one-sided result.
    pub fn weights(self) -> [f64; 5] {
        let extra = if self.is_one_sided() { 0.5 } else { 0.0 };
        self.0.map(|n| n as f64 + extra)
    }

    /// Mean and variance of a pair's score a game, and the number of pairs they stand for.
    fn summary(self) -> Option<(f64, f64, f64)> {
        let weights = self.weights();
        let (mean, variance) = moments(&weights, &PAIR_SCORES)?;
        Some((mean, variance, weights.iter().sum()))
    }

    /// Elo difference with its error of 95 %; `None` without pairs.
    pub fn elo(self) -> Option<Estimate> {
        let (mean, variance, n) = self.summary()?;
        Some(Estimate::new(mean, (variance / n).sqrt(), elo_of_score))
    }

    /// Normalised Elo with its error of 95 %; `None` without pairs.
    pub fn normalised_elo(self) -> Option<Estimate> {
        let (mean, variance, n) = self.summary()?;
        let scale = NORMALISED_UNIT / (2.0 * variance).sqrt();
        Some(Estimate::new(mean, (variance / n).sqrt(), |s| (s - 0.5) * scale))
    }

    /// Likelihood of superiority: the probability that the first engine is the stronger one.
    pub fn los(self) -> Option<f64> {
        let (mean, variance, n) = self.summary()?;
        Some(normal_cdf((mean - 0.5) / (variance / n).sqrt()))
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

/// A value with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Half the width of the interval.
    pub error: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Estimate {
    fn new(score: f64, deviation: f64, scale: impl Fn(f64) -> f64) -> Self {
        let (low, high) = (scale(score - Z95 * deviation), scale(score + Z95 * deviation));
        Self { value: scale(score), error: 0.5 * (high - low), low, high }
    }
}

/// Elo difference of an expected score; scores are kept within a hundred-thousandth of 0 and 1,
/// so the result stays within 2,000.
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(1e-5, 1.0 - 1e-5);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Expected score of an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Mean and variance of `values` under `weights`; `None` when the weights add up to nothing.
pub(crate) fn moments(weights: &[f64], values: &[f64]) -> Option<(f64, f64)> {
    let total: f64 = weights.iter().sum();
    if total <= 0.0 {
        return None;
    }
    let both = || weights.iter().zip(values);
    let mean = both().map(|(w, v)| w * v).sum::<f64>() / total;
    let variance = both().map(|(w, v)| w * (v - mean).powi(2)).sum::<f64>() / total;
    Some((mean, variance))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(actual: f64, expected: f64) {
        assert!((actual - expected).abs() < 0.006, "{actual} is not {expected}");
    }

    /// Counts, normalised Elo, its error, Elo, its error, LOS in percent: the examples in
    /// fastchess' own tests (`app/tests/elo_test.cpp`), win-loss and draw-draw pairs added up.
    #[test]
    fn pentanomial_numbers_are_those_of_fastchess() {
        for (counts, nelo, nelo_error, elo, error, los) in [
            ([34, 54, 63, 64, 75], 57.94, 28.28, 55.58, 27.65, 100.0),
            ([332, 433, 498, 333, 334], -9.17, 10.96, -8.64, 10.33, 5.05),
            ([7895, 8757, 5685, 568, 9999], -19.01, 2.65, -21.04, 2.95, 0.0),
        ] {
            let pairs = Pentanomial(counts);
            let (normalised, plain) = (pairs.normalised_elo().unwrap(), pairs.elo().unwrap());
            near(normalised.value, nelo);
            near(normalised.error, nelo_error);
            near(plain.value, elo);
            near(plain.error, error);
            near(100.0 * pairs.los().unwrap(), los);
        }
    }

    /// From the same file: 136 wins, 96 losses, 111 draws.
    #[test]
    fn trinomial_numbers_are_those_of_fastchess() {
        let elo = Wdl { wins: 136, draws: 111, losses: 96 }.elo().unwrap();
        near(elo.value, 40.70);
        near(elo.error, 30.43);
    }

    #[test]
    fn one_sided_results_are_finite() {
        for counts in [[0, 0, 0, 0, 10], [10, 0, 0, 0, 0], [0, 0, 7, 0, 0]] {
            let pairs = Pentanomial(counts);
            assert!(pairs.is_one_sided());
            let elo = pairs.elo().unwrap();
            assert!(elo.value.is_finite() && elo.error.is_finite() && elo.error > 0.0);
            assert!(pairs.normalised_elo().unwrap().error.is_finite());
        }
        assert_eq!(Pentanomial::default().elo(), None);
        near(Pentanomial([0, 0, 7, 0, 0]).elo().unwrap().value, 0.0);
    }

    #[test]
    fn the_other_side_sees_the_negative() {
        let pairs = Pentanomial([1, 4, 9, 6, 3]);
        near(pairs.elo().unwrap().value, -pairs.reversed().elo().unwrap().value);
    }
}
