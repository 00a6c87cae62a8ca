//! A square of the padded mailbox.

/// An index into the padded mailbox of a [`Geometry`](super::Geometry), below 2,048.
///
/// Squares mean nothing without the geometry that made them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u16);

impl Square {
    /// How many bits a square takes in a [`Move`](super::Move).
    pub const BITS: u32 = 11;
    /// One past the largest index.
    pub const LIMIT: usize = 1 << Self::BITS;
    /// No square at all; index 0 is always padding.
    pub const NONE: Self = Self(0);

    /// The square with this mailbox index.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        debug_assert!(index < Self::LIMIT);
        Self(index as u16)
    }

    /// The mailbox index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square `offset` entries further in the mailbox. The result may be padding; the padding
    /// of a geometry is wide enough for the longest leap of its game.
    #[inline]
    #[must_use]
    pub const fn offset(self, offset: i16) -> Self {
        Self(self.0.wrapping_add_signed(offset))
    }

    /// True for [`Square::NONE`].
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

const _: () = assert!(size_of::<Square>() == 2);
