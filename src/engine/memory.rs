//! How much memory a search table may take.

use std::fs;

/// MiB that a new table may take while one of `own` MiB is to be freed; `None` where the system
/// does not say.
pub(super) fn available(own: usize) -> Option<usize> {
    let free = [free_memory(), free_in_group()].into_iter().flatten().min()?;
    Some(free + own)
}

/// Free memory of the machine as Linux tells it, in MiB.
fn free_memory() -> Option<usize> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|l| l.strip_prefix("MemAvailable:"))?;
    let kilobytes: usize = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes >> 10)
}

/// What the control group of a container leaves, in MiB.
fn free_in_group() -> Option<usize> {
    let read = |file: &str| -> Option<usize> {
        fs::read_to_string(format!("/sys/fs/cgroup/{file}")).ok()?.trim().parse().ok()
    };
    Some(read("memory.max")?.saturating_sub(read("memory.current")?) >> 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_a_terabyte_is_too_much_here() {
        assert!(available(0).is_none_or(|mb| mb < 1 << 20));
        if let (Some(less), Some(more)) = (available(0), available(1 << 30)) {
            assert!(more > less);
        }
    }
}
