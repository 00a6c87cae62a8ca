//! The board as text, for people who debug.

use std::fmt;

use super::Position;
use super::sfen::piece_text;
use crate::types::geometry::rank_name;
use crate::types::{Color, Piece};
use crate::variant::Variant;

/// A piece in a diagram: plus, code or letter, lower case for White; no brackets.
pub fn diagram_text(variant: &Variant, piece: Piece) -> String {
    piece_text(variant, piece).replace(['[', ']'], "")
}

impl Position {
    /// What a side has in hand, for people: `2 SP, LH`, or `nothing`.
    pub fn hand_text(&self, color: Color) -> String {
        super::hand_text::describe(self.variant(), self.hands(), color)
    }
}

impl fmt::Display for Position {
    /// A diagram with file numbers and rank letters, Black below.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let geometry = self.geometry();
        let text = |file: i32, rank: i32| {
            let piece = geometry.square(file, rank).map_or(Piece::EMPTY, |s| self.at(s));
            if piece.is_empty() { ".".to_owned() } else { diagram_text(self.variant(), piece) }
        };
        let width = Color::ALL
            .iter()
            .flat_map(|&c| self.pieces(c))
            .map(|s| diagram_text(self.variant(), self.at(s)).len())
            .max()
            .unwrap_or(1)
            .max(2);
        for file in (0..geometry.files()).rev() {
            write!(f, " {:>width$}", file + 1)?;
        }
        writeln!(f)?;
        for rank in 0..geometry.ranks() {
            for file in (0..geometry.files()).rev() {
                write!(f, " {:>width$}", text(i32::from(file), i32::from(rank)))?;
            }
            writeln!(f, "  {}", rank_name(rank))?;
        }
        if self.variant().rules.drops {
            for color in Color::ALL {
                writeln!(f, " {color} in hand: {}", self.hand_text(color))?;
            }
        }
        Ok(())
    }
}
