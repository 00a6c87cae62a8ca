//! The search: iterative deepening principal variation search over one shared table.
//!
//! It reports through a [`SearchListener`] and never prints.

pub mod control;
pub mod info;
pub mod limits;

pub use control::Control;
pub use info::{Bound, SearchInfo, SearchListener, SearchResult};
pub use limits::{Clock, Limits};
