//! daiban plays large shogi variants: Chu, Dai, Maka-Dai-Dai and games of your own.

pub mod types;
pub mod variant;
