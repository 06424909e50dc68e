//! `acp-scope export`.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write as _};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use regex::Regex;

use super::error::Failure;
use super::{Common, recording};
use crate::capture;
use crate::core::redact::Redacted;
use crate::share::{self, Form, Wanted};

/// Write a recording as a capture file, or as a page to be read
///
/// A capture file holds every byte that crossed, prompts and file contents among them. With `--redact` it is made to be
/// shared, as a page is unless you say `--with-secrets`: secrets are replaced by placeholders, the same one for the
/// same secret, and what was replaced is told on stderr. Look through it all the same before you pass it on: only you
/// know what is secret in your prompts.
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
    /// Replace secrets: tokens, keys, passwords, environment values, names of users
    #[arg(long)]
    redact: bool,
    /// Leave secrets in a page or in Markdown
    #[arg(long, conflicts_with_all = ["redact", "redact_pattern"])]
    with_secrets: bool,
    /// Replace what matches this regular expression too, or only its first group (may be given several times)
    #[arg(long, value_name = "REGEX")]
    redact_pattern: Vec<Regex>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FileFormat {
    /// Capture file: JSON Lines, one frame a line
    Jsonl,
    /// A page for any browser, without scripts: conversation, findings and frames; redacted
    Html,
    /// The same in Markdown; redacted
    Md,
}

impl Export {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let store = recording::open(common)?;
        let row = recording::find(&store, &self.recording)?;
        // A document is there to be passed on; a capture file also to be imported elsewhere.
        let shared = self.redact
            || !self.redact_pattern.is_empty()
            || (self.format != FileFormat::Jsonl && !self.with_secrets);
        let wanted = Wanted {
            form: match self.format {
                FileFormat::Jsonl => Form::Capture,
                FileFormat::Html => Form::Html,
                FileFormat::Md => Form::Markdown,
            },
            frames: None,
            redact: shared.then(|| share::known_here(self.redact_pattern.clone())),
        };
        let replaced = match &self.output {
            None => {
                let mut out = BufWriter::new(std::io::stdout().lock());
                share::write(&store, &row, &wanted, &mut out)
            }
            Some(path) => {
                refuse_own_files(common, path)?;
                let (file, part) = opened(path).map_err(|e| cannot(path, &e))?;
                let mut out = BufWriter::with_capacity(1 << 20, file);
                let written = share::write(&store, &row, &wanted, &mut out);
                let ended = match (&written, &part) {
                    (Ok(_), Some(part)) => {
                        out.flush().and_then(|()| std::fs::rename(part, settled(path)))
                    }
                    (Ok(_), None) => out.flush(),
                    (Err(_), _) => Ok(()),
                };
                if let (true, Some(part)) = (written.is_err() || ended.is_err(), &part) {
                    let _ = std::fs::remove_file(part);
                }
                ended.map_err(|e| cannot(path, &e))?;
                match written {
                    Err(share::Error::Capture(capture::Error::Output(e))) => {
                        return Err(cannot(path, &e));
                    }
                    other => other,
                }
            }
        }?;
        if shared {
            anstream::eprint!("{}", told(&replaced));
        }
        Ok(())
    }
}

/// The file that a path leads to.
fn settled(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// What is written to. A file comes to its place as a whole, and what was there before stays until then: it is written
/// beside, under the second name, unless there is no place for that or it is no file.
fn opened(path: &Path) -> io::Result<(File, Option<PathBuf>)> {
    let settled = settled(path);
    if (!settled.exists() || settled.is_file())
        && let Some(name) = settled.file_name()
    {
        let mut part = std::ffi::OsString::from(".");
        part.push(name);
        part.push(format!(".part-{}", std::process::id()));
        let part = settled.with_file_name(part);
        let mut options = OpenOptions::new();
        if let Ok(file) = options.write(true).create_new(true).mode(0o600).open(&part) {
            return Ok((file, Some(part)));
        }
    }
    let mut options = OpenOptions::new();
    Ok((options.write(true).create(true).truncate(true).mode(0o600).open(path)?, None))
}

fn cannot(path: &Path, e: &io::Error) -> Failure {
    if e.kind() == io::ErrorKind::BrokenPipe {
        return Failure::OutputClosed;
    }
    let remedy = match e.kind() {
        io::ErrorKind::StorageFull => "free some space, or name another file with -o",
        _ => "name another file with -o",
    };
    Failure::input(format!("{}: cannot be written: {e}: {remedy}", path.display()))
}

/// What was redacted, how often and where.
fn told(all: &[Redacted]) -> String {
    let times: u64 = all.iter().map(|r| r.times).sum();
    let mut text = match all.len() {
        0 => return "acp-scope: nothing was redacted: no secret was found\n".to_owned(),
        1 => format!("acp-scope: redacted 1 secret, {times} times:\n"),
        many => format!("acp-scope: redacted {many} secrets, {times} times:\n"),
    };
    for one in all {
        text.push_str(&format!("  {}\n", share::told(one)));
    }
    text
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
    if ["", "-wal", "-shm", "-journal", ".token", ".page"].into_iter().any(same) {
        return Err(Failure::input(format!(
            "{}: belongs to the database itself: name another file with -o",
            path.display()
        )));
    }
    Ok(())
}
