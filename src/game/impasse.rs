//! Impasse: neither king can be driven out of the zone that it has reached.

use super::outcome::{EndReason, Outcome};
use crate::position::Position;
use crate::types::Color;
use crate::variant::rules::Impasse;

/// The draw by impasse, where the rule is in force and all royals stand in their zones.
pub(super) fn judge(position: &Position) -> Option<Outcome> {
    let variant = position.variant();
    if variant.rules.impasse == Impasse::Off {
        return None;
    }
    let arrived = |color: Color| {
        let ahead = |s| variant.geometry.ranks_ahead(s, color);
        position.royals(color).all(|s| ahead(s) < variant.rules.zone)
    };
    Color::ALL.into_iter().all(arrived).then_some(Outcome::draw(EndReason::Impasse))
}
