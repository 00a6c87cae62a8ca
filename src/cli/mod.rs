//! The command line: what `daiban` understands, and where each command is.

pub mod diagram;
pub mod variants;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

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

/// Runs a command; without one, the engine starts.
///
/// # Errors
/// What went wrong, as a chain for people.
pub fn run(cli: Cli, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let mut context = Context { registry: Registry::new(), out, err };
    if let Some(folder) = &cli.games {
        for fault in context.registry.add_directory(folder).err().unwrap_or_default() {
            writeln!(context.err, "{}", fault.to_string().trim_end())?;
        }
    }
    match cli.command {
        Some(Command::Variants(arguments)) => variants::run(&arguments, &mut context),
        None => start_engine(&mut context),
    }
}

/// What happens without a command.
fn start_engine(context: &mut Context<'_>) -> anyhow::Result<ExitCode> {
    writeln!(context.out, "{}", Cli::command().render_help())?;
    Ok(ExitCode::SUCCESS)
}
