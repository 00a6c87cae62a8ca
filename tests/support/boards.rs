//! Random numbers that repeat, random boards and random walks for tests.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "every test that includes this uses its own part of it"
)]

use std::path::Path;
use std::sync::Arc;

use daiban::position::{Hands, Position, Setup};
use daiban::types::{Color, Piece, PieceType};
use daiban::variant::{Choices, Registry, Variant};

/// `SplitMix64`.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// `count` times the environment variable `DAIBAN_TEST_SCALE`, at least 1.
pub fn scaled(count: usize) -> usize {
    let scale = std::env::var("DAIBAN_TEST_SCALE").ok().and_then(|v| v.parse::<f64>().ok());
    ((count as f64 * scale.unwrap_or(1.0)) as usize).max(1)
}

/// The games: the built-in ones and those of tests/data/games.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games");
    if folder.is_dir() {
        registry.add_directory(&folder).unwrap();
    }
    registry
}

/// A game with options as `Name=value` separated by blanks.
pub fn variant(id: &str, options: &str) -> Arc<Variant> {
    let mut choices = Choices::default();
    for option in options.split_whitespace() {
        let (name, value) = option.split_once('=').unwrap();
        choices.set(name, value).unwrap();
    }
    Arc::new(registry().get(id).unwrap().build(&choices).unwrap())
}

pub fn start(variant: &Arc<Variant>) -> Position {
    Position::from_sfen(variant, &variant.start_sfen).unwrap()
}

/// A board with about `density` per cent of its squares taken by pieces of all types, promoted
/// ones included, of both sides, and at least one royal a side.
pub fn dense(like: &Position, random: &mut Random, density: usize) -> Position {
    let variant = like.variant();
    let kinds: Vec<PieceType> = variant.types().map(|(kind, _)| kind).collect();
    let royals: Vec<PieceType> =
        variant.types().filter(|(_, k)| k.royal).map(|(kind, _)| kind).collect();
    let lions: Vec<PieceType> =
        variant.types().filter(|(_, k)| k.lion).map(|(kind, _)| kind).collect();
    let mut squares: Vec<_> = like.geometry().squares().collect();
    for i in (1..squares.len()).rev() {
        squares.swap(i, random.below(i + 1));
    }
    let mut pieces = Vec::new();
    for color in Color::ALL {
        for _ in 0..=random.below(2) {
            pieces.push((squares.pop().unwrap(), Piece::new(*random.pick(&royals), color)));
        }
        // Several lions a side, so that lion trading has work.
        for _ in 0..if lions.is_empty() { 0 } else { random.below(5) } {
            pieces.push((squares.pop().unwrap(), Piece::new(*random.pick(&lions), color)));
        }
    }
    for square in squares {
        if random.below(100) < density {
            let kind = *random.pick(&kinds);
            // Few additional royals and universal leapers: they make everything else protected.
            if variant.kind(kind).royal && random.below(3) > 0 {
                continue;
            }
            pieces.push((square, Piece::new(kind, *random.pick(&Color::ALL))));
        }
    }
    let side = *random.pick(&Color::ALL);
    let lion_squares: Vec<_> = pieces
        .iter()
        .filter(|(_, p)| variant.kind_of(*p).lion && p.color() != side)
        .map(|(s, _)| *s)
        .collect();
    let lion_capture = match random.below(3) {
        0 => None,
        1 if !lion_squares.is_empty() => Some(*random.pick(&lion_squares)),
        _ => {
            let squares: Vec<_> = like.geometry().squares().collect();
            Some(*random.pick(&squares))
        }
    };
    let hands = random_hands(like, random);
    like.with_setup(&Setup { pieces, hands, side, lion_capture, number: 1 }).unwrap()
}

/// A few pieces in hand, in games with drops.
pub fn random_hands(like: &Position, random: &mut Random) -> Hands {
    let mut hands = Hands::default();
    let variant = like.variant();
    if !variant.rules.drops {
        return hands;
    }
    for color in Color::ALL {
        for (kind, description) in variant.types() {
            let droppable = description.base.is_none() && !description.royal;
            let count = [0, 0, 0, 1, 2][random.below(5)];
            assert!(!droppable || hands.set(Piece::new(kind, color), count));
        }
    }
    hands
}

/// A position from `KI@10s +dv@10i`: bracket codes, upper case for Black, and where they stand.
pub fn place(variant: &Arc<Variant>, side: Color, men: &str) -> Position {
    let pieces = men.split_whitespace().map(|man| {
        let (code, square) = man.split_once('@').unwrap();
        let promoted = code.starts_with('+');
        let code = code.trim_start_matches('+');
        let upper = code.to_ascii_uppercase();
        let color = if upper == code { Color::Black } else { Color::White };
        let kind = variant.find_code(&upper, promoted).unwrap();
        (variant.geometry.parse(square).unwrap(), Piece::new(kind, color))
    });
    let pieces = pieces.collect();
    Position::from_setup(
        variant,
        &Setup { pieces, hands: Hands::default(), side, lion_capture: None, number: 1 },
    )
    .unwrap()
}

/// The texts of all moves, or of those that begin with `from`, sorted.
pub fn texts(position: &Position, from: &str) -> Vec<String> {
    let from = position.geometry().parse(from);
    let mut texts: Vec<String> = position
        .moves()
        .iter()
        .filter(|m| from.is_none_or(|square| m.from() == square))
        .map(|&m| position.move_text(m))
        .collect();
    texts.sort();
    texts
}

/// True when the position has a move with this text.
pub fn has(position: &Position, text: &str) -> bool {
    texts(position, "").iter().any(|t| t == text)
}
