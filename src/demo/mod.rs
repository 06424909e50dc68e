//! A scripted client and a scripted agent: a real conversation for people who want to see one.
//!
//! Both speak the protocol over plain streams and know nothing of recordings. They answer what they are
//! asked, in the order of the script; what they read, write and run exists only in their words.

mod agent;
mod client;
mod wire;

pub use agent::agent;
pub use client::client;
