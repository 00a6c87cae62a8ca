//! Hints to processor and system about memory: cache lines that are needed soon, tables that want
//! large pages.
//!
//! The one place of the search with unsafe code. No hint has an effect that a program can see;
//! without them, or on other systems, everything works the same, only slower. Measured in one run
//! with and without, nodes a second: see the manual's chapter on the search.

/// Asks for the cache line at `target`. It may be ignored.
#[inline]
#[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "measured: see the manual"))]
pub(super) fn prefetch<T>(target: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing into the program and never faults, and the address
        // comes from a reference anyway.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(target).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    ignore(target);
}

/// Asks the system to back memory with large pages. It may be ignored. Best before the memory is
/// first touched.
#[cfg_attr(target_os = "linux", expect(unsafe_code, reason = "measured: see the manual"))]
pub(super) fn prefer_large_pages<T>(memory: &[T]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        let page = rustix::param::page_size();
        let begin = memory.as_ptr().addr().next_multiple_of(page);
        let end = memory.as_ptr().addr() + size_of_val(memory);
        let length = end.saturating_sub(begin) / page * page;
        if length > 0 {
            let start = memory.as_ptr().with_addr(begin).cast_mut().cast();
            // SAFETY: the range lies within one live allocation, and this advice changes the size
            // of the pages behind it alone, never what is read from them.
            let _refused_is_fine = unsafe { madvise(start, length, Advice::LinuxHugepage) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    ignore(memory);
}

/// What the hints are for a program that looks at nothing but values.
#[cfg(any(test, not(target_arch = "x86_64"), not(target_os = "linux")))]
fn ignore<T: ?Sized>(_: &T) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_change_nothing() {
        let values: Vec<u64> = (0..1 << 20).collect();
        prefer_large_pages(&values);
        for value in &values {
            prefetch(value);
            ignore(value);
        }
        assert!(values.into_iter().eq(0..1 << 20));
        prefer_large_pages::<u8>(&[]);
        prefer_large_pages(&[1u8; 100]);
    }
}
