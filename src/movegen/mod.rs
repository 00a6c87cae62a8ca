//! Move generation: captures, quiets or all of a position, into a sink that the caller owns.
//!
//! What is generated is legal but for repetition, the rule of check and mate by a dropped pawn: lion
//! trading and the Emperor's restriction are judged here. A finished game (a side without royal) has moves
//! here all the same; the game layer says that it is over.

mod area;
pub mod drops;
mod far;
mod fire;
pub mod lion_trading;
pub mod list;
mod outflank;
pub mod perft;
pub mod promotion;
pub mod query;
mod steps;

pub use list::{Counter, MoveList, MoveSink};

use crate::position::Position;
use crate::types::{Move, Piece, Square, Via};
use crate::variant::rules::LionTrading;
use crate::variant::tables::Movement;
use lion_trading::LionRules;
use promotion::PromotionMode;

/// Which moves to generate.
pub trait Kind {
    /// Captures, also those on the way.
    const CAPTURES: bool;
    /// Moves that capture nothing, promotions and passes included.
    const QUIETS: bool;
}

/// All moves.
#[derive(Clone, Copy, Debug)]
pub struct All;
/// Captures only.
#[derive(Clone, Copy, Debug)]
pub struct Captures;
/// Quiet moves only, passes included.
#[derive(Clone, Copy, Debug)]
pub struct Quiets;

impl Kind for All {
    const CAPTURES: bool = true;
    const QUIETS: bool = true;
}
impl Kind for Captures {
    const CAPTURES: bool = true;
    const QUIETS: bool = false;
}
impl Kind for Quiets {
    const CAPTURES: bool = false;
    const QUIETS: bool = true;
}

/// Generates the moves of the side to move; drops come after all others.
pub fn generate<K: Kind, S: MoveSink>(position: &Position, sink: &mut S) {
    for square in position.pieces(position.side()) {
        if K::QUIETS || position.may_capture(square) {
            generate_from::<K, S>(position, square, sink);
        }
    }
    if K::QUIETS && position.variant().rules.drops {
        drops::generate(position, sink);
    }
}

/// Generates the moves of the piece on `square`, whichever side it belongs to; an empty square
/// gives none.
#[inline]
pub fn generate_from<K: Kind, S: MoveSink>(position: &Position, square: Square, sink: &mut S) {
    generate_with::<K, S>(position, square, LionRules::All, sink);
}

/// The same under a choice of the rules of lion trading.
#[inline]
pub(crate) fn generate_with<K: Kind, S: MoveSink>(
    position: &Position,
    square: Square,
    lion_rules: LionRules,
    sink: &mut S,
) {
    let piece = position.at(square);
    if !piece.is_piece() {
        return;
    }
    if K::CAPTURES != K::QUIETS && position.traits(piece).fiery() {
        let mut sink = fire::FireSink::new::<K>(position, sink);
        return emit::<All, _>(position, square, lion_rules, &mut sink);
    }
    emit::<K, S>(position, square, lion_rules, sink);
}

fn emit<K: Kind, S: MoveSink>(
    position: &Position,
    square: Square,
    lion_rules: LionRules,
    sink: &mut S,
) {
    let piece = position.at(square);
    let tables = &position.variant().tables;
    let movement = tables.movement(piece);
    let trading = position.variant().rules.lion_trading != LionTrading::Off;
    let mut emitter = Emitter {
        position,
        piece,
        from: square,
        promotion: PromotionMode::of(position, piece, square),
        catches: position.catches(piece),
        lion_rules: if trading { lion_rules } else { LionRules::None },
        sink,
    };
    if movement.plain {
        emitter.leaps::<K, true>(movement);
        emitter.slides::<K, true>(movement);
    } else {
        emitter.leaps::<K, false>(movement);
        emitter.slides::<K, false>(movement);
    }
    if movement.special {
        emitter.powers::<K>(movement);
    }
}

/// Writes the moves of one piece: promotion choices and lion trading are settled on the way out.
struct Emitter<'a, S> {
    position: &'a Position,
    piece: Piece,
    from: Square,
    promotion: PromotionMode,
    catches: bool,
    lion_rules: LionRules,
    sink: &'a mut S,
}

impl<S: MoveSink> Emitter<'_, S> {
    /// A move that captures nothing.
    #[inline]
    fn quiet(&mut self, to: Square) {
        match self.promotion {
            PromotionMode::Never | PromotionMode::ByCapture => {
                self.sink.push(Move::simple(self.from, to, false));
            }
            PromotionMode::Zone { .. } => self.zone_move(Via::NONE, to, false),
        }
    }

    /// A capture on arrival, without captures on the way.
    #[inline]
    fn capture(&mut self, to: Square) {
        let victim = self.position.at(to);
        if self.lion_rules != LionRules::None && self.position.traits(victim).lion() {
            let m = Move::simple(self.from, to, false);
            if !self.lion_rules.allow(self.position, m) {
                return;
            }
        }
        if self.catches && self.position.traits(victim).contagious() {
            return self.contagion(Via::NONE, to);
        }
        match self.promotion {
            PromotionMode::Never => self.sink.push(Move::simple(self.from, to, false)),
            PromotionMode::Zone { .. } => self.zone_move(Via::NONE, to, true),
            PromotionMode::ByCapture => self.capture_promotion(Via::NONE, to),
        }
    }

    /// A move that captures on the way, and perhaps on arrival.
    fn via(&mut self, via: Via, to: Square) {
        let m = Move::new(self.from, via, to, false);
        if self.lion_rules != LionRules::None && !self.lion_rules.allow(self.position, m) {
            return;
        }
        if self.catches {
            let position = self.position;
            let contagious = |&v: &Square| position.traits(position.at(v)).contagious();
            if position.victims(m).iter().any(contagious) {
                return self.contagion(via, to);
            }
        }
        match self.promotion {
            PromotionMode::Never => self.sink.push(m),
            PromotionMode::Zone { .. } => self.zone_move(via, to, true),
            PromotionMode::ByCapture => self.capture_promotion(via, to),
        }
    }

    fn powers<K: Kind>(&mut self, movement: &Movement) {
        let powers = movement.powers;
        if K::CAPTURES {
            if powers.lion {
                self.lion();
            }
            if powers.diagonal_lion {
                self.diagonal_lion();
            }
            self.lines(powers);
            self.long_lines(powers);
            self.igui(powers.igui);
        }
        if powers.hook.any() || powers.universal || powers.outflanks() {
            let mut seen = self.plain_ends();
            if powers.area > 0 {
                self.area::<K>(powers.area, &mut seen);
            }
            if K::CAPTURES {
                self.over_ranks(powers.over_ranks, &mut seen);
            }
            self.skips::<K>(powers.skips, &mut seen);
            if powers.hook.any() {
                self.hooks::<K>(powers.hook, &mut seen);
            }
            if powers.universal {
                self.universal::<K>(&mut seen);
            }
        }
        if K::QUIETS && !powers.passes.is_empty() {
            self.pass(powers.passes);
        }
    }
}
