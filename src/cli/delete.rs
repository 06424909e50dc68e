//! `acp-scope delete`.

use clap::Args;

use super::error::Failure;
use super::text::harmless;
use super::{Common, recording};
use crate::store::Phase;

/// Delete recordings, with all their frames
#[derive(Debug, Args)]
pub(super) struct Delete {
    /// Numbers, beginnings of uuids, or `last`
    #[arg(required = true, value_name = "REC")]
    recordings: Vec<String>,
}

impl Delete {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let mut store = recording::open(common)?;
        // All names first: a mistake in the last one must not leave half of the work done.
        let mut rows = Vec::new();
        for word in &self.recordings {
            let row = recording::find(&store, word)?;
            if row.phase == Phase::Live {
                return Err(Failure::input(format!(
                    "recording {}: is live: it can be deleted when its agent has ended: nothing was deleted",
                    row.number
                )));
            }
            rows.push(row);
        }
        for row in rows {
            store.delete_recording(row.number)?;
            anstream::println!("Deleted recording {}: {}", row.number, harmless(&row.title()));
        }
        Ok(())
    }
}
