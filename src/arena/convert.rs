//! Games of a record in other formats: one-line positions, KIF of lishogi for Chu, PGN of XBoard.

use std::fmt::Write as _;
use std::sync::Arc;

use thiserror::Error;

use super::cecp::View;
use super::drops::{DropNames, holdings};
use super::engine::PlayedMove;
use super::record::GameRecord;
use crate::game::Game;
use crate::types::{Color, Geometry, Move, Piece, Square};
use crate::variant::Variant;

/// A game that cannot be written in a format.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ConvertError {
    /// The record does not replay.
    #[error("game {game}: {message}")]
    Replay {
        /// Its number.
        game: u64,
        /// What is wrong.
        message: String,
    },
    /// XBoard has no room for the board.
    #[error("XBoard shows at most 16 files and 15 ranks; this board is {files} x {ranks}")]
    TooLarge {
        /// Files.
        files: u8,
        /// Ranks.
        ranks: u8,
    },
    /// A piece of the position has no letter.
    #[error("a piece of the position has no letter")]
    NoLetter,
}

/// The moves of a record, replayed: each with the position before it.
fn replay(
    variant: &Arc<Variant>,
    record: &GameRecord,
    mut each: impl FnMut(usize, &mut Game, Move, &str),
) -> Result<(), ConvertError> {
    let error = |message: String| ConvertError::Replay { game: record.game, message };
    let mut game = Game::from_sfen(variant, &record.sfen).map_err(|e| error(e.to_string()))?;
    for (index, played) in record.moves.iter().enumerate() {
        let mv = game.parse_move(&played.text);
        let mv = mv.map_err(|e| error(format!("move {}: {e}", index + 1)))?;
        each(index, &mut game, mv, &played.text);
        game.make_move(mv);
    }
    Ok(())
}

/// The squares that a move touches, in order, as a path of steps.
fn path(geometry: &Geometry, text: &str) -> Vec<Square> {
    let mut squares = Vec::new();
    let mut rest = text.trim_end_matches(['+', '=']);
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let tail = rest.get(digits..).unwrap_or_default();
        let letters = tail.find(|c: char| c.is_ascii_digit()).unwrap_or(tail.len());
        let end = digits + letters;
        let Some(square) = rest.get(..end).and_then(|name| geometry.parse(name)) else { break };
        squares.push(square);
        rest = rest.get(end..).unwrap_or_default();
    }
    squares
}

/// A rank in kanji, from the far side: 一, 二 ... 十二.
fn kanji_number(number: u32) -> String {
    const DIGITS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let digit = |n: u32| DIGITS.get(n as usize).copied().unwrap_or_default();
    match number {
        0..=9 => digit(number).to_owned(),
        10..=19 => format!("十{}", digit(number - 10)),
        _ => format!("{}十{}", digit(number / 10), digit(number % 10)),
    }
}

fn kif_square(geometry: &Geometry, square: Square) -> String {
    let (file, rank) = geometry.coordinates(square);
    format!("{}{}", u32::from(file) + 1, kanji_number(u32::from(rank) + 1))
}

/// A piece in a board diagram of KIF: `v` for Gote, one or two characters.
fn kif_piece(variant: &Variant, piece: Piece) -> String {
    let kind = variant.kind_of(piece);
    let name = if kind.short_kanji.is_empty() { &kind.kanji } else { &kind.short_kanji };
    if piece.color() == Color::White { format!("v{name}") } else { name.clone() }
}

/// A hand in a KIF header: `先手の持駒：飛 歩2`.
fn kif_hand(game: &Game, color: Color) -> String {
    let held = game.position().hands().of(color).map(|(piece, count)| {
        let name = kif_piece(game.variant(), Piece::new(piece.kind(), Color::Black));
        if count > 1 { format!("{name}{count}") } else { name }
    });
    let held: Vec<String> = held.collect();
    let side = if color == Color::Black { "先手" } else { "後手" };
    let held = if held.is_empty() { "なし".to_owned() } else { held.join(" ") };
    format!("{side}の持駒：{held}\n")
}

/// The board of a KIF header, files from left to right, each square three columns wide.
fn kif_board(game: &Game) -> String {
    let (position, geometry) = (game.position(), game.position().geometry());
    let mut out = String::new();
    for file in (1..=geometry.files()).rev() {
        let _ = write!(out, "{file:>4}");
    }
    let rule = format!("\n+{}+\n", "-".repeat(usize::from(geometry.files()) * 4));
    out.push_str(&rule);
    for rank in 0..i32::from(geometry.ranks()) {
        out.push('|');
        for file in (0..i32::from(geometry.files())).rev() {
            let piece = geometry.square(file, rank).map_or(Piece::EMPTY, |s| position.at(s));
            let text =
                if piece.is_piece() { kif_piece(game.variant(), piece) } else { "・".to_owned() };
            let gap = 3usize.saturating_sub(text.chars().count());
            out.push_str(&" ".repeat(gap));
            out.push_str(&text);
        }
        let _ = writeln!(out, "|{}", kanji_number(rank as u32 + 1));
    }
    out.push_str(rule.trim_start());
    out
}

/// The game as KIF, as lishogi reads it for Chu: squares as number and kanji, the origin behind
/// `←`, the steps of a lion in two lines.
///
/// # Errors
/// The record does not replay.
pub fn kif(variant: &Arc<Variant>, record: &GameRecord) -> Result<String, ConvertError> {
    let mut out = String::new();
    let _ = writeln!(out, "先手：{}\n後手：{}", record.black, record.white);
    let start = Game::from_sfen(variant, &record.sfen)
        .map_err(|e| ConvertError::Replay { game: record.game, message: e.to_string() })?;
    let board = |sfen: &str| sfen.split(' ').take(2).collect::<Vec<_>>().join(" ");
    if board(&start.position().sfen()) == board(&variant.start_sfen) {
        out.push_str("手合割：\n");
    } else {
        let hands = if variant.rules.drops { Color::ALL.as_slice() } else { &[] };
        for &color in hands {
            out.push_str(&kif_hand(&start, color));
        }
        out.push_str(&kif_board(&start));
        if start.position().side() == Color::White {
            out.push_str("後手番\n");
        }
    }
    out.push_str("手数----指手---------\n");
    let geometry = &variant.geometry;
    let name = |square: Square| kif_square(geometry, square);
    replay(variant, record, |index, game, mv, text| {
        let number = index + 1;
        let piece = variant.kind_of(game.position().mover(mv)).kanji.clone();
        if mv.is_drop() {
            let _ = writeln!(out, "{number:>4}手目 {}{piece}打", name(mv.to()));
            return;
        }
        let squares = path(geometry, text);
        let mut words = Vec::new();
        if let [from, middle, to] = *squares.as_slice() {
            let mark = match (from == to, mv.is_pass()) {
                (true, true) => "（じっと）",
                (true, false) => "（居食い）",
                (false, _) => "",
            };
            words.push(format!("一歩目 {}{piece} （←{}）", name(middle), name(from)));
            words.push(format!("二歩目 {}{piece}{mark} （←{}）", name(to), name(middle)));
        } else {
            let promoted = if mv.is_promotion() { "成" } else { "" };
            let route: Vec<String> =
                squares.iter().take(squares.len().saturating_sub(1)).map(|&s| name(s)).collect();
            words.push(format!("{}{piece}{promoted} （←{}）", name(mv.to()), route.join("・")));
        }
        for word in words {
            let _ = writeln!(out, "{number:>4}手目 {word}");
        }
    })?;
    let end = match record.result.black_halves() {
        Some(2) => "先手の勝ち",
        Some(0) => "後手の勝ち",
        Some(_) => "引き分け",
        None => "中断",
    };
    let _ = writeln!(out, "まで{}手で{end}", record.moves.len());
    Ok(out)
}

/// The game as PGN for XBoard: coordinate moves, steps of a lion joined by commas.
///
/// # Errors
/// The board is too large for XBoard, a piece has no letter, or the record does not replay.
pub fn pgn(variant: &Arc<Variant>, record: &GameRecord) -> Result<String, ConvertError> {
    let geometry = &variant.geometry;
    let (files, ranks) = (geometry.files(), geometry.ranks());
    if files > 16 || ranks > 15 {
        return Err(ConvertError::TooLarge { files, ranks });
    }
    let mut out = String::new();
    let name = variant.xboard_names.first().unwrap_or(&variant.id);
    let tag = |key: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        format!("[{key} \"{value}\"]\n")
    };
    out.push_str(&tag("Event", "daiban match"));
    out.push_str(&tag("Site", "?"));
    out.push_str(&tag("Date", &pgn_date(record.ended)));
    out.push_str(&tag("Round", &(record.pair + 1).to_string()));
    out.push_str(&tag("White", &record.black));
    out.push_str(&tag("Black", &record.white));
    out.push_str(&tag("Result", record.result.pgn()));
    out.push_str(&tag("Variant", name));
    let white_first = record.sfen.split(' ').nth(1) == Some("w");
    let board = |sfen: &str| sfen.split(' ').take(3).collect::<Vec<_>>().join(" ");
    let drops = DropNames::new(variant);
    if board(&record.sfen) != board(&variant.start_sfen) {
        let fen = View::default().board(variant, &record.sfen, |letter| letter);
        let held = holdings(View::default(), variant, &record.sfen);
        let side = if white_first { 'b' } else { 'w' };
        let fen = format!("{}{held} {side} 0 1", fen.ok_or(ConvertError::NoLetter)?);
        out.push_str(&tag("FEN", &fen));
        out.push_str(&tag("SetUp", "1"));
    }
    let mut words = Vec::new();
    replay(variant, record, |index, game, mv, text| {
        let ply = index + usize::from(white_first);
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        } else if index == 0 {
            words.push(format!("{}...", ply / 2 + 1));
        }
        let played = PlayedMove { text: text.to_owned(), is_pass: mv.is_pass() };
        let view = View::default();
        let drop = drops.to_cecp(view, geometry, text);
        let plain = drop.or_else(|| view.move_to_cecp(geometry, &played)).unwrap_or_default();
        words.push(if plain.contains(',') { double_san(game, mv, &plain) } else { plain });
    })?;
    let detail = record.detail.as_deref().unwrap_or_default().replace(['{', '}'], "");
    let comment = format!("{{{} {detail}", record.reason);
    words.push(format!("{}}}", comment.trim_end()));
    words.push(record.result.pgn().to_owned());
    out.push('\n');
    out.push_str(&fold(&words, 80));
    out.push('\n');
    Ok(out)
}

/// The day of a time in seconds since 1970, as PGN writes it; 0 is unknown.
///
/// The calendar counts from the first of March of the year 0, so that the leap day ends a year
/// (H. Hinnant, "chrono-compatible low-level date algorithms").
fn pgn_date(seconds: u64) -> String {
    if seconds == 0 {
        return "????.??.??".to_owned();
    }
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", era * 400 + year_of_era + next)
}

/// A move of two steps as XBoard writes it, `Ngxg6-f7`: the first square captured, then the second
/// step. XBoard forgets the first capture when the origin is given in full, so that only the file
/// or the rank that tells the mover from its twins stands before the `x`.
fn double_san(game: &Game, mv: Move, plain: &str) -> String {
    let position = game.position();
    let geometry = position.geometry();
    let piece = position.at(mv.from());
    let kind = position.variant().kind_of(piece);
    let (file, rank) = geometry.coordinates(mv.from());
    let alone = |same: fn((u8, u8), (u8, u8)) -> bool| {
        let twins = position.pieces(piece.color()).filter(|&square| position.at(square) == piece);
        twins.filter(|&square| same(geometry.coordinates(square), (file, rank))).count() == 1
    };
    let (first, second) = plain.split_once(',').unwrap_or((plain, ""));
    let split = |leg: &str| {
        let at = leg.char_indices().skip(1).find(|(_, c)| c.is_ascii_lowercase());
        at.and_then(|(at, _)| Some((leg.get(..at)?.to_owned(), leg.get(at..)?.to_owned())))
    };
    let (Some((from, middle)), Some((_, to))) = (split(first), split(second)) else {
        return plain.to_owned();
    };
    let origin = match (alone(|a, b| a.0 == b.0), from.get(..1), from.get(1..)) {
        (true, Some(letter), _) => letter,
        (false, _, Some(number)) if alone(|a, b| a.1 == b.1) => number,
        _ => "",
    };
    let mark = if position.at(mv.to()).is_piece() && mv.to() != mv.from() { 'x' } else { '-' };
    let plus = if kind.promoted { "+" } else { "" };
    format!("{plus}{}{origin}x{middle}{mark}{to}", kind.letter)
}

/// Joins words with blanks into lines of at most `width` columns.
fn fold(words: &[String], width: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > width {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += word.len();
    }
    out.push('\n');
    out
}

/// The record as people read it: a head, the moves with their figures, the last position.
///
/// # Errors
/// The record does not replay.
pub fn text(variant: &Arc<Variant>, record: &GameRecord) -> Result<String, ConvertError> {
    let mut out = String::new();
    let GameRecord { game, black, white, result, reason, .. } = record;
    let _ =
        writeln!(out, "game {game}: {black} (Sente) - {white} (Gote): {} {reason}", result.pgn());
    if let Some(detail) = &record.detail {
        let _ = writeln!(out, "{detail}");
    }
    let _ = writeln!(out, "start {}", record.sfen);
    let mut last = Game::from_sfen(variant, &record.sfen).ok();
    replay(variant, record, |index, game, mv, text| {
        let played = record.moves.get(index);
        let number = |value: Option<u64>| value.map_or_else(|| "-".to_owned(), |v| v.to_string());
        let score = played.and_then(|p| p.score).map_or_else(|| "-".to_owned(), |s| s.to_string());
        let _ = writeln!(
            out,
            "{:>4} {text:<16} {score:>8} cp  depth {:>3}  nodes {:>9}  {:>8} ms",
            index + 1,
            number(played.and_then(|p| p.depth).map(u64::from)),
            number(played.and_then(|p| p.nodes)),
            number(played.and_then(|p| p.time).map(|t| t / 1000)),
        );
        let mut after = game.clone();
        after.make_move(mv);
        last = Some(after);
    })?;
    if let Some(last) = last {
        let _ = write!(out, "{}", last.position());
    }
    Ok(out)
}

/// The game as one USI `position` line, without a line's end.
///
/// # Errors
/// A start or a move that the game's rules refuse.
pub fn position(variant: &Arc<Variant>, record: &GameRecord) -> Result<String, ConvertError> {
    replay(variant, record, |_, _, _, _| ())?;
    Ok(record.position_line())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::MoveRecord;
    use crate::arena::verdict::{GameResult, Reason};
    use crate::variant::Registry;

    fn record(sfen: &str, moves: &[&str]) -> GameRecord {
        let moves = moves
            .iter()
            .map(|text| MoveRecord { text: (*text).to_owned(), ..MoveRecord::default() });
        GameRecord {
            game: 0,
            pair: 0,
            black: "A \"x\"".to_owned(),
            white: "B".to_owned(),
            variant: "chu".to_owned(),
            rules: Vec::new(),
            sfen: sfen.to_owned(),
            opening_plies: 0,
            moves: moves.collect(),
            result: GameResult::Black,
            reason: Reason::Resign,
            detail: None,
            ended: 0,
        }
    }

    fn chu() -> Arc<Variant> {
        Arc::new(Registry::new().get("chu").unwrap().default_variant().unwrap())
    }

    /// A lion beside two pawns, kings far away.
    const LION: &str = "11k/12/12/12/12/6p5/6p5/6N5/12/12/12/K11 b - 1";

    #[test]
    fn kif_is_that_of_lishogi() {
        let chu = chu();
        let text = kif(&chu, &record(&chu.start_sfen, &["7i7h", "7d7e"])).unwrap();
        // The two lines as lishogi's own library writes them.
        assert!(text.contains("1手目 7八歩兵 （←7九）"), "{text}");
        assert!(text.contains("2手目 7五歩兵 （←7四）"), "{text}");
        assert!(text.contains("手合割：\n") && text.ends_with("まで2手で先手の勝ち\n"), "{text}");
        let text = kif(&chu, &record(LION, &["6h6g6f"])).unwrap();
        assert!(text.contains("1手目 一歩目 6七獅子 （←6八）"), "{text}");
        assert!(text.contains("1手目 二歩目 6六獅子 （←6七）"), "{text}");
        assert!(text.contains("|十二\n") && text.contains("  ・"), "{text}");
        let text = kif(&chu, &record(LION, &["6h6g6h"])).unwrap();
        assert!(text.contains("二歩目 6八獅子（居食い） （←6七）"), "{text}");
    }

    #[test]
    fn pgn_writes_the_steps_of_a_lion_as_xboard_does() {
        let chu = chu();
        let text = pgn(&chu, &record(LION, &["6h6g6f"])).unwrap();
        assert!(text.contains("1. Ngxg6xg7"), "{text}");
        assert!(text.contains("[White \"A \\\"x\\\"\"]") && text.contains("[FEN \""), "{text}");
        let text = pgn(&chu, &record(&chu.start_sfen, &["7i7h"])).unwrap();
        assert!(text.contains("1. f4f5 {resign} 1-0") && !text.contains("[FEN"), "{text}");
    }

    #[test]
    fn drops_and_hands_are_written_in_both() {
        let shogi = Arc::new(Registry::new().get("shogi").unwrap().default_variant().unwrap());
        let sfen = "4k4/9/9/9/9/9/9/9/4K4 b R2Pb 1";
        let dropped = record(sfen, &["P*5e", "B*4h"]);
        let text = kif(&shogi, &dropped).unwrap();
        assert!(
            text.contains("先手の持駒：飛 歩2\n") && text.contains("後手の持駒：角\n"),
            "{text}"
        );
        assert!(text.contains("1手目 5五歩兵打\n") && text.contains("2手目 4八角行打\n"), "{text}");
        let text = pgn(&shogi, &dropped).unwrap();
        assert!(text.contains("[FEN \"4k4/9/9/9/9/9/9/9/4K4[RPPb] w 0 1\"]"), "{text}");
        assert!(text.contains("1. P@e5 B@f2"), "{text}");
        assert!(position(&shogi, &dropped).unwrap().ends_with("moves P*5e B*4h"));
    }

    #[test]
    fn pgn_has_the_day_on_which_a_game_ended() {
        let chu = chu();
        let mut game = record(&chu.start_sfen, &["7i7h"]);
        assert!(pgn(&chu, &game).unwrap().contains("[Date \"????.??.??\"]"));
        game.ended = 951_782_400;
        assert!(pgn(&chu, &game).unwrap().contains("[Date \"2000.02.29\"]"));
        let days = [1, 86_399, 86_400, 951_868_800, 1_704_067_199, 4_107_542_400].map(pgn_date);
        let known =
            ["1970.01.01", "1970.01.01", "1970.01.02", "2000.03.01", "2023.12.31", "2100.03.01"];
        assert_eq!(days, known);
    }

    #[test]
    fn what_cannot_be_written_is_an_error() {
        let chu = chu();
        let faulty = record(&chu.start_sfen, &["7i7h", "7i7h"]);
        assert!(kif(&chu, &faulty).unwrap_err().to_string().contains("move 2"));
        let maka = Arc::new(Registry::new().get("maka").unwrap().default_variant().unwrap());
        let large = pgn(&maka, &record(&maka.start_sfen, &[]));
        assert_eq!(large, Err(ConvertError::TooLarge { files: 19, ranks: 19 }));
    }

    #[test]
    fn ranks_are_counted_in_kanji() {
        let names = [1, 10, 12, 20, 36].map(kanji_number);
        assert_eq!(names, ["一", "十", "十二", "二十", "三十六"]);
    }
}
