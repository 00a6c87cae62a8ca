//! What the rules allow: promotion, contagion, lion trading, the Emperor; all by playing moves on
//! copies of the board.

use daiban::types::Color;
use daiban::variant::rules::{CheckRule, EmperorCapture, LionScope, LionTrading, PromotionRule};

use super::legs::Way;
use super::{Kind, RefMove, Reference, Sq, State, distance};

/// Which rules of lion trading count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lions {
    /// None.
    Off,
    /// A lion may not take a distant protected lion.
    RuleA,
    /// That, and counterstrike.
    Both,
}

impl Reference {
    /// The moves of the side to move, but for repetition.
    pub fn legal(&self, state: &State) -> Vec<RefMove> {
        let mut moves = self.pseudo(state);
        if self.rules.check == CheckRule::Legal || self.rules.drops {
            moves.retain(|m| !self.barred(state, m));
        }
        moves
    }

    /// The moves of the side to move that its pieces can make.
    pub fn pseudo(&self, state: &State) -> Vec<RefMove> {
        let mut moves: Vec<RefMove> = self
            .men(state, state.side)
            .into_iter()
            .flat_map(|from| self.moves_from(state, from, Lions::Both))
            .collect();
        moves.extend(self.drops(state));
        moves
    }

    /// The moves of the piece on `from`, whichever side it belongs to.
    pub fn moves_from(&self, state: &State, from: Sq, lions: Lions) -> Vec<RefMove> {
        let mut moves = Vec::new();
        for way in self.pseudo_ways(state, from) {
            if self.lion_ban(state, from, &way, lions) {
                continue;
            }
            for result in self.results(state, from, &way) {
                let Way { captured, to, middle, .. } = way.clone();
                moves.push(RefMove { from, captured, to, result, middle });
            }
        }
        moves
    }

    /// The ways of a piece, the Emperor's captures judged.
    pub fn pseudo_ways(&self, state: &State, from: Sq) -> Vec<Way> {
        let mut ways = self.ways(state, from);
        ways.retain(|w| {
            !w.universal || w.captured.iter().all(|&x| self.emperor_may(state, from, x))
        });
        ways
    }

    /// The board after a move, without promotion.
    fn played(&self, state: &State, from: Sq, way: &Way) -> State {
        let mut after = state.clone();
        for &square in &way.captured {
            self.put(&mut after, square, None);
        }
        let mover = self.at(state, from);
        self.put(&mut after, from, None);
        self.put(&mut after, way.to, mover);
        after
    }

    /// True when the universal leaper on `e` may capture what stands on `x`: what could legally
    /// be recaptured is barred.
    pub fn emperor_may(&self, state: &State, e: Sq, x: Sq) -> bool {
        let Some((_, color)) = self.at(state, e) else { return false };
        let royal = self.at(state, x).is_some_and(|(kind, _)| self.kinds[kind].royal);
        match self.rules.emperor_capture {
            EmperorCapture::Free => return true,
            EmperorCapture::RoyalsOnly if !royal => return true,
            _ => {}
        }
        let way = Way { captured: vec![x], to: x, middle: None, universal: true };
        let after = self.played(state, e, &way);
        !self.attacked(&after, x, !color)
    }

    /// True when a piece of `by` could capture the piece on `x`.
    pub fn attacked(&self, state: &State, x: Sq, by: Color) -> bool {
        !self.attackers(state, x, by, true).is_empty()
    }

    /// The pieces of `by` that could capture the piece on `x`; only the first one if so wished.
    pub fn attackers(&self, state: &State, x: Sq, by: Color, first: bool) -> Vec<Sq> {
        let mut found = Vec::new();
        let (mut emperors, mut others) = (Vec::new(), Vec::new());
        for s in self.men(state, by) {
            let emperor = self.at(state, s).is_some_and(|m| self.kinds[m.0].universal());
            if emperor { emperors.push(s) } else { others.push(s) }
        }
        for s in others {
            if self.ways(state, s).iter().any(|w| w.captured.contains(&x)) {
                found.push(s);
                if first {
                    return found;
                }
            }
        }
        for s in emperors {
            let takes = |w: &Way| w.captured.contains(&x);
            let plain = self.ways(state, s).iter().any(|w| !w.universal && takes(w));
            if plain || self.emperor_may(state, s, x) {
                found.push(s);
                if first {
                    return found;
                }
            }
        }
        found
    }

    /// True when `by`, if to move, could take all royals of the other side at once.
    pub fn could_end_game(&self, state: &State, by: Color) -> bool {
        if self.kinds.iter().any(|k| k.burns) && !self.royals(state, !by).is_empty() {
            return self.could_take_or_burn(state, by);
        }
        let royals = self.royals(state, !by);
        !royals.is_empty()
            && self.men(state, by).into_iter().any(|s| {
                let ways = self.pseudo_ways(state, s);
                ways.iter().any(|w| royals.iter().all(|r| w.captured.contains(r)))
            })
    }

    fn kind_at(&self, state: &State, square: Sq) -> &Kind {
        &self.kinds[self.at(state, square).map_or(0, |m| m.0)]
    }

    fn lion_ban(&self, state: &State, from: Sq, way: &Way, lions: Lions) -> bool {
        if self.rules.lion_trading == LionTrading::Off || lions == Lions::Off {
            return false;
        }
        let taken: Vec<Sq> =
            way.captured.iter().copied().filter(|&s| self.kind_at(state, s).lion).collect();
        if taken.is_empty() {
            return false;
        }
        let is_lion = self.kind_at(state, from).lion;
        // Something other than a pawn or go-between is taken besides the lion.
        let tsukegui = |v: Sq| {
            self.rules.tsukegui
                && way.captured.iter().any(|&s| s != v && !self.kind_at(state, s).minor)
        };
        for &v in &taken {
            let near = distance(from, v) == 1;
            let rule_a = is_lion && !near && !tsukegui(v) && way.to == v;
            if rule_a && self.protected_after(state, from, way) {
                return true;
            }
            let Some(square) = state.lion_taken.filter(|_| lions == Lions::Both) else { continue };
            let exempt = is_lion && (self.rules.lion_scope == LionScope::NonLion || tsukegui(v));
            let fresh = self.rules.fresh_lion && v == square;
            if exempt || fresh {
                continue;
            }
            let always = self.rules.lion_trading == LionTrading::Always;
            if always || self.protected_after(state, from, way) {
                return true;
            }
        }
        false
    }

    /// True when an enemy attacks the mover after the move; with doomed protectors, also when a
    /// pawn or go-between taken on the way could have come.
    fn protected_after(&self, state: &State, from: Sq, way: &Way) -> bool {
        let Some((_, color)) = self.at(state, from) else { return false };
        let after = self.played(state, from, way);
        if self.attacked(&after, way.to, !color) {
            return true;
        }
        if !self.rules.doomed_protector {
            return false;
        }
        way.captured.iter().filter(|&&s| s != way.to).any(|&s| {
            let mut with = after.clone();
            self.put(&mut with, s, self.at(state, s));
            self.kind_at(state, s).minor
                && self.ways(&with, s).iter().any(|w| w.captured.contains(&way.to))
        })
    }

    /// The types as which the mover may end.
    fn results(&self, state: &State, from: Sq, way: &Way) -> Vec<usize> {
        let Some((mover, color)) = self.at(state, from) else { return Vec::new() };
        // Whoever is burnt ends as nothing, promoted or not.
        if self.beside_fire(&self.played(state, from, way), way.to, !color) {
            return vec![mover];
        }
        let kind = &self.kinds[mover];
        let victims: Vec<&Kind> = way.captured.iter().map(|&s| self.kind_at(state, s)).collect();
        if !kind.immune
            && let Some(result) = victims.iter().rev().find_map(|v| v.contagion)
        {
            return vec![result];
        }
        // A pass leaves the position as it was (rules/maka.md 3.1), unless any move promotes.
        let stays = way.to == from
            && way.captured.is_empty()
            && self.rules.promotion != PromotionRule::LikeShogi;
        let Some(promoted) = kind.promotes_to.filter(|_| !stays) else { return vec![mover] };
        let (may, must) = match self.rules.promotion {
            PromotionRule::Never => (false, false),
            PromotionRule::CaptureOptional => {
                (!victims.is_empty(), victims.iter().any(|v| v.promoted))
            }
            PromotionRule::CaptureCompulsory => (!victims.is_empty(), !victims.is_empty()),
            PromotionRule::LikeShogi => {
                let zone = i32::from(self.rules.zone);
                let inside = |s| self.ahead(s, color) < zone;
                (inside(from) || inside(way.to), false)
            }
            PromotionRule::LikeChu => {
                let zone = i32::from(self.rules.zone);
                let (fz, tz) = (self.ahead(from, color) < zone, self.ahead(way.to, color) < zone);
                let last = tz && self.ahead(way.to, color) < kind.last_rank;
                let enters = tz && !fz;
                let takes = (fz || tz) && !victims.is_empty();
                (enters || takes || last, false)
            }
        };
        let dead = self.rules.dead_promotion && self.dead((mover, color), way.to);
        match (may, must || dead) {
            (false, _) => vec![mover],
            (true, true) => vec![promoted],
            (true, false) => vec![mover, promoted],
        }
    }

    /// Ranks between the square and the far edge.
    fn ahead(&self, (_, rank): Sq, color: Color) -> i32 {
        if color == Color::Black { rank } else { self.ranks - 1 - rank }
    }

    /// True when a piece on `square` could never move again.
    pub fn dead(&self, man: (usize, Color), square: Sq) -> bool {
        let mut alone = self.empty();
        self.put(&mut alone, square, Some(man));
        self.ways(&alone, square).is_empty()
    }

    /// The state after a move.
    pub fn play(&self, state: &State, m: &RefMove) -> State {
        if self.at(state, m.from).is_none() {
            return self.play_drop(state, m);
        }
        let way =
            Way { captured: m.captured.clone(), to: m.to, middle: m.middle, universal: false };
        let mut after = self.played(state, m.from, &way);
        self.put(&mut after, m.to, Some((m.result, state.side)));
        self.keep(state, &mut after, &m.captured);
        for square in self.burnt(&after, m.to, state.side) {
            self.put(&mut after, square, None);
        }
        let lion_mover = self.kind_at(state, m.from).lion;
        let trading = self.rules.lion_trading != LionTrading::Off;
        let taken = m.captured.iter().rev().find(|&&s| self.kind_at(state, s).lion);
        after.lion_taken = taken.copied().filter(|_| trading && !lion_mover);
        after.side = !state.side;
        after
    }
}
