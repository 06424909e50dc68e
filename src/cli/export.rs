//! `acp-scope export`.

use std::fs::OpenOptions;
use std::io::BufWriter;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::error::Failure;
use super::{Common, recording};
use crate::capture;

/// Write a recording as a capture file
///
/// The file holds every byte that crossed, prompts and file contents among them: look through it before
/// you pass it on.
#[derive(Debug, Args)]
pub(super) struct Export {
    /// Number, beginning of the uuid, `last` or `live`
    #[arg(value_name = "REC")]
    recording: String,
    /// File to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// File format
    #[arg(long, value_enum, default_value_t = FileFormat::Jsonl)]
    format: FileFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FileFormat {
    /// Capture file: JSON Lines, one frame a line
    Jsonl,
}

impl Export {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let FileFormat::Jsonl = self.format;
        let store = recording::open(common)?;
        let row = recording::find(&store, &self.recording)?;
        match &self.output {
            None => capture::write(&store, &row, &mut BufWriter::new(std::io::stdout().lock())),
            Some(path) => {
                refuse_own_files(common, path)?;
                let file = OpenOptions::new()
                    .write(true)
                    .create(true)
                    .truncate(true)
                    .mode(0o600)
                    .open(path)
                    .map_err(|e| {
                        Failure::input(format!(
                            "{}: cannot be written: {e}: name another file with -o",
                            path.display()
                        ))
                    })?;
                capture::write(&store, &row, &mut BufWriter::with_capacity(1 << 20, file))
            }
        }?;
        Ok(())
    }
}

/// An export must not overwrite what it is made from.
fn refuse_own_files(common: &Common, path: &Path) -> Result<(), Failure> {
    let database = common.location()?.database;
    let same = |suffix: &str| {
        let mut own = database.clone().into_os_string();
        own.push(suffix);
        match (std::fs::metadata(own), std::fs::metadata(path)) {
            (Ok(a), Ok(b)) => (a.dev(), a.ino()) == (b.dev(), b.ino()),
            _ => false,
        }
    };
    if ["", "-wal", "-shm", ".token", ".page"].into_iter().any(same) {
        return Err(Failure::input(format!(
            "{}: belongs to the database itself: name another file with -o",
            path.display()
        )));
    }
    Ok(())
}
