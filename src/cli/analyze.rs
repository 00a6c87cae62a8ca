//! `daiban analyze`: shows a position and what the search thinks of it, as it deepens.

use std::io::Write;
use std::process::ExitCode;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use anyhow::bail;
use clap::Args;

use super::Context;
use super::position_arguments::PositionArguments;
use crate::engine::{Answer, Engine, SearchClient};
use crate::game::Status;
use crate::position::Position;
use crate::protocol::usi::output::line_text;
use crate::search::{Bound, SearchInfo};
use crate::types::Score;
use crate::types::score::mate_distance;

/// Arguments of `daiban analyze`.
#[derive(Debug, Args)]
#[command(after_help = "Example: daiban analyze --variant dai --movetime 5000 --multipv 3\n\n\
                        Scores are for the side to move; 1.00 is a pawn, `#3` captures the last \
                        royal in 3 plies.")]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Thinking time in milliseconds [default: 5000, unless another limit is given]
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Deepest iteration in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Nodes to search
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Lines to show
    #[arg(long, default_value_t = 1)]
    multipv: u32,
    /// Search threads
    #[arg(long, default_value_t = 1)]
    threads: u32,
    /// Search table in MiB
    #[arg(long, default_value_t = 64)]
    hash: u32,
}

/// Time without any limit given.
const DEFAULT_TIME: u64 = 5000;

enum Report {
    Info(SearchInfo),
    Answer(Answer),
}

struct Reporter(Sender<Report>);

impl SearchClient for Reporter {
    fn on_info(&mut self, info: &SearchInfo) {
        // Without a receiver nobody is interested any more.
        let _ = self.0.send(Report::Info(info.clone()));
    }

    fn on_answer(&mut self, answer: Answer) {
        let _ = self.0.send(Report::Answer(answer));
    }
}

/// Runs the command.
///
/// # Errors
/// A position or option that does not exist, or an output that is closed.
pub fn run(arguments: &Arguments, context: Context<'_>) -> anyhow::Result<ExitCode> {
    let out = context.out;
    let mut engine = Engine::new(context.registry)?;
    engine.set_option("USI_Hash", &arguments.hash.to_string())?;
    engine.set_option("Threads", &arguments.threads.to_string())?;
    engine.set_option("MultiPV", &arguments.multipv.to_string())?;
    arguments.position.apply(&mut engine)?;
    show_position(&mut engine, out)?;
    if engine.status() != Status::Playing {
        return Ok(ExitCode::SUCCESS);
    }
    let mut limits = engine.limits();
    limits.move_overhead = Duration::ZERO;
    limits.depth = arguments.depth;
    limits.nodes = arguments.nodes;
    limits.movetime = arguments.movetime.map(Duration::from_millis);
    if limits.depth.is_none() && limits.nodes.is_none() && limits.movetime.is_none() {
        limits.movetime = Some(Duration::from_millis(DEFAULT_TIME));
    }
    let root = engine.game().position().clone();
    let (sender, reports) = channel();
    engine.go(limits, Box::new(Reporter(sender)));
    writeln!(out, "{:>5} {:>9} {:>8} {:>8} {:>8}  line", "depth", "score", "nodes", "n/s", "time")?;
    for report in reports {
        match report {
            Report::Info(info) => writeln!(out, "{}", info_row(&root, &info))?,
            Report::Answer(Answer::Search(result)) => {
                let best: Vec<_> = result.best.into_iter().collect();
                writeln!(out, "\nbest move: {}", line_text(&root, &best))?;
                return Ok(ExitCode::SUCCESS);
            }
            Report::Answer(Answer::Mate(_)) => {}
        }
        out.flush()?;
    }
    bail!("the search failed")
}

fn show_position(engine: &mut Engine, out: &mut dyn Write) -> anyhow::Result<()> {
    let status = engine.status();
    let position = engine.game().position();
    let variant = position.variant();
    let kanji =
        if variant.kanji.is_empty() { String::new() } else { format!(" {}", variant.kanji) };
    writeln!(out, "{}{kanji}, {} to move\n", variant.name, position.side())?;
    writeln!(out, "{position}")?;
    writeln!(out, "sfen {}", position.sfen())?;
    if status != Status::Playing {
        writeln!(out, "status {status}")?;
    }
    writeln!(out)?;
    Ok(())
}

fn info_row(root: &Position, info: &SearchInfo) -> String {
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => ">=",
        Bound::Upper => "<=",
    };
    format!(
        "{:>5} {:>9} {:>8} {:>8} {:>7.2}s  {}",
        info.depth,
        format!("{bound}{}", score(info.score)),
        short(info.nodes),
        short(info.nps),
        info.time.as_secs_f64(),
        line_text(root, &info.pv)
    )
}

/// `+1.25`, `#3`, `-#4`.
fn score(score: Score) -> String {
    match mate_distance(score) {
        Some(plies) if plies < 0 => format!("-#{}", -plies),
        Some(plies) => format!("#{plies}"),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}

/// `950`, `12.3k`, `4.5M`, `1.2G`.
pub(super) fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{:.1}k", number as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1}M", number as f64 / 1e6),
        _ => format!("{:.1}G", number as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::MATE;

    #[test]
    fn numbers_are_short() {
        assert_eq!(short(9999), "9999");
        assert_eq!(short(12_345), "12.3k");
        assert_eq!(short(4_510_000), "4.5M");
        assert_eq!(short(1_234_000_000), "1.2G");
        assert_eq!(score(-125), "-1.25");
        assert_eq!(score(MATE - 3), "#3");
        assert_eq!(score(4 - MATE), "-#4");
    }
}
