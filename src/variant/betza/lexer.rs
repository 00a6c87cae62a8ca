//! Splits a move expression into tokens.

use super::{BetzaError, BetzaFault, MAX_LENGTH};

/// One token and the column of its first character, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Column, from 1.
    pub column: usize,
}

/// The kinds of token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A lower-case letter: direction, modality or `a`.
    Prefix(char),
    /// An upper-case letter.
    Atom(char),
    /// A run of digits.
    Number(String),
    /// A lower-case word of its own.
    Word(String),
    /// `+`.
    Plus,
}

/// Splits `text`; blanks separate terms and mean nothing else.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, BetzaError> {
    let chars: Vec<char> = text.chars().collect();
    if chars.len() > MAX_LENGTH {
        let head: String = chars.iter().take(12).collect();
        return Err(BetzaError::new(BetzaFault::TooLong, head, 1));
    }
    let mut tokens = Vec::new();
    let mut rest = chars.as_slice();
    while let Some(&first) = rest.first() {
        let column = chars.len() - rest.len() + 1;
        let length = match first {
            'a'..='z' => lower_run(rest),
            '0'..='9' => rest.iter().take_while(|c| c.is_ascii_digit()).count(),
            _ => 1,
        };
        let (head, tail) = rest.split_at(length);
        rest = tail;
        match first {
            c if c.is_whitespace() => {}
            '+' => tokens.push(Token { kind: TokenKind::Plus, column }),
            'A'..='Z' => tokens.push(Token { kind: TokenKind::Atom(first), column }),
            '0'..='9' => {
                tokens.push(Token { kind: TokenKind::Number(head.iter().collect()), column });
            }
            'a'..='z' if tail.first().is_some_and(char::is_ascii_uppercase) => {
                let letters = head.iter().enumerate();
                tokens.extend(
                    letters.map(|(i, &c)| Token { kind: TokenKind::Prefix(c), column: column + i }),
                );
            }
            'a'..='z' => {
                tokens.push(Token { kind: TokenKind::Word(head.iter().collect()), column });
            }
            other => {
                return Err(BetzaError::new(BetzaFault::UnknownLetter, other, column));
            }
        }
    }
    Ok(tokens)
}

/// Length of a run of lower-case letters, with underscores inside.
fn lower_run(chars: &[char]) -> usize {
    chars.iter().take_while(|c| c.is_ascii_lowercase() || **c == '_').count()
}
