//! CECP, the protocol of XBoard, WinBoard and QBoard.

pub mod clock;
pub mod command;
pub mod edit;
pub mod fen;
pub mod letters;
pub mod notation;
pub mod output;
pub mod session;
pub mod setup;
mod thinking;
pub mod variants;
