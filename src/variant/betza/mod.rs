//! Move expressions: H. G. Muller's `XBetza` dialect, from text by syntax tree to [`MovementSpec`].
//!
//! An expression is a row of terms, optionally joined by `+`: `BsbRfWfDfcavWfmabW`, `Q + lion`.
//!
//! * Atoms: `W` `F` one step, `K` = `WF`, `R` `B` slides, `Q` = `RB`, jumps `D` (0,2), `A` (2,2),
//!   `N` (1,2), `H` (0,3), `G` (3,3), `C` (1,3), `Z` (2,3), `U` to any square of the board.
//! * A number behind `W F K R B Q` is the most squares of a blockable slide.
//! * Prefixes name directions as the owner sees them: `f b l r`, `v` = `fb`, `s` = `lr`. Before a
//!   diagonal atom a letter names both diagonals of that side and two letters of different axes
//!   name one (`rbfF`). Before a knight-like atom `ff` names the two narrow forward jumps, `fs` the
//!   two wide ones, `f` all four, `fl` the narrow and `lf` the wide one to the left; `v` = `ffbb`.
//! * `m` only to an empty square, `c` only by capture; `p` (not in a last leg) hops over a piece.
//! * `a` starts another leg with the same atom, its directions relative to the leg before: `f`
//!   straight on, `b` back, `v` either, `s` a right-angled turn, none any direction.
//! * `cpp` before a slide captures every piece of the line that it gets to by jumping pieces of a
//!   lower rank; `j` makes a slide skip its first square.
//! * Words in lower case are named powers: `lion`, `lion_dog`, `hook_orthogonal`, `hook_diagonal`,
//!   `universal_leaper`, `area2`, `area3` (so many king steps over empty squares).
//!
//! ```
//! use daiban::variant::betza;
//!
//! let kirin = betza::compile("FD").unwrap();
//! assert_eq!(kirin.leaps.len(), 8);
//! let error = betza::compile("FxD").unwrap_err();
//! assert_eq!((error.token.as_str(), error.column), ("x", 2));
//! ```

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod compile;
mod directions;
mod lexer;
mod parser;
#[cfg(test)]
mod tests;

pub use compile::compile_expression;
pub use parser::{
    Chain, Expression, Leg, LegModes, NamedPower, Step, Term, TermKind, Turns, parse,
};

use super::movement::{MovementSpec, SlideSpec};

/// The longest expression in characters.
pub const MAX_LENGTH: usize = 256;

/// The largest number behind an atom.
pub const MAX_RANGE: u32 = 36;

/// The most king steps of an area move.
pub const MAX_AREA: u8 = 3;

/// What is wrong with a token of a move expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum BetzaFault {
    /// Nothing was written.
    #[error("a move expression is empty")]
    Empty,
    /// More than [`MAX_LENGTH`] characters.
    #[error("a move expression has at most {MAX_LENGTH} characters")]
    TooLong,
    /// A character that means nothing.
    #[error("no letter of a move expression")]
    UnknownLetter,
    /// A lower-case word that is no named power.
    #[error(
        "no named power (lion, lion_dog, hook_orthogonal, hook_diagonal, universal_leaper, area2, \
         area3) and without an atom"
    )]
    UnknownPower,
    /// `area` without a number that fits.
    #[error("an area move has 2 to {MAX_AREA} steps: area2, area3")]
    BadArea,
    /// `j` before what is no slide of one leg.
    #[error("only a slide of one leg can skip its first square")]
    BadSkip,
    /// Prefixes without an atom behind them.
    #[error("prefixes that no atom follows")]
    MissingAtom,
    /// A `+` with nothing on one side.
    #[error("`+` joins two terms")]
    MissingTerm,
    /// A number out of range.
    #[error("a range is a number from 1 to {MAX_RANGE}")]
    BadRange,
    /// A number that does not follow an atom.
    #[error("a number stands behind an atom")]
    MisplacedRange,
    /// A number behind a jump.
    #[error("a jump takes no range")]
    RepeatedJump,
    /// Directions before `K`, `Q` or `U`.
    #[error("`K`, `Q` and `U` take no directions: write `W` and `F`, `R` and `B`")]
    DirectedKing,
    /// A later leg with a direction other than `f`, `b`, `v`, `s`.
    #[error("a later leg goes on with f, b, v, s or in any direction")]
    BadTurn,
    /// A leg before an `a` that does not say what it does.
    #[error("a leg before `a` says m, c or p")]
    MissingModality,
    /// A last leg with `p`.
    #[error("the last leg cannot be a hop")]
    EndsInHop,
    /// A chain of legs that is no power of the engine.
    #[error("this chain of legs is none of the powers that the engine knows")]
    UnknownChain,
    /// A lion-like power without the squares that it reaches by one capture or none.
    #[error("this power needs the squares that it reaches directly (such as KNAD, KAD) beside it")]
    MissingEnds,
    /// A hook without the slides that it turns from.
    #[error("a hook needs the plain slides beside it")]
    MissingSlides,
}

/// A move expression that cannot be read, with the place of the fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{token}` at column {column}: {fault}")]
pub struct BetzaError {
    /// What is wrong.
    pub fault: BetzaFault,
    /// The offending token as written.
    pub token: String,
    /// Its first character, counted from 1.
    pub column: usize,
}

impl BetzaError {
    fn new(fault: BetzaFault, token: impl Into<String>, column: usize) -> Self {
        Self { fault, token: token.into(), column }
    }
}

/// Reads and compiles a move expression.
///
/// # Errors
/// The first fault, with its token and column.
pub fn compile(text: &str) -> Result<MovementSpec, BetzaError> {
    compile_expression(&parse(text)?)
}

/// True when a range means any distance.
const fn is_unlimited(max: u8) -> bool {
    max == SlideSpec::UNLIMITED
}
