//! Repetition (rules/houserules.md 5 and 6): which rule says what of a position that came back.

use super::Game;
use super::outcome::{EndReason, Judgement, Outcome};
use crate::movegen::lion_trading::LionRules;
use crate::position::Position;
use crate::types::{Color, Square};
use crate::variant::rules::RepetitionRule;

/// What one ply did, seen in the position right after it.
#[derive(Clone, Copy, Debug)]
struct PlyFlags {
    mover: Color,
    check: bool,
    attack: bool,
}

/// Marks that hold for every move of a side in a cycle.
#[derive(Clone, Copy, Debug)]
struct Always {
    check: [bool; 2],
    attack: [bool; 2],
}

impl Game {
    /// What the rule of repetition says of the move just made.
    pub(super) fn judge_repetition(&self) -> Judgement {
        let rules = &self.position.variant().rules;
        if rules.repetition == RepetitionRule::Off {
            return Judgement::Playing;
        }
        let earlier = self.earlier_occurrences();
        let Some(&latest) = earlier.first() else { return Judgement::Playing };
        let count = earlier.len() as u32 + 1;
        let illegal = match rules.repetition {
            RepetitionRule::Off => false,
            RepetitionRule::Strict => true,
            RepetitionRule::Fourth => count >= 4 && !self.was_in_check(),
            RepetitionRule::Onus => {
                count >= rules.repetition_threshold.max(2) && self.onus_is_on_mover(latest)
            }
            RepetitionRule::Draw4 => {
                if count >= 4 {
                    return Judgement::Over(Outcome::draw(EndReason::Repetition));
                }
                false
            }
            RepetitionRule::Lishogi => {
                if count >= 4 {
                    return Judgement::Over(self.lishogi_verdict(earlier[earlier.len() - 1]));
                }
                false
            }
            RepetitionRule::Shogi => {
                if count >= 4 {
                    return Judgement::Over(self.shogi_verdict(earlier[earlier.len() - 1]));
                }
                false
            }
        };
        if illegal { Judgement::Illegal } else { Judgement::Playing }
    }

    /// True when the mover of the last move was in check before it.
    fn was_in_check(&self) -> bool {
        let mut before = self.position.clone();
        if let Some(undo) = self.last_undo() {
            before.unmake_move(undo);
        }
        before.is_in_check()
    }

    /// Whether the side that just repeated is the one that must deviate.
    fn onus_is_on_mover(&self, latest: usize) -> bool {
        let mover = !self.position.side();
        let always = self.cycle_marks(latest, onus_flags);
        let only = |marks: [bool; 2]| match marks {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        };
        let fault = only(always.check).or_else(|| only(always.attack)).unwrap_or(mover);
        fault == mover
    }

    fn lishogi_verdict(&self, first: usize) -> Outcome {
        perpetual_loses(self.cycle_marks(first, lishogi_flags).attack)
    }

    /// Perpetual check loses; every other repetition is a draw.
    fn shogi_verdict(&self, first: usize) -> Outcome {
        perpetual_loses(self.cycle_marks(first, check_flags).check)
    }

    /// How the game will end if it goes on as since the position came back last, where one side
    /// loses by giving check with every move: for searches, which need not see all of it.
    pub fn perpetual_check(&self) -> Option<Outcome> {
        if self.position.variant().rules.repetition != RepetitionRule::Shogi {
            return None;
        }
        let latest = *self.earlier_occurrences().first()?;
        let outcome = self.shogi_verdict(latest);
        outcome.winner.map(|_| outcome)
    }

    /// What every move since ply `start` did, by side.
    fn cycle_marks(
        &self,
        start: usize,
        flags: impl Fn(&Position, Color, Square) -> PlyFlags,
    ) -> Always {
        let mut always = Always { check: [true; 2], attack: [true; 2] };
        let mut position = self.position.clone();
        for undo in self.undos_since(start) {
            let ply = flags(&position, !position.side(), undo.mv.to());
            always.check[ply.mover.index()] &= ply.check;
            always.attack[ply.mover.index()] &= ply.attack;
            position.unmake_move(undo);
        }
        always
    }
}

/// The verdict on a repetition: who did it with every move loses, if the other did not.
fn perpetual_loses(always: [bool; 2]) -> Outcome {
    match always {
        [true, false] => Outcome::win(Color::White, EndReason::Perpetual),
        [false, true] => Outcome::win(Color::Black, EndReason::Perpetual),
        _ => Outcome::draw(EndReason::Repetition),
    }
}

fn check_flags(position: &Position, mover: Color, _stands: Square) -> PlyFlags {
    let check = position.could_end_game(mover);
    PlyFlags { mover, check, attack: check }
}

fn onus_flags(position: &Position, mover: Color, stands: Square) -> PlyFlags {
    let check = position.could_end_game(mover);
    let attack = check || position.can_capture(stands, LionRules::None);
    PlyFlags { mover, check, attack }
}

fn lishogi_flags(position: &Position, mover: Color, stands: Square) -> PlyFlags {
    let check = position.royals(!mover).any(|royal| position.is_attacked(royal, mover));
    let attack = check || position.can_capture(stands, LionRules::Distant);
    PlyFlags { mover, check, attack }
}
