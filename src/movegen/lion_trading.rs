//! Lion trading (rules/houserules.md 2): distant protected lions and counterstrike.

use smallvec::SmallVec;

use crate::position::Position;
use crate::types::{Move, Piece, Square};
use crate::variant::rules::{LionScope, LionTrading};

/// Which of the rules of lion trading the generator applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LionRules {
    /// None: plain powers.
    None,
    /// Only that a lion may not take a distant protected lion.
    Distant,
    /// That, and the ban on counterstrike.
    All,
}

/// Why lion trading forbids a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LionBan {
    /// A lion takes a protected lion two squares away.
    DistantProtected,
    /// A lion was just taken by a piece that is no lion, and this takes one elsewhere.
    Counterstrike,
}

impl LionRules {
    /// True when the rules in force allow a pseudo-legal capture.
    pub(super) fn allow(self, position: &Position, m: Move) -> bool {
        match self {
            Self::None => true,
            Self::Distant => distant_protected(position, m).is_none(),
            Self::All => lion_ban(position, m).is_none(),
        }
    }
}

/// Which rule of lion trading forbids a pseudo-legal move, if any.
pub fn lion_ban(position: &Position, m: Move) -> Option<LionBan> {
    if position.variant().rules.lion_trading == LionTrading::Off {
        return None;
    }
    distant_protected(position, m).or_else(|| counterstrike(position, m))
}

fn is_lion(position: &Position, square: Square) -> bool {
    position.traits(position.at(square)).lion()
}

/// A victim besides `lion` that excuses its capture: anything but a pawn or go-between.
fn is_tsukegui(position: &Position, victims: &[Square], lion: Square) -> bool {
    position.variant().rules.tsukegui
        && victims.iter().any(|&v| v != lion && !position.traits(position.at(v)).minor())
}

fn distant_protected(position: &Position, m: Move) -> Option<LionBan> {
    if !is_lion(position, m.from()) {
        return None;
    }
    let victims = position.victims(m);
    let v = m.to();
    let distant = victims.contains(&v)
        && is_lion(position, v)
        && position.geometry().distance(m.from(), v) > 1
        && !is_tsukegui(position, &victims, v);
    (distant && is_protected_after(position, m, &victims)).then_some(LionBan::DistantProtected)
}

fn counterstrike(position: &Position, m: Move) -> Option<LionBan> {
    let taken = position.lion_capture()?;
    let rules = &position.variant().rules;
    let victims = position.victims(m);
    let mover_is_lion = is_lion(position, m.from());
    let banned = victims.iter().filter(|&&v| is_lion(position, v)).any(|&v| {
        let exempt = mover_is_lion
            && (rules.lion_scope == LionScope::NonLion || is_tsukegui(position, &victims, v));
        let fresh = rules.fresh_lion && v == taken;
        !exempt
            && !fresh
            && (rules.lion_trading == LionTrading::Always
                || is_protected_after(position, m, &victims))
    });
    banned.then_some(LionBan::Counterstrike)
}

/// True when the mover could be recaptured on its last square, all captures made and its square of
/// departure left; with `doomed_protector`, also by a pawn or go-between that it took on the way.
fn is_protected_after(position: &Position, m: Move, victims: &[Square]) -> bool {
    let to = m.to();
    let them = !position.at(m.from()).color();
    let mut vacated: SmallVec<[Square; 4]> = victims.iter().copied().filter(|&v| v != to).collect();
    if m.from() != to {
        vacated.push(m.from());
    }
    let mover = position.at(m.from());
    if position.is_attacked_without(to, them, &vacated, mover) {
        return true;
    }
    // A taken pawn or go-between as if it still stood there.
    let protects = |v: Square| {
        let at = |s: Square| match s {
            _ if s == to => mover,
            _ if s != v && vacated.contains(&s) => Piece::EMPTY,
            _ => position.at(s),
        };
        let universal = position.traits(position.at(v)).universal();
        universal || position.scan(to, them, at, |s, _| s == v)
    };
    position.variant().rules.doomed_protector
        && victims
            .iter()
            .any(|&v| v != to && position.traits(position.at(v)).minor() && protects(v))
}
