//! Syntax tree to [`MovementSpec`]: chains are recognised by their shape, leg by leg.

use super::parser::{Chain, Expression, Leg, LegModes, NamedPower, Step, Term, TermKind, Turns};
use super::{BetzaError, BetzaFault, is_unlimited};
use crate::types::Direction;
use crate::variant::movement::{DirectionSet, Mode, MovementSpec, SlideSpec};

/// Compiles a parsed expression.
///
/// Lion-like powers are checked to have their plain ends: squares next door that only a slide
/// names become steps too; a missing jump is an error.
///
/// # Errors
/// [`BetzaFault::UnknownChain`], [`BetzaFault::MissingEnds`] or [`BetzaFault::MissingSlides`] with
/// the term that cannot be compiled.
pub fn compile_expression(expression: &Expression) -> Result<MovementSpec, BetzaError> {
    let mut spec = MovementSpec::default();
    for term in &expression.terms {
        match &term.kind {
            TermKind::Power(power) => add_power(&mut spec, *power),
            TermKind::Chain(chain) if add_chain(&mut spec, chain) => {}
            TermKind::Chain(_) => return Err(fault(term, BetzaFault::UnknownChain)),
        }
    }
    for term in &expression.terms {
        if let TermKind::Chain(chain) = &term.kind
            && chain.legs.len() > 1
        {
            check_ends(&mut spec, chain).map_err(|f| fault(term, f))?;
        }
    }
    free_captures(&mut spec);
    let powers = &mut spec.powers;
    powers.diagonal_lion &= !powers.lion;
    // A power of two squares on a line says nothing beside one of three, or beside a lion; an igui
    // nothing beside any of them.
    powers.lines = powers.lines.without(powers.lion_directions()).without(powers.long_lines);
    let said = powers.lion_directions().union(powers.lines).union(powers.long_lines);
    powers.igui = powers.igui.without(said);
    Ok(spec)
}

/// Slides along lines on which the piece captures over ranks only move: that power says all that
/// it captures there.
fn free_captures(spec: &mut MovementSpec) {
    let over_ranks = spec.powers.over_ranks;
    spec.slides.retain(|s| !over_ranks.contains(s.direction) || s.mode.moves());
    for slide in spec.slides.iter_mut().filter(|s| over_ranks.contains(s.direction)) {
        slide.mode = Mode::MOVE;
    }
}

fn fault(term: &Term, fault: BetzaFault) -> BetzaError {
    BetzaError::new(fault, term.token.as_str(), term.column)
}

fn direction((right, forward): Step) -> Option<Direction> {
    let delta = (i32::from(right), i32::from(forward));
    Direction::ALL.into_iter().find(|d| d.delta() == delta)
}

fn directions(steps: &[Step]) -> Option<DirectionSet> {
    steps.iter().try_fold(DirectionSet::NONE, |set, &step| Some(set.with(direction(step)?)))
}

fn add_power(spec: &mut MovementSpec, power: NamedPower) {
    let add_squares = |spec: &mut MovementSpec, distance: i8, lines_only: bool| {
        for right in -distance..=distance {
            for forward in -distance..=distance {
                let on_line = right == 0 || forward == 0 || right.abs() == forward.abs();
                if (right, forward) != (0, 0) && (on_line || !lines_only) {
                    spec.add_leap(right, forward, Mode::BOTH);
                }
            }
        }
    };
    let add_slides = |spec: &mut MovementSpec, orthogonal: bool| {
        for d in Direction::ALL.into_iter().filter(|d| d.is_orthogonal() == orthogonal) {
            spec.add_slide(d, SlideSpec::UNLIMITED, Mode::BOTH);
        }
    };
    match power {
        NamedPower::Lion => {
            add_squares(spec, 2, false);
            spec.powers.lion = true;
            spec.powers.passes = DirectionSet::ALL;
        }
        NamedPower::LionDog => {
            add_squares(spec, 3, true);
            spec.powers.long_lines = DirectionSet::ALL;
            spec.powers.passes = DirectionSet::ALL;
        }
        NamedPower::HookOrthogonal => {
            add_slides(spec, true);
            spec.powers.hook.orthogonal = true;
        }
        NamedPower::HookDiagonal => {
            add_slides(spec, false);
            spec.powers.hook.diagonal = true;
        }
        NamedPower::UniversalLeaper => spec.powers.universal = true,
        NamedPower::Area(steps) => spec.powers.area = spec.powers.area.max(steps),
    }
}

/// The modes of a leg that ends a move, or `None` for a hop.
fn end_mode(modes: LegModes) -> Option<Mode> {
    match (modes.moves, modes.captures, modes.hops) {
        (true, true, false) => Some(Mode::BOTH),
        (true, false, false) => Some(Mode::MOVE),
        (false, true, false) => Some(Mode::CAPTURE),
        _ => None,
    }
}

/// Adds a chain; false when it is no power that the engine knows.
fn add_chain(spec: &mut MovementSpec, chain: &Chain) -> bool {
    match chain.legs.as_slice() {
        [only] => add_single(spec, chain, *only),
        [first, last] => add_double(spec, chain, *first, *last),
        [first, second, last] => add_triple(spec, chain, [first, second, last]),
        _ => false,
    }
}

fn add_single(spec: &mut MovementSpec, chain: &Chain, leg: Leg) -> bool {
    if leg.modes.hops {
        let starts = directions(&chain.starts).unwrap_or_default();
        spec.powers.over_ranks = spec.powers.over_ranks.union(starts);
        return is_unlimited(chain.max) && !chain.skips;
    }
    if chain.skips {
        let starts = directions(&chain.starts).unwrap_or_default();
        for (d, farthest) in Direction::ALL.into_iter().zip(&mut spec.powers.skips) {
            if starts.contains(d) {
                *farthest = chain.max.max(*farthest);
            }
        }
        return end_mode(leg.modes) == Some(Mode::BOTH);
    }
    let Some(mode) = end_mode(leg.modes) else { return false };
    for &(right, forward) in &chain.starts {
        match direction((right, forward)) {
            Some(d) => spec.add_slide(d, chain.max, mode),
            None => spec.add_leap(right, forward, mode),
        }
    }
    true
}

const BACK: Turns = Turns { any: false, forward: false, back: true, side: false };
const ON: Turns = Turns { any: false, forward: true, back: false, side: false };
const ON_OR_BACK: Turns = Turns { any: false, forward: true, back: true, side: false };
const SIDE: Turns = Turns { any: false, forward: false, back: false, side: true };
const ANY: Turns = Turns { any: true, forward: false, back: false, side: false };
const EVERYTHING: LegModes = LegModes { moves: true, captures: true, hops: true };

fn add_double(spec: &mut MovementSpec, chain: &Chain, first: Leg, last: Leg) -> bool {
    let (Some(begin), Some(end)) = (end_mode(first.modes), end_mode(last.modes)) else {
        return false;
    };
    let Some(starts) = directions(&chain.starts) else { return false };
    let powers = &mut spec.powers;
    let one_step = chain.max == 1;
    match last.turns {
        // Capture next door, then a king step in any direction.
        ANY if one_step && starts == DirectionSet::ALL => {
            let is_lion = begin == Mode::CAPTURE && end == Mode::BOTH;
            powers.lion |= is_lion;
            is_lion
        }
        // The same on diagonals alone.
        ANY if one_step && chain.atom == 'F' && chain.starts.len() == chain.steps.len() => {
            let is_lion = begin == Mode::CAPTURE && end == Mode::BOTH;
            powers.diagonal_lion |= is_lion;
            is_lion
        }
        // Capture next door and back.
        BACK if one_step && begin == Mode::CAPTURE && end.moves() => {
            powers.igui = powers.igui.union(starts);
            true
        }
        // Capture next door, then on or back.
        ON_OR_BACK if one_step && begin == Mode::CAPTURE && end == Mode::BOTH => {
            powers.lines = powers.lines.union(starts);
            true
        }
        // To an empty neighbour and back.
        BACK if one_step && begin == Mode::MOVE && end.moves() => {
            powers.passes = powers.passes.union(starts);
            true
        }
        // A slide over empty squares, then another at a right angle.
        SIDE if is_unlimited(chain.max) && begin == Mode::MOVE && end == Mode::BOTH => {
            let complete = chain.starts.len() == chain.steps.len();
            powers.hook.orthogonal |= complete && chain.atom != 'B';
            powers.hook.diagonal |= complete && chain.atom != 'R';
            complete
        }
        _ => false,
    }
}

/// Three legs on one line, the last one on or back: with a two-leg power in the same directions it
/// makes the three-square power.
fn add_triple(spec: &mut MovementSpec, chain: &Chain, [first, second, last]: [&Leg; 3]) -> bool {
    let Some(starts) = directions(&chain.starts) else { return false };
    if chain.max != 1
        || first.modes != EVERYTHING
        || second.modes != EVERYTHING
        || second.turns != ON
        || last.turns != ON_OR_BACK
        || end_mode(last.modes) != Some(Mode::BOTH)
    {
        return false;
    }
    spec.powers.long_lines = spec.powers.long_lines.union(starts);
    for &(right, forward) in &chain.starts {
        spec.add_leap(right * 3, forward * 3, Mode::BOTH);
    }
    true
}

/// Checks that the plain ends of a power are there.
fn check_ends(spec: &mut MovementSpec, chain: &Chain) -> Result<(), BetzaFault> {
    let starts = directions(&chain.starts).unwrap_or_default();
    let powers = spec.powers;
    let lion_like = match chain.legs.as_slice() {
        [first, last] => first.modes.captures && last.turns != BACK,
        _ => true,
    };
    if !lion_like {
        let hook = chain.legs.iter().any(|leg| leg.turns == SIDE);
        let has_slide = |d| {
            let full = |s: &SlideSpec| s.direction == d && s.mode == Mode::BOTH;
            spec.slides.iter().any(|s| full(s) && is_unlimited(s.max))
        };
        if hook && !starts.iter().all(has_slide) {
            return Err(BetzaFault::MissingSlides);
        }
        return Ok(());
    }
    for d in starts.iter() {
        let (right, forward) = (d.delta().0 as i8, d.delta().1 as i8);
        let slides = |s: &SlideSpec| s.direction == d && s.mode == Mode::BOTH;
        if spec.slides.iter().any(slides) {
            spec.add_leap(right, forward, Mode::BOTH);
        }
        let long = chain.legs.len() == 3;
        if long && !powers.lion && !powers.lines.contains(d) {
            return Err(BetzaFault::MissingEnds);
        }
        for n in 1..=if long { 3 } else { 2 } {
            require(spec, right * n, forward * n)?;
        }
    }
    let any_turn = chain.legs.iter().skip(1).any(|leg| leg.turns == ANY);
    if any_turn && chain.atom == 'F' {
        for (right, forward) in [(0, 2), (2, 0), (0, -2), (-2, 0)] {
            require(spec, right, forward)?;
        }
    } else if powers.lion && any_turn {
        for (right, forward) in (-2..=2).flat_map(|r| (-2..=2).map(move |f| (r, f))) {
            if (right, forward) != (0, 0) {
                require(spec, right, forward)?;
            }
        }
    }
    Ok(())
}

fn require(spec: &MovementSpec, right: i8, forward: i8) -> Result<(), BetzaFault> {
    let found =
        spec.leaps.iter().any(|l| (l.right, l.forward, l.mode) == (right, forward, Mode::BOTH));
    if found { Ok(()) } else { Err(BetzaFault::MissingEnds) }
}
