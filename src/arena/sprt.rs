//! Sequential test of two hypotheses about strength: pentanomial GSPRT.
//!
//! The log-likelihood ratio compares the most likely distribution of pair results whose Elo is
//! `elo1` with the one whose Elo is `elo0`. For the logistic model the constraint is the mean; for
//! the normalised model it is the mean in units of the standard deviation (M. Van den Bergh,
//! "A generalized SPRT", "Normalized Elo Practical"), found by iterating reweighted mean
//! constraints. Counts of zero count as a thousandth of a pair, as fishtest and fastchess do.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::math::bisect;
use super::stats::{NORMALISED_UNIT, PAIR_SCORES, Pentanomial, moments, score_of_elo};

/// What `elo0` and `elo1` measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Elo differences.
    Logistic,
    /// Normalised Elo: differences in standard deviations of a game.
    #[default]
    Normalized,
}

/// A sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// Elo under the null hypothesis.
    pub elo0: f64,
    /// Elo under the alternative, above `elo0`.
    pub elo1: f64,
    /// Largest probability of accepting the alternative under the null hypothesis.
    pub alpha: f64,
    /// Largest probability of accepting the null hypothesis under the alternative.
    pub beta: f64,
    /// Unit of the two Elo numbers.
    #[serde(default)]
    pub model: EloModel,
}

/// What the test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Go on.
    Continue,
    /// H0: the difference is `elo0` or less.
    Rejected,
    /// H1: the difference is `elo1` or more.
    Accepted,
}

/// Why the words after `--sprt` are refused.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum SprtError {
    /// Not `key=value` with a known key.
    #[error("`{0}`: expected elo0=, elo1=, alpha=, beta= or model=logistic|normalized")]
    Word(String),
    /// Not a number.
    #[error("`{0}` is no number")]
    Number(String),
    /// Bounds that cannot be tested.
    #[error("elo0 must be below elo1, alpha and beta above 0 and their sum below 1")]
    Bounds,
}

impl Sprt {
    /// Reads `elo0=0 elo1=10 alpha=0.05 beta=0.05 model=normalized`; what is left out has the
    /// value shown here.
    ///
    /// ```
    /// let test = daiban::arena::sprt::Sprt::parse(["elo0=0", "elo1=20"]).unwrap();
    /// assert_eq!((test.elo1, test.alpha), (20.0, 0.05));
    /// ```
    ///
    /// # Errors
    /// An unknown word, a bad number, or bounds that cannot be tested.
    pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, SprtError> {
        let mut test =
            Self { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: EloModel::Normalized };
        for word in words {
            let unknown = || SprtError::Word(word.to_owned());
            let (key, value) = word.split_once('=').ok_or_else(unknown)?;
            let number = || match value.parse::<f64>() {
                Ok(number) if number.is_finite() => Ok(number),
                _ => Err(SprtError::Number(value.to_owned())),
            };
            match key {
                "elo0" => test.elo0 = number()?,
                "elo1" => test.elo1 = number()?,
                "alpha" => test.alpha = number()?,
                "beta" => test.beta = number()?,
                "model" if value == "logistic" => test.model = EloModel::Logistic,
                "model" if value == "normalized" => test.model = EloModel::Normalized,
                _ => return Err(unknown()),
            }
        }
        let errors_fit = test.alpha > 0.0 && test.beta > 0.0 && test.alpha + test.beta < 1.0;
        if test.elo0 < test.elo1 && errors_fit { Ok(test) } else { Err(SprtError::Bounds) }
    }

    /// The test ends when the log-likelihood ratio leaves this interval.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Log-likelihood ratio of the pairs; 0 without pairs.
    pub fn llr(&self, pairs: Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|n| if n == 0 { 1e-3 } else { n as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|n| n / total);
        let (likely0, likely1) = match self.model {
            EloModel::Logistic => {
                let at = |elo| with_mean(&seen, &PAIR_SCORES.map(|a| a - score_of_elo(elo)));
                (at(self.elo0), at(self.elo1))
            }
            EloModel::Normalized => {
                let at = |elo: f64| {
                    with_t_value(&seen, elo / NORMALISED_UNIT * std::f64::consts::SQRT_2)
                };
                (at(self.elo0), at(self.elo1))
            }
        };
        let ratios = likely1.iter().zip(likely0).map(|(p1, p0)| (p1 / p0).ln());
        total * seen.iter().zip(ratios).map(|(p, ratio)| p * ratio).sum::<f64>()
    }

    /// The verdict at this log-likelihood ratio.
    pub fn verdict(&self, llr: f64) -> Verdict {
        let (low, high) = self.bounds();
        if llr >= high {
            Verdict::Accepted
        } else if llr <= low {
            Verdict::Rejected
        } else {
            Verdict::Continue
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.model {
            EloModel::Logistic => "Elo",
            EloModel::Normalized => "nElo",
        };
        let Self { elo0, elo1, alpha, beta, .. } = self;
        write!(f, "[{elo0}, {elo1}] {unit}, alpha {alpha}, beta {beta}")
    }
}

/// The most likely distribution, given the frequencies seen, for which `offsets` have mean 0:
/// `p / (1 + x * offset)`, `x` between the poles of the outermost offsets.
fn with_mean(seen: &[f64; 5], offsets: &[f64; 5]) -> [f64; 5] {
    let lowest = offsets.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = offsets.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if lowest >= 0.0 || highest <= 0.0 {
        return *seen;
    }
    let weighted = |x: f64| {
        seen.iter().zip(offsets).map(|(p, offset)| p * offset / (1.0 + x * offset)).sum::<f64>()
    };
    let x = bisect(-1.0 / highest, -1.0 / lowest, weighted);
    let mut likely = *seen;
    for (p, offset) in likely.iter_mut().zip(offsets) {
        *p /= 1.0 + x * offset;
    }
    likely
}

/// The most likely distribution whose mean lies `t` standard deviations above 1/2.
fn with_t_value(seen: &[f64; 5], t: f64) -> [f64; 5] {
    let mut likely = [0.2; 5];
    for _ in 0..20 {
        let Some((mean, variance)) = moments(&likely, &PAIR_SCORES) else { break };
        let sigma = variance.sqrt();
        // First order of the constraint `mean - 1/2 - t sigma = 0` around the current estimate.
        let offsets =
            PAIR_SCORES.map(|a| a - 0.5 - 0.5 * t * sigma * (1.0 + ((mean - a) / sigma).powi(2)));
        let next = with_mean(seen, &offsets);
        let change = likely.iter().zip(next).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        likely = next;
        if change < 1e-9 {
            break;
        }
    }
    likely
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts, elo0, elo1, model, LLR: the examples in fastchess' own tests
    /// (`app/tests/sprt_test.cpp`), all with alpha = beta = 0.05.
    #[test]
    fn llr_is_that_of_fastchess() {
        use EloModel::{Logistic, Normalized};
        for (counts, elo0, elo1, model, llr) in [
            ([365, 16618, 36229, 16974, 390], 0.0, 2.0, Normalized, 2.25),
            ([127, 4883, 10712, 5150, 104], -1.75, 0.25, Normalized, 3.01),
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, Logistic, -3.07),
            ([871, 26175, 55983, 26678, 821], 0.0, 2.0, Logistic, -4.98),
        ] {
            let test = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model };
            let found = test.llr(Pentanomial(counts));
            assert!(
                (found - llr).abs() < 0.01 * (1.0 + llr.abs()),
                "{counts:?}: {found}, not {llr}"
            );
        }
    }

    /// All pairs won: the likeliest distributions put the rest on total losses, so that the share
    /// of won pairs is 1/2 at `elo0 = 0` and solves `p - 1/2 = t sqrt(p (1 - p))` at `elo1`.
    #[test]
    fn a_one_sided_result_has_the_closed_form() {
        let test = Sprt::parse(["elo0=0", "elo1=5"]).unwrap();
        let t = 5.0 / NORMALISED_UNIT * std::f64::consts::SQRT_2;
        let p = 0.5 + 0.5 * t / (1.0 + t * t).sqrt();
        let found = test.llr(Pentanomial([0, 0, 0, 0, 104]));
        assert!((found - 104.0 * (2.0 * p).ln()).abs() < 1e-3, "{found}");
    }

    #[test]
    fn bounds_and_verdicts() {
        let test = Sprt::parse(["elo0=-5", "elo1=0", "model=logistic"]).unwrap();
        let (low, high) = test.bounds();
        assert!((low + 2.944).abs() < 1e-3 && (high - 2.944).abs() < 1e-3);
        assert_eq!(test.verdict(3.0), Verdict::Accepted);
        assert_eq!(test.verdict(-3.0), Verdict::Rejected);
        assert_eq!(test.verdict(0.0), Verdict::Continue);
        assert!(test.llr(Pentanomial::default()).abs() < 1e-12);
    }

    #[test]
    fn bad_words_are_named() {
        assert_eq!(Sprt::parse(["elo2=1"]), Err(SprtError::Word("elo2=1".into())));
        assert_eq!(Sprt::parse(["elo0=x"]), Err(SprtError::Number("x".into())));
        assert_eq!(Sprt::parse(["elo0=10", "elo1=0"]), Err(SprtError::Bounds));
        assert_eq!(Sprt::parse(["alpha=0.6", "beta=0.5"]), Err(SprtError::Bounds));
    }
}
