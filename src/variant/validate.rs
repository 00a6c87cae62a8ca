//! Draft to [`Definition`]: everything that is wrong, at once.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::ops::Range;

use super::PieceNotation;
use super::array::{RowError, RowFault, read_row};
use super::betza;
use super::build;
use super::definition::{
    Definition, Form, LastRanks, MoveOverride, MoveVariation, PieceDefinition, RuleSet, StartArray,
};
use super::draft::{Draft, FormDraft, Located, PieceDraft, Promoted, RuleDraft, Text};
use super::evaluation::{self, Evaluation};
use super::findings::Findings;
use super::movement::MovementSpec;
use super::options::{RuleOption, RuleValues, is_name};
use crate::types::geometry::{MAX_SIDE, MIN_SIDE};
use crate::types::{Color, Move, PieceType};

/// The longest text in a file, in characters.
const MAX_TEXT: usize = 200;

/// The highest rank of a piece that jumps by rank.
const MAX_RANK: u8 = 9;

/// The most pieces of one game, promoted forms apart.
const MAX_PIECES: usize = PieceType::MAX / 2;

/// Checks a draft; `findings` holds what the reader found.
pub(super) fn validate(draft: &Draft, findings: Findings) -> Result<Definition, Findings> {
    let mut check = Check { findings };
    let definition = check.definition(draft);
    if check.findings.list.is_empty()
        && let Err(error) = build::check(&definition)
    {
        check.findings.add(0..0, error.to_string());
    }
    check.findings.into_result()?;
    Ok(definition)
}

struct Check {
    findings: Findings,
}

impl Check {
    fn add(&mut self, span: &Range<usize>, message: impl Into<String>) {
        self.findings.add(span.clone(), message);
    }

    fn definition(&mut self, draft: &Draft) -> Definition {
        let id = self.required(draft.id.as_ref(), "id");
        let files = self.side(draft.files.as_ref(), "files");
        let ranks = self.side(draft.ranks.as_ref(), "ranks");
        let mut definition = Definition {
            name: self.required(draft.name.as_ref(), "name").value,
            kanji: self.optional(draft.kanji.as_ref()),
            romaji: self.optional(draft.romaji.as_ref()),
            aliases: self.names(&draft.aliases, "an alias"),
            xboard_names: self.names(&draft.xboard_names, "an XBoard name"),
            xboard_start: draft.xboard_start.as_ref().map(|s| s.value.clone()),
            piece_notation: self.notation(draft.notation.as_ref()),
            files,
            ranks,
            zone: self.small(draft.zone.as_ref(), limit(ranks), "a zone"),
            drops: draft.drops.as_ref().is_some_and(|d| d.value),
            starts: Vec::new(),
            rules: RuleValues::default(),
            rule_sets: Vec::new(),
            move_choices: Vec::new(),
            pieces: Vec::new(),
            evaluation: Evaluation::default(),
            id: String::new(),
        };
        if !is_name(&id.value) && !id.value.is_empty() {
            self.add(&id.span, "an id has lower-case letters, digits, `-` and `_`, at most 40");
        }
        definition.id = id.value;
        for code in &draft.remove {
            self.add(&code.span, format!("there is no inherited piece `{}`", code.value));
        }
        self.pieces(&mut definition, &draft.pieces);
        self.contagions(&definition, &draft.pieces);
        self.drops(&definition, draft);
        self.rules(&mut definition, draft);
        self.move_choices(&mut definition, draft);
        self.starts(&mut definition, draft);
        if let Some(draft) = &draft.evaluation {
            definition.evaluation = evaluation::check(draft, &definition, &mut self.findings);
        }
        definition
    }

    fn required(&mut self, text: Option<&Text>, key: &str) -> Text {
        let Some(text) = text else {
            self.add(&(0..0), format!("`{key}` is missing"));
            return Text::default();
        };
        if text.value.is_empty() {
            self.add(&text.span, format!("`{key}` is empty"));
        }
        self.length(text);
        text.clone()
    }

    fn optional(&mut self, text: Option<&Text>) -> String {
        let Some(text) = text else { return String::new() };
        self.length(text);
        text.value.clone()
    }

    fn length(&mut self, text: &Text) {
        if text.value.chars().count() > MAX_TEXT || text.value.chars().any(char::is_control) {
            let message = format!("a text has at most {MAX_TEXT} characters and no line breaks");
            self.add(&text.span, message);
        }
    }

    fn names(&mut self, names: &[Text], what: &str) -> Vec<String> {
        for name in names.iter().filter(|n| !is_name(&n.value)) {
            let message = format!("{what} has lower-case letters, digits, `-` and `_`");
            self.add(&name.span, message);
        }
        names.iter().map(|n| n.value.clone()).collect()
    }

    fn notation(&mut self, text: Option<&Text>) -> PieceNotation {
        match text.map(|t| t.value.as_str()) {
            None | Some("codes") => PieceNotation::Codes,
            Some("letters") => PieceNotation::Letters,
            Some(_) => {
                let span = text.map_or(0..0, |t| t.span.clone());
                self.add(&span, "piece_notation is `codes` or `letters`");
                PieceNotation::Codes
            }
        }
    }

    /// A side of the board; 0 where it is faulty, so that nothing is measured by it.
    fn side(&mut self, number: Option<&Located<i64>>, key: &str) -> u8 {
        let Some(number) = number else {
            self.add(&(0..0), format!("`{key}` of [board] is missing"));
            return 0;
        };
        let side = u8::try_from(number.value).ok().filter(|n| (MIN_SIDE..=MAX_SIDE).contains(n));
        if side.is_none() {
            let message = format!("a board has {MIN_SIDE} to {MAX_SIDE} {key}");
            self.add(&number.span, message);
        }
        side.unwrap_or(0)
    }

    /// A number from 0 to `max` (at most 255), 0 when absent.
    fn small(&mut self, number: Option<&Located<i64>>, max: i64, what: &str) -> u8 {
        let Some(number) = number else { return 0 };
        let small = u8::try_from(number.value).ok().filter(|n| i64::from(*n) <= max);
        if small.is_none() {
            self.add(&number.span, format!("{what} has 0 to {max} ranks"));
        }
        small.unwrap_or_default()
    }

    fn rank(&mut self, number: Option<&Located<i64>>) -> u8 {
        let Some(number) = number else { return 0 };
        let rank = u8::try_from(number.value).ok().filter(|n| *n <= MAX_RANK);
        if rank.is_none() {
            self.add(&number.span, format!("`rank` is a number from 0 to {MAX_RANK}"));
        }
        rank.unwrap_or_default()
    }

    fn pieces(&mut self, definition: &mut Definition, drafts: &[PieceDraft]) {
        if drafts.is_empty() {
            self.add(&(0..0), "a game needs pieces ([[pieces]])");
        }
        if let Some(extra) = drafts.get(MAX_PIECES) {
            self.add(&extra.code.span, format!("a game has at most {MAX_PIECES} pieces"));
        }
        for draft in drafts.iter().take(MAX_PIECES) {
            let piece = self.piece(draft, definition);
            definition.pieces.push(piece);
        }
    }

    fn piece(&mut self, draft: &PieceDraft, game: &Definition) -> PieceDefinition {
        let Text { value: code, span } = &draft.code;
        let upper = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit();
        let begins = code.bytes().next().is_some_and(|b| b.is_ascii_uppercase());
        if !begins || code.len() > 4 || !code.bytes().all(upper) {
            self.add(span, "a code has 1 to 4 upper-case letters and digits, a letter first");
        } else if game.pieces.iter().any(|p| p.code == *code) {
            self.add(span, format!("the code `{code}` is taken"));
        }
        let letter = draft.letter.clone().unwrap_or_default();
        let mut chars = letter.value.chars();
        let well_formed = match (chars.next(), chars.next(), chars.next()) {
            (None, ..) => true,
            (Some(c), dress, None) => {
                c.is_ascii_uppercase() && dress.is_none_or(|d| "'!~`".contains(d))
            }
            _ => false,
        };
        if !well_formed {
            let message = "a letter is upper case, with one of ' ! ~ ` behind it at most";
            self.add(&letter.span, message);
        } else if letter.value.is_empty() && game.piece_notation == PieceNotation::Letters {
            self.add(span, "piece_notation is `letters`, and this piece has no letter");
        } else if let Some(other) =
            game.pieces.iter().find(|p| !p.letter.is_empty() && p.letter == letter.value)
        {
            let message = format!("the letter `{}` is taken by {}", letter.value, other.code);
            self.add(&letter.span, message);
        }
        PieceDefinition {
            code: code.clone(),
            letter: letter.value,
            last_rank: self.last_ranks(&draft.last_rank, game.ranks),
            form: self.form(&draft.form),
            promoted: match &draft.promoted {
                Promoted::Form(form) => Some(self.form(form)),
                Promoted::Never | Promoted::Unsaid => None,
            },
        }
    }

    fn last_ranks(&mut self, drafts: &[(Text, Located<i64>)], ranks: u8) -> LastRanks {
        let mut result = LastRanks::default();
        for (rule, number) in drafts {
            let entry = match rule.value.as_str() {
                "seed" => &mut result.seed,
                "lishogi" => &mut result.lishogi,
                "pawn" => &mut result.pawn,
                _ => {
                    let message = "last_rank takes `seed`, `lishogi` and `pawn`";
                    self.add(&rule.span, message);
                    continue;
                }
            };
            *entry = self.small(Some(number), limit(ranks), "a last-rank exception");
        }
        result
    }

    fn form(&mut self, draft: &FormDraft) -> Form {
        let missing = |key: &str| format!("this piece has no `{key}`");
        if draft.name.as_ref().is_none_or(|n| n.value.is_empty()) {
            self.add(&draft.span, missing("name"));
        }
        if draft.notation.is_none() {
            self.add(&draft.span, missing("move"));
        }
        let movement = draft.notation.as_ref().map(|notation| self.movement(notation));
        let value = draft.value.as_ref().and_then(|v| {
            let value = i32::try_from(v.value).ok().filter(|n| (0..=1_000_000).contains(n));
            if value.is_none() {
                self.add(&v.span, "a value is a number of centipawns from 0 to 1000000");
            }
            value
        });
        let short = self.optional(draft.short.as_ref());
        if short.chars().count() > 2 {
            let span = draft.short.as_ref().map_or(0..0, |s| s.span.clone());
            self.add(&span, "`short` has at most two characters");
        }
        Form {
            name: self.optional(draft.name.as_ref()),
            kanji: self.optional(draft.kanji.as_ref()),
            short,
            romaji: self.optional(draft.romaji.as_ref()),
            notation: draft.notation.as_ref().map(|n| n.value.clone()).unwrap_or_default(),
            movement: movement.unwrap_or_default(),
            royal: draft.royal.unwrap_or_default(),
            lion: draft.lion.unwrap_or_default(),
            minor: draft.minor.unwrap_or_default(),
            pawn: draft.pawn.unwrap_or_default(),
            immune: draft.immune.unwrap_or_default(),
            burns: draft.burns.unwrap_or_default(),
            rank: self.rank(draft.rank.as_ref()),
            contagion: draft.contagion.as_ref().map(|c| c.value.clone()),
            value,
        }
    }

    fn movement(&mut self, notation: &Text) -> MovementSpec {
        betza::compile(&notation.value).unwrap_or_else(|error| {
            let place = self.findings.inside(&notation.span, error.column, &error.token);
            self.add(&place, format!("move `{}`: {error}", shorten(&notation.value)));
            MovementSpec::default()
        })
    }

    /// Every contagion names a piece that exists.
    fn contagions(&mut self, definition: &Definition, drafts: &[PieceDraft]) {
        for draft in drafts {
            let promoted = match &draft.promoted {
                Promoted::Form(form) => form.contagion.as_ref(),
                _ => None,
            };
            for target in draft.form.contagion.iter().chain(promoted) {
                self.known_code(definition, target);
            }
        }
    }

    /// Hands and lions share a field of the SFEN, and a move has room for so many kinds of drops.
    fn drops(&mut self, definition: &Definition, draft: &Draft) {
        let Some(drops) = draft.drops.as_ref().filter(|d| d.value) else { return };
        if definition.pieces.len() > Move::MOST_DROPS {
            let message = format!("a game with drops has at most {} pieces", Move::MOST_DROPS);
            self.add(&drops.span, message);
        }
        if definition.forms().any(|(_, _, form)| form.lion) {
            self.add(&drops.span, "a game with drops has no piece marked `lion`");
        }
    }

    fn known_code(&mut self, definition: &Definition, code: &Text) {
        if definition.forms().all(|(full, ..)| full != code.value) {
            let message = format!("there is no piece `{}` in this game", shorten(&code.value));
            self.add(&code.span, message);
        }
    }

    fn values(&mut self, drafts: &[RuleDraft], definition: &Definition) -> RuleValues {
        let mut values = RuleValues::default();
        for draft in drafts {
            let Located { value, span } = &draft.value;
            if let Err(error) = values.set(draft.option, value) {
                self.add(span, error.to_string());
            }
        }
        let by_capture = values.promotion.map(super::PromotionRule::is_by_capture);
        if by_capture.is_some_and(|by_capture| by_capture != (definition.zone == 0)) {
            let span = place(drafts, RuleOption::PromotionRule);
            let message = "a game with a zone promotes `like-chu` or `like-shogi`, one without \
                           `optional` or `compulsory`";
            self.add(&span, message);
        }
        values
    }

    fn rules(&mut self, definition: &mut Definition, draft: &Draft) {
        definition.rules = self.values(&draft.rules, definition);
        for set in &draft.rule_sets {
            let name = &set.name;
            if !is_name(&name.value) || name.value == super::options::DEFAULT {
                let message = "a rule set's name has lower-case letters, digits, `-` and `_`, and \
                               is not `default`";
                self.add(&name.span, message);
            }
            let values = self.values(&set.rules, definition);
            let moves = self.overrides(&set.moves, definition);
            definition.rule_sets.push(RuleSet { name: name.value.clone(), values, moves });
        }
        // A value that is none has been told already.
        let mut rules = draft.rules.iter().chain(draft.rule_sets.iter().flat_map(|s| &s.rules));
        if let Some(zone) = &draft.zone
            && definition.zone > 0
            && !rules.any(|rule| rule.option == RuleOption::PromotionRule)
        {
            let message = "nothing promotes in this zone: [rules] `promotion` is missing \
                           (`like-chu` or `like-shogi`)";
            self.add(&zone.span, message);
        }
    }

    fn move_choices(&mut self, definition: &mut Definition, draft: &Draft) {
        for entry in &draft.move_choices {
            let moves = self.overrides(&entry.moves, definition);
            let value = entry.value.value.clone();
            definition.move_choices.push(MoveVariation { choice: entry.choice, value, moves });
        }
    }

    fn overrides(&mut self, moves: &[(Text, Text)], definition: &Definition) -> Vec<MoveOverride> {
        let entry = |(code, notation): &(Text, Text)| {
            self.known_code(definition, code);
            MoveOverride {
                code: code.value.clone(),
                notation: notation.value.clone(),
                movement: self.movement(notation),
            }
        };
        moves.iter().map(entry).collect()
    }

    fn starts(&mut self, definition: &mut Definition, draft: &Draft) {
        if draft.starts.is_empty() {
            self.add(&(0..0), "a game needs a start array ([start])");
        }
        for start in &draft.starts {
            if !is_name(&start.name.value) || start.name.value == super::options::DEFAULT {
                let message = "the name of a start array has lower-case letters, digits, `-` and \
                               `_`, and is not `default`";
                self.add(&start.name.span, message);
            }
            self.rows(definition, &start.rows, &start.span);
            definition.starts.push(StartArray {
                name: start.name.value.clone(),
                rows: start.rows.iter().map(|r| r.value.clone()).collect(),
            });
        }
        let mut wanted: Vec<Text> = draft.xboard_start.iter().cloned().collect();
        let set_rules = draft.rule_sets.iter().flat_map(|s| &s.rules);
        for rule in draft.rules.iter().chain(set_rules) {
            if rule.option == RuleOption::StartPosition {
                wanted.push(rule.value.clone());
            }
        }
        for name in wanted {
            if definition.start(&name.value).is_none() {
                let message = format!("there is no start array `{}`", shorten(&name.value));
                self.add(&name.span, message);
            }
        }
        // The default array stands first.
        let default = definition.rules.start.take();
        if let Some(at) =
            default.and_then(|name| definition.starts.iter().position(|s| s.name == name))
            && let Some(head) = definition.starts.get_mut(..=at)
        {
            head.rotate_right(1);
        }
    }

    fn rows(&mut self, definition: &Definition, rows: &[Text], span: &Range<usize>) {
        if definition.ranks != 0 && rows.len() != usize::from(definition.ranks) {
            let (found, wanted) = (rows.len(), definition.ranks);
            self.add(span, format!("this array has {found} rows, the board has {wanted} ranks"));
        }
        let (mut black, mut white) = (false, false);
        let mut faulty = false;
        for row in rows {
            let width = if definition.files == 0 { MAX_SIDE } else { definition.files };
            let result = read_row(&row.value, usize::from(width), |written| {
                let piece = definition.pieces.iter().find(|p| {
                    let name = if written.bracketed { &p.code } else { &p.letter };
                    !name.is_empty() && name == written.name
                });
                let piece = piece.ok_or(RowFault::UnknownPiece)?;
                match (written.promoted, &piece.promoted) {
                    (false, _) => Ok(piece.form.royal),
                    (true, Some(form)) => Ok(form.royal),
                    (true, None) => Err(RowFault::NoPromotedForm),
                }
            });
            match result {
                Ok(cells) => {
                    for (royal, color) in cells.into_iter().flatten() {
                        match color {
                            Color::Black => black |= royal,
                            Color::White => white |= royal,
                        }
                    }
                }
                Err(RowError { fault: RowFault::WrongLength { .. }, .. })
                    if definition.files == 0 =>
                {
                    faulty = true;
                }
                Err(RowError { fault, token, column }) => {
                    faulty = true;
                    let place = self.findings.inside(&row.span, column, &token);
                    self.add(&place, format!("`{}`: {fault}", shorten(&token)));
                }
            }
        }
        if !(faulty || black && white) {
            self.add(span, "each side needs a royal piece at the start");
        }
    }
}

/// The most ranks that a number of ranks may name on a board that has so many; 0 is unknown.
fn limit(ranks: u8) -> i64 {
    i64::from(if ranks == 0 { MAX_SIDE } else { ranks })
}

/// Where a rule is set.
fn place(drafts: &[RuleDraft], option: RuleOption) -> Range<usize> {
    drafts.iter().find(|d| d.option == option).map_or(0..0, |d| d.value.span.clone())
}

/// Text for a message: long ones are cut.
fn shorten(text: &str) -> String {
    if text.chars().count() <= 60 {
        return text.to_owned();
    }
    text.chars().take(57).chain("...".chars()).collect()
}
