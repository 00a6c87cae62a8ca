//! Hands as SFEN writes them in its third field: `R2Pb`, `2[SP][oc]`, `-` for two empty ones.

use std::fmt::Write as _;

use super::hands::{Hands, MAX_IN_HAND};
use super::sfen::{RowReader, Token, find_piece, piece_text};
use crate::types::{Color, Piece};
use crate::variant::Variant;

/// Reads the field; `None` when it is malformed or names a piece that the game does not have.
pub(super) fn read(variant: &Variant, text: &str) -> Option<Hands> {
    let mut hands = Hands::default();
    if text == "-" {
        return Some(hands);
    }
    let mut reader = RowReader::new(text);
    let mut number = None;
    while let Some(item) = reader.next_item() {
        match item.token {
            Token::Empty(n) if number.is_none() => number = Some(n),
            Token::Piece { name, bracket, promoted: false } => {
                let piece = find_piece(variant, name, bracket, false)?;
                let count = number.take().unwrap_or(1) + usize::from(hands.get(piece));
                let count = u16::try_from(count).ok().filter(|&n| n <= MAX_IN_HAND)?;
                hands.set(piece, count).then_some(())?;
            }
            _ => return None,
        }
    }
    number.is_none().then_some(hands)
}

/// Writes the field, Black's hand first, pieces in the order of the game's file.
pub(super) fn write(variant: &Variant, hands: &Hands) -> String {
    let mut text = String::new();
    for (piece, count) in Color::ALL.into_iter().flat_map(|c| hands.of(c)) {
        if count > 1 {
            let _ = write!(text, "{count}");
        }
        text.push_str(&piece_text(variant, piece));
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

/// One hand for people: `2 SP, LH`, or `nothing`.
pub(super) fn describe(variant: &Variant, hands: &Hands, color: Color) -> String {
    let name = |piece: Piece| {
        let upper = Piece::new(piece.kind(), Color::Black);
        super::display::diagram_text(variant, upper)
    };
    let words: Vec<String> = hands
        .of(color)
        .map(|(p, n)| if n > 1 { format!("{n} {}", name(p)) } else { name(p) })
        .collect();
    if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
}
