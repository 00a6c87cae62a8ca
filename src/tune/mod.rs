//! Tuning: piece values and square tables fitted to games by logistic regression.
//!
//! [`data`] turns the records of matches into positions, [`model`] holds what is fitted, and
//! [`fit`] moves it to where it foretells the games best, without leaving what was derived further
//! than the data ask for. The result is the section `[evaluation]` of a game file
//! ([`crate::variant::evaluation`]).

pub mod data;
pub mod fit;
pub mod model;
