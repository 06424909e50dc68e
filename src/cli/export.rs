//! `acp-scope export`.

use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use regex::Regex;

use super::error::Failure;
use super::{Common, recording};
use crate::capture;
use crate::core::redact::{Known, Place, Redacted};
use crate::formats::redacted::Reading;
use crate::store::{RecordingRow, Store};

/// Write a recording as a capture file
///
/// The file holds every byte that crossed, prompts and file contents among them. With `--redact` it is made to be
/// shared: secrets are replaced by placeholders, the same one for the same secret, and what was replaced is told on
/// stderr. Look through it all the same before you pass it on: only you know what is secret in your prompts.
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
    /// Replace what matches this regular expression too, or only its first group (may be given several times)
    #[arg(long, value_name = "REGEX")]
    redact_pattern: Vec<Regex>,
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
        let shared = self.redact || !self.redact_pattern.is_empty();
        match &self.output {
            None => {
                let mut out = BufWriter::new(std::io::stdout().lock());
                if shared {
                    self.redacted(&store, &row, &mut out)
                } else {
                    capture::write(&store, &row, &mut out)
                }
            }
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
                let mut out = BufWriter::with_capacity(1 << 20, file);
                if shared {
                    self.redacted(&store, &row, &mut out)
                } else {
                    capture::write(&store, &row, &mut out)
                }
            }
        }?;
        Ok(())
    }

    /// Writes the file without secrets: made twice, to learn them and to replace them.
    fn redacted(
        &self,
        store: &Store,
        row: &RecordingRow,
        out: &mut impl Write,
    ) -> Result<(), capture::Error> {
        let mut reading = Reading::new(known(self.redact_pattern.clone()));
        capture::write(
            store,
            row,
            &mut Lines::new(|line: &[u8]| {
                reading.line(line);
                Ok(())
            }),
        )?;
        let mut writing = reading.finish();
        capture::write(
            store,
            row,
            &mut Lines::new(|line: &[u8]| {
                out.write_all(&writing.line(line))?;
                out.write_all(b"\n")
            }),
        )?;
        out.flush()?;
        anstream::eprint!("{}", told(&writing.summary()));
        Ok(())
    }
}

/// Who is at work here.
fn known(patterns: Vec<Regex>) -> Known {
    let named = |name: &str| std::env::var(name).ok().filter(|value| value.len() > 1);
    let homes: Vec<String> = named("HOME").filter(|home| home != "/root").into_iter().collect();
    let users = [named("USER"), named("LOGNAME")].into_iter().flatten();
    let users = users.filter(|user| user != "root").collect();
    Known { homes, users, patterns }
}

/// What was redacted, how often and where.
fn told(all: &[Redacted]) -> String {
    const SHOWN: usize = 8;
    let times: u64 = all.iter().map(|r| r.times).sum();
    let mut text = match all.len() {
        0 => return "acp-scope: nothing was redacted: no secret was found\n".to_owned(),
        1 => format!("acp-scope: redacted 1 secret, {times} times:\n"),
        many => format!("acp-scope: redacted {many} secrets, {times} times:\n"),
    };
    for one in all {
        let place = |p: &Place| match p {
            Place::Header => "the header".to_owned(),
            Place::Frame(n) => format!("frame {n}"),
            Place::Stderr(n) => format!("stderr line {n}"),
        };
        let mut places: Vec<String> = one.places.iter().take(SHOWN).map(place).collect();
        if one.places.len() > SHOWN {
            places.push(format!("{} more", one.places.len() - SHOWN));
        }
        text.push_str(&format!(
            "  {}: {} in {}\n",
            one.placeholder,
            if one.times == 1 { "once".to_owned() } else { format!("{} times", one.times) },
            places.join(", ")
        ));
    }
    text
}

/// Takes what is written apart into lines, and hands each on without its line feed.
struct Lines<F: FnMut(&[u8]) -> io::Result<()>> {
    line: Vec<u8>,
    hand_on: F,
}

impl<F: FnMut(&[u8]) -> io::Result<()>> Lines<F> {
    fn new(hand_on: F) -> Lines<F> {
        Lines { line: Vec::new(), hand_on }
    }
}

impl<F: FnMut(&[u8]) -> io::Result<()>> Write for Lines<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        while let Some(end) = memchr::memchr(b'\n', rest) {
            self.line.extend_from_slice(&rest[..end]);
            (self.hand_on)(&self.line)?;
            self.line.clear();
            rest = &rest[end + 1..];
        }
        self.line.extend_from_slice(rest);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
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
