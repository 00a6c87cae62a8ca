//! The result of a match as text for people and as one object for programs.

use std::fmt::Write as _;

use serde::Serialize;

use super::ratings::{self, Rating};
use super::runner::Ending;
use super::sprt::{Sprt, Verdict};
use super::stats::{Estimate, Pentanomial, Wdl};
use super::tally::{EngineFigures, Tally};
use super::verdict::Reason;

/// One pairing of a match.
#[derive(Clone, Debug, Serialize)]
pub struct PairingSummary {
    /// Name of the engine whose view is taken.
    pub first: String,
    /// Name of the other engine.
    pub second: String,
    /// Single games.
    pub wdl: Wdl,
    /// Points a game.
    pub score: f64,
    /// Complete pairs by points 0, 1/2, 1, 3/2, 2.
    pub pentanomial: Pentanomial,
    /// Half a pair was added to each count for the estimates.
    pub smoothed: bool,
    /// Elo with its 95 % interval.
    pub elo: Option<Estimate>,
    /// Normalised Elo.
    pub normalised_elo: Option<Estimate>,
    /// Likelihood of superiority, 0 to 1.
    pub los: Option<f64>,
}

/// One engine of a match.
#[derive(Clone, Debug, Serialize)]
pub struct EngineSummary {
    /// Its name.
    pub name: String,
    /// Games of it.
    pub wdl: Wdl,
    /// Mean time of a move, ms.
    pub mean_time_ms: Option<f64>,
    /// Mean depth, plies.
    pub mean_depth: Option<f64>,
    /// Nodes a second.
    pub nodes_per_second: Option<f64>,
    /// Raw sums behind the means.
    pub figures: EngineFigures,
    /// Elo against the mean of all engines, with more than two of them.
    pub rating: Option<f64>,
    /// Half the 95 % interval of the rating.
    pub rating_error: Option<f64>,
}

/// State of the sequential test.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SprtSummary {
    /// The test.
    pub test: Sprt,
    /// Log-likelihood ratio.
    pub llr: f64,
    /// Where it rejects.
    pub lower: f64,
    /// Where it accepts.
    pub upper: f64,
    /// What it says.
    pub verdict: Verdict,
}

/// The whole result of a match.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Id of the game.
    pub variant: String,
    /// Games played, void ones included.
    pub games: u64,
    /// Games that were not scored.
    pub voids: u64,
    /// Why games ended, most often first.
    pub reasons: Vec<(Reason, u64)>,
    /// Results of Black (Sente), whoever played it.
    pub by_black: Wdl,
    /// Share of draws.
    pub draw_rate: f64,
    /// Shortest, mean and longest game in plies.
    pub lengths: Option<(u32, f64, u32)>,
    /// Pairings.
    pub pairings: Vec<PairingSummary>,
    /// Engines, best first where there are ratings.
    pub engines: Vec<EngineSummary>,
    /// The sequential test.
    pub sprt: Option<SprtSummary>,
}

impl Summary {
    /// Adds everything up.
    pub fn new(variant: &str, tally: &Tally, sprt: Option<Sprt>) -> Self {
        let name = |index: usize| tally.names().get(index).cloned().unwrap_or_default();
        let mut reasons: Vec<_> =
            tally.reasons().iter().map(|(&reason, &count)| (reason, count)).collect();
        reasons.sort_by_key(|&(reason, count)| (std::cmp::Reverse(count), reason));
        let pairings = tally.pairings().iter().map(|pairing| PairingSummary {
            first: name(pairing.first),
            second: name(pairing.second),
            wdl: pairing.wdl,
            score: pairing.wdl.score(),
            pentanomial: pairing.pairs,
            smoothed: pairing.pairs.is_one_sided(),
            elo: pairing.pairs.elo(),
            normalised_elo: pairing.pairs.normalised_elo(),
            los: pairing.pairs.los(),
        });
        let count = tally.names().len();
        let ratings = ratings::rate(count, tally.pairings());
        let engines = ratings.iter().map(|rating: &Rating| {
            let figures = tally.figures().get(rating.player).copied().unwrap_or_default();
            EngineSummary {
                name: name(rating.player),
                wdl: rating.wdl,
                mean_time_ms: figures.mean_time(),
                mean_depth: figures.mean_depth(),
                nodes_per_second: figures.speed(),
                figures,
                rating: (count > 2).then_some(rating.elo),
                rating_error: (count > 2 && rating.error.is_finite()).then_some(rating.error),
            }
        });
        let mut engines: Vec<_> = engines.collect();
        if count == 2 {
            engines.sort_by_key(|engine| tally.names().iter().position(|n| *n == engine.name));
        }
        let sprt = sprt.map(|test| {
            let llr = test.llr(tally.first_pairing().pairs);
            let (lower, upper) = test.bounds();
            SprtSummary { test, llr, lower, upper, verdict: test.verdict(llr) }
        });
        Self {
            variant: variant.to_owned(),
            games: tally.games(),
            voids: tally.voids(),
            reasons,
            by_black: tally.by_black(),
            draw_rate: tally.draw_rate(),
            lengths: tally.lengths(),
            pairings: pairings.collect(),
            engines,
            sprt,
        }
    }

    /// The summary as text, several lines.
    pub fn text(&self) -> String {
        let mut out = String::new();
        if self.engines.len() > 2 {
            self.write_ratings(&mut out);
        }
        for pairing in self.pairings.iter().filter(|pairing| pairing.wdl.games() > 0) {
            write_pairing(&mut out, pairing);
        }
        self.write_games(&mut out);
        self.write_engines(&mut out);
        if let Some(sprt) = &self.sprt {
            let SprtSummary { test, llr, lower, upper, verdict } = sprt;
            let words = match verdict {
                Verdict::Continue => "undecided",
                Verdict::Accepted => "H1 accepted",
                Verdict::Rejected => "H0 accepted",
            };
            let _ = writeln!(out, "SPRT {test}: LLR {llr:.2} ({lower:.2}, {upper:.2}), {words}");
        }
        out
    }

    fn write_ratings(&self, out: &mut String) {
        let width = self.name_width();
        let _ = writeln!(out, "rank  {:width$}     Elo    +/-   games   score  draws", "engine");
        for (rank, engine) in self.engines.iter().enumerate() {
            let wdl = engine.wdl;
            let error = engine.rating_error.map_or_else(|| "-".to_owned(), |e| format!("{e:.1}"));
            let _ = writeln!(
                out,
                "{:>4}  {:width$} {:>7.1} {error:>6} {:>7} {:>6.1}% {:>5.1}%",
                rank + 1,
                engine.name,
                engine.rating.unwrap_or(0.0),
                wdl.games(),
                100.0 * wdl.score(),
                100.0 * wdl.draws as f64 / wdl.games().max(1) as f64,
            );
        }
    }

    fn write_games(&self, out: &mut String) {
        let reasons: Vec<_> = self.reasons.iter().map(|(r, n)| format!("{r} {n}")).collect();
        let _ = writeln!(out, "games {}: {}", self.games, reasons.join(", "));
        if self.voids > 0 {
            let _ = writeln!(out, "void games, not scored: {}", self.voids);
        }
        let Wdl { wins, draws, losses } = self.by_black;
        let lengths = self.lengths.map_or_else(String::new, |(low, mean, high)| {
            format!("; plies {low} to {high}, mean {mean:.0}")
        });
        let rate = 100.0 * self.draw_rate;
        let _ = writeln!(out, "Sente +{wins} ={draws} -{losses}; draw rate {rate:.1} %{lengths}");
    }

    fn write_engines(&self, out: &mut String) {
        let width = self.name_width();
        let _ = writeln!(
            out,
            "{:width$}  ms/move  depth    nodes/s  lost on time  crashes  illegal",
            "engine"
        );
        let number = |value: Option<f64>, digits: usize| {
            value.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"))
        };
        for engine in &self.engines {
            let EngineFigures { time_forfeits, crashes, illegal, .. } = engine.figures;
            let _ = writeln!(
                out,
                "{:width$} {:>8} {:>6} {:>10} {time_forfeits:>13} {crashes:>8} {illegal:>8}",
                engine.name,
                number(engine.mean_time_ms, 1),
                number(engine.mean_depth, 1),
                number(engine.nodes_per_second, 0),
            );
        }
    }

    fn name_width(&self) -> usize {
        self.engines.iter().map(|engine| engine.name.chars().count()).max().unwrap_or(0).max(6)
    }
}

/// A number for one decimal: no minus before a zero.
fn shown(value: f64) -> f64 {
    if value.abs() < 0.05 { 0.0 } else { value }
}

fn estimate(value: Option<Estimate>) -> String {
    // The ends, and not half the width: Elo grows faster than the score far from a half.
    value.map_or_else(
        || "-".to_owned(),
        |e| format!("{:.1} [{:.1}, {:.1}]", shown(e.value), shown(e.low), shown(e.high)),
    )
}

fn write_pairing(out: &mut String, pairing: &PairingSummary) {
    let Wdl { wins, draws, losses } = pairing.wdl;
    let PairingSummary { first, second, .. } = pairing;
    let _ = writeln!(
        out,
        "{first} - {second}: +{wins} ={draws} -{losses}, {:.1} of {} ({:.1} %)",
        pairing.wdl.points(),
        pairing.wdl.games(),
        100.0 * pairing.score
    );
    let los = pairing.los.map_or_else(|| "-".to_owned(), |los| format!("{:.1} %", 100.0 * los));
    let _ = writeln!(
        out,
        "  Elo {}, nElo {}, LOS {los}, pairs [0 ½ 1 1½ 2] {:?}",
        estimate(pairing.elo),
        estimate(pairing.normalised_elo),
        pairing.pentanomial.0
    );
    if pairing.smoothed {
        let _ =
            writeln!(out, "  one-sided: half a pair was added to each pair count for Elo and LOS");
    }
}

/// How a match ended, in words.
pub fn ending_text(ending: Ending) -> &'static str {
    match ending {
        Ending::Complete => "all games played",
        Ending::Decided(Verdict::Accepted) => "stopped: the test accepted H1",
        Ending::Decided(_) => "stopped: the test accepted H0",
    }
}

/// A line for the progress bar: score and Elo of the first pairing.
pub fn progress_text(tally: &Tally, sprt: Option<&Sprt>) -> String {
    let pairing = tally.first_pairing();
    let Wdl { wins, draws, losses } = pairing.wdl;
    let mut text = format!("+{wins} ={draws} -{losses}");
    if let Some(elo) = pairing.pairs.elo() {
        let whole = |value: f64| value.round() + 0.0;
        let (value, low, high) = (whole(elo.value), whole(elo.low), whole(elo.high));
        let _ = write!(text, "  Elo {value:.0} [{low:.0}, {high:.0}]");
    }
    if let Some(sprt) = sprt {
        let (low, high) = sprt.bounds();
        let _ = write!(text, "  LLR {:.2} ({low:.2}, {high:.2})", sprt.llr(pairing.pairs));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::tests::game;
    use crate::arena::schedule::{Format, Schedule};
    use crate::arena::verdict::GameResult;

    #[test]
    fn a_one_sided_match_says_what_was_added() {
        let schedule = Schedule::new(Format::Gauntlet, 2, 10);
        let mut tally = Tally::new(vec!["a".to_owned(), "b".to_owned()], &schedule);
        for number in 0..8 {
            let result = if number % 2 == 0 { GameResult::Black } else { GameResult::White };
            tally.add(&game(number, result));
        }
        let sprt = Sprt::parse(["elo0=0", "elo1=10"]).unwrap();
        let summary = Summary::new("chu", &tally, Some(sprt));
        let text = summary.text();
        assert!(text.contains("a - b: +8 =0 -0, 8.0 of 8 (100.0 %)"), "{text}");
        assert!(text.contains("half a pair was added"), "{text}");
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        let json = serde_json::to_value(&summary).unwrap();
        assert_eq!(json["pairings"][0]["pentanomial"][4], 4);
    }

    /// Nine points of ten: the upper end is farther away than the lower one.
    #[test]
    fn an_interval_has_its_own_ends() {
        let elo = Pentanomial([0, 1, 2, 8, 39]).elo().unwrap();
        assert!(elo.high - elo.value > 1.2 * (elo.value - elo.low), "{elo:?}");
        let text = estimate(Some(elo));
        assert_eq!(text, format!("{:.1} [{:.1}, {:.1}]", elo.value, elo.low, elo.high));
        assert_eq!(estimate(None), "-");
    }

    #[test]
    fn three_engines_get_a_table_of_ratings() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 1);
        let names = ["a", "b", "c"].map(str::to_owned).to_vec();
        let mut tally = Tally::new(names, &schedule);
        tally.add(&game(0, GameResult::Black));
        tally.add(&game(1, GameResult::Draw));
        let text = Summary::new("chu", &tally, None).text();
        assert!(text.starts_with("rank"), "{text}");
    }
}
