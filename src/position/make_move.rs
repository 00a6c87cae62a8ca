//! Making and unmaking moves, with the key kept up to date.

use smallvec::SmallVec;

use super::{Position, zobrist};
use crate::types::{Color, Move, Piece, PieceType, Square};
use crate::variant::rules::LionTrading;

/// Hears of every change that a move makes to the board, so that an evaluation can follow along.
/// A piece that moves leaves its square and arrives on another; a captured one only leaves.
pub trait MoveObserver {
    /// `piece` left `square`.
    fn leave(&mut self, piece: Piece, square: Square);
    /// `piece` arrived on `square`.
    fn arrive(&mut self, piece: Piece, square: Square);
    /// `piece` came to the hand of its side.
    #[inline]
    fn gain(&mut self, _piece: Piece) {}
    /// `piece` left the hand of its side for the board.
    #[inline]
    fn spend(&mut self, _piece: Piece) {}
}

impl MoveObserver for () {
    #[inline]
    fn leave(&mut self, _: Piece, _: Square) {}
    #[inline]
    fn arrive(&mut self, _: Piece, _: Square) {}
}

/// A piece taken by a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captured {
    /// Where it stood.
    pub square: Square,
    /// What it was.
    pub piece: Piece,
    slot: u16,
}

/// What [`Position::unmake_move`] needs to restore every bit.
#[derive(Clone, Debug)]
pub struct Undo {
    /// The move.
    pub mv: Move,
    /// The mover as it was before the move.
    pub piece: Piece,
    /// What was captured and then burnt, in this order.
    pub captured: SmallVec<[Captured; 3]>,
    /// A drop made a new slot.
    pub(super) grew: bool,
    /// The mover was burnt at the end: it stands last among the captured, then.
    pub mover_burnt: bool,
    key: u64,
    lion_capture: Square,
    pending_bare: [bool; 2],
}

impl Position {
    /// The squares that a move captures, in the order of capture. The move must be pseudo-legal.
    #[inline]
    pub fn victims(&self, m: Move) -> SmallVec<[Square; 3]> {
        let mut list = SmallVec::new();
        if let Some((direction, set)) = m.via().get() {
            let step = self.geometry().offset(direction);
            let first = m.from().offset(step);
            if set & 1 != 0 {
                list.push(first);
            }
            if set & 2 != 0 {
                list.push(first.offset(step));
            }
        }
        let to = m.to();
        if to != m.from() && self.at(to).is_piece() && !list.contains(&to) {
            list.push(to);
        }
        list
    }

    /// True when the move captures or burns an enemy. The move must be pseudo-legal.
    #[inline]
    pub fn is_capture(&self, m: Move) -> bool {
        !m.via().is_none()
            || m.to() != m.from() && self.at(m.to()).is_piece()
            || self.any_fire() && !self.burnt(m).is_empty()
    }

    /// The type as which a promoting mover ends, given what it captures in order: by contagion the
    /// one that the last contagious victim gives, else its promoted form.
    pub(crate) fn promoted_type(&self, mover: Piece, victims: &[Piece]) -> PieceType {
        let kind = self.variant().kind_of(mover);
        if !kind.contagion_immune {
            let given = victims.iter().rev().find_map(|&v| self.variant().kind_of(v).contagion);
            if let Some(given) = given {
                return given;
            }
        }
        kind.promotes_to.unwrap_or_else(|| mover.kind())
    }

    /// Plays a pseudo-legal move.
    #[inline]
    pub fn make_move(&mut self, m: Move) -> Undo {
        self.make_move_with(m, &mut ())
    }

    /// Plays a pseudo-legal move and tells `observer` what it changes.
    pub fn make_move_with<O: MoveObserver>(&mut self, m: Move, observer: &mut O) -> Undo {
        let (from, to) = (m.from(), m.to());
        let mover = self.at(from);
        let mut undo = Undo {
            mv: m,
            piece: mover,
            captured: SmallVec::new(),
            grew: false,
            mover_burnt: false,
            key: self.key,
            lion_capture: self.lion_capture,
            pending_bare: self.pending_bare,
        };
        if m.is_drop() {
            return self.make_drop(undo, observer);
        }
        let mut key = self.key ^ zobrist::SIDE;
        if !self.lion_capture.is_none() {
            key ^= self.shared.zobrist.lion_capture(self.lion_capture);
            self.lion_capture = Square::NONE;
        }
        if !m.via().is_none() || to != from && self.board[to.index()].is_piece() {
            for square in self.victims(m) {
                key ^= self.capture(square, &mut undo, observer);
            }
            self.note_lion_capture(mover, &undo, &mut key);
        }
        if m.is_promotion() || to != from {
            let arrives = if m.is_promotion() {
                let victims: SmallVec<[Piece; 3]> = undo.captured.iter().map(|c| c.piece).collect();
                let arrives = mover.with_kind(self.promoted_type(mover, &victims));
                self.recount(mover, arrives);
                arrives
            } else {
                mover
            };
            key ^= self.shared.zobrist.piece(mover, from) ^ self.shared.zobrist.piece(arrives, to);
            observer.leave(mover, from);
            observer.arrive(arrives, to);
            self.relocate(from, to, arrives);
        }
        if self.any_fire() {
            key ^= self.burn(to, &mut undo, observer);
        }
        self.key = key;
        self.side = !self.side;
        self.number += 1;
        undo
    }

    /// Takes back the move that `undo` belongs to, which must be the last one made.
    #[inline]
    pub fn unmake_move(&mut self, undo: &Undo) {
        let mut captured = undo.captured.as_slice();
        if undo.mover_burnt
            && let Some((mover, others)) = captured.split_last()
        {
            self.restore(*mover);
            captured = others;
        }
        if undo.mv.is_drop() {
            self.unmake_drop(undo);
        } else {
            self.unrelocate(undo);
        }
        for victim in captured.iter().rev() {
            self.restore(*victim);
        }
        self.key = undo.key;
        self.lion_capture = undo.lion_capture;
        self.pending_bare = undo.pending_bare;
        self.side = !self.side;
        self.number -= 1;
    }

    /// Puts the mover back where it came from.
    #[inline]
    fn unrelocate(&mut self, undo: &Undo) {
        let (from, to) = (undo.mv.from(), undo.mv.to());
        let stands = self.at(to);
        if undo.mv.is_promotion() {
            self.recount(stands, undo.piece);
        }
        if from != to || stands != undo.piece {
            self.relocate(to, from, undo.piece);
        }
    }

    /// Puts a victim back.
    #[inline]
    fn restore(&mut self, captured: Captured) {
        let color = captured.piece.color().index();
        if self.shared.drops.is_used() {
            self.ungain(captured.piece, captured.slot);
        }
        self.board[captured.square.index()] = captured.piece;
        self.slot_of[captured.square.index()] = captured.slot;
        self.toggle_neighbours(captured.piece.color(), captured.square);
        self.slots[color][captured.slot as usize] = captured.square;
        self.counts[color].add(self.shared.traits.get(captured.piece));
    }

    /// Removes a victim and returns its part of the key.
    #[inline]
    pub(super) fn capture<O: MoveObserver>(
        &mut self,
        square: Square,
        undo: &mut Undo,
        observer: &mut O,
    ) -> u64 {
        let piece = self.at(square);
        let slot = self.slot_of[square.index()];
        let color = piece.color().index();
        self.board[square.index()] = Piece::EMPTY;
        self.toggle_neighbours(piece.color(), square);
        self.slots[color][slot as usize] = Square::NONE;
        self.counts[color].remove(self.shared.traits.get(piece));
        undo.captured.push(Captured { square, piece, slot });
        observer.leave(piece, square);
        let key = self.shared.zobrist.piece(piece, square);
        if self.shared.drops.is_used() {
            return key ^ self.gain(piece, slot, observer);
        }
        key
    }

    fn note_lion_capture(&mut self, mover: Piece, undo: &Undo, key: &mut u64) {
        let rules = &self.shared.variant.rules;
        if rules.lion_trading == LionTrading::Off || self.traits(mover).lion() {
            return;
        }
        let last = undo.captured.iter().rev().find(|c| self.traits(c.piece).lion());
        if let Some(lion) = last {
            self.lion_capture = lion.square;
            *key ^= self.shared.zobrist.lion_capture(lion.square);
        }
    }

    #[inline]
    fn relocate(&mut self, from: Square, to: Square, piece: Piece) {
        let slot = self.slot_of[from.index()];
        self.board[from.index()] = Piece::EMPTY;
        self.board[to.index()] = piece;
        self.slot_of[to.index()] = slot;
        self.slots[piece.color().index()][slot as usize] = to;
        if from != to {
            self.toggle_neighbours(piece.color(), from);
            self.toggle_neighbours(piece.color(), to);
        }
    }

    #[inline]
    pub(super) fn toggle_neighbours(&mut self, color: Color, square: Square) {
        self.neighbours.toggle(color, square, self.shared.variant.tables.step_offsets());
    }

    fn recount(&mut self, old: Piece, new: Piece) {
        let (old_traits, new_traits) = (self.traits(old), self.traits(new));
        let counts = &mut self.counts[old.color().index()];
        counts.remove(old_traits);
        counts.add(new_traits);
    }

    /// The mover's side in the position before the move that `undo` belongs to.
    pub const fn last_mover(&self) -> Color {
        match self.side {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}
