//! SFEN of large boards: bracket codes or letters, decimal runs of empty squares.

use std::fmt::Write as _;
use std::sync::Arc;

use super::{Hands, Position, Setup, SetupError, hand_text};
use crate::types::{Color, Piece, PieceType, Square};
use crate::variant::{PieceNotation, Variant};

/// The longest SFEN that is read, in bytes; the largest board full of codes is shorter.
pub const MAX_SFEN: usize = 20_000;

/// What is wrong with an SFEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SfenError {
    /// No board field.
    #[error("the SFEN is empty")]
    Empty,
    /// Longer than [`MAX_SFEN`].
    #[error("the SFEN is longer than {MAX_SFEN} bytes")]
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
    /// A piece that the game does not have.
    #[error("unknown piece `{token}` at column {column}")]
    Piece {
        /// The text.
        token: String,
        /// Byte offset from 1.
        column: usize,
    },
    /// A character that means nothing.
    #[error("unexpected `{token}` at column {column}")]
    Unexpected {
        /// The text.
        token: String,
        /// Byte offset from 1.
        column: usize,
    },
    /// The side to move is neither `b` nor `w`.
    #[error("the side to move is `{0}`, not `b` or `w`")]
    Side(String),
    /// The third field is no square of the board.
    #[error("the third field is `{0}`, not `-` or a square")]
    Third(String),
    /// The third field of a game with drops is no pair of hands.
    #[error("the third field is `{0}`, not `-` or pieces in hand")]
    Hands(String),
    /// The move number is no number from 1.
    #[error("the move number is `{0}`, not a number from 1")]
    Number(String),
    /// More fields than four.
    #[error("unexpected `{0}` after the move number")]
    Trailing(String),
    /// The pieces make no position.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Every fault of an SFEN, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SfenErrors(pub Vec<SfenError>);

impl std::fmt::Display for SfenErrors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, error) in self.0.iter().take(3).enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            error.fmt(f)?;
        }
        if self.0.len() > 3 {
            write!(f, "; and {} more", self.0.len() - 3)?;
        }
        Ok(())
    }
}

impl std::error::Error for SfenErrors {}

impl Setup {
    /// Reads an SFEN: `board [side [third [number]]]`, with blanks or `_` between the fields.
    ///
    /// # Errors
    /// Every fault that was found, with its place.
    pub fn from_sfen(variant: &Variant, text: &str) -> Result<Self, SfenErrors> {
        let mut errors = Vec::new();
        if text.len() > MAX_SFEN {
            return Err(SfenErrors(vec![SfenError::TooLong]));
        }
        let mut fields =
            text.split(|c: char| c.is_whitespace() || c == '_').filter(|f| !f.is_empty());
        let Some(board) = fields.next() else { return Err(SfenErrors(vec![SfenError::Empty])) };
        let pieces = read_board(variant, board, &mut errors);
        let side = match fields.next() {
            None | Some("b") => Color::Black,
            Some("w") => Color::White,
            Some(other) => {
                errors.push(SfenError::Side(shorten(other)));
                Color::Black
            }
        };
        let (mut lion_capture, mut hands) = (None, Hands::default());
        match fields.next() {
            None | Some("-") => {}
            Some(other) if variant.rules.drops => match hand_text::read(variant, other) {
                Some(read) => hands = read,
                None => errors.push(SfenError::Hands(shorten(other))),
            },
            Some(other) => {
                lion_capture = variant.geometry.parse(other);
                if lion_capture.is_none() {
                    errors.push(SfenError::Third(shorten(other)));
                }
            }
        }
        let number = match fields.next() {
            None => 1,
            Some(other) => {
                other.parse().ok().filter(|n| (1..=1_000_000).contains(n)).unwrap_or_else(|| {
                    errors.push(SfenError::Number(shorten(other)));
                    1
                })
            }
        };
        if let Some(other) = fields.next() {
            errors.push(SfenError::Trailing(shorten(other)));
        }
        if errors.is_empty() {
            Ok(Self { pieces, hands, side, lion_capture, number })
        } else {
            Err(SfenErrors(errors))
        }
    }
}

impl Position {
    /// Reads an SFEN into a position.
    ///
    /// # Errors
    /// Every fault of the text, or the one of the setup.
    pub fn from_sfen(variant: &Arc<Variant>, text: &str) -> Result<Self, SfenErrors> {
        let setup = Setup::from_sfen(variant, text)?;
        Self::from_setup(variant, &setup).map_err(|e| SfenErrors(vec![e.into()]))
    }

    /// The SFEN with all four fields.
    pub fn sfen(&self) -> String {
        let geometry = self.geometry();
        let mut text = String::new();
        for rank in 0..i32::from(geometry.ranks()) {
            if rank > 0 {
                text.push('/');
            }
            let mut empty = 0;
            for file in (0..i32::from(geometry.files())).rev() {
                let piece = geometry.square(file, rank).map_or(Piece::EMPTY, |s| self.at(s));
                if piece.is_empty() {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    let _ = write!(text, "{empty}");
                    empty = 0;
                }
                text.push_str(&piece_text(self.variant(), piece));
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
        }
        let third = match self.lion_capture() {
            Some(square) => geometry.name(square),
            None => hand_text::write(self.variant(), self.hands()),
        };
        let _ = write!(text, " {} {third} {}", self.side().letter(), self.number());
        text
    }
}

/// A piece as this game's SFEN writes it: `+l`, `[LN]`, `+[ln]`.
pub fn piece_text(variant: &Variant, piece: Piece) -> String {
    let kind = variant.kind_of(piece);
    let name = match variant.piece_notation {
        PieceNotation::Letters if !kind.letter.is_empty() => kind.letter.clone(),
        _ => format!("[{}]", kind.code),
    };
    let name = match piece.color() {
        Color::Black => name,
        Color::White => name.to_ascii_lowercase(),
    };
    if kind.promoted { format!("+{name}") } else { name }
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= 24 {
        text.to_owned()
    } else {
        text.chars().take(24).chain("...".chars()).collect()
    }
}

fn read_board(variant: &Variant, board: &str, errors: &mut Vec<SfenError>) -> Vec<(Square, Piece)> {
    let geometry = &variant.geometry;
    let rows = board.split('/').count();
    if rows != geometry.ranks() as usize {
        errors.push(SfenError::Rows { found: rows, expected: geometry.ranks() });
    }
    let mut pieces = Vec::new();
    let mut column = 0;
    for (rank, row) in board.split('/').enumerate() {
        let mut width = 0usize;
        let mut reader = RowReader::new(row);
        while let Some(item) = reader.next_item() {
            let at = column + item.start + 1;
            match item.token {
                Token::Empty(n) => width = width.saturating_add(n),
                Token::Piece { name, bracket, promoted } => {
                    match find_piece(variant, name, bracket, promoted) {
                        Some(piece) => {
                            let file = i32::from(geometry.files()) - 1 - width as i32;
                            if let Some(square) = geometry.square(file, rank as i32) {
                                pieces.push((square, piece));
                            }
                        }
                        None => errors.push(SfenError::Piece {
                            token: shorten(&row[item.start..reader.at]),
                            column: at,
                        }),
                    }
                    width = width.saturating_add(1);
                }
                Token::Bad => errors.push(SfenError::Unexpected {
                    token: shorten(&row[item.start..reader.at]),
                    column: at,
                }),
            }
        }
        if width != geometry.files() as usize && rows == geometry.ranks() as usize {
            errors.push(SfenError::Row { row: rank + 1, found: width, expected: geometry.files() });
        }
        column += row.len() + 1;
    }
    pieces
}

/// The piece with a code or letter as written: upper case for Black.
pub(super) fn find_piece(
    variant: &Variant,
    name: &str,
    bracket: bool,
    promoted: bool,
) -> Option<Piece> {
    let first = name.chars().next()?;
    let color = if first.is_ascii_uppercase() { Color::Black } else { Color::White };
    let upper = name.to_ascii_uppercase();
    if color == Color::Black && upper != name {
        return None;
    }
    let kind: Option<PieceType> = if bracket {
        variant.find_code(&upper, promoted)
    } else {
        variant.find_letter(&upper, promoted)
    };
    kind.map(|k| Piece::new(k, color))
}

pub(super) enum Token<'a> {
    Empty(usize),
    Piece { name: &'a str, bracket: bool, promoted: bool },
    Bad,
}

pub(super) struct Item<'a> {
    start: usize,
    pub(super) token: Token<'a>,
}

/// Reads numbers and pieces off a row of the board or a hand.
pub(super) struct RowReader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> RowReader<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    pub(super) fn next_item(&mut self) -> Option<Item<'a>> {
        let start = self.at;
        let rest = &self.text[start..];
        let first = rest.chars().next()?;
        if first.is_ascii_digit() {
            let len = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            self.at += len;
            let token = match rest[..len].parse::<usize>() {
                Ok(n) if n > 0 && n <= 1000 => Token::Empty(n),
                _ => Token::Bad,
            };
            return Some(Item { start, token });
        }
        let promoted = first == '+';
        let body = if promoted { &rest[1..] } else { rest };
        let plus = usize::from(promoted);
        let token = if let Some(inner) = body.strip_prefix('[') {
            if let Some(end) = inner.find(']') {
                self.at += plus + end + 2;
                Token::Piece { name: &inner[..end], bracket: true, promoted }
            } else {
                self.at = self.text.len();
                Token::Bad
            }
        } else {
            match body.chars().next() {
                Some(c) if c.is_ascii_alphabetic() => {
                    let dress = body[1..].starts_with(['\'', '!', '~', '`']);
                    let len = 1 + usize::from(dress);
                    self.at += plus + len;
                    Token::Piece { name: &body[..len], bracket: false, promoted }
                }
                Some(c) => {
                    self.at += plus + c.len_utf8();
                    Token::Bad
                }
                None => {
                    self.at += plus;
                    Token::Bad
                }
            }
        };
        Some(Item { start, token })
    }
}
