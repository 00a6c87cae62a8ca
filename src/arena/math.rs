//! Small numeric helpers for the statistics: the normal distribution and a bracketing root finder.

/// Two-sided 95 % point of the standard normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Complementary error function, relative error below 1.2e-7 (Chebyshev fit of Numerical Recipes).
fn erfc(x: f64) -> f64 {
    const C: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let t = 1.0 / (1.0 + 0.5 * x.abs());
    let polynomial = C.iter().rev().fold(0.0, |sum, c| sum * t + c);
    let value = t * (-x * x + polynomial).exp();
    if x >= 0.0 { value } else { 2.0 - value }
}

/// The probability that a standard normal variable is at most `x`.
pub fn normal_cdf(x: f64) -> f64 {
    0.5 * erfc(-x / std::f64::consts::SQRT_2)
}

/// A root of `f` between `low` and `high`, where `f` changes its sign, to about `1e-13` of the
/// width. The result is one of the ends when the sign does not change.
pub fn bisect(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    let rising = f(high) >= f(low);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if (f(middle) < 0.0) == rising {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_distribution_has_its_known_points() {
        for (x, p) in [(0.0, 0.5), (Z95, 0.975), (-Z95, 0.025), (1.0, 0.841_344_746)] {
            assert!((normal_cdf(x) - p).abs() < 1e-6, "{x}: {}", normal_cdf(x));
        }
    }

    #[test]
    fn bisection_finds_a_root_of_either_slope() {
        assert!((bisect(0.0, 3.0, |x| x * x - 2.0) - 2f64.sqrt()).abs() < 1e-12);
        assert!((bisect(0.0, 3.0, |x| 2.0 - x * x) - 2f64.sqrt()).abs() < 1e-12);
    }
}
