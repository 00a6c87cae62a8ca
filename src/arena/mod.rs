//! The arena: engine against engine, refereed by the program's own rules, with numbers to trust.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

pub mod adjudicate;
pub mod cecp;
pub mod client_usi;
pub mod client_xboard;
pub mod clock;
pub mod config;
pub mod convert;
pub mod drops;
pub mod engine;
pub mod features;
pub mod hachu;
pub mod math;
pub mod openings;
pub mod plot;
pub mod process;
pub mod ratings;
pub mod record;
pub mod referee;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod scorer;
pub mod seat;
pub mod sprt;
pub mod stats;
pub mod suites;
pub mod tally;
pub mod verdict;
