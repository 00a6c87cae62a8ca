//! Disputed moves of single pieces, each an option: the game file says which pieces move how under
//! which value.

/// A piece whose move is in dispute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the manual's table of options explains them by these names")]
pub enum MoveChoice {
    DemonSlide,
    LionHawk,
    FreeEagle,
    Tetrarch,
}

impl MoveChoice {
    /// How many there are.
    pub const COUNT: usize = 4;

    /// All choices.
    pub const ALL: [Self; Self::COUNT] =
        [Self::DemonSlide, Self::LionHawk, Self::FreeEagle, Self::Tetrarch];

    /// The USI name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DemonSlide => "DemonSlide",
            Self::LionHawk => "LionHawk",
            Self::FreeEagle => "FreeEagle",
            Self::Tetrarch => "Tetrarch",
        }
    }

    /// The key in a game file.
    pub const fn key(self) -> &'static str {
        match self {
            Self::DemonSlide => "demon_slide",
            Self::LionHawk => "lion_hawk",
            Self::FreeEagle => "free_eagle",
            Self::Tetrarch => "tetrarch",
        }
    }

    /// The values. A piece moves as its own entry says where the file has no move for a value.
    pub const fn words(self) -> &'static [&'static str] {
        match self {
            Self::DemonSlide => &["side", "vertical"],
            Self::LionHawk => &["lion", "area"],
            Self::FreeEagle => &["lion", "jump"],
            Self::Tetrarch => &["vertical", "diagonal"],
        }
    }

    /// The choice with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|c| c.key() == key)
    }

    /// A value in its own spelling, in any case.
    pub fn word(self, value: &str) -> Option<&'static str> {
        self.words().iter().find(|w| w.eq_ignore_ascii_case(value)).copied()
    }
}

/// What was chosen of each; unset where whoever stands below decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoveChoices([Option<&'static str>; MoveChoice::COUNT]);

impl MoveChoices {
    /// The chosen value.
    pub fn get(&self, choice: MoveChoice) -> Option<&'static str> {
        self.0.get(choice as usize).copied().flatten()
    }

    /// Chooses a value that [`MoveChoice::word`] gave, or nothing.
    pub fn set(&mut self, choice: MoveChoice, word: Option<&'static str>) {
        if let Some(slot) = self.0.get_mut(choice as usize) {
            *slot = word;
        }
    }

    /// These values, and where one is unset that of `below`.
    #[must_use]
    pub fn over(mut self, below: &Self) -> Self {
        for choice in MoveChoice::ALL {
            self.set(choice, self.get(choice).or(below.get(choice)));
        }
        self
    }
}
