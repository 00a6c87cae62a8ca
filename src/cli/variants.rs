//! `daiban variants`: list, show, check and export games.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::{Args, Subcommand};
use unicode_width::UnicodeWidthStr as _;

use super::{Context, diagram};
use crate::variant::{
    Choices, Definition, PieceKind, Registry, RegistryError, RuleOption, Variant, export, registry,
};

/// Arguments of `daiban variants`.
#[derive(Debug, Args)]
#[command(
    after_help = "Example: daiban variants show chu --piece LI, and a file of your own:\n    \
                         daiban variants export chu > mine.toml (edit it), daiban variants check mine.toml"
)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub action: Action,
}

/// What to do with games.
#[derive(Debug, Subcommand)]
pub enum Action {
    /// List the games at hand
    #[command(after_help = "Example: daiban variants list, and with a folder of your own:\n    \
                            daiban --games my-games variants list")]
    List,
    /// Show board, rules and pieces of a game, or the move of one piece
    #[command(after_help = "Example: daiban variants show maka --piece LD")]
    Show {
        /// Id or alias of the game
        game: String,
        /// A piece: code, letter or English name, promoted forms with a plus (`LI`, `+KR`)
        #[arg(long)]
        piece: Option<String>,
        /// A rule option, such as RuleSet=tsa; may be repeated
        #[arg(long = "option", short = 'o', value_name = "NAME=VALUE")]
        options: Vec<String>,
    },
    /// Check a game file: every fault with line, column and a caret
    #[command(after_help = "Example: daiban variants check mine.toml\n\nThe exit code is 1 when \
                            there are faults.")]
    Check {
        /// The file
        file: PathBuf,
    },
    /// Print a game as a complete file, to start a game of your own from
    #[command(after_help = "Example: daiban variants export dai > mine.toml")]
    Export {
        /// Id or alias of the game
        game: String,
    },
}

/// Runs the command.
///
/// # Errors
/// An unknown game, piece or option, an unreadable file, or output that fails.
pub fn run(arguments: &Arguments, context: &mut Context<'_>) -> anyhow::Result<ExitCode> {
    match &arguments.action {
        Action::List => list(context)?,
        Action::Show { game, piece, options } => {
            let variant = build(&context.registry, game, options)?;
            match piece {
                Some(piece) => show_piece(context, &variant, piece)?,
                None => show(context, &variant)?,
            }
        }
        Action::Check { file } => return check(context, file),
        Action::Export { game } => {
            let definition = context.registry.get(game).map_err(one_line)?;
            write!(context.out, "{}", export::to_toml(&definition))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Finds and builds a game with options given as `NAME=VALUE`.
///
/// # Errors
/// An unknown game or option.
pub fn build(registry: &Registry, game: &str, options: &[String]) -> anyhow::Result<Variant> {
    let mut choices = Choices::default();
    for option in options {
        let (name, value) =
            option.split_once('=').with_context(|| format!("`{option}` is not NAME=VALUE"))?;
        choices.set(name.trim(), value.trim())?;
    }
    let definition =
        registry.get(game).map_err(|error| with_hint(error, registry)).map_err(one_line)?;
    if let Some((option, value)) = definition.ignored(&choices).into_iter().next() {
        bail!("{} has no {} `{value}`", definition.name, option.name());
    }
    Ok(definition.build(&choices)?)
}

fn with_hint(error: RegistryError, registry: &Registry) -> RegistryError {
    match error {
        RegistryError::UnknownGame(name) => {
            let known = registry.ids().join(", ");
            RegistryError::UnknownGame(format!("{name}`; known are `{known}"))
        }
        other => other,
    }
}

#[expect(clippy::needless_pass_by_value, reason = "used as a mapping of errors")]
fn one_line(error: RegistryError) -> anyhow::Error {
    anyhow::Error::msg(error.to_string().trim_end().to_owned())
}

fn list(context: &mut Context<'_>) -> anyhow::Result<()> {
    let registry = &context.registry;
    let mut rows = vec![["id", "name", "board", "aliases"].map(str::to_owned).to_vec()];
    for id in registry.ids() {
        let (name, board) = match registry.get(id) {
            Ok(game) => (game.name.clone(), format!("{}x{}", game.files, game.ranks)),
            Err(_) => ("(faulty file)".to_owned(), String::new()),
        };
        let aliases = registry.aliases();
        let aliases: Vec<_> = aliases.iter().filter(|(_, i)| *i == id).map(|(a, _)| *a).collect();
        rows.push(vec![id.to_owned(), name, board, aliases.join(", ")]);
    }
    write!(context.out, "{}", columns(&rows))?;
    Ok(())
}

fn check(context: &mut Context<'_>, file: &Path) -> anyhow::Result<ExitCode> {
    let shown = file.display().to_string();
    let source = registry::read_file(file)
        .map_err(anyhow::Error::msg)
        .with_context(|| format!("cannot read {shown}"))?;
    match context.registry.check_source(&shown, &source) {
        Ok(game) => {
            let Definition { name, files, ranks, .. } = &game;
            let pieces = game.forms().count();
            writeln!(context.out, "{shown}: {name}, {files}x{ranks}, {pieces} pieces: no faults")?;
            Ok(ExitCode::SUCCESS)
        }
        Err(findings) => {
            write!(context.out, "{findings}")?;
            let count = findings.list.len();
            writeln!(context.out, "\n{count} fault{}", if count == 1 { "" } else { "s" })?;
            Ok(ExitCode::FAILURE)
        }
    }
}

fn show(context: &mut Context<'_>, game: &Variant) -> anyhow::Result<()> {
    let out = &mut context.out;
    let mut title = format!("{} ({})", game.name, game.id);
    for text in [&game.kanji, &game.romaji].into_iter().filter(|t| !t.is_empty()) {
        title = format!("{title}, {text}");
    }
    writeln!(out, "{title}")?;
    let board = &game.geometry;
    write!(out, "Board: {} files, {} ranks", board.files(), board.ranks())?;
    match game.rules.zone {
        0 => writeln!(out, ", no promotion zone")?,
        zone => writeln!(out, ", promotion in the far {zone} ranks")?,
    }
    let arrays: Vec<&str> = game.start_arrays.iter().map(|(name, _)| name.as_str()).collect();
    writeln!(out, "Start arrays: {}", arrays.join(", "))?;
    if !game.rule_sets.is_empty() {
        writeln!(out, "Rule sets beside the default: {}", game.rule_sets.join(", "))?;
    }
    writeln!(out, "\nRules:")?;
    let mut rows: Vec<Vec<String>> = Vec::new();
    let values = game.definition.effective_values(&game.choices);
    for option in RuleOption::ALL {
        if let Some(value) = values.get(option) {
            rows.push(vec![format!("  {}", option.name()), value]);
        }
    }
    write!(out, "{}", columns(&rows))?;
    writeln!(out, "\nPieces:")?;
    let head = ["  code", "letter", "name", "kanji", "romaji", "move", "promotes to", "marks"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (_, kind) in game.types() {
        let promotes = kind.promotes_to.map(|to| {
            let to = game.kind(to);
            format!("{} {}", to.full_code(), to.name)
        });
        let letter = match (kind.letter.is_empty(), kind.promoted) {
            (true, _) => String::new(),
            (false, true) => format!("+{}", kind.letter),
            (false, false) => kind.letter.clone(),
        };
        rows.push(vec![
            format!("  {}", kind.full_code()),
            letter,
            kind.name.clone(),
            kind.kanji.clone(),
            kind.romaji.clone(),
            kind.notation.clone(),
            promotes.unwrap_or_default(),
            marks(game, kind),
        ]);
    }
    write!(out, "{}", columns(&rows))?;
    Ok(())
}

/// What rules say of a piece, in words.
fn marks(game: &Variant, kind: &PieceKind) -> String {
    let mut marks = Vec::new();
    let flags = [
        (kind.royal, "royal"),
        (kind.lion, "lion"),
        (kind.minor, "minor"),
        (kind.contagion_immune, "immune"),
        (kind.burns, "burns its neighbours"),
    ];
    marks.extend(flags.into_iter().filter(|(set, _)| *set).map(|(_, word)| word.to_owned()));
    if let Some(into) = kind.contagion {
        marks.push(format!("captor becomes {}", game.kind(into).full_code()));
    }
    if kind.rank > 0 {
        marks.push(format!("rank {} among generals", kind.rank));
    }
    if kind.last_rank > 0 {
        let ranks = kind.last_rank;
        marks.push(format!("promotes quietly on the last {ranks}"));
    }
    marks.join(", ")
}

fn show_piece(context: &mut Context<'_>, game: &Variant, piece: &str) -> anyhow::Result<()> {
    let plain = piece.trim_start_matches('+');
    let promoted = piece.starts_with('+');
    let upper = plain.to_ascii_uppercase();
    let kind = game
        .find_code(&upper, promoted)
        .or_else(|| game.find_letter(&upper, promoted))
        .map(|number| game.kind(number))
        .or_else(|| {
            game.types().map(|(_, kind)| kind).find(|kind| kind.name.eq_ignore_ascii_case(piece))
        });
    let Some(kind) = kind else {
        bail!("{} has no piece `{piece}`; `daiban variants show {}` lists them", game.name, game.id)
    };
    let mut title = format!("{} {}", kind.full_code(), kind.name);
    for text in [&kind.kanji, &kind.romaji] {
        if !text.is_empty() {
            title = format!("{title}, {text}");
        }
    }
    writeln!(context.out, "{title}: {}\n", kind.notation)?;
    let size = game.geometry.files().max(game.geometry.ranks());
    write!(context.out, "{}", diagram::draw(&kind.movement, size))?;
    if let Some(to) = kind.promotes_to {
        let to = game.kind(to);
        writeln!(context.out, "\nPromotes to {} {}: {}", to.full_code(), to.name, to.notation)?;
    }
    let marks = marks(game, kind);
    if !marks.is_empty() {
        writeln!(context.out, "\nMarks: {marks}")?;
    }
    Ok(())
}

/// Rows as aligned columns, two blanks apart, as wide as a terminal shows them.
fn columns(rows: &[Vec<String>]) -> String {
    let mut widths: Vec<usize> = Vec::new();
    for row in rows {
        for (i, cell) in row.iter().enumerate() {
            match widths.get_mut(i) {
                Some(width) => *width = (*width).max(cell.width()),
                None => widths.push(cell.width()),
            }
        }
    }
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(cell);
            line.push_str(&" ".repeat(width.saturating_sub(cell.width()) + 2));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
