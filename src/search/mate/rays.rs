//! Lines between two squares: the geometry of attacks on a royal.

use crate::position::Position;
use crate::types::{Piece, Square};

/// Squares that count as empty, as a move leaves or empties them.
pub(super) type Gone<'a> = &'a [Square];

/// Looks at lines of one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rays<'a> {
    pub(super) position: &'a Position,
}

/// Direction index by the signs of the differences of rank and file, plus 1 each.
const DIRECTIONS: [[usize; 3]; 3] = [
    // Towards White (rank falls): file falls, stays, grows (to Black's left).
    [1, 0, 7],
    [2, 8, 6],
    [3, 4, 5],
];

impl Rays<'_> {
    /// Direction index and number of steps from `a` to `b`, if they stand on one line.
    #[inline]
    pub(super) fn line(self, a: Square, b: Square) -> Option<(usize, u8)> {
        let geometry = self.position.geometry();
        let ((af, ar), (bf, br)) = (geometry.coordinates(a), geometry.coordinates(b));
        let (files, ranks) = (i32::from(bf) - i32::from(af), i32::from(br) - i32::from(ar));
        let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        if !straight || a == b {
            return None;
        }
        let direction = DIRECTIONS[(ranks.signum() + 1) as usize][(files.signum() + 1) as usize];
        Some((direction, files.abs().max(ranks.abs()) as u8))
    }

    /// True when the squares strictly between two squares of one line are empty or gone.
    pub(super) fn is_clear(self, a: Square, b: Square, gone: Gone) -> bool {
        let Some((direction, steps)) = self.line(a, b) else { return false };
        let offset = self.position.variant().tables.step_offsets()[direction];
        let mut s = a;
        (1..steps).all(|_| {
            s = s.offset(offset);
            self.position.at(s).is_empty() || gone.contains(&s)
        })
    }

    /// True when `piece`, standing on `from`, could capture on `to`, `gone` being empty. Says
    /// nothing of universal leapers.
    #[inline]
    pub(super) fn reaches(self, piece: Piece, from: Square, to: Square, gone: Gone) -> bool {
        let position = self.position;
        let tables = &position.variant().tables;
        if let Some((direction, steps)) = self.line(from, to)
            && tables.reach(piece, direction) >= steps
            && self.is_clear(from, to, gone)
        {
            return true;
        }
        let traits = position.traits(piece);
        traits.jumper() && self.jumps(piece, from, to)
            || traits.hook()
                && self.corners(piece, from, to).any(|c| {
                    (position.at(c).is_empty() || gone.contains(&c))
                        && self.is_clear(from, c, gone)
                        && self.is_clear(c, to, gone)
                })
    }

    /// True when `piece` jumps from `from` to `to`.
    pub(super) fn jumps(self, piece: Piece, from: Square, to: Square) -> bool {
        let tables = &self.position.variant().tables;
        let delta = to.index() as i32 - from.index() as i32;
        let set = tables.jump_set(piece);
        tables.jumps().iter().enumerate().any(|(i, &o)| set >> i & 1 != 0 && i32::from(o) == delta)
    }

    /// The squares where a hook mover on `from` could turn towards `to`.
    pub(super) fn corners(
        self,
        piece: Piece,
        from: Square,
        to: Square,
    ) -> impl Iterator<Item = Square> {
        let geometry = self.position.geometry();
        let hook = self.position.variant().tables.movement(piece).powers.hook;
        let point = |s: Square| {
            let (file, rank) = geometry.coordinates(s);
            (i32::from(file), i32::from(rank))
        };
        let ((f0, r0), (f1, r1)) = (point(from), point(to));
        let mut corners = [None; 4];
        if hook.orthogonal && f0 != f1 && r0 != r1 {
            corners[0] = geometry.square(f0, r1);
            corners[1] = geometry.square(f1, r0);
        }
        let ((s0, d0), (s1, d1)) = ((f0 + r0, f0 - r0), (f1 + r1, f1 - r1));
        if hook.diagonal && s0 != s1 && d0 != d1 && (s0 + d1) % 2 == 0 {
            corners[2] = geometry.square(i32::midpoint(s0, d1), i32::midpoint(s0, -d1));
            corners[3] = geometry.square(i32::midpoint(s1, d0), i32::midpoint(s1, -d0));
        }
        corners.into_iter().flatten()
    }

    /// Adds the pieces that stand between two squares of one line; false for more than `most`.
    pub(super) fn blockers(
        self,
        a: Square,
        b: Square,
        most: usize,
        found: &mut Vec<Square>,
    ) -> bool {
        let Some((direction, steps)) = self.line(a, b) else { return false };
        let offset = self.position.variant().tables.step_offsets()[direction];
        let mut s = a;
        for _ in 1..steps {
            s = s.offset(offset);
            if !self.position.at(s).is_empty() {
                found.push(s);
                if found.len() > most {
                    return false;
                }
            }
        }
        true
    }
}
