//! `daiban record`: shows the games of a match and writes them in other formats.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use clap::{Args, Subcommand, ValueEnum};

use super::{Context, games, plies};
use crate::arena::convert;
use crate::arena::record::{GameReader, GameRecord};
use crate::variant::Variant;

/// Arguments of `daiban record`.
#[derive(Debug, Args)]
#[command(after_help = "Example: daiban record show m.jsonl; daiban record show m.jsonl --game 3")]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub action: Action,
}

/// What to do with a record.
#[derive(Debug, Subcommand)]
pub enum Action {
    /// List the games, or show one with its moves and last position
    #[command(after_help = "Example: daiban record show m.jsonl --game 3")]
    Show {
        /// Record
        file: PathBuf,
        /// Number of a game
        #[arg(long, value_name = "N")]
        game: Option<u64>,
    },
    /// Write the games in another format
    #[command(after_help = "Example: daiban record convert m.jsonl --format pgn --out m.pgn")]
    Convert {
        /// Record
        file: PathBuf,
        /// Format
        #[arg(long, value_enum)]
        format: Format,
        /// Number of a game; all without it
        #[arg(long, value_name = "N")]
        game: Option<u64>,
        /// File to write; standard output without it
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
}

/// A format of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// PGN as XBoard reads it, up to 16 files and 15 ranks
    Pgn,
    /// KIF as lishogi reads it for Chu
    Kif,
    /// One line a game: position sfen ... moves ...
    Position,
}

/// The games of a record with the variants that they are played in.
struct Games<'a> {
    context: &'a crate::variant::Registry,
    known: HashMap<String, Arc<Variant>>,
}

impl Games<'_> {
    fn variant(&mut self, record: &GameRecord) -> Result<Arc<Variant>> {
        let key = format!("{} {:?}", record.variant, record.rules);
        if let Some(variant) = self.known.get(&key) {
            return Ok(Arc::clone(variant));
        }
        let variant = games::variant(self.context, &record.variant, &record.rules)?;
        self.known.insert(key, Arc::clone(&variant));
        Ok(variant)
    }
}

/// Runs the command.
///
/// # Errors
/// A record that cannot be read, or a game that cannot be written in the format.
pub fn run(arguments: &Arguments, context: &mut Context<'_>) -> Result<ExitCode> {
    let mut games = Games { context: &context.registry, known: HashMap::new() };
    match &arguments.action {
        Action::Show { file, game } => {
            let mut reader = GameReader::open(file)?;
            let mut found = false;
            while let Some(record) = reader.next_game()? {
                match game {
                    None => writeln!(context.out, "{}", line(&record))?,
                    Some(number) if *number == record.game => {
                        found = true;
                        let variant = games.variant(&record)?;
                        write!(context.out, "{}", convert::text(&variant, &record)?)?;
                    }
                    Some(_) => {}
                }
            }
            ensure!(found || game.is_none(), "the record has no game {}", game.unwrap_or(0));
        }
        Action::Convert { file, format, game, out } => {
            let mut reader = GameReader::open(file)?;
            let mut text = String::new();
            let mut found = false;
            while let Some(record) = reader.next_game()? {
                if game.is_some_and(|number| number != record.game) {
                    continue;
                }
                found = true;
                let variant = games.variant(&record)?;
                text.push_str(&match format {
                    Format::Pgn => convert::pgn(&variant, &record)?,
                    Format::Kif => convert::kif(&variant, &record)?,
                    Format::Position => convert::position(&variant, &record)? + "\n",
                });
            }
            ensure!(found, "the record has no such game");
            match out {
                Some(path) => {
                    fs::write(path, text).with_context(|| path.display().to_string())?;
                }
                None => write!(context.out, "{text}")?,
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// One game in a list.
fn line(record: &GameRecord) -> String {
    let GameRecord { game, black, white, result, reason, moves, .. } = record;
    let detail = record.detail.as_deref().unwrap_or_default();
    let line = format!(
        "{game:>5}  {black} - {white}  {}  {reason}, {}  {detail}",
        result.pgn(),
        plies(moves.len())
    );
    line.trim_end().to_owned()
}
