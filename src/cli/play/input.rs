//! What a player types.

/// A line of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A move in USI text.
    Move(String),
    /// Departure and arrival; the move is chosen among those that fit.
    FromTo(String, String),
    /// `legal SQUARE`.
    Legal(String),
    /// `info SQUARE`.
    Info(String),
    /// `hint`.
    Hint,
    /// `undo`.
    Undo,
    /// `swap`.
    Swap,
    /// `save FILE`.
    Save(String),
    /// `option NAME=VALUE`.
    Option(String, String),
    /// `board`.
    Board,
    /// `kanji` or `letters`.
    Kanji(bool),
    /// `resign`.
    Resign,
    /// `help`.
    Help,
    /// `quit`.
    Quit,
    /// Nothing.
    Blank,
}

/// What `help` says.
pub const HELP: &str = "\
7g7f, 6f5e6d, 8d8c+   play a move in USI text
7g 7f                 play a move by its squares; asks where there is a choice
P*5e                  drop a piece from the hand, in games with drops
legal 7g              mark the squares that a piece can reach
info 7g               name a piece and draw its move
hint                  ask the engine
undo                  take back your last move and the answer
swap                  change sides with the engine
option NAME=VALUE     change a rule or another option of the engine
board, kanji, letters show the board
save FILE             save a copy of the game
resign, quit          end; a game that is not over can be resumed with --resume
";

/// Reads a line.
pub fn parse(line: &str) -> Input {
    let words: Vec<&str> = line.split_whitespace().collect();
    let own = |text: &str| text.to_owned();
    match words.as_slice() {
        [] => Input::Blank,
        ["help" | "h" | "?"] => Input::Help,
        ["quit" | "q" | "exit"] => Input::Quit,
        ["hint"] => Input::Hint,
        ["undo" | "back"] => Input::Undo,
        ["swap"] => Input::Swap,
        ["board" | "b"] => Input::Board,
        ["kanji"] => Input::Kanji(true),
        ["letters"] => Input::Kanji(false),
        ["resign"] => Input::Resign,
        ["legal", square] => Input::Legal(own(square)),
        ["info", square] => Input::Info(own(square)),
        ["save", file @ ..] if !file.is_empty() => Input::Save(file.join(" ")),
        ["option", rest @ ..] if !rest.is_empty() => {
            let text = rest.join(" ");
            let (name, value) = text.split_once('=').unwrap_or((&text, ""));
            Input::Option(own(name.trim()), own(value.trim()))
        }
        [from, to] => Input::FromTo(own(from), own(to)),
        [text] => Input::Move(own(text)),
        _ => Input::Help,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart() {
        assert_eq!(parse(" 7g7f "), Input::Move("7g7f".into()));
        assert_eq!(parse("7g 7f"), Input::FromTo("7g".into(), "7f".into()));
        assert_eq!(parse("legal 7g"), Input::Legal("7g".into()));
        let option = Input::Option("LionTrading".into(), "off".into());
        assert_eq!(parse("option LionTrading = off"), option);
        assert_eq!(parse("save my game"), Input::Save("my game".into()));
        assert_eq!(parse(""), Input::Blank);
    }
}
