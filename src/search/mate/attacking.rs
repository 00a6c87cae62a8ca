//! The attacker's moves: those that capture a royal or leave one attacked, found without making
//! every move.

use smallvec::SmallVec;

use super::rays::Rays;
use crate::movegen::{All, MoveList, generate};
use crate::position::Position;
use crate::types::{Move, Piece, Square};

/// A move removes at most this many pieces from one line: its mover and three victims.
const MOST_GONE: usize = 4;

/// Finds attacking moves; keeps its memory between positions.
#[derive(Clone, Debug, Default)]
pub(super) struct AttackFinder {
    moves: MoveList,
    /// Squares whose emptying may open a line to a royal.
    hinges: Vec<Square>,
    path: Vec<Square>,
}

impl AttackFinder {
    /// Calls `found` with every move of the side to move that captures a royal or may leave one
    /// attacked. The flag is true when it surely does; otherwise only making the move tells.
    pub(super) fn find(&mut self, position: &Position, mut found: impl FnMut(Move, bool)) {
        let side = position.side();
        let royals: SmallVec<[Square; 4]> = position.royals(!side).collect();
        // A universal leaper attacks what is unprotected, and a royal that is attacked already may
        // stay so: then any move can qualify.
        // So it can where pieces burn or get at a royal by other ways than lines and jumps.
        let unusual = |s: Square| {
            let traits = position.traits(position.at(s));
            traits.universal() || traits.outflanks()
        };
        let anything = position.any_fire()
            || position.specials(side).any(unusual)
            || royals.iter().any(|&r| position.is_attacked(r, side));
        self.find_hinges(position, &royals);
        self.moves.clear();
        generate::<All, _>(position, &mut self.moves);
        let rays = Rays { position };
        for &m in &self.moves {
            let victims = position.victims(m);
            if position.any_fire() && position.burns_mover(m) {
                found(m, false);
                continue;
            }
            if victims.iter().any(|v| royals.contains(v)) {
                found(m, true);
                continue;
            }
            if anything {
                found(m, false);
                continue;
            }
            let mut mover = position.mover(m);
            if m.is_promotion() {
                let taken: SmallVec<[Piece; 3]> = victims.iter().map(|&v| position.at(v)).collect();
                mover = mover.with_kind(position.promoted_type(mover, &taken));
            }
            if position.traits(mover).universal() || position.traits(mover).outflanks() {
                found(m, false);
                continue;
            }
            let mut gone = victims;
            if m.from() != m.to() {
                gone.push(m.from());
            }
            if royals.iter().any(|&r| rays.reaches(mover, m.to(), r, &gone)) {
                found(m, true);
            } else if gone.iter().any(|s| *s != m.to() && self.hinges.contains(s)) {
                found(m, false);
            }
        }
    }

    /// Finds the pieces in front of the attacker's sliders and hook movers.
    fn find_hinges(&mut self, position: &Position, royals: &[Square]) {
        self.hinges.clear();
        let side = position.side();
        let tables = &position.variant().tables;
        let rays = Rays { position };
        for &royal in royals {
            for (direction, &offset) in tables.step_offsets().iter().enumerate() {
                self.path.clear();
                let mut s = royal;
                for distance in 1..=u8::MAX {
                    s = s.offset(offset);
                    let piece = position.at(s);
                    if piece.is_empty() {
                        continue;
                    }
                    if piece.is_edge() || self.path.len() > MOST_GONE {
                        break;
                    }
                    if piece.is_of(side) && tables.reach(piece, direction + 4) >= distance {
                        self.hinges.extend_from_slice(&self.path);
                    }
                    self.path.push(s);
                }
            }
            for hook in position.specials(side) {
                let piece = position.at(hook);
                if !position.traits(piece).hook() {
                    continue;
                }
                for corner in rays.corners(piece, hook, royal) {
                    self.path.clear();
                    if rays.blockers(hook, corner, MOST_GONE, &mut self.path)
                        && rays.blockers(corner, royal, MOST_GONE, &mut self.path)
                    {
                        if !position.at(corner).is_empty() {
                            self.path.push(corner);
                        }
                        self.hinges.extend_from_slice(&self.path);
                    }
                }
            }
        }
    }
}

/// True when a royal of the side to move is attacked.
pub(super) fn attacks_a_royal(position: &Position) -> bool {
    let side = position.side();
    position.royals(side).any(|r| position.is_threatened(r, !side))
}
