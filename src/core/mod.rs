//! The pure core: frames in, values out.
//!
//! Nothing below this line does I/O, reads a clock, blocks, or knows of SQLite, HTTP or a terminal, and
//! therefore nothing in it can fail: a malformed frame is data with a reason, never an error. The same
//! functions serve the live recording, the import, the page and the tests.
//!
//! Reading order, and the order in which a module may use another: [`frame`], [`json`], [`tree`],
//! [`message`], [`pairs`], [`peer`], [`preview`], [`protocol`], [`state`], [`rules`], [`timeline`],
//! [`filter`], [`explain`], [`redact`], [`fold`].
#![deny(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used,
    clippy::panic,
    unsafe_code
)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic))]

pub mod explain;
pub mod filter;
pub mod fold;
pub mod frame;
pub mod json;
pub mod message;
pub mod pairs;
pub mod peer;
pub mod preview;
pub mod protocol;
pub mod redact;
pub mod rules;
pub mod state;
pub mod timeline;
pub mod tree;
