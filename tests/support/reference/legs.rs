//! Move expressions interpreted leg by leg, on a board of (file, rank) pairs.

use daiban::types::Color;
use daiban::variant::betza::{Chain, Step, TermKind};

use super::{Reference, Sq, State, distance};

/// A way of one piece, before promotion and the laws: captured squares in order, the last square,
/// and the neighbour through which a pass goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    pub captured: Vec<Sq>,
    pub to: Sq,
    pub middle: Option<Sq>,
    /// Made as a universal leap, whose captures a law restricts.
    pub universal: bool,
}

/// The square `n` steps away as the owner sees it.
pub fn walk(from: Sq, (right, forward): Step, n: i32, color: Color) -> Sq {
    let sign = if color == Color::Black { -n } else { n };
    (from.0 + sign * i32::from(right), from.1 + sign * i32::from(forward))
}

/// What a walking piece finds on a square.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Found {
    Outside,
    Empty,
    Own,
    Enemy,
}

/// One piece on its way: it has left its square, and what it took is gone.
pub struct Walker<'a> {
    pub reference: &'a Reference,
    pub state: &'a State,
    pub from: Sq,
    pub color: Color,
    pub ways: Vec<Way>,
}

impl Walker<'_> {
    pub fn find(&self, square: Sq, captured: &[Sq]) -> Found {
        if !self.reference.inside(square) {
            return Found::Outside;
        }
        if square == self.from || captured.contains(&square) {
            return Found::Empty;
        }
        match self.reference.at(self.state, square) {
            None => Found::Empty,
            Some((_, color)) if color == self.color => Found::Own,
            Some(_) => Found::Enemy,
        }
    }

    pub fn emit(&mut self, captured: Vec<Sq>, to: Sq, middle: Sq) {
        let middle = (captured.is_empty() && to == self.from).then_some(middle);
        self.ways.push(Way { captured, to, middle, universal: false });
    }

    fn chain(&mut self, chain: &Chain, leg: usize, at: Sq, last: Step, way: (&[Sq], Sq)) {
        let (captured, middle) = way;
        let Some(this) = chain.legs.get(leg) else { return };
        let is_last = leg + 1 == chain.legs.len();
        for step in directions(chain, leg, last) {
            for n in 1..=i32::from(chain.max) {
                let square = walk(at, step, n, self.color);
                let found = self.find(square, captured);
                if found == Found::Outside {
                    break;
                }
                let middle = if leg == 0 { square } else { middle };
                let stops = match found {
                    Found::Empty => this.modes.moves,
                    // What a general may take on its lines, its power says.
                    Found::Enemy => {
                        let line = chain.max > 1 && chain.legs.len() == 1;
                        this.modes.captures && !(line && self.jumps_along(step))
                    }
                    Found::Own | Found::Outside => false,
                };
                if stops {
                    let mut taken = captured.to_vec();
                    if found == Found::Enemy {
                        taken.push(square);
                    }
                    if is_last {
                        self.emit(taken, square, middle);
                    } else {
                        self.chain(chain, leg + 1, square, step, (&taken, middle));
                    }
                }
                if this.modes.hops && !is_last && found != Found::Empty {
                    self.chain(chain, leg + 1, square, step, (captured, middle));
                }
                if found != Found::Empty {
                    break;
                }
            }
        }
    }
}

fn directions(chain: &Chain, leg: usize, (right, forward): Step) -> Vec<Step> {
    if leg == 0 {
        return chain.starts.clone();
    }
    let turns = chain.legs[leg].turns;
    if turns.any {
        return chain.steps.to_vec();
    }
    let mut steps = Vec::new();
    if turns.forward {
        steps.push((right, forward));
    }
    if turns.back {
        steps.push((-right, -forward));
    }
    if turns.side {
        steps.extend([(forward, -right), (-forward, right)]);
    }
    steps
}

impl Reference {
    /// All ways of the piece on `from`, each (captured set, to) once; the Emperor's captures are
    /// marked and not yet judged.
    pub fn ways(&self, state: &State, from: Sq) -> Vec<Way> {
        let Some((kind, color)) = self.at(state, from) else { return Vec::new() };
        let mut walker = Walker { reference: self, state, from, color, ways: Vec::new() };
        for term in &self.kinds[kind].terms {
            match &term.kind {
                TermKind::Chain(chain) if chain.skips => walker.skipping(chain),
                TermKind::Chain(chain) if chain.legs.len() == 1 && chain.legs[0].modes.hops => {
                    walker.over_ranks(chain);
                }
                TermKind::Chain(chain) => walker.chain(chain, 0, from, (0, 0), (&[], from)),
                TermKind::Power(power) => walker.power(*power),
            }
        }
        let mut ways = walker.ways;
        // The first of equal ways is the one that takes in outgoing order; a pass is named by the
        // first neighbour; a universal leap comes last.
        let order =
            |w: &Way| -> Vec<i32> { w.captured.iter().map(|&s| distance(from, s)).collect() };
        let set = |w: &Way| {
            let mut set = w.captured.clone();
            set.sort_unstable();
            set
        };
        ways.sort_by_cached_key(|w| (set(w), w.to, w.universal, order(w), w.middle));
        ways.dedup_by_key(|w| (set(w), w.to));
        ways
    }
}
