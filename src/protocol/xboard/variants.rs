//! The names of games in CECP.

use std::sync::Arc;

use crate::variant::{Definition, Registry};

/// Names that XBoard hides from its menu. A second name that it shows stands beside each.
const HIDDEN: [&str; 13] = [
    "tenjiku", "dai", "dada", "maka", "tai", "kyoku", "checkers", "go", "reversi", "dark", "alien",
    "multi", "amazons",
];
/// The second name's ending.
const SHOWN: &str = "-shogi";

/// The names to announce: Chu, which every GUI knows, first, then all others by id. A game without
/// names of its own is known by its id.
pub fn names(registry: &Registry) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut add = |name: String| {
        if is_plain(&name) && !names.contains(&name) {
            names.push(name);
        }
    };
    let mut ids = registry.ids();
    ids.sort_by_key(|id| *id != "chu");
    for id in ids {
        let Ok(definition) = registry.get(id) else { continue };
        for name in own_names(registry, &definition) {
            let hidden = HIDDEN.contains(&name.as_str());
            add(name.clone());
            if hidden {
                add(format!("{name}{SHOWN}"));
            }
        }
    }
    names
}

/// The names of a game. What a game of the user inherits from a built-in one stays the latter's.
fn own_names(registry: &Registry, definition: &Definition) -> Vec<String> {
    let is_builtin = |d: &Definition| registry.by_size(d.files, d.ranks).contains(&d.id.as_str());
    let mut names = definition.xboard_names.clone();
    if !is_builtin(definition) {
        let others: Vec<_> =
            registry.ids().into_iter().filter_map(|id| registry.get(id).ok()).collect();
        names.retain(|n| !others.iter().any(|d| is_builtin(d) && d.xboard_names.contains(n)));
    }
    if names.is_empty() { vec![definition.id.clone()] } else { names }
}

/// A name that stands in a list with commas inside quotes.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_graphic() && !matches!(c, ',' | '"'))
}

/// The game with this name: announced ones first, then ids and aliases. A name like
/// `15x15+0_chu` is none.
pub fn find(registry: &Registry, name: &str) -> Option<Arc<Definition>> {
    let plain = name.strip_suffix(SHOWN).filter(|n| HIDDEN.contains(n));
    let all = registry.ids().into_iter().filter_map(|id| registry.get(id).ok());
    let mut by_name = all.filter(|d| {
        own_names(registry, d)
            .iter()
            .any(|n| n.eq_ignore_ascii_case(name) || Some(n.as_str()) == plain)
    });
    by_name.next().or_else(|| registry.get(name).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_announced_name_is_found_and_hidden_ones_have_a_second() {
        let mut registry = Registry::new();
        registry
            .add_source("mine.toml", "id = \"mine\"\nname = \"Mine\"\nextends = \"chu\"\n")
            .unwrap();
        let names = names(&registry);
        assert_eq!(names.first().map(String::as_str), Some("chu"));
        for name in &names {
            assert!(find(&registry, name).is_some(), "{name}");
        }
        for (name, id) in [("dai-shogi", "dai"), ("DAI", "dai"), ("mine", "mine")] {
            assert_eq!(find(&registry, name).unwrap().id, id);
        }
        assert!(names.contains(&"dai-shogi".to_owned()));
        assert!(find(&registry, "15x15+0_chu").is_none());
        assert!(find(&registry, "normal").is_none());
    }
}
