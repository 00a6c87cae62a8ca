//! What is fitted: a value and two tables for each type, on top of what a game derives.

use crate::eval::EvalTables;
use crate::eval::piece_values::{Family, ROYAL_BONUS};
use crate::eval::psqt::table_entries;
use crate::position::Position;
use crate::tune::data::WHITE;
use crate::types::{Color, Piece, PieceType};
use crate::variant::Variant;
use crate::variant::evaluation::{
    Evaluation, MAX_ENTRY, MAX_TEMPO, MAX_VALUE, MAX_WEIGHT, PerTerm, PieceEvaluation, Placement,
    Term,
};

/// Types, ranks and folded files of a game. A slot numbers one type on one such square as its
/// owner sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Types, with the empty type 0.
    pub kinds: usize,
    /// Ranks.
    pub ranks: usize,
    /// Files from the edge to the middle.
    pub files: usize,
}

impl Shape {
    /// The shape of a game.
    pub fn of(variant: &Variant) -> Self {
        Self {
            kinds: variant.kinds.len(),
            ranks: usize::from(variant.geometry.ranks()),
            files: Placement::folded(variant.geometry.files()),
        }
    }

    /// The number of slots.
    pub const fn slots(self) -> usize {
        self.kinds * self.ranks * self.files
    }

    /// The slot of a type on a rank and a file, both from 0.
    pub const fn slot(self, kind: usize, rank: usize, file: usize) -> usize {
        (kind * self.ranks + rank) * self.files + file
    }

    /// The features of a position: a slot per piece, White's with [`WHITE`].
    pub fn features(self, position: &Position) -> Box<[u32]> {
        let mut features = Vec::new();
        for color in Color::ALL {
            for square in position.pieces(color) {
                let (rank, file) = table_entries(position.geometry(), square, color);
                let slot = self.slot(position.at(square).kind().index(), rank, file) as u32;
                features.push(if color == Color::White { slot | WHITE } else { slot });
            }
        }
        features.into()
    }
}

/// How many parameters are common: the tempo and a weight per term.
const COMMON: usize = 1 + Term::ALL.len();

/// How far the fit may leave what is derived: standard deviations in centipawns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Freedom {
    /// Of a value, as a share of it.
    pub value_share: f64,
    /// Of a value, beside the share.
    pub value: f64,
    /// Of an entry of a type.
    pub entry: f64,
    /// Of an entry that the types of a family share.
    pub family: f64,
    /// Of the bonus for the move.
    pub tempo: f64,
    /// Of the weight of a term.
    pub weight: f64,
}

impl Default for Freedom {
    fn default() -> Self {
        Self {
            value_share: 0.25,
            value: 30.0,
            entry: 25.0,
            family: 60.0,
            tempo: 20.0,
            weight: 10.0,
        }
    }
}

/// What the types share: the bonus for the move and the weights of the terms.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Common {
    /// Bonus for the move.
    pub tempo: f64,
    /// Weights of the terms.
    pub weights: PerTerm<f64>,
}

/// Where the parameters stand in one list: values, ranks and files of each type, ranks and files
/// of each family, the tempo, the weights of the terms.
#[derive(Clone, Debug)]
pub struct Model {
    /// The game's shape.
    pub shape: Shape,
    /// By type: its family and whether it promotes, as one number.
    groups: Vec<usize>,
    /// Number of groups.
    group_count: usize,
    /// What is derived, by parameter.
    prior: Vec<f64>,
    /// Standard deviation of each parameter from the prior; 0 where it is not fitted.
    deviation: Vec<f64>,
    /// The fit: how many deviations each parameter has left the prior by.
    pub shift: Vec<f64>,
}

impl Model {
    /// The model of a game, at what its evaluation says now.
    pub fn new(variant: &Variant, tables: &EvalTables, freedom: Freedom) -> Self {
        let shape = Shape::of(variant);
        let mut groups = vec![0; shape.kinds];
        let mut known = Vec::new();
        for (kind, description) in variant.types() {
            let key = (Family::of(description), description.promotes_to.is_some());
            let at = known.iter().position(|k| *k == key).unwrap_or_else(|| {
                known.push(key);
                known.len() - 1
            });
            groups[kind.index()] = at;
        }
        let group_count = known.len();
        let stride = shape.ranks + shape.files;
        let count = shape.kinds * (1 + stride) + group_count * stride + COMMON;
        let mut model = Self {
            shape,
            groups,
            group_count,
            prior: vec![0.0; count],
            deviation: vec![0.0; count],
            shift: vec![0.0; count],
        };
        for (kind, _) in variant.types() {
            model.derive(variant, tables, kind, freedom);
        }
        for group in 0..group_count {
            let at = model.group(group);
            model.deviation[at..at + stride].fill(freedom.family);
        }
        let common = count - COMMON;
        model.prior[common] = f64::from(tables.tempo());
        model.deviation[common] = freedom.tempo;
        for (term, weight) in tables.weights().iter().enumerate() {
            model.prior[common + 1 + term] = f64::from(*weight);
        }
        model.deviation[common + 1..].fill(freedom.weight);
        model
    }

    const fn stride(&self) -> usize {
        self.shape.ranks + self.shape.files
    }

    /// The first entry of a type; its value stands at its number.
    const fn entries(&self, kind: usize) -> usize {
        self.shape.kinds + kind * self.stride()
    }

    /// The first entry of a group.
    const fn group(&self, group: usize) -> usize {
        self.shape.kinds * (1 + self.stride()) + group * self.stride()
    }

    /// Sets prior and freedom of a type: its derived table as the sum of a table by rank and one
    /// by file that comes closest.
    fn derive(
        &mut self,
        variant: &Variant,
        tables: &EvalTables,
        kind: PieceType,
        freedom: Freedom,
    ) {
        let Shape { ranks, files, .. } = self.shape;
        let value = f64::from(tables.values().get(kind));
        let at = self.entries(kind.index());
        self.prior[kind.index()] = value;
        self.deviation[kind.index()] = freedom.value + freedom.value_share * value;
        self.deviation[at..at + ranks + files].fill(freedom.entry);
        let mut table = vec![0.0; ranks * files];
        for square in variant.geometry.squares() {
            let (rank, file) = table_entries(&variant.geometry, square, Color::Black);
            let worth = tables.psqt().get(Piece::new(kind, Color::Black), square);
            table[rank * files + file] = f64::from(worth) - value;
        }
        let mean = table.iter().sum::<f64>() / table.len() as f64;
        for (index, worth) in table.iter().enumerate() {
            let (rank, file) = (index / files, index % files);
            self.prior[at + rank] += worth / files as f64;
            self.prior[at + ranks + file] += (worth - mean) / ranks as f64;
        }
    }

    fn parameter(&self, at: usize) -> f64 {
        self.prior[at] + self.deviation[at] * self.shift[at]
    }

    fn departure(&self, at: usize) -> f64 {
        self.deviation[at] * self.shift[at]
    }

    /// The bonus for the move and the weights.
    pub fn common(&self) -> Common {
        let first = self.prior.len() - COMMON;
        Common {
            tempo: self.parameter(first),
            weights: std::array::from_fn(|term| self.parameter(first + 1 + term)),
        }
    }

    fn entry(&self, kind: usize, index: usize) -> f64 {
        self.parameter(self.entries(kind) + index)
            + self.departure(self.group(self.groups[kind]) + index)
    }

    /// The worth of every slot in centipawns.
    pub fn worths(&self) -> Vec<f64> {
        let Shape { kinds, ranks, files } = self.shape;
        let mut worths = vec![0.0; self.shape.slots()];
        for kind in 1..kinds {
            for rank in 0..ranks {
                let of_rank = self.parameter(kind) + self.entry(kind, rank);
                for file in 0..files {
                    worths[self.shape.slot(kind, rank, file)] =
                        of_rank + self.entry(kind, ranks + file);
                }
            }
        }
        worths
    }

    /// The gradient by shift from the one by worth of slot and by what is common.
    pub fn gradient(&self, worths: &[f64], common: &Common) -> Vec<f64> {
        let Shape { kinds, ranks, files } = self.shape;
        let mut gradient = vec![0.0; self.prior.len()];
        for kind in 1..kinds {
            let (own, group) = (self.entries(kind), self.group(self.groups[kind]));
            for rank in 0..ranks {
                for file in 0..files {
                    let slope = worths[self.shape.slot(kind, rank, file)];
                    gradient[kind] += slope;
                    for at in [own, group] {
                        gradient[at + rank] += slope;
                        gradient[at + ranks + file] += slope;
                    }
                }
            }
        }
        let first = self.prior.len() - COMMON;
        gradient[first] = common.tempo;
        gradient[first + 1..].copy_from_slice(&common.weights);
        for (slope, deviation) in gradient.iter_mut().zip(&self.deviation) {
            *slope *= deviation;
        }
        gradient
    }

    /// The fit as a section of a game file: every type that `seen` counts, the others are derived.
    pub fn evaluation(&self, variant: &Variant, seen: impl Fn(PieceType) -> bool) -> Evaluation {
        let Shape { ranks, files, .. } = self.shape;
        let whole = |x: f64, least: i32, most: i32| (x.round() as i32).clamp(least, most);
        let pieces = variant.types().filter(|(kind, _)| seen(*kind)).map(|(kind, description)| {
            let bonus = if description.royal { ROYAL_BONUS } else { 0 };
            let value = self.parameter(kind.index()) - f64::from(bonus);
            let entry = |index| whole(self.entry(kind.index(), index), -MAX_ENTRY, MAX_ENTRY);
            PieceEvaluation {
                code: description.full_code(),
                value: Some(whole(value, 1, MAX_VALUE)),
                placement: Some(Placement {
                    ranks: (0..ranks).map(entry).collect(),
                    files: (ranks..ranks + files).map(entry).collect(),
                }),
            }
        });
        let pieces = pieces.collect();
        let Common { tempo, weights } = self.common();
        Evaluation {
            tempo: Some(whole(tempo, 0, MAX_TEMPO)),
            weights: weights.map(|weight| Some(whole(weight, -MAX_WEIGHT, MAX_WEIGHT))),
            pieces,
        }
    }

    /// Number of groups of types that share tables.
    pub const fn groups(&self) -> usize {
        self.group_count
    }
}
