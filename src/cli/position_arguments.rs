//! The arguments that name a position and its rules, shared by several commands.

use anyhow::{Context as _, bail};
use clap::Args;

use crate::engine::Engine;
use crate::engine::options::DEFAULT_VARIANT;

/// A position and the options that hold in it.
#[derive(Debug, Args)]
pub struct PositionArguments {
    /// Id or alias of the game
    #[arg(long, short = 'g', default_value = DEFAULT_VARIANT, value_name = "GAME")]
    pub variant: String,
    /// Position to start from; the game's start position when left out
    #[arg(long)]
    pub sfen: Option<String>,
    /// Moves played from there, in USI text
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    pub moves: Vec<String>,
    /// An option of the USI protocol, such as LionTrading=always; may be repeated
    #[arg(long = "option", short = 'o', value_name = "NAME=VALUE")]
    pub options: Vec<String>,
}

impl PositionArguments {
    /// Sets game, options and position.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn apply(&self, engine: &mut Engine) -> anyhow::Result<()> {
        engine.set_option("USI_Variant", &self.variant)?;
        self.set_options(engine)?;
        let moves: Vec<String> =
            self.moves.iter().flat_map(|m| m.split_whitespace()).map(str::to_owned).collect();
        engine
            .set_position(self.sfen.as_deref(), &moves)
            .with_context(|| format!("this is no position of {}", engine_name(engine)))
    }

    /// Sets the options alone.
    ///
    /// # Errors
    /// An option that does not exist, or a value that it does not take.
    pub fn set_options(&self, engine: &mut Engine) -> anyhow::Result<()> {
        for option in &self.options {
            let Some((name, value)) = option.split_once('=') else {
                bail!("`{option}` is not of the form NAME=VALUE");
            };
            engine.set_option(name.trim(), value.trim())?;
        }
        Ok(())
    }
}

fn engine_name(engine: &Engine) -> String {
    engine.variant().name.clone()
}
