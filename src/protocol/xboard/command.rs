//! CECP lines taken apart: any text in, a command or one clear error out.

use std::time::Duration;

/// A line that a GUI sent, as far as it can be read without a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "one for each command of the protocol, named alike")]
pub enum Command {
    XBoard,
    /// Version of the protocol.
    ProtoVer(u32),
    New,
    Variant(String),
    SetBoard(String),
    Edit,
    Force,
    Go,
    PlayOther,
    MoveNow,
    /// A move, from `usermove` or alone on its line.
    UserMove(String),
    /// The GUI says that the game is over.
    Result,
    Undo,
    Remove,
    Level(Level),
    /// Exactly this long for every move.
    MoveTime(Duration),
    /// Plies; 0 takes the limit back.
    Depth(u32),
    /// The engine's clock.
    Time(Duration),
    /// The opponent's clock.
    OpponentTime(Duration),
    /// Nodes that count as a second; `None` for real time.
    NodeRate(Option<u64>),
    /// Ponder (`hard`) or not (`easy`).
    Ponder(bool),
    /// Show thinking (`post`) or not.
    Post(bool),
    Analyze,
    ExitAnalysis,
    AnalysisStatus,
    Hint,
    Book,
    Ping(String),
    /// MiB of memory in all.
    Memory(usize),
    Cores(usize),
    /// Name and value; a button has none.
    Option(String, String),
    /// Something that asks for nothing.
    Ignored,
    /// `d`, `fen`, `legal`, `status`: for people.
    Inspect(Inspection),
    Quit,
}

/// What people may ask of the game at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inspection {
    /// The diagram.
    Diagram,
    /// The FEN.
    Fen,
    /// The legal moves.
    Legal,
    /// Whether the game is over.
    Status,
}

/// `level`: moves in a session, time for it, increment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// Moves to the next time control; 0 for the whole game.
    pub moves: u32,
    /// Time for them.
    pub base: Duration,
    /// Added after every move.
    pub increment: Duration,
}

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The first word means nothing.
    #[error("Error (unknown command): {0}")]
    Unknown(String),
    /// A number is missing or none.
    #[error("Error (bad number): {0}")]
    BadNumber(String),
    /// A word is missing.
    #[error("Error (missing argument): {0}")]
    Missing(&'static str),
}

/// Commands that change nothing here.
const IGNORED: [&str; 13] = [
    "accepted", "rejected", "random", "white", "black", "name", "rating", "computer", "draw",
    "ics", "bogus", "pause", "resume",
];

impl Command {
    /// Reads a line; `None` for a blank one.
    ///
    /// ```
    /// use daiban::protocol::xboard::command::Command;
    ///
    /// assert_eq!(Command::parse("usermove a1a2+"), Ok(Some(Command::UserMove("a1a2+".into()))));
    /// assert_eq!(Command::parse("  "), Ok(None));
    /// assert!(Command::parse("sd deep").is_err());
    /// ```
    ///
    /// # Errors
    /// [`CommandError`], which is the whole line to answer with.
    pub fn parse(line: &str) -> Result<Option<Self>, CommandError> {
        let line = line.trim_matches(|c: char| c.is_whitespace() || c.is_control());
        let (word, rest) = match line.split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim()),
            None => (line, ""),
        };
        let bad = || CommandError::BadNumber(printable(line));
        let number = || rest.parse::<i64>().map_err(|_| bad());
        let size = |most: i64| number().map(|n| n.clamp(1, most) as usize);
        let centiseconds = || {
            let n = rest.parse::<f64>().ok().filter(|n| n.is_finite()).ok_or_else(bad)?;
            Ok(Duration::from_millis((n.clamp(0.0, 1e10) * 10.0) as u64))
        };
        let word_argument = |name| match rest {
            "" => Err(CommandError::Missing(name)),
            _ => Ok(rest.to_owned()),
        };
        Ok(Some(match word {
            "" => return Ok(None),
            "xboard" => Self::XBoard,
            "protover" => Self::ProtoVer(number()?.clamp(1, 9) as u32),
            "new" => Self::New,
            "variant" => Self::Variant(word_argument("variant")?),
            "setboard" => Self::SetBoard(word_argument("setboard")?),
            "edit" => Self::Edit,
            "force" => Self::Force,
            "go" => Self::Go,
            "playother" => Self::PlayOther,
            "?" => Self::MoveNow,
            "usermove" => Self::UserMove(word_argument("usermove")?),
            "result" => Self::Result,
            "undo" => Self::Undo,
            "remove" => Self::Remove,
            "level" => Self::Level(level(rest).ok_or_else(bad)?),
            "st" => Self::MoveTime(clock_time(rest, 1.0).ok_or_else(bad)?),
            "sd" => Self::Depth(number()?.clamp(0, 1000) as u32),
            "time" => Self::Time(centiseconds()?),
            "otim" => Self::OpponentTime(centiseconds()?),
            "nps" => Self::NodeRate(u64::try_from(number()?).ok()),
            "hard" => Self::Ponder(true),
            "easy" => Self::Ponder(false),
            "post" => Self::Post(true),
            "nopost" => Self::Post(false),
            "analyze" => Self::Analyze,
            "exit" => Self::ExitAnalysis,
            "." => Self::AnalysisStatus,
            "hint" => Self::Hint,
            "bk" => Self::Book,
            "ping" => Self::Ping(printable(rest)),
            "memory" => Self::Memory(size(1 << 20)?),
            "cores" => Self::Cores(size(256)?),
            "option" => option(rest)?,
            "d" => Self::Inspect(Inspection::Diagram),
            "fen" => Self::Inspect(Inspection::Fen),
            "legal" => Self::Inspect(Inspection::Legal),
            "status" => Self::Inspect(Inspection::Status),
            "quit" => Self::Quit,
            _ if IGNORED.contains(&word) => Self::Ignored,
            _ if rest.is_empty() && looks_like_move(word) => Self::UserMove(word.to_owned()),
            _ => return Err(CommandError::Unknown(printable(line))),
        }))
    }
}

/// At most 60 characters, control characters as escapes.
pub fn printable(text: &str) -> String {
    text.chars().take(60).flat_map(char::escape_debug).collect()
}

fn option(rest: &str) -> Result<Command, CommandError> {
    let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
    match name.trim() {
        "" => Err(CommandError::Missing("option")),
        name => Ok(Command::Option(name.to_owned(), value.trim().to_owned())),
    }
}

/// A letter, a digit, a letter, a digit: a move from a GUI that ignores features; or a drop or pass.
fn looks_like_move(word: &str) -> bool {
    let mut kinds = word.chars().map(|c| (c.is_ascii_lowercase(), c.is_ascii_digit()));
    let first = matches!((kinds.next(), kinds.next()), (Some((true, _)), Some((_, true))));
    let drop = word.split_once('@').is_some_and(|(piece, square)| {
        piece.starts_with(|c: char| c.is_ascii_alphabetic())
            && square.starts_with(|c: char| c.is_ascii_lowercase())
            && square.ends_with(|c: char| c.is_ascii_digit())
    });
    word == super::notation::PASS
        || drop
        || first && word.chars().filter(char::is_ascii_digit).count() > 1
}

fn level(rest: &str) -> Option<Level> {
    let mut words = rest.split_whitespace();
    let moves = words.next()?.parse::<i64>().ok()?.clamp(0, 100_000) as u32;
    let base = clock_time(words.next()?, 60.0)?;
    let increment = clock_time(words.next().unwrap_or("0"), 1.0)?;
    Some(Level { moves, base, increment })
}

/// `5` in a unit of so many seconds, or `5:30` as minutes and seconds. At most a year.
fn clock_time(text: &str, unit: f64) -> Option<Duration> {
    const YEAR: f64 = 365.0 * 24.0 * 3600.0;
    let plain = |t: &str| t.parse::<f64>().ok().filter(|n| n.is_finite());
    let seconds = match text.split_once(':') {
        Some((minutes, seconds)) => plain(minutes)? * 60.0 + plain(seconds)?,
        None => plain(text)? * unit,
    };
    Some(Duration::from_secs_f64(seconds.clamp(0.0, YEAR)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Command {
        Command::parse(line).unwrap().unwrap()
    }

    #[test]
    fn times_in_all_forms() {
        let second = Duration::from_secs;
        let level = |moves, base, increment| Command::Level(Level { moves, base, increment });
        assert_eq!(parse("level 40 5 0"), level(40, second(300), second(0)));
        assert_eq!(parse("level 0 0:30 2.5"), level(0, second(30), Duration::from_millis(2500)));
        assert_eq!(parse("st 10"), Command::MoveTime(second(10)));
        assert_eq!(parse("st 0:02"), Command::MoveTime(second(2)));
        assert_eq!(parse("time 12345"), Command::Time(Duration::from_millis(123_450)));
        assert_eq!(parse("otim -5"), Command::OpponentTime(second(0)));
        assert_eq!(parse("nps -1"), Command::NodeRate(None));
        for bad in ["level", "level 40", "level x 5 0", "level 1 nan 0", "st", "st 1e999", "sd x"] {
            assert!(matches!(Command::parse(bad), Err(CommandError::BadNumber(_))), "{bad}");
        }
    }

    #[test]
    fn moves_with_and_without_their_word() {
        for text in ["a1a2", "l12l11+", "a1b2,b2c3", "@@@@"] {
            assert_eq!(parse(text), Command::UserMove(text.to_owned()));
            assert_eq!(parse(&format!("usermove {text}")), Command::UserMove(text.to_owned()));
        }
        assert!(Command::parse("usermove").is_err());
        assert!(Command::parse("e4").is_err());
    }

    #[test]
    fn options_and_buttons() {
        let option = |n: &str, v: &str| Command::Option(n.to_owned(), v.to_owned());
        assert_eq!(parse("option LionTrading=off"), option("LionTrading", "off"));
        assert_eq!(parse("option ClearHash"), option("ClearHash", ""));
        assert_eq!(parse("option GamesPath=/a=b c"), option("GamesPath", "/a=b c"));
        assert!(Command::parse("option").is_err());
    }

    #[test]
    fn nonsense_is_one_short_line() {
        let long = "x".repeat(100_000);
        for bad in ["\u{1b}[2Jnoise\u{0}", "é", &long, "memory lots", "protover", "usi"] {
            let line = Command::parse(bad).unwrap_err().to_string();
            assert!(line.starts_with("Error (") && line.len() < 400, "{line}");
            assert!(!line.contains(['\n', '\u{1b}', '\u{0}']));
        }
    }
}
