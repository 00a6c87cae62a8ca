//! The line of a proved position: shortest attack known, longest defence.

use super::MateSolver;
use super::table::Known;
use crate::position::{Position, Undo};
use crate::types::Move;

/// What follows in the line.
enum Step {
    /// This move.
    Move(Move),
    /// Nothing: no reply is left.
    Ended,
    /// A proof that the table lost could not be found again.
    Unknown,
}

impl MateSolver {
    /// The line from a position that was just proved; `None` when the table lost too much of it
    /// and the budget does not allow to find it again. The position comes back unchanged.
    pub(super) fn extract_line(&mut self, position: &mut Position) -> Option<Vec<Move>> {
        let mut undos: Vec<Undo> = Vec::new();
        let mut seen = Vec::new();
        let ended = loop {
            if seen.contains(&position.key()) {
                break false;
            }
            seen.push(position.key());
            let next = if position.side() == self.attacker {
                self.attack(position)
            } else {
                self.defence(position)
            };
            let m = match next {
                Step::Move(m) => m,
                Step::Ended => break true,
                Step::Unknown => break false,
            };
            undos.push(position.make_move(m));
        };
        for undo in undos.iter().rev() {
            position.unmake_move(undo);
        }
        ended.then(|| undos.iter().map(|u| u.mv).collect())
    }

    /// What is known of a proved position, searched for again if it was lost.
    pub(super) fn proof_of(&mut self, position: &mut Position) -> Option<Known> {
        if let Some(known) = self.table.probe(position.key()).filter(|k| k.is_proved()) {
            return Some(*known);
        }
        self.search(position).filter(Known::is_proved)
    }

    /// The attacking move with the shortest proof.
    fn attack(&mut self, position: &mut Position) -> Step {
        let known = self.proof_of(position);
        let Some((known, mut best)) = known.and_then(|k| Some((k, k.best_move()?))) else {
            return Step::Unknown;
        };
        let mut shortest = known.length;
        let mut moves = Vec::new();
        self.attacks.find(position, |m, _| moves.push(m));
        for m in moves {
            let undo = position.make_move(m);
            if let Some(k) = self.table.probe(position.key()).filter(|k| k.is_proved())
                && k.length + 1 < shortest
            {
                (best, shortest) = (m, k.length + 1);
            }
            position.unmake_move(&undo);
        }
        Step::Move(best)
    }

    /// The reply with the longest proof.
    fn defence(&mut self, position: &mut Position) -> Step {
        let mut moves = Vec::new();
        self.evasions.find(position, &mut moves);
        let mut best = None;
        for m in moves {
            let undo = position.make_move(m);
            let known = self.proof_of(position);
            position.unmake_move(&undo);
            let Some(Known { length, .. }) = known else { return Step::Unknown };
            if best.is_none_or(|(_, longest)| length > longest) {
                best = Some((m, length));
            }
        }
        best.map_or(Step::Ended, |(m, _)| Step::Move(m))
    }
}
