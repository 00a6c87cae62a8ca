//! The shipped suites of balanced openings, made by `daiban openings`.

use std::sync::Arc;

use super::openings::Opening;
use crate::variant::Variant;

/// Suites by the id of their game.
const SUITES: &[(&str, &str)] = &[
    ("chu", include_str!("../variant/builtin/openings/chu.sfen")),
    ("dai", include_str!("../variant/builtin/openings/dai.sfen")),
    ("maka", include_str!("../variant/builtin/openings/maka.sfen")),
    ("heiandai", include_str!("../variant/builtin/openings/heiandai.sfen")),
    ("sho", include_str!("../variant/builtin/openings/sho.sfen")),
    // Wa's openings capture nothing, so they serve with drops too.
    ("wa", include_str!("../variant/builtin/openings/wa.sfen")),
    ("wadrops", include_str!("../variant/builtin/openings/wa.sfen")),
    ("shogi", include_str!("../variant/builtin/openings/shogi.sfen")),
    ("tenjiku", include_str!("../variant/builtin/openings/tenjiku.sfen")),
];

/// The suite of a game as text.
fn find(game: &str) -> Option<&'static str> {
    SUITES.iter().find(|(id, _)| *id == game).map(|(_, text)| *text)
}

/// True when the game has a suite.
pub fn exists(game: &str) -> bool {
    find(game).is_some()
}

/// The openings of a game's suite; without those whose moves the rules of this variant forbid.
/// Empty for a game without a suite.
pub fn openings(variant: &Arc<Variant>) -> Vec<Opening> {
    let lines = find(&variant.id).unwrap_or_default().lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| Opening::parse(variant, line).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{Choices, Registry};

    #[test]
    fn every_suite_has_200_openings_that_differ() {
        for (id, _) in SUITES {
            let definition = Registry::new().get(id).unwrap();
            let variant = Arc::new(definition.default_variant().unwrap());
            let mut found = openings(&variant);
            found.sort_by(|a, b| a.moves.cmp(&b.moves));
            found.dedup();
            assert_eq!(found.len(), 200, "{id}");
            if !variant.rule_sets.contains(&"hachu".to_owned()) {
                continue;
            }
            // A strict rule of repetition forbids none of them.
            let mut choices = Choices::default();
            choices.set("RuleSet", "hachu").unwrap();
            let other = Arc::new(definition.build(&choices).unwrap());
            assert_eq!(openings(&other).len(), 200, "{id} by the rules of HaChu");
        }
    }
}
