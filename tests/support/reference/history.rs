//! A game by the words of the rules: repetition, bare king, move limit, in their order. Positions
//! are compared square by square, never by a key.

use daiban::game::{EndReason, Outcome, Status};
use daiban::types::Color;
use daiban::variant::rules::{BareKing, Impasse, RepetitionRule};

use super::laws::Lions;
use super::{RefMove, Reference, Sq, State, distance};

/// A position of the game: what stands there, and who has just one reply before he is bare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    pub state: State,
    pub pending: [bool; 2],
}

/// A game from some position on.
#[derive(Clone, Debug)]
pub struct History<'a> {
    pub reference: &'a Reference,
    pub moments: Vec<Moment>,
    /// Where the mover of each ply stands after it.
    pub landed: Vec<Sq>,
    /// What the house rule of the bare king said of the last ply.
    pub bared: Option<Outcome>,
}

impl<'a> History<'a> {
    pub fn new(reference: &'a Reference, state: State) -> Self {
        let moments = vec![Moment { state, pending: [false; 2] }];
        Self { reference, moments, landed: Vec::new(), bared: None }
    }

    pub fn now(&self) -> &State {
        &self.moments[self.moments.len() - 1].state
    }

    /// What a move leads to, and what the house rule of the bare king says of it.
    fn step(&self, m: &RefMove) -> (Moment, Option<Outcome>) {
        let last = &self.moments[self.moments.len() - 1];
        let state = self.reference.play(&last.state, m);
        let mut next = Moment { state, pending: last.pending };
        let house_rule = self.reference.rules.bare_king == BareKing::On;
        let bared = if house_rule { self.bare_king(&mut next) } else { None };
        (next, bared)
    }

    /// Plays a move without asking whether it is legal.
    pub fn play(&mut self, m: &RefMove) {
        let (next, bared) = self.step(m);
        self.moments.push(next);
        self.landed.push(m.to);
        self.bared = bared;
    }

    pub fn status(&self) -> Status {
        let (reference, state) = (self.reference, self.now());
        for color in Color::ALL {
            if reference.royals(state, color).is_empty() {
                return Status::Over(Outcome::win(!color, EndReason::RoyalsLost));
            }
        }
        if let Some(outcome) = self.bared {
            return Status::Over(outcome);
        }
        if self.unfinished_moves().is_empty() {
            return Status::Over(Outcome::win(!state.side, EndReason::NoMoves));
        }
        if !self.landed.is_empty() {
            if let Some(outcome) = self.bare_king_lishogi() {
                return Status::Over(outcome);
            }
            if let Some(outcome) = self.impasse() {
                return Status::Over(outcome);
            }
            if let Some(outcome) = self.fourth_occurrence() {
                return Status::Over(outcome);
            }
        }
        let limit = reference.rules.move_limit as usize;
        if limit > 0 && self.landed.len() >= limit {
            return Status::Over(Outcome::draw(EndReason::MoveLimit));
        }
        Status::Playing
    }

    pub fn legal(&self) -> Vec<RefMove> {
        if self.status() == Status::Playing { self.unfinished_moves() } else { Vec::new() }
    }

    /// The moves that repetition does not forbid.
    fn unfinished_moves(&self) -> Vec<RefMove> {
        let moves = self.reference.legal(self.now());
        moves.into_iter().filter(|m| !self.forbidden(m)).collect()
    }

    fn forbidden(&self, m: &RefMove) -> bool {
        let rules = &self.reference.rules;
        if !self.moments.contains(&self.step(m).0) {
            return false;
        }
        let mut after = self.clone();
        after.play(m);
        let reference = self.reference;
        if Color::ALL.into_iter().any(|c| reference.royals(after.now(), c).is_empty()) {
            return false;
        }
        let earlier = after.earlier();
        let occurrence = earlier.len() + 1;
        let mover = self.now().side;
        match rules.repetition {
            RepetitionRule::Off
            | RepetitionRule::Draw4
            | RepetitionRule::Lishogi
            | RepetitionRule::Shogi => false,
            RepetitionRule::Strict => occurrence >= 2,
            RepetitionRule::Fourth => {
                occurrence >= 4 && !reference.could_end_game(self.now(), !mover)
            }
            RepetitionRule::Onus => {
                occurrence >= 2
                    && occurrence >= rules.repetition_threshold as usize
                    && after.fault(earlier[earlier.len() - 1], mover) == mover
            }
        }
    }

    /// The earlier moments that equal the last one, first to last.
    fn earlier(&self) -> Vec<usize> {
        let last = self.moments.len() - 1;
        (0..last).filter(|&i| self.moments[i] == self.moments[last]).collect()
    }

    /// Who must deviate from the cycle since `start`: the only checker, else the only chaser, else
    /// the one who repeats.
    fn fault(&self, start: usize, mover: Color) -> Color {
        let always = |side: Color, what: &dyn Fn(usize) -> bool| {
            (start + 1..self.moments.len())
                .filter(|&i| self.moments[i].state.side != side)
                .all(what)
        };
        let check = |i: usize| self.checks(i);
        let chase = |i: usize| self.checks(i) || self.attacks(i, Lions::Off);
        for kind in [&check as &dyn Fn(usize) -> bool, &chase] {
            let [black, white] = Color::ALL.map(|c| always(c, kind));
            if black != white {
                return if black { Color::Black } else { Color::White };
            }
        }
        mover
    }

    /// True when the ply that led to moment `i` threatens to end the game.
    fn checks(&self, i: usize) -> bool {
        let state = &self.moments[i].state;
        self.reference.could_end_game(state, !state.side)
    }

    /// True when the piece that moved to make moment `i` could capture something.
    fn attacks(&self, i: usize, lions: Lions) -> bool {
        let state = &self.moments[i].state;
        let moves = self.reference.moves_from(state, self.landed[i - 1], lions);
        moves.iter().any(|m| !m.captured.is_empty())
    }

    /// Draw when all royals stand in their zones, where that is the rule.
    fn impasse(&self) -> Option<Outcome> {
        let (reference, state) = (self.reference, self.now());
        let zone = i32::from(reference.rules.zone);
        let arrived = |color: Color| {
            let royals = reference.royals(state, color);
            royals.iter().all(|&(_, rank)| match color {
                Color::Black => rank < zone,
                Color::White => rank >= reference.ranks - zone,
            })
        };
        let rule = reference.rules.impasse == Impasse::Draw;
        let draw = rule && Color::ALL.into_iter().all(arrived);
        draw.then_some(Outcome::draw(EndReason::Impasse))
    }

    /// Draw by the fourth occurrence, or lishogi's verdict on it.
    fn fourth_occurrence(&self) -> Option<Outcome> {
        let earlier = self.earlier();
        if earlier.len() < 3 {
            return None;
        }
        match self.reference.rules.repetition {
            RepetitionRule::Draw4 => Some(Outcome::draw(EndReason::Repetition)),
            rule @ (RepetitionRule::Lishogi | RepetitionRule::Shogi) => {
                let guilty = |i: usize| match rule {
                    RepetitionRule::Shogi => self.checks(i),
                    _ => self.any_royal_attacked(i) || self.attacks(i, Lions::RuleA),
                };
                let attacker = |side: Color| {
                    (earlier[0] + 1..self.moments.len())
                        .filter(|&i| self.moments[i].state.side != side)
                        .all(guilty)
                };
                Some(match Color::ALL.map(attacker) {
                    [true, false] => Outcome::win(Color::White, EndReason::Perpetual),
                    [false, true] => Outcome::win(Color::Black, EndReason::Perpetual),
                    _ => Outcome::draw(EndReason::Repetition),
                })
            }
            _ => None,
        }
    }

    fn any_royal_attacked(&self, i: usize) -> bool {
        let state = &self.moments[i].state;
        let royals = self.reference.royals(state, state.side);
        royals.iter().any(|&r| self.reference.attacked(state, r, !state.side))
    }

    /// Non-royal pieces that can still move on an empty board.
    fn working(&self, state: &State, color: Color) -> Vec<Sq> {
        let works = |&s: &Sq| {
            let man = self.reference.at(state, s).unwrap();
            !self.reference.kinds[man.0].royal && !self.reference.dead(man, s)
        };
        self.reference.men(state, color).into_iter().filter(works).collect()
    }

    /// Working pieces without pawns and go-betweens.
    fn winning(&self, state: &State, color: Color) -> Vec<Sq> {
        let minor =
            |&s: &Sq| self.reference.at(state, s).is_some_and(|m| self.reference.kinds[m.0].minor);
        self.working(state, color).into_iter().filter(|s| !minor(s)).collect()
    }

    /// The house rule (rules/houserules.md 3).
    fn bare_king(&self, next: &mut Moment) -> Option<Outcome> {
        let state = &next.state;
        let royals_stand =
            Color::ALL.into_iter().all(|c| !self.reference.royals(state, c).is_empty());
        if !royals_stand {
            return None;
        }
        let (b, a) = (state.side, !state.side);
        let bare = |side| self.working(state, side).is_empty() && empty_hand(state, side);
        if bare(a) && bare(b) {
            return Some(Outcome::draw(EndReason::BareKing));
        }
        if next.pending[a.index()] {
            next.pending[a.index()] = false;
            if !self.winning(state, b).is_empty() {
                return Some(Outcome::win(b, EndReason::BareKing));
            }
        }
        if bare(b) && !self.winning(state, a).is_empty() {
            next.pending[b.index()] = true;
        }
        None
    }

    /// lishogi's rule (rules/README.md 14).
    fn bare_king_lishogi(&self) -> Option<Outcome> {
        if self.reference.rules.bare_king != BareKing::Lishogi {
            return None;
        }
        let (reference, state) = (self.reference, self.now());
        let royals = Color::ALL.map(|c| reference.royals(state, c));
        let lone = Color::ALL.map(|c| {
            let bare = self.working(state, c).is_empty() && empty_hand(state, c);
            bare && royals[c.index()].len() == 1
        });
        let safe = |c: Color| !reference.attacked(state, royals[c.index()][0], !c);
        if lone == [true, true] {
            let quiet = Color::ALL.into_iter().all(safe);
            return quiet.then_some(Outcome::draw(EndReason::BareKing));
        }
        for bared in Color::ALL {
            let strong = !bared;
            if !lone[bared.index()] || royals[strong.index()].len() != 1 || !safe(strong) {
                continue;
            }
            let (king, own) = (royals[bared.index()][0], royals[strong.index()][0]);
            let far = |s: Sq| distance(s, king) > 1;
            let wins = match self.winning(state, strong).as_slice() {
                [] => false,
                [only] => far(*only) && far(own),
                _ => true,
            };
            if wins {
                return Some(Outcome::win(strong, EndReason::BareKing));
            }
        }
        None
    }
}

fn empty_hand(state: &State, color: Color) -> bool {
    state.hands[color.index()].iter().all(|&n| n == 0)
}
