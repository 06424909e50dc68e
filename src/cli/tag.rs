//! `acp-scope tag`.

use clap::Args;

use super::error::Failure;
use super::text::harmless;
use super::{Common, recording};
use crate::store::{self, Store};

/// Put tags on a recording, or take them away
///
/// Tags are words of your own by which `acp-scope list --tag` and the page find recordings again. A file that is exported carries
/// them. Without any, the tags of the recording are printed.
#[derive(Debug, Args)]
pub(super) struct Tag {
    /// Number, beginning of the uuid, `last` or `live`
    #[arg(value_name = "REC")]
    recording: String,
    /// Tags to put on it
    #[arg(value_name = "TAG")]
    tags: Vec<String>,
    /// Tag to take away (may be given several times)
    #[arg(short, long, value_name = "TAG")]
    remove: Vec<String>,
}

impl Tag {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let mut store = recording::open(common)?;
        let row = recording::find(&store, &self.recording)?;
        let gone = |tag: &str| self.remove.iter().any(|r| same(r, tag));
        if let Some(none) = self.remove.iter().find(|r| !row.tags.iter().any(|tag| same(r, tag))) {
            return Err(Failure::input(format!(
                "{}: recording {} has no such tag: it has: {}",
                harmless(none),
                row.number,
                listed(&row.tags)
            )));
        }
        let kept = row.tags.iter().filter(|tag| !gone(tag));
        let tags = store::tags(&kept.chain(&self.tags).collect::<Vec<_>>());
        if tags != row.tags {
            let tx = store.begin()?;
            Store::set_tags(&tx, row.number, &tags)?;
            tx.commit()?;
        }
        anstream::println!("Recording {}: {}", row.number, listed(&tags));
        Ok(())
    }
}

/// Whether two tags are the same but for upper and lower case.
pub(super) fn same(a: &str, b: &str) -> bool {
    a.trim().to_lowercase() == b.trim().to_lowercase()
}

fn listed(tags: &[String]) -> String {
    if tags.is_empty() { "no tags".to_owned() } else { harmless(&tags.join(", ")) }
}
