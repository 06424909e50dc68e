//! Journal to store: every byte of a journal becomes part of exactly one row, whenever it is killed.
//!
//! Rows and the position in the journal are written in one transaction. After a kill the journal is read
//! again from that position; a frame that was open there is read again from its first byte. Work is done in
//! bounded windows: a frame of a gigabyte is scanned as it passes, and its bytes are copied from the journal
//! when its end is known. Reading and judging (`source`) know no database, and storing no journal: what has
//! piled up is done by two threads.

mod idle;
mod pace;
mod source;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use rusqlite::Transaction;
use serde::{Deserialize, Serialize};

use crate::core::frame::Moment;
use crate::ingest::{self, Batch, Rows};
use crate::journal::{Entry, Found, Header, Held, HowEnded, Progress, Reader, forget_before, scan};
use crate::store::{self, Location, Mover, NewRecording, Phase, Store, Totals};
use idle::Idle;
use pace::Pace;
use source::{Commit, Source};

/// Bytes of the journal that are worth a second thread.
const MUCH: u64 = 2 << 20;
/// Batches that wait to be stored.
const WAITING: usize = 2;
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

/// Turns one journal into rows.
#[derive(Debug)]
pub struct Indexer {
    held: Arc<Held>,
    source: Source,
    store: Store,
    rows: Rows,
    database: PathBuf,
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
        let (intake, rows) = ingest::resume(&store, recording, totals, resume.seq)?;
        let source = Source::new(Arc::clone(&held), intake, &resume);
        let from = source.offset();
        log::debug!("indexing recording {recording} from {from}, after {} frames", resume.frames);
        let database = location.database.clone();
        Ok(Some(Indexer { held, source, store, rows, database }))
    }

    /// Indexes what the journal holds before the logical offset `limit`, a few megabytes at most, in one
    /// transaction. After an error the indexer must be thrown away and opened again.
    ///
    /// # Errors
    /// The database or the journal cannot be used.
    pub fn step(&mut self, limit: u64) -> Result<Step> {
        let Indexer { held, source, store, rows, database } = self;
        let mut sink = Sink { held, store, rows, database, tx: None, committed: None };
        match source.step(limit, &mut |batch| sink.rows(batch))? {
            None => Ok(Step::Idle),
            Some(commit) => sink.commit(commit),
        }
    }

    /// The same until there is nothing more, in two threads: one reads and judges what the other stores. `pause` is
    /// called before each transaction's worth of reading. Where no conversation goes on `beside` it, a third thread clears up.
    ///
    /// # Errors
    /// The database or the journal cannot be used.
    pub fn catch_up(&mut self, limit: u64, pause: impl FnMut() + Send, beside: bool) -> Result<()> {
        let Indexer { held, source, store, rows, database } = self;
        let held: &Held = held;
        let caught_up = thread::scope(|scope| {
            let (full, loads) = sync_channel(WAITING);
            let (empty, spare) = channel();
            let reading = thread::Builder::new().name("reader".to_owned());
            let read = move || read(source, limit, pause, &full, &spare);
            let reading = reading.spawn_scoped(scope, read).ok()?;
            let (committed, commits) = sync_channel(1);
            let mover = if beside { None } else { store.mover() };
            let moving = mover.and_then(|mover| {
                let moving = thread::Builder::new().name("mover".to_owned());
                let clear_up = move || clear_up(held, &mover, &commits);
                moving.spawn_scoped(scope, clear_up).ok()
            });
            let committed = moving.map(|_| committed);
            let mut sink = Sink { held, store, rows, database, tx: None, committed };
            let stored = loads.iter().try_for_each(|load| match load {
                Load::Rows(mut batch) => {
                    sink.rows(&mut batch)?;
                    // A reader that is through takes none back.
                    let _ = empty.send(batch);
                    Ok(())
                }
                Load::Commit(commit) => sink.commit(*commit).map(drop),
            });
            store.move_alone();
            // A reader that waits to hand on must hear that nobody takes any more.
            drop(loads);
            let read = reading.join().unwrap_or_else(|panic| resume_unwind(panic));
            Some(stored.and(read))
        });
        match caught_up {
            Some(result) => result,
            // The system has no thread left for us.
            None => self.steps(limit),
        }
    }

    fn steps(&mut self, limit: u64) -> Result<()> {
        while self.step(limit)? == Step::More {}
        Ok(())
    }

    /// Nothing will be written any more: completes the recording and removes the journal.
    ///
    /// # Errors
    /// The database or the journal cannot be used.
    pub fn finish(self) -> Result<()> {
        let Indexer { held, source, mut store, mut rows, database } = self;
        // The journal is removed behind what is written now.
        store.is_at(&database)?;
        let tx = store.begin()?;
        let ending = source.finish(&mut |batch| {
            rows.store(&tx, batch)?;
            batch.clear();
            Ok(())
        })?;
        rows.settle(&tx, &ending.totals)?;
        Store::complete(&tx, rows.recording(), ending.ended)?;
        tx.commit()?;
        let (number, frames) = (rows.recording(), ending.totals.frames);
        log::info!("recording {number} is complete: {frames} frames");
        if ending.damaged {
            log::warn!("its journal is damaged, and kept");
            held.set_aside()?;
        } else {
            held.remove()?;
        }
        Ok(())
    }
}

/// The half of the indexer that stores.
struct Sink<'a> {
    held: &'a Held,
    store: &'a Store,
    rows: &'a mut Rows,
    database: &'a Path,
    /// It begins with the first rows: nobody who writes waits while we read.
    tx: Option<Transaction<'a>>,
    /// Who clears up behind each commit; hears what is needed of the journal still. Otherwise it is done here.
    committed: Option<SyncSender<Option<u64>>>,
}

impl<'a> Sink<'a> {
    fn begun(&mut self) -> Result<Transaction<'a>> {
        match self.tx.take() {
            Some(tx) => Ok(tx),
            None => Ok(self.store.begin_late()?),
        }
    }

    fn rows(&mut self, batch: &mut Batch) -> Result<()> {
        let tx = self.begun()?;
        self.rows.store(self.tx.insert(tx), batch)?;
        batch.clear();
        Ok(())
    }

    fn commit(&mut self, commit: Commit) -> Result<Step> {
        let tx = self.begun()?;
        let Commit { resume, totals, needed, more } = commit;
        let resume = Resume { seq: self.rows.seq(), ..resume };
        Store::set_resume(&tx, self.rows.recording(), &to_json(&resume))?;
        self.rows.settle(&tx, &totals)?;
        tx.commit()?;
        log::trace!("indexed up to {}: {} frames", resume.read, resume.frames);
        // What went into a database that is gone must stay in the journal.
        self.store.is_at(self.database)?;
        match (&self.committed, needed) {
            // Who is still at work on an earlier one will hear of a later one.
            (Some(committed), _) => drop(committed.try_send(needed)),
            (None, Some(needed)) => forget_before(self.held.path(), needed)?,
            (None, None) => {}
        }
        Ok(if more { Step::More } else { Step::Idle })
    }
}

/// Behind each commit: moves the rows out of the log, and forgets what the journal had of them. Both are mostly waiting for
/// the disk.
fn clear_up(held: &Held, mover: &Mover, commits: &Receiver<Option<u64>>) {
    for needed in commits {
        mover.run();
        if let Some(Err(e)) = needed.map(|needed| forget_before(held.path(), needed)) {
            // It is tried again behind the next commit, and all of it goes in the end.
            log::warn!("journal: {e}");
        }
    }
}

/// What goes from the thread that reads to the one that stores.
enum Load {
    Rows(Batch),
    Commit(Box<Commit>),
}

fn read(
    source: &mut Source,
    limit: u64,
    mut pause: impl FnMut(),
    full: &SyncSender<Load>,
    spare: &Receiver<Batch>,
) -> Result<()> {
    // Storing has failed, and says why.
    let gone = |_| Error::Fault;
    loop {
        pause();
        let commit = source.step(limit, &mut |batch| {
            let next = spare.try_recv().unwrap_or_default();
            full.send(Load::Rows(std::mem::replace(batch, next))).map_err(gone)
        })?;
        let Some(commit) = commit else { return Ok(()) };
        let more = commit.more;
        full.send(Load::Commit(Box::new(commit))).map_err(gone)?;
        if !more {
            return Ok(());
        }
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

fn to_json(resume: &Resume) -> String {
    serde_json::to_string(resume).unwrap_or_default()
}

/// Follows a journal that is being written, until it is closed and all of it is indexed, or so much is left that it takes
/// too long for a process that ends. A database that cannot be used is tried again and again: `told` hears of it once, and
/// the journal keeps what comes.
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
    let mut pace = Pace::new(progress, location.journals());
    let mut idle = Idle::default();
    loop {
        // Asked before looking, so that nothing can come in between.
        let closed = progress.is_closed();
        let written = progress.written();
        let before = indexer.source.frames();
        let much = written.saturating_sub(indexer.source.offset()) > MUCH;
        if much && closed {
            // No client waits for it: who opens the data folder next is sooner at work the sooner we are gone.
            return Ok(());
        }
        if much {
            indexer.catch_up(written, || pace.give_way(progress), true)?;
        } else if pace.is_crowded() && !closed {
            let index = move |mut indexer: Indexer| (guarded(|| indexer.steps(written)), indexer);
            let (indexed, back) = idle.run(indexer, index).ok_or(Error::Fault)?;
            indexed?;
            indexer = back;
        } else {
            indexer.steps(written)?;
        }
        if closed && indexer.source.offset() >= written {
            return indexer.finish();
        }
        pace.stepped();
        progress.wait_beyond(written);
        pace.gather(progress, indexer.source.frames() - before);
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
    location.sweep();
    for folder in scan(&location.journals())? {
        let held = loop {
            match folder.take()? {
                Found::Taken(held) => break Some(Arc::new(held)),
                Found::Completing if waits > 0 => {
                    waits -= 1;
                    thread::sleep(PAUSE);
                }
                Found::Dying if dying > 0 => {
                    dying -= 1;
                    thread::sleep(PAUSE);
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
    indexer.catch_up(u64::MAX, || {}, false)?;
    indexer.finish()
}
