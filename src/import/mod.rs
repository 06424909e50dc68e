//! Files into recordings: capture files, files of other tools, whole databases. The command line and the page's server
//! share it. A file comes in as a whole or not at all.

mod lines;
mod pipe;

use std::fmt;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Read as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;

use jiff::Timestamp;

use crate::capture;
use crate::formats::acp_jsonl::{Bookmark, Header};
use crate::ingest::Rows;
use crate::store::{self, Location, NewBookmark, NewRecording, Store};
use lines::Lines;
use pipe::Stored;

/// Why a file was not imported, in the form `what: why: what to do`.
#[derive(Debug)]
pub enum Error {
    /// The file.
    File(String),
    /// The database.
    Store(store::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::File(message) => f.write_str(message),
            Error::Store(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<store::Error> for Error {
    fn from(e: store::Error) -> Error {
        Error::Store(e)
    }
}

impl From<rusqlite::Error> for Error {
    fn from(e: rusqlite::Error) -> Error {
        Error::Store(e.into())
    }
}

impl From<capture::Error> for Error {
    fn from(e: capture::Error) -> Error {
        match e {
            capture::Error::Store(e) => Error::Store(e),
            capture::Error::Output(e) => {
                Error::File(format!("a copy cannot be written: {e}: free some space"))
            }
        }
    }
}

/// Imports a file of any kind that is known; gives the numbers of its recordings. `shown` is what the file is called
/// in messages and in the list.
///
/// # Errors
/// What is wrong with the file or the database; then nothing of the file was imported.
pub fn any(
    store: &mut Store,
    location: &Location,
    path: &Path,
    shown: &str,
) -> Result<Vec<i64>, Error> {
    if is_database(path) {
        import_database(store, location, path, shown)
    } else {
        one(store, path, shown).map(|number| vec![number])
    }
}

fn is_database(path: &Path) -> bool {
    // What can be read but once is no database, and must not lose its beginning.
    if !path.is_file() {
        return false;
    }
    let mut magic = [0; 16];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut magic));
    read.is_ok() && &magic == b"SQLite format 3\0"
}

/// Imports all recordings of another database, which stays as it is.
fn import_database(
    store: &mut Store,
    location: &Location,
    path: &Path,
    shown: &str,
) -> Result<Vec<i64>, Error> {
    // On a copy: of an earlier version, it is brought up to date; and nobody writes to it meanwhile.
    let folder = location.passing(store::IMPORT);
    let unmade =
        |e| Error::File(format!("{}: {e}: check the data folder's rights", folder.display()));
    fs::DirBuilder::new().mode(0o700).create(&folder).map_err(unmade)?;
    // Whoever finds the folder when we were killed knows by the lock that nobody is at work in it.
    let lock = File::create(store::lock_of(&folder)).map_err(unmade)?;
    let _ = lock.try_lock();
    let imported = (|| {
        let other = Store::copy_of(path, &folder.join("copy.db")).map_err(|e| {
            let why = match e {
                store::Error::NotOurs { .. } => "not an acp-scope database, or damaged".to_owned(),
                store::Error::Newer { .. } => {
                    "was made by a newer acp-scope: export its recordings with that".to_owned()
                }
                store::Error::CutOff { .. } => {
                    format!("its last change was cut off: run `acp-scope --db {shown} list`, which undoes it")
                }
                other => format!("cannot be read as a database: {other}"),
            };
            Error::File(format!("{shown}: {why}: nothing was imported"))
        })?;
        // What is wrong is the other's; ours stays as it was, whatever has come in before.
        let damaged = |e: &dyn fmt::Display| {
            Error::File(format!("{shown}: cannot be read: {e}: nothing was imported"))
        };
        let mut numbers = Vec::new();
        let capture = folder.join("recording.acp.jsonl");
        let tx = store.begin_large(bytes(path))?;
        for row in other.recordings().map_err(|e| damaged(&e))?.iter().rev() {
            if row.frames <= 0 {
                continue;
            }
            let failed = |e| Error::File(format!("{}: {e}: free some space", capture.display()));
            let file = File::create(&capture).map_err(failed)?;
            capture::write(&other, row, &mut BufWriter::new(file)).map_err(|e| match e {
                capture::Error::Store(e) => damaged(&e),
                output => output.into(),
            })?;
            let source = row.source.clone().unwrap_or_else(|| row.title());
            let file = File::open(&capture).map_err(failed)?;
            let lines = Lines::of(Box::new(BufReader::with_capacity(1 << 20, file)), &source)?;
            numbers.push(stored(&tx, lines, &source)?);
        }
        if numbers.is_empty() {
            return Err(Error::File(format!(
                "{shown}: holds no recording that has frames: nothing was imported: \
                 see `acp-scope --db {shown} list`"
            )));
        }
        tx.commit()?;
        Ok(numbers)
    })();
    let _ = fs::remove_dir_all(&folder);
    imported
}

/// Imports one file in one transaction; gives the recording's number.
///
/// # Errors
/// What is wrong with the file or the database; then nothing of the file was imported.
pub fn one(store: &mut Store, path: &Path, shown: &str) -> Result<i64, Error> {
    let unreadable = |e: std::io::Error| {
        Error::File(format!("{shown}: cannot be read: {e}: check its name and rights"))
    };
    if path == Path::new("-") {
        return read(store, Box::new(BufReader::new(std::io::stdin())), shown);
    }
    if path.is_dir() {
        return Err(Error::File(format!("{shown}: is a folder: name the files in it")));
    }
    let file = File::open(path).map_err(unreadable)?;
    let input = Box::new(BufReader::with_capacity(1 << 20, file));
    keep(store, input, bytes(path), shown)
}

/// The size of a file, where that says how much is to be read.
fn bytes(path: &Path) -> Option<u64> {
    fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|m| m.len())
}

/// Imports what is read from somewhere, in one transaction; gives the recording's number.
///
/// # Errors
/// What is wrong with it or with the database; then nothing of it was imported.
pub fn read(store: &mut Store, input: Box<dyn BufRead + Send>, shown: &str) -> Result<i64, Error> {
    keep(store, input, None, shown)
}

fn keep(
    store: &Store,
    input: Box<dyn BufRead + Send>,
    bytes: Option<u64>,
    shown: &str,
) -> Result<i64, Error> {
    let lines = Lines::of(input, shown)?;
    let tx = store.begin_large(bytes)?;
    let number = stored(&tx, lines, shown)?;
    tx.commit()?;
    Ok(number)
}

fn stored(tx: &rusqlite::Transaction<'_>, lines: Lines, shown: &str) -> Result<i64, Error> {
    let Some(Stored { rows, totals, given }) = pipe::store(tx, shown, lines)? else {
        return Err(Error::File(format!(
            "{shown}: holds no frames: a capture file has a JSON object on each line: \
             see `acp-scope export`"
        )));
    };
    let number = rows.recording();
    mark(tx, number, totals.frames, &given.bookmarks)?;
    if !given.tags.is_empty() {
        Store::set_tags(tx, number, &given.tags)?;
    }
    Store::complete_import(tx, number)?;
    Ok(number)
}

fn begin(
    tx: &rusqlite::Transaction<'_>,
    shown: &str,
    header: Option<(Header, String)>,
) -> Result<Rows, Error> {
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
        source: Path::new(shown).file_name().map(|n| n.to_string_lossy().into_owned()),
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
) -> Result<(), Error> {
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
