//! A position: padded mailbox, piece slots, counts, key and the state that changes legal moves.

pub mod attacks;
pub mod burning;
pub mod consistency;
pub mod display;
mod hand_text;
pub mod hands;
pub mod make_move;
pub mod move_text;
mod neighbours;
mod outflanking;
pub mod see;
pub mod setup;
pub mod sfen;
pub mod traits;
mod zobrist;

use std::sync::Arc;

pub use hands::Hands;
pub use make_move::{MoveObserver, Undo};
pub use setup::{Setup, SetupError};
pub use traits::Traits;

use crate::types::{Color, Geometry, Piece, Square};
use crate::variant::Variant;
use hands::DropTable;
use neighbours::Neighbours;
use traits::TraitTable;
use zobrist::Zobrist;

/// What hangs on a variant and every position of it reads.
#[derive(Debug)]
struct Shared {
    variant: Arc<Variant>,
    traits: TraitTable,
    zobrist: Zobrist,
    drops: DropTable,
}

/// A checked position of one variant.
///
/// Every piece has a slot in its side's list for as long as it lives; a captured piece's slot keeps
/// [`Square::NONE`] until the capture is taken back, so unmaking restores the lists exactly. The
/// first slots belong to the pieces that are or may become royal, hook movers or universal leapers.
#[derive(Clone, Debug)]
pub struct Position {
    shared: Arc<Shared>,
    /// One entry per possible square, so that no look at it needs a bounds check.
    board: Box<[Piece; Square::LIMIT]>,
    neighbours: Neighbours,
    slot_of: Box<[u16]>,
    slots: [Vec<Square>; 2],
    special_end: [u16; 2],
    counts: [Counts; 2],
    hands: Hands,
    /// Slots that captured pieces left, in games with drops.
    free: [Vec<u16>; 2],
    side: Color,
    lion_capture: Square,
    pending_bare: [bool; 2],
    key: u64,
    number: u32,
}

/// How many pieces of a side have what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    pieces: u16,
    royals: u16,
    jumpers: u16,
    hooks: u16,
    universals: u16,
    outflankers: u16,
    burners: u16,
}

impl Counts {
    #[inline]
    fn add(&mut self, traits: Traits) {
        self.pieces += 1;
        self.royals += u16::from(traits.royal());
        self.jumpers += u16::from(traits.jumper());
        self.hooks += u16::from(traits.hook());
        self.universals += u16::from(traits.universal());
        self.outflankers += u16::from(traits.outflanks());
        self.burners += u16::from(traits.burns());
    }

    #[inline]
    fn remove(&mut self, traits: Traits) {
        self.pieces -= 1;
        self.royals -= u16::from(traits.royal());
        self.jumpers -= u16::from(traits.jumper());
        self.hooks -= u16::from(traits.hook());
        self.universals -= u16::from(traits.universal());
        self.outflankers -= u16::from(traits.outflanks());
        self.burners -= u16::from(traits.burns());
    }
}

impl Position {
    /// The variant.
    #[inline]
    pub fn variant(&self) -> &Arc<Variant> {
        &self.shared.variant
    }

    /// The board's geometry.
    #[inline]
    pub fn geometry(&self) -> &Geometry {
        &self.shared.variant.geometry
    }

    /// What stands on a mailbox square.
    #[inline]
    pub fn at(&self, square: Square) -> Piece {
        self.board[square.index() % Square::LIMIT]
    }

    /// The side to move.
    #[inline]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// The key: board with exact types, hands, side to move, lion capture, pending bare kings.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Plies played plus 1, as in SFEN.
    #[inline]
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// Where a piece that is no lion took a lion with the move just played, under lion trading.
    #[inline]
    pub fn lion_capture(&self) -> Option<Square> {
        (!self.lion_capture.is_none()).then_some(self.lion_capture)
    }

    /// Number of living pieces of a side.
    #[inline]
    pub const fn piece_count(&self, color: Color) -> usize {
        self.counts[color.index()].pieces as usize
    }

    /// Number of living royals of a side.
    #[inline]
    pub const fn royal_count(&self, color: Color) -> usize {
        self.counts[color.index()].royals as usize
    }

    /// The marks of a piece.
    #[inline]
    pub fn traits(&self, piece: Piece) -> Traits {
        self.shared.traits.get(piece)
    }

    /// True when `piece` becomes another type by capturing one that is contagious.
    #[inline]
    pub(crate) fn catches(&self, piece: Piece) -> bool {
        self.shared.traits.any_contagion() && !self.traits(piece).immune()
    }

    /// True when the piece on `square` may capture or burn something: always but for a piece that
    /// captures on the eight squares around it alone and finds no enemy there.
    #[inline]
    pub(crate) fn may_capture(&self, square: Square) -> bool {
        let piece = self.at(square);
        let tables = &self.shared.variant.tables;
        let near = tables.near_captures(piece);
        near.is_none_or(|steps| self.neighbours.of(!piece.color(), square) & steps != 0)
            || self.any_fire() && self.traits(piece).fiery()
    }

    /// The directions, a bit each by index, in which a piece of `color` is next to `square`.
    #[inline]
    pub fn neighbours(&self, color: Color, square: Square) -> u8 {
        self.neighbours.of(color, square)
    }

    /// The squares of a side's pieces, in slot order.
    #[inline]
    pub fn pieces(&self, color: Color) -> impl Iterator<Item = Square> + '_ {
        self.slots[color.index()].iter().copied().filter(|s| !s.is_none())
    }

    /// The squares of a side's royals and of its pieces whose attacks need a look of their own
    /// (hook movers, universal leapers, outflanking and burning ones), and of all that may become
    /// such a piece.
    #[inline]
    pub(crate) fn specials(&self, color: Color) -> impl Iterator<Item = Square> + '_ {
        let end = self.special_end[color.index()] as usize;
        self.slots[color.index()][..end].iter().copied().filter(|s| !s.is_none())
    }

    /// The squares of a side's royals.
    pub fn royals(&self, color: Color) -> impl Iterator<Item = Square> + '_ {
        self.specials(color).filter(|&s| self.traits(self.at(s)).royal())
    }

    /// True when a side was bared by the other's move before last and has just one reply.
    pub const fn is_pending_bare(&self, color: Color) -> bool {
        self.pending_bare[color.index()]
    }

    /// Sets or clears the mark of a pending bare king; it is part of the key.
    pub fn set_pending_bare(&mut self, color: Color, pending: bool) {
        if self.pending_bare[color.index()] != pending {
            self.pending_bare[color.index()] = pending;
            self.key ^= Zobrist::pending(color);
        }
    }

    /// A key of the board alone with the other side to move, for tests of null moves.
    pub(crate) fn recompute_key(&self) -> u64 {
        let mut key = if self.side == Color::White { zobrist::SIDE } else { 0 };
        for color in Color::ALL {
            for square in self.pieces(color) {
                key ^= self.shared.zobrist.piece(self.at(square), square);
            }
            for (piece, count) in self.hands.of(color) {
                key ^= (1..=count).fold(0, |all, n| all ^ self.shared.zobrist.hand(piece, n));
            }
            if self.pending_bare[color.index()] {
                key ^= Zobrist::pending(color);
            }
        }
        key ^ self.shared.zobrist.lion_capture(self.lion_capture)
    }
}

impl PartialEq for Position {
    /// Equal in every bit of state, slots included.
    fn eq(&self, other: &Self) -> bool {
        (Arc::ptr_eq(&self.shared, &other.shared)
            || Arc::ptr_eq(&self.shared.variant, &other.shared.variant))
            && self.board == other.board
            && self.slots == other.slots
            && self.counts == other.counts
            && self.hands == other.hands
            && self.free == other.free
            && self.side == other.side
            && self.lion_capture == other.lion_capture
            && self.pending_bare == other.pending_bare
            && self.key == other.key
            && self.number == other.number
    }
}

impl Eq for Position {}
