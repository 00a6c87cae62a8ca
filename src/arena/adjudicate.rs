//! Ending games early by what both engines say of them.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::verdict::{GameResult, Reason, Verdict};
use crate::types::Color;

/// A lost game: both engines agree for long enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignRule {
    /// Centipawns from which a side counts as lost.
    pub score: i32,
    /// Plies in a row for which it must hold.
    pub plies: u32,
}

/// A dull game: both engines see nothing for long enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// Centipawns up to which a position counts as level.
    pub score: i32,
    /// Plies in a row for which it must hold; a capture or promotion starts them anew.
    pub plies: u32,
    /// First ply of the game that counts.
    pub from: u32,
}

/// The rules of adjudication of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// Wins; off when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// Draws; off when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
}

/// A word after `--resign` or `--draw` that is not understood.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{0}`: expected {1}")]
pub struct RuleError(String, &'static str);

fn read(
    words: &[String],
    expected: &'static str,
    keys: &mut [(&str, &mut u32)],
) -> Result<(), RuleError> {
    for word in words {
        let bad = || RuleError(word.clone(), expected);
        let (key, value) = word.split_once('=').ok_or_else(bad)?;
        let slot = keys.iter_mut().find(|(name, _)| *name == key).ok_or_else(bad)?;
        *slot.1 = value.parse().ok().filter(|&n| n <= 1_000_000).ok_or_else(bad)?;
    }
    Ok(())
}

impl ResignRule {
    /// Reads `score=2000 plies=8`; what is left out has the value shown here.
    ///
    /// # Errors
    /// An unknown word or a bad number.
    pub fn parse(words: &[String]) -> Result<Self, RuleError> {
        let (mut score, mut plies) = (2000, 8);
        read(words, "score=N or plies=N", &mut [("score", &mut score), ("plies", &mut plies)])?;
        if plies == 0 {
            return Err(RuleError("plies=0".to_owned(), "plies=N from 1"));
        }
        Ok(Self { score: score as i32, plies })
    }
}

impl DrawRule {
    /// Reads `score=30 plies=40 from=300`; what is left out has the value shown here.
    ///
    /// # Errors
    /// An unknown word or a bad number.
    pub fn parse(words: &[String]) -> Result<Self, RuleError> {
        let (mut score, mut plies, mut from) = (30, 40, 300);
        let mut keys = [("score", &mut score), ("plies", &mut plies), ("from", &mut from)];
        read(words, "score=N, plies=N or from=N", &mut keys)?;
        Ok(Self { score: score as i32, plies: plies.max(1), from })
    }
}

/// Follows the scores of one game.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    rules: Adjudication,
    /// Plies in a row in which this side was seen lost.
    lost: [u32; 2],
    level: u32,
}

impl Judge {
    /// A judge at the start of a game.
    pub const fn new(rules: Adjudication) -> Self {
        Self { rules, lost: [0; 2], level: 0 }
    }

    /// Books a move: who made it, its score for the mover, the ply of the game, and whether it
    /// captured or promoted. A move without a score starts all counts anew, so that both engines
    /// must have spoken.
    pub fn observe(
        &mut self,
        mover: Color,
        score: Option<i32>,
        ply: u32,
        irreversible: bool,
    ) -> Option<Verdict> {
        let Some(score) = score else {
            *self = Self::new(self.rules);
            return None;
        };
        if let Some(rule) = self.rules.resign {
            for (color, lost) in Color::ALL.into_iter().zip(&mut self.lost) {
                let view = if color == mover { score } else { -score };
                *lost = if view <= -rule.score { *lost + 1 } else { 0 };
                // Two plies are the least in which both have spoken.
                if *lost >= rule.plies.max(2) {
                    return Some(Verdict::loss(color, Reason::AdjudicatedWin, ""));
                }
            }
        }
        if let Some(rule) = self.rules.draw {
            let level = score.abs() <= rule.score && !irreversible && ply >= rule.from;
            self.level = if level { self.level + 1 } else { 0 };
            if self.level >= rule.plies.max(2) {
                return Some(Verdict::plain(GameResult::Draw, Reason::AdjudicatedDraw));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Adjudication = Adjudication {
        resign: Some(ResignRule { score: 1000, plies: 4 }),
        draw: Some(DrawRule { score: 10, plies: 3, from: 5 }),
    };

    #[test]
    fn both_engines_must_agree_on_a_loss() {
        let mut judge = Judge::new(RULES);
        let play = |judge: &mut Judge, scores: &[i32]| {
            let mut verdict = None;
            for (ply, &score) in scores.iter().enumerate() {
                let mover = if ply % 2 == 0 { Color::Black } else { Color::White };
                verdict = verdict.or(judge.observe(mover, Some(score), 1, false));
            }
            verdict
        };
        assert_eq!(play(&mut judge, &[1500, -100, 1500, -1500, 1500]), None);
        let mut judge = Judge::new(RULES);
        let verdict = play(&mut judge, &[1500, -1500, 1500, -1500]).unwrap();
        assert_eq!(verdict.result, GameResult::Black);
    }

    #[test]
    fn a_draw_needs_calm_late_plies() {
        let mut judge = Judge::new(RULES);
        for ply in 0..6 {
            assert_eq!(judge.observe(Color::Black, Some(3), ply, false), None);
        }
        assert_eq!(judge.observe(Color::Black, Some(3), 6, true), None);
        assert_eq!(judge.observe(Color::Black, Some(3), 7, false), None);
        assert_eq!(judge.observe(Color::Black, None, 8, false), None);
        for ply in 9..11 {
            assert_eq!(judge.observe(Color::Black, Some(-3), ply, false), None);
        }
        let verdict = judge.observe(Color::Black, Some(0), 11, false).unwrap();
        assert_eq!(verdict.result, GameResult::Draw);
    }

    #[test]
    fn words_are_read() {
        let words = ["score=500".to_owned()];
        assert_eq!(ResignRule::parse(&words), Ok(ResignRule { score: 500, plies: 8 }));
        assert!(DrawRule::parse(&["x=1".to_owned()]).is_err());
        assert!(DrawRule::parse(&["score=-1".to_owned()]).is_err());
    }
}
