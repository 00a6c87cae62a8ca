//! Squares, moves and boards of the XBoard protocol, to and from USI.
//!
//! Squares are a file letter from `a` at Sente's left and a rank number from 1 at Sente's side; a
//! move is its legs joined with commas, a pass is `@@@@`.

use super::engine::PlayedMove;
use crate::types::Geometry;
use crate::variant::Variant;

/// How a pass is written.
pub const PASS: &str = "@@@@";

/// How a letter of the game becomes the letter that an engine expects.
pub type Letters = fn(&str) -> &str;

/// Turns the board by 180 degrees, for engines that know positions only with Sente to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The engine's board is turned.
    pub turned: bool,
}

impl View {
    pub(super) fn square_to_cecp(self, geometry: &Geometry, name: &str) -> Option<String> {
        let square = geometry.parse(name)?;
        let square = if self.turned { geometry.rotate(square) } else { square };
        let (file, rank) = geometry.coordinates(square);
        let column = geometry.files() - 1 - file;
        if column >= 26 {
            return None;
        }
        Some(format!("{}{}", char::from(b'a' + column), u32::from(geometry.ranks() - rank)))
    }

    pub(super) fn square_to_usi(self, geometry: &Geometry, text: &str) -> Option<String> {
        let mut letters = text.chars();
        let column = u32::from(letters.next()?).checked_sub(u32::from('a'))?;
        let number: i32 = letters.as_str().parse().ok()?;
        let file = i32::from(geometry.files()) - 1 - i32::try_from(column).ok()?;
        let square = geometry.square(file, i32::from(geometry.ranks()).checked_sub(number)?)?;
        let square = if self.turned { geometry.rotate(square) } else { square };
        Some(geometry.name(square))
    }

    /// A USI move in CECP words: `6f5e6d` becomes `g7h8,h8g9`. `None` for text that is no move of
    /// this board.
    pub fn move_to_cecp(self, geometry: &Geometry, played: &PlayedMove) -> Option<String> {
        if played.is_pass {
            return Some(PASS.to_owned());
        }
        let promotes = played.text.ends_with('+');
        let squares = usi_squares(played.text.trim_end_matches(['+', '=']))?;
        let squares: Option<Vec<String>> =
            squares.iter().map(|name| self.square_to_cecp(geometry, name)).collect();
        let squares = squares?;
        if squares.len() < 2 {
            return None;
        }
        let legs: Vec<String> = squares.windows(2).map(<[String]>::concat).collect();
        Some(format!("{}{}", legs.join(","), if promotes { "+" } else { "" }))
    }

    /// The legs of a CECP move, joined with commas, as USI text: `g7h8,h8g9` becomes `6f5e6d`.
    /// `None` for text that is no move of this board.
    pub fn move_to_usi(self, geometry: &Geometry, text: &str) -> Option<String> {
        let body = text.trim_end_matches(['+', '=']);
        let suffix = text.get(body.len()..).unwrap_or_default();
        let mut path: Vec<&str> = Vec::new();
        for leg in body.split(',') {
            let squares = cecp_squares(leg)?;
            let (first, rest) = squares.split_first()?;
            match path.last() {
                None => path.push(first),
                Some(last) if last == first => {}
                Some(_) => return None,
            }
            path.extend(rest);
        }
        if path.len() < 2 {
            return None;
        }
        let mut usi = String::new();
        for square in path {
            usi.push_str(&self.square_to_usi(geometry, square)?);
        }
        Some(usi + suffix)
    }

    /// The board field of an SFEN as the board field of a FEN, piece by piece through `letters`.
    /// `None` for a piece that has no letter.
    pub fn board(self, variant: &Variant, sfen: &str, letters: Letters) -> Option<String> {
        let mut out: Vec<String> = Vec::new();
        let board = sfen.split([' ', '_']).next()?;
        let mut rest = board;
        while let Some(first) = rest.chars().next() {
            if first == '/' {
                rest = rest.get(1..)?;
                out.push("/".to_owned());
                continue;
            }
            if first.is_ascii_digit() {
                let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                out.push(rest.get(..end)?.to_owned());
                rest = rest.get(end..)?;
                continue;
            }
            let (promoted, piece) = match rest.strip_prefix('+') {
                Some(piece) => ("+", piece),
                None => ("", rest),
            };
            let (letter, upper, used) = piece_letter(variant, piece, !promoted.is_empty())?;
            let upper = upper != self.turned;
            let letter = letters(&letter);
            let letter = if upper { letter.to_owned() } else { letter.to_lowercase() };
            out.push(format!("{promoted}{letter}"));
            rest = piece.get(used..)?;
        }
        if self.turned {
            out.reverse();
        }
        Some(out.concat())
    }
}

/// The letter of the piece that `text` begins with, whether it is upper case, and its length.
fn piece_letter(variant: &Variant, text: &str, promoted: bool) -> Option<(String, bool, usize)> {
    if let Some(inner) = text.strip_prefix('[') {
        let code = inner.get(..inner.find(']')?)?;
        let kind = variant.kind(variant.find_code(&code.to_uppercase(), promoted)?);
        if kind.letter.is_empty() {
            return None;
        }
        let upper = code.starts_with(|c: char| c.is_uppercase());
        return Some((kind.letter.clone(), upper, code.len() + 2));
    }
    let mut length = text.chars().next()?.len_utf8();
    if matches!(text.get(length..)?.chars().next(), Some('\'' | '!' | '~' | '`')) {
        length += 1;
    }
    let letter = text.get(..length)?;
    Some((letter.to_uppercase(), letter.starts_with(|c: char| c.is_uppercase()), length))
}

/// Splits `6f5e6d` into its squares.
fn usi_squares(text: &str) -> Option<Vec<&str>> {
    squares(text, char::is_ascii_digit, char::is_ascii_lowercase)
}

/// Splits `g7h8` into its squares.
fn cecp_squares(text: &str) -> Option<Vec<&str>> {
    squares(text, char::is_ascii_lowercase, char::is_ascii_digit)
}

fn squares(text: &str, head: fn(&char) -> bool, tail: fn(&char) -> bool) -> Option<Vec<&str>> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let heads = rest.chars().take_while(head).count();
        let tails = rest.get(heads..)?.chars().take_while(tail).count();
        if heads == 0 || tails == 0 {
            return None;
        }
        found.push(rest.get(..heads + tails)?);
        rest = rest.get(heads + tails..)?;
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRAIGHT: View = View { turned: false };
    const TURNED: View = View { turned: true };

    fn played(text: &str) -> PlayedMove {
        PlayedMove { text: text.to_owned(), is_pass: false }
    }

    #[test]
    fn moves_go_both_ways() {
        let board = Geometry::new(12, 12, 3).unwrap();
        for (usi, cecp) in [
            ("7i7h", "f4f5"),
            ("6f5e6d", "g7h8,h8g9"),
            ("4d7h+", "i9f5+"),
            ("12l12k", "a1a2"),
            ("6f5e6f", "g7h8,h8g7"),
        ] {
            assert_eq!(STRAIGHT.move_to_cecp(&board, &played(usi)).as_deref(), Some(cecp));
            assert_eq!(STRAIGHT.move_to_usi(&board, cecp).as_deref(), Some(usi));
            let turned = TURNED.move_to_cecp(&board, &played(usi)).unwrap();
            assert_eq!(TURNED.move_to_usi(&board, &turned).as_deref(), Some(usi));
        }
        let pass = PlayedMove { text: "6f5e6f".to_owned(), is_pass: true };
        assert_eq!(STRAIGHT.move_to_cecp(&board, &pass).as_deref(), Some(PASS));
        let large = Geometry::new(19, 19, 3).unwrap();
        assert_eq!(STRAIGHT.move_to_usi(&large, "a19s1").as_deref(), Some("19a1s"));
    }

    #[test]
    fn nonsense_is_no_move() {
        let board = Geometry::new(12, 12, 3).unwrap();
        for text in [
            "",
            "f4",
            "f4z9",
            "f4f99",
            "4f5f",
            "f4f5,g5g6",
            "f4f0",
            "é4f5",
            "f4f5,",
            "f4f99999999999",
        ] {
            assert_eq!(STRAIGHT.move_to_usi(&board, text), None, "{text}");
        }
        for text in ["", "7i", "7i99z", "i7h7", "P*7i"] {
            assert_eq!(STRAIGHT.move_to_cecp(&board, &played(text)), None, "{text}");
        }
    }
}
