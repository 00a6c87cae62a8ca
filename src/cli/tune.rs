//! `daiban tune`: fits the evaluation of a game to games played.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget};

use super::destination::check_folder;
use super::{Context, games};
use crate::eval::EvalTables;
use crate::tune::data::{self, Choice, Samples, WHITE};
use crate::tune::fit::{Settings, fit};
use crate::tune::model::{Freedom, Model, Shape};
use crate::types::PieceType;
use crate::variant::evaluation::Evaluation;
use crate::variant::{Definition, export};

/// Arguments of `daiban tune`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n    \
    daiban match --variant chu --engine self name=a nodes=1000 --engine self name=b nodes=900 \\\n        \
        --openings random:12 --games 2000 --resign score=3000 plies=6 --record chu.jsonl\n    \
    daiban tune chu --data chu.jsonl --out mine.toml\n    \
    daiban variants check mine.toml\n\n\
    The same data and settings give the same result.")]
pub struct Arguments {
    /// Game
    #[arg(value_name = "GAME")]
    pub variant: String,
    /// Records of matches of this game, with the scores of the moves
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
    /// Game file to write: --source, or the exported game, with the fitted section
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Game file whose text is kept but for the section
    #[arg(long, value_name = "FILE")]
    pub source: Option<PathBuf>,
    /// Share of the game's result in what is foretold, 0 to 1; the search's score has the rest
    #[arg(long, value_name = "SHARE", default_value_t = Settings::default().lambda)]
    pub lambda: f64,
    /// How many positions the derived evaluation counts as
    #[arg(long, value_name = "N", default_value_t = Settings::default().prior_weight)]
    pub prior: f64,
    /// Steps of the fit
    #[arg(long, value_name = "N", default_value_t = Settings::default().steps)]
    pub steps: usize,
    /// Largest score of a position that is used, centipawns
    #[arg(long, value_name = "CP", default_value_t = Choice::default().max_score)]
    pub max_score: i32,
    /// Hold out one pair of games in so many
    #[arg(long, value_name = "N", default_value_t = Choice::default().held_out)]
    pub hold_out: u64,
    /// Least number of positions in which a type must occur to be fitted
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub least: usize,
}

/// Runs the command.
///
/// # Errors
/// No such game, unusable data, a file that cannot be written.
pub fn run(arguments: &Arguments, context: &mut Context<'_>) -> Result<ExitCode> {
    let Arguments { lambda, prior, steps, max_score, hold_out, .. } = *arguments;
    ensure!((0.0..=1.0).contains(&lambda), "--lambda takes 0 to 1");
    ensure!(prior.is_finite() && prior >= 0.0, "--prior starts at 0");
    ensure!(hold_out >= 2, "--hold-out starts at 2");
    let variant = games::variant(&context.registry, &arguments.variant, &[])?;
    ensure!(!variant.rules.drops, "games with drops cannot be tuned: the fit knows no hands");
    // Better now than after the fit.
    if let Some(out) = &arguments.out {
        check_folder(out)?;
    }
    let source = match &arguments.source {
        Some(path) => fs::read_to_string(path).with_context(|| path.display().to_string())?,
        None => export::to_toml(&variant.definition),
    };
    // What is derived is the prior, and not what an earlier fit came to.
    let mut bare = Definition::clone(&variant.definition);
    bare.evaluation = Evaluation::default();
    let bare = Arc::new(Arc::new(bare).default_variant()?);
    let samples = data::read(&bare, &arguments.data, Choice { max_score, held_out: hold_out })?;
    let Samples { games, .. } = samples;
    writeln!(
        context.out,
        "{games} games, {} quiet positions to fit to, {} held out",
        samples.fit.len(),
        samples.held_out.len()
    )?;
    let mut model = Model::new(&bare, &EvalTables::new(&bare), Freedom::default());
    let settings = Settings { lambda, prior_weight: prior, steps, ..Settings::default() };
    let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::stderr());
    let outcome = fit(&mut model, &samples, &settings, |step, _| bar.set_position(step as u64));
    bar.finish_and_clear();
    writeln!(context.out, "scale {:.0} cp", outcome.scale)?;
    for (name, (before, after)) in [("fitted", outcome.fit), ("held out", outcome.held_out)] {
        writeln!(context.out, "loss, {name:<9} {before:.5} before, {after:.5} after")?;
    }
    let counts = occurrences(&samples, Shape::of(&bare));
    let seen = |kind: PieceType| counts[kind.index()] >= arguments.least;
    let evaluation = model.evaluation(&bare, seen);
    let Some(out) = &arguments.out else {
        write!(context.out, "\n{}", evaluation.to_toml())?;
        return Ok(ExitCode::SUCCESS);
    };
    let text = evaluation.replace_in(&source);
    if let Err(findings) = context.registry.check_source(&out.display().to_string(), &text) {
        bail!("{}", findings.to_string().trim_end());
    }
    fs::write(out, text).with_context(|| out.display().to_string())?;
    writeln!(context.out, "{} types written to {}", evaluation.pieces.len(), out.display())?;
    Ok(ExitCode::SUCCESS)
}

/// In how many positions to fit to each type occurs.
fn occurrences(samples: &Samples, shape: Shape) -> Vec<usize> {
    let mut counts = vec![0; shape.kinds];
    let mut last = vec![usize::MAX; shape.kinds];
    for (number, sample) in samples.fit.iter().enumerate() {
        for &feature in &sample.features {
            let kind = (feature & !WHITE) as usize / (shape.ranks * shape.files);
            if last[kind] != number {
                last[kind] = number;
                counts[kind] += 1;
            }
        }
    }
    counts
}
