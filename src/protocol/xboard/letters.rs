//! The letters of a game's pieces in FEN and `setup`: one letter, plain or dressed.

use crate::types::{Color, Piece, PieceType};
use crate::variant::Variant;

/// What may follow a letter.
pub const DRESSES: [char; 4] = ['\'', '!', '~', '`'];

/// The letters of one game: those of its file, and others for the pieces that have none there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letters {
    /// Upper-case letter by type number; a promoted form has that of its base.
    letters: Vec<String>,
}

impl Letters {
    /// The letters of a game. Pieces without a letter get the first free one of their name, then of
    /// the alphabet, plain before dressed; in the same game always the same.
    pub fn new(variant: &Variant) -> Self {
        let mut letters = vec![String::new(); variant.kinds.len()];
        let mut taken: Vec<String> = Vec::new();
        let bases = || variant.types().filter(|(_, k)| k.base.is_none());
        for (kind, description) in bases() {
            if !description.letter.is_empty() && !taken.contains(&description.letter) {
                set(&mut letters, kind, &description.letter);
                taken.push(description.letter.clone());
            }
        }
        for (kind, description) in bases() {
            if letters.get(kind.index()).is_some_and(|l| !l.is_empty()) {
                continue;
            }
            let free = candidates(&description.name).find(|c| !taken.contains(c));
            if let Some(free) = free {
                set(&mut letters, kind, &free);
                taken.push(free);
            }
        }
        for (kind, description) in variant.types() {
            if let Some(base) = description.base {
                let letter = letters.get(base.index()).cloned().unwrap_or_default();
                set(&mut letters, kind, &letter);
            }
        }
        Self { letters }
    }

    /// True when every piece has a letter.
    pub fn is_complete(&self) -> bool {
        self.letters.iter().skip(1).all(|l| !l.is_empty())
    }

    /// The upper-case letter of a type, without plus.
    pub fn letter(&self, kind: PieceType) -> &str {
        self.letters.get(kind.index()).map_or("", String::as_str)
    }

    /// A piece as FEN writes it: `K`, `+a'`.
    pub fn piece_text(&self, variant: &Variant, piece: Piece) -> String {
        let letter = self.letter(piece.kind());
        let letter = match piece.color() {
            Color::Black => letter.to_owned(),
            Color::White => letter.to_ascii_lowercase(),
        };
        if variant.kind_of(piece).promoted { format!("+{letter}") } else { letter }
    }

    /// The type with this upper-case letter and promotion state.
    pub fn find(&self, variant: &Variant, letter: &str, promoted: bool) -> Option<PieceType> {
        let fits = |(kind, k): &(PieceType, &crate::variant::PieceKind)| {
            k.promoted == promoted && self.letter(*kind) == letter
        };
        variant.types().find(fits).map(|(kind, _)| kind).filter(|_| !letter.is_empty())
    }
}

fn set(letters: &mut [String], kind: PieceType, letter: &str) {
    if let Some(entry) = letters.get_mut(kind.index()) {
        letter.clone_into(entry);
    }
}

/// Letters for a piece of this name, the best first.
fn candidates(name: &str) -> impl Iterator<Item = String> {
    let of_name: Vec<char> =
        name.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase()).collect();
    let order: Vec<char> = of_name.into_iter().chain('A'..='Z').collect();
    let plain: Vec<String> = order.iter().map(char::to_string).collect();
    let dressed = move |c: char| DRESSES.into_iter().map(move |d| format!("{c}{d}"));
    plain.into_iter().chain(order.into_iter().flat_map(dressed))
}

/// Splits a piece off the front of a text: plus, letter as written, rest.
pub fn split_piece(text: &str) -> Option<(bool, &str, &str)> {
    let (promoted, body) = match text.strip_prefix('+') {
        Some(body) => (true, body),
        None => (false, text),
    };
    if !body.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let dressed = body.get(1..).is_some_and(|rest| rest.starts_with(DRESSES));
    let (letter, rest) = body.split_at_checked(1 + usize::from(dressed))?;
    Some((promoted, letter, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{Choices, Registry};

    #[test]
    fn every_piece_of_every_game_is_found_by_its_letter() {
        let registry = Registry::new();
        for id in registry.ids() {
            let variant = registry.get(id).unwrap().build(&Choices::default()).unwrap();
            let letters = Letters::new(&variant);
            for (kind, description) in variant.types().filter(|_| letters.is_complete()) {
                let found = letters.find(&variant, letters.letter(kind), description.promoted);
                assert_eq!(found, Some(kind), "{id} {}", description.name);
            }
        }
        let chu = registry.get("chu").unwrap().build(&Choices::default()).unwrap();
        assert!(Letters::new(&chu).is_complete());
    }

    #[test]
    fn pieces_are_split_off() {
        assert_eq!(split_piece("+A'b"), Some((true, "A'", "b")));
        assert_eq!(split_piece("k"), Some((false, "k", "")));
        assert_eq!(split_piece("+"), None);
        assert_eq!(split_piece("é"), None);
        assert_eq!(split_piece(""), None);
    }
}
