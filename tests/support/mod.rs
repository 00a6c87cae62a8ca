//! What several integration tests share.

use daiban::variant::{Choices, RuleOption};
use serde_json::Value;

/// The choices that the `options` of a test vector stand for: `{"preset": "jcsa", "tsukegui":
/// "on"}`. A value's `_` is the option's `-`.
///
/// # Panics
/// When a key or value is none of the vectors'.
#[allow(dead_code, reason = "not every test that shares this module reads vectors")]
pub fn choices_from_json(options: &Value) -> Choices {
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
