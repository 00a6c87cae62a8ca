//! Generals, area movers, skipping slides and burning, by the words of
//! rules/family/tenjiku-heian-wa-sho-shogi.md 1.3.

use daiban::types::Color;
use daiban::variant::betza::{Chain, Step, TermKind};
use daiban::variant::rules::GeneralCapture;

use super::legs::{Found, Walker, walk};
use super::{Reference, Sq, State, distance};

fn around((file, rank): Sq) -> Vec<Sq> {
    let mut squares = Vec::new();
    for f in file - 1..=file + 1 {
        for r in rank - 1..=rank + 1 {
            if (f, r) != (file, rank) {
                squares.push((f, r));
            }
        }
    }
    squares
}

impl Reference {
    fn rank_at(&self, state: &State, square: Sq) -> u8 {
        self.at(state, square).map_or(0, |man| self.kinds[man.0].rank)
    }

    /// True when a general on `from` may take what stands on `square`.
    fn general_may(&self, state: &State, from: Sq, square: Sq, jumped: bool) -> bool {
        let lower = self.rank_at(state, square) < self.rank_at(state, from);
        match self.rules.general_capture {
            GeneralCapture::Any => true,
            GeneralCapture::Lower => lower || !jumped,
            GeneralCapture::Strict => lower,
        }
    }

    /// True when a burning piece of `by` stands next to `square`.
    pub fn beside_fire(&self, state: &State, square: Sq, by: Color) -> bool {
        around(square).into_iter().filter(|&s| self.inside(s)).any(|s| {
            self.at(state, s).is_some_and(|(kind, color)| color == by && self.kinds[kind].burns)
        })
    }

    /// What burns once a piece of `side` has arrived on `to`, captures and promotion done.
    pub fn burnt(&self, state: &State, to: Sq, side: Color) -> Vec<Sq> {
        if self.beside_fire(state, to, !side) {
            return vec![to];
        }
        if !self.at(state, to).is_some_and(|man| self.kinds[man.0].burns) {
            return Vec::new();
        }
        let enemy = |&s: &Sq| self.inside(s) && self.at(state, s).is_some_and(|m| m.1 != side);
        around(to).into_iter().filter(enemy).collect()
    }

    /// True when some move of `by` leaves the other side without a royal, its captures and its
    /// fire counted.
    pub fn could_take_or_burn(&self, state: &State, by: Color) -> bool {
        let mut turn = state.clone();
        turn.side = by;
        self.men(state, by).into_iter().any(|from| {
            let moves = self.moves_from(&turn, from, super::laws::Lions::Off);
            moves.iter().any(|m| self.royals(&self.play(&turn, m), !by).is_empty())
        })
    }
}

impl Walker<'_> {
    /// True when the piece captures over ranks in the direction of a step.
    pub fn jumps_along(&self, step: Step) -> bool {
        let kind = self.reference.at(self.state, self.from).map_or(0, |man| man.0);
        self.reference.kinds[kind].terms.iter().any(|term| match &term.kind {
            TermKind::Chain(chain) => {
                chain.legs.len() == 1 && chain.legs[0].modes.hops && chain.starts.contains(&step)
            }
            TermKind::Power(_) => false,
        })
    }

    /// Slides over pieces of lower rank, each of which may be captured instead.
    pub fn over_ranks(&mut self, chain: &Chain) {
        let rank = self.reference.rank_at(self.state, self.from);
        for &step in &chain.starts {
            let mut jumped = false;
            for n in 1.. {
                let square = walk(self.from, step, n, self.color);
                match self.find(square, &[]) {
                    Found::Outside => break,
                    Found::Empty => continue,
                    Found::Enemy
                        if self.reference.general_may(self.state, self.from, square, jumped) =>
                    {
                        self.emit(vec![square], square, square);
                    }
                    Found::Enemy | Found::Own => {}
                }
                if self.reference.rank_at(self.state, square) >= rank {
                    break;
                }
                jumped = true;
            }
        }
    }

    /// A slide that begins on its second square.
    pub fn skipping(&mut self, chain: &Chain) {
        for &step in &chain.starts {
            for n in 2..=i32::from(chain.max) {
                let square = walk(self.from, step, n, self.color);
                match self.find(square, &[]) {
                    Found::Empty => self.emit(Vec::new(), square, square),
                    Found::Enemy => {
                        self.emit(vec![square], square, square);
                        break;
                    }
                    Found::Own | Found::Outside => break,
                }
            }
        }
    }

    /// Up to `steps` king steps over empty squares; a capture is the last. Out and back is a pass.
    pub fn area(&mut self, steps: u8) {
        let mut reached = vec![self.from];
        for _ in 0..steps {
            for at in reached.clone() {
                for to in around(at) {
                    match self.find(to, &[]) {
                        Found::Empty if !reached.contains(&to) => {
                            self.emit(Vec::new(), to, to);
                            reached.push(to);
                        }
                        Found::Enemy => self.emit(vec![to], to, to),
                        _ => {}
                    }
                }
            }
        }
        if self.reference.rules.area_pass {
            for to in around(self.from) {
                if self.find(to, &[]) == Found::Empty && distance(self.from, to) == 1 {
                    self.emit(Vec::new(), self.from, to);
                }
            }
        }
    }
}
