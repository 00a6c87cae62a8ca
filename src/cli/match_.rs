//! `daiban match`: engines against each other, and the sum of shards.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};

use super::Context;
use super::games;
pub use super::match_args::{Action, Arguments};
use super::match_progress::Progress;
use crate::arena::adjudicate::{Adjudication, DrawRule, ResignRule};
use crate::arena::clock::TimeControl;
use crate::arena::config::{EngineSpec, make_names_unique, read_engines};
use crate::arena::engine::{Fault, GameStart};
use crate::arena::openings::{Opening, RandomOpenings, parse_openings, shuffled};
use crate::arena::plot;
use crate::arena::record::{FORMAT, Header, RecordReader, RecordWriter};
use crate::arena::referee::MatchRules;
use crate::arena::report::{Summary, ending_text};
use crate::arena::runner::{MatchPlan, OpeningBook, run as run_match};
use crate::arena::schedule::{Format, Schedule, parse_pairs};
use crate::arena::scorer::SearchScorer;
use crate::arena::sprt::Sprt;
use crate::arena::suites;
use crate::arena::tally::Tally;
use crate::types::Color;
use crate::variant::Variant;

/// Largest score of a random opening, centipawns.
pub const BALANCE: i32 = 100;

/// Runs the command.
///
/// # Errors
/// Everything that keeps the match from being played or counted.
pub fn run(arguments: &Arguments, context: &mut Context<'_>) -> Result<ExitCode> {
    if let Some(Action::Merge { files, sprt, json, plot }) = &arguments.action {
        let sprt = parse_sprt(sprt.as_deref())?;
        return merge(files, sprt, *json, plot.as_deref(), context);
    }
    if let Some(folder) = games_folder(arguments) {
        for fault in context.registry.add_directory(folder).err().unwrap_or_default() {
            writeln!(context.err, "{}", fault.to_string().trim_end())?;
        }
    }
    let (plan, header) = prepare(arguments, context)?;
    warn_of_load(&plan, context)?;
    if let Some(path) = &arguments.plot {
        // Better now than after the match.
        std::fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(path)
            .with_context(|| format!("plot {}", path.display()))?;
    }
    let names = plan.engines.iter().map(|engine| engine.name.clone()).collect();
    let mut tally = Tally::new(names, &plan.schedule);
    let mut writer = match &arguments.record {
        Some(path) if arguments.resume => Some(RecordWriter::resume(path, &header, |game| {
            tally.add(game);
        })?),
        Some(path) => Some(RecordWriter::create(path, &header)?),
        None => None,
    };
    let total = 2 * (plan.pairs.end - plan.pairs.start);
    if tally.games() < total {
        check_engines(&plan, context)?;
    }
    let progress = Progress::new(total, &tally, plan.sprt, arguments.watch);
    let scorer = || -> Box<dyn crate::arena::openings::Scorer> { Box::new(SearchScorer::new()) };
    let ending = run_match(&plan, writer.as_mut(), &mut tally, &progress, &scorer);
    progress.finish();
    for remark in progress.remarks() {
        writeln!(context.err, "note: {remark}")?;
    }
    let summary = Summary::new(&plan.rules.variant.id, &tally, plan.sprt);
    // Also after a failure: what was played is told and kept.
    show(&summary, &tally, arguments.json, arguments.plot.as_deref(), context)?;
    let ending = ending?;
    if !arguments.json {
        writeln!(context.out, "{}", ending_text(ending))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn show(
    summary: &Summary,
    tally: &Tally,
    json: bool,
    drawing: Option<&Path>,
    context: &mut Context<'_>,
) -> Result<()> {
    if json {
        writeln!(context.out, "{}", serde_json::to_string(summary)?)?;
    } else {
        write!(context.out, "{}", summary.text())?;
    }
    if let Some(path) = drawing {
        std::fs::write(path, plot::svg(tally))
            .with_context(|| format!("plot {}", path.display()))?;
    }
    Ok(())
}

fn parse_sprt(words: Option<&[String]>) -> Result<Option<Sprt>> {
    let parse = |words: &[String]| Sprt::parse(words.iter().map(String::as_str));
    words.map(parse).transpose().context("--sprt")
}

/// The folder of the user's games: `--games-path`, or the global `--games`, which shares its name
/// with the number of games.
fn games_folder(arguments: &Arguments) -> Option<&Path> {
    let global = arguments.games.as_deref().filter(|_| number_of_games(arguments).is_none());
    arguments.games_path.as_deref().or(global)
}

fn number_of_games(arguments: &Arguments) -> Option<u64> {
    arguments.games.as_deref()?.to_str()?.parse().ok()
}

/// Everything that the arguments say, checked.
fn prepare(arguments: &Arguments, context: &mut Context<'_>) -> Result<(MatchPlan, Header)> {
    let engines = engines(arguments)?;
    let options = games::rule_words(&arguments.rules);
    let variant = games::variant(&context.registry, &arguments.variant, &options)?;
    let format = match arguments.tournament.as_str() {
        "round-robin" => Format::RoundRobin,
        _ => Format::Gauntlet,
    };
    let rounds = rounds(arguments)?;
    let schedule = Schedule::new(format, engines.len(), rounds);
    let pairs = match &arguments.pairs {
        Some(text) => parse_pairs(text, schedule.len())
            .map_err(|message| anyhow::anyhow!("--pairs {message}"))?,
        None => 0..schedule.len(),
    };
    let sprt = parse_sprt(arguments.sprt.as_deref())?;
    ensure!(sprt.is_none() || engines.len() == 2, "--sprt needs exactly two engines");
    let time = time_control(arguments)?;
    for engine in &engines {
        let own = if engine.time.is_unlimited() { &time } else { &engine.time };
        ensure!(
            !own.is_unlimited(),
            "engine {} has no limit: give --tc, --st, --byoyomi, --nodes or --depth",
            engine.name
        );
        ensure!(!own.is_nothing(), "engine {} has no time: --tc 0 needs --byoyomi", engine.name);
    }
    ensure!(
        arguments.timeout.is_finite() && (0.1..=86_400.0).contains(&arguments.timeout),
        "--timeout takes 0.1 to 86400 seconds"
    );
    ensure!((1..=1024).contains(&arguments.concurrency), "--concurrency takes 1 to 1024");
    let (book, described) = opening_book(arguments, &variant)?;
    let adjudication = Adjudication {
        resign: arguments
            .resign
            .as_deref()
            .map(ResignRule::parse)
            .transpose()
            .context("--resign")?,
        draw: arguments.draw.as_deref().map(DrawRule::parse).transpose().context("--draw")?,
    };
    let max_plies = arguments.max_plies.unwrap_or_else(|| default_max_plies(&variant));
    ensure!(max_plies > 0, "--max-plies starts at 1");
    let header = Header {
        format: FORMAT.to_owned(),
        variant: variant.id.clone(),
        rules: options.clone(),
        engines: engines.clone(),
        schedule: format.name().to_owned(),
        openings: described,
        seed: arguments.seed,
        max_plies,
        adjudication,
        time,
        margin: arguments.margin,
    };
    let rules = MatchRules {
        variant,
        options,
        max_plies,
        adjudication,
        time,
        margin: Duration::from_millis(arguments.margin),
        patience: Duration::from_secs_f64(arguments.timeout),
    };
    let concurrency = arguments.concurrency;
    Ok((MatchPlan { engines, rules, schedule, pairs, book, concurrency, sprt }, header))
}

fn engines(arguments: &Arguments) -> Result<Vec<EngineSpec>> {
    let mut engines = match &arguments.engines_file {
        Some(path) => read_engines(path)?,
        None => Vec::new(),
    };
    for words in &arguments.engines.0 {
        let mut all = words.clone();
        // An engine's own words come first and win.
        for word in &arguments.each {
            let key = word.split('=').next().unwrap_or_default();
            if !words.iter().any(|own| own.split('=').next() == Some(key)) {
                all.push(word.clone());
            }
        }
        engines.push(EngineSpec::parse(&all)?);
    }
    // Bad words are told also where every engine has its own.
    let mut each = arguments.each.clone();
    each.push("self".to_owned());
    EngineSpec::parse(&each).context("--each")?;
    if let Some(folder) = games_folder(arguments) {
        let folder = std::path::absolute(folder)?;
        for engine in engines.iter_mut().filter(|engine| engine.is_self()) {
            engine.args.insert(0, folder.display().to_string());
            engine.args.insert(0, "--games".to_owned());
        }
    }
    ensure!(
        engines.len() >= 2,
        "a match needs two engines: give --engine twice, or --engines-file"
    );
    make_names_unique(&mut engines)?;
    Ok(engines)
}

/// `--games` or `--rounds` as pairs of each pairing.
fn rounds(arguments: &Arguments) -> Result<u64> {
    let rounds = match (&arguments.games, arguments.rounds) {
        (_, Some(rounds)) => rounds,
        (Some(games), None) => match number_of_games(arguments) {
            Some(number) => number.div_ceil(2),
            None if games.is_dir() => 1,
            None => bail!("--games takes a number, not `{}`", games.display()),
        },
        (None, None) => 1,
    };
    ensure!((1..=1_000_000_000).contains(&rounds), "--games and --rounds start at 1");
    Ok(rounds)
}

fn time_control(arguments: &Arguments) -> Result<TimeControl> {
    let mut time = TimeControl::default();
    let given = [
        ("tc", &arguments.tc),
        ("byoyomi", &arguments.byoyomi),
        ("st", &arguments.st),
        ("nodes", &arguments.nodes),
        ("depth", &arguments.depth),
    ];
    for (key, value) in given {
        if let Some(value) = value {
            time.set(key, value)?;
        }
    }
    Ok(time)
}

/// Plies after which a game counts as drawn by length: 600 on 12x12, 800 on 15x15, 1,200 on 19x19,
/// and on the line through them elsewhere.
fn default_max_plies(variant: &Variant) -> u32 {
    let area = variant.geometry.area() as f64;
    let plies = 600.0 + (area - 144.0) * 600.0 / 217.0;
    ((plies / 100.0).round() * 100.0).max(200.0) as u32
}

/// Where the openings come from, and the shipped suite where it was looked at.
fn opening_source(arguments: &Arguments, variant: &Arc<Variant>) -> (String, Vec<Opening>) {
    let suite = || suites::openings(variant);
    match &arguments.openings {
        Some(source) if source == "suite" => (source.clone(), suite()),
        Some(source) => (source.clone(), Vec::new()),
        None => {
            // The suite is no suite for another start array, nor for rules that forbid its lines.
            let list = if suites::exists(&variant.id) { suite() } else { Vec::new() };
            (if list.is_empty() { "random:8" } else { "suite" }.to_owned(), list)
        }
    }
}

/// The openings, and words for them in the record.
fn opening_book(arguments: &Arguments, variant: &Arc<Variant>) -> Result<(OpeningBook, String)> {
    let (source, suite) = opening_source(arguments, variant);
    if let Some(plies) = source.strip_prefix("random:") {
        let plies = plies.parse().ok().filter(|n| (1..=100).contains(n));
        let plies =
            plies.with_context(|| format!("--openings {source}: expected random:1 to 100"))?;
        let random = RandomOpenings { plies, max_score: BALANCE, seed: arguments.seed };
        return Ok((OpeningBook::Random(random), source.clone()));
    }
    let list = match source.as_str() {
        "start" => vec![Opening::default()],
        "suite" => {
            ensure!(!suite.is_empty(), "{} has no shipped suite for these rules", variant.id);
            suite
        }
        path => {
            let bytes = std::fs::read(path).with_context(|| format!("openings {path}"))?;
            let text = String::from_utf8(bytes).map_err(|error| {
                let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
                let line = good.split(|&b| b == b'\n').count();
                anyhow::anyhow!("openings {path}, line {line}: this is no text")
            })?;
            parse_openings(variant, path, &text)?
        }
    };
    let order = match arguments.order.as_str() {
        "sequential" => (0..list.len()).collect(),
        _ => shuffled(list.len(), arguments.seed),
    };
    let ordered = order.into_iter().filter_map(|index| list.get(index).cloned()).collect();
    // The text of a file may change under its name: its fingerprint is part of the description.
    let words = format!(
        "{source} ({} openings, {:016x}), {}",
        list.len(),
        print_of(&list),
        arguments.order
    );
    Ok((OpeningBook::List(ordered), words))
}

/// FNV-1a over all openings.
fn print_of(list: &[Opening]) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for opening in list {
        for text in opening.sfen.iter().chain(&opening.moves) {
            for byte in text.bytes().chain([0]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
            }
        }
    }
    hash
}

/// Says so when more threads think at once than there are cores.
fn warn_of_load(plan: &MatchPlan, context: &mut Context<'_>) -> Result<()> {
    let threads = plan.engines.iter().map(EngineSpec::thread_count).max().unwrap_or(1) as usize;
    let busy = plan.concurrency * threads;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if busy > cores {
        writeln!(
            context.err,
            "warning: {busy} threads will think at once on {cores} cores; times and speeds suffer"
        )?;
    }
    Ok(())
}

/// Starts each engine once: one that cannot be run, lacks an option or does not play the game ends
/// the match before it begins; one that merely fails is told, and will lose its games.
fn check_engines(plan: &MatchPlan, context: &mut Context<'_>) -> Result<()> {
    let rules = &plan.rules;
    for engine in &plan.engines {
        let mut engine = engine.clone();
        if engine.time.is_unlimited() {
            engine.time = rules.time;
        }
        let start = GameStart {
            variant: &rules.variant,
            rules: &rules.options,
            sfen: None,
            first: Color::Black,
        };
        let tried = engine.start(rules.patience).and_then(|mut client| {
            let ready = client.new_game(&start);
            client.quit();
            ready
        });
        match tried {
            Ok(()) => {}
            Err(Fault::Unfit(reason)) => bail!("engine {}: {reason}", engine.name),
            Err(fault) => {
                writeln!(context.err, "warning: engine {} does not start: {fault}", engine.name)?;
            }
        }
    }
    Ok(())
}

/// Adds up the shards of one match.
fn merge(
    files: &[PathBuf],
    sprt: Option<Sprt>,
    json: bool,
    drawing: Option<&Path>,
    context: &mut Context<'_>,
) -> Result<ExitCode> {
    let mut sum: Option<(Header, Tally)> = None;
    for path in files {
        let mut reader = RecordReader::open(path)?;
        let header = reader.header.clone();
        let (first, tally) = sum.get_or_insert_with(|| {
            let format = match header.schedule.as_str() {
                "round-robin" => Format::RoundRobin,
                _ => Format::Gauntlet,
            };
            let schedule = Schedule::new(format, header.engines.len(), 1);
            let names = header.engines.iter().map(|engine| engine.name.clone()).collect();
            (header.clone(), Tally::new(names, &schedule))
        });
        if let Some((field, one, other)) = first.difference(&header) {
            bail!("{} is of another match: its {field} is {other}, not {one}", path.display());
        }
        while let Some(game) = reader.next_game()? {
            tally.add(&game);
        }
    }
    let Some((header, tally)) = sum else { bail!("no record given") };
    if tally.twice() > 0 {
        writeln!(context.err, "note: {} games were in two records and count once", tally.twice())?;
    }
    let summary = Summary::new(&header.variant, &tally, sprt);
    show(&summary, &tally, json, drawing, context)?;
    Ok(ExitCode::SUCCESS)
}
