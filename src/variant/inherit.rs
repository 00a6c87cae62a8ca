//! `extends`: a file says only where it differs from another game.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::ops::Range;

use super::PieceNotation;
use super::definition::{Definition, Form, MoveVariation, PieceDefinition, RuleSet};
use super::draft::{
    Draft, EvaluationDraft, FormDraft, Located, MoveChoiceDraft, PieceDraft, Promoted, RuleDraft,
    RuleSetDraft, StartDraft, Text,
};
use super::options::{RuleOption, RuleValues};

/// The draft of `child` with everything that it does not say taken from `parent`.
///
/// Rules are inherited one by one, pieces by code and there key by key; `remove` takes pieces away.
/// `[start]`, `[rule_sets]`, `[move_choices]` and `[evaluation]` replace those of the parent as a whole; without one
/// of its own, a child on the same board has its parent's evaluation of the pieces that it leaves
/// as they are. Identifier, name, aliases and
/// `XBoard` names are never inherited. What is wrong with an inherited value is reported at `place`.
pub(super) fn extend(child: Draft, parent: &Definition, place: &Range<usize>) -> Draft {
    let text = |value: &str| Located::new(value.to_owned(), place.clone());
    let number = |value: u8| Located::new(i64::from(value), place.clone());
    let notation = match parent.piece_notation {
        PieceNotation::Codes => "codes",
        PieceNotation::Letters => "letters",
    };
    let evaluation =
        child.evaluation.clone().or_else(|| inherited_evaluation(&child, parent, place));
    let own_starts = !child.starts.is_empty();
    let start = |start: &super::definition::StartArray| StartDraft {
        name: text(&start.name),
        rows: start.rows.iter().map(|row| text(row)).collect(),
        span: place.clone(),
    };
    let mut rules = rule_drafts(&parent.rules, place);
    // The name of the default array means nothing among the child's own arrays.
    rules.retain(|r| {
        !(own_starts && r.option == RuleOption::StartPosition)
            && child.rules.iter().all(|own| own.option != r.option)
    });
    rules.extend(child.rules);
    let removed = |code: &str| child.remove.iter().any(|r| r.value == code);
    let mut pieces: Vec<PieceDraft> =
        parent.pieces.iter().filter(|p| !removed(&p.code)).map(|p| piece_draft(p, place)).collect();
    let mut seen = Vec::new();
    for own in child.pieces {
        // A second description of one piece stays apart, for the checks to find.
        if seen.contains(&own.code.value) {
            pieces.push(own);
            continue;
        }
        seen.push(own.code.value.clone());
        match pieces.iter_mut().find(|p| p.code.value == own.code.value) {
            Some(inherited) => overlay(inherited, own),
            None => pieces.push(own),
        }
    }
    Draft {
        evaluation,
        notation: child.notation.or_else(|| Some(text(notation))),
        files: child.files.or_else(|| Some(number(parent.files))),
        ranks: child.ranks.or_else(|| Some(number(parent.ranks))),
        zone: child.zone.or_else(|| Some(number(parent.zone))),
        drops: child.drops.or_else(|| Some(Located::new(parent.drops, place.clone()))),
        remove: child
            .remove
            .iter()
            .filter(|r| parent.pieces.iter().all(|p| p.code != r.value))
            .cloned()
            .collect(),
        starts: if own_starts { child.starts } else { parent.starts.iter().map(start).collect() },
        rules,
        move_choices: if child.move_choices.is_empty() {
            parent.move_choices.iter().map(|entry| move_choice_draft(entry, place)).collect()
        } else {
            child.move_choices
        },
        rule_sets: if child.rule_sets.is_empty() {
            parent.rule_sets.iter().map(|set| rule_set_draft(set, place)).collect()
        } else {
            child.rule_sets
        },
        pieces,
        ..child
    }
}

/// What the parent's evaluation still says of the child's pieces.
fn inherited_evaluation(
    child: &Draft,
    parent: &Definition,
    place: &Range<usize>,
) -> Option<EvaluationDraft> {
    let same = |own: &Option<Located<i64>>, inherited: u8| {
        own.as_ref().is_none_or(|n| n.value == i64::from(inherited))
    };
    let same_board = same(&child.files, parent.files)
        && same(&child.ranks, parent.ranks)
        && same(&child.zone, parent.zone);
    if parent.evaluation.is_empty() || !same_board {
        return None;
    }
    let redone = |form: &FormDraft| form.notation.is_some() || form.value.is_some();
    let kept = |code: &str| {
        let (base, promoted) = code.strip_prefix('+').map_or((code, false), |base| (base, true));
        let own = child.pieces.iter().filter(|p| p.code.value == base);
        let changed = own.into_iter().any(|p| match (&p.promoted, promoted) {
            (Promoted::Form(form), true) => redone(form),
            (Promoted::Never, true) => true,
            (Promoted::Unsaid, true) => false,
            (_, false) => redone(&p.form),
        });
        !changed && child.remove.iter().all(|r| r.value != base)
    };
    let mut draft = parent.evaluation.draft(place);
    draft.pieces.retain(|piece| kept(&piece.code.value));
    Some(draft)
}

fn rule_drafts(values: &RuleValues, place: &Range<usize>) -> Vec<RuleDraft> {
    let drafts = RuleOption::ALL.into_iter().filter_map(|option| {
        let value = Located::new(values.get(option)?, place.clone());
        Some(RuleDraft { option, value })
    });
    drafts.collect()
}

fn rule_set_draft(set: &RuleSet, place: &Range<usize>) -> RuleSetDraft {
    let text = |value: &str| Located::new(value.to_owned(), place.clone());
    RuleSetDraft {
        name: text(&set.name),
        rules: rule_drafts(&set.values, place),
        moves: set.moves.iter().map(|m| (text(&m.code), text(&m.notation))).collect(),
    }
}

fn move_choice_draft(entry: &MoveVariation, place: &Range<usize>) -> MoveChoiceDraft {
    let text = |value: &str| Located::new(value.to_owned(), place.clone());
    MoveChoiceDraft {
        choice: entry.choice,
        value: text(&entry.value),
        moves: entry.moves.iter().map(|m| (text(&m.code), text(&m.notation))).collect(),
    }
}

fn piece_draft(piece: &PieceDefinition, place: &Range<usize>) -> PieceDraft {
    let text = |value: &str| Located::new(value.to_owned(), place.clone());
    let ranks = piece.last_rank;
    let last_rank = [("seed", ranks.seed), ("lishogi", ranks.lishogi), ("pawn", ranks.pawn)];
    PieceDraft {
        code: text(&piece.code),
        letter: Some(text(&piece.letter)),
        last_rank: last_rank
            .into_iter()
            .map(|(rule, n)| (text(rule), Located::new(i64::from(n), place.clone())))
            .collect(),
        form: form_draft(&piece.form, place),
        promoted: match &piece.promoted {
            Some(form) => Promoted::Form(Box::new(form_draft(form, place))),
            None => Promoted::Never,
        },
    }
}

fn form_draft(form: &Form, place: &Range<usize>) -> FormDraft {
    let text =
        |value: &str| -> Option<Text> { Some(Located::new(value.to_owned(), place.clone())) };
    FormDraft {
        name: text(&form.name),
        kanji: text(&form.kanji),
        short: text(&form.short),
        romaji: text(&form.romaji),
        notation: text(&form.notation),
        royal: Some(form.royal),
        lion: Some(form.lion),
        minor: Some(form.minor),
        pawn: Some(form.pawn),
        immune: Some(form.immune),
        burns: Some(form.burns),
        rank: Some(Located::new(i64::from(form.rank), place.clone())),
        contagion: form.contagion.as_deref().and_then(text),
        value: form.value.map(|v| Located::new(i64::from(v), place.clone())),
        span: place.clone(),
    }
}

/// Writes what `own` says over an inherited piece.
fn overlay(inherited: &mut PieceDraft, own: PieceDraft) {
    inherited.code = own.code;
    inherited.letter = own.letter.or(inherited.letter.take());
    for (rule, ranks) in own.last_rank {
        inherited.last_rank.retain(|(r, _)| r.value != rule.value);
        inherited.last_rank.push((rule, ranks));
    }
    overlay_form(&mut inherited.form, own.form);
    match (&mut inherited.promoted, own.promoted) {
        (_, Promoted::Unsaid) => {}
        (Promoted::Form(inherited), Promoted::Form(own)) => overlay_form(inherited, *own),
        (promoted, own) => *promoted = own,
    }
}

fn overlay_form(inherited: &mut FormDraft, own: FormDraft) {
    let old = std::mem::take(inherited);
    *inherited = FormDraft {
        name: own.name.or(old.name),
        kanji: own.kanji.or(old.kanji),
        short: own.short.or(old.short),
        romaji: own.romaji.or(old.romaji),
        notation: own.notation.or(old.notation),
        royal: own.royal.or(old.royal),
        lion: own.lion.or(old.lion),
        minor: own.minor.or(old.minor),
        pawn: own.pawn.or(old.pawn),
        immune: own.immune.or(old.immune),
        burns: own.burns.or(old.burns),
        rank: own.rank.or(old.rank),
        contagion: own.contagion.or(old.contagion),
        value: own.value.or(old.value),
        span: own.span,
    };
}
