//! Piece types and the coloured pieces on the board.

use super::Color;

/// A type of piece of one variant, 1 to [`PieceType::MAX`]; a promoted form is a type of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceType(u16);

impl PieceType {
    /// The largest type number.
    pub const MAX: usize = 1023;

    /// The type with this number; 0 is the empty type and names no piece.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        debug_assert!(index <= Self::MAX);
        Self(index as u16)
    }

    /// The number, from 1.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What stands on a mailbox square: nothing, the edge, or a piece of a type and a colour.
///
/// The low two bits are 0 for an empty square, 1 for Black, 2 for White and 3 for the edge, so
/// that "`us` may land here" is `piece.bits() & us.bit() == 0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u16);

impl Piece {
    /// An empty square.
    pub const EMPTY: Self = Self(0);
    /// A square of the padding.
    pub const EDGE: Self = Self(3);

    /// A piece of type `kind` and side `color`.
    #[inline]
    pub const fn new(kind: PieceType, color: Color) -> Self {
        Self(kind.0 << 2 | color.bit())
    }

    /// The raw bits: the type from bit 2, the mark of the side in bits 0 and 1.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// A dense index for tables by piece: twice the type, plus 1 for White.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// The type; meaningless for [`Piece::EMPTY`] and [`Piece::EDGE`].
    #[inline]
    pub const fn kind(self) -> PieceType {
        PieceType(self.0 >> 2)
    }

    /// The side; meaningless for [`Piece::EMPTY`] and [`Piece::EDGE`].
    #[inline]
    pub const fn color(self) -> Color {
        if self.0 & 2 == 0 { Color::Black } else { Color::White }
    }

    /// The type and side, or `None` for an empty square or the edge.
    pub const fn get(self) -> Option<(PieceType, Color)> {
        if self.is_piece() { Some((self.kind(), self.color())) } else { None }
    }

    /// True when a piece stands here.
    #[inline]
    pub const fn is_piece(self) -> bool {
        self.0 > 3
    }

    /// True for a square of the padding.
    #[inline]
    pub const fn is_edge(self) -> bool {
        self.0 == 3
    }

    /// True for an empty square of the board.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True when this is a piece of `color`.
    #[inline]
    pub const fn is_of(self, color: Color) -> bool {
        self.0 & 3 == color.bit()
    }

    /// True when a piece of `color` may end a move here: an empty square or an enemy.
    #[inline]
    pub const fn is_open_to(self, color: Color) -> bool {
        self.0 & color.bit() == 0
    }

    /// The same type and the other colour; not for [`Piece::EMPTY`] or [`Piece::EDGE`].
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self(self.0 ^ 3)
    }

    /// The same colour as another type.
    #[inline]
    #[must_use]
    pub const fn with_kind(self, kind: PieceType) -> Self {
        Self(kind.0 << 2 | self.0 & 3)
    }
}

const _: () = assert!(size_of::<Piece>() == 2);
