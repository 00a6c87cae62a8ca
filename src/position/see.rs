//! Static exchange evaluation on the square of arrival.

use smallvec::SmallVec;

use super::Position;
use crate::types::{Color, Move, Piece, Score, Square};

/// Values of pieces for exchanges, in centipawns, by [`Piece::index`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExchangeValues(Box<[Score]>);

impl ExchangeValues {
    /// Values by [`Piece::index`]: twice as many as there are kinds, the empty kind included.
    pub fn new(values: Vec<Score>) -> Self {
        Self(values.into())
    }

    /// The value of a piece.
    #[inline]
    pub fn get(&self, piece: Piece) -> Score {
        self.0[piece.index()]
    }
}

impl Position {
    /// True when the exchange that a pseudo-legal move begins wins at least `threshold` for its
    /// mover, both sides taking on the square of arrival with their least valuable piece for as
    /// long as it pays.
    ///
    /// All victims of the move and its promotion count. Later captures count the piece on the
    /// square alone: no promotion, no victims on the way, no universal leapers, no lion trading. The
    /// last royal takes after all others, whatever it is worth. A pass or quiet move risks only its
    /// mover. What the move burns counts as captured; a mover that is burnt is lost without an
    /// exchange, and a later capturer that would be burnt is lost in the same way.
    pub fn see_ge(&self, m: Move, threshold: Score, values: &ExchangeValues) -> bool {
        let (from, to) = (m.from(), m.to());
        let mover = self.mover(m);
        let mut vacated = Vacated::default();
        let mut gain = 0;
        let mut stands = mover;
        if m.via().is_none() && !m.is_promotion() {
            if from != to && self.at(to).is_piece() {
                gain = values.get(self.at(to));
            }
        } else {
            let victims = self.victims(m);
            gain += victims.iter().map(|&v| values.get(self.at(v))).sum::<Score>();
            if m.is_promotion() {
                let taken: SmallVec<[Piece; 3]> = victims.iter().map(|&v| self.at(v)).collect();
                stands = mover.with_kind(self.promoted_type(mover, &taken));
                gain += values.get(stands) - values.get(mover);
            }
            for victim in victims.into_iter().filter(|&v| v != to) {
                vacated.push(victim);
            }
        }
        if self.any_fire() {
            if self.burns_mover(m) {
                return gain - values.get(mover) >= threshold;
            }
            for square in self.burnt(m) {
                gain += values.get(self.at(square));
                vacated.push(square);
            }
        }
        let surplus = gain - threshold;
        if surplus < 0 {
            return false;
        }
        let mut at_stake = values.get(stands) - surplus;
        if at_stake <= 0 {
            return true;
        }
        if from != to {
            vacated.push(from);
        }
        let mut side = mover.color();
        let refuted = |piece: Piece| {
            // Taking back with this piece is profit even if it is lost in turn, and so it is with
            // the least valuable one.
            piece.is_of(!side) && values.get(piece) < at_stake && !self.traits(piece).royal()
        };
        let Some(mut exchange) = Exchange::new(self, to, vacated, refuted) else { return false };
        let mut wins = true;
        loop {
            side = !side;
            let Some(piece) = exchange.take_least(side, values) else { return wins };
            if self.traits(piece).royal()
                && self.royal_count(side) == 1
                && (self.is_beside_fire(to, !side, exchange.vacated.as_slice())
                    || exchange.take_least(!side, values).is_some())
            {
                // The last royal may not take what is protected.
                return wins;
            }
            wins = !wins;
            at_stake = values.get(piece) - at_stake;
            if at_stake < Score::from(wins) {
                return wins;
            }
            if self.any_fire() && self.is_beside_fire(to, !side, exchange.vacated.as_slice()) {
                // Burnt at once: as if taken by a piece that cannot be lost.
                return !wins;
            }
        }
    }
}

/// The pieces of both sides that bear on one square: the nearest on each of the eight rays, and
/// those that jump or turn a corner.
struct Exchange<'a> {
    position: &'a Position,
    target: Square,
    /// Squares that count as empty.
    vacated: Vacated,
    /// By ray: the nearest piece, where it reaches the target.
    rays: [Option<(Square, Piece)>; 8],
    others: SmallVec<[(Square, Piece); 16]>,
}

/// Squares that count as empty: those of the pieces that were taken and of those that took.
#[derive(Clone, Copy)]
struct Vacated {
    squares: [Square; Self::MOST],
    count: usize,
}

impl Default for Vacated {
    fn default() -> Self {
        Self { squares: [Square::NONE; Self::MOST], count: 0 }
    }
}

impl Vacated {
    /// An exchange of more captures than this is settled long before.
    const MOST: usize = 32;

    /// Adds a square; false when there is no room.
    #[inline]
    fn push(&mut self, square: Square) -> bool {
        let room = self.count < Self::MOST;
        if room {
            self.squares[self.count] = square;
            self.count += 1;
        }
        room
    }

    #[inline]
    fn as_slice(&self) -> &[Square] {
        &self.squares[..self.count]
    }

    #[inline]
    fn contains(&self, square: Square) -> bool {
        self.as_slice().contains(&square)
    }
}

impl<'a> Exchange<'a> {
    /// Collects the attackers; `None` as soon as one of them satisfies `refutes`.
    #[inline]
    fn new(
        position: &'a Position,
        target: Square,
        vacated: Vacated,
        refutes: impl Fn(Piece) -> bool,
    ) -> Option<Self> {
        let rays = [None; 8];
        let mut exchange = Self { position, target, vacated, rays, others: SmallVec::new() };
        for ray in 0..8 {
            exchange.rays[ray] = exchange.look(ray, target, 0);
            if exchange.rays[ray].is_some_and(|(_, piece)| refutes(piece)) {
                return None;
            }
        }
        let counts = &position.counts;
        if counts[0].jumpers + counts[1].jumpers > 0 {
            exchange.collect_jumpers();
        }
        exchange.collect_far();
        if exchange.others.iter().any(|&(_, piece)| refutes(piece)) {
            return None;
        }
        Some(exchange)
    }

    /// The next piece on a ray behind `square`, which is `distance` squares from the target, if it
    /// reaches the target.
    #[inline]
    fn look(&self, ray: usize, mut square: Square, mut distance: u8) -> Option<(Square, Piece)> {
        let tables = &self.position.shared.variant.tables;
        let offset = tables.step_offsets()[ray];
        loop {
            square = square.offset(offset);
            distance += 1;
            let piece = self.position.at(square);
            if piece.is_empty() {
                continue;
            }
            if !piece.is_piece() {
                return None;
            }
            if self.vacated.contains(square) {
                continue;
            }
            return (tables.reach(piece, ray + 4) >= distance).then_some((square, piece));
        }
    }

    fn collect_jumpers(&mut self) {
        let tables = &self.position.shared.variant.tables;
        for (bit, &offset) in tables.jumps().iter().enumerate() {
            let square = self.target.offset(-offset);
            let piece = self.position.at(square);
            if piece.is_piece()
                && tables.jump_set(piece) >> bit & 1 != 0
                && !self.vacated.contains(square)
            {
                self.others.push((square, piece));
            }
        }
    }

    /// Adds the hook movers and the outflanking pieces that reach the target by now; a line once
    /// open stays open.
    fn collect_far(&mut self) {
        for color in Color::ALL {
            for square in self.position.outflankers(color) {
                let at =
                    |s| if self.vacated.contains(s) { Piece::EMPTY } else { self.position.at(s) };
                if square != self.target
                    && !self.vacated.contains(square)
                    && !self.others.iter().any(|&(s, _)| s == square)
                    && self.position.outflanks(square, self.target, &at)
                {
                    self.others.push((square, self.position.at(square)));
                }
            }
        }
        for color in Color::ALL {
            if self.position.counts[color.index()].hooks == 0 {
                continue;
            }
            for square in self.position.specials(color) {
                let piece = self.position.at(square);
                if self.position.traits(piece).hook()
                    && square != self.target
                    && !self.vacated.contains(square)
                    && !self.others.iter().any(|&(s, _)| s == square)
                    && self.position.hook_attacks(square, self.target, self.vacated.as_slice())
                {
                    self.others.push((square, piece));
                }
            }
        }
    }

    /// Takes the least valuable attacker of `by` off the board; what stands behind it comes up.
    fn take_least(&mut self, by: Color, values: &ExchangeValues) -> Option<Piece> {
        let lone = self.position.royal_count(by) == 1;
        let cost = |piece: Piece| {
            let last = lone && self.position.traits(piece).royal();
            if last { Score::MAX } else { values.get(piece) }
        };
        let mut least: Option<(Score, Square, Piece)> = None;
        let mut from_ray = None;
        for (ray, entry) in self.rays.iter().enumerate() {
            if let Some((square, piece)) = *entry
                && piece.is_of(by)
                && least.is_none_or(|(value, ..)| cost(piece) < value)
            {
                least = Some((cost(piece), square, piece));
                from_ray = Some(ray);
            }
        }
        for &(square, piece) in &self.others {
            if piece.is_of(by)
                && least.is_none_or(|(value, ..)| cost(piece) < value)
                && !self.vacated.contains(square)
            {
                least = Some((cost(piece), square, piece));
                from_ray = None;
            }
        }
        let (_, square, piece) = least?;
        if !self.vacated.push(square) {
            return None;
        }
        // The piece is vacated by now: looking from the target passes over it.
        for ray in 0..8 {
            let opens = match self.rays[ray] {
                Some((s, _)) => s == square,
                // A jumper may have stood in the way of others without reaching along the ray.
                None => from_ray.is_none(),
            };
            if opens {
                self.rays[ray] = self.look(ray, self.target, 0);
            }
        }
        self.collect_far();
        Some(piece)
    }
}
