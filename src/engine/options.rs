//! The table of engine options: every front end prints and sets options from it.

use std::time::Duration;

use crate::search::params::{TUNABLES, Tunable};
use crate::search::skill::Skill;
use crate::variant::{OptionValues, Registry, RuleOption};

/// Which option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the manual's table of options explains them by these names")]
pub enum OptionId {
    Variant,
    Rule(RuleOption),
    Hash,
    ClearHash,
    Threads,
    MultiPv,
    Ponder,
    SkillLevel,
    ResignScore,
    MoveOverhead,
    LogFile,
    DefaultMoveTime,
    GamesPath,
    /// A number of the search, by its place in [`TUNABLES`].
    Tunable(usize),
}

/// The type of an option, with its default and range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check(bool),
    /// A whole number.
    Spin {
        /// Value at the start.
        default: i64,
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// Value at the start.
        default: String,
        /// All values, the default included.
        values: Vec<String>,
    },
    /// Any text; empty at the start.
    Text,
    /// Does something when it is set.
    Button,
}

/// One option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// Which.
    pub id: OptionId,
    /// Name in USI, found in any case.
    pub name: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    /// Type, default and range.
    pub kind: OptionKind,
}

/// The game at the start.
pub const DEFAULT_VARIANT: &str = "dai";

/// Name, other names, id and numeric range of the options that are no rules, in the order in which
/// they are announced after the rules.
const GENERAL: [(OptionId, &str, &[&str], Simple); 11] = [
    (OptionId::Hash, "USI_Hash", &["Hash"], Simple::Spin(64, 1, 1_048_576)),
    (OptionId::ClearHash, "ClearHash", &[], Simple::Button),
    (OptionId::Threads, "Threads", &[], Simple::Spin(1, 1, 256)),
    (OptionId::MultiPv, "MultiPV", &["USI_MultiPV"], Simple::Spin(1, 1, 500)),
    (OptionId::Ponder, "USI_Ponder", &["Ponder"], Simple::Check),
    (OptionId::SkillLevel, "SkillLevel", &["Skill Level"], Simple::Spin(20, 0, 20)),
    (OptionId::ResignScore, "ResignScore", &[], Simple::Spin(0, 0, 1_000_000)),
    (OptionId::MoveOverhead, "MoveOverhead", &[], Simple::Spin(30, 0, 10_000)),
    (OptionId::LogFile, "LogFile", &[], Simple::Text),
    (OptionId::DefaultMoveTime, "DefaultMoveTime", &[], Simple::Spin(1000, 1, 86_400_000)),
    (OptionId::GamesPath, "GamesPath", &[], Simple::Text),
];

#[derive(Clone, Copy)]
enum Simple {
    Spin(i64, i64, i64),
    Check,
    Text,
    Button,
}

/// Finds an option by name or alias, in any case, without building the table.
pub fn find(name: &str) -> Option<OptionId> {
    let same = |other: &&str| other.eq_ignore_ascii_case(name);
    if ["USI_Variant", "UCI_Variant"].iter().any(same) {
        return Some(OptionId::Variant);
    }
    let general = GENERAL.iter().find(|(_, n, aliases, _)| same(n) || aliases.iter().any(same));
    let tunable = || TUNABLES.iter().position(|t| same(&t.name)).map(OptionId::Tunable);
    general
        .map(|(id, ..)| *id)
        .or_else(|| RuleOption::from_name(name).map(OptionId::Rule))
        .or_else(tunable)
}

/// The name under which an option is announced.
pub fn name_of(id: OptionId) -> &'static str {
    match id {
        OptionId::Variant => "USI_Variant",
        OptionId::Rule(rule) => rule.name(),
        OptionId::Tunable(index) => TUNABLES.get(index).map_or("", |t| t.name),
        _ => GENERAL.iter().find(|(other, ..)| *other == id).map_or("", |(_, name, ..)| name),
    }
}

/// All options in the order in which they are announced. The combos hold the games, rule sets and
/// start arrays that the registry knows.
pub fn table(registry: &Registry) -> Vec<EngineOption> {
    let mut games: Vec<String> = registry.ids().into_iter().map(str::to_owned).collect();
    games.extend(registry.aliases().into_iter().map(|(alias, _)| alias.to_owned()));
    let mut table = vec![EngineOption {
        id: OptionId::Variant,
        name: "USI_Variant",
        aliases: &["UCI_Variant"],
        kind: OptionKind::Combo { default: DEFAULT_VARIANT.to_owned(), values: games },
    }];
    table.extend(RuleOption::ALL.into_iter().map(|rule| EngineOption {
        id: OptionId::Rule(rule),
        name: rule.name(),
        aliases: &[],
        kind: rule_kind(rule, registry),
    }));
    table.extend(GENERAL.into_iter().map(|(id, name, aliases, simple)| EngineOption {
        id,
        name,
        aliases,
        kind: match simple {
            Simple::Spin(default, min, max) => OptionKind::Spin { default, min, max },
            Simple::Check => OptionKind::Check(false),
            Simple::Text => OptionKind::Text,
            Simple::Button => OptionKind::Button,
        },
    }));
    table
}

/// The numbers of the search as options, for programs that tune it.
pub fn tunables() -> Vec<EngineOption> {
    let option = |(index, t): (usize, &Tunable)| EngineOption {
        id: OptionId::Tunable(index),
        name: t.name,
        aliases: &[],
        kind: OptionKind::Spin { default: t.default.into(), min: t.min.into(), max: t.max.into() },
    };
    TUNABLES.iter().enumerate().map(option).collect()
}

fn rule_kind(rule: RuleOption, registry: &Registry) -> OptionKind {
    let words: Vec<String> = match rule.values() {
        OptionValues::Number(max) => {
            return OptionKind::Spin { default: 0, min: 0, max: i64::from(max) };
        }
        OptionValues::Words(words) => words.iter().map(|w| (*w).to_owned()).collect(),
        OptionValues::FileName if rule == RuleOption::RuleSet => registry.rule_sets(),
        OptionValues::FileName => registry.start_arrays(),
    };
    let default = crate::variant::options::DEFAULT.to_owned();
    let mut values = vec![default.clone()];
    values.extend(words.into_iter().filter(|w| *w != default));
    OptionKind::Combo { default, values }
}

/// The values of the options that are no rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Size of the search table in MiB.
    pub hash: usize,
    /// Search threads.
    pub threads: usize,
    /// Lines to report.
    pub multi_pv: usize,
    /// Whether the client may ask to ponder. The engine ponders when asked, whatever this says.
    pub ponder: bool,
    /// Playing level.
    pub skill: Skill,
    /// Resign at this many centipawns behind; 0 = never.
    pub resign_score: i32,
    /// Taken off every time budget.
    pub move_overhead: Duration,
    /// File for the protocol traffic; empty for none.
    pub log_file: String,
    /// Time for a `go` without limits.
    pub default_move_time: Duration,
    /// Folder of the user's game files; empty for none.
    pub games_path: String,
}

impl Default for Settings {
    fn default() -> Self {
        let spin = |id| match GENERAL.iter().find(|(other, ..)| *other == id) {
            Some((.., Simple::Spin(default, ..))) => *default,
            _ => 0,
        };
        let ms = |id| Duration::from_millis(spin(id).unsigned_abs());
        Self {
            hash: spin(OptionId::Hash) as usize,
            threads: spin(OptionId::Threads) as usize,
            multi_pv: spin(OptionId::MultiPv) as usize,
            ponder: false,
            skill: Skill::FULL,
            resign_score: spin(OptionId::ResignScore) as i32,
            move_overhead: ms(OptionId::MoveOverhead),
            log_file: String::new(),
            default_move_time: ms(OptionId::DefaultMoveTime),
            games_path: String::new(),
        }
    }
}

/// A value that an option does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{value}` is no value of {name}: {expected}")]
pub struct BadValue {
    /// Name of the option.
    pub name: &'static str,
    /// The value, shortened.
    pub value: String,
    /// What it takes.
    pub expected: String,
}

impl BadValue {
    /// The error for an option; the value is cut to 40 characters and made printable.
    pub fn new(id: OptionId, value: &str, expected: impl Into<String>) -> Self {
        let value = value.chars().take(40).flat_map(char::escape_debug).collect();
        Self { name: name_of(id), value, expected: expected.into() }
    }
}

impl Settings {
    /// Sets a number or a check from text, within its range.
    ///
    /// # Errors
    /// [`BadValue`]; nothing is changed then. Options that are neither number nor check have no
    /// value here.
    pub fn set(&mut self, id: OptionId, value: &str) -> Result<(), BadValue> {
        let simple = GENERAL.iter().find(|(other, ..)| *other == id).map(|(.., s)| *s);
        let number = match simple {
            Some(Simple::Spin(_, min, max)) => {
                let number = value.parse::<i64>().ok().filter(|n| (min..=max).contains(n));
                number.ok_or_else(|| {
                    BadValue::new(id, value, format!("a number from {min} to {max}"))
                })?
            }
            Some(Simple::Check) => match value.to_ascii_lowercase().as_str() {
                "true" | "on" | "1" => 1,
                "false" | "off" | "0" => 0,
                _ => return Err(BadValue::new(id, value, "true or false")),
            },
            _ => return Err(BadValue::new(id, value, "nothing")),
        };
        let ms = Duration::from_millis(number.unsigned_abs());
        match id {
            OptionId::Hash => self.hash = number as usize,
            OptionId::Threads => self.threads = number as usize,
            OptionId::MultiPv => self.multi_pv = number as usize,
            OptionId::Ponder => self.ponder = number == 1,
            OptionId::SkillLevel => self.skill = Skill::new(number as u8),
            OptionId::ResignScore => self.resign_score = number as i32,
            OptionId::MoveOverhead => self.move_overhead = ms,
            OptionId::DefaultMoveTime => self.default_move_time = ms,
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_found_by_all_its_names() {
        let table = table(&Registry::new());
        assert_eq!(table.len(), 1 + RuleOption::ALL.len() + GENERAL.len());
        for option in &table {
            assert_eq!(name_of(option.id), option.name);
            for name in option.aliases.iter().chain([&option.name]) {
                assert_eq!(find(&name.to_lowercase()), Some(option.id), "{name}");
            }
            if let OptionKind::Combo { default, values } = &option.kind {
                assert!(values.contains(default), "{}", option.name);
                assert!(!values.iter().any(|v| v.contains(char::is_whitespace)));
            }
        }
        assert_eq!(find("Komi"), None);
    }

    #[test]
    fn bad_values_change_nothing() {
        let mut settings = Settings::default();
        for (id, bad) in [
            (OptionId::Hash, "0"),
            (OptionId::Hash, "99999999999999999999"),
            (OptionId::Threads, "-3"),
            (OptionId::MultiPv, "many"),
            (OptionId::Ponder, "perhaps"),
            (OptionId::MoveOverhead, ""),
        ] {
            assert!(settings.set(id, bad).is_err(), "{id:?} {bad}");
        }
        assert_eq!(settings, Settings::default());
        settings.set(OptionId::Hash, "16").unwrap();
        settings.set(OptionId::Ponder, "True").unwrap();
        assert_eq!((settings.hash, settings.ponder), (16, true));
    }
}
