//! acp-scope: an oscilloscope for the Agent Client Protocol.
//!
//! See `ARCHITECTURE.md` for where things are and what each module must never know.

pub mod core;
