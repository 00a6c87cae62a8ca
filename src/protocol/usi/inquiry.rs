//! The extensions for people and tools: diagrams, lists, counts.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::engine::Engine;
use crate::engine::bench::{self, BenchRow};
use crate::eval::{EvalTables, explain};
use crate::movegen::perft::{LastPly, perft_divide_until};
use crate::protocol::event::Messenger;
use crate::search::info::nodes_per_second;
use crate::search::{Control, SearchPool};

/// Work on the search thread that answers in lines of text.
pub(crate) type TextJob = Box<dyn FnOnce(&mut SearchPool, &Control, Messenger) + Send>;

/// The diagram, then `sfen`, `key` and `status`.
pub(crate) fn diagram(engine: &mut Engine) -> String {
    let status = engine.status();
    let position = engine.game().position();
    format!("{position}sfen {}\nkey {:016x}\nstatus {status}", position.sfen(), position.key())
}

/// `legal <n> <moves>`, the moves sorted as bytes.
pub(crate) fn legal(engine: &mut Engine) -> String {
    let moves = engine.game_mut().legal_moves();
    let position = engine.game().position();
    let mut texts: Vec<String> = moves.iter().map(|&m| position.move_text(m)).collect();
    texts.sort_unstable();
    let mut line = format!("legal {}", texts.len());
    for text in texts {
        line.push(' ');
        line.push_str(&text);
    }
    line
}

/// The static evaluation by terms for the side to move; the last line is `eval <cp>`.
pub(crate) fn eval(engine: &Engine) -> String {
    let tables = Arc::new(EvalTables::new(engine.variant()));
    let mut text = String::new();
    let mut total = 0;
    for (name, score) in explain(&tables, engine.game().position()) {
        let _ = writeln!(text, "{name} {score}");
        total = score;
    }
    let _ = write!(text, "eval {total}");
    text
}

/// `perft`: a line for each move, then the sum. The root moves are shared out over the threads
/// that the option asks for.
pub(crate) fn perft(engine: &Engine, depth: u32) -> TextJob {
    let position = engine.game().position().clone();
    let threads = engine.settings().threads;
    Box::new(move |_, control, messenger| {
        if depth == 0 {
            messenger.done(Some("perft 0 1".to_owned()));
            return;
        }
        let stop = || control.is_stopped();
        let count = || perft_divide_until(&position, depth, LastPly::Counted, &stop);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let counts = match pool {
            Ok(pool) => pool.install(count),
            Err(_) => count(),
        };
        let Some(counts) = counts else {
            messenger.done(None);
            return;
        };
        let mut texts = String::new();
        let mut sum = 0;
        for (m, nodes) in counts {
            let _ = writeln!(texts, "{} {nodes}", position.move_text(m));
            sum += nodes;
        }
        let _ = write!(texts, "perft {depth} {sum}");
        messenger.done(Some(texts));
    })
}

/// `bench`: searches fixed positions of every game; the last line is `<n> nodes <m> nps`.
pub(crate) fn bench(depth: Option<u32>) -> TextJob {
    Box::new(move |_, control, messenger| {
        let depth = depth.unwrap_or(bench::DEFAULT_DEPTH);
        let sums = bench::bench(depth, control, |row| {
            let BenchRow { game, plies, best, nodes, time } = row;
            let ms = time.as_millis();
            messenger.text(format!("{game} {plies} plies {nodes} nodes {ms} ms {best}"));
        });
        messenger.done(match sums {
            Ok(Some((nodes, time))) => {
                Some(format!("{nodes} nodes {} nps", nodes_per_second(nodes, time)))
            }
            Ok(None) => None,
            Err(error) => Some(format!("info string error: {error}")),
        });
    })
}
