//! USI, as clients of large boards really speak it.

pub mod command;
pub mod go;
pub(crate) mod inquiry;
pub(crate) mod limits;
pub mod output;
pub mod session;
