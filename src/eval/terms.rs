//! What is counted on the board when a position is evaluated: royal and lion safety, mobility.
//!
//! The terms are those of [`Term`]; each count is Black's less White's.

use super::EvalTables;
use crate::position::Position;
use crate::types::{Color, Piece, Score, Square};
use crate::variant::Variant;
use crate::variant::evaluation::{PerTerm, Term};

/// Most lions that are followed; what a game has beyond them goes uncounted.
const MAX_LIONS: usize = 12;
/// A piece that slides further than this is a ranging piece.
const SHORT: u8 = 2;

/// The squares of the lions on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lions {
    squares: [Square; MAX_LIONS],
    count: u8,
}

impl Default for Lions {
    fn default() -> Self {
        Self { squares: [Square::NONE; MAX_LIONS], count: 0 }
    }
}

impl Lions {
    /// A lion arrived.
    pub fn add(&mut self, square: Square) {
        if let Some(entry) = self.squares.get_mut(usize::from(self.count)) {
            *entry = square;
            self.count += 1;
        }
    }

    /// A lion left.
    pub fn remove(&mut self, square: Square) {
        if let Some(at) = self.as_slice().iter().position(|&s| s == square) {
            self.count -= 1;
            self.squares[at] = self.squares[usize::from(self.count)];
        }
    }

    /// Their squares, in no order.
    pub fn as_slice(&self) -> &[Square] {
        &self.squares[..usize::from(self.count)]
    }
}

/// The counts of a position in which the lions are known. Mobility is counted where the
/// rays are given.
pub fn counts(position: &Position, lions: &Lions, rays: Option<&Rays>) -> PerTerm<i32> {
    let mut counts = PerTerm::default();
    let mut around = |square: Square, color: Color, own: Term, enemy: Term| {
        let beside = |of: Color| position.neighbours(of, square).count_ones() as i32;
        let sign = if color == Color::Black { 1 } else { -1 };
        counts[own as usize] += sign * beside(color);
        counts[enemy as usize] += sign * beside(!color);
    };
    for color in Color::ALL {
        for royal in position.royals(color) {
            around(royal, color, Term::Shield, Term::Intruders);
        }
    }
    for &lion in lions.as_slice() {
        around(lion, position.at(lion).color(), Term::LionCover, Term::LionAttack);
    }
    if let Some(rays) = rays {
        counts[Term::Mobility as usize] =
            rays.count(position, Color::Black) - rays.count(position, Color::White);
    }
    counts
}

/// The directions of the board in which each piece ranges, a bit each.
#[derive(Clone, Debug)]
pub struct Rays(Box<[u8]>);

impl Rays {
    /// The rays of the pieces of a variant.
    pub fn new(variant: &Variant) -> Self {
        let tables = &variant.tables;
        let mut rays = vec![0; 2 * variant.kinds.len()];
        for (kind, _) in variant.types() {
            for piece in Color::ALL.map(|color| Piece::new(kind, color)) {
                let ranges = |d: &usize| tables.reach(piece, *d) > SHORT;
                rays[piece.index()] = (0..8).filter(ranges).fold(0, |set, d| set | 1 << d);
            }
        }
        Self(rays.into())
    }

    /// The squares that the ranging pieces of a side slide to, captures included.
    fn count(&self, position: &Position, color: Color) -> i32 {
        let tables = &position.variant().tables;
        let mut count = 0;
        for square in position.pieces(color) {
            let piece = position.at(square);
            // A look at the neighbours settles most rays.
            let mut open = self.0[piece.index()] & !position.neighbours(color, square);
            let stopped = open & position.neighbours(!color, square);
            count += stopped.count_ones() as i32;
            open &= !stopped;
            while open != 0 {
                let direction = open.trailing_zeros() as usize;
                open &= open - 1;
                let offset = tables.step_offsets()[direction];
                let reach = i32::from(tables.reach(piece, direction));
                let (mut to, mut free) = (square.offset(offset), 0);
                let mut stands = position.at(to);
                while stands.is_empty() && free < reach {
                    free += 1;
                    to = to.offset(offset);
                    stands = position.at(to);
                }
                count += free + i32::from(free < reach && stands.is_of(!color));
            }
        }
        count
    }
}

/// The worth of counts in centipawns.
pub fn worth(counts: &PerTerm<i32>, weights: &PerTerm<Score>) -> Score {
    counts.iter().zip(weights).map(|(count, weight)| count * weight).sum()
}

/// True when a piece is followed as a lion: it has the power and is no royal.
pub(super) fn is_lion(tables: &EvalTables, piece: Piece) -> bool {
    tables.lion[piece.kind().index()]
}
