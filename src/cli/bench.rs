//! `daiban bench`: the signature and the speed of the search.

use std::io;
use std::process::ExitCode;

use clap::Args;

use super::Context;
use crate::engine::bench::{DEFAULT_DEPTH, bench};
use crate::search::Control;
use crate::search::info::nodes_per_second;

/// Arguments of `daiban bench`.
#[derive(Debug, Args)]
#[command(after_help = "Example: daiban bench 9\n\n\
                        The node count is the same on every machine; it changes only when search \
                        or evaluation do.")]
pub struct Arguments {
    /// Depth in plies
    #[arg(default_value_t = DEFAULT_DEPTH, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
}

/// Runs the command.
///
/// # Errors
/// An output that is closed.
pub fn run(arguments: &Arguments, context: &mut Context<'_>) -> anyhow::Result<ExitCode> {
    let out = &mut *context.out;
    let mut written: io::Result<()> = Ok(());
    let control = Control::new();
    let sums = bench(arguments.depth, &control, |row| {
        let line = writeln!(
            out,
            "{:>5} {:>3} plies  {:>10} nodes {:>8} ms  {}",
            row.game,
            row.plies,
            row.nodes,
            row.time.as_millis(),
            row.best
        );
        if let Err(error) = line.and_then(|()| out.flush()) {
            written = Err(error);
            control.stop();
        }
    })?;
    written?;
    if let Some((nodes, time)) = sums {
        writeln!(out, "{nodes} nodes {} nps", nodes_per_second(nodes, time))?;
    }
    Ok(ExitCode::SUCCESS)
}
