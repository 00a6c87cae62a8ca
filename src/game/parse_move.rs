//! From text to a legal move, with the reason when there is none.

use smallvec::SmallVec;

use super::Game;
use super::outcome::{Outcome, Status};
use crate::movegen::lion_trading::{LionBan, LionRules, lion_ban};
use crate::movegen::{All, MoveList, generate_with};
use crate::position::Position;
use crate::position::move_text::{MoveText, MoveTextError};
use crate::types::{Color, Direction, Move, Square};

/// Why a move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is no move of this board.
    #[error(transparent)]
    Text(#[from] MoveTextError),
    /// The game is over.
    #[error("the game is over: {0}")]
    GameOver(Outcome),
    /// Nothing stands on the square of departure.
    #[error("there is no piece on {0}")]
    NoPiece(String),
    /// The piece belongs to the other side.
    #[error("the piece on {0} is {1}'s, and {2} is to move")]
    NotYours(String, Color, Color),
    /// The piece does not move that way.
    #[error("the {piece} on {from} cannot move that way")]
    CannotReach {
        /// English name.
        piece: String,
        /// Square of departure.
        from: String,
    },
    /// A lion may not take a protected lion two squares away.
    #[error("a lion may not take a protected lion from a distance")]
    DistantLion,
    /// A lion was just taken; the counterstrike is forbidden.
    #[error("no lion may be taken right after a lion was taken elsewhere")]
    Counterstrike,
    /// A universal leaper may not take what is protected.
    #[error("the {0} may not take a protected piece")]
    Protected(String),
    /// No promotion with this move.
    #[error("the {0} cannot promote with this move")]
    NoPromotion(String),
    /// The promotion cannot be declined.
    #[error("the {0} must promote with this move")]
    MustPromote(String),
    /// Nothing in hand has this name.
    #[error("there is no {0} in hand")]
    NotInHand(String),
    /// A drop on a piece.
    #[error("{0} is not empty")]
    Occupied(String),
    /// A drop where the piece could never move again.
    #[error("the {0} could never move again there")]
    DeadDrop(String),
    /// A drop on a file with an own unpromoted pawn.
    #[error("another unpromoted {0} stands on that file")]
    TwoPawns(String),
    /// The drop of a pawn that mates.
    #[error("a dropped pawn may not mate")]
    PawnDropMate,
    /// The rule of check forbids it.
    #[error("it leaves the king where it can be taken")]
    Check,
    /// The rule of repetition forbids it.
    #[error("it repeats a position")]
    Repetition,
}

impl Game {
    /// Reads a move of the side to move, in any of the accepted forms. A missing `+` promotes only
    /// where promotion is forced.
    ///
    /// # Errors
    /// [`MoveError`] with the reason; moves that check or repetition forbid included.
    pub fn parse_move(&mut self, text: &str) -> Result<Move, MoveError> {
        let parsed = MoveText::parse(self.position.geometry(), text)?;
        if let Status::Over(outcome) = self.status() {
            return Err(MoveError::GameOver(outcome));
        }
        let m = find_move(&self.position, &parsed)?;
        self.allow(m)?;
        Ok(m)
    }
}

/// The move of `position` that a text means, repetition and the end of the game left aside.
///
/// # Errors
/// [`MoveError`] with the reason.
pub fn find_move(position: &Position, text: &MoveText) -> Result<Move, MoveError> {
    if text.drop.is_some() {
        return super::parse_drop::find_drop(position, text);
    }
    let (from, to) = match text.squares.as_slice() {
        [from, .., to] => (*from, *to),
        _ => return Err(MoveTextError::Malformed(String::new()).into()),
    };
    let piece = position.at(from);
    let name = || position.geometry().name(from);
    if !piece.is_piece() {
        return Err(MoveError::NoPiece(name()));
    }
    if !piece.is_of(position.side()) {
        return Err(MoveError::NotYours(name(), piece.color(), position.side()));
    }
    let title = || position.variant().kind_of(piece).name.clone();
    let cannot = || MoveError::CannotReach { piece: title(), from: name() };
    let path = &text.squares[1..text.squares.len() - 1];
    let victims = named_victims(position, from, to, path).ok_or_else(cannot)?;
    if from == to && path.is_empty() {
        return Err(cannot());
    }
    let mut list = MoveList::new();
    generate_with::<All, _>(position, from, LionRules::None, &mut list);
    let same = |m: &&Move| m.to() == to && same_squares(&position.victims(**m), &victims);
    let candidates: SmallVec<[Move; 2]> = list.iter().filter(same).copied().collect();
    if candidates.is_empty() {
        let universal = position.traits(piece).universal();
        return Err(if universal && position.at(to).is_of(!piece.color()) {
            MoveError::Protected(title())
        } else {
            cannot()
        });
    }
    match lion_ban(position, candidates[0]) {
        Some(LionBan::DistantProtected) => return Err(MoveError::DistantLion),
        Some(LionBan::Counterstrike) => return Err(MoveError::Counterstrike),
        None => {}
    }
    let with = |promote: bool| candidates.iter().copied().find(|m| m.is_promotion() == promote);
    match text.promote {
        Some(true) => with(true).ok_or_else(|| MoveError::NoPromotion(title())),
        Some(false) => with(false).ok_or_else(|| MoveError::MustPromote(title())),
        None => with(false).or_else(|| with(true)).ok_or_else(cannot),
    }
}

/// The enemies that a path names, arrival included; `None` when a square of the path can be no
/// station: an own piece, or an empty square where the power of the piece does not lead.
fn named_victims(
    position: &Position,
    from: Square,
    to: Square,
    path: &[Square],
) -> Option<SmallVec<[Square; 4]>> {
    let us = position.side();
    let mut victims: SmallVec<[Square; 4]> = SmallVec::new();
    let mut through_empty = false;
    for &station in path {
        let piece = position.at(station);
        if piece.is_of(!us) && !victims.contains(&station) {
            victims.push(station);
        } else if piece.is_empty() {
            through_empty = true;
        } else {
            return None;
        }
    }
    if through_empty && !is_walk(position, from, path, to) {
        return None;
    }
    let arrives = position.at(to);
    if to != from && arrives.is_of(!us) && !victims.contains(&to) {
        victims.push(to);
    }
    Some(victims)
}

/// True when the piece on `from` can go over the stations of a path square by square: two king
/// steps of a lion, a line out and perhaps one step back of a line power, or a pass.
fn is_walk(position: &Position, from: Square, path: &[Square], to: Square) -> bool {
    let geometry = position.geometry();
    let powers = position.variant().tables.movement(position.at(from)).powers;
    let heading = |a: Square, b: Square| {
        Direction::ALL.into_iter().find(|&d| a.offset(geometry.offset(d)) == b)
    };
    let starts = std::iter::once(from).chain(path.iter().copied());
    let ends = path.iter().copied().chain(std::iter::once(to));
    let Some(headings) =
        starts.zip(ends).map(|(a, b)| heading(a, b)).collect::<Option<SmallVec<[Direction; 4]>>>()
    else {
        return false;
    };
    let [first, middle @ .., last] = headings.as_slice() else { return false };
    if from == to {
        return middle.is_empty() && powers.passes.contains(*first);
    }
    if powers.lion && middle.is_empty() {
        return true;
    }
    let most = match (powers.long_lines.contains(*first), powers.lines.contains(*first)) {
        (true, _) => 3,
        (false, true) => 2,
        (false, false) => 0,
    };
    headings.len() <= most
        && middle.iter().all(|d| d == first)
        && (last == first || *last == first.opposite())
}

fn same_squares(a: &[Square], b: &[Square]) -> bool {
    a.len() == b.len() && a.iter().all(|s| b.contains(s))
}
