//! The move of a piece as a text diagram in its owner's view.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::types::Direction;
use crate::variant::movement::{DirectionSet, Mode, MovementSpec, SlideSpec};

/// Where the piece itself stands.
const HERE: char = '@';

/// Draws the move with a legend of the signs that occur. `board` is the longer side of the game's
/// board: no line is drawn further than across it.
pub fn draw(spec: &MovementSpec, board: u8) -> String {
    let limited = spec.slides.iter().map(|s| s.max).filter(|&m| m != SlideSpec::UNLIMITED).max();
    let far = if spec.powers.hook.any() || spec.powers.outflanks() { 4 } else { 0 };
    let radius = spec.longest_leap().max(limited.unwrap_or(0)).max(far).saturating_add(1);
    let radius = i32::from(radius.clamp(3, board.saturating_sub(1).clamp(3, 12)));
    let mut signs = BTreeSet::new();
    let mut out = String::new();
    for forward in (-radius..=radius).rev() {
        let mut line = String::from(" ");
        for right in -radius..=radius {
            let sign = sign(spec, right, forward);
            signs.insert(sign);
            line.push(' ');
            line.push(sign);
        }
        out.push_str(&line);
        out.push('\n');
    }
    out.push('\n');
    // Signs of one meaning share a line.
    let mut lines: Vec<(String, &str)> = Vec::new();
    for (sign, words) in signs.into_iter().filter_map(|sign| Some((sign, legend(sign)?))) {
        match lines.iter_mut().find(|(_, w)| *w == words) {
            Some((signs, _)) => signs.extend([' ', sign]),
            None => lines.push((sign.to_string(), words)),
        }
    }
    let width = lines.iter().map(|(signs, _)| signs.len()).max().unwrap_or(0);
    for (signs, words) in lines {
        let _ = writeln!(out, "  {signs:width$}  {words}");
    }
    for words in powers(spec) {
        let _ = writeln!(out, "  {words}");
    }
    out
}

/// The sign of a square.
fn sign(spec: &MovementSpec, right: i32, forward: i32) -> char {
    if (right, forward) == (0, 0) {
        return HERE;
    }
    let distance = right.abs().max(forward.abs());
    let line = (right == 0 || forward == 0 || right.abs() == forward.abs())
        .then(|| {
            Direction::ALL.into_iter().find(|d| d.delta() == (right.signum(), forward.signum()))
        })
        .flatten();
    let powers = &spec.powers;
    let on = |set: DirectionSet| line.is_some_and(|d| set.contains(d));
    let next_door = distance == 1
        && (powers.lion || on(powers.lines) || powers.diagonal_lion && right != 0 && forward != 0);
    if next_door || distance <= 2 && on(powers.long_lines) {
        return '!';
    }
    let leap =
        spec.leaps.iter().find(|l| (i32::from(l.right), i32::from(l.forward)) == (right, forward));
    if let Some(leap) = leap {
        return match (leap.mode, distance) {
            (Mode::MOVE, _) => 'm',
            (Mode::CAPTURE, _) => 'c',
            (_, 1) => 'o',
            _ => '*',
        };
    }
    if on(powers.over_ranks) {
        return '^';
    }
    if distance <= i32::from(powers.area) {
        return 'a';
    }
    if distance == 1 && on(powers.igui) {
        return 'x';
    }
    let skips = line.map_or(0, |d| i32::from(powers.skips[d.index()]));
    if (2..=skips).contains(&distance) {
        return 's';
    }
    let slides = |s: &&SlideSpec| line == Some(s.direction) && distance <= i32::from(s.max);
    if let Some(slide) = spec.slides.iter().find(slides) {
        let endless = slide.max == SlideSpec::UNLIMITED;
        return match (slide.mode, slide.direction) {
            (Mode::MOVE, _) => 'm',
            (Mode::CAPTURE, _) => 'c',
            _ if !endless => 'o',
            (_, Direction::North | Direction::South) => '|',
            (_, Direction::East | Direction::West) => '-',
            (_, Direction::NorthEast | Direction::SouthWest) => '/',
            _ => '\\',
        };
    }
    let hook = powers.hook;
    if hook.orthogonal || hook.diagonal && (right + forward) % 2 == 0 {
        return '%';
    }
    if powers.universal { 'u' } else { '.' }
}

/// What a sign means.
const fn legend(sign: char) -> Option<&'static str> {
    Some(match sign {
        HERE => "the piece; up is forward",
        'o' => "moves there, by steps that another piece blocks",
        '*' => "jumps there over anything",
        '|' | '-' | '/' | '\\' => "slides any distance until another piece blocks",
        'm' => "moves there without capturing",
        'c' => "only captures there",
        '!' => "moves there, or captures there and goes on",
        '%' => "slides, turns once at a right angle on an empty square, and slides there",
        '^' => "slides there; captures there over anything of a lower rank",
        'a' => {
            "reached by king steps in any direction over empty squares, the last of which may capture"
        }
        'x' => "captures there without moving",
        's' => "slides there over whatever stands next to it",
        'u' => "any square of the board, whatever stands between",
        _ => return None,
    })
}

fn names(set: DirectionSet) -> String {
    let name = |d| match d {
        Direction::North => "forward",
        Direction::NorthEast => "forward right",
        Direction::East => "right",
        Direction::SouthEast => "back right",
        Direction::South => "back",
        Direction::SouthWest => "back left",
        Direction::West => "left",
        Direction::NorthWest => "forward left",
    };
    if set == DirectionSet::ALL {
        return "in any direction".to_owned();
    }
    set.iter().map(name).collect::<Vec<_>>().join(" and ")
}

/// What no sign can say.
fn powers(spec: &MovementSpec) -> Vec<String> {
    let powers = &spec.powers;
    let mut words = Vec::new();
    if powers.lion {
        words.push(
            "Lion: after a capture next door it makes a second step in any direction, which may \
             capture\n  again or lead back (igui)."
                .to_owned(),
        );
    }
    if powers.diagonal_lion {
        words.push(
            "Lion of diagonal steps: after a capture next door it makes a second diagonal step, \
             which may\n  capture again or lead back (igui)."
                .to_owned(),
        );
    }
    if !powers.over_ranks.is_empty() {
        words.push(
            "What it may capture beside lower ranks is a rule (GeneralCapture); nobody jumps an \
             equal or\n  higher rank."
                .to_owned(),
        );
    }
    if !powers.lines.is_empty() {
        let directions = names(powers.lines);
        words.push(format!(
            "Lion on a line, {directions}: after a capture next door it goes on to the second \
             square,\n  capturing there or not, or back (igui)."
        ));
    }
    if !powers.long_lines.is_empty() {
        let directions = names(powers.long_lines);
        words.push(format!(
            "Lion dog, {directions}: up to three squares on one line, capturing or jumping each \
             piece on\n  the way; it may also come back from the second square to the first, or \
             from the first\n  to where it was (igui)."
        ));
    }
    if !powers.passes.is_empty() {
        let directions = names(powers.passes);
        words.push(format!("Pass: to an empty neighbour ({directions}) and back."));
    }
    if powers.universal {
        words.push("What it may capture is a rule (EmperorCapture).".to_owned());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::betza;

    fn picture(text: &str) -> String {
        draw(&betza::compile(text).unwrap(), 9)
    }

    #[test]
    fn a_falcon_shows_its_line() {
        let lines = picture("BsbRfWfDfcavWfmabW");
        let rows: Vec<&str> = lines.lines().take(7).collect();
        assert_eq!(
            rows,
            [
                "  \\ . . . . . /",
                "  . \\ . * . / .",
                "  . . \\ ! / . .",
                "  - - - @ - - -",
                "  . . / | \\ . .",
                "  . / . | . \\ .",
                "  / . . | . . \\",
            ]
        );
        assert!(lines.contains("Lion on a line, forward:"));
    }

    #[test]
    fn hooks_and_the_emperor_reach_far() {
        assert!(picture("RmasR").contains('%'));
        assert!(picture("U").contains('u'));
        assert!(picture("lion").contains("igui"));
        assert!(picture("lion_dog").contains("Lion dog, in any direction"));
    }
}
