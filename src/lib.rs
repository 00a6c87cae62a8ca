//! daiban plays large shogi variants: Chu, Dai, Maka-Dai-Dai and games of your own.

pub mod cli;
pub mod game;
pub mod movegen;
pub mod position;
pub mod search;
pub mod types;
pub mod variant;
