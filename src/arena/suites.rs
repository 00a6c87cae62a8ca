//! The shipped suites of balanced openings, made by `daiban openings`.

/// Suites by the id of their game.
const SUITES: &[(&str, &str)] = &[
    ("chu", include_str!("../variant/builtin/openings/chu.sfen")),
    ("dai", include_str!("../variant/builtin/openings/dai.sfen")),
    ("maka", include_str!("../variant/builtin/openings/maka.sfen")),
];

/// The suite of a game as text.
pub fn find(game: &str) -> Option<&'static str> {
    SUITES.iter().find(|(id, _)| *id == game).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::arena::openings::parse_openings;
    use crate::variant::Registry;

    #[test]
    fn every_suite_has_200_sound_openings() {
        for (id, text) in SUITES {
            let definition = Registry::new().get(id).unwrap();
            let variant = Arc::new(definition.default_variant().unwrap());
            let mut openings = parse_openings(&variant, id, text).unwrap();
            openings.sort_by(|a, b| a.moves.cmp(&b.moves));
            openings.dedup();
            assert_eq!(openings.len(), 200, "{id}");
        }
    }
}
