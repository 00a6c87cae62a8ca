//! Setting options: they take effect at once, and a change of game keeps all others.

use std::path::Path;
use std::sync::Arc;

use super::options::{self, BadValue, OptionId};
use super::record::Record;
use super::{Engine, PositionError, memory};
use crate::search::params::TUNABLES;
use crate::variant::{Choices, OptionError, Registry, RegistryError, RuleOption};

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetOptionError {
    /// There is no such option.
    #[error("there is no option `{0}`")]
    Unknown(String),
    /// It does not take this value.
    #[error(transparent)]
    BadValue(#[from] BadValue),
    /// The game cannot be set up.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl Engine {
    /// Sets an option by its name or alias, in any case. Returns what the user should know beside
    /// success, one line each.
    ///
    /// A change of the game sets its start position. A change of a rule keeps the position; where
    /// its moves would be illegal under the new rule, the game starts over, which is noted.
    ///
    /// ```
    /// use daiban::engine::Engine;
    /// use daiban::variant::Registry;
    ///
    /// let mut engine = Engine::new(Registry::new()).unwrap();
    /// engine.set_option("usi_variant", "chushogi").unwrap();
    /// assert_eq!(engine.variant().id, "chu");
    /// assert!(engine.set_option("Threads", "-1").is_err());
    /// ```
    ///
    /// # Errors
    /// [`SetOptionError`]; nothing is changed then.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<Vec<String>, SetOptionError> {
        let Some(id) = options::find(name) else {
            return Err(SetOptionError::Unknown(name.chars().take(40).collect()));
        };
        let value = if value == "<empty>" { "" } else { value };
        match id {
            OptionId::Variant => return self.set_variant(value).map(|()| Vec::new()),
            OptionId::Rule(rule) => return self.set_rule(rule, value),
            OptionId::GamesPath => return self.set_games_path(value),
            OptionId::ClearHash => self.new_game(),
            OptionId::Tunable(index) => self.set_tunable(index, value)?,
            OptionId::LogFile => value.clone_into(&mut self.settings.log_file),
            _ => {
                let own = self.settings.hash;
                let mut settings = self.settings.clone();
                settings.set(id, value)?;
                if settings.hash > own && memory::available(own).is_some_and(|m| settings.hash > m)
                {
                    return Err(BadValue::new(id, value, "there is not so much memory").into());
                }
                self.settings = settings;
            }
        }
        if matches!(id, OptionId::Hash | OptionId::Threads) {
            let (hash, threads) = (self.settings.hash, self.settings.threads);
            self.worker.run(move |pool| pool.resize(hash, threads));
        }
        Ok(Vec::new())
    }

    fn set_tunable(&mut self, index: usize, value: &str) -> Result<(), BadValue> {
        let Some(tunable) = TUNABLES.get(index) else { return Ok(()) };
        let range = tunable.min..=tunable.max;
        let Some(number) = value.parse().ok().filter(|n| range.contains(n)) else {
            let expected = format!("a number from {} to {}", tunable.min, tunable.max);
            return Err(BadValue::new(OptionId::Tunable(index), value, expected));
        };
        self.worker.run(move |pool| {
            let mut params = *pool.params();
            params.set(tunable.name, number);
            pool.set_params(params);
        });
        Ok(())
    }

    fn set_variant(&mut self, name: &str) -> Result<(), SetOptionError> {
        let definition = self.registry.get(name).map_err(|error| match error {
            RegistryError::UnknownGame(_) => {
                let games = self.registry.ids().join(", ");
                let expected = format!("one of {games}, or an alias");
                SetOptionError::BadValue(BadValue::new(OptionId::Variant, name, expected))
            }
            other => SetOptionError::Position(other.into()),
        })?;
        let variant = definition.build(&self.choices).map_err(PositionError::from)?;
        self.record = Record::new(&Arc::new(variant))?;
        self.variant_chosen = true;
        Ok(())
    }

    fn set_rule(&mut self, rule: RuleOption, value: &str) -> Result<Vec<String>, SetOptionError> {
        let mut choices = self.choices.clone();
        choices.set_option(rule, value).map_err(|error| bad_rule(rule, value, error))?;
        if matches!(rule, RuleOption::RuleSet | RuleOption::StartPosition) {
            self.check_name(rule, &choices)?;
        }
        if choices == self.choices {
            return Ok(Vec::new());
        }
        self.rebuild(choices, rule == RuleOption::StartPosition)
    }

    /// Refuses the name of a rule set or start array that no game has.
    fn check_name(&self, rule: RuleOption, choices: &Choices) -> Result<(), SetOptionError> {
        let Some(name) = choices.get(rule) else { return Ok(()) };
        let known = match rule {
            RuleOption::RuleSet => self.registry.rule_sets(),
            _ => self.registry.start_arrays(),
        };
        if known.contains(&name) {
            return Ok(());
        }
        let expected = format!("default, {}", known.join(", "));
        Err(BadValue::new(OptionId::Rule(rule), &name, expected).into())
    }

    /// Plays on under other choices. Another start array changes the game only where it began at
    /// the start position, and then from its beginning.
    fn rebuild(&mut self, choices: Choices, restart: bool) -> Result<Vec<String>, SetOptionError> {
        let definition = Arc::clone(&self.variant().definition);
        let variant = Arc::new(definition.build(&choices).map_err(PositionError::from)?);
        let mut notes = Vec::new();
        let record = if restart && self.record.is_from_start() {
            Record::new(&variant)?
        } else {
            match self.record.under(&variant) {
                Ok(record) => record,
                Err(error) => {
                    notes.push(format!("the game starts over under the new rule: {error}"));
                    self.record.restarted(&variant).or_else(|_| Record::new(&variant))?
                }
            }
        };
        self.record = record;
        self.choices = choices;
        Ok(notes)
    }

    fn set_games_path(&mut self, path: &str) -> Result<Vec<String>, SetOptionError> {
        if path == self.settings.games_path {
            return Ok(Vec::new());
        }
        let mut registry = Registry::new();
        let mut notes = Vec::new();
        if !path.is_empty() {
            let errors = registry.add_directory(Path::new(path)).err().unwrap_or_default();
            for error in errors {
                let unreadable =
                    matches!(&error, RegistryError::Unreadable { file, .. } if file == path);
                if unreadable {
                    return Err(PositionError::from(error).into());
                }
                notes.push(one_line(&error));
            }
        }
        // The game at hand goes on as its new file has it, if it still exists and fits.
        let id = self.variant().id.clone();
        let rebuilt = registry.get(&id).ok().and_then(|d| d.build(&self.choices).ok());
        if let Some(variant) = rebuilt.map(Arc::new) {
            match self.record.under(&variant).or_else(|_| Record::new(&variant)) {
                Ok(record) => self.record = record,
                Err(error) => notes.push(error.to_string()),
            }
        }
        self.registry = registry;
        path.clone_into(&mut self.settings.games_path);
        Ok(notes)
    }
}

fn bad_rule(rule: RuleOption, value: &str, error: OptionError) -> SetOptionError {
    let expected = match error {
        OptionError::BadValue { expected, .. } => expected,
        OptionError::UnknownOption(_) => "nothing".to_owned(),
    };
    BadValue::new(OptionId::Rule(rule), value, expected).into()
}

/// The first finding of a faulty file, with its place, in one line.
fn one_line(error: &RegistryError) -> String {
    match error {
        RegistryError::Faulty(findings) => match findings.list.first() {
            Some(first) => {
                format!("{}:{}:{}: {}", findings.file, first.line, first.column, first.message)
            }
            None => findings.file.clone(),
        },
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine() -> Engine {
        Engine::new(Registry::new()).unwrap()
    }

    #[test]
    fn a_change_of_game_keeps_the_other_options() {
        let mut engine = engine();
        engine.set_option("LionTrading", "off").unwrap();
        engine.set_option("MoveLimit", "500").unwrap();
        engine.set_option("Hash", "2").unwrap();
        for game in ["maka-dai-dai-shogi", "chushogi", "dai"] {
            engine.set_option("UCI_Variant", game).unwrap();
            assert_eq!(engine.variant().rules.move_limit, 500);
            assert_eq!(engine.choices().get(RuleOption::LionTrading).as_deref(), Some("off"));
            assert_eq!(engine.settings().hash, 2);
        }
    }

    #[test]
    fn rules_take_effect_at_once_and_keep_the_position() {
        let mut engine = engine();
        engine.set_option("USI_Variant", "dai").unwrap();
        let text = {
            let m = engine.game_mut().legal_moves()[0];
            engine.game().position().move_text(m)
        };
        engine.set_position(None, &[text]).unwrap();
        let before = engine.game().position().sfen();
        assert_eq!(engine.set_option("MoveLimit", "1"), Ok(vec![]));
        assert_eq!(engine.game().position().sfen(), before);
        assert_eq!(engine.status().to_string(), "draw move-limit");
        engine.set_option("MoveLimit", "default").unwrap();
        assert_eq!(engine.status().to_string(), "playing");
    }

    #[test]
    fn the_size_of_a_board_chooses_the_game_until_somebody_does() {
        let mut engine = engine();
        let chu = engine.registry().get("chu").unwrap().starts[0].sfen();
        assert!(engine.set_position(Some("12/12 b - 1"), &[]).is_err());
        assert_eq!(engine.variant().id, "dai");
        engine.set_position(Some(&chu), &[]).unwrap();
        assert_eq!(engine.variant().id, "chu");
        engine.set_position(None, &[]).unwrap();
        assert_eq!(engine.variant().id, "chu");
        engine.set_option("USI_Variant", "dai").unwrap();
        assert!(engine.set_position(Some(&chu), &[]).is_err());
        assert_eq!(engine.variant().id, "dai");
    }

    #[test]
    fn names_that_no_game_has_are_refused() {
        let mut engine = engine();
        for (name, value) in [
            ("USI_Variant", "tiddlywinks"),
            ("RuleSet", "nonsense"),
            ("StartPosition", "upside-down"),
            ("LionTrading", "sometimes"),
            ("GamesPath", "/no/such/folder"),
        ] {
            let error = engine.set_option(name, value).unwrap_err().to_string();
            assert!(!error.contains('\n') && !error.is_empty(), "{error}");
        }
        assert!(matches!(engine.set_option("Komi", "6.5"), Err(SetOptionError::Unknown(_))));
        engine.set_option("RuleSet", "jcsa").unwrap();
        assert_eq!(engine.variant().id, "dai");
    }
}
