//! What `daiban match` understands on the command line.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches, Subcommand};

/// Arguments of `daiban match`.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n    \
        A quick look, the engine against itself:\n    \
        daiban match --variant chu --engine self --engine self --games 4 --nodes 2000\n    \
        Against HaChu by the rules that it plays:\n    \
        daiban match --variant chu --rules RuleSet=hachu --engine self \\\n        \
        --engine cmd=/usr/games/hachu proto=xboard name=HaChu --games 20 --st 0.1 --record m.jsonl\n    \
        A test that stops by itself:\n    \
        daiban match --variant dai --engine cmd=./new name=new --engine cmd=./old name=old \\\n        \
        --games 20000 --nodes 2000 --sprt elo0=0 elo1=10 --concurrency 2 --record t.jsonl"
)]
pub struct Arguments {
    /// Merge shards instead of playing
    #[command(subcommand)]
    pub action: Option<Action>,

    #[command(flatten)]
    #[expect(missing_docs, reason = "its fields are documented")]
    pub engines: EngineWords,

    /// TOML file of engines, which come before those of --engine
    #[arg(long, value_name = "FILE")]
    pub engines_file: Option<PathBuf>,

    /// key=value words that hold for every engine which does not set them itself
    #[arg(long, value_name = "WORD", num_args = 1..)]
    pub each: Vec<String>,

    /// Game
    #[arg(long, value_name = "ID", default_value = "dai")]
    pub variant: String,

    /// Rule options of the match: NAME=VALUE, or a rule set alone; told to every engine that has them
    #[arg(long, value_name = "RULE", num_args = 1..)]
    pub rules: Vec<String>,

    /// Folder with game files of your own (here --games is a number)
    #[arg(long, value_name = "DIR")]
    pub games_path: Option<PathBuf>,

    /// Who meets whom: the first engine all others, or everybody everybody
    #[arg(long, value_name = "FORMAT", value_parser = ["gauntlet", "round-robin"],
          default_value = "gauntlet")]
    pub tournament: String,

    /// Games of each pairing, rounded up to whole pairs [default: 2]
    // It shares the id of the global --games DIR, whose place it takes in this command.
    #[arg(id = "games", long = "games", value_name = "N")]
    pub games: Option<PathBuf>,

    /// Pairs of games of each pairing, instead of --games
    #[arg(long, value_name = "N", conflicts_with = "games")]
    pub rounds: Option<u64>,

    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub concurrency: usize,

    /// Openings: `suite` (shipped), `start`, `random:PLIES`, or a file of SFENs or move lists
    /// [default: suite where the game has one, else random:8]
    #[arg(long, value_name = "SOURCE")]
    pub openings: Option<String>,

    /// Order in which a list of openings is used
    #[arg(long, value_parser = ["random", "sequential"], default_value = "random")]
    pub order: String,

    /// Seed of everything drawn at random
    #[arg(long, default_value_t = 1)]
    pub seed: u64,

    /// Clock: seconds a game, or seconds+increment
    #[arg(long, value_name = "TIME")]
    pub tc: Option<String>,

    /// Seconds for every move once the clock is used up
    #[arg(long, value_name = "SECONDS")]
    pub byoyomi: Option<String>,

    /// Seconds a move
    #[arg(long, value_name = "SECONDS")]
    pub st: Option<String>,

    /// Nodes a move
    #[arg(long, value_name = "N")]
    pub nodes: Option<String>,

    /// Depth of every move, plies
    #[arg(long, value_name = "N")]
    pub depth: Option<String>,

    /// Lag that is forgiven on every move, ms
    #[arg(long, value_name = "MS", default_value_t = 100)]
    pub margin: u64,

    /// Seconds that an engine may take to start, and to move where it has no clock
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0)]
    pub timeout: f64,

    /// Plies after which a game is drawn by length [default: by the size of the board; Chu 600,
    /// Dai 800, Maka 1200]
    #[arg(long, value_name = "N")]
    pub max_plies: Option<u32>,

    /// End lost games: both engines see one side at -score or worse for so many plies
    /// [score=2000 plies=8]
    #[arg(long, value_name = "WORD", num_args = 0..)]
    pub resign: Option<Vec<String>>,

    /// End dull games: both engines see at most score for so many plies without capture or
    /// promotion, from a ply on [score=30 plies=40 from=300]
    #[arg(long, value_name = "WORD", num_args = 0..)]
    pub draw: Option<Vec<String>>,

    /// Stop when a sequential test decides [elo0=0 elo1=10 alpha=0.05 beta=0.05
    /// model=normalized|logistic]
    #[arg(long, value_name = "WORD", num_args = 0..)]
    pub sprt: Option<Vec<String>>,

    /// Record of all games, JSON lines
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Continue the record where it ends
    #[arg(long, requires = "record")]
    pub resume: bool,

    /// Play only pairs A up to but not including B of the schedule
    #[arg(long, value_name = "A..B")]
    pub pairs: Option<String>,

    /// Draw Elo over the games, and the crosstable of a tournament, as SVG
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,

    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,

    /// Show the board of the running game on stderr
    #[arg(long)]
    pub watch: bool,
}

/// What else `daiban match` does.
#[derive(Debug, Subcommand)]
pub enum Action {
    /// Add up the records of the shards of one match
    #[command(after_help = "Example: daiban match merge shard-*.jsonl --sprt elo0=0 elo1=5")]
    Merge {
        /// Records
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Also say what a sequential test makes of the sum
        #[arg(long, value_name = "WORD", num_args = 0..)]
        sprt: Option<Vec<String>>,
        /// Print the result as one JSON object
        #[arg(long)]
        json: bool,
        /// Draw the course of the match as SVG
        #[arg(long, value_name = "FILE")]
        plot: Option<PathBuf>,
    },
}

/// The words of each `--engine`, kept apart.
#[derive(Clone, Debug, Default)]
pub struct EngineWords(pub Vec<Vec<String>>);

impl Args for EngineWords {
    fn augment_args(command: clap::Command) -> clap::Command {
        command.arg(
            Arg::new("engine")
                .long("engine")
                .value_name("WORD")
                .num_args(1..)
                .action(ArgAction::Append)
                .help(
                    "An engine: `self`, or cmd=PROGRAM arg=ARG proto=usi|xboard name=NAME dir=DIR \
                     memory=MB threads=N option.NAME=VALUE tc= st= byoyomi= nodes= depth=; repeat \
                     for each engine",
                ),
        )
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for EngineWords {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let groups = matches.get_occurrences::<String>("engine").into_iter().flatten();
        Ok(Self(groups.map(|words| words.cloned().collect()).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
