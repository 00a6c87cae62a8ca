//! Ratings of more than two engines: maximum likelihood with errors.
//!
//! Every game gives its points to a logistic curve of the rating difference (a draw is half a win
//! and half a loss); the ratings with the largest likelihood are found by Newton steps with the
//! mean held at 0. The covariance is the sandwich of the curvature and the spread that the pairs
//! really show, so that draws and openings narrow or widen the error as they should. A player
//! without a loss or without a win would rise for ever: half a pair is added to each class of a
//! pairing that is one-sided, as in [`super::stats`].

use super::math::Z95;
use super::stats::{PAIR_SCORES, Pentanomial, Wdl, score_of_elo};

/// The games of two players, seen by the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairing {
    /// Index of the first player.
    pub first: usize,
    /// Index of the second player.
    pub second: usize,
    /// Single games.
    pub wdl: Wdl,
    /// Complete pairs.
    pub pairs: Pentanomial,
}

/// A line of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Index of the player.
    pub player: usize,
    /// Elo against the mean of all players.
    pub elo: f64,
    /// Half the 95 % interval.
    pub error: f64,
    /// Games played.
    pub wdl: Wdl,
}

const ELO_TO_LOGIT: f64 = std::f64::consts::LN_10 / 400.0;

/// Rates `players` players, best first. Players that met nobody get 0 with an infinite error.
pub fn rate(players: usize, pairings: &[Pairing]) -> Vec<Rating> {
    let mut elo = vec![0.0; players];
    let mut covariance = vec![vec![0.0; players]; players];
    for _ in 0..60 {
        let (gradient, curvature, spread) = derivatives(&elo, pairings);
        let Some(inverse) = invert(&curvature) else { break };
        let step: Vec<f64> = inverse
            .iter()
            .map(|row| row.iter().zip(&gradient).map(|(a, b)| a * b).sum::<f64>())
            .collect();
        for (rating, change) in elo.iter_mut().zip(&step) {
            *rating += change.clamp(-200.0, 200.0);
        }
        let mean = elo.iter().sum::<f64>() / players.max(1) as f64;
        for rating in &mut elo {
            *rating -= mean;
        }
        covariance = sandwich(&inverse, &spread);
        if step.iter().all(|change| change.abs() < 1e-6) {
            break;
        }
    }
    let mut table: Vec<Rating> = (0..players)
        .map(|player| {
            let mut wdl = Wdl::default();
            for pairing in pairings {
                if pairing.first == player {
                    wdl += pairing.wdl;
                } else if pairing.second == player {
                    wdl += pairing.wdl.reversed();
                }
            }
            let variance = covariance.get(player).and_then(|row| row.get(player)).copied();
            let error = match variance {
                Some(variance) if wdl.games() > 0 => Z95 * variance.max(0.0).sqrt(),
                _ => f64::INFINITY,
            };
            Rating { player, elo: elo.get(player).copied().unwrap_or(0.0), error, wdl }
        })
        .collect();
    table.sort_by(|a, b| b.elo.total_cmp(&a.elo).then(a.player.cmp(&b.player)));
    table
}

type Matrix = Vec<Vec<f64>>;

/// Gradient of the log-likelihood, its negated second derivative with the mean of all ratings tied
/// to 0, and the observed spread of the gradient.
fn derivatives(elo: &[f64], pairings: &[Pairing]) -> (Vec<f64>, Matrix, Matrix) {
    let players = elo.len();
    let mut gradient = vec![0.0; players];
    // The constant in every cell is a weak prior on the mean alone: it makes the matrix regular.
    let mut curvature = vec![vec![1e-6; players]; players];
    let mut spread = vec![vec![0.0; players]; players];
    for pairing in pairings {
        let (i, j) = (pairing.first, pairing.second);
        let (Some(a), Some(b)) = (elo.get(i), elo.get(j)) else { continue };
        let expected = score_of_elo(a - b);
        let slope = ELO_TO_LOGIT * expected * (1.0 - expected);
        let weights = classes(pairing);
        let pairs: f64 = weights.iter().sum();
        let mut pull = 0.0;
        let mut square = 0.0;
        for (weight, score) in weights.iter().zip(PAIR_SCORES) {
            // A pair is two games.
            let force = 2.0 * (score - expected) * ELO_TO_LOGIT;
            pull += weight * force;
            square += weight * force * force;
        }
        let bend = 2.0 * pairs * slope * ELO_TO_LOGIT;
        for (row, column, sign) in [(i, i, 1.0), (j, j, 1.0), (i, j, -1.0), (j, i, -1.0)] {
            add(&mut curvature, row, column, sign * bend);
            add(&mut spread, row, column, sign * square);
        }
        for (player, sign) in [(i, 1.0), (j, -1.0)] {
            if let Some(sum) = gradient.get_mut(player) {
                *sum += sign * pull;
            }
        }
    }
    (gradient, curvature, spread)
}

fn add(matrix: &mut Matrix, row: usize, column: usize, value: f64) {
    if let Some(cell) = matrix.get_mut(row).and_then(|cells| cells.get_mut(column)) {
        *cell += value;
    }
}

/// The weights of the five classes; single games without a partner count as half a pair.
fn classes(pairing: &Pairing) -> [f64; 5] {
    let paired = pairing.pairs.pairs();
    if paired > 0 {
        return pairing.pairs.weights();
    }
    let Wdl { wins, draws, losses } = pairing.wdl;
    let one_sided = [wins, draws, losses].iter().filter(|&&n| n > 0).count() == 1;
    let extra = if one_sided { 0.5 } else { 0.0 };
    let half = |n: u64| 0.5 * n as f64 + extra;
    [half(losses), extra, half(draws), extra, half(wins)]
}

fn sandwich(inverse: &Matrix, spread: &Matrix) -> Matrix {
    multiply(&multiply(inverse, spread), inverse)
}

fn multiply(a: &Matrix, b: &Matrix) -> Matrix {
    a.iter()
        .map(|row| {
            (0..b.len())
                .map(|column| {
                    row.iter().zip(b).filter_map(|(x, line)| Some(x * line.get(column)?)).sum()
                })
                .collect()
        })
        .collect()
}

/// Gauss-Jordan elimination with pivoting; `None` for a singular matrix.
fn invert(matrix: &Matrix) -> Option<Matrix> {
    let n = matrix.len();
    let mut rows: Matrix = matrix
        .iter()
        .enumerate()
        .map(|(i, row)| {
            let identity = (0..n).map(|j| if i == j { 1.0 } else { 0.0 });
            row.iter().copied().chain(identity).collect()
        })
        .collect();
    for column in 0..n {
        let pivot = (column..n).max_by(|&a, &b| {
            let size =
                |r: usize| rows.get(r).and_then(|row| row.get(column)).map_or(0.0, |v| v.abs());
            size(a).total_cmp(&size(b))
        })?;
        rows.swap(column, pivot);
        let scale = *rows.get(column)?.get(column)?;
        if scale.abs() < 1e-18 {
            return None;
        }
        let pivot_row: Vec<f64> = rows.get(column)?.iter().map(|v| v / scale).collect();
        for (index, row) in rows.iter_mut().enumerate() {
            if index == column {
                row.clone_from(&pivot_row);
                continue;
            }
            let factor = *row.get(column)?;
            for (value, pivot) in row.iter_mut().zip(&pivot_row) {
                *value -= factor * pivot;
            }
        }
    }
    rows.into_iter().map(|row| Some(row.get(n..)?.to_vec())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairing(first: usize, second: usize, counts: [u64; 5]) -> Pairing {
        let [ll, ld, dd, wd, ww] = counts;
        let wdl = Wdl { wins: wd + 2 * ww, draws: ld + 2 * dd + wd, losses: 2 * ll + ld };
        Pairing { first, second, wdl, pairs: Pentanomial(counts) }
    }

    #[test]
    fn two_players_agree_with_the_plain_formula() {
        let games = pairing(0, 1, [34, 54, 63, 64, 75]);
        let table = rate(2, &[games]);
        let (best, worst) = (table[0], table[1]);
        let elo = games.pairs.elo().unwrap();
        assert_eq!((best.player, worst.player), (0, 1));
        assert!((best.elo - worst.elo - elo.value).abs() < 0.01);
        // Each rating is half the difference, and so is its error against the mean.
        assert!((2.0 * best.error - elo.error).abs() < 0.5, "{} {}", best.error, elo.error);
    }

    #[test]
    fn three_players_come_out_in_order_with_mean_zero() {
        let table = rate(
            3,
            &[
                pairing(0, 1, [10, 10, 20, 30, 30]),
                pairing(1, 2, [10, 10, 20, 30, 30]),
                pairing(0, 2, [2, 6, 12, 30, 50]),
            ],
        );
        assert_eq!(table.iter().map(|r| r.player).collect::<Vec<_>>(), [0, 1, 2]);
        assert!(table.iter().map(|r| r.elo).sum::<f64>().abs() < 1e-6);
        assert!(table.iter().all(|r| r.error > 5.0 && r.error < 60.0));
    }

    #[test]
    fn one_sided_and_absent_players_are_harmless() {
        let table = rate(3, &[pairing(0, 1, [0, 0, 0, 0, 10])]);
        assert!(table.iter().all(|r| r.elo.is_finite()));
        assert_eq!(table.iter().filter(|r| r.error.is_infinite()).count(), 1);
        assert!(rate(0, &[]).is_empty());
    }
}
