//! Who attacks a square, asked of the mailbox: rays outward, jumps inward, and the few pieces that
//! turn corners or go anywhere.

use smallvec::SmallVec;

use super::Position;
use crate::types::{Color, Direction, Piece, Square};
use crate::variant::movement::Hook;
use crate::variant::rules::EmperorCapture;

/// Squares that count as empty while attacks are asked for.
pub type Vacated = SmallVec<[Square; 4]>;

impl Position {
    /// True when a piece of `by` could capture an enemy that stands on `square`.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.scan(square, by, |s| self.at(s), |_, _| true)
            || self.counts[by.index()].universals > 0
                && self.is_recapturable(square, by, &[], self.at(square))
    }

    /// True when a piece of `by` could capture `stands` if that stood on `square`, with some other
    /// squares taken as empty.
    pub fn is_attacked_without(
        &self,
        square: Square,
        by: Color,
        vacated: &[Square],
        stands: Piece,
    ) -> bool {
        self.is_recapturable(square, by, vacated, stands)
    }

    /// The pieces of `by` that could capture an enemy on `square`, each once; universal leapers
    /// too, where their rule allows the capture.
    pub fn attackers_to(&self, square: Square, by: Color) -> SmallVec<[Square; 16]> {
        let mut list: SmallVec<[Square; 16]> = SmallVec::new();
        self.scan(
            square,
            by,
            |s| self.at(s),
            |s, _| {
                if !list.contains(&s) {
                    list.push(s);
                }
                false
            },
        );
        if self.counts[by.index()].universals > 0 {
            for leaper in self.specials(by) {
                if self.traits(self.at(leaper)).universal()
                    && leaper != square
                    && self.universal_may_capture(leaper, square)
                {
                    list.push(leaper);
                }
            }
        }
        list
    }

    /// True when the universal leaper on `from` may capture what stands on `to`, by the rule in
    /// force (rules/maka.md 3.4): what could be recaptured is barred.
    pub fn universal_may_capture(&self, from: Square, to: Square) -> bool {
        let leaper = self.at(from);
        !self.spares_protected(self.at(to))
            || !self.is_recapturable(to, !leaper.color(), &[from], leaper)
    }

    /// True when the rule in force bars a universal leaper from this victim while it is protected.
    fn spares_protected(&self, victim: Piece) -> bool {
        match self.variant().rules.emperor_capture {
            EmperorCapture::Free => false,
            EmperorCapture::RoyalsOnly => victim.is_piece() && self.traits(victim).royal(),
            EmperorCapture::Unprotected => true,
        }
    }

    /// True when `by` could capture `stands` on `square` while the squares of `vacated` are empty.
    /// A universal leaper that the rule bars from protected victims like this can unless the other
    /// side could then recapture in turn.
    fn is_recapturable(
        &self,
        square: Square,
        by: Color,
        vacated: &[Square],
        stands: Piece,
    ) -> bool {
        let at = |s: Square| match s {
            _ if s == square => stands,
            _ if vacated.contains(&s) => Piece::EMPTY,
            _ => self.at(s),
        };
        if self.scan(square, by, at, |_, _| true) {
            return true;
        }
        if self.counts[by.index()].universals == 0 {
            return false;
        }
        let spares = self.spares_protected(stands);
        self.specials(by)
            .filter(|s| *s != square && !vacated.contains(s))
            .filter(|&s| self.traits(self.at(s)).universal())
            .any(|leaper| {
                let mut next: Vacated = SmallVec::from_slice(vacated);
                next.push(leaper);
                !spares || !self.is_recapturable(square, !by, &next, self.at(leaper))
            })
    }

    /// Calls `found` for the pieces of `by` that attack `square` by steps, slides, jumps and hooks,
    /// reading the board through `at`, until it returns true. A piece may come twice.
    #[inline]
    pub(crate) fn scan<A, F>(&self, square: Square, by: Color, at: A, mut found: F) -> bool
    where
        A: Fn(Square) -> Piece,
        F: FnMut(Square, Piece) -> bool,
    {
        let tables = &self.shared.variant.tables;
        for (direction, &offset) in tables.step_offsets().iter().enumerate() {
            let (mut s, mut distance) = (square.offset(offset), 1u8);
            let mut piece = at(s);
            while piece.is_empty() {
                s = s.offset(offset);
                distance += 1;
                piece = at(s);
            }
            if piece.is_of(by) && tables.reach(piece, direction + 4) >= distance && found(s, piece)
            {
                return true;
            }
        }
        let counts = &self.counts[by.index()];
        if counts.jumpers > 0 {
            for (bit, &offset) in tables.jumps().iter().enumerate() {
                let s = square.offset(-offset);
                let piece = at(s);
                if piece.is_of(by) && tables.jump_set(piece) >> bit & 1 != 0 && found(s, piece) {
                    return true;
                }
            }
        }
        if counts.hooks > 0 {
            for s in self.specials(by) {
                let piece = at(s);
                if piece.is_of(by)
                    && self.traits(piece).hook()
                    && s != square
                    && self.hook_reaches(s, square, tables.movement(piece).powers.hook, &at)
                    && found(s, piece)
                {
                    return true;
                }
            }
        }
        self.outflankers(by).any(|s| {
            let piece = at(s);
            piece.is_of(by) && s != square && self.outflanks(s, square, &at) && found(s, piece)
        })
    }

    /// True when the hook mover on `from` attacks `to` around a corner, `vacated` taken as empty.
    pub(super) fn hook_attacks(&self, from: Square, to: Square, vacated: &[Square]) -> bool {
        let at = |s: Square| if vacated.contains(&s) { Piece::EMPTY } else { self.at(s) };
        let hook = self.shared.variant.tables.movement(self.at(from)).powers.hook;
        self.hook_reaches(from, to, hook, &at)
    }

    /// True when a hook mover on `from` reaches `to` around a corner.
    fn hook_reaches<A>(&self, from: Square, to: Square, hook: Hook, at: &A) -> bool
    where
        A: Fn(Square) -> Piece,
    {
        let geometry = self.geometry();
        let point = |s: Square| {
            let (file, rank) = geometry.coordinates(s);
            (i32::from(file), i32::from(rank))
        };
        let ((f0, r0), (f1, r1)) = (point(from), point(to));
        let corner_works = |file: i32, rank: i32| {
            geometry.square(file, rank).is_some_and(|corner| {
                at(corner).is_empty()
                    && self.is_clear(from, corner, at)
                    && self.is_clear(corner, to, at)
            })
        };
        if hook.orthogonal && f0 != f1 && r0 != r1 && (corner_works(f0, r1) || corner_works(f1, r0))
        {
            return true;
        }
        let ((s0, d0), (s1, d1)) = ((f0 + r0, f0 - r0), (f1 + r1, f1 - r1));
        hook.diagonal
            && s0 != s1
            && d0 != d1
            && (s0 + d1) % 2 == 0
            && (corner_works(i32::midpoint(s0, d1), i32::midpoint(s0, -d1))
                || corner_works(i32::midpoint(s1, d0), i32::midpoint(s1, -d0)))
    }

    /// True when the squares strictly between two squares of one line are empty.
    fn is_clear<A>(&self, a: Square, b: Square, at: &A) -> bool
    where
        A: Fn(Square) -> Piece,
    {
        let geometry = self.geometry();
        let ((f0, r0), (f1, r1)) = (geometry.coordinates(a), geometry.coordinates(b));
        let sign = |x: u8, y: u8| (i32::from(y) - i32::from(x)).signum();
        // File numbers grow to Black's left and ranks towards Black.
        let delta = (-sign(f0, f1), -sign(r0, r1));
        let Some(direction) = Direction::ALL.into_iter().find(|d| d.delta() == delta) else {
            return false;
        };
        let step = geometry.offset(direction);
        let mut s = a.offset(step);
        while s != b {
            if !at(s).is_empty() {
                return false;
            }
            s = s.offset(step);
        }
        true
    }
}
