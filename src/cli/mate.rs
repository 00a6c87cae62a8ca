//! `daiban mate`: solves a mate problem.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;

use super::{Context, plies};
use crate::position::Position;
use crate::search::Control;
use crate::search::mate::{MateLimits, MateResult, MateSolver};
use crate::variant::Choices;

/// Arguments of `daiban mate`.
#[derive(Debug, Args)]
#[command(after_help = "Example: daiban mate --variant chu --sfen \
                        '5ex1+Pc2/6okt3/3s4X2+H/2+D9/3p+v1+Dpt3/12/12/2+a6q2/12/12/12/12 b - 1'\n\n\
                        The verdict is `checkmate` with the line, `checkmate nomate` or `checkmate \
                        timeout`, as in USI. The exit code is 0 for a mate, 1 otherwise.")]
pub struct Arguments {
    /// Id or alias of the game
    #[arg(long, default_value = "chu")]
    pub variant: String,
    /// The problem, the attacker to move; he needs no royal
    #[arg(long)]
    pub sfen: String,
    /// Give up after this many milliseconds; without it, never
    #[arg(long, value_name = "MS")]
    pub time: Option<u64>,
    /// Give up after this many nodes
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Size of the table in MB
    #[arg(long, default_value_t = 256, value_name = "MB",
          value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub hash: u32,
    /// A rule option, such as RuleSet=jcsa; may be repeated
    #[arg(long = "option", short = 'o', value_name = "NAME=VALUE")]
    pub options: Vec<String>,
}

/// Runs the command.
///
/// # Errors
/// An unknown game or option, a faulty SFEN, a defender without royal, or output that fails.
pub fn run(arguments: &Arguments, context: &mut Context<'_>) -> anyhow::Result<ExitCode> {
    let definition = context.registry.get(&arguments.variant)?;
    let mut choices = Choices::default();
    for option in &arguments.options {
        let (name, value) =
            option.split_once('=').with_context(|| format!("`{option}` is not NAME=VALUE"))?;
        choices.set(name, value)?;
    }
    let variant = Arc::new(definition.build(&choices)?);
    let position = Position::from_sfen(&variant, &arguments.sfen)?;
    if position.royal_count(!position.side()) == 0 {
        bail!("the side that is not to move has no royal to be captured");
    }
    let limits =
        MateLimits { time: arguments.time.map(Duration::from_millis), nodes: arguments.nodes };
    let mut solver = MateSolver::new(arguments.hash as usize);
    let report = solver.solve(&position, &limits, &Control::new());
    let verdict = match &report.result {
        MateResult::Mate(line) => {
            let mut after = position.clone();
            let moves = line.iter().map(|&m| {
                let text = after.move_text(m);
                let _ = after.make_move(m);
                text
            });
            moves.collect::<Vec<_>>().join(" ")
        }
        MateResult::NoMate => "nomate".to_owned(),
        MateResult::Unknown => "timeout".to_owned(),
    };
    writeln!(context.out, "checkmate {verdict}")?;
    let (nodes, time) = (report.nodes, report.time.as_millis());
    if let MateResult::Mate(line) = &report.result {
        let attacks = line.len().div_ceil(2);
        writeln!(
            context.out,
            "mate in {attacks} ({}), {nodes} nodes, {time} ms",
            plies(line.len())
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(context.out, "{nodes} nodes, {time} ms")?;
    Ok(ExitCode::FAILURE)
}
