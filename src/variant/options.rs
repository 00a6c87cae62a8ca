//! The rule options: names, values, and a player's choices among them.

use super::move_choices::{MoveChoice, MoveChoices};
use super::rules::{
    BareKing, CheckRule, Contagion, EmperorCapture, GeneralCapture, Impasse, LastRankPromotion,
    LionScope, LionTrading, PromotionRule, RepetitionRule,
};

/// The rule options of USI, in the order in which they are announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the manual's table of options explains them by these names")]
pub enum RuleOption {
    RuleSet,
    StartPosition,
    PromotionRule,
    DeadPromotion,
    LastRankPromotion,
    LionTrading,
    LionScope,
    FreshLion,
    Tsukegui,
    DoomedProtector,
    BareKing,
    CheckRule,
    TwoPawns,
    PawnDropMate,
    Impasse,
    Repetition,
    RepetitionThreshold,
    MoveLimit,
    EmperorCapture,
    Contagion,
    GeneralCapture,
    AreaPass,
    Moves(MoveChoice),
}

/// What an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValues {
    /// `default` or one of these.
    Words(&'static [&'static str]),
    /// A number from 0 to this.
    Number(u32),
    /// `default` or a name that game files define.
    FileName,
}

/// The value that means "as the rule set says".
pub const DEFAULT: &str = "default";

/// The largest move limit or repetition threshold.
pub const MAX_NUMBER: u32 = 1_000_000;

impl RuleOption {
    /// All options.
    pub const ALL: [Self; 22 + MoveChoice::COUNT] = [
        Self::RuleSet,
        Self::StartPosition,
        Self::PromotionRule,
        Self::DeadPromotion,
        Self::LastRankPromotion,
        Self::LionTrading,
        Self::LionScope,
        Self::FreshLion,
        Self::Tsukegui,
        Self::DoomedProtector,
        Self::BareKing,
        Self::CheckRule,
        Self::TwoPawns,
        Self::PawnDropMate,
        Self::Impasse,
        Self::Repetition,
        Self::RepetitionThreshold,
        Self::MoveLimit,
        Self::EmperorCapture,
        Self::Contagion,
        Self::GeneralCapture,
        Self::AreaPass,
        Self::Moves(MoveChoice::DemonSlide),
        Self::Moves(MoveChoice::LionHawk),
        Self::Moves(MoveChoice::FreeEagle),
        Self::Moves(MoveChoice::Tetrarch),
    ];

    /// The USI name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::RuleSet => "RuleSet",
            Self::StartPosition => "StartPosition",
            Self::PromotionRule => "PromotionRule",
            Self::DeadPromotion => "DeadPromotion",
            Self::LastRankPromotion => "LastRankPromotion",
            Self::LionTrading => "LionTrading",
            Self::LionScope => "LionScope",
            Self::FreshLion => "FreshLion",
            Self::Tsukegui => "Tsukegui",
            Self::DoomedProtector => "DoomedProtector",
            Self::BareKing => "BareKing",
            Self::CheckRule => "CheckRule",
            Self::TwoPawns => "TwoPawns",
            Self::PawnDropMate => "PawnDropMate",
            Self::Impasse => "Impasse",
            Self::Repetition => "Repetition",
            Self::RepetitionThreshold => "RepetitionThreshold",
            Self::MoveLimit => "MoveLimit",
            Self::EmperorCapture => "EmperorCapture",
            Self::Contagion => "Contagion",
            Self::GeneralCapture => "GeneralCapture",
            Self::AreaPass => "AreaPass",
            Self::Moves(choice) => choice.name(),
        }
    }

    /// The key in a game file's `[rules]`; the rule set has none there.
    pub const fn key(self) -> &'static str {
        match self {
            Self::RuleSet => "preset",
            Self::StartPosition => "start",
            Self::PromotionRule => "promotion",
            Self::DeadPromotion => "dead_promotion",
            Self::LastRankPromotion => "last_rank",
            Self::LionTrading => "lion_trading",
            Self::LionScope => "lion_scope",
            Self::FreshLion => "fresh_lion",
            Self::Tsukegui => "tsukegui",
            Self::DoomedProtector => "doomed_protector",
            Self::BareKing => "bare_king",
            Self::CheckRule => "check",
            Self::TwoPawns => "two_pawns",
            Self::PawnDropMate => "pawn_drop_mate",
            Self::Impasse => "impasse",
            Self::Repetition => "repetition",
            Self::RepetitionThreshold => "repetition_threshold",
            Self::MoveLimit => "move_limit",
            Self::EmperorCapture => "emperor_capture",
            Self::Contagion => "contagion",
            Self::GeneralCapture => "general_capture",
            Self::AreaPass => "area_pass",
            Self::Moves(choice) => choice.key(),
        }
    }

    /// What it takes.
    pub const fn values(self) -> OptionValues {
        const ON_OFF: &[&str] = &["on", "off"];
        OptionValues::Words(match self {
            Self::RuleSet | Self::StartPosition => return OptionValues::FileName,
            Self::RepetitionThreshold | Self::MoveLimit => return OptionValues::Number(MAX_NUMBER),
            Self::PromotionRule => &["like-chu", "like-shogi", "optional", "compulsory"],
            Self::DeadPromotion => &["optional", "forced"],
            Self::LastRankPromotion => &["seed", "lishogi", "pawn", "none"],
            Self::LionTrading => &["off", "protected", "always"],
            Self::LionScope => &["nonlion", "any"],
            Self::FreshLion
            | Self::Tsukegui
            | Self::DoomedProtector
            | Self::TwoPawns
            | Self::PawnDropMate
            | Self::AreaPass => ON_OFF,
            Self::BareKing => &["off", "on", "lishogi"],
            Self::CheckRule => &["capture", "legal"],
            Self::Impasse => &["off", "draw"],
            Self::Repetition => &["off", "fourth", "strict", "draw4", "onus", "lishogi", "shogi"],
            Self::EmperorCapture => &["unprotected", "royals-only", "free"],
            Self::Contagion => &["full", "promoted-only", "none"],
            Self::GeneralCapture => &["any", "lower", "strict"],
            Self::Moves(choice) => choice.words(),
        })
    }

    /// The option with this USI name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|o| o.name().eq_ignore_ascii_case(name))
    }

    /// The option with this file key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|o| o.key() == key)
    }
}

/// An option or value that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No such option.
    #[error("there is no rule option `{0}`")]
    UnknownOption(String),
    /// A value that the option does not take.
    #[error("`{value}` is no value of {option}: {expected}")]
    BadValue {
        /// The USI name of the option.
        option: &'static str,
        /// The value as given.
        value: String,
        /// What it takes.
        expected: String,
    },
}

/// Values of the single rules; `None` leaves a rule to whoever stands below: the rule set, then
/// the file's `[rules]`, then the default of [`Rules`](super::Rules).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "one field for each RuleOption but the rule set, named alike")]
pub struct RuleValues {
    pub start: Option<String>,
    pub promotion: Option<PromotionRule>,
    pub dead_promotion: Option<bool>,
    pub last_rank: Option<LastRankPromotion>,
    pub lion_trading: Option<LionTrading>,
    pub lion_scope: Option<LionScope>,
    pub fresh_lion: Option<bool>,
    pub tsukegui: Option<bool>,
    pub doomed_protector: Option<bool>,
    pub bare_king: Option<BareKing>,
    pub check: Option<CheckRule>,
    pub two_pawns: Option<bool>,
    pub pawn_drop_mate: Option<bool>,
    pub impasse: Option<Impasse>,
    pub repetition: Option<RepetitionRule>,
    pub repetition_threshold: Option<u32>,
    pub move_limit: Option<u32>,
    pub emperor_capture: Option<EmperorCapture>,
    pub contagion: Option<Contagion>,
    pub general_capture: Option<GeneralCapture>,
    pub area_pass: Option<bool>,
    pub moves: MoveChoices,
}

/// What a player chose: a rule set and single rules that differ from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Choices {
    /// Rule set by name; one that the game lacks counts as its default.
    pub rule_set: Option<String>,
    /// Single rules, which go before the rule set. Values that make no sense in a game (see
    /// [`Definition::build`](super::Definition::build)) count as the default there.
    pub values: RuleValues,
}

impl Choices {
    /// Sets an option by its USI name (in any case); `default` takes a choice back. The names of
    /// rule sets and start arrays are not checked here, since every game has its own.
    ///
    /// ```
    /// use daiban::variant::Choices;
    ///
    /// let mut choices = Choices::default();
    /// choices.set("LionTrading", "protected").unwrap();
    /// assert!(choices.set("LionTrading", "sometimes").is_err());
    /// assert!(choices.set("Komi", "6.5").is_err());
    /// ```
    ///
    /// # Errors
    /// [`OptionError`] for an unknown option or value; nothing is changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let option = RuleOption::from_name(name)
            .ok_or_else(|| OptionError::UnknownOption(name.to_owned()))?;
        self.set_option(option, value)
    }

    /// Sets an option.
    ///
    /// # Errors
    /// [`OptionError::BadValue`]; nothing is changed then.
    pub fn set_option(&mut self, option: RuleOption, value: &str) -> Result<(), OptionError> {
        if option == RuleOption::RuleSet {
            self.rule_set = file_name(option, value)?;
            return Ok(());
        }
        self.values.set(option, value)
    }

    /// The chosen value of an option as text; `None` where the rule set decides.
    pub fn get(&self, option: RuleOption) -> Option<String> {
        match option {
            RuleOption::RuleSet => self.rule_set.clone(),
            _ => self.values.get(option),
        }
    }
}

fn bad_value(option: RuleOption, value: &str) -> OptionError {
    let expected = match option.values() {
        OptionValues::Words(words) => format!("default, {}", words.join(", ")),
        OptionValues::Number(max) => match option {
            RuleOption::RepetitionThreshold => format!("0, or a number from 2 to {max}"),
            _ => format!("a number from 0 to {max}"),
        },
        OptionValues::FileName => "default, or a name that the game's file defines".to_owned(),
    };
    OptionError::BadValue { option: option.name(), value: value.to_owned(), expected }
}

/// True for names that rule sets, start arrays and games may bear.
pub(super) fn is_name(text: &str) -> bool {
    let letter = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'_');
    (1..=40).contains(&text.len()) && text.bytes().all(letter)
}

fn file_name(option: RuleOption, value: &str) -> Result<Option<String>, OptionError> {
    let lower = value.to_ascii_lowercase();
    match lower.as_str() {
        DEFAULT => Ok(None),
        _ if is_name(&lower) => Ok(Some(lower)),
        _ => Err(bad_value(option, value)),
    }
}

/// A type whose values have names in options and files.
trait Named: Copy + PartialEq + 'static {
    /// In the order of [`RuleOption::values`].
    const NAMED: &'static [Self];
}

macro_rules! named {
    ($($kind:ident: $($value:ident),+;)+) => {
        $(impl Named for $kind {
            const NAMED: &'static [Self] = &[$(Self::$value),+];
        })+
    };
}

named! {
    PromotionRule: LikeChu, LikeShogi, CaptureOptional, CaptureCompulsory;
    LastRankPromotion: Seed, Lishogi, Pawn, None;
    LionTrading: Off, Protected, Always;
    LionScope: NonLion, Any;
    BareKing: Off, On, Lishogi;
    CheckRule: Capture, Legal;
    Impasse: Off, Draw;
    RepetitionRule: Off, Fourth, Strict, Draw4, Onus, Lishogi, Shogi;
    EmperorCapture: Unprotected, RoyalsOnly, Free;
    Contagion: Full, PromotedOnly, None;
    GeneralCapture: Any, Lower, Strict;
}

impl Named for bool {
    // `on`, `off`; DeadPromotion turns it round.
    const NAMED: &'static [Self] = &[true, false];
}

fn word<T: Named>(option: RuleOption, value: &str) -> Result<Option<T>, OptionError> {
    if value.eq_ignore_ascii_case(DEFAULT) {
        return Ok(None);
    }
    let OptionValues::Words(words) = option.values() else { return Err(bad_value(option, value)) };
    let at = words.iter().position(|w| w.eq_ignore_ascii_case(value));
    at.and_then(|i| T::NAMED.get(i)).copied().map(Some).ok_or_else(|| bad_value(option, value))
}

fn name_of<T: Named>(option: RuleOption, value: Option<T>) -> Option<String> {
    let OptionValues::Words(words) = option.values() else { return None };
    let value = value?;
    let at = T::NAMED.iter().position(|v| *v == value)?;
    words.get(at).map(|w| (*w).to_owned())
}

fn number(option: RuleOption, value: &str) -> Result<Option<u32>, OptionError> {
    if value.eq_ignore_ascii_case(DEFAULT) {
        return Ok(None);
    }
    let number = value.parse().ok().filter(|n| *n <= MAX_NUMBER);
    match (option, number) {
        (RuleOption::RepetitionThreshold, Some(0)) => Ok(None),
        (RuleOption::RepetitionThreshold, Some(1)) | (_, None) => Err(bad_value(option, value)),
        (_, number) => Ok(number),
    }
}

impl RuleValues {
    /// Sets a rule from text; `default` unsets it.
    ///
    /// # Errors
    /// [`OptionError::BadValue`]; nothing is changed then. [`RuleOption::RuleSet`] is no single
    /// rule and takes no value here.
    pub fn set(&mut self, option: RuleOption, value: &str) -> Result<(), OptionError> {
        match option {
            RuleOption::RuleSet => return Err(bad_value(option, value)),
            RuleOption::StartPosition => self.start = file_name(option, value)?,
            RuleOption::PromotionRule => self.promotion = word(option, value)?,
            RuleOption::DeadPromotion => {
                self.dead_promotion = word::<bool>(option, value)?.map(|optional| !optional);
            }
            RuleOption::LastRankPromotion => self.last_rank = word(option, value)?,
            RuleOption::LionTrading => self.lion_trading = word(option, value)?,
            RuleOption::LionScope => self.lion_scope = word(option, value)?,
            RuleOption::FreshLion => self.fresh_lion = word(option, value)?,
            RuleOption::Tsukegui => self.tsukegui = word(option, value)?,
            RuleOption::DoomedProtector => self.doomed_protector = word(option, value)?,
            RuleOption::BareKing => self.bare_king = word(option, value)?,
            RuleOption::CheckRule => self.check = word(option, value)?,
            RuleOption::TwoPawns => self.two_pawns = word(option, value)?,
            RuleOption::PawnDropMate => self.pawn_drop_mate = word(option, value)?,
            RuleOption::Impasse => self.impasse = word(option, value)?,
            RuleOption::Repetition => self.repetition = word(option, value)?,
            RuleOption::RepetitionThreshold => self.repetition_threshold = number(option, value)?,
            RuleOption::MoveLimit => self.move_limit = number(option, value)?,
            RuleOption::EmperorCapture => self.emperor_capture = word(option, value)?,
            RuleOption::Contagion => self.contagion = word(option, value)?,
            RuleOption::GeneralCapture => self.general_capture = word(option, value)?,
            RuleOption::AreaPass => self.area_pass = word(option, value)?,
            RuleOption::Moves(choice) => {
                let word = choice.word(value);
                if word.is_none() && !value.eq_ignore_ascii_case(DEFAULT) {
                    return Err(bad_value(option, value));
                }
                self.moves.set(choice, word);
            }
        }
        Ok(())
    }

    /// The value of a rule as text, if set.
    pub fn get(&self, option: RuleOption) -> Option<String> {
        match option {
            RuleOption::RuleSet => None,
            RuleOption::StartPosition => self.start.clone(),
            RuleOption::PromotionRule => name_of(option, self.promotion),
            RuleOption::DeadPromotion => name_of(option, self.dead_promotion.map(|forced| !forced)),
            RuleOption::LastRankPromotion => name_of(option, self.last_rank),
            RuleOption::LionTrading => name_of(option, self.lion_trading),
            RuleOption::LionScope => name_of(option, self.lion_scope),
            RuleOption::FreshLion => name_of(option, self.fresh_lion),
            RuleOption::Tsukegui => name_of(option, self.tsukegui),
            RuleOption::DoomedProtector => name_of(option, self.doomed_protector),
            RuleOption::BareKing => name_of(option, self.bare_king),
            RuleOption::CheckRule => name_of(option, self.check),
            RuleOption::TwoPawns => name_of(option, self.two_pawns),
            RuleOption::PawnDropMate => name_of(option, self.pawn_drop_mate),
            RuleOption::Impasse => name_of(option, self.impasse),
            RuleOption::Repetition => name_of(option, self.repetition),
            RuleOption::RepetitionThreshold => self.repetition_threshold.map(|n| n.to_string()),
            RuleOption::MoveLimit => self.move_limit.map(|n| n.to_string()),
            RuleOption::EmperorCapture => name_of(option, self.emperor_capture),
            RuleOption::Contagion => name_of(option, self.contagion),
            RuleOption::GeneralCapture => name_of(option, self.general_capture),
            RuleOption::AreaPass => name_of(option, self.area_pass),
            RuleOption::Moves(choice) => self.moves.get(choice).map(str::to_owned),
        }
    }

    /// These values, and where one is unset that of `below`.
    #[must_use]
    pub fn over(self, below: &Self) -> Self {
        Self {
            start: self.start.or_else(|| below.start.clone()),
            promotion: self.promotion.or(below.promotion),
            dead_promotion: self.dead_promotion.or(below.dead_promotion),
            last_rank: self.last_rank.or(below.last_rank),
            lion_trading: self.lion_trading.or(below.lion_trading),
            lion_scope: self.lion_scope.or(below.lion_scope),
            fresh_lion: self.fresh_lion.or(below.fresh_lion),
            tsukegui: self.tsukegui.or(below.tsukegui),
            doomed_protector: self.doomed_protector.or(below.doomed_protector),
            bare_king: self.bare_king.or(below.bare_king),
            check: self.check.or(below.check),
            two_pawns: self.two_pawns.or(below.two_pawns),
            pawn_drop_mate: self.pawn_drop_mate.or(below.pawn_drop_mate),
            impasse: self.impasse.or(below.impasse),
            repetition: self.repetition.or(below.repetition),
            repetition_threshold: self.repetition_threshold.or(below.repetition_threshold),
            move_limit: self.move_limit.or(below.move_limit),
            emperor_capture: self.emperor_capture.or(below.emperor_capture),
            contagion: self.contagion.or(below.contagion),
            general_capture: self.general_capture.or(below.general_capture),
            area_pass: self.area_pass.or(below.area_pass),
            moves: self.moves.over(&below.moves),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_reads_back() {
        for option in RuleOption::ALL {
            assert_eq!(RuleOption::from_name(&option.name().to_lowercase()), Some(option));
            assert_eq!(RuleOption::from_key(option.key()), Some(option));
            let words: Vec<String> = match option.values() {
                OptionValues::Words(words) => words.iter().map(|w| (*w).to_owned()).collect(),
                OptionValues::Number(max) => vec!["2".into(), max.to_string()],
                OptionValues::FileName => vec!["some-name".into()],
            };
            for word in words {
                let mut choices = Choices::default();
                choices.set(option.name(), &word).unwrap();
                assert_eq!(choices.get(option), Some(word));
                choices.set(option.name(), "default").unwrap();
                assert_eq!(choices, Choices::default());
            }
            assert!(Choices::default().set(option.name(), "\u{0}no").is_err());
        }
    }

    #[test]
    fn numbers_have_bounds() {
        let mut choices = Choices::default();
        choices.set("MoveLimit", "0").unwrap();
        assert_eq!(choices.values.move_limit, Some(0));
        assert!(choices.set("MoveLimit", "-1").is_err());
        assert!(choices.set("MoveLimit", "1000001").is_err());
        choices.set("RepetitionThreshold", "0").unwrap();
        assert_eq!(choices.values.repetition_threshold, None);
        assert!(choices.set("RepetitionThreshold", "1").is_err());
    }
}
