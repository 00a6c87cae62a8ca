//! The course of a match as an SVG drawing: Elo with its error band, and a crosstable.

use std::fmt::Write as _;

use super::stats::{Estimate, Wdl};
use super::tally::Tally;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 40.0;
/// Points of the curve; longer matches are thinned out.
const POINTS: usize = 400;
/// Elo beyond which the drawing is cut off.
const LIMIT: f64 = 800.0;
const ROW: f64 = 24.0;

/// Draws a match. Two engines get a curve, more of them a crosstable too.
pub fn svg(tally: &Tally) -> String {
    let table = tally.names().len() > 2;
    let table_height = if table { ROW * (tally.names().len() + 3) as f64 } else { 0.0 };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        HEIGHT + table_height
    );
    draw_curve(&mut out, tally);
    if table {
        draw_crosstable(&mut out, tally);
    }
    out.push_str("</svg>\n");
    out
}

/// Elo after each game: from single games, which is defined from the first on.
fn course(tally: &Tally) -> Vec<(usize, Estimate)> {
    let history = tally.history();
    let step = history.len().div_ceil(POINTS).max(1);
    let mut wdl = Wdl::default();
    let mut points = Vec::new();
    for (index, halves) in history.iter().enumerate() {
        wdl.add_halves(*halves);
        let shown = (index + 1) % step == 0 || index + 1 == history.len();
        let varied = [wdl.wins, wdl.draws, wdl.losses].iter().filter(|&&n| n > 0).count() > 1;
        if shown
            && varied
            && let Some(elo) = wdl.elo()
        {
            points.push((index + 1, elo));
        }
    }
    points
}

fn draw_curve(out: &mut String, tally: &Tally) {
    let points = course(tally);
    let games = tally.history().len().max(1) as f64;
    let clamp = |elo: f64| elo.clamp(-LIMIT, LIMIT);
    let bounds = points.iter().flat_map(|(_, e)| [clamp(e.low), clamp(e.high)]);
    let (low, high) = bounds.fold((-50.0f64, 50.0f64), |(l, h), v| (l.min(v), h.max(v)));
    let x = |game: f64| LEFT + game / games * (WIDTH - LEFT - RIGHT);
    let y = |elo: f64| TOP + (high - clamp(elo)) / (high - low) * (HEIGHT - TOP - BOTTOM);
    let first = tally.first_pairing();
    let name = |index: usize| tally.names().get(index).map_or("", String::as_str);
    let title = escape(&format!("{} - {}", name(first.first), name(first.second)));
    let _ = writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"24\" font-size=\"16\">{title}: Elo, 95 % band</text>"
    );
    let step = grid_step(high - low);
    let mut line = (low / step).ceil() * step;
    while line <= high {
        let at = y(line);
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"{}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{line:.0}</text>",
            WIDTH - RIGHT,
            if line.abs() < step / 2.0 { "#444" } else { "#ddd" },
            LEFT - 6.0,
            at + 4.0
        );
        line += step;
    }
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{games:.0} games</text>",
        WIDTH - RIGHT,
        HEIGHT - 12.0
    );
    if points.is_empty() {
        return;
    }
    let upper = points.iter().map(|(n, e)| (x(*n as f64), y(e.high)));
    let lower = points.iter().rev().map(|(n, e)| (x(*n as f64), y(e.low)));
    let _ = writeln!(
        out,
        "<polygon points=\"{}\" fill=\"#4a7ebb\" fill-opacity=\"0.25\"/>",
        coordinates(upper.chain(lower))
    );
    let middle = points.iter().map(|(n, e)| (x(*n as f64), y(e.value)));
    let _ = writeln!(
        out,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#1f4e8c\" stroke-width=\"2\"/>",
        coordinates(middle)
    );
}

fn coordinates(points: impl Iterator<Item = (f64, f64)>) -> String {
    points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
}

/// A round distance of grid lines for a range.
fn grid_step(range: f64) -> f64 {
    let rough = (range / 6.0).max(1.0);
    let power = 10f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|f| f * power >= rough).unwrap_or(10.0);
    factor * power
}

fn draw_crosstable(out: &mut String, tally: &Tally) {
    let names = tally.names();
    let column = ((WIDTH - LEFT - RIGHT - 120.0) / names.len() as f64).min(110.0);
    let mut text = |x: f64, y: f64, anchor: &str, words: &str| {
        let words = escape(words);
        let _ = writeln!(
            out,
            "<text x=\"{x:.0}\" y=\"{y:.0}\" text-anchor=\"{anchor}\">{words}</text>"
        );
    };
    let top = HEIGHT + ROW;
    let left = LEFT + 120.0;
    for (index, name) in names.iter().enumerate() {
        let number = (index + 1).to_string();
        text(left + column * (index as f64 + 0.5), top, "middle", &number);
        text(LEFT, top + ROW * (index + 1) as f64, "start", &format!("{number} {name}"));
    }
    for pairing in tally.pairings() {
        for (row, other, wdl) in [
            (pairing.first, pairing.second, pairing.wdl),
            (pairing.second, pairing.first, pairing.wdl.reversed()),
        ] {
            let words = format!("{} / {}", wdl.points(), wdl.games());
            let (x, y) = (left + column * (other as f64 + 0.5), top + ROW * (row + 1) as f64);
            text(x, y, "middle", &words);
        }
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::tests::game;
    use crate::arena::schedule::{Format, Schedule};
    use crate::arena::verdict::GameResult;

    #[test]
    fn a_drawing_has_a_band_and_no_broken_numbers() {
        for engines in [2, 3] {
            let schedule = Schedule::new(Format::RoundRobin, engines, 600);
            let names = ["a", "b", "<c>"].iter().take(engines).map(|s| (*s).to_owned()).collect();
            let mut tally = Tally::new(names, &schedule);
            assert!(svg(&tally).ends_with("</svg>\n"));
            for number in 0..1000 {
                let result = if number % 3 == 0 { GameResult::Draw } else { GameResult::Black };
                tally.add(&game(number, result));
            }
            let drawing = svg(&tally);
            assert!(drawing.contains("<polygon") && !drawing.contains("NaN"));
            assert_eq!(drawing.contains("&lt;c&gt;"), engines == 3);
        }
    }

    #[test]
    fn grid_lines_are_round() {
        assert!((grid_step(100.0) - 20.0).abs() < 1e-9);
        assert!((grid_step(1600.0) - 500.0).abs() < 1e-9);
    }
}
