//! The statistics of the arena against simulated matches whose true strength is known.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use daiban::arena::sprt::{Sprt, Verdict};
use daiban::arena::stats::{NORMALISED_UNIT, Pentanomial, elo_of_score};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A source of pairs with known probabilities of 0, 1/2, 1, 3/2 and 2 points.
struct Source {
    chances: [f64; 5],
    rng: Xoshiro256PlusPlus,
}

impl Source {
    fn new(chances: [f64; 5], seed: u64) -> Self {
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        Self { chances, rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    fn mean(&self) -> f64 {
        self.chances.iter().zip(0..5).map(|(p, points)| p * f64::from(points) / 4.0).sum()
    }

    fn normalised_elo(&self) -> f64 {
        let mean = self.mean();
        let squares = self.chances.iter().zip(0..5);
        let variance: f64 =
            squares.map(|(p, points)| p * (f64::from(points) / 4.0 - mean).powi(2)).sum();
        (mean - 0.5) / (2.0 * variance).sqrt() * NORMALISED_UNIT
    }

    fn draw(&mut self) -> u8 {
        let mut rest: f64 = self.rng.random_range(0.0..1.0);
        for (points, chance) in (0..).zip(self.chances) {
            if rest < chance {
                return points;
            }
            rest -= chance;
        }
        4
    }
}

const LEVEL: [f64; 5] = [0.2, 0.05, 0.5, 0.05, 0.2];
const BETTER: [f64; 5] = [0.17, 0.055, 0.47, 0.065, 0.24];

#[test]
fn intervals_of_95_percent_cover_the_truth_in_94_to_96_percent() {
    const MATCHES: u32 = 2000;
    const PAIRS: u32 = 500;
    for (chances, seed) in [(LEVEL, 1), (BETTER, 2)] {
        let mut source = Source::new(chances, seed);
        let elo = elo_of_score(source.mean());
        let normalised = source.normalised_elo();
        let mut covered = [0; 2];
        for _ in 0..MATCHES {
            let mut pairs = Pentanomial::default();
            for _ in 0..PAIRS {
                pairs.add_halves(source.draw());
            }
            let (plain, scaled) = (pairs.elo().unwrap(), pairs.normalised_elo().unwrap());
            covered[0] += u32::from((plain.low..=plain.high).contains(&elo));
            covered[1] += u32::from((scaled.low..=scaled.high).contains(&normalised));
        }
        for (name, count) in ["Elo", "nElo"].iter().zip(covered) {
            let share = 100.0 * f64::from(count) / f64::from(MATCHES);
            println!("{name} of {elo:.1}: {share:.2} % covered");
            assert!((94.0..=96.0).contains(&share), "{name}: {share} %");
        }
    }
}

/// The share of tests that accept H1, and the mean number of pairs.
fn accepted(test: &Sprt, chances: [f64; 5], seed: u64) -> (f64, f64) {
    const TESTS: u32 = 1000;
    let mut source = Source::new(chances, seed);
    let (mut accepted, mut pairs_played) = (0, 0);
    for _ in 0..TESTS {
        let mut pairs = Pentanomial::default();
        loop {
            pairs.add_halves(source.draw());
            match test.verdict(test.llr(pairs)) {
                Verdict::Continue => {}
                verdict => {
                    accepted += u32::from(verdict == Verdict::Accepted);
                    pairs_played += pairs.pairs();
                    break;
                }
            }
        }
    }
    (f64::from(accepted) / f64::from(TESTS), pairs_played as f64 / f64::from(TESTS))
}

#[test]
fn sequential_tests_err_in_at_most_5_percent() {
    // The level source is H0, the better one H1, by its own Elo in either unit.
    let better = Source::new(BETTER, 0);
    for (model, elo1) in
        [("logistic", elo_of_score(better.mean())), ("normalized", better.normalised_elo())]
    {
        let words = [format!("elo1={elo1}"), format!("model={model}")];
        let test = Sprt::parse(words.iter().map(String::as_str)).unwrap();
        let (false_positives, pairs0) = accepted(&test, LEVEL, 11);
        let (true_positives, pairs1) = accepted(&test, BETTER, 12);
        let errors = (100.0 * false_positives, 100.0 * (1.0 - true_positives));
        println!("{model} [0, {elo1:.1}]: errors {errors:.2?} %, pairs {pairs0:.0}, {pairs1:.0}");
        assert!(errors.0 <= 5.0 && errors.1 <= 5.0, "{model}: {errors:?}");
    }
}
