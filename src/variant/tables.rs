//! Move tables: what the generator and the attack scans read, flat and per colour.

use super::movement::{Mode, MovementSpec, Powers};
use crate::types::{Color, Direction, Geometry, Piece, PieceType};

/// A step or jump as a mailbox offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leap {
    /// Offset from the square of departure.
    pub offset: i16,
    /// What it may end on.
    pub mode: Mode,
}

/// A slide as a mailbox offset per square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// Offset of one square.
    pub offset: i16,
    /// Most squares.
    pub max: u8,
    /// Bit `n - 1` set: a leap of this piece goes to the `n`-th square when that is empty, so the
    /// slide must not make the move again.
    pub covered_moves: u8,
    /// The same for captures on the `n`-th square.
    pub covered_captures: u8,
    /// What it may end on.
    pub mode: Mode,
}

/// Where the moves of one piece stand in the flat lists, and its powers on the board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Movement {
    leaps: (u16, u16),
    slides: (u16, u16),
    /// True when every leap and slide both moves and captures.
    pub plain: bool,
    /// True when the piece has any power: the generator's slow path.
    pub special: bool,
    /// Powers, with directions as on the board.
    pub powers: Powers,
}

/// Most distinct jump offsets (leaps longer than a king step) of one game.
pub const MAX_JUMPS: usize = 64;

/// The move tables of all pieces of a variant.
#[derive(Clone, Debug, Default)]
pub struct MoveTables {
    leaps: Box<[Leap]>,
    slides: Box<[Slide]>,
    movements: Box<[Movement]>,
    reach: Box<[[u8; 8]]>,
    near_captures: Box<[Option<u8>]>,
    jumps: Box<[i16]>,
    jump_sets: Box<[u64]>,
    step_offsets: [i16; 8],
}

/// A game has more distinct jumps than the tables hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the pieces of this game jump in {0} different ways; {MAX_JUMPS} are possible")]
pub struct TooManyJumps(pub usize);

impl MoveTables {
    /// Compiles `specs`, where `specs[i]` belongs to the piece type with number `i + 1`.
    ///
    /// # Errors
    /// [`TooManyJumps`] when the pieces together have over [`MAX_JUMPS`] distinct jumps.
    pub fn build(geometry: &Geometry, specs: &[MovementSpec]) -> Result<Self, TooManyJumps> {
        let (mut leaps, mut slides) = (Vec::new(), Vec::new());
        let rows = 2 * (specs.len() + 1);
        let mut movements = vec![Movement::default(); rows];
        let mut reach = vec![[0u8; 8]; rows];
        let mut jump_sets = vec![0u64; rows];
        let jumps = collect_jumps(geometry, specs);
        if jumps.len() > MAX_JUMPS {
            return Err(TooManyJumps(jumps.len()));
        }
        for (number, spec) in specs.iter().enumerate() {
            for color in Color::ALL {
                let row = Piece::new(PieceType::from_index(number + 1), color).index();
                movements[row] = Movement {
                    leaps: (leaps.len() as u16, spec.leaps.len() as u16),
                    slides: (slides.len() as u16, spec.slides.len() as u16),
                    plain: spec.leaps.iter().map(|l| l.mode).all(|m| m == Mode::BOTH)
                        && spec.slides.iter().map(|s| s.mode).all(|m| m == Mode::BOTH),
                    special: spec.powers.any(),
                    powers: spec.powers.relative_to(color),
                };
                for leap in &spec.leaps {
                    let (right, forward) = (i32::from(leap.right), i32::from(leap.forward));
                    let offset = geometry.delta_offset(right, forward, color);
                    leaps.push(Leap { offset, mode: leap.mode });
                    if !leap.mode.captures() {
                        continue;
                    }
                    match step_direction(right, forward) {
                        Some(d) => reach[row][d.relative_to(color).index()] = 1,
                        None => {
                            if let Some(bit) = jumps.iter().position(|&o| o == offset) {
                                jump_sets[row] |= 1 << bit;
                            }
                        }
                    }
                }
                for slide in &spec.slides {
                    let direction = slide.direction.relative_to(color);
                    slides.push(Slide {
                        offset: geometry.offset(direction),
                        max: slide.max,
                        covered_moves: covered(spec, slide.direction, Mode::moves),
                        covered_captures: covered(spec, slide.direction, Mode::captures),
                        mode: slide.mode,
                    });
                    if slide.mode.captures() {
                        let entry = &mut reach[row][direction.index()];
                        *entry = (*entry).max(slide.max);
                    }
                }
            }
        }
        for (movement, reach) in movements.iter().zip(&mut reach) {
            for direction in movement.powers.igui.iter() {
                let entry = &mut reach[direction.index()];
                *entry = (*entry).max(1);
            }
        }
        let near_captures = movements.iter().zip(&reach).zip(&jump_sets).map(near_captures);
        let near_captures = near_captures.collect();
        Ok(Self {
            near_captures,
            leaps: leaps.into(),
            slides: slides.into(),
            movements: movements.into(),
            reach: reach.into(),
            jumps: jumps.into(),
            jump_sets: jump_sets.into(),
            step_offsets: Direction::ALL.map(|d| geometry.offset(d)),
        })
    }

    /// The movement of a piece.
    #[inline]
    pub fn movement(&self, piece: Piece) -> &Movement {
        &self.movements[piece.index()]
    }

    /// The steps and jumps of a movement.
    #[inline]
    pub fn leaps(&self, movement: &Movement) -> &[Leap] {
        let (start, count) = movement.leaps;
        &self.leaps[start as usize..start as usize + count as usize]
    }

    /// The slides of a movement.
    #[inline]
    pub fn slides(&self, movement: &Movement) -> &[Slide] {
        let (start, count) = movement.slides;
        &self.slides[start as usize..start as usize + count as usize]
    }

    /// How far a piece captures by steps and slides in a direction of the board; 0 for not at all.
    #[inline]
    pub fn reach(&self, piece: Piece, direction: usize) -> u8 {
        self.reach[piece.index()][direction & 7]
    }

    /// For a piece that captures by king steps alone: its directions, a bit each; `None` for all
    /// others.
    #[inline]
    pub fn near_captures(&self, piece: Piece) -> Option<u8> {
        self.near_captures[piece.index()]
    }

    /// The distinct offsets of capturing jumps, at most [`MAX_JUMPS`].
    #[inline]
    pub fn jumps(&self) -> &[i16] {
        &self.jumps
    }

    /// The jumps of a piece as a set of indices into [`MoveTables::jumps`].
    #[inline]
    pub fn jump_set(&self, piece: Piece) -> u64 {
        self.jump_sets[piece.index()]
    }

    /// The mailbox offsets of one step, by direction index.
    #[inline]
    pub const fn step_offsets(&self) -> &[i16; 8] {
        &self.step_offsets
    }
}

fn near_captures(((movement, reach), jumps): ((&Movement, &[u8; 8]), &u64)) -> Option<u8> {
    let near = !movement.special && *jumps == 0 && reach.iter().all(|&r| r <= 1);
    let bits = reach.iter().enumerate().map(|(d, &r)| u8::from(r > 0) << d);
    near.then(|| bits.fold(0, std::ops::BitOr::bitor))
}

/// The direction of a king step, or `None` for a longer leap.
fn step_direction(right: i32, forward: i32) -> Option<Direction> {
    Direction::ALL.into_iter().find(|d| d.delta() == (right, forward))
}

fn collect_jumps(geometry: &Geometry, specs: &[MovementSpec]) -> Vec<i16> {
    let mut jumps: Vec<i16> = Vec::new();
    for leap in specs.iter().flat_map(|s| &s.leaps).filter(|l| l.mode.captures()) {
        let (right, forward) = (i32::from(leap.right), i32::from(leap.forward));
        if step_direction(right, forward).is_some() {
            continue;
        }
        for color in Color::ALL {
            jumps.push(geometry.delta_offset(right, forward, color));
        }
    }
    jumps.sort_unstable();
    jumps.dedup();
    jumps
}

/// Which of the first eight squares in a direction are also the ends of leaps of the same piece
/// with a mode as wanted.
fn covered(spec: &MovementSpec, direction: Direction, wanted: fn(Mode) -> bool) -> u8 {
    let (right, forward) = direction.delta();
    (1..=8i32)
        .filter(|n| {
            spec.leaps.iter().any(|l| {
                (i32::from(l.right), i32::from(l.forward)) == (right * n, forward * n)
                    && wanted(l.mode)
            })
        })
        .fold(0, |set, n| set | 1 << (n - 1))
}
