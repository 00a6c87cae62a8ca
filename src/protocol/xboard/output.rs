//! What the engine says in CECP.

use super::notation::line_text;
use crate::engine::{EngineOption, OptionId, OptionKind};
use crate::game::{EndReason, Outcome};
use crate::position::Position;
use crate::search::SearchInfo;
use crate::types::Color;
use crate::types::score::{Score, mate_distance};

/// The longest line that XBoard takes without harm.
pub const MAX_LINE: usize = 500;

/// `Sente` or `Gote`.
pub const fn side_name(color: Color) -> &'static str {
    match color {
        Color::Black => "Sente",
        Color::White => "Gote",
    }
}

/// The `feature` lines.
pub fn features(variants: &[String], options: &[EngineOption]) -> Vec<String> {
    let mut lines = vec![
        "feature done=0".to_owned(),
        "feature ping=1 setboard=1 playother=1 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 \
         analyze=1 colors=0"
            .to_owned(),
        "feature memory=1 smp=1 name=1 nps=1 debug=1 san=0 ics=0".to_owned(),
        format!("feature myname=\"daiban {}\"", env!("CARGO_PKG_VERSION")),
        variants_line(variants),
    ];
    lines.extend(options.iter().filter_map(option_line));
    lines.push("feature done=1".to_owned());
    lines
}

/// The list of variants, cut where XBoard's memory for it ends.
pub fn variants_line(variants: &[String]) -> String {
    let mut list = String::new();
    for name in variants {
        if list.len() + name.len() + 30 > MAX_LINE {
            break;
        }
        if !list.is_empty() {
            list.push(',');
        }
        list.push_str(name);
    }
    format!("feature variants=\"{list}\"")
}

/// An option for XBoard's dialog. The game itself is chosen by `variant`.
pub fn option_line(option: &EngineOption) -> Option<String> {
    if option.id == OptionId::Variant {
        return None;
    }
    let name = option.name;
    let text = match &option.kind {
        OptionKind::Check(default) => format!("{name} -check {}", u8::from(*default)),
        OptionKind::Spin { default, min, max } => format!("{name} -spin {default} {min} {max}"),
        OptionKind::Combo { default, values } => {
            let mark = |v: &String| if v == default { format!("*{v}") } else { v.clone() };
            let values: Vec<String> = values.iter().map(mark).collect();
            format!("{name} -combo {}", values.join(" /// "))
        }
        OptionKind::Text => format!("{name} -string "),
        OptionKind::Button => format!("{name} -button"),
    };
    Some(format!("feature option=\"{text}\""))
}

/// A line of thinking: depth, score, time in centiseconds, nodes, moves.
pub fn thinking_line(root: &Position, info: &SearchInfo, expected: Option<&str>) -> String {
    let before = expected.map(|m| format!("({m}) ")).unwrap_or_default();
    format!(
        "{} {} {} {} {before}{}",
        info.depth,
        xboard_score(info.score),
        info.time.as_millis() / 10,
        info.nodes,
        line_text(root, &info.pv),
    )
}

/// A score as XBoard reads it: centipawns, or 100000 plus the number of moves to the end.
pub fn xboard_score(score: Score) -> Score {
    match mate_distance(score) {
        Some(plies) if plies > 0 => 100_000 + (plies + 1) / 2,
        Some(plies) => -100_000 + plies / 2,
        None => score,
    }
}

/// The line that claims a result.
pub fn result_line(outcome: Outcome) -> String {
    let result = match outcome.winner {
        Some(Color::Black) => "1-0",
        Some(Color::White) => "0-1",
        None => "1/2-1/2",
    };
    format!("{result} {{{}}}", outcome_text(outcome))
}

/// How a game ended, in words.
pub fn outcome_text(outcome: Outcome) -> String {
    let Some(winner) = outcome.winner else {
        return match outcome.reason {
            EndReason::Repetition | EndReason::Perpetual => "Draw by repetition",
            EndReason::MoveLimit => "Draw by the move limit",
            EndReason::BareKing => "Draw by bare kings",
            EndReason::Impasse => "Draw by impasse",
            EndReason::RoyalsLost | EndReason::NoMoves => "Draw",
        }
        .to_owned();
    };
    let (winner, loser) = (side_name(winner), side_name(!winner));
    match outcome.reason {
        EndReason::RoyalsLost => format!("{loser} has lost the last royal"),
        EndReason::NoMoves => format!("{loser} has no legal move"),
        EndReason::BareKing | EndReason::Impasse => format!("{loser} has a bare king"),
        EndReason::Perpetual => format!("{loser} has repeated by attack"),
        EndReason::Repetition => format!("{loser} has repeated the position"),
        EndReason::MoveLimit => format!("{winner} wins at the move limit"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::options::table;
    use crate::types::score::MATE;
    use crate::variant::Registry;

    #[test]
    fn every_option_is_a_line_of_bearable_length() {
        let options = table(&Registry::new());
        let lines = features(&["chu".into(), "dai".into()], &options);
        assert_eq!(lines.iter().filter(|l| l.contains("option=")).count(), options.len() - 1);
        for line in &lines {
            assert!(line.starts_with("feature ") && line.len() <= MAX_LINE, "{line}");
            assert!(line.matches('"').count() % 2 == 0);
        }
        let combo = lines.iter().find(|l| l.contains("LionTrading")).unwrap();
        assert_eq!(
            combo,
            "feature option=\"LionTrading -combo *default /// off /// protected /// always\""
        );
        assert_eq!(lines.last().map(String::as_str), Some("feature done=1"));
    }

    #[test]
    fn the_list_of_variants_is_cut() {
        let many: Vec<String> = (0..200).map(|n| format!("game{n}")).collect();
        assert!(variants_line(&many).len() <= MAX_LINE);
    }

    #[test]
    fn mates_count_moves() {
        assert_eq!(xboard_score(MATE - 1), 100_001);
        assert_eq!(xboard_score(MATE - 3), 100_002);
        assert_eq!(xboard_score(-MATE + 2), -100_001);
        assert_eq!(xboard_score(-35), -35);
    }

    #[test]
    fn results_are_said_in_words() {
        let won = Outcome::win(Color::Black, EndReason::RoyalsLost);
        assert_eq!(result_line(won), "1-0 {Gote has lost the last royal}");
        let drawn = Outcome::draw(EndReason::Repetition);
        assert_eq!(result_line(drawn), "1/2-1/2 {Draw by repetition}");
    }
}
