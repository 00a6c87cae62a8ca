//! Tokens to syntax tree: what a move expression says, leg by leg.

use super::directions;
use super::lexer::{Token, TokenKind, tokens};
use super::{BetzaError, BetzaFault, MAX_AREA, MAX_RANGE, SlideSpec};

/// A whole expression: the union of its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// The terms, in the order of the text; never empty.
    pub terms: Vec<Term>,
}

/// One term with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What it says.
    pub kind: TermKind,
    /// The text of the term.
    pub token: String,
    /// Its first character, counted from 1.
    pub column: usize,
}

/// What a term says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermKind {
    /// One or more legs with one atom.
    Chain(Chain),
    /// A named power.
    Power(NamedPower),
}

/// Powers that have a name in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NamedPower {
    /// `lion`: the same as `KNADcaKmabK`.
    Lion,
    /// `lion_dog`: the same as `KADcavKmcpafmcpavKmabK`.
    LionDog,
    /// `hook_orthogonal`: the same as `RmasR`.
    HookOrthogonal,
    /// `hook_diagonal`: the same as `BmasB`.
    HookDiagonal,
    /// `universal_leaper`: the same as `U`.
    UniversalLeaper,
    /// `area2`, `area3`: up to so many king steps over empty squares.
    Area(u8),
}

impl NamedPower {
    /// The power with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "lion" => Self::Lion,
            "lion_dog" => Self::LionDog,
            "hook_orthogonal" => Self::HookOrthogonal,
            "hook_diagonal" => Self::HookDiagonal,
            "universal_leaper" => Self::UniversalLeaper,
            _ => return None,
        })
    }
}

/// Squares to the owner's right and squares forward.
pub type Step = (i8, i8);

/// Legs that one piece makes one after the other with the same atom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The atom's letter.
    pub atom: char,
    /// All steps of the atom, whatever the prefixes say.
    pub steps: &'static [Step],
    /// The steps with which the first leg may start, in the order of `steps`; never empty.
    pub starts: Vec<Step>,
    /// Most repetitions of the step in each leg, over empty squares; [`SlideSpec::UNLIMITED`] for
    /// any number.
    pub max: u8,
    /// The slide skips its first square, whatever stands there.
    pub skips: bool,
    /// The legs, in order; never empty.
    pub legs: Vec<Leg>,
}

/// One leg of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// How it may go on from the leg before; the first leg has every turn.
    pub turns: Turns,
    /// What may stand on the square where it ends.
    pub modes: LegModes,
}

/// In which directions a later leg may go, relative to the leg before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a set of four independent turns")]
pub struct Turns {
    /// Every step of the atom; the other marks are unset then.
    pub any: bool,
    /// Straight on.
    pub forward: bool,
    /// Straight back.
    pub back: bool,
    /// At a right angle, to either side.
    pub side: bool,
}

/// What a leg may do on the square where it ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LegModes {
    /// Stand on an empty square.
    pub moves: bool,
    /// Capture an enemy there.
    pub captures: bool,
    /// Hop: any piece may stand there and stays. In a slide of one leg: it goes on over all pieces
    /// of lower rank.
    pub hops: bool,
}

/// Reads a move expression.
///
/// # Errors
/// The first fault, with its token and column.
pub fn parse(text: &str) -> Result<Expression, BetzaError> {
    let tokens = tokens(text)?;
    if tokens.is_empty() {
        return Err(BetzaError::new(BetzaFault::Empty, "", 1));
    }
    let mut terms = Vec::new();
    let mut rest = tokens.as_slice();
    let mut after_plus = true;
    while let Some((first, tail)) = rest.split_first() {
        match &first.kind {
            TokenKind::Plus => {
                if after_plus || tail.is_empty() {
                    return Err(BetzaError::new(BetzaFault::MissingTerm, "+", first.column));
                }
                after_plus = true;
                rest = tail;
                continue;
            }
            TokenKind::Word(word) if word == "area" => {
                let (term, tail) = area(first, tail)?;
                terms.push(term);
                rest = tail;
            }
            TokenKind::Word(word) => {
                let kind = NamedPower::from_name(word).map(TermKind::Power).ok_or_else(|| {
                    let prefixes = word.chars().all(|c| "fblrvsmcpaj".contains(c));
                    let fault =
                        if prefixes { BetzaFault::MissingAtom } else { BetzaFault::UnknownPower };
                    BetzaError::new(fault, word.as_str(), first.column)
                })?;
                terms.push(Term { kind, token: word.clone(), column: first.column });
                rest = tail;
            }
            TokenKind::Number(digits) => {
                let fault = BetzaFault::MisplacedRange;
                return Err(BetzaError::new(fault, digits.as_str(), first.column));
            }
            TokenKind::Prefix(_) | TokenKind::Atom(_) => {
                let (term, tail) = chain(rest)?;
                terms.push(term);
                rest = tail;
            }
        }
        after_plus = false;
    }
    Ok(Expression { terms })
}

/// Reads the number behind `area`.
fn area<'t>(word: &Token, tokens: &'t [Token]) -> Result<(Term, &'t [Token]), BetzaError> {
    let bad = |token: &str, column| Err(BetzaError::new(BetzaFault::BadArea, token, column));
    let Some((Token { kind: TokenKind::Number(digits), column }, tail)) = tokens.split_first()
    else {
        return bad("area", word.column);
    };
    match digits.parse() {
        Ok(steps) if (2..=MAX_AREA).contains(&steps) => {
            let kind = TermKind::Power(NamedPower::Area(steps));
            Ok((Term { kind, token: format!("area{digits}"), column: word.column }, tail))
        }
        _ => bad(digits, *column),
    }
}

/// Reads prefixes, an atom and its range from the front of `tokens`.
fn chain(tokens: &[Token]) -> Result<(Term, &[Token]), BetzaError> {
    let column = tokens.first().map_or(1, |t| t.column);
    let mut prefixes: Vec<(char, usize)> = Vec::new();
    let mut rest = tokens;
    let (atom, atom_column) = loop {
        let Some((first, tail)) = rest.split_first() else {
            let token: String = prefixes.iter().map(|(c, _)| *c).collect();
            return Err(BetzaError::new(BetzaFault::MissingAtom, token, column));
        };
        rest = tail;
        match first.kind {
            TokenKind::Prefix(letter) => prefixes.push((letter, first.column)),
            TokenKind::Atom(letter) => break (letter, first.column),
            _ => {
                let token: String = prefixes.iter().map(|(c, _)| *c).collect();
                return Err(BetzaError::new(BetzaFault::MissingAtom, token, column));
            }
        }
    };
    let mut token: String = prefixes.iter().map(|(c, _)| *c).collect();
    token.push(atom);
    let shape = directions::atom(atom)
        .ok_or_else(|| BetzaError::new(BetzaFault::UnknownLetter, atom, atom_column))?;
    let mut max = if shape.slides { SlideSpec::UNLIMITED } else { 1 };
    if let Some((Token { kind: TokenKind::Number(digits), column }, tail)) = rest.split_first() {
        rest = tail;
        token.push_str(digits);
        let range = digits.parse().ok().filter(|n| (1..=MAX_RANGE).contains(n));
        let bad = |fault| BetzaError::new(fault, digits.as_str(), *column);
        max = range.ok_or_else(|| bad(BetzaFault::BadRange))? as u8;
        if !shape.walks {
            return Err(bad(BetzaFault::RepeatedJump));
        }
    }
    if atom == 'U' {
        if let Some(&(letter, column)) = prefixes.first() {
            return Err(BetzaError::new(BetzaFault::DirectedKing, letter, column));
        }
        let kind = TermKind::Power(NamedPower::UniversalLeaper);
        return Ok((Term { kind, token, column }, rest));
    }
    let skip = prefixes.iter().position(|(c, _)| *c == 'j').map(|at| prefixes.remove(at));
    if let Some((letter, column)) = skip
        && (max < 2 || prefixes.iter().any(|(c, _)| *c == 'a'))
    {
        return Err(BetzaError::new(BetzaFault::BadSkip, letter, column));
    }
    let mut legs = Vec::new();
    let mut starts = shape.steps.to_vec();
    let parts: Vec<_> = prefixes.split(|(c, _)| *c == 'a').collect();
    for (number, part) in parts.iter().enumerate() {
        let last = number + 1 == parts.len();
        let headings: Vec<_> = part.iter().copied().filter(|(c, _)| !is_mode(*c)).collect();
        let modes = modes(part, (last, parts.len() == 1), &token, column)?;
        let turns = if number == 0 {
            starts = directions::starts(&shape, &headings)?;
            Turns { any: true, ..Turns::default() }
        } else {
            turns(&headings)?
        };
        legs.push(Leg { turns, modes });
    }
    let skips = skip.is_some();
    let chain = Chain { atom, steps: shape.steps, starts, max, skips, legs };
    Ok((Term { kind: TermKind::Chain(chain), token, column }, rest))
}

const fn is_mode(letter: char) -> bool {
    matches!(letter, 'm' | 'c' | 'p')
}

fn modes(
    part: &[(char, usize)],
    (last, alone): (bool, bool),
    token: &str,
    column: usize,
) -> Result<LegModes, BetzaError> {
    let has = |letter| part.iter().any(|&(c, _)| c == letter);
    let modes = LegModes { moves: has('m'), captures: has('c'), hops: has('p') };
    if modes != LegModes::default() {
        let hops = part.iter().filter(|(c, _)| *c == 'p').count();
        return match part.iter().find(|(c, _)| *c == 'p') {
            Some(_) if alone && hops == 2 && modes.captures && !modes.moves => Ok(modes),
            Some(&(letter, at)) if last => Err(BetzaError::new(BetzaFault::EndsInHop, letter, at)),
            _ => Ok(modes),
        };
    }
    if last {
        return Ok(LegModes { moves: true, captures: true, hops: false });
    }
    Err(BetzaError::new(BetzaFault::MissingModality, token, column))
}

fn turns(headings: &[(char, usize)]) -> Result<Turns, BetzaError> {
    let mut turns = Turns { any: headings.is_empty(), ..Turns::default() };
    for &(letter, column) in headings {
        match letter {
            'f' => turns.forward = true,
            'b' => turns.back = true,
            'v' => (turns.forward, turns.back) = (true, true),
            's' => turns.side = true,
            'l' | 'r' => return Err(BetzaError::new(BetzaFault::BadTurn, letter, column)),
            _ => return Err(BetzaError::new(BetzaFault::UnknownLetter, letter, column)),
        }
    }
    Ok(turns)
}
