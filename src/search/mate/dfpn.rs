//! The search: df-pn over an explicit stack, so that no line is too long for it.

use super::MateSolver;
use super::attacking::attacks_a_royal;
use super::table::{INFINITE, Known};
use crate::position::{Position, Undo};
use crate::types::{Move, Square};

/// Counters by low bits of the keys on the path: zero means "not on it".
pub(super) const FILTER: usize = 4096;
/// Longest path, in plies; what lies behind stays unknown.
const MAX_PATH: usize = 4000;
/// No ancestor is needed.
const FREE: i32 = i32::MAX;
/// Leans on the bound of the path: holds nowhere.
const CUT: i32 = -1;
/// Stands where a node does not know the move that led to it.
const NO_MOVE: Move = Move::simple(Square::NONE, Square::NONE, false);

/// A move at a node of the path and what is known of the position behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    mv: Move,
    pn: u32,
    dn: u32,
    /// Plies to the end of the line, for a proved child.
    length: u16,
    /// For a disproved child: the lowest ply of the path that the disproof leans on.
    leans: i32,
}

/// One node of the path.
#[derive(Debug)]
pub(super) struct Frame {
    key: u64,
    /// Hash of the positions before this one.
    before: u64,
    first_child: usize,
    chosen: usize,
    pn_limit: u32,
    dn_limit: u32,
    /// The move that led here; none at the root.
    undo: Option<Undo>,
    nodes_before: u64,
    attacking: bool,
}

/// What the children of a node say of it, and how far to search the best of them.
struct Summary {
    pn: u32,
    dn: u32,
    best: usize,
    child_pn_limit: u32,
    child_dn_limit: u32,
}

/// Spreads a key over 64 bits, so that sets of keys can be told apart by the XOR of their members.
fn spread(key: u64) -> u64 {
    let mut z = key ^ key >> 31;
    z = z.wrapping_mul(0x9fb2_1c65_1e98_df25);
    (z ^ z >> 28).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

impl MateSolver {
    /// Proves or disproves the position for the attacker, whoever is to move; `None` when the
    /// budget is exhausted. The position comes back unchanged.
    pub(super) fn search(&mut self, position: &mut Position) -> Option<Known> {
        self.frames.clear();
        self.children.clear();
        self.on_path.fill(0);
        self.push(position, None, INFINITE, INFINITE);
        loop {
            let summary = self.summarize()?;
            let frame = self.frames.last_mut()?;
            if summary.pn < frame.pn_limit && summary.dn < frame.dn_limit {
                if self.budget.is_exhausted(self.nodes) {
                    self.unwind(position);
                    return None;
                }
                frame.chosen = summary.best;
                let child = self.children[summary.best];
                let undo = position.make_move(child.mv);
                self.push(position, Some(undo), summary.child_pn_limit, summary.child_dn_limit);
                continue;
            }
            let (child, known, undo) = self.pop(&summary)?;
            if let Some(undo) = undo {
                position.unmake_move(&undo);
            }
            let Some(parent) = self.frames.last() else {
                // The root leans on nothing but, perhaps, the bound of the path.
                return (child.leans == FREE).then_some(known);
            };
            let slot = &mut self.children[parent.chosen];
            *slot = Child { mv: slot.mv, ..child };
        }
    }

    fn unwind(&mut self, position: &mut Position) {
        while let Some(frame) = self.frames.pop() {
            if let Some(undo) = frame.undo {
                position.unmake_move(&undo);
            }
        }
    }

    /// Enters the node of the position.
    fn push(&mut self, position: &mut Position, undo: Option<Undo>, pn_limit: u32, dn_limit: u32) {
        let key = position.key();
        let before = self.frames.last().map_or(0, |f| f.before ^ spread(f.key));
        let attacking = position.side() == self.attacker;
        self.on_path[key as usize % FILTER] += 1;
        self.frames.push(Frame {
            key,
            before,
            first_child: self.children.len(),
            chosen: 0,
            pn_limit,
            dn_limit,
            undo,
            nodes_before: self.nodes,
            attacking,
        });
        self.nodes += 1;
        if attacking {
            self.expand_attacker(position);
        } else {
            self.expand_defender(position);
        }
    }

    fn expand_attacker(&mut self, position: &mut Position) {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        self.attacks.find(position, |m, sure| candidates.push((m, sure)));
        for &(mv, sure) in &candidates {
            let undo = position.make_move(mv);
            // An attack that burns the attacker's own last royal is none.
            let stands = !self.attacker_has_royal || position.royal_count(self.attacker) > 0;
            let child = (stands && (sure || attacks_a_royal(position)))
                .then(|| self.evaluate(position, mv));
            position.unmake_move(&undo);
            if let Some(child) = child {
                self.children.push(child);
                if child.pn == 0 {
                    break;
                }
            }
        }
        self.candidates = candidates;
    }

    fn expand_defender(&mut self, position: &mut Position) {
        let mut moves = std::mem::take(&mut self.buffer);
        self.evasions.find(position, &mut moves);
        for &mv in &moves {
            let undo = position.make_move(mv);
            let child = self.evaluate(position, mv);
            position.unmake_move(&undo);
            self.children.push(child);
            if child.dn == 0 {
                break;
            }
        }
        self.buffer = moves;
    }

    /// What is known of the position that `mv` led to from the last node of the path.
    fn evaluate(&mut self, position: &mut Position, mv: Move) -> Child {
        let open = |pn, dn| Child { mv, pn, dn, length: 0, leans: FREE };
        let failed = |leans| Child { mv, pn: INFINITE, dn: 0, length: 0, leans };
        let key = position.key();
        let ply = self.frames.len();
        if let Some(earlier) = self.find_on_path(key) {
            return failed(earlier);
        }
        if ply >= MAX_PATH {
            return failed(CUT);
        }
        if let Some(known) = self.table.probe(key) {
            if known.pn == 0 || known.dn == 0 {
                return Child { length: known.length, ..open(known.pn, known.dn) };
            }
            let back = known.length as usize;
            if back > 0 && back <= ply {
                let last = &self.frames[ply - 1];
                let segment = last.before ^ spread(last.key) ^ self.frames[ply - back].before;
                if segment == known.segment {
                    return failed((ply - back) as i32);
                }
            }
            return open(known.pn, known.dn);
        }
        self.nodes += 1;
        if position.side() == self.attacker {
            if self.attacker_has_royal && position.royal_count(self.attacker) == 0 {
                return failed(FREE);
            }
            return open(1, 1);
        }
        if self.attacker_has_royal && position.could_end_game(position.side()) {
            return failed(FREE);
        }
        let mut buffer = std::mem::take(&mut self.buffer);
        let count = self.evasions.count(position, &mut buffer);
        self.buffer = buffer;
        if count > 0 {
            return open(count, 1);
        }
        if position.is_pawn_drop_mate(mv) { failed(FREE) } else { open(0, INFINITE) }
    }

    /// The ply of the path where this key stands.
    fn find_on_path(&self, key: u64) -> Option<i32> {
        if self.on_path[key as usize % FILTER] == 0 {
            return None;
        }
        self.frames.iter().position(|f| f.key == key).map(|ply| ply as i32)
    }

    /// What the children of the last node say.
    fn summarize(&self) -> Option<Summary> {
        let frame = self.frames.last()?;
        let attacking = frame.attacking;
        // `ease` is the number of which the easiest child counts, `toil` the one that adds up.
        let numbers = |c: &Child| if attacking { (c.pn, c.dn) } else { (c.dn, c.pn) };
        let (mut ease, mut second, mut best, mut best_toil) = (INFINITE, INFINITE, 0, 0);
        let mut sum = 0u32;
        for (index, child) in self.children.iter().enumerate().skip(frame.first_child) {
            let (e, t) = numbers(child);
            if t == 0 {
                continue;
            }
            sum = (sum + t).min(INFINITE - 1);
            if e < ease || e == ease && t < best_toil {
                (second, ease) = (ease, e);
                (best, best_toil) = (index, t);
            } else if e < second {
                second = e;
            }
        }
        let toil = if ease == 0 { INFINITE } else { sum };
        let (ease_limit, toil_limit) = if attacking {
            (frame.pn_limit, frame.dn_limit)
        } else {
            (frame.dn_limit, frame.pn_limit)
        };
        let child_ease = ease_limit.min(second.saturating_add(second / 4 + 1));
        let child_toil = match toil_limit {
            INFINITE => INFINITE,
            limit => limit.saturating_sub(toil - best_toil.min(toil)),
        };
        Some(if attacking {
            Summary {
                pn: ease,
                dn: toil,
                best,
                child_pn_limit: child_ease,
                child_dn_limit: child_toil,
            }
        } else {
            Summary {
                pn: toil,
                dn: ease,
                best,
                child_pn_limit: child_toil,
                child_dn_limit: child_ease,
            }
        })
    }

    /// Leaves the last node of the path: keeps what is known of it, and says it.
    fn pop(&mut self, summary: &Summary) -> Option<(Child, Known, Option<Undo>)> {
        let ply = self.frames.len() as i32 - 1;
        let frame = self.frames.pop()?;
        self.on_path[frame.key as usize % FILTER] -= 1;
        let children = &self.children[frame.first_child..];
        let best = children.get(summary.best - frame.first_child.min(summary.best));
        let mut known = Known { pn: summary.pn, dn: summary.dn, ..Known::default() };
        let mut leans = FREE;
        if known.pn == 0 {
            let lengths = children.iter().filter(|c| c.pn == 0).map(|c| c.length);
            let longest = if frame.attacking { lengths.min() } else { lengths.max() };
            known.length = longest.map_or(0, |l| l.saturating_add(1));
        } else if known.dn == 0 {
            let needs = children.iter().filter(|c| c.dn == 0).map(|c| c.leans);
            leans = if frame.attacking { needs.min() } else { needs.max() }.unwrap_or(FREE);
            if leans >= ply {
                leans = FREE;
            }
        }
        if let Some(best) = best {
            known.best = best.mv.bits();
        }
        let child = Child { mv: NO_MOVE, pn: known.pn, dn: known.dn, length: known.length, leans };
        self.children.truncate(frame.first_child);
        let mut kept = known;
        if leans != FREE {
            // Open for whoever comes another way, and not promising.
            let old = self.table.probe(frame.key).map_or((1, 1), |k| (k.pn, k.dn));
            kept.pn = old.0.saturating_mul(2).clamp(2, 1 << 16);
            kept.dn = old.1.clamp(1, 1 << 16);
            if leans >= 0 {
                kept.length = (ply - leans) as u16;
                kept.segment = frame.before ^ self.frames[leans as usize].before;
            }
        }
        self.table.store(frame.key, kept, self.nodes - frame.nodes_before);
        Some((child, known, frame.undo))
    }
}
