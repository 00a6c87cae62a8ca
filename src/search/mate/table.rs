//! The table of what is known of positions: proof and disproof numbers, one best move, a length.

use bytemuck::Zeroable;

use crate::types::Move;

/// "Never": the proof number of a disproved position, the disproof number of a proved one.
pub(super) const INFINITE: u32 = 1 << 30;

const BUCKET: usize = 4;

/// What is known of one position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Zeroable)]
pub(super) struct Known {
    /// Proof number: 0 when the attacker wins, [`INFINITE`] when he does not.
    pub(super) pn: u32,
    /// Disproof number, the other way round.
    pub(super) dn: u32,
    /// The attacker's move that wins, or the defender's that saves; 0 for none.
    pub(super) best: u32,
    /// For a proved position, plies to the end of the line. For an open one, how many of the
    /// positions before it made its last disproof, 0 when there was none.
    pub(super) length: u16,
    /// Those positions as one hash.
    pub(super) segment: u64,
}

impl Known {
    /// The best move.
    pub(super) fn best_move(&self) -> Option<Move> {
        Move::from_bits(self.best)
    }

    /// The attacker wins, whatever led here.
    pub(super) const fn is_proved(&self) -> bool {
        self.pn == 0
    }
}

#[derive(Clone, Copy, Debug, Default, Zeroable)]
struct Entry {
    key: u64,
    known: Known,
    /// Logarithm of the nodes spent.
    work: u8,
    /// 0 for a free entry.
    generation: u8,
}

/// A table of fixed size: four entries to a bucket, the cheapest is replaced.
#[derive(Clone, Debug)]
pub(super) struct Table {
    entries: Box<[[Entry; BUCKET]]>,
    generation: u8,
}

impl Table {
    /// A table of about `megabytes` MB, at least one, made in no time: the system gives zeroed pages
    /// when they are first touched.
    pub(super) fn new(megabytes: usize) -> Self {
        let buckets = (megabytes.max(1) << 20) / size_of::<[Entry; BUCKET]>();
        Self { entries: bytemuck::allocation::zeroed_slice_box(buckets), generation: 1 }
    }

    /// Forgets everything, in constant time but for every 255th time.
    pub(super) fn forget(&mut self) {
        if self.generation == u8::MAX {
            self.entries.fill([Entry::default(); BUCKET]);
            self.generation = 0;
        }
        self.generation += 1;
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.entries.len() as u128) >> 64) as usize
    }

    /// What is known of the position with this key.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<&Known> {
        self.entries[self.index(key)]
            .iter()
            .find(|e| e.key == key && e.generation == self.generation)
            .map(|e| &e.known)
    }

    /// Keeps what is known of a position after `nodes` nodes.
    pub(super) fn store(&mut self, key: u64, known: Known, nodes: u64) {
        let (index, generation) = (self.index(key), self.generation);
        let bucket = &mut self.entries[index];
        let same = bucket.iter().position(|e| e.key == key && e.generation == generation);
        let slot = same.unwrap_or_else(|| {
            let price = |e: &Entry| if e.generation == generation { i32::from(e.work) } else { -1 };
            (0..BUCKET).min_by_key(|&i| price(&bucket[i])).unwrap_or(0)
        });
        let entry = &mut bucket[slot];
        let spent = nodes.max(1).ilog2() as u8;
        let work = if same.is_some() { spent.max(entry.work) } else { spent };
        *entry = Entry { key, known, work, generation };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_cost_most_and_forgets_on_demand() {
        let mut table = Table::new(1);
        let known = |pn| Known { pn, dn: 1, ..Known::default() };
        for low in 0..5u64 {
            table.store(low, known(low as u32), 1 << low);
        }
        assert_eq!(table.probe(0), None);
        assert_eq!(table.probe(4), Some(&known(4)));
        for _ in 0..300 {
            table.forget();
            assert_eq!(table.probe(4), None);
        }
    }
}
