//! Position keys.
//!
//! A key per piece and a key per square are mixed by one folded multiplication instead of a table
//! of all pairs: at 150 coloured types and 550 squares that table would take 660 kB of cache.

use crate::types::{Color, Piece, Square};

/// Keys of pieces and squares for one variant.
#[derive(Clone, Debug)]
pub(super) struct Zobrist {
    pieces: Box<[u64]>,
    squares: Box<[u64]>,
}

/// The key of White to move.
pub(super) const SIDE: u64 = 0x9b1c_6d3e_57a2_f04d;

impl Zobrist {
    pub(super) fn new(kinds: usize, squares: usize) -> Self {
        let mut state = 0x2026_1130_da1b_a001;
        let mut fill = |n: usize| (0..n).map(|_| split_mix(&mut state) | 1).collect();
        Self { pieces: fill(2 * kinds), squares: fill(squares) }
    }

    #[inline]
    pub(super) fn piece(&self, piece: Piece, square: Square) -> u64 {
        fold(self.pieces[piece.index()], self.squares[square.index()])
    }

    /// The key of "a lion was just taken on this square by a piece that is no lion".
    #[inline]
    pub(super) fn lion_capture(&self, square: Square) -> u64 {
        if square.is_none() { 0 } else { fold(0xd6e8_feb8_6659_fd93, self.squares[square.index()]) }
    }

    /// The key of "at least `count` of `piece` are in its side's hand".
    #[inline]
    pub(super) fn hand(&self, piece: Piece, count: u16) -> u64 {
        let number = u64::from(count).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        fold(self.pieces[piece.index()] ^ 0x2545_f491_4f6c_dd1c, number)
    }

    /// The key of "`color` was bared and has one reply".
    #[inline]
    pub(super) const fn pending(color: Color) -> u64 {
        match color {
            Color::Black => 0x5851_f42d_4c95_7f2d,
            Color::White => 0x1405_7b7e_f767_814f,
        }
    }
}

#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let wide = u128::from(a) * u128::from(b);
    wide as u64 ^ (wide >> 64) as u64
}

/// One step of `SplitMix64` (Steele, Lea and Flood 2014).
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::PieceType;
    use std::collections::HashSet;

    #[test]
    fn no_two_pieces_on_squares_share_a_key() {
        let keys = Zobrist::new(80, 600);
        let mut seen = HashSet::new();
        for kind in 1..80 {
            for color in Color::ALL {
                let piece = Piece::new(PieceType::from_index(kind), color);
                for square in 0..600 {
                    assert!(seen.insert(keys.piece(piece, Square::from_index(square))));
                }
            }
        }
    }
}
