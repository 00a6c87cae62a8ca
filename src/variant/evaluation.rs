//! The section `[evaluation]` of a game file: piece values and square tables found by tuning.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt::Write as _;
use std::ops::Range;

use super::definition::Definition;
use super::draft::{EvaluationDraft, Located, PieceEvaluationDraft, Text};
use super::findings::Findings;

/// The largest value of a piece, in centipawns.
pub const MAX_VALUE: i32 = 50_000;
/// The largest entry of a table, and its opposite the least, in centipawns.
pub const MAX_ENTRY: i32 = 10_000;
/// The largest bonus for the move, in centipawns.
pub const MAX_TEMPO: i32 = 1_000;
/// The largest weight of a term, and its opposite the least, in centipawns.
pub const MAX_WEIGHT: i32 = 1_000;

/// What is counted on the board beyond single pieces on squares: each is a number of things that
/// a side has, and a weight in centipawns goes with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// Own pieces beside the side's royals.
    Shield,
    /// Enemies beside the side's royals.
    Intruders,
    /// Own pieces beside the side's lions.
    LionCover,
    /// Enemies beside the side's lions.
    LionAttack,
    /// Squares that the side's ranging pieces slide to or capture on.
    Mobility,
}

/// A number for each term.
pub type PerTerm<T> = [T; Term::ALL.len()];

impl Term {
    /// All terms, in the order of [`PerTerm`].
    pub const ALL: [Self; 5] =
        [Self::Shield, Self::Intruders, Self::LionCover, Self::LionAttack, Self::Mobility];

    /// The key in the section `[evaluation]`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Shield => "shield",
            Self::Intruders => "intruders",
            Self::LionCover => "lion_cover",
            Self::LionAttack => "lion_attack",
            Self::Mobility => "mobility",
        }
    }

    /// The term of a key.
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|term| term.key() == key)
    }

    /// Its weight where the game file does not say it.
    pub const fn default_weight(self) -> i32 {
        match self {
            Self::Shield | Self::LionCover => 10,
            Self::Intruders => -30,
            Self::LionAttack => -15,
            Self::Mobility => 0,
        }
    }
}

/// What a game file says of the evaluation beyond what is derived.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evaluation {
    /// Centipawns for having the move.
    pub tempo: Option<i32>,
    /// Weights of the terms, in centipawns.
    pub weights: PerTerm<Option<i32>>,
    /// What is known of single types; the others are derived.
    pub pieces: Vec<PieceEvaluation>,
}

/// The evaluation of one type of piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceEvaluation {
    /// Code, with a plus for a promoted form.
    pub code: String,
    /// Value in centipawns, from 1; a royal counts more than this while another is left.
    pub value: Option<i32>,
    /// How it stands, instead of what is derived.
    pub placement: Option<Placement>,
}

/// What a square adds to the value of a piece: the entry of its rank plus that of its file, in
/// centipawns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// By rank, from the owner's first to the last.
    pub ranks: Vec<i32>,
    /// By file, from the edge to the middle: both sides of the board are alike.
    pub files: Vec<i32>,
}

impl Placement {
    /// The number of entries that `files` of a board need.
    pub const fn folded(files: u8) -> usize {
        (files as usize).div_ceil(2)
    }
}

impl Evaluation {
    /// True when the file says nothing of it.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What is known of a type, by its full code.
    pub fn piece(&self, code: &str) -> Option<&PieceEvaluation> {
        self.pieces.iter().find(|p| p.code == code)
    }

    /// The section as text, empty when there is nothing to say.
    pub fn to_toml(&self) -> String {
        let mut out = String::new();
        if self.is_empty() {
            return out;
        }
        out.push_str("[evaluation]\n");
        if let Some(tempo) = self.tempo {
            let _ = writeln!(out, "tempo = {tempo}");
        }
        for (term, weight) in Term::ALL.into_iter().zip(self.weights) {
            if let Some(weight) = weight {
                let _ = writeln!(out, "{} = {weight}", term.key());
            }
        }
        if !self.pieces.is_empty() {
            out.push_str("\n[evaluation.pieces]\n");
        }
        for PieceEvaluation { code, value, placement } in &self.pieces {
            let mut entries = Vec::new();
            entries.extend(value.map(|value| format!("value = {value}")));
            if let Some(Placement { ranks, files }) = placement {
                entries.push(format!("ranks = {ranks:?}"));
                entries.push(format!("files = {files:?}"));
            }
            let _ = writeln!(out, "\"{code}\" = {{ {} }}", entries.join(", "));
        }
        out
    }

    /// A game file with this section instead of its own, which is put at the end.
    pub fn replace_in(&self, source: &str) -> String {
        let mut out = String::new();
        let mut inside = false;
        for line in source.lines() {
            if let Some(header) = line.trim_start().strip_prefix('[') {
                let name = header.trim_start_matches('[').trim_start();
                inside = name
                    .strip_prefix("evaluation")
                    .is_some_and(|rest| rest.trim_start().starts_with([']', '.']));
            }
            if !inside {
                out.push_str(line);
                out.push('\n');
            }
        }
        let mut out = out.trim_end().to_owned();
        out.push_str("\n\n");
        out.push_str(&self.to_toml());
        out.trim_end().to_owned() + "\n"
    }

    /// What a child of a game inherits of it: that of the pieces that it still has.
    pub(super) fn draft(&self, place: &Range<usize>) -> EvaluationDraft {
        let number = |value: i32| Located::new(i64::from(value), place.clone());
        let list = |values: &[i32]| {
            Located::new(values.iter().map(|&v| number(v)).collect(), place.clone())
        };
        let piece = |piece: &PieceEvaluation| PieceEvaluationDraft {
            code: Text::new(piece.code.clone(), place.clone()),
            value: piece.value.map(number),
            ranks: piece.placement.as_ref().map(|p| list(&p.ranks)),
            files: piece.placement.as_ref().map(|p| list(&p.files)),
        };
        EvaluationDraft {
            tempo: self.tempo.map(number),
            weights: self.weights.map(|weight| weight.map(number)),
            pieces: self.pieces.iter().map(piece).collect(),
        }
    }
}

/// Checks the section of a game whose pieces and board are known.
pub(super) fn check(
    draft: &EvaluationDraft,
    definition: &Definition,
    findings: &mut Findings,
) -> Evaluation {
    let tempo = draft.tempo.as_ref().map(|n| within(n, 0, MAX_TEMPO, "a tempo", findings));
    let mut weight = |n: &Located<i64>| within(n, -MAX_WEIGHT, MAX_WEIGHT, "a weight", findings);
    let weights = draft.weights.each_ref().map(|n| n.as_ref().map(&mut weight));
    let mut pieces = Vec::new();
    for piece in &draft.pieces {
        let Text { value: code, span } = &piece.code;
        if definition.forms().all(|(full, ..)| full != *code) {
            let shown: String = code.chars().take(60).collect();
            findings.add(span.clone(), format!("there is no piece `{shown}` in this game"));
        }
        let value = piece.value.as_ref().map(|n| within(n, 1, MAX_VALUE, "a value", findings));
        let mut list = |list: &Located<Vec<Located<i64>>>, length: usize, what: &str| {
            let found = list.value.len();
            // A board of unknown size has been told already.
            if length != 0 && found != length {
                let message = format!("{what} has {length} numbers on this board, not {found}");
                findings.add(list.span.clone(), message);
            }
            let entries = list.value.iter();
            entries.map(|n| within(n, -MAX_ENTRY, MAX_ENTRY, "an entry", findings)).collect()
        };
        let ranks = usize::from(definition.ranks);
        let files = Placement::folded(definition.files);
        let placement = match (&piece.ranks, &piece.files) {
            (None, None) => None,
            (by_rank, by_file) => Some(Placement {
                ranks: by_rank
                    .as_ref()
                    .map_or_else(|| vec![0; ranks], |l| list(l, ranks, "`ranks`")),
                files: by_file
                    .as_ref()
                    .map_or_else(|| vec![0; files], |l| list(l, files, "`files`")),
            }),
        };
        pieces.push(PieceEvaluation { code: code.clone(), value, placement });
    }
    Evaluation { tempo, weights, pieces }
}

fn within(
    number: &Located<i64>,
    least: i32,
    most: i32,
    what: &str,
    findings: &mut Findings,
) -> i32 {
    let value = i32::try_from(number.value).ok().filter(|n| (least..=most).contains(n));
    if value.is_none() {
        let message = format!("{what} is a number of centipawns from {least} to {most}");
        findings.add(number.span.clone(), message);
    }
    value.unwrap_or(least)
}
