//! Definition to TOML: complete, without `extends`, and the same game when it is read again.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt::Write as _;

use super::PieceNotation;
use super::definition::{Definition, Form, LastRanks, PieceDefinition, StartArray};
use super::options::{OptionValues, RuleOption, RuleValues};

/// The game as a file that stands on its own. [`Definition::parse`] makes an equal definition of
/// it.
///
/// ```
/// use daiban::variant::{Registry, export};
///
/// let registry = Registry::new();
/// let dai = registry.get("dai").unwrap();
/// let again = registry.check_source("dai.toml", &export::to_toml(&dai)).unwrap();
/// assert_eq!(*dai, again);
/// ```
pub fn to_toml(definition: &Definition) -> String {
    let mut out = String::new();
    let mut line = |text: &str| {
        out.push_str(text);
        out.push('\n');
    };
    let list = |names: &[String]| {
        let quoted: Vec<String> = names.iter().map(|n| quote(n)).collect();
        format!("[{}]", quoted.join(", "))
    };
    line(&format!("id = {}", quote(&definition.id)));
    line(&format!("name = {}", quote(&definition.name)));
    line(&format!("kanji = {}", quote(&definition.kanji)));
    line(&format!("romaji = {}", quote(&definition.romaji)));
    line(&format!("aliases = {}", list(&definition.aliases)));
    line(match definition.piece_notation {
        PieceNotation::Codes => "piece_notation = \"codes\"",
        PieceNotation::Letters => "piece_notation = \"letters\"",
    });
    if definition.drops {
        line("drops = true");
    }
    line("\n[xboard]");
    line(&format!("names = {}", list(&definition.xboard_names)));
    if let Some(start) = &definition.xboard_start {
        line(&format!("start = {}", quote(start)));
    }
    let Definition { files, ranks, zone, .. } = definition;
    line(&format!("\n[board]\nfiles = {files}\nranks = {ranks}\nzone = {zone}"));
    line("\n[start]");
    for StartArray { name, rows } in &definition.starts {
        line(&format!("{name} = ["));
        for row in rows {
            line(&format!("    {},", quote(row)));
        }
        line("]");
    }
    line("\n[rules]");
    line(rules(&definition.rules).trim_end());
    for set in &definition.rule_sets {
        line(&format!("\n[rule_sets.{}]", set.name));
        line(rules(&set.values).trim_end());
        if !set.moves.is_empty() {
            line(&format!("\n[rule_sets.{}.moves]", set.name));
            for moves in &set.moves {
                line(&format!("{} = {}", quote(&moves.code), quote(&moves.notation)));
            }
        }
    }
    for entry in &definition.move_choices {
        line(&format!("\n[move_choices.{}.{}]", entry.choice.key(), entry.value));
        for moves in &entry.moves {
            line(&format!("{} = {}", quote(&moves.code), quote(&moves.notation)));
        }
    }
    for piece in &definition.pieces {
        line("\n[[pieces]]");
        line(piece_lines(piece).trim_end());
    }
    if !definition.evaluation.is_empty() {
        line("");
        line(definition.evaluation.to_toml().trim_end());
    }
    out
}

fn quote(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

fn rules(values: &RuleValues) -> String {
    let mut out = String::new();
    for option in RuleOption::ALL {
        let Some(value) = values.get(option) else { continue };
        let value = match option.values() {
            OptionValues::Number(_) => value,
            OptionValues::Words(&["on", "off"]) => (value == "on").to_string(),
            _ => quote(&value),
        };
        let _ = writeln!(out, "{} = {value}", option.key());
    }
    out
}

fn piece_lines(piece: &PieceDefinition) -> String {
    let mut out = format!("code = {}\n", quote(&piece.code));
    if !piece.letter.is_empty() {
        let _ = writeln!(out, "letter = {}", quote(&piece.letter));
    }
    out.push_str(&form_lines(&piece.form));
    let LastRanks { seed, lishogi, pawn } = piece.last_rank;
    if piece.last_rank != LastRanks::default() {
        let _ =
            writeln!(out, "last_rank = {{ seed = {seed}, lishogi = {lishogi}, pawn = {pawn} }}");
    }
    if let Some(form) = &piece.promoted {
        let _ = write!(out, "\n[pieces.promoted]\n{}", form_lines(form));
    }
    out
}

fn form_lines(form: &Form) -> String {
    let mut out = format!("name = {}\n", quote(&form.name));
    for (key, text) in [("kanji", &form.kanji), ("short", &form.short), ("romaji", &form.romaji)] {
        if !text.is_empty() {
            let _ = writeln!(out, "{key} = {}", quote(text));
        }
    }
    let _ = writeln!(out, "move = {}", quote(&form.notation));
    let marks = [
        ("royal", form.royal),
        ("lion", form.lion),
        ("minor", form.minor),
        ("pawn", form.pawn),
        ("immune", form.immune),
        ("burns", form.burns),
    ];
    for (key, _) in marks.into_iter().filter(|(_, set)| *set) {
        let _ = writeln!(out, "{key} = true");
    }
    if form.rank > 0 {
        let _ = writeln!(out, "rank = {}", form.rank);
    }
    if let Some(code) = &form.contagion {
        let _ = writeln!(out, "contagion = {}", quote(code));
    }
    if let Some(value) = form.value {
        let _ = writeln!(out, "value = {value}");
    }
    out
}
