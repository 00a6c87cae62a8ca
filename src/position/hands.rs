//! Pieces in hand: captured ones that their captor may drop on the board as his own.

use super::make_move::{MoveObserver, Undo};
use super::{Position, zobrist};
use crate::types::{Color, Move, Piece, PieceType, Square};
use crate::variant::Variant;

/// The most pieces of one kind that a hand may have when a position is set up.
pub const MAX_IN_HAND: u16 = 999;

const KINDS: usize = Move::MOST_DROPS + 1;

/// What both sides have in hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hands {
    counts: [[u16; KINDS]; 2],
    /// A bit for every kind that is there at all.
    present: [u32; 2],
}

impl Hands {
    /// How many of a piece its side has; 0 for a type that cannot be dropped.
    #[inline]
    pub fn get(&self, piece: Piece) -> u16 {
        let counts = &self.counts[piece.color().index()];
        counts.get(piece.kind().index()).copied().unwrap_or_default()
    }

    /// Says how many of a piece its side has; false for a type that cannot be dropped.
    pub fn set(&mut self, piece: Piece, count: u16) -> bool {
        let (kind, color) = (piece.kind().index(), piece.color().index());
        let Some(entry) = self.counts[color].get_mut(kind) else { return false };
        *entry = count;
        self.present[color] &= !(1 << kind);
        self.present[color] |= u32::from(count > 0) << kind;
        true
    }

    /// True when a side has nothing in hand.
    #[inline]
    pub const fn is_empty(&self, color: Color) -> bool {
        self.present[color.index()] == 0
    }

    /// The pieces of a side with their numbers, in the order of the game's file.
    #[inline]
    pub fn of(&self, color: Color) -> impl Iterator<Item = (Piece, u16)> + '_ {
        let mut left = self.present[color.index()];
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let piece = Piece::new(PieceType::from_index(left.trailing_zeros() as usize), color);
            left &= left - 1;
            Some((piece, self.get(piece)))
        })
    }
}

/// What drops need of a game; empty in games without them.
#[derive(Clone, Debug, Default)]
pub(super) struct DropTable {
    /// By type: as which type it comes to hand, 0 for not at all.
    into_hand: Box<[u16]>,
    /// By piece and square: it could never move again there.
    dead: Box<[bool]>,
    entries: usize,
    squares: Box<[Square]>,
    /// Droppable pieces may become royal, hook movers or universal leapers.
    pub(super) specials: bool,
}

impl DropTable {
    pub(super) fn new(variant: &Variant, may_be_special: impl Fn(PieceType) -> bool) -> Self {
        if !variant.rules.drops {
            return Self::default();
        }
        let mut into_hand = vec![0; variant.kinds.len()];
        let mut specials = false;
        for (kind, description) in variant.types() {
            let base = description.base.unwrap_or(kind);
            if variant.kind(base).royal || base.index() > Move::MOST_DROPS {
                continue;
            }
            into_hand[kind.index()] = base.index() as u16;
            specials |= may_be_special(base);
        }
        let entries = variant.geometry.len();
        let squares: Box<[Square]> = variant.geometry.squares().collect();
        let mut dead = vec![false; 2 * KINDS * entries];
        for color in Color::ALL {
            for kind in into_hand.iter().copied().filter(|&k| k != 0) {
                let piece = Piece::new(PieceType::from_index(kind as usize), color);
                for &square in &squares {
                    dead[piece.index() * entries + square.index()] = variant.is_dead(piece, square);
                }
            }
        }
        Self { into_hand: into_hand.into(), dead: dead.into(), entries, squares, specials }
    }

    /// True when everything in hand can be dropped.
    pub(super) fn allow(&self, hands: &Hands) -> bool {
        Color::ALL.into_iter().flat_map(|c| hands.of(c)).all(|(piece, count)| {
            let kind = piece.kind().index();
            let itself = self.into_hand.get(kind).is_some_and(|&k| usize::from(k) == kind);
            itself && count <= MAX_IN_HAND
        })
    }

    /// True when captured pieces go to hand at all.
    #[inline]
    pub(super) const fn is_used(&self) -> bool {
        self.entries != 0
    }
}

impl Position {
    /// What both sides have in hand.
    #[inline]
    pub const fn hands(&self) -> &Hands {
        &self.hands
    }

    /// The piece that a move moves or drops; the move is one of the side to move.
    #[inline]
    pub fn mover(&self, m: Move) -> Piece {
        match m.dropped() {
            None => self.at(m.from()),
            Some(kind) => Piece::new(kind, self.side()),
        }
    }

    /// The type as which a captured piece comes to its captor's hand, if it does.
    #[inline]
    pub fn hand_kind(&self, captured: Piece) -> Option<PieceType> {
        let kind = self.shared.drops.into_hand.get(captured.kind().index()).copied();
        kind.filter(|&k| k != 0).map(|k| PieceType::from_index(k as usize))
    }

    /// True when a droppable piece could never move again on a square.
    #[inline]
    pub(crate) fn drop_is_dead(&self, piece: Piece, square: Square) -> bool {
        let drops = &self.shared.drops;
        drops.dead[piece.index() * drops.entries + square.index()]
    }

    /// The squares of the board in a game with drops, none in others.
    #[inline]
    pub(crate) fn drop_squares(&self) -> &[Square] {
        &self.shared.drops.squares
    }

    /// Changes how many of a piece are in hand and returns the change of the key.
    #[inline]
    fn change_hand(&mut self, piece: Piece, more: bool) -> u64 {
        let count = self.hands.get(piece);
        let (new, highest) = if more { (count + 1, count + 1) } else { (count - 1, count) };
        self.hands.set(piece, new);
        self.shared.zobrist.hand(piece, highest)
    }

    /// A captured piece comes to the hand of the other side; returns the change of the key.
    #[inline]
    pub(super) fn gain<O: MoveObserver>(
        &mut self,
        captured: Piece,
        slot: u16,
        observer: &mut O,
    ) -> u64 {
        let color = captured.color();
        if slot >= self.special_end[color.index()] || self.shared.drops.specials {
            self.free[color.index()].push(slot);
        }
        let Some(kind) = self.hand_kind(captured) else { return 0 };
        let piece = Piece::new(kind, !color);
        observer.gain(piece);
        self.change_hand(piece, true)
    }

    /// Takes back what [`Position::gain`] did.
    #[inline]
    pub(super) fn ungain(&mut self, captured: Piece, slot: u16) {
        let color = captured.color();
        if slot >= self.special_end[color.index()] || self.shared.drops.specials {
            self.free[color.index()].pop();
        }
        if let Some(kind) = self.hand_kind(captured) {
            let _ = self.change_hand(Piece::new(kind, !color), false);
        }
    }

    /// Plays a drop.
    pub(super) fn make_drop<O: MoveObserver>(&mut self, mut undo: Undo, observer: &mut O) -> Undo {
        let (piece, to) = (self.mover(undo.mv), undo.mv.to());
        undo.piece = piece;
        let color = piece.color().index();
        let slot = if let Some(slot) = self.free[color].pop() {
            self.slots[color][slot as usize] = to;
            slot
        } else {
            undo.grew = true;
            self.slots[color].push(to);
            self.slots[color].len() as u16 - 1
        };
        if self.shared.drops.specials {
            self.special_end[color] = self.slots[color].len() as u16;
        }
        let key = self.key ^ zobrist::SIDE ^ self.change_hand(piece, false);
        self.key = key ^ self.shared.zobrist.piece(piece, to);
        observer.spend(piece);
        observer.arrive(piece, to);
        self.board[to.index()] = piece;
        self.slot_of[to.index()] = slot;
        self.toggle_neighbours(piece.color(), to);
        self.counts[color].add(self.shared.traits.get(piece));
        self.side = !self.side;
        self.number += 1;
        undo
    }

    /// Takes back a drop, but for what every move changes.
    pub(super) fn unmake_drop(&mut self, undo: &Undo) {
        let (piece, to) = (undo.piece, undo.mv.to());
        let color = piece.color().index();
        let slot = self.slot_of[to.index()];
        self.board[to.index()] = Piece::EMPTY;
        self.toggle_neighbours(piece.color(), to);
        if undo.grew {
            self.slots[color].pop();
        } else {
            self.slots[color][slot as usize] = Square::NONE;
            self.free[color].push(slot);
        }
        if self.shared.drops.specials {
            self.special_end[color] = self.slots[color].len() as u16;
        }
        let _ = self.change_hand(piece, true);
        self.counts[color].remove(self.shared.traits.get(piece));
    }
}
