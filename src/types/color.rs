//! The two sides of a game.

use std::fmt;
use std::ops::Not;

/// A side. Black is Sente: it moves first, stands at the bottom of a diagram and is `b` in SFEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// Sente, upper case in SFEN.
    Black = 0,
    /// Gote, lower case in SFEN.
    White = 1,
}

impl Color {
    /// Both sides, Black first.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// 0 for Black, 1 for White.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The two-bit mark of this side in a [`Piece`](super::Piece): 1 for Black, 2 for White.
    #[inline]
    pub const fn bit(self) -> u16 {
        1 << (self as u16)
    }

    /// The SFEN letter, `b` or `w`.
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'b',
            Self::White => 'w',
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}
