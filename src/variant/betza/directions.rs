//! Atoms and what direction prefixes mean before them.

use super::parser::Step;
use super::{BetzaError, BetzaFault};

/// An atom: its steps and how it uses them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Atom {
    /// All steps, clockwise from straight forward.
    pub steps: &'static [Step],
    /// Without a number it goes any distance.
    pub slides: bool,
    /// It moves to adjacent squares, so a number makes sense.
    pub walks: bool,
    class: Class,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Orthogonal,
    Diagonal,
    Oblique,
    All,
}

macro_rules! orthogonal {
    ($n:literal) => {
        &[(0, $n), ($n, 0), (0, -$n), (-$n, 0)]
    };
}
macro_rules! diagonal {
    ($n:literal) => {
        &[($n, $n), ($n, -$n), (-$n, -$n), (-$n, $n)]
    };
}
macro_rules! oblique {
    ($a:literal, $b:literal) => {
        &[($a, $b), ($b, $a), ($b, -$a), ($a, -$b), (-$a, -$b), (-$b, -$a), (-$b, $a), (-$a, $b)]
    };
}

const KING: &[Step] = &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The atom with this letter.
pub(super) fn atom(letter: char) -> Option<Atom> {
    use Class::{All, Diagonal, Oblique, Orthogonal};
    let (steps, slides, walks, class): (&'static [Step], _, _, _) = match letter {
        'W' => (orthogonal!(1), false, true, Orthogonal),
        'F' => (diagonal!(1), false, true, Diagonal),
        'K' => (KING, false, true, All),
        'R' => (orthogonal!(1), true, true, Orthogonal),
        'B' => (diagonal!(1), true, true, Diagonal),
        'Q' => (KING, true, true, All),
        'D' => (orthogonal!(2), false, false, Orthogonal),
        'A' => (diagonal!(2), false, false, Diagonal),
        'H' => (orthogonal!(3), false, false, Orthogonal),
        'G' => (diagonal!(3), false, false, Diagonal),
        'N' => (oblique!(1, 2), false, false, Oblique),
        'C' => (oblique!(1, 3), false, false, Oblique),
        'Z' => (oblique!(2, 3), false, false, Oblique),
        'U' => (&[], false, false, All),
        _ => return None,
    };
    Some(Atom { steps, slides, walks, class })
}

/// The steps of `atom` that the direction letters of its first leg select.
pub(super) fn starts(atom: &Atom, letters: &[(char, usize)]) -> Result<Vec<Step>, BetzaError> {
    for &(letter, column) in letters {
        if !matches!(letter, 'f' | 'b' | 'l' | 'r' | 'v' | 's') {
            return Err(BetzaError::new(BetzaFault::UnknownLetter, letter, column));
        }
        if atom.class == Class::All {
            return Err(BetzaError::new(BetzaFault::DirectedKing, letter, column));
        }
    }
    if letters.is_empty() {
        return Ok(atom.steps.to_vec());
    }
    let mut chosen = vec![false; atom.steps.len()];
    let mut rest = letters;
    while let Some(&(first, _)) = rest.first() {
        let second = rest.get(1).map(|&(letter, _)| letter);
        let pair = second.filter(|&second| is_pair(atom.class, first, second));
        rest = rest.get(if pair.is_some() { 2 } else { 1 }..).unwrap_or_default();
        for (mark, &step) in chosen.iter_mut().zip(atom.steps) {
            *mark |= matches(atom.class, step, first, pair);
        }
    }
    let marked = atom.steps.iter().zip(chosen).filter(|(_, mark)| *mark);
    Ok(marked.map(|(&step, _)| step).collect())
}

/// True when two adjacent letters name one thing together.
fn is_pair(class: Class, first: char, second: char) -> bool {
    let vertical = |c| matches!(c, 'f' | 'b');
    let sideways = |c| matches!(c, 'l' | 'r');
    let mixed = vertical(first) && sideways(second) || sideways(first) && vertical(second);
    match class {
        Class::Orthogonal | Class::All => false,
        Class::Diagonal => mixed,
        Class::Oblique => {
            mixed
                || first == second && (vertical(first) || sideways(first))
                || vertical(first) && second == 's'
        }
    }
}

/// True when the step lies on the side that the letter names.
fn towards((right, forward): Step, letter: char) -> bool {
    match letter {
        'f' => forward > 0,
        'b' => forward < 0,
        'l' => right < 0,
        'r' => right > 0,
        'v' => forward != 0,
        _ => right != 0,
    }
}

fn matches(class: Class, step: Step, first: char, pair: Option<char>) -> bool {
    let narrow = step.1.abs() > step.0.abs();
    let main_axis = |letter| matches!(letter, 'f' | 'b' | 'v') == narrow;
    match (class, pair) {
        (Class::Oblique, None) => match first {
            'v' | 's' => main_axis(first),
            _ => towards(step, first),
        },
        (Class::Oblique, Some('s')) => towards(step, first) && !narrow,
        (Class::Oblique, Some(second)) => {
            towards(step, first) && towards(step, second) && main_axis(first)
        }
        (_, Some(second)) => towards(step, first) && towards(step, second),
        (_, None) => towards(step, first),
    }
}
