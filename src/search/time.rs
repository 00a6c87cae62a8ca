//! How long to think.

use std::time::{Duration, Instant};

use super::params::Params;
use super::{Clock, Limits};

/// When a search began and when it should and must end.
#[derive(Clone, Copy, Debug)]
pub struct TimeManager {
    start: Instant,
    budget: Budget,
}

/// Durations from the start of the own time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// No new iteration is begun after about this.
    pub soft: Option<Duration>,
    /// The search ends at this.
    pub hard: Option<Duration>,
}

impl TimeManager {
    /// The plan for a search that begins at `start`.
    pub fn new(p: &Params, limits: &Limits, clock: Option<Clock>, start: Instant) -> Self {
        Self { start, budget: budget(p, limits, clock) }
    }

    /// A plan without limit.
    pub fn unlimited(start: Instant) -> Self {
        Self { start, budget: Budget::default() }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// True when the search must end now.
    pub fn must_stop(&self) -> bool {
        self.budget.hard.is_some_and(|hard| self.start.elapsed() >= hard)
    }

    /// True when another iteration is not worth beginning. `factor` is how much of the soft limit
    /// to use, in percent.
    pub fn should_stop(&self, factor: u32) -> bool {
        self.budget.soft.is_some_and(|soft| self.start.elapsed() >= soft * factor / 100)
    }
}

/// The soft and hard limits that follow from limits and clock.
pub fn budget(p: &Params, limits: &Limits, clock: Option<Clock>) -> Budget {
    let overhead = limits.move_overhead;
    let floor = Duration::from_millis(1);
    let mut budget = Budget::default();
    if let Some(clock) = clock {
        let left = clock.remaining.saturating_sub(overhead);
        let moves = clock.moves_to_go.map_or(p.time_moves as u32, |m| m.clamp(1, 60));
        let step = clock.increment * p.time_increment as u32 / 100;
        // Byoyomi is lost when it is not used, so it adds in full.
        let full = (clock.remaining + clock.byoyomi).saturating_sub(overhead);
        let byoyomi = clock.byoyomi.saturating_sub(overhead / 2);
        let soft = left / moves + step + byoyomi;
        let most = if clock.moves_to_go == Some(1) { left } else { left / 3 } + byoyomi;
        let hard = (soft * p.time_hard as u32 / 100).min(most.max(byoyomi)).min(full);
        budget.hard = Some(hard.max(floor));
        budget.soft = Some(soft.min(hard).max(floor));
    }
    if let Some(movetime) = limits.movetime {
        let fixed = movetime.saturating_sub(overhead).max(floor);
        budget.hard = Some(budget.hard.map_or(fixed, |hard| hard.min(fixed)));
    }
    budget
}

/// How much of the soft limit to use, in percent: more while the best move changes or the score
/// falls, less when it has long been the same.
///
/// `stable` counts the iterations since the best move changed, `drop` is how far the score fell
/// since the last iteration, in centipawns.
pub fn soft_factor(stable: u32, drop: i32) -> u32 {
    let stability = match stable {
        0 => 150,
        1 => 115,
        2 => 100,
        3 => 85,
        _ => 70,
    };
    let fall = 100 + (drop / 4).clamp(-15, 60);
    stability * fall as u32 / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn plan(clock: Clock, overhead: u64) -> Budget {
        let limits = Limits { move_overhead: ms(overhead), ..Limits::default() };
        budget(&Params::default(), &limits, Some(clock))
    }

    #[test]
    fn no_plan_passes_what_the_clock_allows() {
        for remaining in [0, 1, 20, 100, 1000, 60_000] {
            for increment in [0, 50, 1000] {
                let clock = Clock {
                    remaining: ms(remaining),
                    increment: ms(increment),
                    ..Clock::default()
                };
                let plan = plan(clock, 30);
                let most = ms(remaining.saturating_sub(30).max(1));
                assert!(plan.hard.unwrap() <= most, "{clock:?}: {plan:?}");
                assert!(plan.soft <= plan.hard);
            }
        }
    }

    #[test]
    fn byoyomi_is_used_to_the_full() {
        let clock = Clock { byoyomi: ms(1000), ..Clock::default() };
        let plan = plan(clock, 30);
        assert!(plan.hard.unwrap() >= ms(900) && plan.hard.unwrap() <= ms(970), "{plan:?}");
        assert!(plan.soft.unwrap() >= ms(900));
    }

    #[test]
    fn the_tightest_limit_wins() {
        let limits = Limits { movetime: Some(ms(100)), ..Limits::default() };
        let clock = Clock { remaining: ms(600_000), ..Clock::default() };
        let both = budget(&Params::default(), &limits, Some(clock));
        assert_eq!(both.hard, Some(ms(70)));
    }

    #[test]
    fn an_unsettled_search_gets_more_time() {
        assert!(soft_factor(0, 0) > soft_factor(5, 0));
        assert!(soft_factor(2, 200) > soft_factor(2, 0));
    }
}
