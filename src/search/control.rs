//! The handle by which another thread ends or redirects a running search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::Clock;

/// A handle on one search. Clones share their state; make a new one for every search.
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    stop: AtomicBool,
    hit: AtomicBool,
    ponder_hit: Mutex<Option<PonderHit>>,
}

/// The opponent played the move that was pondered on.
#[derive(Clone, Copy, Debug)]
pub struct PonderHit {
    /// When.
    pub at: Instant,
    /// The clock, if it was told anew.
    pub clock: Option<Clock>,
}

impl Control {
    /// A handle on a search that is not stopped.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the search as soon as it looks, a few milliseconds at most.
    pub fn stop(&self) {
        self.0.stop.store(true, Ordering::Release);
    }

    /// True once [`Control::stop`] was called.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }

    /// Turns a search that ponders into one on the engine's own time, which starts now. `clock`
    /// replaces the clock of the limits.
    pub fn ponderhit(&self, clock: Option<Clock>) {
        let hit = PonderHit { at: Instant::now(), clock };
        *self.0.ponder_hit.lock().unwrap_or_else(PoisonError::into_inner) = Some(hit);
        self.0.hit.store(true, Ordering::Release);
    }

    /// The hit, once [`Control::ponderhit`] was called.
    pub fn ponder_hit(&self) -> Option<PonderHit> {
        if !self.0.hit.load(Ordering::Acquire) {
            return None;
        }
        *self.0.ponder_hit.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_their_state() {
        let control = Control::new();
        let other = control.clone();
        assert!(!other.is_stopped() && other.ponder_hit().is_none());
        control.stop();
        control.ponderhit(Some(Clock::default()));
        assert!(other.is_stopped());
        assert_eq!(other.ponder_hit().unwrap().clock, Some(Clock::default()));
    }
}
