//! Definition and choices to a [`Variant`]: the rules are fixed, the moves compiled to tables.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::sync::Arc;

use super::definition::{Definition, Form, RuleSet};
use super::movement::DirectionSet;
use super::options::{Choices, RuleOption, RuleValues};
use super::rules::{Contagion, Rules};
use super::tables::{MoveTables, TooManyJumps};
use super::{PieceKind, Variant};
use crate::types::{Geometry, PieceType};

/// A game that cannot be made, although its file is well formed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The padded board is too large.
    #[error("a board of {0} x {1} squares with leaps this long is too large")]
    BoardTooLarge(u8, u8),
    /// Too many kinds of jumps.
    #[error(transparent)]
    TooManyJumps(#[from] TooManyJumps),
}

impl Definition {
    /// Makes the game with these choices.
    ///
    /// A choice counts before the rule set, the rule set before the file's `[rules]`, these before
    /// the defaults of [`Rules`]. Choices that make no sense in this game count as the default, so
    /// that a player's choices survive a change of game: a rule set or a start array that the game
    /// lacks, a promotion by zone in a game without one, a promotion by capture in a game with a
    /// zone. [`Definition::ignored`] names them.
    ///
    /// ```
    /// use daiban::variant::{Choices, Registry};
    ///
    /// let definition = Registry::new().get("maka").unwrap();
    /// let mut choices = Choices::default();
    /// choices.set("RuleSet", "tsa").unwrap();
    /// let game = definition.build(&choices).unwrap();
    /// assert!(game.kinds.iter().all(|kind| kind.contagion.is_none()));
    /// ```
    ///
    /// # Errors
    /// [`BuildError`]; a definition that was parsed builds with every choice.
    pub fn build(self: &Arc<Self>, choices: &Choices) -> Result<Variant, BuildError> {
        let rule_set = choices.rule_set.as_deref().and_then(|name| self.rule_set(name));
        let values = self.effective_values(choices);
        let kinds = self.kinds(rule_set, &values);
        let (geometry, tables) = compile(self, &kinds)?;
        let start = values.start.as_deref().and_then(|name| self.start(name));
        let start = start.or_else(|| self.starts.first());
        Ok(Variant {
            id: self.id.clone(),
            name: self.name.clone(),
            kanji: self.kanji.clone(),
            romaji: self.romaji.clone(),
            aliases: self.aliases.clone(),
            xboard_names: self.xboard_names.clone(),
            xboard_start: self.xboard_start.clone(),
            rules: self.rules_of(&values),
            piece_notation: self.piece_notation,
            tempo: self.evaluation.tempo,
            weights: self.evaluation.weights,
            start_sfen: start.map(super::definition::StartArray::sfen).unwrap_or_default(),
            start_arrays: self.starts.iter().map(|s| (s.name.clone(), s.sfen())).collect(),
            rule_sets: self.rule_sets.iter().map(|r| r.name.clone()).collect(),
            choices: choices.clone(),
            definition: Arc::clone(self),
            geometry,
            kinds,
            tables,
        })
    }

    /// Makes the game with its default rules.
    ///
    /// # Errors
    /// As [`Definition::build`].
    pub fn default_variant(self: &Arc<Self>) -> Result<Variant, BuildError> {
        self.build(&Choices::default())
    }

    /// The choices that this game does not know and treats as the default.
    pub fn ignored(&self, choices: &Choices) -> Vec<(RuleOption, String)> {
        RuleOption::ALL
            .into_iter()
            .filter_map(|option| Some((option, choices.get(option)?)))
            .filter(|(option, value)| match option {
                RuleOption::RuleSet => self.rule_set(value).is_none(),
                RuleOption::StartPosition => self.start(value).is_none(),
                RuleOption::PromotionRule => !self.promotion_fits(&choices.values),
                _ => false,
            })
            .collect()
    }

    fn promotion_fits(&self, values: &RuleValues) -> bool {
        values.promotion.is_none_or(|p| p.is_by_capture() == (self.zone == 0))
    }

    /// The rules in force with these choices, as options say them; what is unset has the default
    /// of [`Rules`], and the start array is the first one.
    pub fn effective_values(&self, choices: &Choices) -> RuleValues {
        let mut own = choices.values.clone();
        if !self.promotion_fits(&own) {
            own.promotion = None;
        }
        if own.start.as_deref().is_some_and(|name| self.start(name).is_none()) {
            own.start = None;
        }
        match choices.rule_set.as_deref().and_then(|name| self.rule_set(name)) {
            Some(set) => own.over(&set.values).over(&self.rules),
            None => own.over(&self.rules),
        }
    }

    fn rules_of(&self, values: &RuleValues) -> Rules {
        let default = Rules::default();
        Rules {
            promotion: values.promotion.unwrap_or_default(),
            zone: self.zone,
            dead_promotion: values.dead_promotion.unwrap_or(default.dead_promotion),
            lion_trading: values.lion_trading.unwrap_or_default(),
            lion_scope: values.lion_scope.unwrap_or_default(),
            fresh_lion: values.fresh_lion.unwrap_or(default.fresh_lion),
            tsukegui: values.tsukegui.unwrap_or(default.tsukegui),
            doomed_protector: values.doomed_protector.unwrap_or(default.doomed_protector),
            bare_king: values.bare_king.unwrap_or_default(),
            check: values.check.unwrap_or_default(),
            drops: self.drops,
            two_pawns: values.two_pawns.unwrap_or_default(),
            pawn_drop_mate: values.pawn_drop_mate.unwrap_or_default(),
            impasse: values.impasse.unwrap_or_default(),
            repetition: values.repetition.unwrap_or_default(),
            repetition_threshold: values.repetition_threshold.unwrap_or(4),
            move_limit: values.move_limit.unwrap_or_default(),
            emperor_capture: values.emperor_capture.unwrap_or_default(),
            general_capture: values.general_capture.unwrap_or_default(),
            area_pass: values.area_pass.unwrap_or(default.area_pass),
        }
    }

    /// The piece types by number, with the empty type 0.
    fn kinds(&self, rule_set: Option<&RuleSet>, values: &RuleValues) -> Vec<PieceKind> {
        let codes: Vec<String> = self.forms().map(|(code, ..)| code).collect();
        let number =
            |code: &str| codes.iter().position(|c| c == code).map(|i| PieceType::from_index(i + 1));
        let contagion = values.contagion.unwrap_or_default();
        let last_rank = values.last_rank.unwrap_or_default();
        let mut kinds = vec![PieceKind::default()];
        for (full, piece, form) in self.forms() {
            let promoted = full.starts_with('+');
            let gives = match contagion {
                Contagion::Full => true,
                Contagion::PromotedOnly => promoted,
                Contagion::None => false,
            };
            let chosen = self.move_choices.iter().filter(|entry| {
                let value = entry.choice.word(&entry.value);
                value.is_some() && values.moves.get(entry.choice) == value
            });
            let mut lists = chosen.map(|e| &e.moves).chain(rule_set.map(|set| &set.moves));
            let moves = lists.find_map(|list| list.iter().find(|m| m.code == full));
            let (notation, mut movement) = match moves {
                Some(moves) => (moves.notation.clone(), moves.movement.clone()),
                None => (form.notation.clone(), form.movement.clone()),
            };
            if movement.powers.area > 0 && values.area_pass == Some(true) {
                movement.powers.passes = DirectionSet::ALL;
            }
            let tuned = self.evaluation.piece(&full);
            let target = form.contagion.as_deref().filter(|_| gives);
            kinds.push(PieceKind {
                code: piece.code.clone(),
                promoted,
                letter: piece.letter.clone(),
                notation,
                movement,
                promotes_to: if promoted { None } else { number(&format!("+{full}")) },
                base: if promoted { number(&piece.code) } else { None },
                contagion: target.and_then(number),
                last_rank: if promoted { 0 } else { piece.last_rank.under(last_rank) },
                value: tuned.and_then(|t| t.value).or(form.value),
                placement: tuned.and_then(|t| t.placement.clone()),
                ..description(form)
            });
        }
        kinds
    }
}

fn description(form: &Form) -> PieceKind {
    PieceKind {
        name: form.name.clone(),
        kanji: form.kanji.clone(),
        short_kanji: form.short.clone(),
        romaji: form.romaji.clone(),
        royal: form.royal,
        lion: form.lion,
        minor: form.minor,
        pawn: form.pawn,
        contagion_immune: form.immune,
        burns: form.burns,
        rank: form.rank,
        ..PieceKind::default()
    }
}

fn compile(
    definition: &Definition,
    kinds: &[PieceKind],
) -> Result<(Geometry, MoveTables), BuildError> {
    let movements: Vec<_> = kinds.iter().skip(1).map(|k| k.movement.clone()).collect();
    let longest = movements.iter().map(super::movement::MovementSpec::padding).max();
    let Definition { files, ranks, .. } = *definition;
    let geometry = Geometry::new(files, ranks, longest.unwrap_or_default().max(2))
        .ok_or(BuildError::BoardTooLarge(files, ranks))?;
    let tables = MoveTables::build(&geometry, &movements)?;
    Ok((geometry, tables))
}

/// Checks that the game can be built with each of its rule sets and with each disputed move.
pub(super) fn check(definition: &Definition) -> Result<(), BuildError> {
    let sets = definition.rule_sets.iter().map(Some);
    for rule_set in std::iter::once(None).chain(sets) {
        let kinds = definition.kinds(rule_set, &RuleValues::default());
        compile(definition, &kinds)?;
    }
    for entry in &definition.move_choices {
        let mut values = RuleValues::default();
        values.moves.set(entry.choice, entry.choice.word(&entry.value));
        compile(definition, &definition.kinds(None, &values))?;
    }
    Ok(())
}
