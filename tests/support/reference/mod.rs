//! A slow second implementation of the rules, written from their words on (file, rank) pairs.
//!
//! It shares with the engine only the parsed move expressions, the marks of the pieces and the
//! rules in force. `legs` interprets expressions leg by leg, `words` the named powers by what the
//! rules say, `laws` judges what they allow, `history` the course of a game.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "every test that includes the reference uses its own part of it"
)]

pub mod drops;
pub mod fire;
pub mod history;
pub mod laws;
pub mod legs;
pub mod words;

use daiban::movegen::MoveList;
use daiban::position::{Position, Setup};
use daiban::types::geometry::rank_name;
use daiban::types::{Color, Move, Piece, PieceType, Square};
use daiban::variant::betza::{self, NamedPower, Term, TermKind};
use daiban::variant::{PieceNotation, Rules, Variant};

/// File (0 at Black's right edge) and rank (0 at the far side).
pub type Sq = (i32, i32);

/// A piece on the reference board: number of its type and its side.
pub type Man = (usize, Color);

/// A type of piece.
#[derive(Clone, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "the marks of a game file")]
pub struct Kind {
    pub terms: Vec<Term>,
    pub royal: bool,
    pub lion: bool,
    pub minor: bool,
    pub pawn: bool,
    /// The type as which it comes to hand.
    pub base: usize,
    pub promoted: bool,
    pub immune: bool,
    pub burns: bool,
    pub rank: u8,
    pub contagion: Option<usize>,
    pub promotes_to: Option<usize>,
    pub last_rank: i32,
}

impl Kind {
    /// True when the piece leaps to any square of the board.
    pub fn universal(&self) -> bool {
        self.terms.iter().any(|t| t.kind == TermKind::Power(NamedPower::UniversalLeaper))
    }
}

/// A game: board, kinds by type number, rules.
#[derive(Clone, Debug)]
pub struct Reference {
    pub files: i32,
    pub ranks: i32,
    pub rules: Rules,
    pub kinds: Vec<Kind>,
    /// How drops write each type.
    pub names: Vec<String>,
}

/// Board, side to move, and the square where a piece that is no lion has just taken a lion.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub board: Vec<Option<Man>>,
    pub side: Color,
    pub lion_taken: Option<Sq>,
    /// How many of each type the sides have in hand.
    pub hands: [Vec<u16>; 2],
}

/// A move: captured squares in order, the type as which the mover ends, and for a pass the empty
/// neighbour that names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefMove {
    pub from: Sq,
    pub captured: Vec<Sq>,
    pub to: Sq,
    pub result: usize,
    pub middle: Option<Sq>,
}

/// What makes two moves the same: from, captured set, to, resulting type.
pub type MoveKey = (Sq, Vec<Sq>, Sq, usize);

impl RefMove {
    pub fn key(&self) -> MoveKey {
        let mut set = self.captured.clone();
        set.sort_unstable();
        (self.from, set, self.to, self.result)
    }
}

/// A square as USI writes it.
pub fn name((file, rank): Sq) -> String {
    format!("{}{}", file + 1, rank_name(rank as u8))
}

pub fn distance(a: Sq, b: Sq) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

impl Reference {
    pub fn new(variant: &Variant) -> Self {
        let number = |kind: Option<PieceType>| kind.map(PieceType::index);
        let mut kinds = vec![Kind::default()];
        let letters = variant.piece_notation == PieceNotation::Letters;
        let mut names = vec![String::new()];
        for (number_of, kind) in variant.types() {
            let name = if letters { kind.letter.clone() } else { format!("[{}]", kind.code) };
            names.push(name);
            kinds.push(Kind {
                terms: betza::parse(&kind.notation).unwrap().terms,
                royal: kind.royal,
                lion: kind.lion,
                minor: kind.minor,
                pawn: kind.pawn,
                base: kind.base.unwrap_or(number_of).index(),
                promoted: kind.promoted,
                immune: kind.contagion_immune,
                burns: kind.burns,
                rank: kind.rank,
                contagion: number(kind.contagion),
                promotes_to: number(kind.promotes_to),
                last_rank: i32::from(kind.last_rank),
            });
        }
        Self {
            files: i32::from(variant.geometry.files()),
            ranks: i32::from(variant.geometry.ranks()),
            rules: variant.rules,
            kinds,
            names,
        }
    }

    pub fn inside(&self, (file, rank): Sq) -> bool {
        (0..self.files).contains(&file) && (0..self.ranks).contains(&rank)
    }

    pub fn squares(&self) -> impl Iterator<Item = Sq> + '_ {
        (0..self.ranks).flat_map(|rank| (0..self.files).map(move |file| (file, rank)))
    }

    fn index(&self, (file, rank): Sq) -> usize {
        (rank * self.files + file) as usize
    }

    pub fn at(&self, state: &State, square: Sq) -> Option<Man> {
        state.board[self.index(square)]
    }

    pub fn put(&self, state: &mut State, square: Sq, man: Option<Man>) {
        let index = self.index(square);
        state.board[index] = man;
    }

    /// The squares of a side's pieces.
    pub fn men(&self, state: &State, color: Color) -> Vec<Sq> {
        self.squares().filter(|&s| self.at(state, s).is_some_and(|m| m.1 == color)).collect()
    }

    pub fn royals(&self, state: &State, color: Color) -> Vec<Sq> {
        let royal = |&s: &Sq| self.at(state, s).is_some_and(|m| self.kinds[m.0].royal);
        self.men(state, color).into_iter().filter(royal).collect()
    }

    pub fn empty(&self) -> State {
        let area = (self.files * self.ranks) as usize;
        State {
            board: vec![None; area],
            side: Color::Black,
            lion_taken: None,
            hands: [vec![0; self.kinds.len()], vec![0; self.kinds.len()]],
        }
    }

    /// The state of an engine position.
    pub fn state(&self, position: &Position) -> State {
        let mut state = self.empty();
        for square in self.squares() {
            let piece = position.at(engine_square(position, square));
            self.put(&mut state, square, piece.get().map(|(kind, color)| (kind.index(), color)));
        }
        state.side = position.side();
        for (piece, count) in Color::ALL.into_iter().flat_map(|c| position.hands().of(c)) {
            state.hands[piece.color().index()][piece.kind().index()] = count;
        }
        state.lion_taken = position.lion_capture().map(|s| ref_square(position, s));
        state
    }

    /// A setup for the engine.
    pub fn setup(&self, position: &Position, state: &State) -> Setup {
        let pieces = self.squares().filter_map(|s| {
            let (kind, color) = self.at(state, s)?;
            Some((engine_square(position, s), Piece::new(PieceType::from_index(kind), color)))
        });
        Setup {
            pieces: pieces.collect(),
            hands: position.hands().clone(),
            side: state.side,
            lion_capture: state.lion_taken.map(|s| engine_square(position, s)),
            number: 1,
        }
    }

    /// The text of a move: from, captured squares, to unless it was captured last, plus.
    pub fn text(&self, state: &State, m: &RefMove) -> String {
        if self.at(state, m.from).is_none() {
            return self.drop_text(m);
        }
        let mut text = name(m.from);
        if let Some(middle) = m.middle {
            text += &name(middle);
        }
        for &square in &m.captured {
            text += &name(square);
        }
        if m.captured.last() != Some(&m.to) {
            text += &name(m.to);
        }
        if self.at(state, m.from).is_some_and(|man| man.0 != m.result) {
            text.push('+');
        }
        text
    }
}

pub fn engine_square(position: &Position, (file, rank): Sq) -> Square {
    position.geometry().square(file, rank).unwrap()
}

pub fn ref_square(position: &Position, square: Square) -> Sq {
    let (file, rank) = position.geometry().coordinates(square);
    (i32::from(file), i32::from(rank))
}

/// The key and text of an engine move; the resulting type is read off the board after it.
pub fn engine_key(position: &Position, m: Move) -> (MoveKey, String) {
    let mut set: Vec<Sq> = position.victims(m).iter().map(|&s| ref_square(position, s)).collect();
    set.sort_unstable();
    let mut after = position.clone();
    let undo = after.make_move(m);
    // A mover that is burnt keeps its type in the text.
    let stands = if undo.mover_burnt { undo.piece } else { after.at(m.to()) };
    let result = stands.kind().index();
    let key = (ref_square(position, m.from()), set, ref_square(position, m.to()), result);
    (key, position.move_text(m))
}

/// Compares the engine's moves with the reference's, by key and by text.
pub fn compare_moves(reference: &Reference, position: &Position) -> Result<(), String> {
    let state = reference.state(position);
    let mut wanted: Vec<(MoveKey, String)> =
        reference.legal(&state).iter().map(|m| (m.key(), reference.text(&state, m))).collect();
    let mut list: MoveList = position.moves();
    let mut board = position.clone();
    list.as_vec_mut().retain(|&m| board.bar(m).is_none());
    let mut found: Vec<_> = list.iter().map(|&m| engine_key(position, m)).collect();
    wanted.sort();
    found.sort();
    if wanted == found {
        return Ok(());
    }
    let texts = |a: &[(MoveKey, String)], b: &[(MoveKey, String)]| {
        a.iter().filter(|m| !b.contains(m)).map(|m| m.1.clone()).collect::<Vec<_>>()
    };
    let doubled: Vec<_> = found.windows(2).filter(|w| w[0] == w[1]).map(|w| &w[0].1).collect();
    Err(format!(
        "{}\nrules {:?}\nmissing {:?}\nextra {:?}\ntwice {doubled:?}",
        position.sfen(),
        reference.rules,
        texts(&wanted, &found),
        texts(&found, &wanted),
    ))
}
