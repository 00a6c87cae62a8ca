//! The named powers, each as the set of outcomes that the rules list.

use daiban::variant::betza::{NamedPower, Step};

use super::Sq;
use super::legs::{Found, Walker, Way, walk};

const ORTHOGONAL: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

fn around() -> impl Iterator<Item = Step> {
    ORTHOGONAL.into_iter().chain(DIAGONAL)
}

impl Walker<'_> {
    pub fn power(&mut self, power: NamedPower) {
        match power {
            NamedPower::Lion => self.lion(),
            NamedPower::LionDog => self.lion_dog(),
            NamedPower::HookOrthogonal => self.hook(ORTHOGONAL),
            NamedPower::HookDiagonal => self.hook(DIAGONAL),
            NamedPower::UniversalLeaper => self.universal(),
            NamedPower::Area(steps) => self.area(steps),
        }
    }

    fn ends(&self, square: Sq) -> bool {
        matches!(self.find(square, &[]), Found::Empty | Found::Enemy)
    }

    fn enemy(&self, square: Sq) -> bool {
        self.find(square, &[]) == Found::Enemy
    }

    /// The captured squares when `first` squares are taken and the piece stops on `to`.
    fn stop(&mut self, first: &[Sq], to: Sq) {
        let mut captured = first.to_vec();
        if to != self.from && !captured.contains(&to) && self.enemy(to) {
            captured.push(to);
        }
        self.emit(captured, to, to);
    }

    fn pass(&mut self) {
        for step in around() {
            let square = walk(self.from, step, 1, self.color);
            if self.find(square, &[]) == Found::Empty {
                self.emit(Vec::new(), self.from, square);
            }
        }
    }

    /// Leap to any of 24 squares; take next door and make another king step, home included; pass.
    fn lion(&mut self) {
        for right in -2..=2 {
            for forward in -2..=2 {
                let to = walk(self.from, (right, forward), 1, self.color);
                if (right, forward) != (0, 0) && self.ends(to) {
                    self.stop(&[], to);
                }
            }
        }
        for first in around() {
            let a = walk(self.from, first, 1, self.color);
            if !self.enemy(a) {
                continue;
            }
            for second in around() {
                let to = walk(a, second, 1, self.color);
                if to == self.from || self.ends(to) {
                    self.stop(&[a], to);
                }
            }
        }
        self.pass();
    }

    /// On each ray: end on o by igui; on s1, perhaps with s2 taken; on s2, s1 taken or hopped; on
    /// s3, s1 and s2 each taken or hopped.
    fn lion_dog(&mut self) {
        for step in around() {
            let [s1, s2, s3] = [1, 2, 3].map(|n| walk(self.from, step, n, self.color));
            let takes = |w: &Self, s: Sq| -> Vec<Vec<Sq>> {
                if w.enemy(s) { vec![vec![], vec![s]] } else { vec![vec![]] }
            };
            if self.enemy(s1) {
                self.stop(&[s1], self.from);
            }
            if self.ends(s1) {
                self.stop(&[], s1);
                if self.enemy(s2) {
                    let mut both: Vec<Sq> = if self.enemy(s1) { vec![s1] } else { vec![] };
                    both.push(s2);
                    self.emit(both, s1, s1);
                }
            }
            if self.ends(s2) {
                for first in takes(self, s1) {
                    self.stop(&first, s2);
                }
            }
            if self.ends(s3) {
                for first in takes(self, s1) {
                    for second in takes(self, s2) {
                        self.stop(&[first.clone(), second].concat(), s3);
                    }
                }
            }
        }
        self.pass();
    }

    /// A slide over empty squares that may turn once by 90 degrees on an empty square.
    fn hook(&mut self, steps: [Step; 4]) {
        for step in steps {
            for corner in self.slide(self.from, step) {
                if self.find(corner, &[]) == Found::Enemy {
                    continue;
                }
                for turn in [(step.1, -step.0), (-step.1, step.0)] {
                    self.slide(corner, turn);
                }
            }
        }
    }

    /// Slides from `at`, writes every end and returns them.
    fn slide(&mut self, at: Sq, step: Step) -> Vec<Sq> {
        let mut ends = Vec::new();
        for n in 1.. {
            let to = walk(at, step, n, self.color);
            if !self.ends(to) {
                break;
            }
            self.stop(&[], to);
            ends.push(to);
            if self.enemy(to) {
                break;
            }
        }
        ends
    }

    /// Any square of the board but its own that is not own.
    fn universal(&mut self) {
        for to in self.reference.squares() {
            if to == self.from || !self.ends(to) {
                continue;
            }
            let captured = if self.enemy(to) { vec![to] } else { vec![] };
            self.ways.push(Way { captured, to, middle: None, universal: true });
        }
    }
}
