//! Drops and the rule of check by their words: every move is tried on a copy of the board.

use daiban::types::Color;
use daiban::variant::rules::CheckRule;

use super::{RefMove, Reference, Sq, State, name};

impl Reference {
    /// The drops of the side to move, check and mate left aside. A drop has its square as its
    /// departure too.
    pub fn drops(&self, state: &State) -> Vec<RefMove> {
        let mut moves = Vec::new();
        if !self.rules.drops {
            return moves;
        }
        for kind in 1..self.kinds.len() {
            if state.hands[state.side.index()][kind] == 0 {
                continue;
            }
            for to in self.squares().filter(|&s| self.at(state, s).is_none()) {
                if self.may_drop(state, kind, to) {
                    let captured = Vec::new();
                    moves.push(RefMove { from: to, captured, to, result: kind, middle: None });
                }
            }
        }
        moves
    }

    fn may_drop(&self, state: &State, kind: usize, to: Sq) -> bool {
        let man = (kind, state.side);
        let twin = |rank| self.at(state, (to.0, rank)) == Some(man);
        let doubled = self.kinds[kind].pawn && (0..self.ranks).any(twin);
        !self.dead(man, to) && (self.rules.two_pawns || !doubled)
    }

    /// The state after a drop.
    pub fn play_drop(&self, state: &State, m: &RefMove) -> State {
        let mut after = state.clone();
        self.put(&mut after, m.to, Some((m.result, state.side)));
        after.hands[state.side.index()][m.result] -= 1;
        after.side = !state.side;
        after
    }

    /// What a capture brings to hand.
    pub fn keep(&self, state: &State, after: &mut State, captured: &[Sq]) {
        if !self.rules.drops {
            return;
        }
        for &square in captured {
            let base = self.at(state, square).map_or(0, |(kind, _)| self.kinds[kind].base);
            if !self.kinds[base].royal {
                after.hands[state.side.index()][base] += 1;
            }
        }
    }

    /// True when check or the ban on mates by dropped pawns forbids a move.
    pub fn barred(&self, state: &State, m: &RefMove) -> bool {
        let after = self.play(state, m);
        let stands = |color: Color| !self.royals(&after, color).is_empty();
        // A royal that walks into fire is lost at once.
        let burnt = !self.royals(state, state.side).is_empty() && !stands(state.side);
        let left = stands(after.side) && (burnt || self.could_end_game(&after, after.side));
        let pawn = self.at(state, m.from).is_none() && self.kinds[m.result].pawn;
        self.rules.check == CheckRule::Legal && left
            || pawn
                && !self.rules.pawn_drop_mate
                && self.could_end_game(&after, state.side)
                && !self.can_escape(&after)
    }

    /// True when a move of the side to move ends the threat to its royals.
    fn can_escape(&self, state: &State) -> bool {
        self.pseudo(state).iter().any(|m| {
            let after = self.play(state, m);
            self.royals(&after, after.side).is_empty() || !self.could_end_game(&after, after.side)
        })
    }

    pub fn drop_text(&self, m: &RefMove) -> String {
        format!("{}*{}", self.names[m.result], name(m.to))
    }
}
