//! A game as its file describes it: checked, and with every rule still open to choice.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::sync::Arc;

use super::PieceNotation;
use super::evaluation::Evaluation;
use super::findings::Findings;
use super::move_choices::MoveChoice;
use super::movement::MovementSpec;
use super::options::RuleValues;
use super::rules::LastRankPromotion;
use super::{inherit, reader, validate};

/// The longest game file in bytes.
pub const MAX_FILE: usize = 1 << 20;

/// A game file, read and checked. Make a playable [`Variant`](super::Variant) from it with
/// [`Definition::build`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Identifier, lower case.
    pub id: String,
    /// English name.
    pub name: String,
    /// Name in kanji, may be empty.
    pub kanji: String,
    /// Name in romaji, may be empty.
    pub romaji: String,
    /// Other names, lower case.
    pub aliases: Vec<String>,
    /// Names in the `XBoard` protocol, the best first.
    pub xboard_names: Vec<String>,
    /// The start array that `XBoard` GUIs set up, where it is not the default.
    pub xboard_start: Option<String>,
    /// How SFEN writes pieces.
    pub piece_notation: PieceNotation,
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
    /// Depth of the promotion zone; 0 without one.
    pub zone: u8,
    /// Captured pieces may be dropped.
    pub drops: bool,
    /// Start arrays, the default first.
    pub starts: Vec<StartArray>,
    /// The rules of the default rule set.
    pub rules: RuleValues,
    /// Further rule sets.
    pub rule_sets: Vec<RuleSet>,
    /// The moves of pieces whose move is an option.
    pub move_choices: Vec<MoveVariation>,
    /// Piece types in the order of the file.
    pub pieces: Vec<PieceDefinition>,
    /// What is known of the evaluation beyond what is derived.
    pub evaluation: Evaluation,
}

/// A named start array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartArray {
    /// Name for the option `StartPosition`.
    pub name: String,
    /// Rows in SFEN, the far one first, each from the highest file.
    pub rows: Vec<String>,
}

impl StartArray {
    /// The position as SFEN, with Black to move.
    pub fn sfen(&self) -> String {
        format!("{} b - 1", self.rows.join("/"))
    }
}

/// A named set of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// Name for the option `RuleSet`.
    pub name: String,
    /// The rules in which it differs from the default.
    pub values: RuleValues,
    /// The pieces that move otherwise.
    pub moves: Vec<MoveOverride>,
}

/// How pieces move under one value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveVariation {
    /// The option.
    pub choice: MoveChoice,
    /// Its value.
    pub value: String,
    /// The pieces that move otherwise.
    pub moves: Vec<MoveOverride>,
}

/// Another move for a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveOverride {
    /// Code, with a plus for a promoted form.
    pub code: String,
    /// The move as written.
    pub notation: String,
    /// The move, compiled.
    pub movement: MovementSpec,
}

/// A piece and its promoted form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceDefinition {
    /// Bracket code, upper case.
    pub code: String,
    /// Letter, dressed or plain, upper case; may be empty.
    pub letter: String,
    /// Far ranks of quiet promotion, for each value of the option.
    pub last_rank: LastRanks,
    /// The piece as it stands at the start.
    pub form: Form,
    /// What it promotes to.
    pub promoted: Option<Form>,
}

/// How many far ranks allow a quiet promotion, for each value of `LastRankPromotion`; `none` is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "named as the values of the option")]
pub struct LastRanks {
    pub seed: u8,
    pub lishogi: u8,
    pub pawn: u8,
}

impl LastRanks {
    /// The number of ranks under a rule.
    pub const fn under(self, rule: LastRankPromotion) -> u8 {
        match rule {
            LastRankPromotion::Seed => self.seed,
            LastRankPromotion::Lishogi => self.lishogi,
            LastRankPromotion::Pawn => self.pawn,
            LastRankPromotion::None => 0,
        }
    }
}

/// One side of a piece: what it is called, how it moves, what rules say of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent marks that a game file sets")]
pub struct Form {
    /// English name.
    pub name: String,
    /// Kanji, in full.
    pub kanji: String,
    /// One or two characters for diagrams.
    pub short: String,
    /// Romaji.
    pub romaji: String,
    /// The move as written.
    pub notation: String,
    /// The move, compiled.
    pub movement: MovementSpec,
    /// Losing the last royal loses.
    pub royal: bool,
    /// A lion in the rules of lion trading.
    pub lion: bool,
    /// A pawn or go-between in the rules of lion trading and bare king.
    pub minor: bool,
    /// A pawn in the rules of drops.
    pub pawn: bool,
    /// Not changed by contagion.
    pub immune: bool,
    /// Burns enemies next to where it ends its move, and whoever ends a move next to it.
    pub burns: bool,
    /// Rank among pieces that jump by rank.
    pub rank: u8,
    /// Full code of what a captor becomes.
    pub contagion: Option<String>,
    /// Value in centipawns of the game's pawn.
    pub value: Option<i32>,
}

/// Finds the game that a file extends.
pub type Lookup<'a> = &'a mut dyn FnMut(&str) -> Result<Arc<Definition>, String>;

impl Definition {
    /// Reads and checks a game file that may extend others.
    ///
    /// `file` is its name for reports; `lookup` finds the game that it extends and says why not in
    /// one line.
    ///
    /// # Errors
    /// Everything that is wrong with the file.
    pub fn parse(file: &str, source: &str, lookup: Lookup<'_>) -> Result<Self, Findings> {
        let mut findings = Findings::new(file, source);
        if source.len() > MAX_FILE {
            findings = Findings::new(file, "");
            findings.add(0..0, format!("a game file has at most {MAX_FILE} bytes"));
            return Err(findings);
        }
        let mut draft = reader::read(source, &mut findings);
        if let Some(extends) = draft.extends.clone() {
            match lookup(&extends.value) {
                Ok(parent) => draft = inherit::extend(draft, &parent, &extends.span),
                Err(why) => {
                    // Without the parent every other finding would be noise.
                    findings.add(extends.span, why);
                    findings.into_result()?;
                    return Err(Findings::new(file, source));
                }
            }
        }
        validate::validate(&draft, findings)
    }

    /// The rule set with this name.
    pub fn rule_set(&self, name: &str) -> Option<&RuleSet> {
        self.rule_sets.iter().find(|r| r.name == name)
    }

    /// The start array with this name.
    pub fn start(&self, name: &str) -> Option<&StartArray> {
        self.starts.iter().find(|s| s.name == name)
    }

    /// All sides of all pieces with their full codes: first the unpromoted in the order of the
    /// file, then the promoted. The types of the built game are numbered like this from 1.
    pub fn forms(&self) -> impl Iterator<Item = (String, &PieceDefinition, &Form)> {
        let base = self.pieces.iter().map(|p| (p.code.clone(), p, &p.form));
        let promoted = self
            .pieces
            .iter()
            .filter_map(|p| Some((format!("+{}", p.code), p, p.promoted.as_ref()?)));
        base.chain(promoted)
    }
}
