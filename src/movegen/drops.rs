//! Drops: pieces from the hand of the side to move to empty squares, and what forbids them.
//!
//! A drop that would leave the own king in check is not generated where a rule of check is in
//! force; a mating drop of a pawn is, and is judged when it is made.

use smallvec::SmallVec;

use super::MoveSink;
use crate::position::Position;
use crate::types::{Color, Direction, Move, Piece, PieceType, Square};
use crate::variant::rules::CheckRule;

/// Where drops leave no king in check.
#[derive(Clone, Debug)]
enum Targets {
    /// Anywhere.
    All,
    /// On these squares; perhaps on none.
    Between(SmallVec<[Square; 20]>),
}

/// Generates the drops of the side to move.
pub(super) fn generate<S: MoveSink>(position: &Position, sink: &mut S) {
    let side = position.side();
    if position.hands().is_empty(side) {
        return;
    }
    let empty = |s: &Square| position.at(*s).is_empty();
    let squares: SmallVec<[Square; 128]> = match targets(position) {
        Targets::All => position.drop_squares().iter().copied().filter(empty).collect(),
        Targets::Between(squares) => squares.into_iter().filter(empty).collect(),
    };
    if squares.is_empty() {
        return;
    }
    for (piece, _) in position.hands().of(side) {
        let files = closed_files(position, piece);
        let open = |s: Square| files >> position.geometry().coordinates(s).0 & 1 == 0;
        for &square in &squares {
            if (files == 0 || open(square)) && !position.drop_is_dead(piece, square) {
                sink.push(Move::drop(piece.kind(), square));
            }
        }
    }
}

/// True when the generator makes this drop of the side to move.
pub(super) fn is_generated(position: &Position, kind: PieceType, to: Square) -> bool {
    let piece = Piece::new(kind, position.side());
    position.hands().get(piece) > 0
        && position.geometry().contains(to)
        && position.at(to).is_empty()
        && refusal(position, piece, to).is_none()
        && match targets(position) {
            Targets::All => true,
            Targets::Between(squares) => squares.contains(&to),
        }
}

/// Why a piece in hand may not be dropped on an empty square, whatever stands elsewhere but pawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropBan {
    /// It could never move again.
    Dead,
    /// Another unpromoted pawn of its side stands on the file.
    TwoPawns,
}

/// The ban that keeps `piece` from an empty square, if any.
pub(crate) fn refusal(position: &Position, piece: Piece, to: Square) -> Option<DropBan> {
    if position.drop_is_dead(piece, to) {
        return Some(DropBan::Dead);
    }
    let file = position.geometry().coordinates(to).0;
    (closed_files(position, piece) >> file & 1 != 0).then_some(DropBan::TwoPawns)
}

/// The files on which the ban on two pawns closes to `piece`, a bit each.
fn closed_files(position: &Position, piece: Piece) -> u64 {
    let variant = position.variant();
    if variant.rules.two_pawns || !variant.kind_of(piece).pawn {
        return 0;
    }
    let pawns = position.pieces(piece.color()).filter(|&s| position.at(s) == piece);
    pawns.fold(0, |files, s| files | 1 << position.geometry().coordinates(s).0)
}

/// Where a drop of the side to move ends a check.
fn targets(position: &Position) -> Targets {
    let (us, them) = (position.side(), !position.side());
    if position.variant().rules.check != CheckRule::Legal || position.royal_count(us) != 1 {
        return Targets::All;
    }
    let Some(royal) = position.royals(us).next() else { return Targets::All };
    let attackers = position.attackers_to(royal, them);
    let special = |&s: &Square| position.variant().tables.movement(position.at(s)).special;
    match attackers.as_slice() {
        [] => Targets::All,
        // Who turns corners or goes anywhere may be stopped otherwise: making the move tells.
        list if list.iter().any(special) => Targets::All,
        [attacker] => Targets::Between(between(position, *attacker, royal)),
        // Two attackers come on two ways, which no square shares.
        _ => Targets::Between(SmallVec::new()),
    }
}

/// The squares between a slider and the royal that it attacks; none for a jump.
fn between(position: &Position, attacker: Square, royal: Square) -> SmallVec<[Square; 20]> {
    let tables = &position.variant().tables;
    let piece = position.at(attacker);
    let delta = royal.index() as i32 - attacker.index() as i32;
    let jumps = tables.jump_set(piece);
    let jump = |(bit, &offset): (usize, &i16)| jumps >> bit & 1 != 0 && i32::from(offset) == delta;
    if tables.jumps().iter().enumerate().any(jump) {
        return SmallVec::new();
    }
    for direction in Direction::ALL {
        let step = position.geometry().offset(direction);
        let mut squares = SmallVec::new();
        let mut s = attacker.offset(step);
        while position.at(s).is_empty() {
            squares.push(s);
            s = s.offset(step);
        }
        if s == royal && usize::from(tables.reach(piece, direction.index())) > squares.len() {
            return squares;
        }
    }
    SmallVec::new()
}

impl Position {
    /// True when a drop just made, by the side that is not to move, mates with a pawn although the
    /// rules forbid it: the king is attacked, and no move ends that.
    pub fn is_pawn_drop_mate(&mut self, m: Move) -> bool {
        let Some(kind) = m.dropped() else { return false };
        let variant = self.variant();
        !variant.rules.pawn_drop_mate
            && variant.kind(kind).pawn
            && self.is_in_check()
            && !self.has_escape()
    }

    /// True when the side to move has a move after which the other side cannot end the game.
    fn has_escape(&mut self) -> bool {
        let moves = self.moves();
        moves.iter().any(|&m| {
            let undo = self.make_move(m);
            let by: Color = self.side();
            let safe = self.royal_count(by) == 0 || !self.could_end_game(by);
            self.unmake_move(&undo);
            safe
        })
    }
}
