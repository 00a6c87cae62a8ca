//! daiban plays large shogi variants: Chu, Dai, Maka-Dai-Dai and games of your own.
//!
//! The library is the program in parts: games as text files ([`variant`]), positions and their
//! moves ([`position`], [`movegen`]), whole games under their rules ([`game`]), and the search
//! ([`search`]). A tour:
//!
//! ```
//! use std::sync::Arc;
//!
//! use daiban::game::{Game, Status};
//! use daiban::variant::{Choices, Registry};
//!
//! // A game is a file; a variant is a game with its rules fixed.
//! let dai = Registry::new().get("dai")?;
//! let mut choices = Choices::default();
//! choices.set("LionTrading", "always")?;
//! let variant = Arc::new(dai.build(&choices)?);
//!
//! // Positions are read from SFEN and written as such; moves have a text in a position.
//! let mut game = Game::from_sfen(
//!     &variant,
//!     "[ki]14/15/15/15/15/15/15/15/15/15/15/15/15/[KI][RK]13/15 b - 1",
//! )?;
//! let rook = game.parse_move("14n14a")?;
//! assert_eq!(game.position().move_text(rook.with_promotion(true)), "14n14a+");
//!
//! // Played under the rules: nothing is illegal but what the game forbids.
//! game.play(rook)?;
//! assert_eq!(game.status(), Status::Playing);
//! game.play_text("15a14a")?;
//! assert_eq!(game.position().piece_count(game.position().side()), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod arena;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod game;
pub mod movegen;
pub mod position;
pub mod protocol;
pub mod search;
pub mod tune;
pub mod types;
pub mod variant;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
