//! Lines that an XBoard engine says about itself and about its search.

use crate::types::score::MATE;

/// What an engine announced with `feature`.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent marks of the protocol")]
pub struct Features {
    /// `myname`.
    pub name: String,
    /// `variants`.
    pub variants: Vec<String>,
    /// `option`: names, and whether each is a button.
    pub options: Vec<(String, bool)>,
    /// It answers `ping`.
    pub ping: bool,
    /// It takes `setboard`.
    pub setboard: bool,
    /// It wants moves behind `usermove`.
    pub usermove: bool,
    /// It takes `memory`.
    pub memory: bool,
    /// It takes `cores`.
    pub smp: bool,
    /// `done=0` was seen: it needs more time.
    pub wants_time: bool,
    /// `done=1` was seen.
    pub done: bool,
}

/// Options of an engine beyond this number are not kept.
const MAX_OPTIONS: usize = 4096;

impl Features {
    /// Reads the rest of a line after `feature ` and gives the replies to it.
    pub fn read(&mut self, text: &str) -> Vec<String> {
        let mut replies = Vec::new();
        for (name, value) in pairs(text) {
            let on = value == "1";
            match name {
                "myname" => value.clone_into(&mut self.name),
                "variants" => {
                    self.variants = value.split(',').map(|name| name.trim().to_owned()).collect();
                }
                "option" if self.options.len() < MAX_OPTIONS => {
                    let (option, kind) = value.split_once(" -").unwrap_or((value, ""));
                    let button = kind.starts_with("button") || kind.starts_with("save");
                    self.options.push((option.trim().to_owned(), button));
                }
                "ping" => self.ping = on,
                "setboard" => self.setboard = on,
                "usermove" => self.usermove = on,
                "memory" => self.memory = on,
                "smp" => self.smp = on,
                "done" => {
                    self.done = on;
                    self.wants_time |= !on;
                    continue;
                }
                _ => {}
            }
            replies.push(format!("accepted {name}"));
        }
        replies
    }
}

/// The `name=value` and `name="value"` pairs of a line.
fn pairs(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, next) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        found.push((name.trim(), value));
        rest = next.trim_start();
    }
    found
}

/// What the thinking output of a search said last.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thinking {
    /// Centipawns for the engine's side, mates as in [`crate::types::score`].
    pub score: Option<i32>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
}

/// Scores from here on mean mate in CECP: 100,000 + moves.
const CECP_MATE: i64 = 100_000;

impl Thinking {
    /// Takes over a line `depth score centiseconds nodes pv`; ignores any other.
    pub fn read(&mut self, text: &str) {
        let mut words = text.split_whitespace();
        let depth = words.next().map(|word| word.trim_end_matches(['.', '&', '+', '-']));
        let depth = depth.and_then(|word| word.parse::<u32>().ok());
        let score = words.next().and_then(|word| word.parse::<i64>().ok());
        let time = words.next().and_then(|word| word.parse::<u64>().ok());
        let nodes = words.next().and_then(|word| word.parse::<u64>().ok());
        let (Some(depth), Some(score), Some(_), Some(nodes)) = (depth, score, time, nodes) else {
            return;
        };
        let distance = score.saturating_abs().saturating_sub(CECP_MATE);
        let score = if distance >= 0 {
            // Moves become plies; which of the two plies is the last is not said.
            let mate = MATE - (distance.min(i64::from(MATE / 4)) * 2) as i32;
            if score < 0 { -mate } else { mate }
        } else {
            score as i32
        };
        *self = Self { score: Some(score), depth: Some(depth), nodes: Some(nodes) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read_with_and_without_quotes() {
        let mut features = Features::default();
        let replies = features.read("ping=1 setboard=1 myname=\"HaChu 0.21\" usermove=0 done=0");
        assert_eq!(replies.len(), 4);
        assert!(features.ping && features.setboard && !features.usermove && features.wants_time);
        assert_eq!(features.name, "HaChu 0.21");
        features.read(
            "variants=\"chu,dai\" option=\"Allow repeats -check 0\" option=\"Clear -button\"",
        );
        assert_eq!(features.variants, ["chu", "dai"]);
        assert_eq!(features.options[0], ("Allow repeats".to_owned(), false));
        assert_eq!(features.options[1], ("Clear".to_owned(), true));
        features.read("done=1 garbage \"x");
        assert!(features.done);
    }

    #[test]
    fn thinking_lines_are_told_from_others() {
        let mut thinking = Thinking::default();
        thinking.read("7 110 143 510072 h4h5 g10f8");
        assert_eq!(
            (thinking.score, thinking.depth, thinking.nodes),
            (Some(110), Some(7), Some(510_072))
        );
        thinking.read("# 8 1 2 3");
        thinking.read("8 hello 1 2");
        thinking.read("");
        assert_eq!(thinking.depth, Some(7));
        thinking.read("9 -100003 1 2 x");
        assert_eq!(thinking.score, Some(6 - MATE));
        thinking.read("9 -9223372036854775808 1 2 x");
    }
}
