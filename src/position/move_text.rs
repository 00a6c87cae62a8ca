//! Moves as text: `7g7f`, `6f5e6d`, `6f5e6f`, with `+` where the mover ends as another type; drops
//! as `P*5e`, `[SP]*5e`.

use smallvec::SmallVec;

use super::Position;
use super::sfen::piece_text;
use crate::types::geometry::Geometry;
use crate::types::{Color, Move, Piece, Square};

/// The longest move text that is read, in bytes.
const MAX_TEXT: usize = 40;

/// A move text taken apart, before it meets a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// All squares named, departure first, arrival last; at least two. Of a drop, the arrival.
    pub squares: SmallVec<[Square; 5]>,
    /// For a drop, the piece as written, in upper case.
    pub drop: Option<String>,
    /// `+` was written: true; `=` or `?` was written: false; nothing: `None`.
    pub promote: Option<bool>,
}

/// Why a text is no move text of this board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveTextError {
    /// Not of the form of a move.
    #[error("`{0}` is no move")]
    Malformed(String),
    /// A square that the board does not have.
    #[error("`{0}` names the square `{1}`, which is not on the board")]
    OffBoard(String, String),
}

impl MoveText {
    /// Takes a move text apart: squares as `(\d+[a-z]+)+`, then `+`, `=`, `?` or nothing.
    ///
    /// # Errors
    /// [`MoveTextError`] with the text, shortened.
    pub fn parse(geometry: &Geometry, text: &str) -> Result<Self, MoveTextError> {
        let short = || text.chars().take(MAX_TEXT).collect::<String>();
        let malformed = || MoveTextError::Malformed(short());
        if text.len() > MAX_TEXT || !text.is_ascii() {
            return Err(malformed());
        }
        let (body, promote) = match text.as_bytes().last() {
            Some(b'+') => (&text[..text.len() - 1], Some(true)),
            Some(b'=' | b'?') => (&text[..text.len() - 1], Some(false)),
            _ => (text, None),
        };
        if let Some((piece, square)) = body.split_once('*') {
            let plain = |b: u8| b.is_ascii_alphanumeric() || b"[]'!~`".contains(&b);
            if piece.is_empty() || !piece.bytes().all(plain) {
                return Err(malformed());
            }
            let to = geometry.parse(square);
            let to = to.ok_or_else(|| MoveTextError::OffBoard(short(), square.to_owned()))?;
            let (squares, drop) = (SmallVec::from_slice(&[to]), Some(piece.to_ascii_uppercase()));
            return Ok(Self { squares, drop, promote });
        }
        let mut squares = SmallVec::new();
        let mut rest = body;
        while !rest.is_empty() {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).ok_or_else(malformed)?;
            let letters = rest[digits..]
                .find(|c: char| !c.is_ascii_lowercase())
                .unwrap_or(rest.len() - digits);
            if digits == 0 || letters == 0 {
                return Err(malformed());
            }
            let (name, tail) = rest.split_at(digits + letters);
            let square = geometry
                .parse(name)
                .ok_or_else(|| MoveTextError::OffBoard(short(), name.to_owned()))?;
            squares.push(square);
            rest = tail;
        }
        if squares.len() < 2 || squares.len() > 5 {
            return Err(malformed());
        }
        Ok(Self { squares, drop: None, promote })
    }
}

impl Position {
    /// The text of a pseudo-legal move of this position.
    pub fn move_text(&self, m: Move) -> String {
        let geometry = self.geometry();
        if let Some(kind) = m.dropped() {
            let piece = piece_text(self.variant(), Piece::new(kind, Color::Black));
            return format!("{piece}*{}", geometry.name(m.to()));
        }
        let mut text = geometry.name(m.from());
        if m.is_pass() {
            let middle = self.pass_neighbour(m.from()).unwrap_or(m.from());
            text.push_str(&geometry.name(middle));
            text.push_str(&geometry.name(m.from()));
            if m.is_promotion() {
                text.push('+');
            }
            return text;
        }
        let victims = self.victims(m);
        for &victim in &victims {
            text.push_str(&geometry.name(victim));
        }
        if victims.last() != Some(&m.to()) {
            text.push_str(&geometry.name(m.to()));
        }
        if m.is_promotion() {
            text.push('+');
        }
        text
    }

    /// The empty neighbour that names a pass of the piece on `square`: the first by file number,
    /// then rank, among those that its power may use.
    pub fn pass_neighbour(&self, square: Square) -> Option<Square> {
        let geometry = self.geometry();
        let piece = self.at(square);
        if !piece.is_piece() {
            return None;
        }
        let passes = self.variant().tables.movement(piece).powers.passes;
        passes
            .iter()
            .map(|d| square.offset(geometry.offset(d)))
            .filter(|&s| self.at(s).is_empty())
            .min_by_key(|&s| geometry.coordinates(s))
    }
}
