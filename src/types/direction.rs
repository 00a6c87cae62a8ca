//! The eight directions of the board.

use super::Color;

/// One of the eight compass directions as Black sees the board: north is towards White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the compass names say it all")]
pub enum Direction {
    North = 0,
    NorthEast = 1,
    East = 2,
    SouthEast = 3,
    South = 4,
    SouthWest = 5,
    West = 6,
    NorthWest = 7,
}

impl Direction {
    /// All eight, clockwise from north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// 0 to 7, clockwise from north.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction with this index, counted modulo 8.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        Self::ALL[index & 7]
    }

    /// The opposite direction.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::from_index(self as usize + 4)
    }

    /// True for north, east, south and west.
    #[inline]
    pub const fn is_orthogonal(self) -> bool {
        self as u8 & 1 == 0
    }

    /// One step as (squares to Black's right, squares towards White).
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Self::North => (0, 1),
            Self::NorthEast => (1, 1),
            Self::East => (1, 0),
            Self::SouthEast => (1, -1),
            Self::South => (0, -1),
            Self::SouthWest => (-1, -1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, 1),
        }
    }

    /// The same direction seen by `color`: White looks at the board from the other side.
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::Black => self,
            Color::White => self.opposite(),
        }
    }
}
