//! A move in 32 bits.

use std::num::NonZeroU32;

use super::{Direction, Square};

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
/// A move that ends where it began and captures nothing is a pass.
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

    /// The square of departure.
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
        self.0.get() >> PROMOTE_SHIFT & 1 != 0
    }

    /// True when the mover stays and captures nothing (jitto).
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.from().index() == self.to().index() && self.via().is_none()
    }

    /// The same move with the promotion mark as given.
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
    }
}
