//! The search: iterative deepening principal variation search over one shared table.
//!
//! It reports through a [`SearchListener`] and never prints. [`SearchPool`] is the way in.

mod alpha_beta;
pub mod control;
pub mod history_tables;
pub mod info;
mod iterative;
pub mod limits;
pub mod mate;
mod memory;
pub mod ordering;
pub mod params;
pub mod pool;
pub mod pruning;
mod quiescence;
pub mod reduction;
pub mod skill;
pub mod stack;
pub mod time;
pub mod tt;
mod worker;

pub use control::Control;
pub use info::{Bound, SearchInfo, SearchListener, SearchResult};
pub use limits::{Clock, Limits};
pub use pool::SearchPool;
