//! The defender's moves: those after which the last royal cannot be captured at once.

use smallvec::SmallVec;

use super::rays::Rays;
use crate::movegen::{All, MoveList, generate};
use crate::position::Position;
use crate::types::{Move, Piece, Square};

/// What a move of another piece must do against one attacker of the only royal.
#[derive(Clone, Debug)]
enum Need {
    /// Unknown: every move must be tried.
    Anything,
    /// Capture the attacker or end between it and the royal.
    Against { attacker: Square, between: SmallVec<[Square; 20]> },
}

/// Finds evasions; keeps its memory between positions.
#[derive(Clone, Debug, Default)]
pub(super) struct EvasionFinder {
    moves: MoveList,
}

impl EvasionFinder {
    /// Puts into `list` the moves of the side to move after which the other side cannot end the
    /// game at once. The position comes back unchanged.
    pub(super) fn find(&mut self, position: &mut Position, list: &mut Vec<Move>) {
        list.clear();
        self.candidates(position, list);
        let attacker = !position.side();
        let had_royal = position.royal_count(attacker) > 0;
        list.retain(|&m| {
            let undo = position.make_move(m);
            // A move into fire may lose the own royal; it still wins if it took the other side's.
            let wins = had_royal && position.royal_count(attacker) == 0;
            let safe = wins
                || position.royal_count(!attacker) > 0
                    && !position.could_end_game(attacker)
                    && !position.is_pawn_drop_mate(m);
            position.unmake_move(&undo);
            safe
        });
    }

    /// The number of evasions.
    pub(super) fn count(&mut self, position: &mut Position, buffer: &mut Vec<Move>) -> u32 {
        self.find(position, buffer);
        buffer.len() as u32
    }

    /// The moves that are not surely useless.
    fn candidates(&mut self, position: &Position, list: &mut Vec<Move>) {
        let side = position.side();
        self.moves.clear();
        generate::<All, _>(position, &mut self.moves);
        let mut royals = position.royals(side);
        let need = match (royals.next(), royals.next()) {
            // Fire attacks without an attacker that could be captured or kept off.
            (Some(royal), None) if !position.any_fire() => Some((royal, need(position, royal))),
            _ => None,
        };
        let Some((royal, Need::Against { attacker, between })) = need else {
            list.extend_from_slice(self.moves.as_slice());
            return;
        };
        list.extend(self.moves.iter().copied().filter(|&m| {
            m.from() == royal
                || between.contains(&m.to())
                || position.is_capture(m) && position.victims(m).contains(&attacker)
                || m.is_promotion() && makes_royal(position, m)
        }));
    }
}

/// What must be done about the attackers of `royal`: the one that leaves least choice counts.
fn need(position: &Position, royal: Square) -> Need {
    let rays = Rays { position };
    let mut best: Option<(Square, SmallVec<[Square; 20]>)> = None;
    for attacker in position.attackers_to(royal, !position.side()) {
        let piece = position.at(attacker);
        let traits = position.traits(piece);
        if traits.hook() || traits.universal() || traits.outflanks() {
            continue;
        }
        let mut between = SmallVec::new();
        if !rays.jumps(piece, attacker, royal) {
            let Some((direction, steps)) = rays.line(attacker, royal) else { continue };
            let offset = position.variant().tables.step_offsets()[direction];
            let mut s = attacker;
            for _ in 1..steps {
                s = s.offset(offset);
                between.push(s);
            }
        }
        if best.as_ref().is_none_or(|(_, b)| between.len() < b.len()) {
            best = Some((attacker, between));
        }
    }
    best.map_or(Need::Anything, |(attacker, between)| Need::Against { attacker, between })
}

fn makes_royal(position: &Position, m: Move) -> bool {
    let mover = position.at(m.from());
    let taken: SmallVec<[Piece; 3]> = position.victims(m).iter().map(|&v| position.at(v)).collect();
    let arrives = mover.with_kind(position.promoted_type(mover, &taken));
    position.traits(arrives).royal()
}
