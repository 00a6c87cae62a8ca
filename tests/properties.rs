//! What holds in every position: moves are taken back without a trace, keys tell positions apart
//! and nothing else, texts read back, the kinds of generation fit together.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test may panic")]

#[path = "support/boards.rs"]
mod boards;
#[path = "support/reference/mod.rs"]
mod reference;

use std::sync::LazyLock;

use boards::{Random, dense, scaled, start, variant};
use daiban::game::parse_move::{MoveError, find_move};
use daiban::movegen::{All, Captures, MoveList, Quiets, generate};
use daiban::position::move_text::MoveText;
use daiban::position::see::ExchangeValues;
use daiban::position::{MoveObserver, Position, Undo};
use daiban::types::{Color, Direction, Move, Piece, Square};
use proptest::prelude::*;
use reference::{Reference, Sq, State, engine_square, ref_square};

/// Start positions of games whose rules differ as much as they can.
static GAMES: LazyLock<Vec<Position>> = LazyLock::new(|| {
    [
        ("chu", ""),
        ("chu", "RuleSet=jcsa DeadPromotion=forced"),
        ("dai", "LionTrading=protected"),
        ("dai", "PromotionRule=like-shogi DeadPromotion=forced"),
        ("maka", ""),
        ("maka", "RuleSet=tsa Contagion=full EmperorCapture=royals-only"),
        ("wa", "CheckRule=capture"),
        ("wadrops", ""),
        ("shogi", ""),
        ("shogi", "TwoPawns=on CheckRule=capture"),
        ("tenjiku", ""),
        ("tenjiku", "RuleSet=tsa GeneralCapture=any AreaPass=off"),
    ]
    .map(|(id, options)| start(&variant(id, options)))
    .to_vec()
});

fn few(count: usize) -> ProptestConfig {
    ProptestConfig {
        cases: scaled(count) as u32,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// A position out of a random walk from the start, or a random board and a short walk from it.
fn place() -> impl Strategy<Value = Position> {
    (0..12usize, any::<u64>(), 0..120usize, 0..70usize).prop_map(|(game, seed, plies, density)| {
        let mut random = Random(seed);
        let mut position = if density < 20 {
            GAMES[game].clone()
        } else {
            dense(&GAMES[game], &mut random, density)
        };
        let plies = if density < 20 { plies } else { plies / 10 };
        let _ = walk(&mut position, &mut random, plies);
        position
    })
}

fn finished(position: &Position) -> bool {
    Color::ALL.iter().any(|&c| position.royal_count(c) == 0)
}

/// Plays random moves; what came before each, and how to take it back.
fn walk(position: &mut Position, random: &mut Random, plies: usize) -> Vec<(Position, Undo)> {
    let mut trail = Vec::new();
    for _ in 0..plies {
        let moves = position.moves();
        if moves.is_empty() || finished(position) {
            break;
        }
        let captures: Vec<Move> =
            moves.iter().copied().filter(|&m| position.is_capture(m)).collect();
        let eager = !captures.is_empty() && random.below(2) == 0;
        let m = *random.pick(if eager { &captures } else { &moves });
        let before = position.clone();
        trail.push((before, position.make_move(m)));
    }
    trail
}

fn list<K: daiban::movegen::Kind>(position: &Position) -> Vec<Move> {
    let mut list = MoveList::new();
    generate::<K, _>(position, &mut list);
    list.to_vec()
}

fn read(position: &Position, text: &str) -> Result<Move, MoveError> {
    find_move(position, &MoveText::parse(position.geometry(), text).unwrap())
}

/// The board as an observer hears of it.
#[derive(Debug)]
struct Mirror(Vec<Piece>);

impl MoveObserver for Mirror {
    fn leave(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0[square.index()], piece, "what leaves stood there");
        self.0[square.index()] = Piece::EMPTY;
    }

    fn arrive(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0[square.index()], Piece::EMPTY, "where a piece arrives is empty");
        self.0[square.index()] = piece;
    }
}

fn board(position: &Position) -> Vec<Piece> {
    (0..position.geometry().len()).map(|i| position.at(Square::from_index(i))).collect()
}

proptest! {
    #![proptest_config(few(64))]

    #[test]
    fn a_walk_is_taken_back_without_a_trace(mut position in place(), seed: u64) {
        let trail = walk(&mut position, &mut Random(seed), 80);
        for (before, undo) in trail.into_iter().rev() {
            position.check_consistency().unwrap();
            position.unmake_move(&undo);
            prop_assert_eq!(&position, &before);
        }
        position.check_consistency().unwrap();
    }

    #[test]
    fn every_move_is_taken_back_and_an_observer_sees_all(mut position in place()) {
        let before = position.clone();
        for m in list::<All>(&position) {
            let mut mirror = Mirror(board(&position));
            let undo = position.make_move_with(m, &mut mirror);
            position.check_consistency().unwrap();
            prop_assert_eq!(&mirror.0, &board(&position));
            let rebuilt = position.with_setup(&position.to_setup());
            if let Ok(rebuilt) = rebuilt {
                prop_assert_eq!(rebuilt.key(), position.key());
            }
            position.unmake_move(&undo);
            prop_assert_eq!(&position, &before);
        }
    }

    #[test]
    fn captures_and_quiets_are_all_and_no_move_comes_twice(position in place()) {
        let all = list::<All>(&position);
        let (captures, quiets) = (list::<Captures>(&position), list::<Quiets>(&position));
        prop_assert!(captures.iter().all(|&m| position.is_capture(m)));
        prop_assert!(quiets.iter().all(|&m| !position.is_capture(m)));
        let mut both = [captures, quiets].concat();
        let mut sorted = all.clone();
        both.sort_unstable();
        sorted.sort_unstable();
        prop_assert_eq!(&both, &sorted);
        sorted.dedup();
        prop_assert_eq!(sorted.len(), all.len());
    }

    #[test]
    fn pseudo_legal_is_what_is_generated(position in place(), seed: u64) {
        let all = list::<All>(&position);
        let mut random = Random(seed);
        for &m in &all {
            prop_assert!(position.is_pseudo_legal(m));
            let flipped = Move::from_bits(m.bits() ^ 1 << random.below(32));
            let wild = Move::from_bits(random.next() as u32);
            let other = Move::new(m.from(), m.via(), random.pick(&all).to(), m.is_promotion());
            for x in [flipped, wild, Some(other)].into_iter().flatten() {
                prop_assert_eq!(position.is_pseudo_legal(x), all.contains(&x));
            }
        }
    }

    #[test]
    fn positions_and_moves_read_back_from_their_text(position in place()) {
        let sfen = position.sfen();
        let read_back = Position::from_sfen(position.variant(), &sfen);
        if let Ok(other) = read_back {
            prop_assert_eq!(other.sfen(), sfen);
            prop_assert_eq!(other.key(), position.key());
            prop_assert_eq!(other.to_setup(), position.to_setup());
        } else {
            prop_assert!(finished(&position));
        }
        let mut texts = Vec::new();
        for m in list::<All>(&position) {
            let text = position.move_text(m);
            prop_assert_eq!(read(&position, &text), Ok(m), "{}", text);
            texts.push(text);
        }
        let count = texts.len();
        texts.sort();
        texts.dedup();
        prop_assert_eq!(texts.len(), count, "two moves with one text");
    }

    #[test]
    fn every_accepted_form_of_a_move_is_read(position in place()) {
        let geometry = position.geometry();
        let all = list::<All>(&position);
        for &m in &all {
            let text = position.move_text(m);
            let twin = all.contains(&m.with_promotion(!m.is_promotion()));
            if m.is_promotion() {
                let bare = text.trim_end_matches('+');
                let wanted = if twin { m.with_promotion(false) } else { m };
                prop_assert_eq!(read(&position, bare), Ok(wanted), "{}", bare);
                if !twin {
                    let declined = read(&position, &format!("{bare}="));
                    prop_assert!(matches!(declined, Err(MoveError::MustPromote(_))));
                }
            } else {
                for mark in ["=", "?"] {
                    prop_assert_eq!(read(&position, &format!("{text}{mark}")), Ok(m));
                }
                let promoted = read(&position, &format!("{text}+"));
                prop_assert_eq!(promoted.is_ok(), twin, "{}+", text);
            }
            let powers = position.variant().tables.movement(position.at(m.from())).powers;
            let home = geometry.name(m.from());
            let mark = if m.is_promotion() { "+" } else { "=" };
            for direction in Direction::ALL {
                let next = m.from().offset(geometry.offset(direction));
                if !position.at(next).is_empty() {
                    continue;
                }
                let middle = geometry.name(next);
                if m.is_pass() {
                    let wanted = powers.passes.contains(direction);
                    let through = read(&position, &format!("{home}{middle}{home}"));
                    prop_assert_eq!(through.is_ok(), wanted, "{}{}{}", &home, &middle, &home);
                } else if m.via().is_none() && next != m.to() {
                    // Two king steps, the first to an empty square.
                    let way = (geometry.distance(next, m.to()) == 1)
                        .then(|| Direction::ALL.into_iter().find(|&d| {
                            next.offset(geometry.offset(d)) == m.to()
                        }))
                        .flatten();
                    let line = way.is_some_and(|d| d == direction)
                        && (powers.lines.contains(direction)
                            || powers.long_lines.contains(direction));
                    let wanted = way.is_some() && (powers.lion || line);
                    let text = format!("{home}{middle}{}{mark}", geometry.name(m.to()));
                    prop_assert_eq!(read(&position, &text).ok(), wanted.then_some(m), "{}", text);
                }
            }
        }
    }

    #[test]
    fn a_null_move_changes_the_side_alone(mut position in place(), seed: u64) {
        let before = position.clone();
        let undo = position.make_null();
        position.check_consistency().unwrap();
        let mut setup = before.to_setup();
        setup.side = !setup.side;
        setup.lion_capture = None;
        if let Ok(other) = before.with_setup(&setup) {
            prop_assert_eq!(other.key(), position.key());
            let sorted = |p: &Position| {
                let mut moves = list::<All>(p);
                moves.sort_unstable();
                moves
            };
            prop_assert_eq!(sorted(&other), sorted(&position));
        }
        for (_, undo) in walk(&mut position, &mut Random(seed), 10).into_iter().rev() {
            position.unmake_move(&undo);
        }
        position.unmake_null(undo);
        prop_assert_eq!(position, before);
    }

    #[test]
    fn the_order_of_moves_does_not_change_the_key(mut position in place(), seed: u64) {
        let quiets = list::<Quiets>(&position);
        prop_assume!(!quiets.is_empty());
        let mut random = Random(seed);
        let mut ends: Vec<(daiban::position::Setup, u64)> = Vec::new();
        for _ in 0..20 {
            let (a, b) = (*random.pick(&quiets), *random.pick(&quiets));
            for [first, second] in [[a, b], [b, a]] {
                let before = position.clone();
                let one = position.make_move(first);
                let null = position.make_null();
                if position.is_pseudo_legal(second) {
                    let two = position.make_move(second);
                    ends.push((position.to_setup(), position.key()));
                    position.unmake_move(&two);
                }
                position.unmake_null(null);
                position.unmake_move(&one);
                prop_assert_eq!(&position, &before);
            }
        }
        for (setup, key) in &ends {
            for (other, other_key) in &ends {
                prop_assert_eq!(setup == other, key == other_key);
            }
        }
    }

    #[test]
    fn exchanges_agree_with_playing_them_out(position in place(), seed: u64) {
        let mut random = Random(seed);
        let reference = Reference::new(position.variant());
        let state = reference.state(&position);
        let count = position.variant().kinds.len();
        let worth: Vec<i32> = (0..count as i32).map(|k| 100 + 7 * k * (k % 9 + 1)).collect();
        let values = ExchangeValues::new((0..2 * count).map(|i| worth[i / 2]).collect());
        let moves = list::<All>(&position);
        for _ in 0..moves.len().min(40) {
            let m = *random.pick(&moves);
            let ends = exchange(&reference, &position, &state, m, &worth);
            for _ in 0..4 {
                let near = *random.pick(&ends) + random.below(3) as i32 - 1;
                let threshold = if random.below(2) == 0 { near } else { 0 };
                let found = position.see_ge(m, threshold, &values);
                prop_assert!(
                    ends.iter().any(|&end| (end >= threshold) == found),
                    "{} {} {} {:?}", position.sfen(), position.move_text(m), threshold, ends
                );
            }
        }
    }
}

/// What the exchange after a move may win for its mover, played out on a board: each side takes
/// with its least valuable piece or stops. Pieces of one type in different places may lead to
/// different ends.
fn exchange(
    reference: &Reference,
    position: &Position,
    state: &State,
    m: Move,
    worth: &[i32],
) -> Vec<i32> {
    let (key, _) = reference::engine_key(position, m);
    let moves = reference.pseudo(state);
    let played = moves.iter().find(|r| r.key() == key).unwrap();
    let value = |s: Sq| worth[reference.at(state, s).unwrap().0];
    let gain: i32 = played.captured.iter().map(|&s| value(s)).sum();
    let after = reference.play(state, played);
    let burnt = |&s: &Sq| {
        let stood = reference.at(state, s).is_some_and(|m| m.1 != state.side);
        stood && !played.captured.contains(&s) && reference.at(&after, s).is_none()
    };
    let gain = gain + reference.squares().filter(burnt).map(value).sum::<i32>();
    if reference.at(&after, played.to).is_none() {
        return vec![gain - value(played.from)];
    }
    let changed =
        reference.at(state, played.from).map_or(0, |(k, _)| worth[played.result] - worth[k]);
    let gain = gain + changed;
    let square = ref_square(position, m.to());
    let royals = Color::ALL.map(|c| reference.royals(state, c).len());
    let replies = recapture(reference, &after, square, royals, worth);
    replies.into_iter().map(|reply| gain - reply).collect()
}

fn least_attackers(
    reference: &Reference,
    state: &State,
    square: Sq,
    royals: [usize; 2],
    worth: &[i32],
) -> Vec<Sq> {
    let kind = |s: Sq| reference.at(state, s).unwrap().0;
    let lone = royals[state.side.index()] == 1;
    let worth = |s: Sq| {
        let last = lone && reference.kinds[kind(s)].royal;
        if last { i32::MAX } else { worth[kind(s)] }
    };
    let mut all = reference.attackers(state, square, state.side, false);
    all.retain(|&s| !reference.kinds[kind(s)].universal());
    let least = all.iter().map(|&s| worth(s)).min();
    all.retain(|&s| Some(worth(s)) == least);
    all
}

fn recapture(
    reference: &Reference,
    state: &State,
    square: Sq,
    royals: [usize; 2],
    worth: &[i32],
) -> Vec<i32> {
    let stands = worth[reference.at(state, square).unwrap().0];
    let mut ends = Vec::new();
    for from in least_attackers(reference, state, square, royals, worth) {
        let man = reference.at(state, from).unwrap();
        let mut after = state.clone();
        reference.put(&mut after, from, None);
        reference.put(&mut after, square, Some(man));
        after.side = !state.side;
        let burns = reference.beside_fire(&after, square, after.side);
        let covered =
            burns || !least_attackers(reference, &after, square, royals, worth).is_empty();
        if reference.kinds[man.0].royal && royals[man.1.index()] == 1 && covered {
            ends.push(0);
            continue;
        }
        if burns {
            ends.push((stands - worth[man.0]).max(0));
            continue;
        }
        for reply in recapture(reference, &after, square, royals, worth) {
            ends.push((stands - reply).max(0));
        }
    }
    if ends.is_empty() {
        ends.push(0);
    }
    ends.sort_unstable();
    ends.dedup();
    ends
}

#[test]
fn squares_of_both_implementations_are_the_same() {
    for position in GAMES.iter() {
        for square in position.geometry().squares() {
            assert_eq!(engine_square(position, ref_square(position, square)), square);
        }
    }
}
