//! From text to a legal move, with the reason when there is none.

use smallvec::SmallVec;

use super::Game;
use super::outcome::{Outcome, Status};
use crate::movegen::lion_trading::{LionBan, LionRules, lion_ban};
use crate::movegen::{All, MoveList, generate_with};
use crate::position::Position;
use crate::position::move_text::{MoveText, MoveTextError};
use crate::types::{Color, Move, Square};

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
    /// The rule of repetition forbids it.
    #[error("it repeats a position")]
    Repetition,
}

impl Game {
    /// Reads a move of the side to move, in any of the accepted forms. A missing `+` promotes only
    /// where promotion is forced.
    ///
    /// # Errors
    /// [`MoveError`] with the reason; moves that repetition forbids included.
    pub fn parse_move(&mut self, text: &str) -> Result<Move, MoveError> {
        let parsed = MoveText::parse(self.position.geometry(), text)?;
        if let Status::Over(outcome) = self.status() {
            return Err(MoveError::GameOver(outcome));
        }
        let m = find_move(&self.position, &parsed)?;
        if self.repeats(m) { Err(MoveError::Repetition) } else { Ok(m) }
    }
}

/// The move of `position` that a text means, repetition and the end of the game left aside.
///
/// # Errors
/// [`MoveError`] with the reason.
pub fn find_move(position: &Position, text: &MoveText) -> Result<Move, MoveError> {
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
/// station: an own piece, or an empty square that is not one step on.
fn named_victims(
    position: &Position,
    from: Square,
    to: Square,
    path: &[Square],
) -> Option<SmallVec<[Square; 4]>> {
    let us = position.side();
    let mut victims: SmallVec<[Square; 4]> = SmallVec::new();
    let mut last = from;
    let powers = position.variant().tables.movement(position.at(from)).powers;
    for &station in path {
        let piece = position.at(station);
        if piece.is_of(!us) {
            if victims.contains(&station) {
                return None;
            }
            victims.push(station);
        } else if piece.is_piece()
            || !position.is_neighbour(last, station)
            || powers.passes.is_empty()
        {
            return None;
        } else if from == to && path.len() == 1 {
            // A pass names a neighbour that the power may use.
            let usable =
                powers.passes.iter().any(|d| from.offset(position.geometry().offset(d)) == station);
            if !usable {
                return None;
            }
        }
        last = station;
    }
    let arrives = position.at(to);
    if to != from && arrives.is_of(!us) && !victims.contains(&to) {
        victims.push(to);
    }
    // A way through an empty square must be a way: one more king step from it.
    let detour = path.last().is_some_and(|&s| position.at(s).is_empty());
    if detour && !position.is_neighbour(last, to) {
        return None;
    }
    Some(victims)
}

fn same_squares(a: &[Square], b: &[Square]) -> bool {
    a.len() == b.len() && a.iter().all(|s| b.contains(s))
}
