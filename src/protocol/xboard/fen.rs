//! FEN of large boards: rows of dressed letters, hands in brackets behind them, `w` for Sente.

use std::fmt::Write as _;

use super::letters::{Letters, split_piece};
use super::notation::{parse_square, square_name};
use crate::position::hands::{Hands, MAX_IN_HAND};
use crate::position::{Position, Setup, SetupError};
use crate::types::{Color, Piece, Square};
use crate::variant::Variant;

/// The longest FEN that is read, in bytes.
pub const MAX_FEN: usize = 20_000;

/// What is wrong with a FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// No board field.
    #[error("the FEN is empty")]
    Empty,
    /// Longer than [`MAX_FEN`].
    #[error("the FEN is longer than {MAX_FEN} bytes")]
    TooLong,
    /// The number of rows does not fit.
    #[error("the board has {found} rows and this game has {expected}")]
    Rows {
        /// Rows in the text.
        found: usize,
        /// Ranks of the board.
        expected: u8,
    },
    /// A row has the wrong width.
    #[error("row {row} has {found} squares and this game has {expected}")]
    Row {
        /// Row from the top, from 1.
        row: usize,
        /// Squares in the text.
        found: usize,
        /// Files of the board.
        expected: u8,
    },
    /// Something that is neither a piece of the game nor a number.
    #[error("row {row} has the unknown piece `{token}`")]
    Piece {
        /// Row from the top, from 1.
        row: usize,
        /// The text, shortened.
        token: String,
    },
    /// Something in hand that is no piece of the game.
    #[error("the unknown piece `{token}` is in hand")]
    Hand {
        /// The text, shortened.
        token: String,
    },
    /// The side to move is neither `w` nor `b`.
    #[error("the side to move is `{0}`, not `w` or `b`")]
    Side(String),
    /// The pieces make no position.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// The FEN of a position: board, side, the square of a lion just taken or `-`, `0`, move number.
pub fn write_fen(position: &Position, letters: &Letters) -> String {
    let mut text = board_text(position, letters);
    let side = match position.side() {
        Color::Black => 'w',
        Color::White => 'b',
    };
    if position.variant().rules.drops {
        let _ = write!(text, "[{}]", holdings_text(position, letters));
    }
    let lion = position.lion_capture();
    let lion = lion.map_or_else(|| "-".to_owned(), |s| square_name(position.geometry(), s));
    let _ = write!(text, " {side} {lion} 0 {}", position.number().div_ceil(2).max(1));
    text
}

/// The pieces in hand, Sente's in upper case, each as often as it is there.
fn holdings_text(position: &Position, letters: &Letters) -> String {
    let held = Color::ALL.into_iter().flat_map(|c| position.hands().of(c));
    held.map(|(p, n)| letters.piece_text(position.variant(), p).repeat(n.into())).collect()
}

/// Reads what [`holdings_text`] writes; `-` and nothing are two empty hands.
fn read_holdings(variant: &Variant, letters: &Letters, text: &str) -> Result<Hands, FenError> {
    let mut hands = Hands::default();
    let mut rest = text.trim_end_matches(']').trim_start_matches('-');
    while !rest.is_empty() {
        let unknown = || FenError::Hand { token: shorten(rest) };
        let (promoted, letter, tail) = split_piece(rest).ok_or_else(unknown)?;
        let piece = find_piece(variant, letters, letter, promoted).ok_or_else(unknown)?;
        let more = !promoted && hands.get(piece) < MAX_IN_HAND;
        if !more || !hands.set(piece, hands.get(piece) + 1) {
            return Err(unknown());
        }
        rest = tail;
    }
    Ok(hands)
}

/// The board field of the FEN of a position.
pub fn board_text(position: &Position, letters: &Letters) -> String {
    let geometry = position.geometry();
    let mut text = String::new();
    for rank in 0..i32::from(geometry.ranks()) {
        if rank > 0 {
            text.push('/');
        }
        let mut empty = 0;
        for file in (0..i32::from(geometry.files())).rev() {
            let piece = geometry.square(file, rank).map_or(Piece::EMPTY, |s| position.at(s));
            if piece.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
                empty = 0;
            }
            text.push_str(&letters.piece_text(position.variant(), piece));
        }
        if empty > 0 {
            let _ = write!(text, "{empty}");
        }
    }
    text
}

/// Reads a FEN. Of the fields after the side only a square (of a lion just taken) and a last number
/// (of the move) count; castling rights, `-` and what else GUIs send are passed over.
///
/// # Errors
/// [`FenError`], the first one found.
pub fn read_fen(variant: &Variant, letters: &Letters, text: &str) -> Result<Setup, FenError> {
    if text.len() > MAX_FEN {
        return Err(FenError::TooLong);
    }
    let mut fields = text.split_whitespace();
    let board = fields.next().ok_or(FenError::Empty)?;
    let (board, held) = board.split_once('[').unwrap_or((board, ""));
    let pieces = read_board(variant, letters, board)?;
    let mut hands = Hands::default();
    if variant.rules.drops {
        hands = read_holdings(variant, letters, held)?;
    }
    let side = match fields.next() {
        None | Some("w") => Color::Black,
        Some("b") => Color::White,
        Some(other) => return Err(FenError::Side(shorten(other))),
    };
    let mut lion_capture = None;
    let mut number = 1u32;
    for field in fields {
        if let Some(square) = parse_square(&variant.geometry, field) {
            lion_capture = Some(square);
        } else if let Ok(n) = field.parse::<u32>() {
            number = n.clamp(1, 500_000);
        }
    }
    let number = 2 * number - u32::from(side == Color::Black);
    Ok(Setup { pieces, hands, side, lion_capture, number })
}

fn read_board(
    variant: &Variant,
    letters: &Letters,
    board: &str,
) -> Result<Vec<(Square, Piece)>, FenError> {
    let geometry = &variant.geometry;
    let found = board.split('/').count();
    if found != usize::from(geometry.ranks()) {
        return Err(FenError::Rows { found, expected: geometry.ranks() });
    }
    let mut pieces = Vec::new();
    for (rank, row) in board.split('/').enumerate() {
        let mut width = 0usize;
        let mut rest = row;
        while !rest.is_empty() {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let (number, tail) = rest.split_at(digits);
            if digits > 0 {
                width = width.saturating_add(number.parse().unwrap_or(1000));
                rest = tail;
                continue;
            }
            let unknown = || FenError::Piece { row: rank + 1, token: shorten(rest) };
            let (promoted, letter, tail) = split_piece(rest).ok_or_else(unknown)?;
            let piece = find_piece(variant, letters, letter, promoted).ok_or_else(unknown)?;
            let file = i32::from(geometry.files()) - 1 - i32::try_from(width).unwrap_or(1000);
            if let Some(square) = geometry.square(file, rank as i32) {
                pieces.push((square, piece));
            }
            width = width.saturating_add(1);
            rest = tail;
        }
        if width != usize::from(geometry.files()) {
            let expected = geometry.files();
            return Err(FenError::Row { row: rank + 1, found: width, expected });
        }
    }
    Ok(pieces)
}

/// The piece with a letter as written: upper case for Sente. `+X` for an `X` that has no promoted
/// form is read as that of any piece with this letter.
pub fn find_piece(
    variant: &Variant,
    letters: &Letters,
    letter: &str,
    promoted: bool,
) -> Option<Piece> {
    let upper = letter.to_ascii_uppercase();
    let color = if upper == letter { Color::Black } else { Color::White };
    letters.find(variant, &upper, promoted).map(|kind| Piece::new(kind, color))
}

fn shorten(text: &str) -> String {
    text.chars().take(12).flat_map(char::escape_debug).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::Game;
    use crate::variant::{Choices, Registry};

    #[test]
    fn positions_of_a_walk_read_back() {
        let registry = Registry::new();
        for id in ["chu", "dai", "maka", "wadrops", "shogi"] {
            let variant = Arc::new(registry.get(id).unwrap().build(&Choices::default()).unwrap());
            let letters = Letters::new(&variant);
            let mut game = Game::new(&variant).unwrap();
            for ply in 0..200usize {
                let fen = write_fen(game.position(), &letters);
                let setup = read_fen(&variant, &letters, &fen).unwrap();
                let read = game.position().with_setup(&setup).unwrap();
                assert_eq!(read.to_setup(), game.position().to_setup(), "{fen}");
                let moves = game.legal_moves();
                let Some(&m) = moves.get((ply * 7919) % moves.len().max(1)) else { break };
                game.make_move(m);
            }
        }
    }

    #[test]
    fn fields_of_many_guis_are_understood() {
        let variant = Registry::new().get("chu").unwrap().build(&Choices::default()).unwrap();
        let letters = Letters::new(&variant);
        let board = variant.start_sfen.split(' ').next().unwrap();
        for tail in ["", " w", " w - 0 1", " w 0 1", " w - - 0 1", " w KQkq - 0 1", "[] w 0 1"] {
            let setup = read_fen(&variant, &letters, &format!("{board}{tail}")).unwrap();
            assert_eq!((setup.side, setup.number), (Color::Black, 1), "{tail}");
        }
        let setup = read_fen(&variant, &letters, &format!("{board} b f6 0 7")).unwrap();
        assert_eq!((setup.side, setup.number), (Color::White, 14));
        assert_eq!(setup.lion_capture, variant.geometry.parse("7g"));
    }

    #[test]
    fn hands_stand_in_brackets() {
        let variant = Registry::new().get("shogi").unwrap().build(&Choices::default()).unwrap();
        let letters = Letters::new(&variant);
        let board = "4k4/9/9/9/9/9/9/9/4K4";
        let read = |held: &str| read_fen(&variant, &letters, &format!("{board}{held} w 0 1"));
        let held = read("[PRPb]").unwrap().hands;
        let position = Position::from_setup(&Arc::new(variant.clone()), &read("[PRPb]").unwrap());
        assert!(write_fen(&position.unwrap(), &letters).starts_with(&format!("{board}[RPPb] w")));
        assert!(!held.is_empty(Color::Black) && !held.is_empty(Color::White));
        for empty in ["", "[]", "[-]"] {
            assert!(read(empty).unwrap().hands.is_empty(Color::Black));
        }
        for bad in ["[X]", "[+P]", "[2P]", "[é]"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn nonsense_is_an_error() {
        let variant = Registry::new().get("chu").unwrap().build(&Choices::default()).unwrap();
        let letters = Letters::new(&variant);
        let huge = "1/".repeat(9_000);
        let twelve = |row: &str| [row; 12].join("/");
        for bad in [
            "",
            " ",
            "8/8",
            "w",
            &huge,
            &"k".repeat(30_000),
            &twelve("13"),
            &twelve("é11"),
            &twelve("+12"),
            &twelve("99999999999999999999"),
            &twelve("?11"),
            &twelve("+Q11"),
        ] {
            let error = read_fen(&variant, &letters, bad).unwrap_err().to_string();
            assert!(error.len() < 120 && !error.contains('\n'), "{error}");
        }
    }
}
