//! Counting the leaves of the move tree.

use rayon::prelude::*;

use super::{All, Counter, MoveList, generate};
use crate::position::Position;
use crate::types::{Color, Move};
use crate::variant::rules::CheckRule;

/// How the last ply is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastPly {
    /// Moves are counted as they are generated.
    Counted,
    /// Every move is made and taken back.
    Played,
}

/// The number of move sequences of `depth` plies. Only the loss of the last royal ends a line;
/// repetition, bare king and move limit are ignored. `perft(0)` is 1.
pub fn perft(position: &mut Position, depth: u32, last: LastPly) -> u64 {
    perft_until(position, depth, last, &|| false)
}

/// [`perft`] that gives up with a partial count once `stop` says so.
fn perft_until<S>(position: &mut Position, depth: u32, last: LastPly, stop: &S) -> u64
where
    S: Fn() -> bool,
{
    let mut lists: Vec<MoveList> = (0..depth).map(|_| MoveList::new()).collect();
    recurse(position, depth, last, &mut lists, stop)
}

fn recurse<S>(
    position: &mut Position,
    depth: u32,
    last: LastPly,
    lists: &mut [MoveList],
    stop: &S,
) -> u64
where
    S: Fn() -> bool,
{
    if depth == 0 {
        return 1;
    }
    if position.royal_count(position.side()) == 0 || position.royal_count(!position.side()) == 0 {
        return 0;
    }
    let rules = &position.variant().rules;
    let check = rules.check == CheckRule::Legal || rules.drops;
    if depth == 1 && last == LastPly::Counted && !check {
        let mut counter = Counter(0);
        generate::<All, _>(position, &mut counter);
        return counter.0;
    }
    if depth > 2 && stop() {
        return 0;
    }
    let Some((moves, deeper)) = lists.split_first_mut() else { return 0 };
    moves.clear();
    generate::<All, _>(position, moves);
    if check {
        moves.as_vec_mut().retain(|&m| position.bar(m).is_none());
    }
    let mut nodes = 0;
    for &m in moves.iter() {
        let undo = position.make_move(m);
        nodes += recurse(position, depth - 1, last, deeper, stop);
        position.unmake_move(&undo);
    }
    nodes
}

/// [`perft`] by root move, in the order of generation; none at depth 0. The root moves are shared
/// out over the current rayon pool.
pub fn perft_divide(position: &Position, depth: u32, last: LastPly) -> Vec<(Move, u64)> {
    perft_divide_until(position, depth, last, &|| false).unwrap_or_default()
}

/// [`perft_divide`] that gives up within milliseconds, with `None`, once `stop` says so.
pub fn perft_divide_until<S>(
    position: &Position,
    depth: u32,
    last: LastPly,
    stop: &S,
) -> Option<Vec<(Move, u64)>>
where
    S: Fn() -> bool + Sync,
{
    let over = Color::ALL.into_iter().any(|c| position.royal_count(c) == 0);
    if depth == 0 || over {
        return Some(Vec::new());
    }
    let mut moves = position.moves();
    let mut board = position.clone();
    moves.as_vec_mut().retain(|&m| board.bar(m).is_none());
    let counts = moves
        .as_slice()
        .par_iter()
        .map_init(
            || position.clone(),
            |position, &m| {
                let undo = position.make_move(m);
                let nodes = perft_until(position, depth - 1, last, stop);
                position.unmake_move(&undo);
                (m, nodes)
            },
        )
        .collect();
    if stop() { None } else { Some(counts) }
}
