//! The text of a drop and the move that it means.

use super::parse_move::MoveError;
use crate::movegen::drops::{DropBan, refusal};
use crate::position::Position;
use crate::position::move_text::{MoveText, MoveTextError};
use crate::types::{Move, Piece};

/// The drop of `position` that a text means; the rule of check is left to whoever plays it, but for
/// what the generator knows of it.
///
/// # Errors
/// [`MoveError`] with the reason.
pub(super) fn find_drop(position: &Position, text: &MoveText) -> Result<Move, MoveError> {
    let (Some(name), [to]) = (text.drop.as_deref(), text.squares.as_slice()) else {
        return Err(MoveTextError::Malformed(String::new()).into());
    };
    let variant = position.variant();
    let kind = match name.strip_prefix('[').and_then(|n| n.strip_suffix(']')) {
        Some(code) => variant.find_code(code, false),
        None => variant.find_letter(name, false).or_else(|| variant.find_code(name, false)),
    };
    let kind = kind.filter(|k| variant.rules.drops && k.index() <= Move::MOST_DROPS);
    let Some(kind) = kind else { return Err(MoveError::NotInHand(name.to_owned())) };
    let title = || variant.kind(kind).name.clone();
    let piece = Piece::new(kind, position.side());
    if text.promote == Some(true) {
        return Err(MoveError::NoPromotion(title()));
    }
    if position.hands().get(piece) == 0 {
        return Err(MoveError::NotInHand(title()));
    }
    if !position.at(*to).is_empty() {
        return Err(MoveError::Occupied(position.geometry().name(*to)));
    }
    match refusal(position, piece, *to) {
        Some(DropBan::Dead) => return Err(MoveError::DeadDrop(title())),
        Some(DropBan::TwoPawns) => return Err(MoveError::TwoPawns(title())),
        None => {}
    }
    let m = Move::drop(kind, *to);
    if position.is_pseudo_legal(m) { Ok(m) } else { Err(MoveError::Check) }
}
