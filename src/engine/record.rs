//! The game that the engine is told of: where it started, what was played, and how to catch up.

use std::sync::Arc;

use crate::game::{Game, MoveError};
use crate::position::Setup;
use crate::position::sfen::{SfenError, SfenErrors};
use crate::variant::{BuildError, RegistryError, Variant};

/// Why a position cannot be set up. The position before it stays.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The SFEN is no position of the game.
    #[error(transparent)]
    Sfen(#[from] SfenErrors),
    /// A move of the list is illegal.
    #[error("illegal move {text} at ply {ply}: {why}")]
    IllegalMove {
        /// The move as written, shortened.
        text: String,
        /// Its place in the list, from 1.
        ply: usize,
        /// The reason.
        why: MoveError,
    },
    /// The game cannot be read.
    #[error(transparent)]
    Game(#[from] RegistryError),
    /// The game cannot be made.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// A game with the texts that it came from.
///
/// Clients send the whole game before every move. A list that continues the last one, or takes
/// some of it back, costs only the difference.
#[derive(Clone, Debug)]
pub struct Record {
    game: Game,
    /// SFEN of the start; `None` for the start position of the game.
    sfen: Option<String>,
    moves: Vec<String>,
}

impl Record {
    /// A game from the start position.
    ///
    /// # Errors
    /// When the variant's start array is no position.
    pub fn new(variant: &Arc<Variant>) -> Result<Self, PositionError> {
        Ok(Self { game: Game::new(variant)?, sfen: None, moves: Vec::new() })
    }

    /// The same record under other rules of the game, or in a game read anew.
    ///
    /// # Errors
    /// When the start or a move is illegal there.
    pub fn under(&self, variant: &Arc<Variant>) -> Result<Self, PositionError> {
        let mut record = Self::new(variant)?;
        record.set(self.sfen.as_deref(), &self.moves)?;
        Ok(record)
    }

    /// The same start, without the moves, under another variant of the game.
    ///
    /// # Errors
    /// As [`Record::set`].
    pub fn restarted(&self, variant: &Arc<Variant>) -> Result<Self, PositionError> {
        let mut record = Self::new(variant)?;
        record.set(self.sfen.as_deref(), &[])?;
        Ok(record)
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The game, to ask what needs generation of moves. What it plays must be taken back.
    pub const fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// True when the game began at the start position, not at an SFEN.
    pub const fn is_from_start(&self) -> bool {
        self.sfen.is_none()
    }

    /// Sets start and moves. Nothing changes on error.
    ///
    /// # Errors
    /// [`PositionError`] with the first illegal move, or all faults of the SFEN.
    pub fn set(&mut self, sfen: Option<&str>, moves: &[String]) -> Result<(), PositionError> {
        let same_start = self.sfen.as_deref() == sfen;
        let (mut game, kept) = if same_start {
            let common = self.moves.iter().zip(moves).take_while(|(a, b)| a == b).count();
            let mut game = self.game.clone();
            for _ in common..self.moves.len() {
                game.unmake_move();
            }
            (game, common)
        } else {
            (self.start(sfen)?, 0)
        };
        for (index, text) in moves.iter().enumerate().skip(kept) {
            game.play_text(text).map_err(|why| PositionError::IllegalMove {
                text: shorten(text),
                ply: index + 1,
                why,
            })?;
        }
        self.game = game;
        self.sfen = sfen.map(str::to_owned);
        self.moves.truncate(kept);
        self.moves.extend(moves.iter().skip(kept).cloned());
        Ok(())
    }

    /// Plays a move after the others.
    ///
    /// # Errors
    /// [`MoveError`] with the reason; nothing is changed.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        self.game.play_text(text)?;
        self.moves.push(text.to_owned());
        Ok(())
    }

    /// Takes back the last move; false when there is none.
    pub fn take_back(&mut self) -> bool {
        let some = self.moves.pop().is_some();
        if some {
            self.game.unmake_move();
        }
        some
    }

    /// A game from an SFEN or from the start position, in the variant at hand.
    fn start(&self, sfen: Option<&str>) -> Result<Game, PositionError> {
        let variant = self.game.variant();
        let setup = Setup::from_sfen(variant, sfen.unwrap_or(&variant.start_sfen))?;
        let game = self.game.with_setup(&setup);
        game.map_err(|e| PositionError::Sfen(SfenErrors(vec![SfenError::Setup(e)])))
    }
}

/// At most 40 characters of a move text, control characters as escapes.
fn shorten(text: &str) -> String {
    text.chars().take(40).flat_map(char::escape_debug).collect()
}

/// Files and ranks of the board field of an SFEN, if every row has the same width.
pub fn board_size(sfen: &str) -> Option<(u8, u8)> {
    let board = sfen.split(|c: char| c.is_whitespace() || c == '_').find(|f| !f.is_empty())?;
    let mut size: Option<(usize, u8)> = None;
    for row in board.split('/') {
        let width = row_width(row)?;
        let (files, ranks) = size.unwrap_or((width, 0));
        if files != width || ranks == u8::MAX {
            return None;
        }
        size = Some((files, ranks + 1));
    }
    size.and_then(|(files, ranks)| Some((u8::try_from(files).ok()?, ranks)))
}

/// The size that a damaged board probably had: the most common width of its rows, and their number.
pub fn likely_size(sfen: &str) -> Option<(u8, u8)> {
    let board = sfen.split(|c: char| c.is_whitespace() || c == '_').find(|f| !f.is_empty())?;
    let rows: Vec<_> = board.split('/').take(usize::from(u8::MAX)).map(row_width).collect();
    let widths = || rows.iter().flatten();
    let common = widths().max_by_key(|width| widths().filter(|other| other == width).count())?;
    Some((u8::try_from(*common).ok()?, u8::try_from(rows.len()).ok()?))
}

fn row_width(row: &str) -> Option<usize> {
    let mut width = 0usize;
    let mut chars = row.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '0'..='9' => {
                let mut number = c.to_digit(10)? as usize;
                while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                    number = (number * 10 + digit as usize).min(1000);
                    chars.next();
                }
                width += number;
            }
            '[' => {
                chars.by_ref().find(|c| *c == ']')?;
                width += 1;
            }
            c if c.is_ascii_alphabetic() => width += 1,
            '+' | '\'' | '!' | '~' | '`' => {}
            _ => return None,
        }
        if width > 255 {
            return None;
        }
    }
    Some(width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{Choices, Registry};

    fn chu() -> Arc<Variant> {
        let definition = Registry::new().get("chu").unwrap();
        Arc::new(definition.build(&Choices::default()).unwrap())
    }

    fn texts(moves: &[&str]) -> Vec<String> {
        moves.iter().map(|m| (*m).to_owned()).collect()
    }

    #[test]
    fn longer_and_shorter_lists_lead_to_the_same_game() {
        let variant = chu();
        let mut record = Record::new(&variant).unwrap();
        let start = record.game().position().sfen();
        let first = Game::new(&variant).unwrap().legal_moves();
        let one = record.game().position().move_text(first[0]);
        let two = record.game().position().move_text(first[1]);
        record.set(None, &texts(&[&one])).unwrap();
        let after_one = record.game().position().sfen();
        assert_ne!(after_one, start);
        record.set(None, &texts(&[&two])).unwrap();
        record.set(None, &texts(&[&one])).unwrap();
        assert_eq!(record.game().position().sfen(), after_one);
        let error = record.set(None, &texts(&[&one, &one])).unwrap_err().to_string();
        assert!(error.starts_with(&format!("illegal move {one} at ply 2: ")), "{error}");
        assert_eq!(record.game().position().sfen(), after_one);
        record.set(None, &[]).unwrap();
        assert_eq!(record.game().position().sfen(), start);
        record.set(Some(&after_one), &[]).unwrap();
        assert_eq!(record.game().position().sfen(), after_one);
        assert!(record.set(Some("8/8"), &[]).is_err());
        assert_eq!(record.under(&variant).unwrap().game().position().sfen(), after_one);
    }

    #[test]
    fn board_sizes() {
        assert_eq!(board_size(&chu().start_sfen), Some((12, 12)));
        assert_eq!(board_size("15/[LN]13+[ln]_b"), Some((15, 2)));
        assert_eq!(board_size("A'B!1/4 b"), None);
        assert_eq!(board_size("[LN"), None);
        assert_eq!(board_size(""), None);
        assert_eq!(board_size("99999999999999999999999/1"), None);
        assert_eq!(board_size(&"1/".repeat(10_000)), None);
        assert_eq!(likely_size("12/11/12/[LN b"), Some((12, 4)));
        assert_eq!(likely_size("[LN"), None);
        assert_eq!(likely_size(""), None);
        assert_eq!(likely_size(&"1/".repeat(10_000)), Some((1, 255)));
    }
}
