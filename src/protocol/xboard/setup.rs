//! How XBoard learns a game that it does not know: the `setup` line and one `piece` line per type.

use super::fen::board_text;
use super::letters::Letters;
use crate::position::Position;
use crate::types::{Color, PieceType};
use crate::variant::rules::LionTrading;
use crate::variant::{PieceKind, Variant};

/// The largest board that XBoard shows and moves on, as files and ranks.
pub const MAX_BOARD: (u8, u8) = (16, 15);
/// How many piece pictures XBoard has; the last one is the king's.
const PICTURES: usize = 66;
const KING: usize = PICTURES - 1;
/// The picture from which `/` goes on.
const SECOND_PART: usize = 46;
const TOKIN: usize = 55;
/// The crown prince's picture: while a side has him or a second king beside its king, XBoard lets
/// both stand attacked.
const PRINCE: usize = 50;
const PAWN: usize = 0;
/// The picture whose captures XBoard judges by Chu's rules of lion trading.
const LION: usize = 21;
/// A lion's picture where those rules are off.
const FREE_LION: usize = 29;
/// The longest `setup` table.
const MAX_TABLE: usize = 511;

/// XBoard's pictures for the pieces that its own Chu has, and their like, by full code.
const KNOWN: &[(&str, usize)] = &[
    ("PW", PAWN),
    ("KN", 1),
    ("BI", 2),
    ("RK", 3),
    ("FK", 4),
    ("SG", 5),
    ("DE", 6),
    ("PH", 7),
    ("KR", 8),
    ("GG", 9),
    ("ST", 10),
    ("EW", 11),
    ("AB", 12),
    ("DH", 13),
    ("DK", 14),
    ("CT", 15),
    ("FY", 16),
    ("+DK", 17),
    ("LN", 18),
    ("GB", 19),
    ("+DH", 20),
    ("LI", LION),
    ("VM", 22),
    ("VO", 23),
    ("+BT", 31),
    ("+LN", 34),
    ("CG", 36),
    ("IG", 37),
    ("RC", 40),
    ("+RC", 41),
    ("FL", 42),
    ("BT", 43),
    ("+FL", 46),
    ("+GG", 47),
    ("+SM", 48),
    ("+DE", PRINCE),
    ("+PH", 51),
    ("+KR", 52),
    ("+GB", 53),
    ("+PW", TOKIN),
    ("+BI", 57),
    ("+RK", 58),
    ("SM", 61),
    ("+SG", 62),
    ("+CG", 63),
    ("+VM", 64),
];

/// Why a game cannot be shown by XBoard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupRefusal {
    /// The board is too large.
    #[error(
        "{name} has {files} files and {ranks} ranks; XBoard shows at most {} files and {} ranks",
        MAX_BOARD.0,
        MAX_BOARD.1
    )]
    BoardTooLarge {
        /// Name of the game.
        name: String,
        /// Files of its board.
        files: u8,
        /// Ranks of its board.
        ranks: u8,
    },
    /// More types than pictures.
    #[error("{0} has more types of pieces than the {PICTURES} that XBoard can show")]
    TooManyPieces(String),
    /// More pieces than letters.
    #[error("{0} has more pieces than there are letters for them")]
    TooFewLetters(String),
}

/// The `setup` line and the `piece` lines of a game that begins at `start`.
///
/// # Errors
/// [`SetupRefusal`] when XBoard cannot show the game.
pub fn setup_lines(start: &Position, letters: &Letters) -> Result<Vec<String>, SetupRefusal> {
    let variant = start.variant();
    let (files, ranks) = (variant.geometry.files(), variant.geometry.ranks());
    if files > MAX_BOARD.0 || ranks > MAX_BOARD.1 {
        return Err(SetupRefusal::BoardTooLarge { name: variant.name.clone(), files, ranks });
    }
    if !letters.is_complete() {
        return Err(SetupRefusal::TooFewLetters(variant.name.clone()));
    }
    let too_many = || SetupRefusal::TooManyPieces(variant.name.clone());
    let table = table(start, letters).ok_or_else(too_many)?;
    if table.len() > MAX_TABLE {
        return Err(too_many());
    }
    let board = board_text(start, letters);
    let droppable = |(_, k): &(PieceType, &PieceKind)| k.base.is_none() && !k.royal;
    let (held, parent) = if variant.rules.drops {
        (variant.types().filter(droppable).count(), "shogi")
    } else {
        (0, "chu")
    };
    let mut lines = vec![format!("setup ({table}) {files}x{ranks}+{held}_{parent} {board} w 0 1")];
    for (kind, description) in variant.types() {
        let plus = if description.promoted { "+" } else { "" };
        let movement = xboard_betza(&description.notation);
        lines.push(format!("piece {plus}{}& {movement}", letters.letter(kind)));
    }
    Ok(lines)
}

/// True for the games that XBoard knows as `chu`, with its array, its letters and lion trading, and
/// as `shogi`.
pub fn is_known(start: &Position, letters: &Letters) -> bool {
    const SHOGI: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    const CHU: &str = "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/\
                       PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL";
    let trading = start.variant().rules.lion_trading != LionTrading::Off;
    let (board, id) = (board_text(start, letters), start.variant().id.as_str());
    trading && id == "chu" && board == CHU || id == "shogi" && board == SHOGI
}

/// The table of pictures: what stands at each of them, in upper case for Sente and then in lower
/// case for Gote.
fn table(start: &Position, letters: &Letters) -> Option<String> {
    let sente = half(start, letters, Color::Black)?;
    let gote = half(start, letters, Color::White)?;
    Some(format!("{sente}{}", gote.to_ascii_lowercase()))
}

/// The pictures of one side, in upper case.
fn half(start: &Position, letters: &Letters, side: Color) -> Option<String> {
    let entries = assign(start, letters, side)?;
    let mut half = String::new();
    let mut index = 0;
    while index < PICTURES {
        if index < SECOND_PART && entries.get(index..SECOND_PART)?.iter().all(Option::is_none) {
            half.push('/');
            index = SECOND_PART;
            continue;
        }
        half.push_str(entries.get(index)?.as_deref().unwrap_or("."));
        index += 1;
    }
    Some(half)
}

/// Gives every type a picture. Promoted forms that move like a promoted pawn share its picture.
fn assign(start: &Position, letters: &Letters, side: Color) -> Option<Vec<Option<String>>> {
    let variant = start.variant();
    let mut entries: Vec<Option<String>> = vec![None; PICTURES];
    let king = king_of(variant)?;
    let prince = prince_of(start, side, king);
    let tokin = variant.find_code("PW", true);
    let gold = |kind: &PieceKind| tokin.is_some_and(|t| variant.kind(t).movement == kind.movement);
    let shares = |(t, k): &(PieceType, &PieceKind)| {
        k.promoted && Some(*t) != tokin && gold(k) && !k.royal && *t != king
    };
    let entry = |(t, k): &(PieceType, &PieceKind)| {
        let letter = letters.letter(*t);
        let promotes_to = k.promotes_to.map(|p| (p, variant.kind(p)));
        match (k.promoted, promotes_to.is_some_and(|p| shares(&p))) {
            (true, _) => format!("^{letter}"),
            (false, true) => format!("*{letter}"),
            (false, false) => letter.to_owned(),
        }
    };
    let mut homeless = Vec::new();
    for typed in variant.types().filter(|typed| !shares(typed)) {
        let code = typed.1.full_code();
        let known = KNOWN.iter().find(|(c, _)| *c == code).map(|(_, p)| *p);
        let picture = match known {
            _ if typed.0 == king => Some(KING),
            _ if Some(typed.0) == prince => Some(PRINCE),
            Some(PRINCE) if prince.is_some() => None,
            // XBoard applies the bans on drops of pawns to this picture.
            _ if typed.1.pawn => Some(PAWN),
            Some(LION) if variant.rules.lion_trading == LionTrading::Off => Some(FREE_LION),
            known => known,
        };
        match picture.and_then(|p| entries.get_mut(p)) {
            Some(slot @ None) => *slot = Some(entry(&typed)),
            _ => homeless.push(typed),
        }
    }
    // The pawn's picture stays a pawn's, and the lion's that of a lion under Chu's rules.
    let mut free = (1..KING).filter(|&i| i != LION).collect::<Vec<_>>();
    free.retain(|&i| entries.get(i).is_some_and(Option::is_none));
    let mut free = free.into_iter();
    for typed in homeless {
        let slot = entries.get_mut(free.next()?)?;
        *slot = Some(entry(&typed));
    }
    Some(entries)
}

/// The royal that stands at the start: the one called king, else the first unpromoted one.
fn king_of(variant: &Variant) -> Option<PieceType> {
    let royal = |(_, k): &(PieceType, &PieceKind)| k.royal;
    let base = variant.types().filter(royal).find(|(_, k)| !k.promoted);
    let king = variant.find_code("KI", false).filter(|&k| variant.kind(k).royal);
    king.or_else(|| base.or_else(|| variant.types().find(royal)).map(|(t, _)| t))
}

/// The royal that a side has at the start beside its king.
fn prince_of(start: &Position, side: Color, king: PieceType) -> Option<PieceType> {
    start.royals(side).map(|square| start.at(square).kind()).find(|&kind| kind != king)
}

/// A move expression as XBoard reads it: terms side by side, powers spelled out.
fn xboard_betza(notation: &str) -> String {
    notation
        .split(|c: char| c.is_whitespace() || c == '+')
        .map(|term| match term {
            "lion" => "KNADcaKmabK",
            "lion_dog" => "KADcavKmcpafmcpavKmabK",
            "hook_orthogonal" => "RmasR",
            "hook_diagonal" => "BmasB",
            "universal_leaper" => "U",
            "area2" => "KmaK",
            "area3" => "KmaKmamaK",
            other => other,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::variant::{Choices, Registry};

    fn start(id: &str) -> Position {
        let definition = Registry::new().get(id).unwrap();
        let variant = Arc::new(definition.build(&Choices::default()).unwrap());
        Position::from_sfen(&variant, &variant.start_sfen).unwrap()
    }

    fn lines(id: &str) -> Result<Vec<String>, SetupRefusal> {
        let start = start(id);
        setup_lines(&start, &Letters::new(start.variant()))
    }

    #[test]
    fn chu_is_the_table_that_xboard_has_itself() {
        let lines = lines("chu").unwrap();
        let half = "P.BRQSEXOG...HD..^DLI^HNV........^T..^L.C...A^AFT/^F^G^M.^E^X^O^I.^P.^B^R..M^S\
                    ^C^VK";
        let table = format!("setup ({half}{}) 12x12+0_chu lfcsgekgscfl/", half.to_lowercase());
        assert!(lines[0].starts_with(&table), "{}", lines[0]);
        assert!(lines[0].ends_with("/LFCSGKEGSCFL w 0 1"));
        assert!(lines.contains(&"piece N& KNADcaKmabK".to_owned()));
        assert!(lines.contains(&"piece +P& WfF".to_owned()));
    }

    #[test]
    fn dai_fits_and_names_every_type_once() {
        let lines = lines("dai").unwrap();
        let (table, _) = lines[0].strip_prefix("setup (").unwrap().split_once(')').unwrap();
        assert!(table.len() < 512);
        let upper: Vec<char> = table.chars().filter(char::is_ascii_uppercase).collect();
        let lower = table.chars().filter(char::is_ascii_lowercase).count();
        assert_eq!(upper.len(), lower);
        assert_eq!((upper.last(), table.chars().last()), (Some(&'K'), Some('k')));
        let pieces: Vec<&str> =
            lines[1..].iter().map(|l| l.split_whitespace().nth(1).unwrap()).collect();
        let mut unique = pieces.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), start("dai").variant().kinds.len() - 1);
    }

    #[test]
    fn a_board_that_xboard_cannot_show_is_refused_with_the_reason() {
        let error = lines("maka").unwrap_err().to_string();
        assert!(error.contains("19 files") && error.contains("at most 16 files and 15"), "{error}");
        let error = lines("tenjiku").unwrap_err().to_string();
        assert!(error.contains("16 files and 16 ranks; XBoard shows at most"), "{error}");
    }

    #[test]
    fn the_second_royal_of_each_side_has_the_picture_of_the_crown_prince() {
        let games = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games");
        let mut registry = Registry::new();
        registry.add_directory(Path::new(games)).unwrap();
        let variant = Arc::new(registry.get("two-thrones").unwrap().default_variant().unwrap());
        let start = Position::from_sfen(&variant, &variant.start_sfen).unwrap();
        let letters = Letters::new(start.variant());
        let of = |side| assign(&start, &letters, side).unwrap()[PRINCE].clone();
        assert_eq!(of(Color::Black).as_deref(), Some("G"));
        assert_eq!(of(Color::White).as_deref(), Some("S"));
    }

    #[test]
    fn powers_are_spelled_out() {
        assert_eq!(xboard_betza("fW + lion"), "fWKNADcaKmabK");
        assert_eq!(xboard_betza("hook_diagonal"), "BmasB");
        assert_eq!(xboard_betza("RbBfF"), "RbBfF");
        assert_eq!(xboard_betza("B cppB + area3"), "BcppBKmaKmamaK");
    }
}
