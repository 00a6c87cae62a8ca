//! Piece-square tables, generated from what a piece is and what it may become.

use super::piece_values::{Family, PieceValues};
use crate::types::{Color, Geometry, Piece, PieceType, Score, Square};
use crate::variant::evaluation::Placement;
use crate::variant::{PieceKind, Variant};

/// How far each form of promotion is anticipated: share of the gain, in permille.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospects {
    /// In games where any capture promotes.
    pub by_capture: i32,
    /// Far from the zone.
    pub far: i32,
    /// At the edge of the zone.
    pub near: i32,
}

impl Default for Prospects {
    fn default() -> Self {
        Self { by_capture: 250, far: 60, near: 400 }
    }
}

/// The worth of every piece on every square, in centipawns, positive for Black.
#[derive(Clone, Debug)]
pub struct PieceSquareTable {
    squares: usize,
    table: Box<[Score]>,
}

impl PieceSquareTable {
    /// Generates the table of a variant.
    pub fn new(variant: &Variant, values: &PieceValues, prospects: Prospects) -> Self {
        let squares = variant.geometry.len();
        let mut table = vec![0; 2 * variant.kinds.len() * squares].into_boxed_slice();
        for (kind, description) in variant.types() {
            for color in Color::ALL {
                let piece = Piece::new(kind, color);
                for square in variant.geometry.squares() {
                    let value = values.get(kind);
                    let beyond = match &description.placement {
                        Some(given) => given_placement(&variant.geometry, given, square, color),
                        None => {
                            placement(variant, description, value, square, color)
                                + promotion(variant, values, kind, square, color, prospects)
                        }
                    };
                    let worth = value + beyond;
                    let signed = if color == Color::Black { worth } else { -worth };
                    table[piece.index() * squares + square.index()] = signed;
                }
            }
        }
        Self { squares, table }
    }

    /// The worth of a piece on a square, positive for Black.
    #[inline]
    pub fn get(&self, piece: Piece, square: Square) -> Score {
        self.table[piece.index() * self.squares + square.index()]
    }
}

/// The rank of a square from the owner's first, and its file from the nearer edge: where the
/// tables of a game file have the entries for it.
pub fn table_entries(geometry: &Geometry, square: Square, color: Color) -> (usize, usize) {
    let file = geometry.coordinates(square).0;
    let rank = geometry.ranks() - 1 - geometry.ranks_ahead(square, color);
    (usize::from(rank), usize::from(file.min(geometry.files() - 1 - file)))
}

/// What the tables of a game file add on a square, promotion included.
fn given_placement(geometry: &Geometry, given: &Placement, square: Square, color: Color) -> Score {
    let (rank, file) = table_entries(geometry, square, color);
    let entry = |list: &[i32], at: usize| list.get(at).copied().unwrap_or_default();
    entry(&given.ranks, rank) + entry(&given.files, file)
}

/// 0 at the edges, 1000 in the middle, a parabola.
fn bulge(position: u8, length: u8) -> i32 {
    let (x, n) = (i32::from(position), i32::from(length) - 1);
    if n == 0 { 1000 } else { 4000 * x * (n - x) / (n * n) }
}

/// How a piece likes a square, apart from promotion.
fn placement(
    variant: &Variant,
    kind: &PieceKind,
    value: i32,
    square: Square,
    color: Color,
) -> Score {
    let geometry = &variant.geometry;
    let (file, rank) = geometry.coordinates(square);
    let middle = bulge(file, geometry.files());
    let center = middle * bulge(rank, geometry.ranks()) / 1000;
    let advance = advance(geometry, square, color);
    match Family::of(kind) {
        Family::Royal => -advance * 300 / 1000 - middle * 20 / 1000,
        Family::Pawn => advance * 40 / 1000 + middle * 10 / 1000,
        Family::Lance => -advance * 30 / 1000,
        Family::Stepper => {
            (center * 60 + advance.min(650) * 90) / 1000 * value.clamp(200, 800) / 500
        }
        Family::Lion => (center * 150 + advance.min(700) * 150) / 1000,
        Family::Slider => (center * 40 + advance.min(600) * 40) / 1000,
    }
}

/// 0 on the first rank, 1000 on the last.
fn advance(geometry: &Geometry, square: Square, color: Color) -> i32 {
    let steps = i32::from(geometry.ranks()) - 1;
    if steps == 0 {
        0
    } else {
        1000 - 1000 * i32::from(geometry.ranks_ahead(square, color)) / steps
    }
}

/// What a piece is worth for what it may become.
fn promotion(
    variant: &Variant,
    values: &PieceValues,
    kind: PieceType,
    square: Square,
    color: Color,
    prospects: Prospects,
) -> Score {
    let Some(promoted) = variant.kind(kind).promotes_to else { return 0 };
    let gain = (values.get(promoted) - values.get(kind)).max(0);
    let rules = &variant.rules;
    if rules.promotion.is_by_capture() {
        return gain * prospects.by_capture / 1000;
    }
    let ahead = i32::from(variant.geometry.ranks_ahead(square, color));
    let zone = i32::from(rules.zone);
    let span = (i32::from(variant.geometry.ranks()) - zone).max(1);
    let distance = (ahead - zone + 1).max(0);
    let share = if distance == 0 {
        // Inside the zone without having promoted: only a capture or a way out and in helps.
        prospects.near / 2
    } else {
        prospects.far + (prospects.near - prospects.far) * (span - distance).max(0) / span
    };
    gain * share / 1000
}
