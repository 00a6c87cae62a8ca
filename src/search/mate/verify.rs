//! Checks of mates that share nothing with the solver: every move is generated and made.

use std::collections::HashSet;

use crate::position::Position;
use crate::types::{Color, Move};

/// A move that captures or burns the last royal of the other side, if the side to move has one.
pub fn winning_capture(position: &Position) -> Option<Move> {
    let royals = position.royal_count(!position.side());
    position.moves().iter().copied().find(|&m| position.royals_taken(m) == royals)
}

/// True when the move just made, which took `captured`, captured a royal or leaves one attacked.
fn is_attack(position: &Position, captured_royal: bool) -> bool {
    let side = position.side();
    captured_royal || position.royals(side).any(|r| position.is_threatened(r, !side))
}

/// True when every reply of the side to move leaves its last royal to be captured.
pub fn is_lost(position: &Position) -> bool {
    let attacker = !position.side();
    // A reply that takes the attacker's last royal, if he has one, ends the game.
    let has_royal = position.royal_count(attacker) > 0;
    let mut position = position.clone();
    position.moves().iter().all(|&m| {
        let undo = position.make_move(m);
        let caught = winning_capture(&position).is_some()
            && (!has_royal || position.royal_count(attacker) > 0)
            || position.is_pawn_drop_mate(m);
        position.unmake_move(&undo);
        caught
    })
}

/// True when `line` is what a solver may answer for `position`: legal moves, each of the attacker's
/// an attack, no position twice, no chance to capture the last royal left unused by the defender,
/// and nothing that helps after the last move. A single move that captures the last royal also
/// counts. Whether the defender had better replies on the way is not asked.
pub fn is_attacking_line(position: &Position, line: &[Move]) -> bool {
    let mut position = position.clone();
    let attacker = position.side();
    let has_royal = position.royal_count(attacker) > 0;
    let mut keys = vec![position.key()];
    for &m in line {
        if !position.is_pseudo_legal(m) {
            return false;
        }
        let before = position.royal_count(!attacker);
        let _ = position.make_move(m);
        let attacks = position.side() == attacker
            || is_attack(&position, position.royal_count(!attacker) < before);
        let lost = has_royal && position.royal_count(attacker) == 0;
        if !attacks || position.is_pawn_drop_mate(m) || lost && position.royal_count(!attacker) > 0
        {
            return false;
        }
        if keys.contains(&position.key()) {
            return false;
        }
        keys.push(position.key());
    }
    position.side() != attacker
        && (position.royal_count(!attacker) == 0 && line.len() == 1 || is_lost(&position))
}

/// Plays `strategy` against every reply, all moves generated and made: true when the attacker, who
/// is to move, gets the last royal against all of them, by attacks alone and without coming back
/// to a position; `None` when that takes more than `nodes` positions of the attacker or a line of
/// over 500 plies.
pub fn wins_against_all(
    position: &Position,
    strategy: &mut dyn FnMut(&Position) -> Option<Move>,
    nodes: u64,
) -> Option<bool> {
    let attacker = position.side();
    let has_royal = position.royal_count(attacker) > 0;
    let position = position.clone();
    let (won, path) = (HashSet::new(), Vec::new());
    Referee { position, attacker, has_royal, strategy, won, path, left: nodes }.attack()
}

struct Referee<'a> {
    position: Position,
    attacker: Color,
    has_royal: bool,
    strategy: &'a mut dyn FnMut(&Position) -> Option<Move>,
    /// Positions of the attacker that were seen to be won.
    won: HashSet<u64>,
    path: Vec<u64>,
    left: u64,
}

impl Referee<'_> {
    fn attack(&mut self) -> Option<bool> {
        let key = self.position.key();
        if self.has_royal && self.position.royal_count(self.attacker) == 0 {
            return Some(false);
        }
        if self.won.contains(&key) || winning_capture(&self.position).is_some() {
            return Some(true);
        }
        if self.path.contains(&key) {
            return Some(false);
        }
        self.left = self.left.checked_sub(1)?;
        if self.path.len() >= 250 {
            return None;
        }
        let Some(m) = (self.strategy)(&self.position) else { return Some(false) };
        if !self.position.is_pseudo_legal(m) {
            return Some(false);
        }
        self.path.push(key);
        let before = self.position.royal_count(!self.attacker);
        let undo = self.position.make_move(m);
        let captured = self.position.royal_count(!self.attacker) < before;
        let attacks = is_attack(&self.position, captured) && !self.position.is_pawn_drop_mate(m);
        let wins = if attacks { self.defend() } else { Some(false) };
        self.position.unmake_move(&undo);
        self.path.pop();
        if wins == Some(true) {
            self.won.insert(key);
        }
        wins
    }

    fn defend(&mut self) -> Option<bool> {
        for &m in &self.position.moves() {
            let undo = self.position.make_move(m);
            let wins = if self.position.is_pawn_drop_mate(m) { Some(true) } else { self.attack() };
            self.position.unmake_move(&undo);
            if wins != Some(true) {
                return wins;
            }
        }
        Some(true)
    }
}
