//! `acp-scope import`.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;

use super::Common;
use super::error::Failure;
use super::text::harmless;
use crate::import;
use crate::store::Store;

/// Import capture files (.acp.jsonl), files of other tools, or another database
///
/// Each file becomes a recording, a database as many as it holds. Files of other tools are known by their contents:
/// what Zed's ACP log panel copies, traces of the Rust SDK's conductor (.jsons), traces of inspectors, and JSON Lines
/// of bare messages, whose directions are guessed. A file that is damaged is not imported at all: the line at fault
/// and the reason are printed.
#[derive(Debug, Args)]
pub(super) struct Import {
    /// Capture files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Import {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let location = common.location()?;
        super::recording::complete_orphans(&location);
        let mut store = Store::open(&location.database)?;
        let mut failed = None;
        for file in &self.files {
            let shown = file.display().to_string();
            match import::any(&mut store, &location, file, &shown).map_err(Failure::from) {
                Ok(numbers) => {
                    for number in numbers {
                        tell(&store, number, file)?;
                    }
                }
                Err(Failure::Input(message)) if self.files.len() > 1 => {
                    // The other files are no worse for it.
                    anstream::eprintln!("acp-scope: {message}");
                    failed = Some(file);
                }
                Err(e) => return Err(e),
            }
        }
        match failed {
            Some(_) => Err(Failure::input("import: not all files were imported: see above")),
            None => Ok(()),
        }
    }
}

fn tell(store: &Store, number: i64, file: &Path) -> Result<(), Failure> {
    let row = store.recording(number)?.ok_or(Failure::OutputClosed)?;
    let text = format!(
        "Recording {number}: {}, {} frames from {}\n",
        harmless(&row.title()),
        row.frames,
        file.display()
    );
    anstream::stdout().write_all(text.as_bytes()).map_err(|e| Failure::output(&e))
}
