//! The board as text: kanji or letters, aligned by display width, with colours on request.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr;

use crate::position::Position;
use crate::position::display::diagram_text;
use crate::types::geometry::rank_name;
use crate::types::{Color, Move, Piece, Square};
use crate::variant::PieceKind;

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Kanji instead of letters or codes.
    pub kanji: bool,
    /// Escape sequences for colours.
    pub color: bool,
}

/// Squares that stand out.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// Squares that a piece can reach.
    pub reach: Vec<Square>,
    /// The move made last.
    pub last: Option<Move>,
}

const SENTE: &str = "\x1b[1m";
const GOTE: &str = "\x1b[1;34m";
const PROMOTED: &str = "\x1b[31m";
const REACHED: &str = "\x1b[42m";
const LAST: &str = "\x1b[7m";
const END: &str = "\x1b[0m";

/// What a piece type is called on the board.
fn name(position: &Position, piece: Piece, style: Style) -> String {
    let kind = position.variant().kind_of(piece);
    if style.kanji && !kind.short_kanji.is_empty() {
        kind.short_kanji.clone()
    } else {
        diagram_text(position.variant(), piece)
    }
}

/// The width of the widest piece of the game, at least 2 columns.
fn widest(position: &Position, style: Style) -> usize {
    let width = |(kind, _): (_, &PieceKind)| {
        name(position, Piece::new(kind, Color::Black), style).as_str().width()
    };
    position.variant().types().map(width).max().unwrap_or(2).max(2)
}

/// Draws a board, Sente below. Before each piece stands its side where colours do not show it: `v`
/// for Gote; hands stand above and below. `*` marks empty squares that a piece can reach, `x` pieces that it can capture.
pub fn draw(position: &Position, marks: &Marks, style: Style) -> String {
    let geometry = position.geometry();
    let width = widest(position, style);
    let header = || {
        let mut line = String::new();
        for file in (1..=u32::from(geometry.files())).rev() {
            let _ = write!(line, " {file:>width$} ");
        }
        line.trim_end().to_owned()
    };
    let mut text = header();
    text.push('\n');
    for rank in 0..geometry.ranks() {
        let mut line = String::new();
        for file in (0..i32::from(geometry.files())).rev() {
            if let Some(square) = geometry.square(file, i32::from(rank)) {
                line.push_str(&cell(position, square, marks, style, width));
            }
        }
        let _ = writeln!(text, "{line} {}", rank_name(rank));
    }
    text.push_str(&header());
    text.push('\n');
    if position.variant().rules.drops {
        let hand = |color, side| format!("{side} in hand: {}\n", position.hand_text(color));
        text = hand(Color::White, "Gote") + &text + &hand(Color::Black, "Sente");
    }
    text
}

/// One square: a mark, the piece padded to `width` columns, a blank.
fn cell(position: &Position, square: Square, marks: &Marks, style: Style, width: usize) -> String {
    let piece = position.at(square);
    let reached = marks.reach.contains(&square);
    let last = marks.last.is_some_and(|m| m.from() == square || m.to() == square);
    let Some((_, color)) = piece.get() else {
        let sign = if reached { "*" } else { "." };
        let padded = format!(" {sign:>width$} ");
        return paint(&padded, reached, last, "", style);
    };
    let word = name(position, piece, style);
    let mark = match (reached, color) {
        (true, _) => 'x',
        (false, Color::White) if style.kanji => 'v',
        (false, _) => ' ',
    };
    let fill = " ".repeat(width.saturating_sub(word.as_str().width()));
    let ink = match (position.variant().kind_of(piece).promoted, color) {
        (true, _) => PROMOTED,
        (false, Color::Black) => SENTE,
        (false, Color::White) => GOTE,
    };
    paint(&format!("{mark}{fill}{word} "), reached, last, ink, style)
}

fn paint(text: &str, reached: bool, last: bool, ink: &str, style: Style) -> String {
    let ground = match (reached, last) {
        (true, _) => REACHED,
        (false, true) => LAST,
        (false, false) => "",
    };
    if !style.color || ground.is_empty() && ink.is_empty() {
        return text.to_owned();
    }
    // The last column stays plain, so that grounds do not run together.
    let body = text.strip_suffix(' ').unwrap_or(text);
    format!("{ground}{ink}{body}{END} ")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::variant::{Choices, Registry};

    #[test]
    fn every_row_has_the_same_width() {
        for id in ["chu", "dai", "maka"] {
            let definition = Registry::new().get(id).unwrap();
            let variant = Arc::new(definition.build(&Choices::default()).unwrap());
            let position = Position::from_sfen(&variant, &variant.start_sfen).unwrap();
            for kanji in [true, false] {
                let text = draw(&position, &Marks::default(), Style { kanji, color: false });
                let rows: Vec<usize> = text.lines().map(UnicodeWidthStr::width).collect();
                let inner = rows.get(1..rows.len() - 1).unwrap();
                assert!(inner.iter().all(|w| Some(w) == inner.first()), "{id}:\n{text}");
                assert_eq!(inner.len(), usize::from(variant.geometry.ranks()));
                assert!(!text.contains('\x1b'));
            }
        }
    }
}
