//! Squares and moves as XBoard writes them: `f3`, `f3f5`, `i6i5,i5i6`, `P@b4`, `@@@@`.

use smallvec::SmallVec;

use super::letters::Letters;
use crate::game::{Game, MoveError};
use crate::position::Position;
use crate::position::move_text::{MoveText, MoveTextError};
use crate::types::geometry::rank_name;
use crate::types::{Geometry, Move, Square};

/// A pass, whoever makes it.
pub const PASS: &str = "@@@@";
/// The longest move text that is read, in bytes.
const MAX_TEXT: usize = 60;

/// The number of the nearest rank: GUIs count boards of exactly ten ranks from 0.
const fn first_rank(geometry: &Geometry) -> i32 {
    if geometry.ranks() == 10 { 0 } else { 1 }
}

/// The name of a square: file letter from Sente's left, rank number from Sente's side. Files beyond
/// the 26th have two letters.
pub fn square_name(geometry: &Geometry, square: Square) -> String {
    let (file, rank) = geometry.coordinates(square);
    let letters = rank_name(geometry.files().saturating_sub(file).saturating_sub(1));
    let number = i32::from(geometry.ranks()) - 1 - i32::from(rank) + first_rank(geometry);
    format!("{letters}{number}")
}

/// Reads a square; `None` when it is malformed or off the board.
pub fn parse_square(geometry: &Geometry, text: &str) -> Option<Square> {
    let split = text.find(|c: char| !c.is_ascii_lowercase())?;
    let (letters, digits) = text.split_at(split);
    let plain = digits.len() == 1 || !digits.starts_with('0');
    if !plain || digits.len() > 3 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let digit = |b: u8| i32::from(b - b'a');
    let file = match *letters.as_bytes() {
        [a] => digit(a),
        [a, b] => (digit(a) + 1) * 26 + digit(b),
        _ => return None,
    };
    let number: i32 = digits.parse().ok()?;
    let rank = i32::from(geometry.ranks()) - 1 - (number - first_rank(geometry));
    geometry.square(i32::from(geometry.files()) - 1 - file, rank)
}

/// The legs of a pseudo-legal move of the position, each but the last with its comma: `i6i5,` and
/// `i5i6`. A leg ends on every square that is captured on the way, and never on an empty square
/// but the last.
pub fn legs(position: &Position, m: Move) -> SmallVec<[String; 3]> {
    let mut legs: SmallVec<[String; 3]> = SmallVec::new();
    if m.is_pass() {
        legs.push(PASS.to_owned());
        return legs;
    }
    let geometry = position.geometry();
    if let Some(kind) = m.dropped() {
        let letters = Letters::new(position.variant());
        legs.push(format!("{}@{}", letters.letter(kind), square_name(geometry, m.to())));
        return legs;
    }
    let mut stations = position.victims(m);
    if stations.last() != Some(&m.to()) {
        stations.push(m.to());
    }
    let mut from = m.from();
    let last = stations.len().saturating_sub(1);
    for (i, &to) in stations.iter().enumerate() {
        let end = match (i == last, m.is_promotion()) {
            (false, _) => ",",
            (true, true) => "+",
            (true, false) => "",
        };
        legs.push(format!("{}{}{end}", square_name(geometry, from), square_name(geometry, to)));
        from = to;
    }
    legs
}

/// A move in one word, as it stands in a line of play and after `usermove`.
pub fn move_text(position: &Position, m: Move) -> String {
    legs(position, m).concat()
}

/// A line of moves from a position, separated by blanks.
pub fn line_text(root: &Position, line: &[Move]) -> String {
    let mut position = root.clone();
    let mut text = String::new();
    for &m in line {
        if !position.is_pseudo_legal(m) {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&move_text(&position, m));
        let _ = position.make_move(m);
    }
    text
}

/// The legal move that a text means.
///
/// # Errors
/// [`MoveError`] with the reason; write it with [`reason`].
pub fn read_move(game: &mut Game, text: &str) -> Result<Move, MoveError> {
    if text == PASS {
        return first_pass(game).ok_or_else(|| MoveError::NoPiece(PASS.to_owned()));
    }
    if let Some((letter, square)) = text.split_once('@') {
        return read_drop(game, letter, square);
    }
    let parsed = parse_legs(game.position().geometry(), text)?;
    game.parse_move(&usi_text(game.position().geometry(), &parsed))
}

/// Reads a drop, `P@b4`; the letter may be of either case.
fn read_drop(game: &mut Game, letter: &str, square: &str) -> Result<Move, MoveError> {
    let short = |text: &str| text.chars().take(12).flat_map(char::escape_debug).collect::<String>();
    let variant = game.variant();
    let upper = letter.to_ascii_uppercase();
    let kind = Letters::new(variant).find(variant, &upper, false);
    let kind = kind.ok_or_else(|| MoveError::NotInHand(short(letter)))?;
    let to = parse_square(&variant.geometry, square);
    let to = to.ok_or_else(|| MoveTextError::OffBoard(short(letter), short(square)))?;
    let code = &variant.kind(kind).code;
    let usi = format!("[{code}]*{}", variant.geometry.name(to));
    game.parse_move(&usi)
}

/// The first pass in the order of the `legal` list, which is that of the USI texts as bytes.
fn first_pass(game: &mut Game) -> Option<Move> {
    let passes: Vec<Move> = game.legal_moves().iter().copied().filter(|m| m.is_pass()).collect();
    passes.into_iter().min_by_key(|&m| game.position().move_text(m))
}

/// Takes a text of one to four legs apart.
///
/// # Errors
/// [`MoveTextError`] with the text, shortened.
pub fn parse_legs(geometry: &Geometry, text: &str) -> Result<MoveText, MoveTextError> {
    let short = || text.chars().take(MAX_TEXT).flat_map(char::escape_debug).collect::<String>();
    let malformed = || MoveTextError::Malformed(short());
    if text.len() > MAX_TEXT || !text.is_ascii() {
        return Err(malformed());
    }
    let (body, promote) = match text.strip_suffix('+') {
        Some(body) => (body, Some(true)),
        None => match text.strip_suffix(['=', '?']) {
            Some(body) => (body, Some(false)),
            None => (text, None),
        },
    };
    let mut squares: SmallVec<[Square; 5]> = SmallVec::new();
    for leg in body.split([',', ';']) {
        let (from, to) = split_leg(leg).ok_or_else(malformed)?;
        let square = |name: &str| {
            parse_square(geometry, name)
                .ok_or_else(|| MoveTextError::OffBoard(short(), name.to_owned()))
        };
        let (from, to) = (square(from)?, square(to)?);
        match squares.last() {
            None => squares.push(from),
            Some(&last) if last == from => {}
            Some(_) => return Err(malformed()),
        }
        squares.push(to);
    }
    if squares.len() > 4 { Err(malformed()) } else { Ok(MoveText { squares, drop: None, promote }) }
}

/// `a1b12` as its two squares.
fn split_leg(leg: &str) -> Option<(&str, &str)> {
    let letters = leg.find(|c: char| !c.is_ascii_lowercase())?;
    let digits = leg.get(letters..)?.find(|c: char| !c.is_ascii_digit())?;
    let (from, to) = leg.split_at_checked(letters + digits)?;
    let letter = |text: &str| text.starts_with(|c: char| c.is_ascii_lowercase());
    (letters > 0 && digits > 0 && letter(to)).then_some((from, to))
}

/// The same move in USI.
pub fn usi_text(geometry: &Geometry, text: &MoveText) -> String {
    let mut usi: String = text.squares.iter().map(|&s| geometry.name(s)).collect();
    match text.promote {
        Some(true) => usi.push('+'),
        Some(false) => usi.push('='),
        None => {}
    }
    usi
}

/// Why a move cannot be played, with squares as XBoard names them.
pub fn reason(geometry: &Geometry, error: &MoveError) -> String {
    let translated = |usi: &str| match geometry.parse(usi) {
        Some(square) => square_name(geometry, square),
        None => usi.to_owned(),
    };
    match error {
        MoveError::NoPiece(square) if square == PASS => "no piece can pass here".to_owned(),
        MoveError::NoPiece(square) => MoveError::NoPiece(translated(square)).to_string(),
        MoveError::Occupied(square) => MoveError::Occupied(translated(square)).to_string(),
        MoveError::NotYours(square, owner, side) => {
            let name = |c| super::output::side_name(c);
            format!(
                "the piece on {} is {}'s, and {} is to move",
                translated(square),
                name(*owner),
                name(*side)
            )
        }
        MoveError::CannotReach { piece, from } => {
            MoveError::CannotReach { piece: piece.clone(), from: translated(from) }.to_string()
        }
        MoveError::GameOver(outcome) => {
            format!("the game is over: {}", super::output::outcome_text(*outcome))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::variant::{Choices, Registry};

    fn game(id: &str, sfen: Option<&str>) -> Game {
        let definition = Registry::new().get(id).unwrap();
        let variant = Arc::new(definition.build(&Choices::default()).unwrap());
        Game::from_sfen(&variant, sfen.unwrap_or(&variant.start_sfen.clone())).unwrap()
    }

    #[test]
    fn squares_read_back() {
        for (files, ranks) in [(12, 12), (19, 19), (36, 36), (9, 10)] {
            let board = Geometry::new(files, ranks, 2).unwrap();
            for square in board.squares() {
                assert_eq!(parse_square(&board, &square_name(&board, square)), Some(square));
            }
        }
        let chu = Geometry::new(12, 12, 2).unwrap();
        assert_eq!(square_name(&chu, chu.parse("7j").unwrap()), "f3");
        for bad in ["", "a", "a0", "a13", "m1", "a01", "A1", "a1111", "1a", "é1", "aaa1"] {
            assert_eq!(parse_square(&chu, bad), None, "{bad}");
        }
        let ten = Geometry::new(9, 10, 2).unwrap();
        assert_eq!(square_name(&ten, ten.parse("9j").unwrap()), "a0");
    }

    #[test]
    fn every_move_of_a_walk_reads_back() {
        for id in ["chu", "dai", "maka", "wadrops", "shogi"] {
            let mut game = game(id, None);
            let mut pick = 7usize;
            for _ in 0..150 {
                let moves = game.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let pass = moves.iter().copied().find(|m| m.is_pass());
                for &m in &moves {
                    let text = move_text(game.position(), m);
                    let read = read_move(&mut game, &text).unwrap();
                    assert!(read == m || pass.is_some() && m.is_pass(), "{text}");
                }
                pick = pick.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let busy = |m: &&Move| !m.via().is_none();
                let chosen = moves.iter().find(busy).copied();
                game.make_move(chosen.unwrap_or(moves[(pick >> 33) % moves.len()]));
            }
        }
    }

    #[test]
    fn legs_of_a_lion() {
        // A lion on f6, pawns on f7 and g8, everything else far away.
        let sfen = "11k/12/12/12/5p6/6p5/6N5/12/12/12/12/K11 b - 1";
        let mut game = game("chu", Some(sfen));
        let texts: Vec<String> =
            game.legal_moves().iter().map(|&m| move_text(game.position(), m)).collect();
        for wanted in ["g6g7,g7f8", "g6g7,g7g6", "g6g7,g7g8", "g6f8", "@@@@"] {
            assert!(texts.iter().any(|t| t == wanted), "{wanted} in {texts:?}");
        }
        let two_steps = read_move(&mut game, "g6h7,h7i8").unwrap();
        assert_eq!(move_text(game.position(), two_steps), "g6i8");
        let back = read_move(&mut game, "g6h7,h7g6").unwrap();
        assert!(back.is_pass());
        assert!(read_move(&mut game, "g6g7,f7g8").is_err());
        assert!(read_move(&mut game, "g6g6").is_err());
    }

    #[test]
    fn drops_of_either_case() {
        let mut game = game("wadrops", Some("5[ck]5/11/11/11/11/11/11/11/11/11/5[CK]5 b [SP] 1"));
        let m = read_move(&mut game, "P@g7").unwrap();
        assert_eq!(game.position().move_text(m), "[SP]*5e");
        assert_eq!(move_text(game.position(), m), "P@g7");
        assert_eq!(read_move(&mut game, "p@g7"), Ok(m));
        for bad in ["P@g11", "P@g12", "E@g7", "@g7", "P@", "\u{1b}@g7"] {
            let error = read_move(&mut game, bad).unwrap_err();
            let text = reason(game.position().geometry(), &error);
            assert!(!text.is_empty() && !text.contains('\u{1b}'), "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        let mut game = game("chu", None);
        let long = "a1a2,".repeat(100);
        for bad in ["", "a", "a1", "a1a", "@@@", "a1b2,", ",", "a1b2c3", "é1é2", "++", &long] {
            let error = read_move(&mut game, bad).unwrap_err();
            let text = reason(game.position().geometry(), &error);
            assert!(!text.is_empty() && text.len() < 200 && !text.contains('\n'), "{text}");
        }
        let error = read_move(&mut game, "a5a6").unwrap_err();
        assert_eq!(reason(game.position().geometry(), &error), "there is no piece on a5");
        let error = read_move(&mut game, "@@@@").unwrap_err();
        assert_eq!(reason(game.position().geometry(), &error), "no piece can pass here");
        let error = read_move(&mut game, "a9a8").unwrap_err();
        assert!(reason(game.position().geometry(), &error).contains("Gote's, and Sente"));
    }
}
