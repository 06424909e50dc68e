//! `acp-scope import`.

mod pipe;

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read as _, Write as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use clap::Args;
use jiff::Timestamp;

use super::Common;
use super::error::Failure;
use super::text::harmless;
use crate::capture;
use crate::formats::acp_jsonl::{Bookmark, Header};
use crate::formats::foreign;
use crate::ingest::Rows;
use crate::store::{Location, NewBookmark, NewRecording, Store};

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
            let imported = if is_database(file) {
                import_database(&mut store, &location, file)
            } else {
                import(&mut store, file).map(|number| vec![number])
            };
            match imported {
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

/// Bytes of one line, which is held: a frame of a gigabyte, and what escapes add.
const LINE: u64 = 3 << 30;
/// Bytes of another tool's file, which is held as a whole.
const FOREIGN: u64 = 256 << 20;
/// Enough of a file to see what it is.
const BEGINNING: usize = 64 << 10;

fn is_database(path: &Path) -> bool {
    let mut magic = [0; 16];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut magic));
    read.is_ok() && &magic == b"SQLite format 3\0"
}

/// Imports all recordings of another database, which stays as it is.
fn import_database(
    store: &mut Store,
    location: &Location,
    path: &Path,
) -> Result<Vec<i64>, Failure> {
    // On a copy: of an earlier version, it is brought up to date; and nobody writes to it meanwhile.
    let mut folder = location.database.clone().into_os_string();
    folder.push(format!(".import-{}", uuid::Uuid::now_v7()));
    let folder = PathBuf::from(folder);
    fs::DirBuilder::new().mode(0o700).create(&folder).map_err(|e| {
        Failure::input(format!("{}: {e}: check the data folder's rights", folder.display()))
    })?;
    let imported = (|| {
        let other = Store::copy_of(path, &folder.join("copy.db"))?;
        let mut numbers = Vec::new();
        let capture = folder.join("recording.acp.jsonl");
        for row in other.recordings()?.iter().rev() {
            let failed = |e| Failure::input(format!("{}: {e}: free some space", capture.display()));
            let file = File::create(&capture).map_err(failed)?;
            capture::write(&other, row, &mut BufWriter::new(file))?;
            if row.frames > 0 {
                numbers.push(import(store, &capture)?);
            }
        }
        Ok(numbers)
    })();
    let _ = fs::remove_dir_all(&folder);
    imported
}

/// What the lines of a capture file come from.
enum Lines {
    Capture(Box<dyn BufRead + Send>),
    Converted(std::vec::IntoIter<String>),
}

impl Lines {
    /// Reads the next line; false at the end.
    fn next(&mut self, line: &mut Vec<u8>) -> io::Result<bool> {
        line.clear();
        match self {
            Lines::Capture(input) => {
                let read = input.take(LINE).read_until(b'\n', line)?;
                if read as u64 == LINE && line.last() != Some(&b'\n') {
                    return Err(io::Error::other("a line of more than 3 GiB"));
                }
                Ok(read > 0)
            }
            Lines::Converted(lines) => match lines.next() {
                Some(next) => {
                    line.extend_from_slice(next.as_bytes());
                    Ok(true)
                }
                None => Ok(false),
            },
        }
    }
}

/// A file of another tool is converted first.
fn lines(mut input: Box<dyn BufRead + Send>, shown: &str) -> Result<Lines, Failure> {
    let unreadable = |e: io::Error| {
        Failure::input(format!("{shown}: cannot be read: {e}: check its name and rights"))
    };
    let mut text = Vec::new();
    let mut beginning = input.as_mut().take(BEGINNING as u64);
    beginning.read_to_end(&mut text).map_err(unreadable)?;
    let Some(format) = foreign::detect(&text) else {
        return Ok(Lines::Capture(Box::new(io::Cursor::new(text).chain(input))));
    };
    input.take(FOREIGN).read_to_end(&mut text).map_err(unreadable)?;
    if text.len() as u64 > FOREIGN {
        return Err(Failure::input(format!(
            "{shown}: is {} and larger than 256 MiB: nothing was imported: split it",
            format.name()
        )));
    }
    let text = String::from_utf8(text).map_err(|e| {
        let good = e.utf8_error().valid_up_to();
        let line = 1 + memchr::memchr_iter(b'\n', &e.as_bytes()[..good]).count();
        Failure::input(format!(
            "{shown}:{line}: is not UTF-8: nothing was imported: mend or remove that line"
        ))
    })?;
    let lines = foreign::convert(format, &text).map_err(|fault| {
        Failure::input(format!(
            "{shown}:{}: {} ({}): nothing was imported: mend or remove it",
            fault.line,
            harmless(&fault.reason),
            format.name()
        ))
    })?;
    Ok(Lines::Converted(lines.into_iter()))
}

/// Imports one file in one transaction; gives the recording's number.
pub(super) fn import(store: &mut Store, path: &Path) -> Result<i64, Failure> {
    let shown = path.display();
    let unreadable = |e: std::io::Error| {
        Failure::input(format!("{shown}: cannot be read: {e}: check its name and rights"))
    };
    let input: Box<dyn BufRead + Send> = if path == Path::new("-") {
        Box::new(BufReader::new(std::io::stdin()))
    } else {
        if path.is_dir() {
            return Err(Failure::input(format!("{shown}: is a folder: name the files in it")));
        }
        Box::new(BufReader::with_capacity(1 << 20, File::open(path).map_err(unreadable)?))
    };
    let input = lines(input, &shown.to_string())?;
    let tx = store.begin()?;
    let Some((rows, totals, bookmarks)) = pipe::store(&tx, path, input)? else {
        return Err(Failure::input(format!(
            "{shown}: holds no frames: a capture file has a JSON object on each line: \
             see `acp-scope export`"
        )));
    };
    let number = rows.recording();
    mark(&tx, number, totals.frames, &bookmarks)?;
    Store::complete_import(&tx, number)?;
    tx.commit()?;
    Ok(number)
}

fn begin(
    tx: &rusqlite::Transaction<'_>,
    path: &Path,
    header: Option<(Header, String)>,
) -> Result<Rows, Failure> {
    let (header, raw) = match header {
        Some((header, raw)) => (header, Some(raw)),
        None => (Header::default(), None),
    };
    let started_at = header
        .started_at
        .as_deref()
        .and_then(|t| t.parse::<Timestamp>().ok())
        .and_then(|t| i64::try_from(t.as_nanosecond()).ok());
    let new = NewRecording {
        uuid: uuid::Uuid::now_v7().to_string(),
        name: header.name,
        origin: "import".to_owned(),
        command: header.command,
        cwd: header.cwd,
        env_names: Vec::new(),
        source: path.file_name().map(|n| n.to_string_lossy().into_owned()),
        header: raw,
        started_at,
    };
    Ok(Rows::new(Store::insert_recording(tx, &new)?))
}

/// Sets the bookmarks of the file, as far as there are frames for them.
fn mark(
    tx: &rusqlite::Transaction<'_>,
    recording: i64,
    frames: u32,
    bookmarks: &[Bookmark],
) -> Result<(), Failure> {
    for b in bookmarks.iter().filter(|b| (1..=frames).contains(&b.frame)) {
        let made_at = b.made_at.as_deref().and_then(|t| t.parse::<Timestamp>().ok());
        let made_at = made_at.and_then(|t| i64::try_from(t.as_nanosecond()).ok());
        let new = NewBookmark {
            frame: b.frame,
            item: b.item.as_deref(),
            note: b.note.as_deref(),
            made_at: made_at.unwrap_or_else(|| {
                i64::try_from(Timestamp::now().as_nanosecond()).unwrap_or_default()
            }),
        };
        Store::set_bookmark(tx, recording, &new)?;
    }
    Ok(())
}
