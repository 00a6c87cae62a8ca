//! The solver of mate problems: a depth-first proof-number search (df-pn) for the forced capture of
//! the last royal by attacks without a pause.
//!
//! The side to move is the attacker. Every move of his captures a royal or leaves one attacked; a
//! position that comes back is his failure. He needs no royal himself, so the solver works on
//! positions and leaves the rules on ended games aside.
//!
//! Whether the attacker wins does not depend on how a position came about: a win never needs to
//! repeat. So a proof holds everywhere, while a disproof that leans on a repetition holds only where
//! the repeated positions come before. The solver keeps such a disproof together with a hash of
//! them, and believes it again only behind the same ones.

mod attacking;
mod dfpn;
mod evading;
mod line;
mod rays;
mod table;
pub mod verify;

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Control;
use crate::position::Position;
use crate::types::{Color, Move};
use crate::variant::Variant;
use attacking::AttackFinder;
use dfpn::{Child, Frame};
use evading::EvasionFinder;
use table::Table;

/// What a solver may use up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MateLimits {
    /// Time; `None` for as long as it takes.
    pub time: Option<Duration>,
    /// Nodes; `None` for as many as it takes.
    pub nodes: Option<u64>,
}

impl MateLimits {
    /// No more than `time`.
    pub const fn time(time: Duration) -> Self {
        Self { time: Some(time), nodes: None }
    }

    /// No more than about `nodes` nodes.
    pub const fn nodes(nodes: u64) -> Self {
        Self { time: None, nodes: Some(nodes) }
    }
}

/// The verdict on a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateResult {
    /// The attacker wins by this line: he moves first and last, and after his last move no reply
    /// prevents the capture of the last royal. Only where he can capture it at once does the line
    /// consist of that capture.
    Mate(Vec<Move>),
    /// He does not win by attacks alone.
    NoMate,
    /// Not known within the limits.
    Unknown,
}

/// The verdict and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MateReport {
    /// The verdict.
    pub result: MateResult,
    /// Positions looked at.
    pub nodes: u64,
    /// Time.
    pub time: Duration,
}

/// Solves mate problems, with a table of its own that is allocated once.
///
/// ```
/// use std::sync::Arc;
/// use daiban::position::Position;
/// use daiban::search::Control;
/// use daiban::search::mate::{MateLimits, MateResult, MateSolver};
/// use daiban::variant::Registry;
///
/// let chu = Arc::new(Registry::new().get("chu").unwrap().default_variant().unwrap());
/// // Edo period: four queens and a phoenix against a bare corner.
/// let sfen = "5ex1+Pc2/6okt3/3s4X2+H/2+D9/3p+v1+Dpt3/12/12/2+a6q2/12/12/12/12 b - 1";
/// let problem = Position::from_sfen(&chu, sfen).unwrap();
/// let mut solver = MateSolver::new(16);
/// let report = solver.solve(&problem, &MateLimits::default(), &Control::new());
/// assert!(matches!(report.result, MateResult::Mate(line) if line.len() % 2 == 1));
/// ```
#[derive(Debug)]
pub struct MateSolver {
    table: Table,
    attacks: AttackFinder,
    evasions: EvasionFinder,
    buffer: Vec<Move>,
    candidates: Vec<(Move, bool)>,
    frames: Vec<Frame>,
    children: Vec<Child>,
    /// How many positions of the path have a key with these low bits.
    on_path: Box<[u16]>,
    attacker: Color,
    attacker_has_royal: bool,
    nodes: u64,
    budget: Budget,
    /// The game of the last problem: what the table holds is about it alone.
    variant: Option<Arc<Variant>>,
}

/// When to give up.
#[derive(Clone, Debug)]
struct Budget {
    control: Control,
    start: Instant,
    limits: MateLimits,
    next_look: u64,
    exhausted: bool,
}

impl Budget {
    fn new(limits: MateLimits, control: &Control) -> Self {
        let control = control.clone();
        Self { control, start: Instant::now(), limits, next_look: 0, exhausted: false }
    }

    /// True once the limits are reached.
    fn is_exhausted(&mut self, nodes: u64) -> bool {
        if self.exhausted || nodes < self.next_look {
            return self.exhausted;
        }
        self.next_look = nodes + 128;
        self.exhausted = self.control.is_stopped()
            || self.limits.nodes.is_some_and(|most| nodes >= most)
            || self.limits.time.is_some_and(|most| self.start.elapsed() >= most);
        self.exhausted
    }
}

impl MateSolver {
    /// A solver with a table of `hash_mb` MB.
    pub fn new(hash_mb: usize) -> Self {
        Self {
            table: Table::new(hash_mb),
            attacks: AttackFinder::default(),
            evasions: EvasionFinder::default(),
            buffer: Vec::new(),
            candidates: Vec::new(),
            frames: Vec::new(),
            children: Vec::new(),
            on_path: vec![0; dfpn::FILTER].into(),
            attacker: Color::Black,
            attacker_has_royal: true,
            nodes: 0,
            budget: Budget::new(MateLimits::default(), &Control::new()),
            variant: None,
        }
    }

    /// Solves `position` for the side to move. The same position with the same limits on nodes
    /// gives the same report, whatever was solved before.
    ///
    /// A side to move with royals of its own loses them as in the game: a move that lets the
    /// last one be captured fails.
    pub fn solve(
        &mut self,
        position: &Position,
        limits: &MateLimits,
        control: &Control,
    ) -> MateReport {
        self.budget = Budget::new(*limits, control);
        self.nodes = 0;
        self.table.forget();
        self.variant = Some(Arc::clone(position.variant()));
        self.attacker = position.side();
        self.attacker_has_royal = position.royal_count(self.attacker) > 0;
        let mut position = position.clone();
        let result = self.verdict(&mut position);
        MateReport { result, nodes: self.nodes, time: self.budget.start.elapsed() }
    }

    /// The attacker's first move of a win from `position`, found again where the table lost it, for
    /// as long as the limits of the last [`MateSolver::solve`] allow; `None` where none is known.
    ///
    /// `position` must come from the problem solved last, with the attacker to move.
    pub fn winning_move(&mut self, position: &Position) -> Option<Move> {
        if let Some(capture) = verify::winning_capture(position) {
            return Some(capture);
        }
        let mut position = position.clone();
        self.proof_of(&mut position)?.best_move()
    }

    fn verdict(&mut self, position: &mut Position) -> MateResult {
        if position.royal_count(!self.attacker) == 0 {
            return MateResult::NoMate;
        }
        if let Some(capture) = verify::winning_capture(position) {
            return MateResult::Mate(vec![capture]);
        }
        match self.search(position) {
            Some(known) if known.is_proved() => match self.extract_line(position) {
                Some(line) if verify::is_attacking_line(position, &line) => MateResult::Mate(line),
                _ => MateResult::Unknown,
            },
            Some(_) => MateResult::NoMate,
            None => MateResult::Unknown,
        }
    }
}
