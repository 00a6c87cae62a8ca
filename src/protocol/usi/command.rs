//! USI lines taken apart: any text in, a command or one clear error out.

use std::time::Duration;

use super::go::{Go, parse_go};

/// A line that a client sent, as far as it can be read without a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `usi`: who are you, and which options have you?
    Usi,
    /// `isready`.
    IsReady,
    /// `usinewgame`.
    NewGame,
    /// `gameover`, whatever its word.
    GameOver,
    /// `setoption name N [value V]`.
    SetOption {
        /// Name as written.
        name: String,
        /// The rest of the line after `value`, empty when there is none.
        value: String,
    },
    /// `position ...`.
    Position(PositionCommand),
    /// `go ...`.
    Go(Box<Go>),
    /// `ponderhit ...`, with or without new times.
    PonderHit(Box<Go>),
    /// `stop`.
    Stop,
    /// `quit`.
    Quit,
    /// `d`: the diagram.
    Diagram,
    /// `legal`: all legal moves.
    Legal,
    /// `sfen`: the position as SFEN.
    Sfen,
    /// `status`: is the game over?
    Status,
    /// `perft N`.
    Perft(u32),
    /// `eval`: the static evaluation by terms.
    Eval,
    /// `bench [depth]`.
    Bench(Option<u32>),
}

/// `position`: where the game starts and what was played since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// The SFEN; `None` for the start position.
    pub sfen: Option<String>,
    /// Moves as written.
    pub moves: Vec<String>,
}

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The first word means nothing.
    #[error("unknown command `{0}`")]
    Unknown(String),
    /// `setoption` without `name`.
    #[error("setoption needs `name <option>`")]
    NoOptionName,
    /// `position` with neither `startpos` nor `sfen`.
    #[error("position needs `startpos` or `sfen <board> <side> <third> <number>`")]
    NoPosition,
    /// Something stands where `moves` should.
    #[error("expected `moves`, found `{0}`")]
    NoMoves(String),
    /// A number is missing or none, or too large to make sense.
    #[error("`{keyword}` needs a whole number, not `{found}`")]
    BadNumber {
        /// The word before it.
        keyword: &'static str,
        /// What stands there.
        found: String,
    },
    /// A word of `go` that means nothing.
    #[error("unknown word `{0}` in go")]
    UnknownLimit(String),
    /// The number after a word of `go` is missing or none.
    #[error("`{keyword}` of go needs a number, not `{found}`: ignored")]
    BadLimit {
        /// The word before it.
        keyword: String,
        /// What stands there.
        found: String,
    },
}

/// The deepest `perft` that is worth a start.
const MAX_PERFT: u32 = 30;
/// The deepest `bench`.
const MAX_BENCH: u32 = 100;

impl Command {
    /// Reads a line; `None` for a blank one.
    ///
    /// ```
    /// use daiban::protocol::usi::command::Command;
    ///
    /// assert_eq!(Command::parse("  isready \r"), Ok(Some(Command::IsReady)));
    /// assert_eq!(Command::parse(""), Ok(None));
    /// assert!(Command::parse("perft many").is_err());
    /// ```
    ///
    /// # Errors
    /// [`CommandError`] with the offending word, shortened and made printable.
    pub fn parse(line: &str) -> Result<Option<Self>, CommandError> {
        let line = line.trim_matches(is_blank);
        let (word, rest) = split_word(line);
        Ok(Some(match word {
            "" => return Ok(None),
            "usi" => Self::Usi,
            "isready" => Self::IsReady,
            "usinewgame" => Self::NewGame,
            "gameover" => Self::GameOver,
            "setoption" => set_option(rest)?,
            "position" => Self::Position(position(rest)?),
            "go" => Self::Go(Box::new(parse_go(rest))),
            "ponderhit" => Self::PonderHit(Box::new(parse_go(rest))),
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            "d" => Self::Diagram,
            "legal" => Self::Legal,
            "sfen" => Self::Sfen,
            "status" => Self::Status,
            "perft" => Self::Perft(number("perft", rest, MAX_PERFT)?),
            "eval" => Self::Eval,
            "bench" if rest.is_empty() => Self::Bench(None),
            "bench" => Self::Bench(Some(number("bench", rest, MAX_BENCH)?.max(1))),
            other => return Err(CommandError::Unknown(printable(other))),
        }))
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// The first word and what follows it, both without blanks at their ends.
pub(crate) fn split_word(text: &str) -> (&str, &str) {
    match text.trim_start().split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (text.trim(), ""),
    }
}

/// A token for an error message: at most 40 characters, control characters as escapes.
pub(crate) fn printable(text: &str) -> String {
    const MOST: usize = 40;
    let mut short: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.chars().nth(MOST).is_some() {
        short.push_str("...");
    }
    short
}

fn set_option(rest: &str) -> Result<Command, CommandError> {
    let (keyword, rest) = split_word(rest);
    if keyword != "name" || rest.is_empty() {
        return Err(CommandError::NoOptionName);
    }
    let (name, rest) = split_word(rest);
    let (keyword, value) = split_word(rest);
    let value = if keyword == "value" { value.to_owned() } else { String::new() };
    Ok(Command::SetOption { name: name.to_owned(), value })
}

fn position(rest: &str) -> Result<PositionCommand, CommandError> {
    let mut words = rest.split_whitespace().peekable();
    let sfen = match words.next() {
        Some("startpos") => None,
        Some("sfen") => {
            let mut text = String::new();
            while let Some(word) = words.next_if(|w| *w != "moves") {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(word);
            }
            match text.as_str() {
                "" => return Err(CommandError::NoPosition),
                "startpos" => None,
                _ => Some(text),
            }
        }
        _ => return Err(CommandError::NoPosition),
    };
    match words.next() {
        None | Some("moves") => {}
        Some(other) => return Err(CommandError::NoMoves(printable(other))),
    }
    Ok(PositionCommand { sfen, moves: words.map(str::to_owned).collect() })
}

fn number(keyword: &'static str, text: &str, most: u32) -> Result<u32, CommandError> {
    let number = text.parse::<u32>().ok().filter(|n| *n <= most);
    number.ok_or_else(|| CommandError::BadNumber { keyword, found: printable(text) })
}

/// Milliseconds, as clients write them: `1000`, `1000.0`, `-20` (counts as 0). At most a year.
pub(crate) fn milliseconds(text: &str) -> Option<Duration> {
    const YEAR: f64 = 365.0 * 24.0 * 3600.0 * 1000.0;
    let number: f64 = text.parse().ok()?;
    number.is_finite().then(|| Duration::from_millis(number.clamp(0.0, YEAR) as u64))
}

/// A count, at least 1; a fraction is cut off.
pub(crate) fn count(text: &str) -> Option<u64> {
    const MOST: f64 = 1e18;
    if let Ok(number) = text.parse::<u64>() {
        return Some(number.max(1));
    }
    let number: f64 = text.parse().ok()?;
    number.is_finite().then(|| number.clamp(1.0, MOST) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Command {
        Command::parse(line).unwrap().unwrap()
    }

    fn moves(list: &[&str]) -> Vec<String> {
        list.iter().map(|m| (*m).to_owned()).collect()
    }

    #[test]
    fn positions_in_all_forms() {
        let start = |list| Command::Position(PositionCommand { sfen: None, moves: moves(list) });
        assert_eq!(parse("position startpos"), start(&[]));
        assert_eq!(parse("position startpos moves "), start(&[]));
        assert_eq!(parse("position sfen startpos moves 7i7h"), start(&["7i7h"]));
        assert_eq!(
            parse("position sfen 3k/4 w - 5 moves 1a1b 2a2b+"),
            Command::Position(PositionCommand {
                sfen: Some("3k/4 w - 5".into()),
                moves: moves(&["1a1b", "2a2b+"]),
            })
        );
        for bad in ["position", "position sfen", "position sfen moves 1a1b", "position here"] {
            assert_eq!(Command::parse(bad), Err(CommandError::NoPosition), "{bad}");
        }
        assert!(Command::parse("position startpos 7i7h").is_err());
    }

    #[test]
    fn options_keep_the_blanks_of_their_value() {
        assert_eq!(
            parse("setoption  name GamesPath value  /my games/here "),
            Command::SetOption { name: "GamesPath".into(), value: "/my games/here".into() }
        );
        assert_eq!(
            parse("setoption name ClearHash"),
            Command::SetOption { name: "ClearHash".into(), value: String::new() }
        );
        assert!(Command::parse("setoption").is_err());
        assert!(Command::parse("setoption USI_Hash").is_err());
    }

    #[test]
    fn what_means_nothing_is_named_in_one_line() {
        let error = Command::parse("\u{1b}[2Jnoise\u{0} x").unwrap_err().to_string();
        assert!(error.contains("unknown command") && !error.contains(['\u{1b}', '\u{0}']));
        let long = Command::parse(&"x".repeat(100_000)).unwrap_err().to_string();
        assert!(long.len() < 80, "{long}");
    }

    #[test]
    fn numbers_as_clients_write_them() {
        assert_eq!(milliseconds("1000.0"), Some(Duration::from_secs(1)));
        assert_eq!(milliseconds("-5"), Some(Duration::ZERO));
        assert_eq!(milliseconds("NaN"), None);
        assert!(milliseconds("1e300").is_some_and(|d| d < Duration::from_secs(40_000_000)));
        assert_eq!((count("0"), count("12.7"), count("x")), (Some(1), Some(12), None));
    }
}
