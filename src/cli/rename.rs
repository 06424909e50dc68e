//! `acp-scope rename`.

use clap::Args;

use super::error::Failure;
use super::text::harmless;
use super::{Common, recording};

/// Name a recording, or take its name away
#[derive(Debug, Args)]
pub(super) struct Rename {
    /// Number, beginning of the uuid, `last` or `live`
    #[arg(value_name = "REC")]
    recording: String,
    /// The new name; without one, the recording goes by its agent again
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

impl Rename {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let mut store = recording::open(common)?;
        let row = recording::find(&store, &self.recording)?;
        let name = self.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        store.set_name(row.number, name)?;
        let title = store.recording(row.number)?.map(|r| r.title()).unwrap_or_default();
        anstream::println!("Recording {} is {}", row.number, harmless(&title));
        Ok(())
    }
}
