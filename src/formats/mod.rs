//! Files of other kinds to frames and back: text in, values out. No file is opened here.
#![deny(clippy::disallowed_methods, clippy::print_stdout, clippy::print_stderr)]

pub mod acp_jsonl;
mod bare;
mod conductor;
pub mod foreign;
mod inspector;
mod messages;
pub mod redacted;
mod zed_panel;
