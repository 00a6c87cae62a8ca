//! TOML to [`Draft`]: unknown keys and values of the wrong type are findings, never a stop.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::draft::{
    Draft, EvaluationDraft, FormDraft, Located, MoveChoiceDraft, PieceDraft, PieceEvaluationDraft,
    Promoted, RuleDraft, RuleSetDraft, StartDraft, Text,
};
use super::evaluation::Term;
use super::findings::Findings;
use super::move_choices::MoveChoice;
use super::options::RuleOption;

type Value<'a> = Spanned<DeValue<'a>>;

/// Reads a file; what cannot be read is reported and left out.
pub(super) fn read(source: &str, findings: &mut Findings) -> Draft {
    let (table, errors) = DeTable::parse_recoverable(source);
    for error in &errors {
        let message = error.message().replace('\n', ", ");
        findings.add(error.span().unwrap_or(0..0), message);
    }
    let mut reader = Reader { findings };
    let mut draft = Draft::default();
    for (key, value) in reader.entries(table.get_ref()) {
        reader.top(&mut draft, &key, value);
    }
    draft
}

/// Reads only `id` and `aliases` of a file; `None` when it has no id.
pub(super) fn read_header(source: &str) -> Option<(String, Vec<String>)> {
    // The keys before the first table header stand alone as a document.
    let end = source.find("\n[").map_or(source.len(), |at| at + 1);
    let (table, _) = DeTable::parse_recoverable(source.get(..end)?);
    let mut findings = Findings::new("", "");
    let mut reader = Reader { findings: &mut findings };
    let mut draft = Draft::default();
    for (key, value) in reader.entries(table.get_ref()) {
        reader.top(&mut draft, &key, value);
    }
    let aliases = draft.aliases.into_iter().map(|a| a.value).collect();
    Some((draft.id?.value, aliases))
}

/// False for a file of another purpose: it is well-formed and says nothing that only games say.
pub(super) fn is_game(source: &str) -> bool {
    const KEYS: [&str; 5] = ["id", "extends", "board", "pieces", "start"];
    let (table, errors) = DeTable::parse_recoverable(source);
    let own = |key: &str| KEYS.contains(&key);
    !errors.is_empty() || table.get_ref().keys().any(|key| own(key.get_ref()))
}

struct Reader<'f> {
    findings: &'f mut Findings,
}

const TOP_KEYS: &str = "extends, id, name, kanji, romaji, aliases, piece_notation, drops, remove, \
                        xboard, board, start, rules, rule_sets, move_choices, pieces, evaluation";
const FORM_KEYS: &str = "name, kanji, short, romaji, move, royal, lion, minor, pawn, immune, \
                         burns, rank, contagion, value";

impl Reader<'_> {
    /// The entries of a table in the order of the file.
    #[expect(clippy::unused_self, reason = "reads as the other readers do")]
    fn entries<'t, 'a>(&self, table: &'t DeTable<'a>) -> Vec<(Text, &'t Value<'a>)> {
        let mut entries: Vec<_> = table
            .iter()
            .map(|(key, value)| (Located::new(key.get_ref().to_string(), key.span()), value))
            .collect();
        entries.sort_by_key(|(key, _)| key.span.start);
        entries
    }

    fn unknown(&mut self, key: &Text, known: &str) {
        let message = format!("unknown key `{}`; known here are: {known}", key.value);
        self.findings.add(key.span.clone(), message);
    }

    fn wrong(&mut self, value: &Value<'_>, wanted: &str) {
        let message = format!("{wanted} is wanted here, not a {}", value.get_ref().type_str());
        self.findings.add(value.span(), message);
    }

    fn text(&mut self, value: &Value<'_>) -> Option<Text> {
        let text = value.get_ref().as_str().map(|s| Located::new(s.to_owned(), value.span()));
        if text.is_none() {
            self.wrong(value, "a text in quotes");
        }
        text
    }

    fn texts(&mut self, value: &Value<'_>) -> Vec<Text> {
        let Some(list) = value.get_ref().as_array() else {
            self.wrong(value, "a list of texts");
            return Vec::new();
        };
        list.iter().filter_map(|item| self.text(item)).collect()
    }

    fn number(&mut self, value: &Value<'_>) -> Option<Located<i64>> {
        let Some(integer) = value.get_ref().as_integer() else {
            self.wrong(value, "a whole number");
            return None;
        };
        let digits = integer.as_str().replace('_', "");
        let number = i64::from_str_radix(&digits, integer.radix()).ok();
        if number.is_none() {
            self.findings.add(value.span(), "this number is too large");
        }
        number.map(|number| Located::new(number, value.span()))
    }

    fn flag(&mut self, value: &Value<'_>) -> Option<bool> {
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            self.wrong(value, "true or false");
        }
        flag
    }

    fn table<'t, 'a>(&mut self, value: &'t Value<'a>) -> Vec<(Text, &'t Value<'a>)> {
        if let Some(table) = value.get_ref().as_table() {
            return self.entries(table);
        }
        self.wrong(value, "a table");
        Vec::new()
    }

    fn top(&mut self, draft: &mut Draft, key: &Text, value: &Value<'_>) {
        match key.value.as_str() {
            "extends" => draft.extends = self.text(value),
            "id" => draft.id = self.text(value),
            "name" => draft.name = self.text(value),
            "kanji" => draft.kanji = self.text(value),
            "romaji" => draft.romaji = self.text(value),
            "aliases" => draft.aliases = self.texts(value),
            "piece_notation" => draft.notation = self.text(value),
            "drops" => {
                draft.drops = self.flag(value).map(|flag| Located::new(flag, value.span()));
            }
            "remove" => draft.remove = self.texts(value),
            "xboard" => {
                for (key, value) in self.table(value) {
                    match key.value.as_str() {
                        "names" => draft.xboard_names = self.texts(value),
                        "start" => draft.xboard_start = self.text(value),
                        _ => self.unknown(&key, "names, start"),
                    }
                }
            }
            "board" => {
                for (key, value) in self.table(value) {
                    match key.value.as_str() {
                        "files" => draft.files = self.number(value),
                        "ranks" => draft.ranks = self.number(value),
                        "zone" => draft.zone = self.number(value),
                        _ => self.unknown(&key, "files, ranks, zone"),
                    }
                }
            }
            "start" => {
                for (name, value) in self.table(value) {
                    let rows = self.rows(value);
                    draft.starts.push(StartDraft { name, rows, span: value.span() });
                }
            }
            "rules" => {
                for (key, value) in self.table(value) {
                    draft.rules.extend(self.rule(&key, value, ""));
                }
            }
            "rule_sets" => {
                for (name, value) in self.table(value) {
                    draft.rule_sets.push(self.rule_set(name, value));
                }
            }
            "move_choices" => {
                for (key, value) in self.table(value) {
                    self.move_choice(draft, &key, value);
                }
            }
            "pieces" => self.pieces(draft, value),
            "evaluation" => draft.evaluation = Some(self.evaluation(value)),
            _ => self.unknown(key, TOP_KEYS),
        }
    }

    /// A start array: a list of rows, or one text with slashes.
    fn rows(&mut self, value: &Value<'_>) -> Vec<Text> {
        match value.get_ref().as_str() {
            Some(board) => {
                let span = value.span();
                // In a plain literal each row keeps its own place, with a sign on either side.
                let plain = span.len() == board.len() + 2;
                let mut at = span.start;
                let rows = board.split('/').map(|row| {
                    let place = at..at + row.len() + 2;
                    at += row.len() + 1;
                    Located::new(row.to_owned(), if plain { place } else { span.clone() })
                });
                rows.collect()
            }
            None => self.texts(value),
        }
    }

    fn rule(&mut self, key: &Text, value: &Value<'_>, more: &str) -> Option<RuleDraft> {
        let known = RuleOption::from_key(&key.value).filter(|&o| o != RuleOption::RuleSet);
        let Some(option) = known else {
            let options = RuleOption::ALL.into_iter().filter(|&o| o != RuleOption::RuleSet);
            let keys: Vec<_> = options.map(RuleOption::key).collect();
            self.unknown(key, &format!("{}{more}", keys.join(", ")));
            return None;
        };
        let text = match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Boolean(flag) => if *flag { "on" } else { "off" }.to_owned(),
            DeValue::Integer(_) => self.number(value)?.value.to_string(),
            _ => {
                self.wrong(value, "a text, a number, true or false");
                return None;
            }
        };
        Some(RuleDraft { option, value: Located::new(text, value.span()) })
    }

    /// The moves of pieces by the values of one option.
    fn move_choice(&mut self, draft: &mut Draft, key: &Text, value: &Value<'_>) {
        let Some(choice) = MoveChoice::from_key(&key.value) else {
            return self.unknown(key, &MoveChoice::ALL.map(MoveChoice::key).join(", "));
        };
        for (word, value) in self.table(value) {
            if choice.word(&word.value).is_none() {
                self.unknown(&word, &choice.words().join(", "));
            }
            let moves = self.moves(value);
            draft.move_choices.push(MoveChoiceDraft { choice, value: word, moves });
        }
    }

    /// Moves by the codes of pieces.
    fn moves(&mut self, value: &Value<'_>) -> Vec<(Text, Text)> {
        let entries = self.table(value).into_iter();
        entries.filter_map(|(code, value)| Some((code, self.text(value)?))).collect()
    }

    fn rule_set(&mut self, name: Text, value: &Value<'_>) -> RuleSetDraft {
        let mut set = RuleSetDraft { name, rules: Vec::new(), moves: Vec::new() };
        for (key, value) in self.table(value) {
            if key.value == "moves" {
                set.moves = self.moves(value);
            } else {
                set.rules.extend(self.rule(&key, value, ", moves"));
            }
        }
        set
    }

    fn pieces(&mut self, draft: &mut Draft, value: &Value<'_>) {
        let Some(list) = value.get_ref().as_array() else {
            return self.wrong(value, "a list of tables ([[pieces]])");
        };
        for item in list {
            let mut piece = PieceDraft::default();
            piece.form.span = item.span();
            let mut code = None;
            for (key, value) in self.table(item) {
                match key.value.as_str() {
                    "code" => code = self.text(value),
                    "letter" => piece.letter = self.text(value),
                    "last_rank" => {
                        for (rule, value) in self.table(value) {
                            let ranks = self.number(value);
                            piece.last_rank.extend(ranks.map(|ranks| (rule, ranks)));
                        }
                    }
                    "promoted" if value.get_ref().as_bool() == Some(false) => {
                        piece.promoted = Promoted::Never;
                    }
                    "promoted" => {
                        let mut form = FormDraft { span: value.span(), ..FormDraft::default() };
                        for (key, value) in self.table(value) {
                            self.form(&mut form, &key, value, FORM_KEYS);
                        }
                        piece.promoted = Promoted::Form(Box::new(form));
                    }
                    _ => {
                        let known = format!("code, letter, last_rank, promoted, {FORM_KEYS}");
                        self.form(&mut piece.form, &key, value, &known);
                    }
                }
            }
            match code {
                Some(code) => {
                    piece.form.span = code.span.clone();
                    piece.code = code;
                    draft.pieces.push(piece);
                }
                None => self.findings.add(piece.form.span, "a piece without `code`"),
            }
        }
    }

    fn evaluation(&mut self, value: &Value<'_>) -> EvaluationDraft {
        let mut draft = EvaluationDraft::default();
        for (key, value) in self.table(value) {
            match key.value.as_str() {
                "tempo" => draft.tempo = self.number(value),
                "pieces" => {
                    for (code, value) in self.table(value) {
                        let mut piece = PieceEvaluationDraft { code, ..Default::default() };
                        for (key, value) in self.table(value) {
                            match key.value.as_str() {
                                "value" => piece.value = self.number(value),
                                "ranks" => piece.ranks = self.numbers(value),
                                "files" => piece.files = self.numbers(value),
                                _ => self.unknown(&key, "value, ranks, files"),
                            }
                        }
                        draft.pieces.push(piece);
                    }
                }
                name => {
                    let slot = Term::of_key(name).and_then(|t| draft.weights.get_mut(t as usize));
                    if let Some(slot) = slot {
                        *slot = self.number(value);
                    } else {
                        let terms: Vec<_> = Term::ALL.into_iter().map(Term::key).collect();
                        self.unknown(&key, &format!("tempo, {}, pieces", terms.join(", ")));
                    }
                }
            }
        }
        draft
    }

    fn numbers(&mut self, value: &Value<'_>) -> Option<Located<Vec<Located<i64>>>> {
        let Some(list) = value.get_ref().as_array() else {
            self.wrong(value, "a list of whole numbers");
            return None;
        };
        let numbers: Vec<_> = list.iter().map(|item| self.number(item)).collect();
        // What is no number has been reported; the length of the rest would say nothing.
        let numbers = numbers.into_iter().collect::<Option<_>>()?;
        Some(Located::new(numbers, value.span()))
    }

    fn form(&mut self, form: &mut FormDraft, key: &Text, value: &Value<'_>, known: &str) {
        match key.value.as_str() {
            "name" => form.name = self.text(value),
            "kanji" => form.kanji = self.text(value),
            "short" => form.short = self.text(value),
            "romaji" => form.romaji = self.text(value),
            "move" => form.notation = self.text(value),
            "royal" => form.royal = self.flag(value),
            "lion" => form.lion = self.flag(value),
            "minor" => form.minor = self.flag(value),
            "pawn" => form.pawn = self.flag(value),
            "immune" => form.immune = self.flag(value),
            "burns" => form.burns = self.flag(value),
            "rank" => form.rank = self.number(value),
            "contagion" => form.contagion = self.text(value),
            "value" => form.value = self.number(value),
            _ => self.unknown(key, known),
        }
    }
}
