//! What a running match shows: one progress line, and the board for who wants to watch.

use std::io::{IsTerminal as _, Write as _};
use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::arena::record::{GameRecord, MoveRecord};
use crate::arena::report::progress_text;
use crate::arena::runner::{MatchListener, Pace};
use crate::arena::sprt::Sprt;
use crate::arena::tally::Tally;
use crate::game::Game;

/// Listens to a match and shows it on stderr.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    pace: Pace,
    total: u64,
    sprt: Option<Sprt>,
    watch: bool,
    remarks: Mutex<Vec<String>>,
}

impl Progress {
    /// Progress towards `total` games, those in `tally` done already.
    pub fn new(total: u64, tally: &Tally, sprt: Option<Sprt>, watch: bool) -> Self {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{bar:24} {pos}/{len} games  {msg}");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        bar.set_position(tally.games());
        bar.set_message(progress_text(tally, sprt.as_ref()));
        let pace = Pace::new(tally.games());
        Self { bar, pace, total, sprt, watch, remarks: Mutex::new(Vec::new()) }
    }

    /// Takes the line away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// What was remarked during the match.
    pub fn remarks(&self) -> Vec<String> {
        self.remarks.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Seconds as `1:02:03`.
fn duration_text(seconds: f64) -> String {
    let seconds = seconds.max(0.0) as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

impl MatchListener for Progress {
    fn moved(&self, worker: usize, game: &Game, played: &MoveRecord) {
        if !self.watch || worker != 0 {
            return;
        }
        let score = played.score.map_or_else(String::new, |score| format!("  {score} cp"));
        let depth = played.depth.map_or_else(String::new, |depth| format!("  depth {depth}"));
        let board = format!(
            "{}\nply {}: {}{score}{depth}\n",
            game.position(),
            game.ply_count(),
            played.text
        );
        self.bar.suspend(|| {
            let mut err = std::io::stderr().lock();
            let clear = if err.is_terminal() { "\x1b[2J\x1b[H" } else { "" };
            let _ = write!(err, "{clear}{board}");
        });
    }

    fn finished(&self, game: &GameRecord, tally: &Tally) {
        let mut message = progress_text(tally, self.sprt.as_ref());
        if let Some(seconds) = self.pace.seconds_left(tally.games(), self.total) {
            message = format!("{message}  left {}", duration_text(seconds));
        }
        self.bar.set_message(message);
        self.bar.set_position(tally.games());
        if self.watch || game.reason.is_failure() {
            let detail = game.detail.as_deref().unwrap_or_default();
            let line = format!(
                "game {}: {} - {} {} {} {detail}",
                game.game,
                game.black,
                game.white,
                game.result.pgn(),
                game.reason
            );
            self.bar.suspend(|| {
                let _ = writeln!(std::io::stderr().lock(), "{}", line.trim_end());
            });
        }
    }

    fn remark(&self, text: &str) {
        self.remarks.lock().unwrap_or_else(PoisonError::into_inner).push(text.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_like_clocks() {
        assert_eq!(duration_text(62.4), "1:02");
        assert_eq!(duration_text(3723.0), "1:02:03");
        assert_eq!(duration_text(f64::NAN), "0:00");
    }
}
