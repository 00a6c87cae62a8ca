//! Drops and hands of the XBoard protocol, to and from USI: `[SP]*5e` is `P@g7`.

use super::cecp::View;
use crate::position::Setup;
use crate::types::{Color, Geometry, Piece};
use crate::variant::Variant;

/// The droppable pieces of a game as USI and XBoard write them; empty in games without drops.
#[derive(Clone, Debug, Default)]
pub struct DropNames(Vec<(String, String)>);

impl DropNames {
    /// The names of a game.
    pub fn new(variant: &Variant) -> Self {
        let droppable = variant.types().filter(|(_, k)| variant.rules.drops && k.base.is_none());
        let names = droppable.filter(|(_, k)| !k.letter.is_empty()).map(|(kind, k)| {
            let piece = Piece::new(kind, Color::Black);
            (crate::position::sfen::piece_text(variant, piece), k.letter.clone())
        });
        Self(names.collect())
    }

    /// A USI drop in CECP; `None` for anything else.
    pub fn to_cecp(&self, view: View, geometry: &Geometry, text: &str) -> Option<String> {
        let (piece, square) = text.split_once('*')?;
        let (_, letter) = self.0.iter().find(|(usi, _)| usi == piece)?;
        Some(format!("{letter}@{}", view.square_to_cecp(geometry, square)?))
    }

    /// A CECP drop in USI; `None` for anything else.
    pub fn to_usi(&self, view: View, geometry: &Geometry, text: &str) -> Option<String> {
        let (letter, square) = text.split_once('@')?;
        let (usi, _) = self.0.iter().find(|(_, own)| own.eq_ignore_ascii_case(letter))?;
        Some(format!("{usi}*{}", view.square_to_usi(geometry, square)?))
    }
}

/// The hands of an SFEN as they stand behind the board field of a FEN; nothing in games without
/// drops.
pub fn holdings(view: View, variant: &Variant, sfen: &str) -> String {
    let Some(setup) = Setup::from_sfen(variant, sfen).ok().filter(|_| variant.rules.drops) else {
        return String::new();
    };
    let mut text = String::from("[");
    for (piece, count) in Color::ALL.into_iter().flat_map(|c| setup.hands.of(c)) {
        let letter = &variant.kind_of(piece).letter;
        let upper = (piece.color() == Color::Black) != view.turned;
        let letter = if upper { letter.clone() } else { letter.to_lowercase() };
        text.push_str(&letter.repeat(count.into()));
    }
    text.push(']');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Registry;

    #[test]
    fn drops_go_both_ways() {
        let wa = Registry::new().get("wadrops").unwrap().default_variant().unwrap();
        let names = DropNames::new(&wa);
        let board = &wa.geometry;
        for (turned, cecp) in [(false, "P@g7"), (true, "P@e5")] {
            let view = View { turned };
            assert_eq!(names.to_cecp(view, board, "[SP]*5e").as_deref(), Some(cecp));
            assert_eq!(names.to_usi(view, board, cecp).as_deref(), Some("[SP]*5e"));
        }
        for other in ["@@@@", "P@z9", "Z@g7", "a1a2", "@g7"] {
            assert_eq!(names.to_usi(View::default(), board, other), None, "{other}");
        }
    }

    #[test]
    fn hands_stand_behind_the_board() {
        let shogi = Registry::new().get("shogi").unwrap().default_variant().unwrap();
        let sfen = "4k4/9/9/9/9/9/9/9/4K4 w R2Pb 1";
        assert_eq!(holdings(View::default(), &shogi, sfen), "[RPPb]");
        assert_eq!(holdings(View { turned: true }, &shogi, sfen), "[rppB]");
        let sho = Registry::new().get("sho").unwrap().default_variant().unwrap();
        assert_eq!(holdings(View::default(), &sho, &sho.start_sfen), "");
    }
}
