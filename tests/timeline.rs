//! The timeline by named cases: the merge table row by row, each variant, each decision of the format, and the
//! sentences of the protocol about compactions, notices and messages between sessions. What is expected is
//! written by hand. At the end: any moment of a recording is the fold of the frames before it.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used)]

#[path = "timeline/decided.rs"]
mod decided;
#[path = "timeline/entities.rs"]
mod entities;
#[path = "timeline/merge_table.rs"]
mod merge_table;
#[path = "timeline/recordings.rs"]
mod recordings;
mod support;
#[path = "timeline/talk.rs"]
mod talk;
