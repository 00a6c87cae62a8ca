//! Plain `Copy` values that every layer shares: colours, squares, pieces, moves, scores.

pub mod color;
pub mod direction;
pub mod geometry;
pub mod moves;
pub mod piece;
pub mod score;
pub mod square;

pub use color::Color;
pub use direction::Direction;
pub use geometry::Geometry;
pub use moves::{Move, Via};
pub use piece::{Piece, PieceType};
pub use score::Score;
pub use square::Square;
