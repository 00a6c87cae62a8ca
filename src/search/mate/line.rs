//! The line of a proved position: shortest attack known, longest defence.

use super::MateSolver;
use super::table::Known;
use crate::position::{Position, Undo};
use crate::types::Move;

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
                match self.defence(position) {
                    Some(None) => break true,
                    other => other,
                }
            };
            let Some(Some(m)) = next else { break false };
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
    fn attack(&mut self, position: &mut Position) -> Option<Option<Move>> {
        let known = self.proof_of(position)?;
        let mut best = known.best_move()?;
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
        Some(Some(best))
    }

    /// The reply with the longest proof; `Some(None)` when there is no reply.
    fn defence(&mut self, position: &mut Position) -> Option<Option<Move>> {
        let mut moves = Vec::new();
        self.evasions.find(position, &mut moves);
        let mut best = None;
        for m in moves {
            let undo = position.make_move(m);
            let known = self.proof_of(position);
            position.unmake_move(&undo);
            let length = known?.length;
            if best.is_none_or(|(_, longest)| length > longest) {
                best = Some((m, length));
            }
        }
        Some(best.map(|(m, _)| m))
    }
}
