//! What HaChu does otherwise than the protocol says, in one place.
//!
//! Measured on version 0.21; each item names the part of the client that asks for it.
//!
//! * It plays only after `memory N`: without hash `go` crashes and every move is illegal. The
//!   client sends `memory` to every engine that announces the feature, before `new`.
//! * `setboard` takes the board field alone and always has Sente to move: [`Quirks::bare_board`]
//!   sends just that, on a turned board where Gote is to move.
//! * Positions set up share one hash key with the start position, and `new` keeps the hash: moves
//!   of an earlier game leak into a later one. [`Quirks::fresh_process`] starts a process a game.
//! * `st` alone does nothing, it thinks on `time`: [`Quirks::time_per_move`] sends `st 1` once and
//!   the budget as `time` and `otim` before every `go`.
//! * Its keys have 32 bits, so that it now and then takes a legal move for a repetition; and where
//!   the side to move could take a king it knows no other move. [`Quirks::refusal_voids`] voids
//!   such a game instead of scoring it.
//! * It plays by its own rules, which are the rule set `hachu` of Chu and Dai: [`Quirks::rule_set`]
//!   makes a match by other rules say so.
//! * The Dai letters are its own: [`Quirks::letters`].
//! * It ends a lost game with `1-0 {resign}` or `0-1 {resign}` instead of `resign`; the client
//!   reads any claim against the claimer as giving up.
//! * It says nothing about an unknown `variant` and goes on in the old one; the client believes
//!   the `variants` feature alone.
//! * It prints many `#` lines during a search; the client skips them.

use super::cecp::Letters;

/// How a client must treat an engine.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "independent marks of one engine")]
pub struct Quirks {
    /// `setboard` takes the board field only, Sente to move.
    pub bare_board: bool,
    /// One process plays one game.
    pub fresh_process: bool,
    /// A time a move is sent as `time`, in whole centiseconds, before every `go`.
    pub time_per_move: bool,
    /// A refusal of a legal move voids the game.
    pub refusal_voids: bool,
    /// The rule set that it plays, when it can be told no rules.
    pub rule_set: Option<&'static str>,
    /// The engine's letter for a letter of the game, by the game's id.
    pub letters: fn(&str) -> Letters,
}

impl std::fmt::Debug for Quirks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Quirks").field("bare_board", &self.bare_board).finish_non_exhaustive()
    }
}

fn same(letter: &str) -> &str {
    letter
}

/// HaChu's letters of Dai for the game's own.
fn dai(letter: &str) -> &str {
    match letter {
        "J" => "I",
        "Y" => "N",
        "Z" => "C'",
        "V'" => "X'",
        "N" => "L!",
        "I" => "P'",
        other => other,
    }
}

/// An engine that follows the protocol.
pub const NONE: Quirks = Quirks {
    bare_board: false,
    fresh_process: false,
    time_per_move: false,
    refusal_voids: false,
    rule_set: None,
    letters: |_| same,
};

/// HaChu.
pub const HACHU: Quirks = Quirks {
    bare_board: true,
    fresh_process: true,
    time_per_move: true,
    refusal_voids: true,
    rule_set: Some("hachu"),
    letters: |game| if game == "dai" { dai } else { same },
};

/// The quirks of an engine by what it calls itself (`feature myname`).
pub fn quirks(own_name: &str) -> Quirks {
    if own_name.starts_with("HaChu") { HACHU } else { NONE }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_known_by_its_name() {
        assert!(quirks("HaChu 0.21").fresh_process);
        assert!(!quirks("Fairy-Max").fresh_process);
    }

    #[test]
    fn letters_differ_in_dai_alone() {
        let letters = (HACHU.letters)("dai");
        assert_eq!((letters("N"), letters("Y"), letters("K")), ("L!", "N", "K"));
        assert_eq!((HACHU.letters)("chu")("N"), "N");
    }
}
