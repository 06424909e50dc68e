//! Journal to store: every byte of a journal becomes part of exactly one row, whenever it is killed.
//!
//! Rows and the position in the journal are written in one transaction. After a kill the journal is read
//! again from that position; a frame that was open there is read again from its first byte. Work is done in
//! bounded windows: a frame of a gigabyte is scanned as it passes, and its bytes are copied from the journal
//! when its end is known.

mod pace;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::core::fold::PARSED;
use crate::core::frame::{Dir, FrameNumber, Moment, Splitter};
use crate::core::message;
use crate::fault;
use crate::ingest::{Arrived, Ingest, StderrLine};
use crate::journal::{
    Damage, Entry, Found, Header, Held, HowEnded, Progress, Reader, Stream, last_words, scan,
};
use crate::store::{self, Location, NewRecording, PART, Phase, Store, Totals};
use pace::Pace;

/// Bytes of the journal that one transaction indexes at most (a longer frame is taken whole).
const BATCH: u64 = 4 << 20;
/// A database that cannot be used is tried again after this long.
const RETRY: Duration = Duration::from_secs(1);

/// Failures that will pass, after which they are told all the same.
const PATIENT: u32 = 3;
/// Between two looks at a journal that somebody else is at work on.
const PAUSE: Duration = Duration::from_millis(20);

/// Why indexing stopped. Nothing is lost: the journal stays.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// The journal.
    #[error("journal: {0}: check the data folder's rights and disk")]
    Journal(#[from] io::Error),
    /// A panic.
    #[error("a fault of acp-scope's own ended the indexing: please report it: the journal is kept")]
    Fault,
}

impl Error {
    /// The database cannot be used by anybody here, whatever for.
    #[must_use]
    pub fn is_of_the_database(&self) -> bool {
        matches!(self, Error::Store(e) if !matches!(e, store::Error::Sql(_)))
    }

    /// Others are at work on the database: it will do later.
    fn will_pass(&self) -> bool {
        use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
        let Error::Store(store::Error::Sql(e)) = self else { return false };
        matches!(e.sqlite_error_code(), Some(DatabaseBusy | DatabaseLocked))
    }
}

type Result<T> = std::result::Result<T, Error>;

impl From<rusqlite::Error> for Error {
    fn from(e: rusqlite::Error) -> Error {
        Error::Store(e.into())
    }
}

/// A place in a journal: a record's logical offset, and how many of its bytes lie before the place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Place(u64, u64);

/// What is stored with the rows of a transaction.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Resume {
    /// Where each stream goes on: at its open frame, or behind what was read.
    places: [Place; 3],
    /// Behind the last record that was read.
    read: u64,
    frames: u32,
    bytes: u64,
    stderr_lines: u64,
    problems: u32,
    last_t: u64,
    seq: u64,
    /// The agent's end, once its record was read: whoever finishes the recording must know.
    ended: Option<(u64, HowEnded)>,
}

/// One stream's open frame, or stderr's open line.
#[derive(Debug)]
struct Open {
    splitter: Splitter,
    /// Where the frame begins in the journal.
    place: Place,
    first: Moment,
    last: Moment,
    size: u64,
    /// Its bytes so far, unless they are too many: then the reader has had them.
    bytes: Vec<u8>,
    reader: message::Reader,
}

impl Open {
    fn new() -> Open {
        Open {
            splitter: Splitter::new(),
            place: Place(0, 0),
            first: Moment::default(),
            last: Moment::default(),
            size: 0,
            bytes: Vec::new(),
            reader: message::Reader::new(),
        }
    }
}

/// Turns one journal into rows.
#[derive(Debug)]
pub struct Indexer {
    held: Arc<Held>,
    store: Store,
    reader: Reader,
    open: [Open; 3],
    ingest: Ingest,
    /// Places up to which each stream is indexed already, when going on after a kill.
    places: [Place; 3],
    read: u64,
    ended: Option<(Moment, HowEnded)>,
    /// Some of the journal could not be read: it is kept when all else is indexed.
    damaged: bool,
}

/// What a step has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// There is more to do now.
    More,
    /// All that is in the journal so far is indexed.
    Idle,
}

impl Indexer {
    /// Begins to index a journal, or goes on with it. `None` when there is nothing left to do: the journal
    /// holds no header, or its recording is complete.
    ///
    /// # Errors
    /// The database or the journal cannot be used.
    pub fn open(held: Arc<Held>, location: &Location) -> Result<Option<Indexer>> {
        let mut reader = Reader::new(held.path(), 0);
        let mut store = Store::open(&location.database)?;
        let tx = store.begin()?;
        let recording = match Store::find_recording(&tx, held.uuid())? {
            Some(number) => number,
            None => {
                let first = reader.next(u64::MAX)?.map(|w| (w.offset, w.entry));
                let (new, read) = match first {
                    Some((0, Entry::Header(header))) => (new_recording(*header), reader.offset()),
                    None if reader.take_damage().is_none() => return Ok(None),
                    // Its header is damaged: what can be read behind it is worth keeping all the same.
                    Some(_) | None => (of_unknown_origin(held.uuid()), 0),
                };
                let number = Store::insert_recording(&tx, &new)?;
                let fresh = Resume {
                    places: [Place(read, 0); 3],
                    read,
                    frames: 0,
                    bytes: 0,
                    stderr_lines: 0,
                    problems: 0,
                    last_t: 0,
                    seq: 0,
                    ended: None,
                };
                Store::set_resume(&tx, number, &to_json(&fresh))?;
                number
            }
        };
        let resume = Store::resume(&tx, recording)?;
        tx.commit()?;
        let Some(resume) = resume.and_then(|r| serde_json::from_str::<Resume>(&r).ok()) else {
            return Ok(None);
        };
        let totals = Totals {
            frames: resume.frames,
            bytes: resume.bytes,
            stderr_lines: resume.stderr_lines,
            problems: resume.problems,
            last_t: Moment(resume.last_t),
        };
        let ingest = Ingest::resume(&store, recording, totals, resume.seq)?;
        let from = resume.places.iter().map(|p| p.0).min().unwrap_or(resume.read);
        log::debug!("indexing recording {recording} from {from}, after {} frames", resume.frames);
        Ok(Some(Indexer {
            reader: Reader::new(held.path(), from),
            held,
            store,
            open: std::array::from_fn(|_| Open::new()),
            ingest,
            places: resume.places,
            read: resume.read,
            ended: resume.ended.map(|(t, how)| (Moment(t), how)),
            damaged: false,
        }))
    }

    /// Indexes what the journal holds before the logical offset `limit`, a few megabytes at most, in one
    /// transaction. After an error the indexer must be thrown away and opened again.
    ///
    /// # Errors
    /// The database or the journal cannot be used.
    pub fn step(&mut self, limit: u64) -> Result<Step> {
        let begin = self.reader.offset();
        let tx = self.store.begin()?;
        let mut more = false;
        let mut any = false;
        while let Some(window) = self.reader.next(limit)? {
            any = true;
            let (offset, t) = (window.offset, window.t);
            if let Some(damage) = window.damage {
                self.damaged = true;
                lose(&tx, &mut self.ingest, &mut self.open, damage, t, self.held.path())?;
            }
            let skip = |places: &[Place; 3], stream: Stream| match places[stream.index()] {
                Place(at, _) if offset < at => None,
                Place(at, skip) if offset == at => Some(skip),
                Place(..) => Some(0),
            };
            match &window.entry {
                Entry::Chunk(stream, _) => {
                    if let Some(skip) = skip(&self.places, *stream) {
                        let bytes = window.bytes();
                        let at = usize::try_from(skip).unwrap_or(bytes.len()).min(bytes.len());
                        let chunk = Chunk { t, place: Place(offset, skip) };
                        fault::here("index", bytes);
                        let open = &mut self.open[stream.index()];
                        let folder = self.held.path();
                        match stream {
                            Stream::Wire(dir) => {
                                wire(
                                    &tx,
                                    &mut self.ingest,
                                    open,
                                    *dir,
                                    &chunk,
                                    &bytes[at..],
                                    folder,
                                )?;
                            }
                            Stream::Stderr => {
                                stderr(&tx, &mut self.ingest, open, &chunk, &bytes[at..])?;
                            }
                        }
                    }
                }
                _ if offset < self.read => {}
                Entry::Header(_) => {}
                Entry::End(stream) => {
                    let (stream, folder) = (*stream, self.held.path());
                    flush(&tx, &mut self.ingest, &mut self.open, Some(stream), folder)?;
                    match stream {
                        Stream::Wire(dir) => self.ingest.end(&tx, t, dir)?,
                        Stream::Stderr => self.ingest.mark(&tx, t, "end", Some("err"), None)?,
                    }
                }
                Entry::Gap { since, lost } => {
                    // First: what is open is cut by the gap, and not by whoever sent it.
                    self.ingest.gap(&tx)?;
                    flush(&tx, &mut self.ingest, &mut self.open, None, self.held.path())?;
                    gap(&tx, &mut self.ingest, *since, t, lost)?;
                }
                Entry::Ended(how) => self.ended = Some((t, *how)),
            }
            if self.reader.offset() - begin >= BATCH {
                more = true;
                break;
            }
        }
        if let Some(damage) = self.reader.take_damage() {
            (any, self.damaged) = (true, true);
            let t = self.ingest.totals().last_t;
            lose(&tx, &mut self.ingest, &mut self.open, damage, t, self.held.path())?;
        }
        if !any {
            return Ok(Step::Idle);
        }
        self.read = self.read.max(self.reader.offset());
        let resume = resume(&self.open, &self.ingest, self.read, self.ended);
        Store::set_resume(&tx, self.ingest.recording(), &to_json(&resume))?;
        self.ingest.settle(&tx)?;
        tx.commit()?;
        log::trace!("indexed up to {}: {} frames", self.read, resume.frames);
        let needed = resume.places.iter().map(|p| p.0).min().unwrap_or(self.read);
        if !self.damaged {
            self.reader.forget_before(needed)?;
        }
        Ok(if more { Step::More } else { Step::Idle })
    }

    /// Nothing will be written any more: completes the recording and removes the journal.
    ///
    /// # Errors
    /// The database or the journal cannot be used.
    pub fn finish(mut self) -> Result<()> {
        let tx = self.store.begin()?;
        let last = last_words(self.held.path())?;
        if last.iter().any(|(_, e)| matches!(e, Entry::Gap { lost, .. } if *lost != [0; 3])) {
            self.ingest.gap(&tx)?;
        }
        flush(&tx, &mut self.ingest, &mut self.open, None, self.held.path())?;
        // What the journal had no room for at its very end.
        for (t, entry) in last {
            match entry {
                Entry::Gap { lost: [0, 0, 0], .. } => {}
                Entry::Gap { since, lost } => gap(&tx, &mut self.ingest, since, t, &lost)?,
                Entry::Ended(how) => self.ended = self.ended.or(Some((t, how))),
                Entry::Header(_) | Entry::Chunk(..) | Entry::End(_) => {}
            }
        }
        self.ingest.finish(&tx)?;
        Store::complete(&tx, self.ingest.recording(), self.ended)?;
        tx.commit()?;
        log::info!(
            "recording {} is complete: {} frames",
            self.ingest.recording(),
            self.ingest.totals().frames
        );
        if self.damaged {
            log::warn!("its journal is damaged, and kept");
            self.held.set_aside()?;
        } else {
            self.held.remove()?;
        }
        Ok(())
    }
}

struct Chunk {
    t: Moment,
    /// Where the bytes begin.
    place: Place,
}

/// Frames of one direction's next bytes.
fn wire(
    tx: &rusqlite::Transaction<'_>,
    ingest: &mut Ingest,
    open: &mut Open,
    dir: Dir,
    chunk: &Chunk,
    bytes: &[u8],
    folder: &std::path::Path,
) -> Result<()> {
    let mut splitter = std::mem::take(&mut open.splitter);
    let mut at = chunk.place.1;
    for piece in splitter.push(bytes) {
        if piece.starts {
            begin(open, chunk, at);
        }
        let size = piece.bytes.len() as u64;
        open.last = chunk.t;
        open.size += size;
        at += size + u64::from(piece.ends);
        let whole = (piece.starts && piece.ends && open.size <= PART as u64).then_some(piece.bytes);
        if whole.is_none() {
            keep(open, piece.bytes);
        }
        if piece.ends {
            frame(tx, ingest, open, dir, true, whole, folder)?;
        }
    }
    open.splitter = splitter;
    Ok(())
}

/// Lines of stderr. What is longer than a part is stored in pieces.
fn stderr(
    tx: &rusqlite::Transaction<'_>,
    ingest: &mut Ingest,
    open: &mut Open,
    chunk: &Chunk,
    bytes: &[u8],
) -> Result<()> {
    let mut splitter = std::mem::take(&mut open.splitter);
    let mut at = chunk.place.1;
    for piece in splitter.push(bytes) {
        if piece.starts {
            begin(open, chunk, at);
        }
        open.last = chunk.t;
        let mut rest = piece.bytes;
        while open.bytes.len() + rest.len() > PART {
            let (now, later) = rest.split_at(PART - open.bytes.len());
            open.bytes.extend_from_slice(now);
            at += now.len() as u64;
            stderr_line(tx, ingest, open, false)?;
            begin(open, chunk, at);
            rest = later;
        }
        open.bytes.extend_from_slice(rest);
        open.size = open.bytes.len() as u64;
        at += rest.len() as u64 + u64::from(piece.ends);
        if piece.ends {
            stderr_line(tx, ingest, open, true)?;
        }
    }
    open.splitter = splitter;
    Ok(())
}

fn begin(open: &mut Open, chunk: &Chunk, at: u64) {
    open.place = Place(chunk.place.0, at);
    open.first = chunk.t;
    open.last = chunk.t;
    open.size = 0;
    open.bytes.clear();
}

fn keep(open: &mut Open, bytes: &[u8]) {
    if open.size <= PART as u64 {
        open.bytes.extend_from_slice(bytes);
        return;
    }
    // Too large to be held: it is read as it passes, and will be copied from the journal.
    open.reader.push(&std::mem::take(&mut open.bytes));
    open.reader.push(bytes);
}

fn stderr_line(
    tx: &rusqlite::Transaction<'_>,
    ingest: &mut Ingest,
    open: &mut Open,
    line_end: bool,
) -> Result<()> {
    let line = StderrLine { first: open.first, t: open.last, line: &open.bytes, line_end };
    ingest.stderr(tx, &line)?;
    open.bytes.clear();
    Ok(())
}

/// Stores the open frame of a direction. `whole` are its bytes when they lie in one chunk.
fn frame(
    tx: &rusqlite::Transaction<'_>,
    ingest: &mut Ingest,
    open: &mut Open,
    dir: Dir,
    terminated: bool,
    whole: Option<&[u8]>,
    folder: &std::path::Path,
) -> Result<()> {
    let arrived = Arrived { dir, first: open.first, t: open.last, size: open.size, terminated };
    if ingest.is_full(tx, arrived.t)? {
        open.reader = message::Reader::new();
        open.bytes.clear();
        return Ok(());
    }
    if open.size <= PART as u64 {
        ingest.frame(tx, &arrived, whole.unwrap_or(&open.bytes))?;
    } else {
        let reading = std::mem::take(&mut open.reader).finish();
        let number = ingest.in_parts(tx, &arrived, &reading)?;
        let held = copy_parts(tx, ingest.recording(), number, dir, open, folder)?;
        ingest.judge_parts(tx, number, &arrived, &held, &reading)?;
    }
    open.bytes.clear();
    Ok(())
}

/// Copies a large frame's bytes from the journal. Gives them, too, or the first part of them where they are too
/// many to be held.
fn copy_parts(
    tx: &rusqlite::Transaction<'_>,
    recording: i64,
    number: FrameNumber,
    dir: Dir,
    open: &Open,
    folder: &std::path::Path,
) -> Result<Vec<u8>> {
    let most = if open.size <= PARSED as u64 { PARSED } else { PART };
    let mut held = Vec::new();
    let Place(offset, skip) = open.place;
    let mut reader = Reader::new(folder, offset);
    let mut skip = usize::try_from(skip).unwrap_or(usize::MAX);
    let mut left = open.size;
    let mut part = Vec::with_capacity(PART);
    let mut parts = 0;
    while left > 0 {
        let Some(window) = reader.next(u64::MAX)? else {
            return Err(Error::Journal(io::ErrorKind::UnexpectedEof.into()));
        };
        if !matches!(window.entry, Entry::Chunk(Stream::Wire(d), _) if d == dir) {
            continue;
        }
        let bytes = window.bytes();
        let mut bytes = &bytes[std::mem::take(&mut skip).min(bytes.len())..];
        bytes = &bytes[..usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len())];
        left -= bytes.len() as u64;
        held.extend_from_slice(&bytes[..bytes.len().min(most - held.len())]);
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(PART - part.len()));
            part.extend_from_slice(now);
            bytes = later;
            if part.len() == PART {
                Store::insert_part(tx, recording, number, parts, &part)?;
                part.clear();
                parts += 1;
            }
        }
    }
    if !part.is_empty() {
        Store::insert_part(tx, recording, number, parts, &part)?;
    }
    Ok(held)
}

/// Stores what is open without a line end: of one stream that has ended, or of all, in the order in which
/// their last bytes were read.
fn flush(
    tx: &rusqlite::Transaction<'_>,
    ingest: &mut Ingest,
    open: &mut [Open; 3],
    only: Option<Stream>,
    folder: &std::path::Path,
) -> Result<()> {
    let mut streams: Vec<Stream> =
        Stream::ALL.into_iter().filter(|s| only.is_none_or(|o| o == *s)).collect();
    streams.sort_by_key(|s| open[s.index()].last);
    for stream in streams {
        let open = &mut open[stream.index()];
        if open.splitter.finish() {
            match stream {
                Stream::Wire(dir) => frame(tx, ingest, open, dir, false, None, folder)?,
                Stream::Stderr => stderr_line(tx, ingest, open, false)?,
            }
        }
    }
    Ok(())
}

/// Part of the journal cannot be read: frames that are open end here, and what is missing is told.
fn lose(
    tx: &rusqlite::Transaction<'_>,
    ingest: &mut Ingest,
    open: &mut [Open; 3],
    damage: Damage,
    t: Moment,
    folder: &std::path::Path,
) -> Result<()> {
    ingest.gap(tx)?;
    flush(tx, ingest, open, None, folder)?;
    let detail = format!(
        "from {:.3} s to {:.3} s {} bytes of the journal are damaged, at byte {}: what they held is not here; \
         the journal is kept as .damaged-{}",
        ingest.totals().last_t.seconds(),
        t.seconds(),
        damage.bytes,
        damage.offset,
        folder.file_name().map(|n| n.to_string_lossy()).unwrap_or_default()
    );
    ingest.mark(tx, t, "gap", None, Some(&detail))?;
    Store::add_missing(tx, ingest.recording(), &detail)?;
    Ok(())
}

fn resume(
    open: &[Open; 3],
    ingest: &Ingest,
    read: u64,
    ended: Option<(Moment, HowEnded)>,
) -> Resume {
    let totals = ingest.totals();
    Resume {
        places: std::array::from_fn(|i| {
            if open[i].splitter.is_open() { open[i].place } else { Place(read, 0) }
        }),
        read,
        frames: totals.frames,
        bytes: totals.bytes,
        stderr_lines: totals.stderr_lines,
        problems: totals.problems,
        last_t: totals.last_t.0,
        seq: ingest.seq(),
        ended: ended.map(|(t, how)| (t.0, how)),
    }
}

/// A journal whose header cannot be read.
fn of_unknown_origin(uuid: &str) -> NewRecording {
    NewRecording { uuid: uuid.to_owned(), origin: "run".to_owned(), ..NewRecording::default() }
}

fn new_recording(header: Header) -> NewRecording {
    NewRecording {
        uuid: header.uuid,
        name: header.name,
        origin: header.origin,
        command: header.command,
        cwd: header.cwd,
        env_names: header.env_names,
        source: None,
        header: None,
        started_at: Some(header.started_at),
    }
}

/// Tells of bytes that passed and are not here.
fn gap(
    tx: &rusqlite::Transaction<'_>,
    ingest: &mut Ingest,
    since: Moment,
    until: Moment,
    lost: &[u64; 3],
) -> Result<()> {
    let detail = gap_in_words(since, until, lost);
    ingest.mark(tx, since, "gap", None, Some(&detail))?;
    Store::add_missing(tx, ingest.recording(), &detail)?;
    Ok(())
}

fn gap_in_words(since: Moment, until: Moment, lost: &[u64; 3]) -> String {
    format!(
        "from {:.3} s to {:.3} s the journal could not be written: {} bytes to the agent, {} to the client, \
         {} of stderr are not recorded",
        since.seconds(),
        until.seconds(),
        lost[0],
        lost[1],
        lost[2]
    )
}

fn to_json(resume: &Resume) -> String {
    serde_json::to_string(resume).unwrap_or_default()
}

/// Follows a journal that is being written, until it is closed and all of it is indexed. A database that
/// cannot be used is tried again and again: `told` hears of it once, and the journal keeps what comes.
pub fn follow(held: &Arc<Held>, location: &Location, progress: &Progress, told: &dyn Fn(&Error)) {
    let mut failures = 0;
    loop {
        match guarded(|| follow_once(held, location, progress)) {
            Ok(()) => return,
            Err(e) => {
                failures += 1;
                log::warn!("indexing failed {failures} times: {e}");
                // A crowd before the database is nothing to speak of; one that stays is.
                if failures == if e.will_pass() { PATIENT } else { 1 } {
                    told(&e);
                }
                if progress.is_closed() {
                    return;
                }
                progress.gather(RETRY);
            }
        }
    }
}

/// A fault of ours in the indexing must take nobody else down: it is an error like others.
fn guarded(work: impl FnOnce() -> Result<()>) -> Result<()> {
    // What the work has changed is thrown away with its indexer, and a transaction that was open is undone.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(Err(Error::Fault))
}

fn follow_once(held: &Arc<Held>, location: &Location, progress: &Progress) -> Result<()> {
    let Some(mut indexer) = Indexer::open(Arc::clone(held), location)? else { return Ok(()) };
    let mut pace = Pace::new(progress);
    loop {
        // Asked before looking, so that nothing can come in between.
        let closed = progress.is_closed();
        let written = progress.written();
        let before = indexer.ingest.totals().frames;
        if indexer.step(written)? == Step::More {
            pace.give_way(progress);
            continue;
        }
        if closed && indexer.reader.offset() >= written {
            return indexer.finish();
        }
        progress.wait_beyond(written);
        pace.gather(progress, indexer.ingest.totals().frames - before);
    }
}

/// Completes the journals that nobody is at work on: those of proxies that were killed, or that ended
/// before they had indexed everything. Gives the uuids of the recordings that are complete now.
///
/// With `wait`, journals that another process is completing are waited for, half a minute at most, so that
/// whoever reads the database afterwards finds everything.
///
/// # Errors
/// The first journal that cannot be completed; the others are tried all the same.
pub fn complete_orphans(location: &Location, wait: bool) -> Result<Vec<String>> {
    let mut done = Vec::new();
    let mut first_error = None;
    // A process that seems dead may live where we cannot see it, in another container: two seconds.
    let (mut waits, mut dying) = if wait { (1_500, 100) } else { (0, 0) };
    for folder in scan(&location.journals())? {
        let held = loop {
            match folder.take()? {
                Found::Taken(held) => break Some(Arc::new(held)),
                Found::Completing if waits > 0 => {
                    waits -= 1;
                    std::thread::sleep(PAUSE);
                }
                Found::Dying if dying > 0 => {
                    dying -= 1;
                    std::thread::sleep(PAUSE);
                }
                Found::Completing | Found::Dying | Found::Recording | Found::Gone => break None,
            }
        };
        let Some(held) = held else { continue };
        match guarded(|| complete(&held, location)) {
            Ok(()) => done.push(held.uuid().to_owned()),
            Err(e) => first_error = first_error.or(Some(e)),
        }
    }
    settle_abandoned(location)?;
    first_error.map_or(Ok(done), Err)
}

/// A recording is live as long as its journal is there. One without (somebody has removed it, or the
/// database is a copy) will get no more frames.
fn settle_abandoned(location: &Location) -> Result<()> {
    if !location.database.exists() {
        return Ok(());
    }
    let mut store = Store::open(&location.database)?;
    let journals = location.journals();
    let live = store.recordings()?.into_iter().filter(|r| r.phase == Phase::Live);
    let abandoned: Vec<i64> =
        live.filter(|r| !journals.join(&r.uuid).exists()).map(|r| r.number).collect();
    for number in abandoned {
        let tx = store.begin()?;
        // Meanwhile it may have ended in order.
        if Store::resume(&tx, number)?.is_some() {
            Store::complete(&tx, number, None)?;
            Store::add_missing(
                &tx,
                number,
                "the journal was removed before all of it was indexed",
            )?;
        }
        tx.commit()?;
    }
    Ok(())
}

fn complete(held: &Arc<Held>, location: &Location) -> Result<()> {
    let Some(mut indexer) = Indexer::open(Arc::clone(held), location)? else {
        // Complete already, or killed before its first byte.
        held.remove()?;
        return Ok(());
    };
    while indexer.step(u64::MAX)? == Step::More {}
    indexer.finish()
}
