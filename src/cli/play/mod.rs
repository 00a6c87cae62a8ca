//! `daiban play`: a person against the engine in the terminal.

pub mod board;
pub mod input;
pub mod save;
mod table;

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};

use super::Context;
use super::position_arguments::PositionArguments;
use crate::engine::Engine;
use crate::types::Color;
use board::Style;
use table::{Clocks, Table};

/// Arguments of `daiban play`.
#[derive(Debug, Args)]
#[command(after_help = "Example: daiban play --variant chu --side gote --movetime 3000\n\n\
                        `help` at the prompt lists what you can type. The game is saved after \
                        every move.")]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// The side that you play [default: sente; in a game that is resumed, the same as before]
    #[arg(long, value_enum)]
    side: Option<Side>,
    /// Thinking time of the engine in milliseconds
    #[arg(long, default_value_t = 1000, value_name = "MS")]
    movetime: u64,
    /// Deepest iteration of the engine in plies, instead of a time
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Playing level of the engine, 0 to 20
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=20))]
    skill: Option<u8>,
    /// Clocks for both sides: minutes, and seconds added after every move
    #[arg(long, value_name = "MINUTES[+SECONDS]")]
    clock: Option<String>,
    /// Letters or codes instead of kanji
    #[arg(long)]
    letters: bool,
    /// Colours
    #[arg(long, value_enum, default_value_t = Paint::Auto)]
    color: Paint,
    /// Where the game is saved after every move; a game there that is not over is left alone, and
    /// the new one gets a number
    #[arg(long, default_value = "daiban-play.jsonl", value_name = "FILE")]
    save: PathBuf,
    /// Go on with a saved game, in that file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sfen", "moves"])]
    resume: Option<PathBuf>,
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    /// You move first.
    Sente,
    /// The engine moves first.
    Gote,
    /// You move both sides.
    Both,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Paint {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Paint {
    fn wanted(self) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => {
                let refused = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
                let dumb = std::env::var_os("TERM").is_some_and(|t| t == "dumb");
                io::stdout().is_terminal() && !refused && !dumb
            }
        }
    }
}

/// Plays a game.
///
/// # Errors
/// Bad arguments, a file that cannot be read or written, or an output that is gone.
pub fn run(arguments: &Arguments, context: Context<'_>) -> anyhow::Result<ExitCode> {
    let mut engine = Engine::new(context.registry)?;
    let style = Style { kanji: !arguments.letters, color: arguments.color.wanted() };
    let clocks = arguments.clock.as_deref().map(parse_clock).transpose()?;
    let mut saved = None;
    let mut path = arguments.save.clone();
    if let Some(file) = &arguments.resume {
        let game = save::load(file).with_context(|| format!("cannot resume {}", file.display()))?;
        if !game.is_unfinished() {
            writeln!(context.out, "The game is over: {}, {}.", game.result, game.reason)?;
            return Ok(ExitCode::SUCCESS);
        }
        path.clone_from(file);
        engine.set_option("USI_Variant", &game.variant)?;
        for (name, value) in &game.rules {
            engine.set_option(name, value)?;
        }
        arguments.position.set_options(&mut engine)?;
        let moves: Vec<String> = game.moves.iter().map(|m| m.m.clone()).collect();
        engine.set_position(Some(&game.sfen), &moves)?;
        saved = Some(game);
    } else {
        arguments.position.apply(&mut engine)?;
        path = save::free_path(&path);
        if path != arguments.save {
            let (kept, own) = (arguments.save.display(), path.display());
            writeln!(context.out, "{kept} holds a game that is not over; this one goes to {own}.")?;
        }
    }
    if let Some(skill) = arguments.skill {
        engine.set_option("SkillLevel", &skill.to_string())?;
    }
    let side = arguments.side.or_else(|| saved.as_ref().map(side_of)).unwrap_or(Side::Sente);
    let human = match side {
        Side::Sente => Some(Color::Black),
        Side::Gote => Some(Color::White),
        Side::Both => None,
    };
    let limits = match arguments.depth {
        Some(depth) => (Some(depth), None),
        None => (None, Some(Duration::from_millis(arguments.movetime.max(1)))),
    };
    let mut table = Table::new(engine, style, human, limits, clocks, path, saved.as_ref());
    table.run(&mut io::stdin().lock(), context.out)?;
    Ok(ExitCode::SUCCESS)
}

/// The side that the person had in a saved game.
fn side_of(game: &save::SavedGame) -> Side {
    match (game.black == save::PLAYER, game.white == save::PLAYER) {
        (true, true) => Side::Both,
        (false, true) => Side::Gote,
        _ => Side::Sente,
    }
}

/// `10`, `10+5`, `0.5+0`.
fn parse_clock(text: &str) -> anyhow::Result<Clocks> {
    let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
    let number = |t: &str| t.trim().parse::<f64>().ok().filter(|n| (0.0..=100_000.0).contains(n));
    match (number(minutes), number(seconds)) {
        (Some(minutes), Some(seconds)) if minutes > 0.0 => Ok(Clocks::new(
            Duration::from_secs_f64(minutes * 60.0),
            Duration::from_secs_f64(seconds),
        )),
        _ => bail!("`{text}` is no clock: minutes, or minutes+seconds"),
    }
}
