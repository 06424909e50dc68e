//! acp-scope: an oscilloscope for the Agent Client Protocol.
//!
//! See `ARCHITECTURE.md` for where things are and what each module must never know.

pub mod core;
pub mod formats;
pub mod indexer;
pub mod ingest;
pub mod journal;
pub mod splice;
pub mod store;
