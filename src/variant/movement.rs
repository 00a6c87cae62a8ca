//! How a piece moves, in its owner's view: what a move expression compiles to.

use crate::types::{Color, Direction};

/// Whether a leap or slide may end on an empty square, on an enemy, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mode(u8);

impl Mode {
    /// Only to an empty square (`m`).
    pub const MOVE: Self = Self(1);
    /// Only by capture (`c`).
    pub const CAPTURE: Self = Self(2);
    /// Both, as almost every piece.
    pub const BOTH: Self = Self(3);

    /// True when it may end on an empty square.
    #[inline]
    pub const fn moves(self) -> bool {
        self.0 & 1 != 0
    }

    /// True when it may capture.
    #[inline]
    pub const fn captures(self) -> bool {
        self.0 & 2 != 0
    }

    /// Everything that either allows.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A set of directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DirectionSet(u8);

impl DirectionSet {
    /// No direction.
    pub const NONE: Self = Self(0);
    /// All eight.
    pub const ALL: Self = Self(0xff);

    /// The set with `direction` added.
    #[must_use]
    pub const fn with(self, direction: Direction) -> Self {
        Self(self.0 | 1 << direction.index())
    }

    /// The union of two sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The directions of `self` that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// True when `direction` is in the set.
    #[inline]
    pub const fn contains(self, direction: Direction) -> bool {
        self.0 >> direction.index() & 1 != 0
    }

    /// True when the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The directions of the set, clockwise from north.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&d| self.contains(d))
    }

    /// The same set as `color` sees it: White's is turned by 180 degrees.
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::Black => self,
            Color::White => Self(self.0.rotate_left(4)),
        }
    }
}

/// Which slides a hook mover makes: along one line and, at an empty square, once around a corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hook {
    /// Rook lines.
    pub orthogonal: bool,
    /// Bishop lines.
    pub diagonal: bool,
}

impl Hook {
    /// True when the piece is a hook mover at all.
    #[inline]
    pub const fn any(self) -> bool {
        self.orthogonal || self.diagonal
    }
}

/// What leaps and slides cannot say. The plain ends of these powers (the squares that the piece
/// reaches by one capture or none) stand among the leaps; a power adds its multi-step moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Powers {
    /// Lion: two king steps, the first of which captures.
    pub lion: bool,
    /// Directions of a two-square lion power on one line (Horned Falcon, Soaring Eagle).
    pub lines: DirectionSet,
    /// Directions of a three-square lion power on one line (Lion Dog).
    pub long_lines: DirectionSet,
    /// Neighbours to which the piece may step and come back: an empty one allows a pass.
    pub passes: DirectionSet,
    /// Slides with one right-angled turn.
    pub hook: Hook,
    /// Any square of the board (Emperor).
    pub universal: bool,
    /// Lion of diagonal steps: two of them, the first of which captures (Free Eagle).
    pub diagonal_lion: bool,
    /// Neighbours that it may capture without leaving its square, beside what a lion power says.
    pub igui: DirectionSet,
    /// Most king steps over empty squares, each in any direction, up to a capture; 0 for none.
    pub area: u8,
    /// Directions in which it captures any piece of a line, jumping pieces of lower rank.
    pub over_ranks: DirectionSet,
    /// Slides that skip the first square, whatever stands there: the farthest square by direction,
    /// 0 for none.
    pub skips: [u8; 8],
}

impl Powers {
    /// True when the piece has more than leaps and slides.
    pub fn any(&self) -> bool {
        *self != Self::default()
    }

    /// The directions of the first steps of a lion, or of a lion of diagonal steps.
    pub fn lion_directions(&self) -> DirectionSet {
        if self.lion {
            return DirectionSet::ALL;
        }
        let diagonal = Direction::ALL.into_iter().filter(|d| !d.is_orthogonal());
        let set = diagonal.fold(DirectionSet::NONE, DirectionSet::with);
        if self.diagonal_lion { set } else { DirectionSet::NONE }
    }

    /// True for jumps over ranks, area moves and slides that skip a square: what steps, slides and
    /// jumps do not tell of attacks.
    pub fn outflanks(&self) -> bool {
        self.area > 0 || !self.over_ranks.is_empty() || self.skips != [0; 8]
    }

    /// True when nothing is there but an area move and the passes that may go with it.
    pub fn is_area_only(&self) -> bool {
        *self == Self { area: self.area, passes: self.passes, ..Self::default() }
    }

    /// The same powers as `color` sees them.
    #[must_use]
    pub fn relative_to(self, color: Color) -> Self {
        let turn = |set: DirectionSet| set.relative_to(color);
        let mut skips = self.skips;
        if color == Color::White {
            skips.rotate_left(4);
        }
        Self {
            lines: turn(self.lines),
            long_lines: turn(self.long_lines),
            passes: turn(self.passes),
            igui: turn(self.igui),
            over_ranks: turn(self.over_ranks),
            skips,
            ..self
        }
    }
}

/// A direct jump in the owner's view; a single step is a leap of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LeapSpec {
    /// Squares to the owner's right.
    pub right: i8,
    /// Squares forward.
    pub forward: i8,
    /// What it may end on.
    pub mode: Mode,
}

/// A blockable slide in the owner's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlideSpec {
    /// Direction in the owner's view.
    pub direction: Direction,
    /// Most squares, 2 to 36; [`SlideSpec::UNLIMITED`] for any distance.
    pub max: u8,
    /// What it may end on.
    pub mode: Mode,
}

impl SlideSpec {
    /// Further than any board is wide.
    pub const UNLIMITED: u8 = 64;
}

/// Everything that a piece can do, in the owner's view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MovementSpec {
    /// Steps and jumps, each target once.
    pub leaps: Vec<LeapSpec>,
    /// Slides, each direction once.
    pub slides: Vec<SlideSpec>,
    /// Special powers.
    pub powers: Powers,
}

impl MovementSpec {
    /// Adds a leap, joining the mode when the target is there already.
    pub fn add_leap(&mut self, right: i8, forward: i8, mode: Mode) {
        match self.leaps.iter_mut().find(|l| (l.right, l.forward) == (right, forward)) {
            Some(leap) => leap.mode = leap.mode.union(mode),
            None => self.leaps.push(LeapSpec { right, forward, mode }),
        }
    }

    /// Adds a slide of up to `max` squares; one of a single square becomes a leap. The slides of one
    /// direction say every end once: one slide, or one that moves and one that captures where these
    /// go to different lengths.
    pub fn add_slide(&mut self, direction: Direction, max: u8, mode: Mode) {
        if max <= 1 {
            let (right, forward) = direction.delta();
            return self.add_leap(right as i8, forward as i8, mode);
        }
        self.slides.push(SlideSpec { direction, max, mode });
        let same = |s: &SlideSpec| s.direction == direction;
        if self.slides.iter().filter(|s| same(s)).count() == 1 {
            return;
        }
        let longest = |wanted: fn(Mode) -> bool| {
            let ends = self.slides.iter().filter(|s| same(s) && wanted(s.mode)).map(|s| s.max);
            ends.max().unwrap_or(0)
        };
        let (moves, captures) = (longest(Mode::moves), longest(Mode::captures));
        self.slides.retain(|s| !same(s));
        if moves == captures {
            self.slides.push(SlideSpec { direction, max: moves, mode: Mode::BOTH });
            return;
        }
        for (max, mode) in [(moves, Mode::MOVE), (captures, Mode::CAPTURE)] {
            if max > 0 {
                self.slides.push(SlideSpec { direction, max, mode });
            }
        }
    }

    /// How wide the padding of the board must be, so that no look beside it leaves the mailbox.
    pub fn padding(&self) -> u8 {
        self.longest_leap().max(self.powers.area)
    }

    /// The longest leap in king steps, 0 without leaps.
    pub fn longest_leap(&self) -> u8 {
        let longest = |l: &LeapSpec| l.right.unsigned_abs().max(l.forward.unsigned_abs());
        self.leaps.iter().map(longest).max().unwrap_or(0)
    }
}
