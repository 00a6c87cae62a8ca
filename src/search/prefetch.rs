//! Asking the processor for a cache line before it is needed.
//!
//! The one place of the search with unsafe code. A prefetch has no effect that a program can see;
//! without it, or on other processors, everything works the same, only slower.

/// Asks for the cache line at `target`. It may be ignored.
#[inline(always)]
#[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "measured: a tenth more nodes"))]
pub(super) fn prefetch<T>(target: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing into the program and never faults, and the address
        // comes from a reference anyway.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(target).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    safe_twin(target);
}

/// What [`prefetch`] is for a program that looks at nothing but values.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn safe_twin<T>(_: &T) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefetch_changes_nothing() {
        let values: Vec<u64> = (0..1000).collect();
        for value in &values {
            prefetch(value);
            safe_twin(value);
        }
        assert!(values.into_iter().eq(0..1000));
    }
}
