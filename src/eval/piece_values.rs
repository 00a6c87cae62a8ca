//! Piece values derived from mobility, for any game file.
//!
//! A piece is worth what it can reach: `value = 63 * M^1.04` centipawns, where `M` is the number of
//! targets that it reaches on average over the squares of the board, a square behind `n` others
//! weighing `0.7^n` because each of them is empty with that probability, and a forward target
//! weighing 1.7. The law and its constants were fitted to published values of Chu Shogi pieces; an
//! unpromoted pawn comes out at 100. A game file overrides any of it.

use crate::types::{Direction, PieceType};
use crate::variant::movement::{Mode, MovementSpec, Powers};
use crate::variant::{PieceKind, Variant};

/// The chance that a square is empty.
const EMPTY: f64 = 0.7;
/// The weight of a forward target.
const FORWARD: f64 = 1.7;
/// Centipawns per unit of mobility.
const SCALE: f64 = 63.0;
/// The slight gain of reach with size.
const EXPONENT: f64 = 1.04;
/// A lion takes two pieces, or one without leaving its square.
const LION_FACTOR: f64 = 1.7;
/// A lion on one line only, per direction, in targets.
const LINE_BONUS: f64 = 0.7;
/// A three-square lion power on lines.
const LONG_LINE_FACTOR: f64 = 1.3;
/// A lion of diagonal steps alone.
const DIAGONAL_LION_FACTOR: f64 = 1.15;
/// A neighbour that may be taken without a move, in targets.
const IGUI_BONUS: f64 = 0.5;
/// A piece that burns its neighbours: as a fire demon is worth to a queen in the published lists.
const FIRE_FACTOR: f64 = 1.9;
/// What a capture over others weighs: it is there from the first move on.
const OVER_RANKS: f64 = 1.0;
/// The chance that a square within an area move can be reached.
const AREA: f64 = 0.9;
/// What a move that cannot capture, or a capture that cannot move, weighs.
const CAPTURE_ONLY: f64 = 0.67;
const MOVE_ONLY: f64 = 0.33;
/// A royal is worth its moves and this, in centipawns, while another royal is left.
pub const ROYAL_BONUS: i32 = 1100;

/// Values of the types of a variant, in centipawns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceValues {
    base: Box<[i32]>,
}

impl PieceValues {
    /// The values of a variant: its file's where it gives them, else derived.
    pub fn new(variant: &Variant) -> Self {
        let value = |kind: &PieceKind| {
            let value = kind.value.unwrap_or_else(|| derived(variant, kind));
            value.clamp(1, 50_000) + if kind.royal { ROYAL_BONUS } else { 0 }
        };
        let base = variant.kinds.iter().enumerate();
        Self { base: base.map(|(i, k)| if i == 0 { 0 } else { value(k) }).collect() }
    }

    /// The value of a type as it stands, without prospects of promotion.
    #[inline]
    pub fn get(&self, kind: PieceType) -> i32 {
        self.base[kind.index()]
    }
}

/// The derived value of a type in centipawns, at least 1.
pub fn derived(variant: &Variant, kind: &PieceKind) -> i32 {
    let (files, ranks) = (variant.geometry.files(), variant.geometry.ranks());
    let mut reach = mobility(&kind.movement, i32::from(files), i32::from(ranks));
    let powers = &kind.movement.powers;
    if powers.lion {
        reach *= LION_FACTOR;
    } else {
        reach += LINE_BONUS * powers.lines.iter().count() as f64;
    }
    if !powers.long_lines.is_empty() {
        reach *= LONG_LINE_FACTOR;
    }
    if powers.diagonal_lion {
        reach *= DIAGONAL_LION_FACTOR;
    }
    reach += IGUI_BONUS * powers.igui.iter().count() as f64;
    if kind.burns {
        reach *= FIRE_FACTOR;
    }
    if powers.universal {
        // It takes only what is not protected and, being royal, stays at home: a strong stepper.
        reach += 12.0;
    }
    ((SCALE * reach.powf(EXPONENT)) as i32).max(1)
}

/// The expected number of targets, averaged over the squares of the board.
fn mobility(movement: &MovementSpec, files: i32, ranks: i32) -> f64 {
    let mut total = 0.0;
    for leap in &movement.leaps {
        let (right, forward) = (i32::from(leap.right), i32::from(leap.forward));
        total += weight(forward, leap.mode) * share(right, forward, files, ranks);
    }
    for slide in &movement.slides {
        let (right, forward) = slide.direction.delta();
        let mut chance = 1.0;
        for n in 1..=i32::from(slide.max).min(files.max(ranks)) {
            let share = share(right * n, forward * n, files, ranks);
            total += weight(forward, slide.mode) * chance * share;
            chance *= EMPTY;
        }
    }
    total += outflanking_mobility(&movement.powers, files, ranks);
    let hook = movement.powers.hook;
    for (wanted, orthogonal) in [(hook.orthogonal, true), (hook.diagonal, false)] {
        if wanted {
            total += hook_mobility(orthogonal, files, ranks);
        }
    }
    total
}

/// Targets over lower ranks, within an area, behind a skipped square.
fn outflanking_mobility(powers: &Powers, files: i32, ranks: i32) -> f64 {
    let mut total = 0.0;
    let side = files.max(ranks);
    for direction in Direction::ALL {
        let (right, forward) = direction.delta();
        let skips = i32::from(powers.skips[direction.index()]);
        let mut chance = 1.0;
        for n in 1..side {
            let share = share(right * n, forward * n, files, ranks);
            let weight = weight(forward, Mode::BOTH);
            if powers.over_ranks.contains(direction) {
                total += weight * OVER_RANKS * share;
            }
            if (2..=skips).contains(&n) {
                total += weight * chance * share;
                chance *= EMPTY;
            }
        }
    }
    let area = i32::from(powers.area);
    for right in -area..=area {
        for forward in -area..=area {
            if (right, forward) != (0, 0) {
                total += AREA * weight(forward, Mode::BOTH) * share(right, forward, files, ranks);
            }
        }
    }
    total
}

/// Targets around one corner: two ways to each, either of which may be open.
fn hook_mobility(orthogonal: bool, files: i32, ranks: i32) -> f64 {
    let mut total = 0.0;
    let longest = files.max(ranks) - 1;
    for first in -longest..=longest {
        for second in -longest..=longest {
            if first == 0 || second == 0 {
                continue;
            }
            let (right, forward) =
                if orthogonal { (first, second) } else { (first + second, first - second) };
            let between = first.abs() + second.abs() - 1;
            let way = EMPTY.powi(between);
            let open = 1.0 - (1.0 - way) * (1.0 - way);
            total += weight(forward, Mode::BOTH) * open * share(right, forward, files, ranks);
        }
    }
    total
}

fn weight(forward: i32, mode: Mode) -> f64 {
    let direction = if forward > 0 { FORWARD } else { 1.0 };
    match (mode.moves(), mode.captures()) {
        (true, true) => direction,
        (false, true) => direction * CAPTURE_ONLY,
        _ => direction * MOVE_ONLY,
    }
}

/// The share of the squares from which a target is on the board.
fn share(right: i32, forward: i32, files: i32, ranks: i32) -> f64 {
    let inside = (files - right.abs()).max(0) * (ranks - forward.abs()).max(0);
    f64::from(inside) / f64::from(files * ranks)
}

/// How a type of piece likes to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Losing the last one loses.
    Royal,
    /// Moves forward only, a step.
    Pawn,
    /// Moves forward only, further.
    Lance,
    /// Steps and short jumps.
    Stepper,
    /// Lion power.
    Lion,
    /// Slides in at least one direction.
    Slider,
}

impl Family {
    /// The family of a type.
    pub fn of(kind: &PieceKind) -> Self {
        let movement = &kind.movement;
        let forward_only = movement.leaps.iter().all(|l| l.forward > 0)
            && movement.slides.iter().all(|s| s.direction == Direction::North)
            && !movement.powers.any();
        if kind.royal {
            Self::Royal
        } else if movement.powers.lion {
            Self::Lion
        } else if forward_only && movement.slides.is_empty() {
            Self::Pawn
        } else if forward_only {
            Self::Lance
        } else if movement.slides.iter().any(|s| s.max > 2)
            || movement.powers.hook.any()
            || movement.powers.outflanks()
        {
            Self::Slider
        } else {
            Self::Stepper
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{Choices, Registry};

    #[test]
    fn derived_values_follow_the_published_ones() {
        let chu = Registry::new().get("chu").unwrap().build(&Choices::default()).unwrap();
        let value = |code: &str| {
            let kind = chu.find_code(code, false).unwrap();
            derived(&chu, chu.kind(kind))
        };
        // The fit says 34, 141, 269, 525 and 588 * 1.7, on a scale of 34 to the pawn.
        for (code, fit) in [("PW", 34), ("SG", 141), ("RK", 269), ("FK", 525), ("LI", 1000)] {
            let wanted = fit * 100 / 34;
            let found = value(code);
            assert!((found - wanted).abs() <= wanted / 12, "{code}: {found}, not {wanted}");
        }
    }
}
