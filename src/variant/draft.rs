//! A game file as it was read, before anything is checked beyond the types of its values.

use std::ops::Range;

use super::evaluation::PerTerm;
use super::move_choices::MoveChoice;
use super::options::RuleOption;

/// A value and where it stands in the file.
#[derive(Clone, Debug, Default)]
pub(super) struct Located<T> {
    /// The value.
    pub value: T,
    /// Its bytes in the file.
    pub span: Range<usize>,
}

impl<T> Located<T> {
    /// A value at a place.
    pub(super) const fn new(value: T, span: Range<usize>) -> Self {
        Self { value, span }
    }
}

/// Text with its place.
pub(super) type Text = Located<String>;

/// The whole file.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub extends: Option<Text>,
    pub id: Option<Text>,
    pub name: Option<Text>,
    pub kanji: Option<Text>,
    pub romaji: Option<Text>,
    pub aliases: Vec<Text>,
    pub xboard_names: Vec<Text>,
    pub xboard_start: Option<Text>,
    pub notation: Option<Text>,
    pub files: Option<Located<i64>>,
    pub ranks: Option<Located<i64>>,
    pub zone: Option<Located<i64>>,
    pub drops: Option<Located<bool>>,
    pub remove: Vec<Text>,
    pub starts: Vec<StartDraft>,
    pub rules: Vec<RuleDraft>,
    pub rule_sets: Vec<RuleSetDraft>,
    pub move_choices: Vec<MoveChoiceDraft>,
    pub pieces: Vec<PieceDraft>,
    pub evaluation: Option<EvaluationDraft>,
}

/// The section of the evaluation.
#[derive(Clone, Debug, Default)]
pub(super) struct EvaluationDraft {
    pub tempo: Option<Located<i64>>,
    pub weights: PerTerm<Option<Located<i64>>>,
    pub pieces: Vec<PieceEvaluationDraft>,
}

/// The evaluation of a type.
#[derive(Clone, Debug, Default)]
pub(super) struct PieceEvaluationDraft {
    /// With a plus for a promoted form.
    pub code: Text,
    pub value: Option<Located<i64>>,
    pub ranks: Option<Located<Vec<Located<i64>>>>,
    pub files: Option<Located<Vec<Located<i64>>>>,
}

/// A start array: its name and rows.
#[derive(Clone, Debug)]
pub(super) struct StartDraft {
    pub name: Text,
    pub rows: Vec<Text>,
    /// The whole value.
    pub span: Range<usize>,
}

/// A rule and its value.
#[derive(Clone, Debug)]
pub(super) struct RuleDraft {
    pub option: RuleOption,
    pub value: Text,
}

/// A rule set.
#[derive(Clone, Debug)]
pub(super) struct RuleSetDraft {
    pub name: Text,
    pub rules: Vec<RuleDraft>,
    pub moves: Vec<(Text, Text)>,
}

/// The moves of pieces under one value of an option.
#[derive(Clone, Debug)]
pub(super) struct MoveChoiceDraft {
    pub choice: MoveChoice,
    pub value: Text,
    pub moves: Vec<(Text, Text)>,
}

/// A piece.
#[derive(Clone, Debug, Default)]
pub(super) struct PieceDraft {
    pub code: Text,
    pub letter: Option<Text>,
    pub last_rank: Vec<(Text, Located<i64>)>,
    pub form: FormDraft,
    pub promoted: Promoted,
}

/// What a file says about a piece's promoted form.
#[derive(Clone, Debug, Default)]
pub(super) enum Promoted {
    /// Nothing.
    #[default]
    Unsaid,
    /// That there is none.
    Never,
    /// What it is.
    Form(Box<FormDraft>),
}

/// One side of a piece.
#[derive(Clone, Debug, Default)]
pub(super) struct FormDraft {
    pub name: Option<Text>,
    pub kanji: Option<Text>,
    pub short: Option<Text>,
    pub romaji: Option<Text>,
    pub notation: Option<Text>,
    pub royal: Option<bool>,
    pub lion: Option<bool>,
    pub minor: Option<bool>,
    pub pawn: Option<bool>,
    pub immune: Option<bool>,
    pub burns: Option<bool>,
    pub rank: Option<Located<i64>>,
    pub contagion: Option<Text>,
    pub value: Option<Located<i64>>,
    /// Where the form is described.
    pub span: Range<usize>,
}
