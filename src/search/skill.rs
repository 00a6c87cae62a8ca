//! Playing levels: fewer nodes, and now and then a move that is nearly as good as the best.

use rand::{Rng, RngExt as _};

use crate::types::Score;
use crate::types::score::MATE_BOUND;

/// A playing level, 0 (weakest) to 20 (full strength).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skill(u8);

/// Nodes of level 0: a look at every move, on a large board too.
const LEAST_NODES: f64 = 200.0;
/// Four levels more have so many times the nodes.
const GROWTH: f64 = 3.2;
/// Lines from which a lower level chooses.
const LINES: usize = 4;

impl Skill {
    /// Full strength.
    pub const FULL: Self = Self(20);

    /// A level, cut to 0 to 20.
    pub fn new(level: u8) -> Self {
        Self(level.min(Self::FULL.0))
    }

    /// The most nodes that a search may use; `None` at full strength.
    pub fn nodes(self) -> Option<u64> {
        (self < Self::FULL).then(|| (LEAST_NODES * GROWTH.powf(f64::from(self.0) / 4.0)) as u64)
    }

    /// The lines that a search needs for a choice.
    pub fn lines(self) -> usize {
        if self < Self::FULL { LINES } else { 1 }
    }

    /// The line to play of those at hand, best first with their scores: another one than the first
    /// with a chance that shrinks from a half at level 0 to none at full strength, and only if it
    /// is not much worse. A won game is won, and no move loses at once that need not.
    pub fn choose(self, scores: &[Score], random: &mut impl Rng) -> usize {
        let weakness = i32::from(Self::FULL.0 - self.0);
        let Some(&best) = scores.first() else { return 0 };
        if best.abs() >= MATE_BOUND || random.random_range(0..40) >= weakness {
            return 0;
        }
        let margin = 20 + weakness * weakness * 3 / 4;
        let close = |s: &&Score| **s > -MATE_BOUND && **s >= best - margin;
        let choices = scores.iter().skip(1).take_while(close).count();
        if choices == 0 { 0 } else { random.random_range(1..=choices) }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::types::score::MATE;

    fn random() -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(1)
    }

    #[test]
    fn full_strength_has_no_bounds_and_no_doubts() {
        let mut random = random();
        assert_eq!((Skill::FULL.nodes(), Skill::FULL.lines()), (None, 1));
        assert!((0..1000).all(|_| Skill::FULL.choose(&[10, 10, 10], &mut random) == 0));
        assert_eq!(Skill::new(99), Skill::FULL);
    }

    #[test]
    fn every_level_has_more_nodes_and_fewer_doubts_than_the_one_below() {
        let mut random = random();
        let doubts = |level, random: &mut Xoshiro256PlusPlus| {
            (0..4000).filter(|_| Skill::new(level).choose(&[10, 10], random) != 0).count()
        };
        for level in (0..16).step_by(4) {
            assert!(Skill::new(level + 1).nodes() > Skill::new(level).nodes());
            assert!(doubts(level, &mut random) > doubts(level + 4, &mut random) + 200);
        }
    }

    #[test]
    fn no_level_throws_a_game_away() {
        let mut random = random();
        let mut choose = |scores: &[Score]| {
            (0..1000).map(|_| Skill::new(0).choose(scores, &mut random)).max().unwrap()
        };
        assert_eq!(choose(&[MATE - 3, 500, 400]), 0);
        assert_eq!(choose(&[0, -1000]), 0);
        assert_eq!(choose(&[0, -5 - MATE_BOUND]), 0);
        assert_eq!(choose(&[0, -10, -20, -1000]), 2);
        assert_eq!(choose(&[]), 0);
    }
}
