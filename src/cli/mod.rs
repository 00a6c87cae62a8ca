//! The command line: what `daiban` understands, and where each command is.

pub mod analyze;
pub mod bench;
pub mod destination;
pub mod diagram;
pub mod games;
pub mod match_;
pub mod match_args;
pub mod match_progress;
pub mod mate;
pub mod openings;
pub mod perft;
pub mod play;
pub mod position_arguments;
pub mod record;
pub mod tune;
pub mod variants;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::engine::Engine;
use crate::protocol::{self, Dialect};
use crate::variant::Registry;

/// The command line.
#[derive(Debug, Parser)]
#[command(
    name = "daiban",
    version,
    about = "An engine for large shogi variants: Chu, Dai, Maka-Dai-Dai and games of your own",
    max_term_width = 100
)]
pub struct Cli {
    /// Folder with game files of your own (*.toml)
    #[arg(long, global = true, value_name = "DIR")]
    pub games: Option<PathBuf>,
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List, show, check and export games
    Variants(variants::Arguments),
    /// Show a position and what the search thinks of it
    Analyze(analyze::Arguments),
    /// Play against the engine in the terminal
    Play(play::Arguments),
    /// Count move sequences
    Perft(perft::Arguments),
    /// Search fixed positions: a signature of the search, and its speed
    Bench(bench::Arguments),
    /// Speak USI on standard input and output
    #[command(
        after_help = "Example: printf '%s\\n' usi quit | daiban usi\n\nWithout a command, daiban \
                            waits for the first word on its input: `xboard` starts the XBoard \
                            protocol, anything else USI."
    )]
    Usi {
        /// Announce the numbers of the search as options, for programs that tune them
        #[arg(long)]
        tunables: bool,
    },
    /// Play engines against each other and count
    Match(Box<match_::Arguments>),
    /// Make a suite of balanced openings
    Openings(openings::Arguments),
    /// Fit piece values and square tables of a game to games played
    Tune(tune::Arguments),
    /// Show and convert the games of a match
    Record(record::Arguments),
    /// Solve a mate problem: the forced capture of the last royal by attacks alone
    Mate(mate::Arguments),
    /// Speak XBoard's protocol on standard input and output
    #[command(after_help = "Example: xboard -fcp 'daiban xboard' -variant chu")]
    Xboard,
}

/// What every command gets.
#[expect(missing_debug_implementations, reason = "writers have none")]
pub struct Context<'a> {
    /// The games at hand, those of `--games` included.
    pub registry: Registry,
    /// Standard output.
    pub out: &'a mut dyn Write,
    /// Standard error.
    pub err: &'a mut dyn Write,
}

/// Runs a command; without one, the engine starts and waits for a client.
///
/// # Errors
/// What went wrong, as a chain for people.
pub fn run(cli: Cli, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let mut context = Context { registry: Registry::new(), out, err };
    // In a match `--games` is the number of games, and the folder has another name.
    let folder = cli.games.as_ref().filter(|_| !matches!(cli.command, Some(Command::Match(_))));
    if let Some(folder) = folder {
        for fault in context.registry.add_directory(folder).err().unwrap_or_default() {
            writeln!(context.err, "{}", fault.to_string().trim_end())?;
        }
    }
    match cli.command {
        Some(Command::Variants(arguments)) => variants::run(&arguments, &mut context),
        Some(Command::Analyze(arguments)) => analyze::run(&arguments, context),
        Some(Command::Mate(arguments)) => mate::run(&arguments, &mut context),
        Some(Command::Play(arguments)) => play::run(&arguments, context),
        Some(Command::Perft(arguments)) => perft::run(&arguments, context),
        Some(Command::Bench(arguments)) => bench::run(&arguments, &mut context),
        Some(Command::Usi { tunables }) => start_engine(context, Dialect::Usi, tunables),
        Some(Command::Xboard) => start_engine(context, Dialect::Xboard, false),
        None => start_engine(context, Dialect::Any, false),
        Some(Command::Match(arguments)) => match_::run(&arguments, &mut context),
        Some(Command::Openings(arguments)) => openings::run(&arguments, &mut context),
        Some(Command::Tune(arguments)) => tune::run(&arguments, &mut context),
        Some(Command::Record(arguments)) => record::run(&arguments, &mut context),
    }
}

/// `1 ply`, `2 plies`.
pub(crate) fn plies(count: usize) -> String {
    if count == 1 { "1 ply".to_owned() } else { format!("{count} plies") }
}

/// Speaks a protocol on standard input and output.
fn start_engine(
    context: Context<'_>,
    dialect: Dialect,
    tunables: bool,
) -> anyhow::Result<ExitCode> {
    let mut engine = Engine::new(context.registry)?;
    if tunables {
        engine.announce_tunables();
    }
    protocol::run(engine, dialect, io::stdin(), io::stdout())?;
    Ok(ExitCode::SUCCESS)
}
