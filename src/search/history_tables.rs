//! What the search learns of moves: quiet, capture and continuation history.
//!
//! Boards of these games have up to 1,296 squares and 300 types of pieces, so the tables of pairs
//! are hashed into a fixed number of slots.

use crate::types::{Move, Piece, Square};

/// Bounds of all entries.
pub const HISTORY_LIMIT: i32 = 16_384;
/// Rows of the continuation history: the move before.
const ROWS: usize = 512;
/// Slots of a row: the move itself.
const COLUMNS: usize = 1024;

/// The tables of one thread.
#[derive(Clone, Debug)]
pub struct HistoryTables {
    squares: usize,
    kinds: usize,
    quiet: Box<[i16]>,
    capture: Box<[i16]>,
    continuation: Box<[i16]>,
}

/// A row of the continuation history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row(u32);

impl Row {
    /// The row of "no move before".
    pub const NONE: Self = Self(0);

    /// The row of a move that brought `piece` to `to`.
    #[inline]
    pub fn of(piece: Piece, to: Square) -> Self {
        let mixed = (piece.index() as u32 * 2048 + to.index() as u32).wrapping_mul(0x9e37_79b1);
        Self((mixed >> 23).max(1))
    }
}

const _: () = assert!(ROWS == 1 << 9);

#[inline]
fn column(piece: Piece, to: Square) -> usize {
    let mixed = (piece.index() as u32 * 2048 + to.index() as u32).wrapping_mul(0x85eb_ca6b);
    (mixed >> 22) as usize
}

const _: () = assert!(COLUMNS == 1 << 10);

impl HistoryTables {
    /// Empty tables for a board of `squares` mailbox entries and `kinds` types, the empty one
    /// included.
    pub fn new(squares: usize, kinds: usize) -> Self {
        let zeros = |n: usize| {
            let entries = vec![0i16; n];
            super::memory::prefer_large_pages(&entries);
            entries.into_boxed_slice()
        };
        Self {
            squares,
            kinds,
            quiet: zeros(2 * kinds * squares),
            capture: zeros(2 * kinds * kinds),
            continuation: zeros(ROWS * COLUMNS),
        }
    }

    /// True when the tables are made for such a board.
    pub const fn fits(&self, squares: usize, kinds: usize) -> bool {
        self.squares == squares && self.kinds == kinds
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.quiet.fill(0);
        self.capture.fill(0);
        self.continuation.fill(0);
    }

    #[inline]
    fn quiet_index(&self, piece: Piece, to: Square) -> usize {
        piece.index() * self.squares + to.index()
    }

    /// The score of a quiet move of `piece` to `to` after the moves of `rows`.
    #[inline]
    pub fn quiet(&self, piece: Piece, to: Square, rows: [Row; 2]) -> i32 {
        let column = column(piece, to);
        let continuation =
            |row: Row| i32::from(self.continuation[row.0 as usize * COLUMNS + column]);
        i32::from(self.quiet[self.quiet_index(piece, to)])
            + continuation(rows[0])
            + continuation(rows[1])
    }

    /// Rewards (or with a negative `bonus` punishes) a quiet move.
    pub fn update_quiet(&mut self, piece: Piece, m: Move, rows: [Row; 2], bonus: i32) {
        let to = m.to();
        let index = self.quiet_index(piece, to);
        update(&mut self.quiet[index], bonus);
        let column = column(piece, to);
        for row in rows {
            if row != Row::NONE {
                update(&mut self.continuation[row.0 as usize * COLUMNS + column], bonus);
            }
        }
    }

    /// The score of a capture of `victim` by `piece`.
    #[inline]
    pub fn capture(&self, piece: Piece, victim: Piece) -> i32 {
        i32::from(self.capture[piece.index() * self.kinds + victim.kind().index()])
    }

    /// Rewards or punishes a capture.
    pub fn update_capture(&mut self, piece: Piece, victim: Piece, bonus: i32) {
        let index = piece.index() * self.kinds + victim.kind().index();
        update(&mut self.capture[index], bonus);
    }
}

/// Moves an entry towards the sign of `bonus`, the less the nearer it is to the limit.
#[inline]
fn update(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Color, PieceType};

    #[test]
    fn entries_stay_within_their_bounds() {
        let mut entry = 0i16;
        for _ in 0..10_000 {
            update(&mut entry, 1600);
        }
        assert!(i32::from(entry) <= HISTORY_LIMIT && entry > 14_000);
        for _ in 0..10_000 {
            update(&mut entry, -1600);
        }
        assert!(i32::from(entry) >= -HISTORY_LIMIT && entry < -14_000);
    }

    #[test]
    fn a_rewarded_move_scores_higher_after_its_move_before() {
        let mut tables = HistoryTables::new(600, 50);
        let piece = Piece::new(PieceType::from_index(7), Color::White);
        let (to, other) = (Square::from_index(300), Square::from_index(301));
        let rows = [Row::of(piece, other), Row::NONE];
        tables.update_quiet(piece, Move::simple(other, to, false), rows, 500);
        assert_eq!(tables.quiet(piece, to, [Row::NONE; 2]), 500);
        assert_eq!(tables.quiet(piece, to, rows), 1000);
        assert_eq!(tables.quiet(piece, other, rows), 0);
    }
}
