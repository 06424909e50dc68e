//! `acp-scope import`.

use std::fs::File;
use std::io::{BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use jiff::Timestamp;

use super::Common;
use super::error::Failure;
use super::text::harmless;
use crate::capture;
use crate::core::fold::PARSED;
use crate::core::frame::Moment;
use crate::core::message;
use crate::formats::acp_jsonl::{self, Header, Line, Stream};
use crate::ingest::{Arrived, Ingest, StderrLine};
use crate::store::{NewBookmark, NewRecording, PART, Store};

/// Import capture files (.acp.jsonl)
///
/// Each file becomes a recording. A file that is damaged is not imported at all: the line at fault and the
/// reason are printed.
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
            match import(&mut store, file) {
                Ok(number) => {
                    let row = store.recording(number)?.ok_or(Failure::OutputClosed)?;
                    let text = format!(
                        "Recording {number}: {}, {} frames from {}\n",
                        harmless(&row.title()),
                        row.frames,
                        file.display()
                    );
                    anstream::stdout()
                        .write_all(text.as_bytes())
                        .map_err(|e| Failure::output(&e))?;
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

/// Imports one file in one transaction; gives the recording's number.
pub(super) fn import(store: &mut Store, path: &Path) -> Result<i64, Failure> {
    let shown = path.display();
    let unreadable = |e: std::io::Error| {
        Failure::input(format!("{shown}: cannot be read: {e}: check its name and rights"))
    };
    let mut input: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(BufReader::new(std::io::stdin()))
    } else {
        if path.is_dir() {
            return Err(Failure::input(format!("{shown}: is a folder: name the files in it")));
        }
        Box::new(BufReader::with_capacity(1 << 20, File::open(path).map_err(unreadable)?))
    };
    let tx = store.begin()?;
    let mut ingest: Option<Ingest> = None;
    let mut bookmarks = Vec::new();
    let mut buffer = Vec::new();
    let (mut line_number, mut data, mut t) = (0u64, 0u64, Moment(0));
    loop {
        buffer.clear();
        if input.read_until(b'\n', &mut buffer).map_err(unreadable)? == 0 {
            break;
        }
        line_number += 1;
        let line = acp_jsonl::parse(&buffer, ingest.is_none()).map_err(|fault| {
            Failure::input(format!(
                "{shown}:{line_number}: {fault}: nothing was imported; \
                 the {data} frames and stderr lines before it can be read: mend or remove that line"
            ))
        })?;
        let (ingest, line) = match (line, &mut ingest) {
            (None, _) => continue,
            (Some(Line::Header(mut header)), slot) => {
                bookmarks = std::mem::take(&mut header.bookmarks);
                let raw = String::from_utf8_lossy(buffer.trim_ascii()).into_owned();
                *slot = Some(begin(&tx, path, Some((header, capture::without_bookmarks(&raw))))?);
                continue;
            }
            (Some(line), Some(ingest)) => (ingest, line),
            (Some(line), slot @ None) => (slot.insert(begin(&tx, path, None)?), line),
        };
        match line {
            Line::Header(_) => {}
            Line::Data { stream, t: at, first, raw, terminated } => {
                t = at.unwrap_or(t);
                let first = first.unwrap_or(t);
                match stream {
                    Stream::Wire(dir) => {
                        let size = raw.len() as u64;
                        let arrived = Arrived { dir, first, t, size, terminated };
                        frame(&tx, ingest, &arrived, &raw)?;
                    }
                    Stream::Stderr => {
                        let line = StderrLine { first, t, line: &raw, line_end: terminated };
                        ingest.stderr(&tx, &line)?;
                    }
                }
                data += 1;
            }
            Line::End { stream, t: at } => {
                t = at.unwrap_or(t);
                match stream {
                    Stream::Wire(dir) => ingest.end(&tx, t, dir)?,
                    Stream::Stderr => ingest.mark(&tx, t, "end", Some("err"), None)?,
                }
            }
        }
    }
    let Some(mut ingest) = ingest else {
        return Err(Failure::input(format!(
            "{shown}: holds no frames: a capture file has a JSON object on each line: \
             see `acp-scope export`"
        )));
    };
    ingest.finish(&tx)?;
    mark(&tx, &ingest, &bookmarks)?;
    Store::complete_import(&tx, ingest.recording())?;
    let number = ingest.recording();
    tx.commit()?;
    Ok(number)
}

fn begin(
    tx: &rusqlite::Transaction<'_>,
    path: &Path,
    header: Option<(Header, String)>,
) -> Result<Ingest, Failure> {
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
    Ok(Ingest::new(Store::insert_recording(tx, &new)?))
}

/// Sets the bookmarks of the file, as far as there are frames for them.
fn mark(
    tx: &rusqlite::Transaction<'_>,
    ingest: &Ingest,
    bookmarks: &[acp_jsonl::Bookmark],
) -> Result<(), Failure> {
    let frames = ingest.totals().frames;
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
        Store::set_bookmark(tx, ingest.recording(), &new)?;
    }
    Ok(())
}

fn frame(
    tx: &rusqlite::Transaction<'_>,
    ingest: &mut Ingest,
    arrived: &Arrived,
    raw: &[u8],
) -> Result<(), Failure> {
    let reading = message::read(raw);
    if raw.len() <= PART {
        ingest.frame(tx, arrived, Some(raw), &reading)?;
        return Ok(());
    }
    let number = ingest.frame(tx, arrived, None, &reading)?;
    for (i, part) in raw.chunks(PART).enumerate() {
        Store::insert_part(tx, ingest.recording(), number, i, part)?;
    }
    let held = if raw.len() <= PARSED { raw } else { &raw[..PART] };
    ingest.judge_parts(tx, number, arrived, held, &reading)?;
    Ok(())
}
