//! How pieces get at a square that steps, slides and jumps do not tell: by jumping lower ranks of a
//! line, by king steps over empty squares, by skipping the first square of a slide.

use super::Position;
use crate::types::{Color, Direction, Piece, Square};
use crate::variant::rules::GeneralCapture;

/// Half the side of the field in which an area move stays.
const RADIUS: usize = 3;
/// Where the piece stands: fields are rows of eight bits, seven of them used.
const CENTRE: u64 = 1 << (RADIUS * 8 + RADIUS);
const FIELD: u64 = 0x007f_7f7f_7f7f_7f7f;

/// The squares next to those of a set, and the set.
#[inline]
const fn spread(set: u64) -> u64 {
    let row = (set | set << 1 | set >> 1) & FIELD;
    (row | row << 8 | row >> 8) & FIELD
}

/// The squares around a piece at which its area move can end, own pieces included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AreaEnds {
    set: u64,
    /// The mailbox index of the first bit.
    origin: i32,
    stride: i32,
}

impl AreaEnds {
    /// The squares, by rank and file.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = Square> {
        let mut set = self.set;
        std::iter::from_fn(move || {
            if set == 0 {
                return None;
            }
            let bit = set.trailing_zeros() as i32;
            set &= set - 1;
            let index = self.origin + (bit >> 3) * self.stride + (bit & 7);
            Some(Square::from_index(index as usize))
        })
    }

    /// True when the move can end on a square at most three king steps away.
    #[inline]
    pub(crate) fn contains(self, square: Square) -> bool {
        let delta = square.index() as i32 - self.origin;
        let (row, column) = (delta.div_euclid(self.stride), delta.rem_euclid(self.stride));
        (0..7).contains(&row) && column < 7 && self.set >> (row * 8 + column) & 1 != 0
    }
}

impl Position {
    /// Where up to `steps` king steps from `from` lead, all squares before the last one empty, the
    /// board read through `at`.
    #[inline]
    pub(crate) fn area_ends<A>(&self, from: Square, steps: u8, at: A) -> AreaEnds
    where
        A: Fn(Square) -> Piece,
    {
        let stride = -i32::from(self.geometry().offset(Direction::North));
        let origin = from.index() as i32 - RADIUS as i32 * (stride + 1);
        let radius = usize::from(steps).min(RADIUS);
        let mut empty = 0u64;
        // The outermost ring is only ever arrived at.
        let inner = RADIUS + 1 - radius..RADIUS + radius;
        for row in inner.clone() {
            for column in inner.clone() {
                let index = origin + row as i32 * stride + column as i32;
                let free = at(Square::from_index(index as usize)).is_empty();
                empty |= u64::from(free) << (row * 8 + column);
            }
        }
        let mut reached = CENTRE;
        for _ in 1..radius {
            reached |= spread(reached) & empty;
        }
        AreaEnds { set: spread(reached) & !CENTRE, origin, stride }
    }

    /// True when the rule in force lets a piece that jumps by rank take `victim` on its lines,
    /// having jumped others or not.
    #[inline]
    pub(crate) fn general_may_take(&self, general: Piece, victim: Piece, jumped: bool) -> bool {
        let lower = || self.traits(victim).rank() < self.traits(general).rank();
        match self.shared.variant.rules.general_capture {
            GeneralCapture::Any => true,
            GeneralCapture::Lower => !jumped || lower(),
            GeneralCapture::Strict => lower(),
        }
    }

    /// True when the piece on `from` could capture an enemy on `to` by one of these powers.
    pub(super) fn outflanks<A>(&self, from: Square, to: Square, at: &A) -> bool
    where
        A: Fn(Square) -> Piece,
    {
        let geometry = self.geometry();
        let (line, apart) = (geometry.line(from, to), geometry.distance(from, to));
        if line.is_none() && usize::from(apart) > RADIUS {
            return false;
        }
        let piece = at(from);
        let powers = &self.shared.variant.tables.movement(piece).powers;
        if powers.area > 0
            && apart <= powers.area
            && self.area_ends(from, powers.area, at).contains(to)
        {
            return true;
        }
        let Some((direction, distance)) = line else { return false };
        let step = geometry.offset(direction);
        if powers.over_ranks.contains(direction)
            && let Some(jumped) = self.jumps_to(from, to, step, at)
            && self.general_may_take(piece, at(to), jumped)
        {
            return true;
        }
        if distance < 2 || powers.skips[direction.index()] < distance {
            return false;
        }
        let mut s = from.offset(step).offset(step);
        while s != to && at(s).is_empty() {
            s = s.offset(step);
        }
        s == to
    }

    /// Whether the piece on `from` jumps on its way to `to`; `None` when its rank is too low for
    /// what stands between.
    #[inline]
    fn jumps_to<A>(&self, from: Square, to: Square, step: i16, at: &A) -> Option<bool>
    where
        A: Fn(Square) -> Piece,
    {
        let rank = self.traits(at(from)).rank();
        let mut jumped = false;
        let mut s = from.offset(step);
        while s != to {
            let piece = at(s);
            if !piece.is_empty() {
                if self.traits(piece).rank() >= rank {
                    return None;
                }
                jumped = true;
            }
            s = s.offset(step);
        }
        Some(jumped)
    }

    /// The outflanking pieces of a side.
    #[inline]
    pub(super) fn outflankers(&self, color: Color) -> impl Iterator<Item = Square> + '_ {
        let any = self.counts[color.index()].outflankers > 0;
        let specials = any.then(|| self.specials(color)).into_iter().flatten();
        specials.filter(|&s| self.traits(self.at(s)).outflanks())
    }
}
