//! From the words of `go` to the limits of a search.

use std::time::Duration;

use super::go::Go;
use crate::engine::Engine;
use crate::search::{Clock, Limits};
use crate::types::Color;

/// The clock of a side, if the words say anything of it.
pub(crate) fn clock(go: &Go, side: Color) -> Option<Clock> {
    let of = |pair: [Option<Duration>; 2]| {
        let [black, white] = pair;
        if side == Color::Black { black } else { white }
    };
    let (remaining, increment) = (of(go.time), of(go.increment));
    if remaining.is_none() && increment.is_none() && go.byoyomi.is_none() {
        return None;
    }
    Some(Clock {
        remaining: remaining.unwrap_or_default(),
        increment: increment.unwrap_or_default(),
        byoyomi: go.byoyomi.unwrap_or_default(),
        moves_to_go: go.moves_to_go,
    })
}

/// The limits of a search of the engine's game, and what was wrong with `searchmoves`.
///
/// All limits hold together. `infinite` counts only where nothing else is said; where nothing is
/// said at all, `DefaultMoveTime` holds. Moves to search that are illegal are left out.
pub(crate) fn limits(engine: &mut Engine, go: &Go) -> (Limits, Vec<String>) {
    let mut errors = Vec::new();
    let mut search_moves = Vec::new();
    for text in &go.search_moves {
        match engine.game_mut().parse_move(text) {
            Ok(m) if search_moves.contains(&m) => {}
            Ok(m) => search_moves.push(m),
            Err(why) if errors.len() < 3 => errors.push(format!("searchmoves: {why}")),
            Err(_) => {}
        }
    }
    let clock = clock(go, engine.game().position().side());
    let mut limits = Limits {
        depth: go.depth,
        nodes: go.nodes,
        movetime: go.movetime,
        clock,
        ponder: go.ponder,
        search_moves,
        ..engine.limits()
    };
    let unlimited = limits.depth.is_none()
        && limits.nodes.is_none()
        && limits.movetime.is_none()
        && limits.clock.is_none();
    if unlimited && go.infinite {
        limits.infinite = true;
    } else if unlimited {
        limits.movetime = Some(engine.settings().default_move_time);
    }
    (limits, errors)
}

#[cfg(test)]
mod tests {
    use super::super::go::parse_go;
    use super::*;
    use crate::variant::Registry;

    fn read(text: &str) -> (Limits, Vec<String>) {
        let mut engine = Engine::new(Registry::new()).unwrap();
        engine.set_option("DefaultMoveTime", "700").unwrap();
        limits(&mut engine, &parse_go(text))
    }

    #[expect(clippy::unnecessary_wraps, reason = "compared with optional limits")]
    const fn ms(n: u64) -> Option<Duration> {
        Some(Duration::from_millis(n))
    }

    #[test]
    fn nothing_said_means_the_default_time() {
        for text in ["", "ponder", "wtime 5000", "movestogo 3", "depth none"] {
            let (limits, _) = read(text);
            assert_eq!((limits.movetime, limits.infinite, limits.clock), (ms(700), false, None));
        }
        assert!(read("infinite").0.infinite);
        assert_eq!(read("infinite").0.movetime, None);
    }

    #[test]
    fn all_limits_hold_together() {
        let (limits, errors) = read("infinite btime 5000 byoyomi 100 depth 3 movetime 50");
        assert!(errors.is_empty() && !limits.infinite);
        assert_eq!((limits.depth, limits.movetime), (Some(3), ms(50)));
        let clock = limits.clock.unwrap();
        assert_eq!((Some(clock.remaining), Some(clock.byoyomi)), (ms(5000), ms(100)));
    }

    #[test]
    fn illegal_moves_to_search_are_left_out() {
        let mut engine = Engine::new(Registry::new()).unwrap();
        let m = engine.game_mut().legal_moves()[0];
        let text = engine.game().position().move_text(m);
        let (limits, errors) = read(&format!("searchmoves {text} 1a1a nonsense {text} depth 1"));
        assert_eq!(limits.search_moves, [m]);
        assert_eq!(errors.len(), 2);
    }
}
