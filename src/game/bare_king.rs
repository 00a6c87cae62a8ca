//! Bare king (rules/houserules.md 3, rules/README.md 14).

use super::outcome::{EndReason, Outcome};
use crate::position::Position;
use crate::types::{Color, Square};

/// Non-royal pieces that can still move somewhere.
fn working(position: &Position, color: Color) -> impl Iterator<Item = Square> + '_ {
    position.pieces(color).filter(|&s| {
        let piece = position.at(s);
        !position.traits(piece).royal() && !position.is_dead(piece, s)
    })
}

fn is_bare(position: &Position, color: Color) -> bool {
    position.hands().is_empty(color) && working(position, color).next().is_none()
}

/// Working pieces that decide: no unpromoted pawn or go-between.
fn counting(position: &Position, color: Color) -> impl Iterator<Item = Square> + '_ {
    working(position, color).filter(|&s| !position.traits(position.at(s)).minor())
}

/// The house rule, after a move of the side that is not to move: sets and clears the pending marks
/// and returns the end of the game, if it is one.
pub(super) fn after_move(position: &mut Position) -> Option<Outcome> {
    let mover = !position.side();
    let other = position.side();
    let (mover_bare, other_bare) = (is_bare(position, mover), is_bare(position, other));
    if mover_bare && other_bare {
        return Some(Outcome::draw(EndReason::BareKing));
    }
    if position.is_pending_bare(mover) {
        position.set_pending_bare(mover, false);
        if counting(position, other).next().is_some() {
            return Some(Outcome::win(other, EndReason::BareKing));
        }
    }
    if other_bare && counting(position, mover).next().is_some() {
        position.set_pending_bare(other, true);
    }
    None
}

/// The only piece that counts as alive, if it is one royal.
fn lone_royal(position: &Position, color: Color) -> Option<Square> {
    if position.royal_count(color) != 1 || !is_bare(position, color) {
        return None;
    }
    position.royals(color).next()
}

/// lishogi's rule, judged on the position for both sides.
pub(super) fn lishogi(position: &Position) -> Option<Outcome> {
    for bared in Color::ALL {
        let Some(lone) = lone_royal(position, bared) else { continue };
        let strong = !bared;
        if position.royal_count(strong) != 1 {
            continue;
        }
        let Some(royal) = position.royals(strong).next() else { continue };
        if position.is_attacked(royal, bared) {
            continue;
        }
        if lone_royal(position, strong).is_some() {
            if position.is_attacked(lone, strong) {
                continue;
            }
            return Some(Outcome::draw(EndReason::BareKing));
        }
        let near = |s: Square| position.geometry().distance(s, lone) <= 1;
        let mut pieces = counting(position, strong);
        let wins = match (pieces.next(), pieces.next()) {
            (Some(_), Some(_)) => true,
            (Some(only), None) => !near(only) && !near(royal),
            (None, _) => false,
        };
        if wins {
            return Some(Outcome::win(strong, EndReason::BareKing));
        }
    }
    None
}
