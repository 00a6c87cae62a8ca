//! What several integration tests share.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic")]

use daiban::variant::{Choices, RuleOption};
use serde_json::Value;

/// The choices that the `options` of a test vector stand for: `{"preset": "jcsa", "tsukegui":
/// "on"}`. A value's `_` is the option's `-`.
///
/// # Panics
/// When a key or value is none of the vectors'.
#[allow(dead_code, reason = "not every test that shares this module reads vectors")]
pub(crate) fn choices_from_json(options: &Value) -> Choices {
    let mut choices = Choices::default();
    for (key, value) in options.as_object().expect("options are an object") {
        let key = if key == "fresh_lion_exception" { "fresh_lion" } else { key.as_str() };
        let option = RuleOption::from_key(key).unwrap_or_else(|| panic!("unknown key {key}"));
        let value = match value {
            Value::String(text) => text.replace('_', "-"),
            Value::Bool(flag) => if *flag { "on" } else { "off" }.to_owned(),
            other => other.to_string(),
        };
        choices.set_option(option, &value).unwrap_or_else(|error| panic!("{error}"));
    }
    choices
}

/// Where a file of the test vectors lies.
#[allow(dead_code, reason = "not every test that shares this module reads vectors")]
pub(crate) fn vector_path(file: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/vectors").join(file)
}

/// The lines of a JSON-lines file of the test vectors.
///
/// # Panics
/// When the file cannot be read or a line is no JSON.
#[allow(dead_code, reason = "not every test that shares this module reads vectors")]
pub(crate) fn read_lines(file: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(vector_path(file)).expect("a file of vectors");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// A built-in game with the options of a test vector.
///
/// # Panics
/// When the game or an option is unknown.
///
/// The vectors of the further games say under `last_rank` whether a dead piece must promote.
#[allow(dead_code, reason = "not every test that shares this module reads vectors")]
pub(crate) fn variant_for(id: &str, options: &Value) -> std::sync::Arc<daiban::variant::Variant> {
    let definition = daiban::variant::Registry::new().get(id).expect("a built-in game");
    let mut options = options.clone();
    if definition.rules.dead_promotion == Some(true)
        && let Some(last_rank) = options.as_object_mut().and_then(|o| o.remove("last_rank"))
    {
        let forced = if last_rank == "forced" { "forced" } else { "optional" };
        options["dead_promotion"] = forced.into();
        options["last_rank"] = if last_rank == "none" { "none" } else { "seed" }.into();
    }
    std::sync::Arc::new(definition.build(&choices_from_json(&options)).expect("options that fit"))
}
