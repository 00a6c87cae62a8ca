//! What the engine says in USI.

use std::fmt::Write as _;

use crate::engine::{EngineOption, OptionKind};
use crate::position::Position;
use crate::search::{Bound, SearchInfo, SearchResult};
use crate::types::Move;
use crate::types::score::{Score, mate_distance};

/// The `option` line of an option.
pub fn option_line(option: &EngineOption) -> String {
    let mut line = format!("option name {} type ", option.name);
    match &option.kind {
        OptionKind::Check(default) => {
            let _ = write!(line, "check default {default}");
        }
        OptionKind::Spin { default, min, max } => {
            let _ = write!(line, "spin default {default} min {min} max {max}");
        }
        OptionKind::Combo { default, values } => {
            let _ = write!(line, "combo default {default}");
            for value in values {
                let _ = write!(line, " var {value}");
            }
        }
        OptionKind::Text => line.push_str("string default <empty>"),
        OptionKind::Button => line.push_str("button"),
    }
    line
}

/// The `info` line of a report about a search from `root`.
pub fn info_line(root: &Position, info: &SearchInfo) -> String {
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    format!(
        "info depth {} seldepth {} multipv {} score {}{bound} nodes {} nps {} hashfull {} time {} \
         pv {}",
        info.depth,
        info.seldepth,
        info.multi_pv,
        score_text(info.score),
        info.nodes,
        info.nps,
        info.hashfull,
        info.time.as_millis(),
        line_text(root, &info.pv),
    )
}

/// `cp 35` or `mate -4`.
pub fn score_text(score: Score) -> String {
    match mate_distance(score) {
        Some(plies) => format!("mate {plies}"),
        None => format!("cp {score}"),
    }
}

/// A line of moves from a position, separated by blanks.
pub fn line_text(root: &Position, line: &[Move]) -> String {
    let mut position = root.clone();
    let mut text = String::new();
    for &m in line {
        if !position.is_pseudo_legal(m) {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&position.move_text(m));
        let _ = position.make_move(m);
    }
    text
}

/// The `bestmove` line of a finished search; `resign_score` of 0 never resigns.
pub fn best_move_line(root: &Position, result: &SearchResult, resign_score: Score) -> String {
    let resigns = resign_score > 0 && result.score <= -resign_score;
    let Some(best) = result.best.filter(|_| !resigns) else {
        return "bestmove resign".to_owned();
    };
    let line: Vec<Move> = [best].into_iter().chain(result.ponder).collect();
    let text = line_text(root, &line);
    match text.split_once(' ') {
        Some((best, ponder)) => format!("bestmove {best} ponder {ponder}"),
        None => format!("bestmove {text}"),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;
    use crate::engine::options::table;
    use crate::game::Game;
    use crate::types::score::MATE;
    use crate::variant::{Choices, Registry};

    fn game() -> Game {
        let definition = Registry::new().get("chu").unwrap();
        Game::new(&Arc::new(definition.build(&Choices::default()).unwrap())).unwrap()
    }

    #[test]
    fn infos_have_whole_numbers_and_known_words_only() {
        let mut game = game();
        let first = game.legal_moves()[0];
        let text = game.position().move_text(first);
        let info = SearchInfo {
            depth: 3,
            seldepth: 9,
            multi_pv: 1,
            score: -MATE + 4,
            bound: Bound::Upper,
            nodes: 1000,
            nps: 500_000,
            hashfull: 7,
            time: Duration::from_micros(2999),
            pv: vec![first],
        };
        assert_eq!(
            info_line(game.position(), &info),
            format!(
                "info depth 3 seldepth 9 multipv 1 score mate -4 upperbound nodes 1000 nps 500000 \
                 hashfull 7 time 2 pv {text}"
            )
        );
    }

    #[test]
    fn best_moves() {
        let mut game = game();
        let best = game.legal_moves()[0];
        let text = game.position().move_text(best);
        game.make_move(best);
        let reply = game.legal_moves()[0];
        let reply_text = game.position().move_text(reply);
        game.undo();
        let root = game.position();
        let mut result = SearchResult { best: Some(best), score: -900, ..SearchResult::default() };
        assert_eq!(best_move_line(root, &result, 0), format!("bestmove {text}"));
        result.ponder = Some(reply);
        let both = format!("bestmove {text} ponder {reply_text}");
        assert_eq!(best_move_line(root, &result, 901), both);
        assert_eq!(best_move_line(root, &result, 900), "bestmove resign");
        result.best = None;
        assert_eq!(best_move_line(root, &result, 0), "bestmove resign");
    }

    #[test]
    fn option_lines_hold_no_empty_words() {
        for option in table(&Registry::new()) {
            let line = option_line(&option);
            assert!(line.starts_with("option name ") && !line.contains("  "), "{line}");
        }
    }
}
