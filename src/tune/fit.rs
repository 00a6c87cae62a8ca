//! Logistic regression: full batches, moments of the gradient (Adam), a Gaussian prior.

use rayon::prelude::*;

use super::data::{Sample, WHITE};
use super::model::{Common, Model};

/// Parts that are worked on in parallel. The number is fixed, so that sums come out the same on
/// every machine.
const PARTS: usize = 16;

/// How the fit is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Share of the game's result in what is to be foretold; the search's score has the rest.
    pub lambda: f64,
    /// How many positions the prior counts as: positions of one game are much alike.
    pub prior_weight: f64,
    /// Steps.
    pub steps: usize,
    /// Length of the first step in standard deviations of the prior.
    pub rate: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { lambda: 0.5, prior_weight: 20.0, steps: 300, rate: 0.03 }
    }
}

/// What a fit came to: mean losses (cross entropy, in nats a position) before and after.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Centipawns at which a side wins `e` times as often as the other.
    pub scale: f64,
    /// Of the positions that were fitted to, before and after.
    pub fit: (f64, f64),
    /// Of those held out, before and after.
    pub held_out: (f64, f64),
}

/// The chance to win at `x` scales.
pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Cross entropy of a chance `p` for an event that happens with chance `target`.
fn entropy(target: f64, p: f64) -> f64 {
    let p = p.clamp(1e-9, 1.0 - 1e-9);
    -(target * p.ln() + (1.0 - target) * (1.0 - p).ln())
}

/// The scale on which the scores of the search foretell the results best, by golden section.
pub fn scale(samples: &[Sample]) -> f64 {
    let loss = |log: f64| -> f64 {
        let scale = log.exp();
        samples.iter().map(|s| entropy(s.result, sigmoid(s.score / scale))).sum()
    };
    let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (20.0_f64.ln(), 20_000.0_f64.ln());
    let (mut a, mut b) = (high - ratio * (high - low), low + ratio * (high - low));
    let (mut at_a, mut at_b) = (loss(a), loss(b));
    while high - low > 0.005 {
        if at_a < at_b {
            (high, b, at_b) = (b, a, at_a);
            a = high - ratio * (high - low);
            at_a = loss(a);
        } else {
            (low, a, at_a) = (a, b, at_b);
            b = low + ratio * (high - low);
            at_b = loss(b);
        }
    }
    f64::midpoint(low, high).exp()
}

/// Sums over a part of the samples.
struct Sums {
    loss: f64,
    worths: Vec<f64>,
    common: Common,
}

/// The evaluation of a sample for Black, in centipawns.
fn evaluate(sample: &Sample, worths: &[f64], common: &Common) -> f64 {
    let mut sum = common.tempo * sample.side;
    for (weight, &count) in common.weights.iter().zip(&sample.counts) {
        sum += weight * f64::from(count);
    }
    for &feature in &sample.features {
        let worth = worths[(feature & !WHITE) as usize];
        sum += if feature & WHITE == 0 { worth } else { -worth };
    }
    sum
}

fn target(sample: &Sample, lambda: f64, scale: f64) -> f64 {
    lambda * sample.result + (1.0 - lambda) * sigmoid(sample.score / scale)
}

fn parts(samples: &[Sample]) -> rayon::slice::Chunks<'_, Sample> {
    samples.par_chunks(samples.len().div_ceil(PARTS).max(1))
}

/// The mean loss of a model.
pub fn loss(model: &Model, samples: &[Sample], lambda: f64, scale: f64) -> f64 {
    let (worths, common) = (model.worths(), model.common());
    let sums: Vec<f64> = parts(samples)
        .map(|part| {
            let losses = part.iter().map(|s| {
                entropy(target(s, lambda, scale), sigmoid(evaluate(s, &worths, &common) / scale))
            });
            losses.sum()
        })
        .collect();
    sums.iter().sum::<f64>() / samples.len().max(1) as f64
}

/// Mean loss and gradient by shift, prior not counted.
fn slopes(model: &Model, samples: &[Sample], lambda: f64, scale: f64) -> (f64, Vec<f64>) {
    let (worths, common) = (model.worths(), model.common());
    let sums: Vec<Sums> = parts(samples)
        .map(|part| {
            let worth_slopes = vec![0.0; worths.len()];
            let mut sums = Sums { loss: 0.0, worths: worth_slopes, common: Common::default() };
            for sample in part {
                let wanted = target(sample, lambda, scale);
                let p = sigmoid(evaluate(sample, &worths, &common) / scale);
                sums.loss += entropy(wanted, p);
                let slope = (p - wanted) / scale;
                sums.common.tempo += slope * sample.side;
                for (sum, &count) in sums.common.weights.iter_mut().zip(&sample.counts) {
                    *sum += slope * f64::from(count);
                }
                for &feature in &sample.features {
                    sums.worths[(feature & !WHITE) as usize] +=
                        if feature & WHITE == 0 { slope } else { -slope };
                }
            }
            sums
        })
        .collect();
    let count = samples.len().max(1) as f64;
    let mut total = vec![0.0; worths.len()];
    for sums in &sums {
        for (sum, part) in total.iter_mut().zip(&sums.worths) {
            *sum += part / count;
        }
    }
    let mean =
        |of: &dyn Fn(&Common) -> f64| sums.iter().map(|s| of(&s.common)).sum::<f64>() / count;
    let tempo = mean(&|common| common.tempo);
    let weights = std::array::from_fn(|term| mean(&|common| common.weights[term]));
    let loss = sums.iter().map(|s| s.loss).sum::<f64>() / count;
    (loss, model.gradient(&total, &Common { tempo, weights }))
}

/// Fits a model. `progress` hears of each step and the loss before it. The same data and settings
/// give the same fit.
pub fn fit(
    model: &mut Model,
    samples: &super::data::Samples,
    settings: &Settings,
    mut progress: impl FnMut(usize, f64),
) -> Outcome {
    let scale = scale(&samples.fit);
    let Settings { lambda, prior_weight, steps, rate } = *settings;
    let pull = prior_weight / samples.fit.len().max(1) as f64;
    let measure = |model: &Model| {
        (loss(model, &samples.fit, lambda, scale), loss(model, &samples.held_out, lambda, scale))
    };
    let before = measure(model);
    let (mut first, mut second) = (vec![0.0; model.shift.len()], vec![0.0; model.shift.len()]);
    let (decay_first, decay_second) = (0.9, 0.99);
    for step in 1..=steps {
        let (loss, gradient) = slopes(model, &samples.fit, lambda, scale);
        progress(step, loss);
        let (correct_first, correct_second) =
            (1.0 - f64::powi(decay_first, step as i32), 1.0 - f64::powi(decay_second, step as i32));
        // The last steps are short, so that the fit comes to rest.
        let length = rate * (1.0 - (step - 1) as f64 / steps as f64);
        for (at, slope) in gradient.iter().enumerate() {
            let slope = slope + pull * model.shift[at];
            first[at] = decay_first * first[at] + (1.0 - decay_first) * slope;
            second[at] = decay_second * second[at] + (1.0 - decay_second) * slope * slope;
            let spread = (second[at] / correct_second).sqrt() + 1e-12;
            model.shift[at] -= length * first[at] / correct_first / spread;
        }
    }
    let after = measure(model);
    Outcome { scale, fit: (before.0, after.0), held_out: (before.1, after.1) }
}
