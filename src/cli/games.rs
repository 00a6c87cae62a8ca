//! A game by name with rule options, for the commands of the arena.

use std::sync::Arc;

use anyhow::{Result, bail};

use crate::variant::{Choices, Registry, Variant};

/// Splits `NAME=VALUE` words; a word alone names a rule set.
pub fn rule_words(words: &[String]) -> Vec<(String, String)> {
    let split = |word: &String| {
        let (name, value) = word.split_once('=').unwrap_or(("RuleSet", word));
        (name.to_owned(), value.to_owned())
    };
    words.iter().map(split).collect()
}

/// The game with this name, played by these rules.
///
/// # Errors
/// No such game, an unknown rule, a bad value, or one that the game does not know.
pub fn variant(
    registry: &Registry,
    name: &str,
    rules: &[(String, String)],
) -> Result<Arc<Variant>> {
    let definition = registry.get(name)?;
    let mut choices = Choices::default();
    for (name, value) in rules {
        choices.set(name, value)?;
    }
    if let Some((option, value)) = definition.ignored(&choices).first() {
        bail!("{} has no {}={value}", definition.id, option.name());
    }
    Ok(Arc::new(definition.build(&choices)?))
}
