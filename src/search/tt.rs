//! The transposition table: four entries to a cache line, shared by all threads without locks.
//!
//! An entry is two 64-bit words. The second is stored xored with a hash of the first, so an entry
//! that two threads wrote at once fails its key check and is not believed.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use bytemuck::Zeroable;

use super::Bound;
use super::memory::{prefer_large_pages, prefetch};
use crate::types::score::MATE_BOUND;
use crate::types::{Move, Score};

/// Entries of a bucket: one cache line.
const BUCKET: usize = 4;
const GENERATIONS: u8 = 64;
/// Scores and evaluations lie within this and fit [`SCORE_BITS`] bits, signed.
const SCORE_LIMIT: Score = (1 << (SCORE_BITS - 1)) - 1;
const SCORE_BITS: u32 = 22;
const SCORE_MASK: u64 = (1 << SCORE_BITS) - 1;
const MOVE_BITS: u32 = 32;
const KEY_BITS: u32 = 36;
const KEY_MASK: u64 = (1 << KEY_BITS) - 1;

#[derive(Debug, Zeroable)]
#[repr(C, align(64))]
struct Bucket([(AtomicU64, AtomicU64); BUCKET]);

const _: () = assert!(size_of::<Bucket>() == 64);
const _: () = assert!(SCORE_LIMIT > crate::types::score::MATE);

/// What the table remembers of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Best move, not checked: another position may share the key.
    pub mv: Option<Move>,
    /// Score, mates counted from the node that asks.
    pub score: Score,
    /// Static evaluation.
    pub eval: Score,
    /// Depth in plies; 0 and below are quiescence.
    pub depth: i32,
    /// How the score stands to the true one; `None` when only the evaluation counts.
    pub bound: Option<Bound>,
    /// Found on the principal variation.
    pub pv: bool,
}

/// The table.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Box<[Bucket]>,
    generation: AtomicU8,
}

/// Depths are stored from 0.
const DEPTH_OFFSET: i32 = 4;
const DEPTH_BITS: u32 = 7;
/// A search that was deeper counts as one of this depth.
const MOST_DEPTH: i32 = (1 << DEPTH_BITS) - 1;
const BOUND_SHIFT: u32 = MOVE_BITS + SCORE_BITS + DEPTH_BITS;
const PV_SHIFT: u32 = BOUND_SHIFT + 2;
const _: () = assert!(PV_SHIFT == 63);

impl TranspositionTable {
    /// A table of about `megabytes` MiB, at least one; smaller where the memory is not to be had.
    /// It takes no time: the system gives zeroed pages when they are first touched.
    pub fn new(megabytes: usize) -> Self {
        let mut count = (megabytes.max(1) << 20) / size_of::<Bucket>();
        loop {
            if let Ok(buckets) = bytemuck::allocation::try_zeroed_slice_box(count) {
                prefer_large_pages(&buckets);
                return Self { buckets, generation: AtomicU8::new(0) };
            }
            count /= 2;
        }
    }

    /// True when no search has used the table since it was made or cleared.
    pub fn is_fresh(&self) -> bool {
        self.generation.load(Ordering::Relaxed) == 0
    }

    /// Forgets everything; large tables are cleared by several threads.
    pub fn clear(&self) {
        if self.is_fresh() {
            return;
        }
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get().min(8));
        let chunk = self.buckets.len().div_ceil(threads).max(1 << 16);
        std::thread::scope(|scope| {
            for part in self.buckets.chunks(chunk) {
                let clear = || {
                    for (first, second) in part.iter().flat_map(|b| &b.0) {
                        first.store(0, Ordering::Relaxed);
                        second.store(0, Ordering::Relaxed);
                    }
                };
                // A thread that the system refuses is done without.
                if std::thread::Builder::new().spawn_scoped(scope, clear).is_err() {
                    clear();
                }
            }
        });
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Touches all pages of a table that nothing was stored in yet, so that no search waits for
    /// them.
    pub fn touch(&self) {
        /// Buckets to a page of the smallest size.
        const PAGE: usize = 4096 / size_of::<Bucket>();
        if self.is_fresh() {
            for bucket in self.buckets.iter().step_by(PAGE) {
                bucket.0[0].0.store(0, Ordering::Relaxed);
            }
        }
    }

    /// Ages all entries by one search.
    pub fn new_search(&self) {
        let next = self.generation.load(Ordering::Relaxed) % (GENERATIONS - 1) + 1;
        self.generation.store(next, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Touches the line of a key so that a later probe finds it in the cache.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// What the table knows of a key at `ply` plies from the root.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        for (first, second) in &self.bucket(key).0 {
            let data = first.load(Ordering::Relaxed);
            let rest = second.load(Ordering::Relaxed) ^ scramble(data);
            if rest & KEY_MASK == key & KEY_MASK && data | rest != 0 {
                return Some(unpack(data, rest, ply));
            }
        }
        None
    }

    /// Remembers a position. An older or shallower entry gives way; the move of the same position
    /// is kept when there is no new one.
    pub fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut victim = 0;
        let mut lowest = i32::MAX;
        let bucket = &self.bucket(key).0;
        for (index, (first, second)) in bucket.iter().enumerate() {
            let data = first.load(Ordering::Relaxed);
            let rest = second.load(Ordering::Relaxed) ^ scramble(data);
            if data == 0 && rest == 0 {
                victim = index;
                break;
            }
            if rest & KEY_MASK == key & KEY_MASK {
                let old = unpack(data, rest, ply);
                let same_age = age_of(rest) == generation;
                let exact = entry.bound == Some(Bound::Exact);
                if !exact && same_age && entry.depth + 4 < old.depth {
                    return;
                }
                entry.mv = entry.mv.or(old.mv);
                victim = index;
                break;
            }
            let age = i32::from((generation + GENERATIONS - age_of(rest)) % GENERATIONS);
            let worth = depth_of(data) - 8 * age;
            if worth < lowest {
                lowest = worth;
                victim = index;
            }
        }
        let (data, rest) = pack(key, ply, &entry, generation);
        bucket[victim].0.store(data, Ordering::Relaxed);
        bucket[victim].1.store(rest ^ scramble(data), Ordering::Relaxed);
    }

    /// How full the table is with entries of this search, in permille, from a sample.
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = sample.iter().flat_map(|b| &b.0).filter(|(first, second)| {
            let data = first.load(Ordering::Relaxed);
            let rest = second.load(Ordering::Relaxed) ^ scramble(data);
            data != 0 && age_of(rest) == generation
        });
        (used.count() * 1000 / (sample.len() * BUCKET)) as u32
    }
}

/// A cheap hash, 0 for 0.
#[inline]
fn scramble(data: u64) -> u64 {
    data.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}

// First word: move 32, score 22, depth 7, bound 2, PV 1. Second: key 36, evaluation 22, age 6.

#[inline]
fn pack(key: u64, ply: usize, entry: &Entry, generation: u8) -> (u64, u64) {
    let mv = u64::from(entry.mv.map_or(0, Move::bits));
    let depth = (entry.depth + DEPTH_OFFSET).clamp(1, MOST_DEPTH) as u64;
    let bound = match entry.bound {
        None => 0,
        Some(Bound::Exact) => 1,
        Some(Bound::Lower) => 2,
        Some(Bound::Upper) => 3,
    };
    let data = mv
        | squeeze(to_table(entry.score, ply)) << MOVE_BITS
        | depth << (MOVE_BITS + SCORE_BITS)
        | bound << BOUND_SHIFT
        | u64::from(entry.pv) << PV_SHIFT;
    let rest = key & KEY_MASK
        | squeeze(entry.eval) << KEY_BITS
        | u64::from(generation) << (KEY_BITS + SCORE_BITS);
    (data, rest)
}

#[inline]
fn unpack(data: u64, rest: u64, ply: usize) -> Entry {
    Entry {
        mv: Move::from_bits(data as u32),
        score: from_table(widen(data >> MOVE_BITS), ply),
        eval: widen(rest >> KEY_BITS),
        depth: depth_of(data) - DEPTH_OFFSET,
        bound: match data >> BOUND_SHIFT & 3 {
            0 => None,
            1 => Some(Bound::Exact),
            2 => Some(Bound::Lower),
            _ => Some(Bound::Upper),
        },
        pv: data >> PV_SHIFT != 0,
    }
}

#[inline]
const fn depth_of(data: u64) -> i32 {
    (data >> (MOVE_BITS + SCORE_BITS)) as i32 & MOST_DEPTH
}

#[inline]
const fn age_of(rest: u64) -> u8 {
    (rest >> (KEY_BITS + SCORE_BITS)) as u8
}

#[inline]
fn squeeze(score: Score) -> u64 {
    score.clamp(-SCORE_LIMIT, SCORE_LIMIT) as u64 & SCORE_MASK
}

#[inline]
const fn widen(bits: u64) -> Score {
    ((bits as u32) << (32 - SCORE_BITS)) as i32 >> (32 - SCORE_BITS)
}

/// Mates are stored as counted from the node itself.
#[inline]
const fn to_table(score: Score, ply: usize) -> Score {
    if score >= MATE_BOUND {
        score + ply as Score
    } else if score <= -MATE_BOUND {
        score - ply as Score
    } else {
        score
    }
}

#[inline]
const fn from_table(score: Score, ply: usize) -> Score {
    if score >= MATE_BOUND {
        score - ply as Score
    } else if score <= -MATE_BOUND {
        score + ply as Score
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Square;
    use crate::types::score::MATE;

    fn entry(score: Score, depth: i32) -> Entry {
        let mv = Move::simple(Square::from_index(2000), Square::from_index(77), true);
        Entry { mv: Some(mv), score, eval: -123_456, depth, bound: Some(Bound::Lower), pv: true }
    }

    #[test]
    fn an_entry_comes_back_as_it_was_stored() {
        let table = TranspositionTable::new(1);
        for (key, score) in [(1u64 << 60 | 5, 77), (3 << 60 | 9, -654_321), (u64::MAX, 0)] {
            table.store(key, 3, entry(score, 9));
            assert_eq!(table.probe(key, 3), Some(entry(score, 9)));
            assert_eq!(table.probe(key ^ 1 << 20, 3), None);
        }
    }

    #[test]
    fn mates_are_counted_from_the_node() {
        let table = TranspositionTable::new(1);
        table.store(42, 5, entry(MATE - 8, 4));
        assert_eq!(table.probe(42, 2).map(|e| e.score), Some(MATE - 5));
        table.store(43, 5, entry(8 - MATE, 4));
        assert_eq!(table.probe(43, 2).map(|e| e.score), Some(5 - MATE));
    }

    #[test]
    fn shallow_and_old_entries_give_way() {
        let table = TranspositionTable::new(1);
        for n in 0..4 {
            table.store(n, 0, entry(n as Score, 10 + n as i32));
        }
        table.store(9, 0, entry(9, 2));
        assert!(table.probe(0, 0).is_none() && table.probe(9, 0).is_some());
        assert!(table.probe(3, 0).is_some());
    }

    #[test]
    fn a_torn_entry_is_not_believed() {
        let table = TranspositionTable::new(1);
        table.store(42, 0, entry(1, 4));
        let (first, _) = &table.bucket(42).0[0];
        first.store(first.load(Ordering::Relaxed) ^ 1 << 30, Ordering::Relaxed);
        assert_eq!(table.probe(42, 0), None);
    }
}
