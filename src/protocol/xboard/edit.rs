//! Edit mode: the old way to set up a position, which QBoard uses.

use super::fen::find_piece;
use super::letters::{Letters, split_piece};
use super::notation::parse_square;
use crate::position::{Hands, Position, Setup};
use crate::types::{Color, Piece, Square};
use crate::variant::Variant;

/// A position being edited.
#[derive(Clone, Debug)]
pub struct Edit {
    setup: Setup,
    color: Color,
    faults: Vec<String>,
}

/// Whether edit mode goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// It does.
    More,
    /// `.` ended it.
    Done,
}

impl Edit {
    /// Begins with a position, Sente's pieces first.
    pub fn new(position: &Position) -> Self {
        let setup = Setup { lion_capture: None, ..position.to_setup() };
        Self { setup, color: Color::Black, faults: Vec::new() }
    }

    /// One line of edit mode: `#` clears the board, `c` changes the colour, `xa1` empties a square,
    /// `Pa1`, `+Pa1` and `P+a1` put a piece there, `.` ends.
    pub fn line(&mut self, variant: &Variant, letters: &Letters, line: &str) -> Step {
        let line = line.trim();
        match line {
            "" => {}
            "." => return Step::Done,
            "#" => {
                self.setup.pieces.clear();
                self.setup.hands = Hands::default();
            }
            "c" => self.color = !self.color,
            _ => {
                let placed = self.place(variant, letters, line).is_some();
                if !placed && self.faults.len() < 3 {
                    self.faults.push(super::command::printable(line));
                }
            }
        }
        Step::More
    }

    fn place(&mut self, variant: &Variant, letters: &Letters, line: &str) -> Option<()> {
        let square = |name: &str| parse_square(&variant.geometry, name);
        if let Some(square) = line.strip_prefix('x').and_then(square) {
            self.set(square, Piece::EMPTY);
            return Some(());
        }
        let (mut promoted, letter, mut rest) = split_piece(line)?;
        if let Some(after) = rest.strip_prefix('+') {
            (promoted, rest) = (true, after);
        }
        let square = square(rest)?;
        let piece = find_piece(variant, letters, &letter.to_ascii_uppercase(), promoted)?;
        self.set(square, Piece::new(piece.kind(), self.color));
        Some(())
    }

    fn set(&mut self, square: Square, piece: Piece) {
        self.setup.pieces.retain(|(s, _)| *s != square);
        if piece.is_piece() {
            self.setup.pieces.push((square, piece));
        }
    }

    /// The edited position, with the side to move as before, and the lines that were not
    /// understood.
    pub fn finish(self) -> (Setup, Vec<String>) {
        (Setup { number: 1, ..self.setup }, self.faults)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::variant::{Choices, Registry};

    #[test]
    fn a_board_is_cleared_and_filled() {
        let variant = Registry::new().get("dai").unwrap().build(&Choices::default()).unwrap();
        let variant = Arc::new(variant);
        let start = Position::from_sfen(&variant, &variant.start_sfen).unwrap();
        let letters = Letters::new(&variant);
        let mut edit = Edit::new(&start);
        for line in ["#", "Kh1", "A'a2", "+Pb3", "c", "Kh15", "P+c4", "Pc5", "xc5", "Qz99", "boo"] {
            assert_eq!(edit.line(&variant, &letters, line), Step::More);
        }
        assert_eq!(edit.line(&variant, &letters, "."), Step::Done);
        let (setup, faults) = edit.finish();
        assert_eq!(faults, ["Qz99", "boo"]);
        let position = start.with_setup(&setup).unwrap();
        let board = super::super::fen::board_text(&position, &letters);
        let rows: Vec<&str> = board.split('/').collect();
        assert_eq!((rows[0], rows[11], rows[12]), ("7k7", "2+p12", "1+P13"));
        assert_eq!((rows[13], rows[14]), ("A'14", "7K7"));
    }
}
