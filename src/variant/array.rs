//! Rows of a start array: what stands where, and what is wrong with them.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::types::Color;

/// What is wrong with a token of a row.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowFault {
    /// No piece has this code or letter.
    #[error("no piece of this game is written like this")]
    UnknownPiece,
    /// The piece has no promoted form.
    #[error("this piece has no promoted form")]
    NoPromotedForm,
    /// A character that means nothing, or a bracket that never closes.
    #[error("neither a piece nor a number of empty squares")]
    BadToken,
    /// A number of empty squares out of range.
    #[error("a number of empty squares is at least 1 and at most the width of the board")]
    BadNumber,
    /// The row is too short or too long.
    #[error("this row has {found} squares, the board has {wanted} files")]
    WrongLength {
        /// Squares in the row.
        found: usize,
        /// Files of the board.
        wanted: usize,
    },
}

/// A faulty row: what is wrong, with the token and its column from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{token}` at column {column}: {fault}")]
pub struct RowError {
    /// What is wrong.
    pub fault: RowFault,
    /// The offending token, the whole row for its length.
    pub token: String,
    /// Its first character, from 1.
    pub column: usize,
}

/// A piece as a row writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Written<'a> {
    /// Code or letter, upper case.
    pub name: &'a str,
    /// True for a bracket code.
    pub bracketed: bool,
    /// True with a plus.
    pub promoted: bool,
}

/// Reads a row of `files` squares. `find` gives a number for a written piece, or what is wrong
/// with it. Squares come in the order of the row; `None` is an empty one.
pub(super) fn read_row<T: Copy>(
    row: &str,
    files: usize,
    mut find: impl FnMut(Written<'_>) -> Result<T, RowFault>,
) -> Result<Vec<Option<(T, Color)>>, RowError> {
    let chars: Vec<char> = row.chars().collect();
    let mut cells = Vec::new();
    let mut rest = chars.as_slice();
    while let Some(&first) = rest.first() {
        let column = chars.len() - rest.len() + 1;
        let length = token_length(rest);
        let (head, tail) = rest.split_at(length.max(1));
        rest = tail;
        let token: String = head.iter().collect();
        let error = |fault| RowError { fault, token: token.clone(), column };
        if length == 0 {
            return Err(error(RowFault::BadToken));
        }
        if first.is_ascii_digit() {
            let count = token.parse().ok().filter(|n| (1..=files).contains(n));
            let count = count.ok_or_else(|| error(RowFault::BadNumber))?;
            cells.extend(std::iter::repeat_n(None, count));
        } else {
            let plain = token.trim_start_matches('+');
            let name = plain.trim_start_matches('[').trim_end_matches(']');
            let letters = || name.chars().filter(char::is_ascii_alphabetic);
            let color = match (
                letters().all(|c| c.is_ascii_uppercase()),
                letters().all(|c| c.is_ascii_lowercase()),
            ) {
                (true, false) => Color::Black,
                (false, true) => Color::White,
                _ => return Err(error(RowFault::BadToken)),
            };
            let upper = name.to_ascii_uppercase();
            let written =
                Written { name: &upper, bracketed: plain.starts_with('['), promoted: first == '+' };
            cells.push(Some((find(written).map_err(error)?, color)));
        }
    }
    if cells.len() == files {
        return Ok(cells);
    }
    let fault = RowFault::WrongLength { found: cells.len(), wanted: files };
    Err(RowError { fault, token: row.to_owned(), column: 1 })
}

/// Length of the token at the front; 0 when there is none.
fn token_length(chars: &[char]) -> usize {
    let Some(&first) = chars.first() else { return 0 };
    if first.is_ascii_digit() {
        return chars.iter().take_while(|c| c.is_ascii_digit()).count();
    }
    let plus = usize::from(first == '+');
    match chars.get(plus) {
        Some('[') => match chars.iter().position(|&c| c == ']') {
            Some(end) if end > plus + 1 => end + 1,
            _ => 0,
        },
        Some(c) if c.is_ascii_alphabetic() => {
            let dressed = chars.get(plus + 1).is_some_and(|c| "'!~`".contains(*c));
            plus + 1 + usize::from(dressed)
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(row: &str) -> Result<Vec<Option<(char, Color)>>, RowError> {
        read_row(row, 5, |w| match w.name {
            "K" | "AB" | "A'" => Ok(if w.promoted { '+' } else { '-' }),
            _ => Err(RowFault::UnknownPiece),
        })
    }

    #[test]
    fn rows_read_codes_letters_and_numbers() {
        let (b, w) = (Some(('-', Color::Black)), Some(('+', Color::White)));
        assert_eq!(read("K2[AB]+a'").unwrap(), [b, None, None, b, w]);
    }

    #[test]
    fn faults_name_token_and_column() {
        for (row, token, column) in [
            ("K2[XY]1", "[XY]", 3),
            ("K2[AB", "[", 3),
            ("K2[aB]", "[aB]", 3),
            ("K6", "6", 2),
            ("K3", "K3", 1),
            ("K99999999999999999999999", "99999999999999999999999", 2),
            ("Kéé", "é", 2),
            ("++K4", "+", 1),
        ] {
            let error = read(row).unwrap_err();
            assert_eq!((error.token.as_str(), error.column), (token, column), "{row}");
        }
    }
}
