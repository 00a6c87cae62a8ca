//! `daiban openings`: makes a suite of balanced openings.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget};

use super::Context;
use super::destination::check_folder;
use super::games;
use crate::arena::openings::RandomOpenings;
use crate::arena::scorer::SearchScorer;

/// Arguments of `daiban openings`.
#[derive(Debug, Args)]
#[command(after_help = "Example: daiban openings --variant chu --count 200 --out chu.sfen\n\n\
    Each line is the position and how it came about; `daiban match --openings chu.sfen` reads it. \
    The same arguments make the same suite.")]
pub struct Arguments {
    /// Game
    #[arg(long, value_name = "ID", default_value = "dai")]
    pub variant: String,
    /// Rule options, NAME=VALUE ...
    #[arg(long, value_name = "RULE", num_args = 1..)]
    pub rules: Vec<String>,
    /// Number of openings
    #[arg(long, default_value_t = 200)]
    pub count: usize,
    /// Random plies from the start
    #[arg(long, default_value_t = 8)]
    pub plies: u32,
    /// Largest score for either side, centipawns
    #[arg(long, value_name = "CP", default_value_t = super::match_::BALANCE)]
    pub max_score: i32,
    /// Nodes of the search that scores
    #[arg(long, default_value_t = crate::arena::scorer::NODES)]
    pub nodes: u64,
    /// Seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// File to write; standard output without it
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// No such game, or a file that cannot be written.
pub fn run(arguments: &Arguments, context: &mut Context<'_>) -> Result<ExitCode> {
    let Arguments { count, plies, max_score, nodes, seed, .. } = *arguments;
    ensure!((1..=100).contains(&plies), "--plies takes 1 to 100");
    ensure!(nodes > 0, "--nodes starts at 1");
    if let Some(out) = &arguments.out {
        check_folder(out)?;
    }
    let options = games::rule_words(&arguments.rules);
    let variant = games::variant(&context.registry, &arguments.variant, &options)?;
    let bar = ProgressBar::with_draw_target(Some(count as u64), ProgressDrawTarget::stderr());
    let random = RandomOpenings { plies, max_score, seed };
    let mut scorer = SearchScorer::with_nodes(nodes);
    let suite = random.suite(&variant, count, &mut scorer, |done| bar.set_position(done as u64));
    bar.finish_and_clear();
    let mut text = format!(
        "# {} openings of {}: {plies} random plies, at most {max_score} cp at {nodes} nodes, seed \
         {seed}\n",
        suite.len(),
        variant.id
    );
    for opening in &suite {
        let line = opening.suite_line(&variant).map_err(anyhow::Error::msg)?;
        text.push_str(&line);
        text.push('\n');
    }
    match &arguments.out {
        Some(path) => fs::write(path, text).with_context(|| path.display().to_string())?,
        None => write!(context.out, "{text}")?,
    }
    if suite.len() < count {
        writeln!(context.err, "warning: only {} different openings were found", suite.len())?;
    }
    Ok(ExitCode::SUCCESS)
}
