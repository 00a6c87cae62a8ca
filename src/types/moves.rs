//! A move in 32 bits.

use std::num::NonZeroU32;

use super::{Direction, PieceType, Square};

/// The squares captured on the way, as seen from the square of departure.
///
/// Every multi-step mover of these games takes on its way only pieces that stand one or two steps
/// from it on one line, so a direction and a two-bit set say it all: bit 0 is the first square of
/// the line, bit 1 the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Via(u8);

impl Via {
    /// Nothing is captured on the way.
    pub const NONE: Self = Self(0);
    /// One past the largest code.
    pub const LIMIT: usize = 25;

    /// Captures on the line `direction`: `set` is 1 (first square), 2 (second) or 3 (both).
    #[inline]
    pub const fn new(direction: Direction, set: u8) -> Self {
        debug_assert!(set >= 1 && set <= 3);
        Self(direction as u8 * 3 + set)
    }

    /// The code with this number, below [`Via::LIMIT`].
    #[inline]
    pub const fn from_code(code: u8) -> Self {
        debug_assert!((code as usize) < Self::LIMIT);
        Self(code)
    }

    /// The code, 0 for none.
    #[inline]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// True when nothing is captured on the way.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The line and the set of captured squares on it, or `None`.
    #[inline]
    pub const fn get(self) -> Option<(Direction, u8)> {
        if self.0 == 0 {
            return None;
        }
        let code = self.0 - 1;
        Some((Direction::from_index((code / 3) as usize), code % 3 + 1))
    }
}

/// A move: departure, what is captured on the way, arrival, and whether the mover becomes another
/// type. It fits 32 bits and needs a position to be read as text.
///
/// A move that ends where it began and captures nothing is a pass. A drop has its arrival as its
/// departure too; what is dropped stands in the bits from the mark of promotion on, where 0 is a
/// plain move and 1 a promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU32);

const TO_SHIFT: u32 = Square::BITS;
const VIA_SHIFT: u32 = 2 * Square::BITS;
const PROMOTE_SHIFT: u32 = VIA_SHIFT + 5;
const SQUARE_MASK: u32 = (1 << Square::BITS) - 1;

impl Move {
    /// A move from `from` to `to` that captures `via` on the way.
    #[inline]
    pub const fn new(from: Square, via: Via, to: Square, promote: bool) -> Self {
        let bits = from.index() as u32
            | (to.index() as u32) << TO_SHIFT
            | (via.code() as u32) << VIA_SHIFT
            | (promote as u32) << PROMOTE_SHIFT;
        match NonZeroU32::new(bits) {
            Some(bits) => Self(bits),
            None => Self(NonZeroU32::MIN),
        }
    }

    /// A move without captures on the way.
    #[inline]
    pub const fn simple(from: Square, to: Square, promote: bool) -> Self {
        Self::new(from, Via::NONE, to, promote)
    }

    /// The largest number of a type that can be dropped.
    pub const MOST_DROPS: usize = 30;

    /// A piece of the side to move, from its hand to `to`; `kind` has a number of at most
    /// [`Move::MOST_DROPS`].
    #[inline]
    pub const fn drop(kind: PieceType, to: Square) -> Self {
        debug_assert!(kind.index() >= 1 && kind.index() <= Self::MOST_DROPS);
        let plain = Self::simple(to, to, false);
        match NonZeroU32::new(plain.0.get() | (kind.index() as u32 + 1) << PROMOTE_SHIFT) {
            Some(bits) => Self(bits),
            None => plain,
        }
    }

    /// The type that is dropped, for a drop.
    #[inline]
    pub const fn dropped(self) -> Option<PieceType> {
        match self.0.get() >> PROMOTE_SHIFT {
            0 | 1 => None,
            mark => Some(PieceType::from_index(mark as usize - 1)),
        }
    }

    /// True for a drop.
    #[inline]
    pub const fn is_drop(self) -> bool {
        self.0.get() >> PROMOTE_SHIFT > 1
    }

    /// The square of departure; of a drop, that of arrival.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index((self.0.get() & SQUARE_MASK) as usize)
    }

    /// The square of arrival.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index((self.0.get() >> TO_SHIFT & SQUARE_MASK) as usize)
    }

    /// What is captured on the way.
    #[inline]
    pub const fn via(self) -> Via {
        Via::from_code((self.0.get() >> VIA_SHIFT & 31) as u8)
    }

    /// True when the mover ends as another type, by promotion or contagion.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0.get() >> PROMOTE_SHIFT == 1
    }

    /// True when the mover stays and captures nothing (jitto).
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.from().index() == self.to().index() && self.via().is_none() && !self.is_drop()
    }

    /// The same move with the promotion mark as given; not for drops.
    #[inline]
    #[must_use]
    pub const fn with_promotion(self, promote: bool) -> Self {
        Self::new(self.from(), self.via(), self.to(), promote)
    }

    /// The 32 bits, never 0.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0.get()
    }

    /// The move with these bits, as [`Move::bits`] gave them; `None` for 0 or an unknown code.
    #[inline]
    pub const fn from_bits(bits: u32) -> Option<Self> {
        if (bits >> VIA_SHIFT & 31) as usize >= Via::LIMIT {
            return None;
        }
        match NonZeroU32::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }
}

const _: () = assert!(size_of::<Option<Move>>() == 4);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_gives_back_what_it_was_made_of() {
        let via = Via::new(Direction::NorthWest, 3);
        let m = Move::new(Square::from_index(2047), via, Square::from_index(1), true);
        assert_eq!((m.from().index(), m.to().index(), m.via()), (2047, 1, via));
        assert_eq!(m.via().get(), Some((Direction::NorthWest, 3)));
        assert!(m.is_promotion() && !m.with_promotion(false).is_promotion());
        assert_eq!(Move::from_bits(m.bits()), Some(m));
        assert_eq!(m.dropped(), None);
    }

    #[test]
    fn a_drop_is_neither_a_pass_nor_a_promotion() {
        let to = Square::from_index(77);
        for number in 1..=Move::MOST_DROPS {
            let kind = PieceType::from_index(number);
            let m = Move::drop(kind, to);
            assert_eq!((m.from(), m.to(), m.dropped()), (to, to, Some(kind)));
            assert!(m.is_drop() && !m.is_pass() && !m.is_promotion() && m.via().is_none());
            assert_eq!(Move::from_bits(m.bits()), Some(m));
        }
        assert!(Move::simple(to, to, false).is_pass());
    }
}
