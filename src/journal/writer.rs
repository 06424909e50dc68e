//! Appending to a journal, from several threads, before the bytes are forwarded.
//!
//! A write that fails must not hurt the conversation: the bytes go on, the loss is counted, and the journal
//! is tried again from time to time. Once it can be written again, a gap record says what is missing; until then
//! the reserve does.

use std::fs::{File, OpenOptions};
use std::io::{self, IoSlice, Write as _};
use std::os::unix::fs::OpenOptionsExt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::Thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::folder::{self, Held};
use super::record::{self, HEAD, Header, HowEnded, Stream, Write};
use super::reserve::Reserve;
use crate::core::frame::Moment;

/// A new segment is begun when one has grown beyond this, so that space can be given back.
const SEGMENT: u64 = 8 << 20;
/// Segments that may wait to be brought to the disk; of more, the kernel takes care.
const UNSYNCED: usize = 16;
/// A journal that could not be written is tried again after this long.
const RETRY: Duration = Duration::from_millis(250);

/// The two clocks of a recording.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    start: Instant,
    wall: i64,
}

impl Clock {
    /// The recording starts now.
    #[must_use]
    pub fn start() -> Clock {
        Clock { start: Instant::now(), wall: wall_now() }
    }

    /// Nanoseconds since the start, by the clock that never jumps.
    #[must_use]
    pub fn now(&self) -> Moment {
        Moment(self.start.elapsed().as_nanos() as u64)
    }

    /// Wall clock at the start, nanoseconds since 1970.
    #[must_use]
    pub fn started_at(&self) -> i64 {
        self.wall
    }
}

fn wall_now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos() as i64)
}

/// How far a journal is written, shared with the indexer that follows it.
#[derive(Debug, Default)]
pub struct Progress {
    written: AtomicU64,
    turns: AtomicU64,
    waiting: AtomicBool,
    closed: AtomicBool,
    reader: OnceLock<Thread>,
}

impl Progress {
    /// Bytes appended since the start, over all segments.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.written.load(Ordering::SeqCst)
    }

    /// How often a chunk was of another stream than the one before.
    #[must_use]
    pub fn turns(&self) -> u64 {
        self.turns.load(Ordering::Relaxed)
    }

    /// No more will be written.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    /// Blocks the calling thread, always the same one, until more than `seen` bytes are written or the
    /// journal is closed.
    pub fn wait_beyond(&self, seen: u64) {
        self.reader.get_or_init(std::thread::current);
        loop {
            self.waiting.store(true, Ordering::SeqCst);
            if self.written() > seen || self.is_closed() {
                self.waiting.store(false, Ordering::SeqCst);
                return;
            }
            std::thread::park();
        }
    }

    /// Blocks for this long, or until the journal is closed: time for more to come in, so that it is
    /// indexed together.
    pub fn gather(&self, time: Duration) {
        self.reader.get_or_init(std::thread::current);
        let until = Instant::now() + time;
        while !self.is_closed() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            std::thread::park_timeout(left);
        }
    }

    fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        if let Some(reader) = self.reader.get() {
            reader.unpark();
        }
    }

    fn advance(&self, to: u64) {
        self.written.store(to, Ordering::SeqCst);
        self.wake();
    }

    fn wake(&self) {
        // A wake-up costs a system call: only a reader that waits is woken.
        if self.waiting.load(Ordering::SeqCst)
            && self.waiting.swap(false, Ordering::SeqCst)
            && let Some(reader) = self.reader.get()
        {
            reader.unpark();
        }
    }
}

/// Told once when recording degrades, and once when it recovers.
pub type Degraded = Box<dyn Fn(Option<&io::Error>) + Send>;

struct Inner {
    /// Absent until there is a place for it.
    file: Option<File>,
    /// Earlier segments that are not brought to the disk yet.
    unsynced: Vec<File>,
    /// Absent as the file is.
    held: Option<Arc<Held>>,
    /// Logical offset at which the current segment begins, and its length.
    start: u64,
    len: u64,
    /// The segment ends in a torn record.
    torn: bool,
    /// The agent ended while there was no place for the journal.
    over: Option<(Moment, HowEnded)>,
    /// The stream of the last chunk.
    last: Option<Stream>,
    failed: Option<Failure>,
    /// Absent if there was no room for it.
    reserve: Option<Reserve>,
    told: Degraded,
}

struct Failure {
    since: Moment,
    lost: [u64; 3],
    retry_at: Instant,
}

/// Appends to a journal. Shared by the threads of the splice; never fails towards them.
pub struct Writer {
    inner: Mutex<Inner>,
    clock: Clock,
    progress: Arc<Progress>,
}

impl std::fmt::Debug for Writer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").field("progress", &self.progress).finish_non_exhaustive()
    }
}

impl Writer {
    /// Begins a journal with its header.
    ///
    /// # Errors
    /// The first segment cannot be made or written.
    pub fn begin(
        held: &Arc<Held>,
        header: &Header,
        clock: Clock,
        told: Degraded,
    ) -> io::Result<Writer> {
        let writer = Writer::waiting(clock, told);
        writer.attach(held, header)?;
        Ok(writer)
    }

    /// A journal that has no place yet: what passes is counted as missing until it is attached to one.
    #[must_use]
    pub fn waiting(clock: Clock, told: Degraded) -> Writer {
        let missing = Failure { since: Moment(0), lost: [0; 3], retry_at: Instant::now() };
        let inner = Inner {
            file: None,
            unsynced: Vec::new(),
            held: None,
            start: 0,
            len: 0,
            torn: false,
            over: None,
            last: None,
            failed: Some(missing),
            reserve: None,
            told,
        };
        Writer { inner: Mutex::new(inner), clock, progress: Arc::default() }
    }

    /// Begins the journal in this folder, with its header and with what is missing before it.
    ///
    /// # Errors
    /// The first segment cannot be made or written: as before, what passes is counted as missing.
    pub fn attach(&self, held: &Arc<Held>, header: &Header) -> io::Result<()> {
        let file = open_segment(&folder::segment(held.path(), 0))?;
        let reserve = Reserve::make(held.path()).ok();
        let mut inner = self.lock();
        inner.file = Some(file);
        inner.held = Some(Arc::clone(held));
        let begun = inner.begin(header, self.clock);
        if begun.is_err() {
            (inner.file, inner.len, inner.torn) = (None, 0, false);
            return begun;
        }
        (inner.failed, inner.reserve) = (None, reserve);
        let end = inner.end();
        drop(inner);
        self.progress.advance(end);
        Ok(())
    }

    /// How far this journal is written.
    #[must_use]
    pub fn progress(&self) -> Arc<Progress> {
        Arc::clone(&self.progress)
    }

    /// Records bytes that were read just now.
    pub fn chunk(&self, stream: Stream, bytes: &[u8]) {
        self.append(&Write::Chunk(stream, bytes));
    }

    /// Records that a stream has ended in order.
    pub fn end(&self, stream: Stream) {
        self.append(&Write::End(stream));
    }

    /// Records how the agent ended, and closes the journal.
    pub fn close(&self, how: HowEnded) {
        self.append(&Write::Ended(how));
        self.progress.close();
    }

    /// Brings what is written to the disk, so that a loss of power costs no more than what came since. Others
    /// may append meanwhile.
    ///
    /// # Errors
    /// The disk's.
    pub fn sync(&self) -> io::Result<()> {
        let files = {
            let mut inner = self.lock();
            inner.look(self.clock.now());
            let mut files = std::mem::take(&mut inner.unsynced);
            files.extend(inner.file.as_ref().map(File::try_clone).transpose()?);
            files
        };
        files.iter().try_for_each(File::sync_data)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        // A panic in another thread cannot leave the journal half written: lengths are kept last.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn append(&self, write: &Write<'_>) {
        let mut inner = self.lock();
        if let Write::Chunk(stream, _) = write
            && inner.last.replace(*stream) != Some(*stream)
        {
            self.progress.turns.fetch_add(1, Ordering::Relaxed);
        }
        // Read under the lock, so that times never go backwards in the journal.
        let (t, wall) = (self.clock.now(), wall_now());
        let waits = inner.file.is_none();
        if let Some(failure) = &mut inner.failed {
            failure.count(write);
            if waits {
                if let Write::Ended(how) = write {
                    inner.over = Some((t, *how));
                }
                return;
            }
            let last = matches!(write, Write::Ended(_));
            if Instant::now() < failure.retry_at && !last {
                inner.last_words(write, t, wall);
                return;
            }
            failure.retry_at = Instant::now() + RETRY;
            let gap = failure.before(write);
            // Where nothing was lost there is no gap, only a new segment.
            let begun = match gap {
                Write::Gap { lost: [0, 0, 0], .. } => inner.rotate(),
                _ => inner.put(&gap, t, wall),
            };
            if begun.is_err() {
                inner.last_words(write, t, wall);
                return;
            }
            inner.failed = None;
            inner.forget_last_words(t, wall);
            log::info!("the journal can be written again");
            (inner.told)(None);
        }
        if let Err(e) = inner.put(write, t, wall) {
            let mut failure = Failure { since: t, lost: [0; 3], retry_at: Instant::now() + RETRY };
            failure.count(write);
            inner.failed = Some(failure);
            inner.last_words(write, t, wall);
            log::warn!("the journal cannot be written: {e}");
            (inner.told)(Some(&e));
        }
        let end = inner.end();
        drop(inner);
        self.progress.advance(end);
    }
}

impl Failure {
    fn count(&mut self, write: &Write<'_>) {
        if let Write::Chunk(stream, bytes) = write {
            self.lost[stream.index()] += bytes.len() as u64;
        }
    }

    /// What was lost before this, which is counted already.
    fn before(&self, write: &Write<'_>) -> Write<'static> {
        let mut lost = self.lost;
        if let Write::Chunk(stream, bytes) = write {
            lost[stream.index()] -= bytes.len() as u64;
        }
        Write::Gap { since: self.since, lost }
    }
}

impl Inner {
    fn end(&self) -> u64 {
        self.start + self.len
    }

    /// Says in the reserve what is missing up to now, and how the agent ended if it just did.
    fn last_words(&self, write: &Write<'_>, t: Moment, wall: i64) {
        let (Some(failure), Some(reserve)) = (&self.failed, &self.reserve) else { return };
        let gap = Write::Gap { since: failure.since, lost: failure.lost };
        match write {
            Write::Ended(how) => reserve.say(&[gap, Write::Ended(*how)], t, wall),
            _ => reserve.say(&[gap], t, wall),
        }
    }

    fn forget_last_words(&self, t: Moment, wall: i64) {
        if let Some(reserve) = &self.reserve {
            reserve.say(&[], t, wall);
        }
    }

    /// Whether the segment is still as it was left. If somebody has cut or removed it, a new one is begun; what is
    /// missing is told by where that begins.
    fn look(&mut self, now: Moment) {
        use std::os::unix::fs::MetadataExt;
        let Some(Ok(meta)) = self.file.as_ref().map(File::metadata) else { return };
        if self.failed.is_some() || self.torn || (meta.nlink() > 0 && meta.len() == self.len) {
            return;
        }
        let what = if meta.nlink() == 0 { "removed" } else { "changed" };
        let e = io::Error::other(format!("somebody has {what} it"));
        log::warn!("the journal's segment at {}: {e}: {} bytes were written", self.start, self.len);
        self.failed = Some(Failure { since: now, lost: [0; 3], retry_at: Instant::now() });
        self.torn = true;
        (self.told)(Some(&e));
    }

    /// The first records of a journal.
    fn begin(&mut self, header: &Header, clock: Clock) -> io::Result<()> {
        self.put(&Write::Header(header), Moment(0), clock.started_at())?;
        if let Some(failure) = self.failed.as_ref().filter(|f| f.lost != [0; 3]) {
            let gap = Write::Gap { since: failure.since, lost: failure.lost };
            self.put(&gap, self.over.map_or_else(|| clock.now(), |o| o.0), wall_now())?;
        }
        if let Some((t, how)) = self.over {
            self.put(&Write::Ended(how), t, wall_now())?;
        }
        Ok(())
    }

    /// Appends a record whole, or leaves the journal as it was.
    fn put(&mut self, write: &Write<'_>, t: Moment, wall: i64) -> io::Result<()> {
        if self.len >= SEGMENT || self.torn {
            self.rotate()?;
        }
        let (head, payload) = record::encode(write, t, wall);
        let payload = payload.bytes();
        let Some(file) = &mut self.file else { return Err(io::ErrorKind::NotFound.into()) };
        if let Err(e) = write_both(file, &head, payload) {
            // A torn record would hide those behind it, unless they are in the next segment.
            if file.set_len(self.len).is_err() {
                self.torn = true;
            }
            return Err(e);
        }
        self.len += (HEAD + payload.len()) as u64;
        log::trace!("{} bytes of payload at {}", payload.len(), self.end());
        Ok(())
    }

    fn rotate(&mut self) -> io::Result<()> {
        let Some(held) = &self.held else { return Err(io::ErrorKind::NotFound.into()) };
        let path = folder::segment(held.path(), self.end());
        let file = match open_segment(&path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound && !held.path().exists() => {
                held.renew()?;
                log::warn!("the journal's folder was removed: it is made again");
                self.reserve = Reserve::make(held.path()).ok();
                open_segment(&path)?
            }
            opened => opened?,
        };
        self.start = self.end();
        self.len = 0;
        self.torn = false;
        log::debug!("a new segment begins at {}", self.start);
        let before = self.file.replace(file);
        if self.unsynced.len() < UNSYNCED {
            self.unsynced.extend(before);
        }
        Ok(())
    }
}

fn open_segment(path: &std::path::Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).mode(0o600).open(path)
}

fn write_both(file: &mut File, head: &[u8], payload: &[u8]) -> io::Result<()> {
    let total = head.len() + payload.len();
    let mut done = loop {
        match file.write_vectored(&[IoSlice::new(head), IoSlice::new(payload)]) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(n) => break n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    };
    while done < total {
        let rest = if done < head.len() { &head[done..] } else { &payload[done - head.len()..] };
        match file.write(rest) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(n) => done += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(())
}
