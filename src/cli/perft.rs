//! `daiban perft`: counts move sequences, to check a move generator and its speed.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context as _;
use clap::Args;

use super::Context;
use super::analyze::short;
use super::position_arguments::PositionArguments;
use crate::engine::Engine;
use crate::movegen::perft::{LastPly, perft_divide};
use crate::search::info::nodes_per_second;

/// Arguments of `daiban perft`.
#[derive(Debug, Args)]
#[command(after_help = "Example: daiban perft --variant chu 4 --threads 2\n\n\
                        Only the capture of the last royal ends a line; repetition, bare king and \
                        move limit are ignored.")]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=30))]
    depth: u32,
    /// Threads that share the root moves
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Show the count of every root move
    #[arg(long)]
    divide: bool,
    /// Make and take back the moves of the last ply instead of counting them
    #[arg(long)]
    play: bool,
}

/// Runs the command.
///
/// # Errors
/// A position or option that does not exist, or an output that is closed.
pub fn run(arguments: &Arguments, context: Context<'_>) -> anyhow::Result<ExitCode> {
    let Context { registry, out, .. } = context;
    let mut engine = Engine::new(registry)?;
    arguments.position.apply(&mut engine)?;
    let position = engine.game().position();
    let last = if arguments.play { LastPly::Played } else { LastPly::Counted };
    let threads = usize::from(arguments.threads);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .context("the threads cannot be started")?;
    let start = Instant::now();
    let counts = pool.install(|| perft_divide(position, arguments.depth, last));
    let time = start.elapsed();
    let nodes = if arguments.depth == 0 { 1 } else { counts.iter().map(|(_, n)| n).sum() };
    if arguments.divide {
        for (m, count) in &counts {
            writeln!(out, "{} {count}", position.move_text(*m))?;
        }
    }
    writeln!(
        out,
        "{} perft {}: {nodes} nodes in {:.3} s, {} nodes/s",
        position.variant().id,
        arguments.depth,
        time.as_secs_f64(),
        short(nodes_per_second(nodes, time)),
    )?;
    Ok(ExitCode::SUCCESS)
}
