//! Steps, jumps and slides: what almost every piece has.

use super::{Emitter, Kind, MoveSink};
use crate::variant::tables::Movement;

impl<S: MoveSink> Emitter<'_, S> {
    /// Steps and jumps. `PLAIN`: all of them both move and capture.
    #[inline]
    pub(super) fn leaps<K: Kind, const PLAIN: bool>(&mut self, movement: &Movement) {
        let position = self.position;
        let us = self.piece.color();
        for leap in position.variant().tables.leaps(movement) {
            let to = self.from.offset(leap.offset);
            let target = position.at(to);
            if !K::QUIETS {
                if target.is_of(!us) && (PLAIN || leap.mode.captures()) {
                    self.capture(to);
                }
                continue;
            }
            if target.is_empty() {
                if PLAIN || leap.mode.moves() {
                    self.quiet(to);
                }
            } else if K::CAPTURES && target.is_of(!us) && (PLAIN || leap.mode.captures()) {
                self.capture(to);
            }
        }
    }

    /// Slides. `PLAIN`: all of them both move and capture.
    #[inline]
    pub(super) fn slides<K: Kind, const PLAIN: bool>(&mut self, movement: &Movement) {
        let position = self.position;
        let us = self.piece.color();
        for slide in position.variant().tables.slides(movement) {
            let mut to = self.from;
            let (mut moves, mut captures) = (slide.covered_moves, slide.covered_captures);
            if !K::QUIETS {
                let mut distance = 1;
                to = to.offset(slide.offset);
                while position.at(to).is_empty() {
                    to = to.offset(slide.offset);
                    distance += 1;
                }
                if distance <= slide.max
                    && position.at(to).is_of(!us)
                    && (PLAIN || slide.mode.captures())
                    && (distance > 8 || captures >> (distance - 1) & 1 == 0)
                {
                    self.capture(to);
                }
                continue;
            }
            for _ in 0..slide.max {
                to = to.offset(slide.offset);
                let target = position.at(to);
                let (new_move, new_capture) = (moves & 1 == 0, captures & 1 == 0);
                moves >>= 1;
                captures >>= 1;
                if !target.is_empty() {
                    let takes = new_capture && (PLAIN || slide.mode.captures());
                    if K::CAPTURES && takes && target.is_of(!us) {
                        self.capture(to);
                    }
                    break;
                }
                if new_move && (PLAIN || slide.mode.moves()) {
                    self.quiet(to);
                }
            }
        }
    }
}
