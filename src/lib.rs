//! acp-scope: an oscilloscope for the Agent Client Protocol.
//!
//! See `ARCHITECTURE.md` for where things are and what each module must never know.

pub mod background;
pub mod capture;
pub mod cli;
pub mod core;
pub mod demo;
pub mod fault;
pub mod formats;
pub mod import;
pub mod indexer;
pub mod ingest;
pub mod journal;
pub mod judge;
pub mod reconstruct;
pub mod report;
pub mod server;
pub mod share;
pub mod splice;
pub mod store;
