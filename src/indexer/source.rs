//! The half of the indexer that reads the journal. It knows no database.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::{Place, Result, Resume};
use crate::core::fold::PARSED;
use crate::core::frame::{Dir, Moment, Splitter};
use crate::core::message;
use crate::fault;
use crate::ingest::{Arrived, Batch, Intake, StderrLine};
use crate::journal::{Damage, Entry, Held, HowEnded, Reader, Stream, last_words};
use crate::store::{PART, Totals};

/// Bytes of the journal that one transaction indexes at most (a longer frame is taken whole).
const STEP: u64 = 4 << 20;
/// A batch is handed on when it holds so many bytes.
const BATCH: usize = 512 << 10;

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

/// Takes a batch whose things are to be stored, and leaves an empty one.
pub(super) type Hand<'a> = &'a mut dyn FnMut(&mut Batch) -> Result<()>;

/// What is committed together with the rows of a step.
pub(super) struct Commit {
    /// All of it but the number of rows of stderr and marks, which only those know who store them.
    pub(super) resume: Resume,
    pub(super) totals: Totals,
    /// What lies before it in the journal is not needed any more.
    pub(super) needed: Option<u64>,
    /// There is more to do now.
    pub(super) more: bool,
}

/// What is known when all of a journal is read.
pub(super) struct Ending {
    pub(super) totals: Totals,
    pub(super) ended: Option<(Moment, HowEnded)>,
    /// Some of the journal could not be read.
    pub(super) damaged: bool,
}

/// Reads one journal.
#[derive(Debug)]
pub(super) struct Source {
    held: Arc<Held>,
    reader: Reader,
    open: [Open; 3],
    intake: Intake,
    /// Places up to which each stream is indexed already, when going on after a kill.
    places: [Place; 3],
    read: u64,
    ended: Option<(Moment, HowEnded)>,
    damaged: bool,
}

impl Source {
    /// Goes on from where rows and journal agree.
    pub(super) fn new(held: Arc<Held>, intake: Intake, resume: &Resume) -> Source {
        let from = resume.places.iter().map(|p| p.0).min().unwrap_or(resume.read);
        Source {
            reader: Reader::new(held.path(), from),
            held,
            open: std::array::from_fn(|_| Open::new()),
            intake,
            places: resume.places,
            read: resume.read,
            ended: resume.ended.map(|(t, how)| (Moment(t), how)),
            damaged: false,
        }
    }

    /// Logical offset of the next record.
    pub(super) fn offset(&self) -> u64 {
        self.reader.offset()
    }

    /// Frames so far.
    pub(super) fn frames(&self) -> u32 {
        self.intake.totals().frames
    }

    /// Reads what the journal holds before the logical offset `limit`, a few megabytes at most, and hands on what it
    /// comes to. `None`: there is nothing new.
    pub(super) fn step(&mut self, limit: u64, hand: Hand<'_>) -> Result<Option<Commit>> {
        let begin = self.reader.offset();
        let Source { held, reader, open, intake, places, read, ended, damaged } = self;
        let mut out = Out { intake, hand, folder: held.path() };
        let mut more = false;
        let mut any = false;
        while let Some(window) = reader.next(limit)? {
            any = true;
            let (offset, t) = (window.offset, window.t);
            if let Some(damage) = window.damage {
                *damaged = true;
                out.lose(open, damage, t)?;
            }
            let skip = |stream: Stream| match places[stream.index()] {
                Place(at, _) if offset < at => None,
                Place(at, skip) if offset == at => Some(skip),
                Place(..) => Some(0),
            };
            match &window.entry {
                Entry::Chunk(stream, _) => {
                    if let Some(skip) = skip(*stream) {
                        let bytes = window.bytes();
                        let at = usize::try_from(skip).unwrap_or(bytes.len()).min(bytes.len());
                        let chunk = Chunk { t, place: Place(offset, skip) };
                        fault::here("index", bytes);
                        let open = &mut open[stream.index()];
                        match stream {
                            Stream::Wire(dir) => out.wire(open, *dir, &chunk, &bytes[at..])?,
                            Stream::Stderr => out.stderr(open, &chunk, &bytes[at..]),
                        }
                    }
                }
                _ if offset < *read => {}
                Entry::Header(_) => {}
                Entry::End(stream) => {
                    out.flush(open, Some(*stream))?;
                    match stream {
                        Stream::Wire(dir) => out.intake.end(t, *dir),
                        Stream::Stderr => out.intake.end_of_stderr(t),
                    }
                }
                Entry::Gap { since, lost } => {
                    // First: what is open is cut by the gap, and not by whoever sent it.
                    out.intake.gap();
                    out.flush(open, None)?;
                    out.intake.missing(*since, gap_in_words(*since, t, lost));
                }
                Entry::Ended(how) => *ended = Some((t, *how)),
            }
            out.hand_on(BATCH)?;
            if reader.offset() - begin >= STEP {
                more = true;
                break;
            }
        }
        if let Some(damage) = reader.take_damage() {
            (any, *damaged) = (true, true);
            let t = out.intake.totals().last_t;
            out.lose(open, damage, t)?;
        }
        if !any {
            return Ok(None);
        }
        out.hand_on(0)?;
        *read = (*read).max(reader.offset());
        Ok(Some(self.commit(more)))
    }

    fn commit(&self, more: bool) -> Commit {
        let (totals, read) = (self.intake.totals(), self.read);
        let places = std::array::from_fn(|i| {
            let open = &self.open[i];
            if open.splitter.is_open() { open.place } else { Place(read, 0) }
        });
        let needed = places.iter().map(|p| p.0).min().unwrap_or(read);
        let resume = Resume {
            places,
            read,
            frames: totals.frames,
            bytes: totals.bytes,
            stderr_lines: totals.stderr_lines,
            problems: totals.problems,
            last_t: totals.last_t.0,
            seq: 0,
            ended: self.ended.map(|(t, how)| (t.0, how)),
        };
        Commit { resume, totals, needed: (!self.damaged).then_some(needed), more }
    }

    /// Nothing will be written any more: what is open ends here.
    pub(super) fn finish(mut self, hand: Hand<'_>) -> Result<Ending> {
        let mut out = Out { intake: &mut self.intake, hand, folder: self.held.path() };
        let last = last_words(self.held.path())?;
        if last.iter().any(|(_, e)| matches!(e, Entry::Gap { lost, .. } if *lost != [0; 3])) {
            out.intake.gap();
        }
        out.flush(&mut self.open, None)?;
        // What the journal had no room for at its very end.
        for (t, entry) in last {
            match entry {
                Entry::Gap { lost: [0, 0, 0], .. } => {}
                Entry::Gap { since, lost } => {
                    out.intake.missing(since, gap_in_words(since, t, &lost));
                }
                Entry::Ended(how) => self.ended = self.ended.or(Some((t, how))),
                Entry::Header(_) | Entry::Chunk(..) | Entry::End(_) => {}
            }
        }
        out.intake.finish();
        out.hand_on(0)?;
        let totals = self.intake.totals();
        Ok(Ending { totals, ended: self.ended, damaged: self.damaged })
    }
}

struct Chunk {
    t: Moment,
    /// Where the bytes begin.
    place: Place,
}

/// Where what is read goes.
struct Out<'a> {
    intake: &'a mut Intake,
    hand: Hand<'a>,
    /// The journal's.
    folder: &'a Path,
}

impl Out<'_> {
    /// Hands on what is to be stored, if it is more than so many bytes.
    fn hand_on(&mut self, least: usize) -> Result<()> {
        let batch = self.intake.batch();
        if batch.size() < least || batch.is_empty() {
            return Ok(());
        }
        (self.hand)(batch)
    }

    /// Frames of one direction's next bytes.
    fn wire(&mut self, open: &mut Open, dir: Dir, chunk: &Chunk, bytes: &[u8]) -> Result<()> {
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
            let whole =
                (piece.starts && piece.ends && open.size <= PART as u64).then_some(piece.bytes);
            if whole.is_none() {
                keep(open, piece.bytes);
            }
            if piece.ends {
                self.frame(open, dir, true, whole)?;
            }
        }
        open.splitter = splitter;
        Ok(())
    }

    /// Lines of stderr. What is longer than a part is stored in pieces.
    fn stderr(&mut self, open: &mut Open, chunk: &Chunk, bytes: &[u8]) {
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
                self.stderr_line(open, false);
                begin(open, chunk, at);
                rest = later;
            }
            open.bytes.extend_from_slice(rest);
            open.size = open.bytes.len() as u64;
            at += rest.len() as u64 + u64::from(piece.ends);
            if piece.ends {
                self.stderr_line(open, true);
            }
        }
        open.splitter = splitter;
    }

    fn stderr_line(&mut self, open: &mut Open, line_end: bool) {
        let line = StderrLine { first: open.first, t: open.last, line: &open.bytes, line_end };
        self.intake.stderr(&line);
        open.bytes.clear();
    }

    /// The open frame of a direction has its end. `whole` are its bytes when they lie in one chunk.
    fn frame(
        &mut self,
        open: &mut Open,
        dir: Dir,
        terminated: bool,
        whole: Option<&[u8]>,
    ) -> Result<()> {
        let arrived = Arrived { dir, first: open.first, t: open.last, size: open.size, terminated };
        if self.intake.is_full() {
            self.intake.refuse(arrived.t);
            open.reader = message::Reader::new();
        } else if open.size <= PART as u64 {
            self.intake.frame(&arrived, whole.unwrap_or(&open.bytes));
        } else {
            self.in_parts(open, &arrived)?;
        }
        open.bytes.clear();
        Ok(())
    }

    /// Copies a large frame's bytes from the journal.
    fn in_parts(&mut self, open: &mut Open, arrived: &Arrived) -> Result<()> {
        let reading = std::mem::take(&mut open.reader).finish();
        let number = self.intake.in_parts(arrived, &reading);
        // For those who judge: all of it, or the first part of one that is too large to be held.
        let most = if open.size <= PARSED as u64 { PARSED } else { PART };
        let mut held = Vec::new();
        let Place(offset, skip) = open.place;
        let mut reader = Reader::new(self.folder, offset);
        let mut skip = usize::try_from(skip).unwrap_or(usize::MAX);
        let mut left = open.size;
        let mut part = Vec::with_capacity(PART);
        let mut parts = 0;
        while left > 0 {
            let Some(window) = reader.next(u64::MAX)? else {
                return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
            };
            if !matches!(window.entry, Entry::Chunk(Stream::Wire(d), _) if d == arrived.dir) {
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
                if part.len() == PART || (left == 0 && bytes.is_empty()) {
                    self.intake.part(number, parts, &part);
                    self.hand_on(BATCH)?;
                    part.clear();
                    parts += 1;
                }
            }
        }
        self.intake.judge_parts(number, arrived, &held, &reading);
        Ok(())
    }

    /// What is open without a line end is a frame: of one stream that has ended, or of all, in the order in which
    /// their last bytes were read.
    fn flush(&mut self, open: &mut [Open; 3], only: Option<Stream>) -> Result<()> {
        let mut streams: Vec<Stream> =
            Stream::ALL.into_iter().filter(|s| only.is_none_or(|o| o == *s)).collect();
        streams.sort_by_key(|s| open[s.index()].last);
        for stream in streams {
            let open = &mut open[stream.index()];
            if open.splitter.finish() {
                match stream {
                    Stream::Wire(dir) => self.frame(open, dir, false, None)?,
                    Stream::Stderr => self.stderr_line(open, false),
                }
            }
        }
        Ok(())
    }

    /// Part of the journal cannot be read: frames that are open end here, and what is missing is told.
    fn lose(&mut self, open: &mut [Open; 3], damage: Damage, t: Moment) -> Result<()> {
        self.intake.gap();
        self.flush(open, None)?;
        let detail = format!(
            "from {:.3} s to {:.3} s {} bytes of the journal are damaged, at byte {}: what they held is not \
             here; the journal is kept as .damaged-{}",
            self.intake.totals().last_t.seconds(),
            t.seconds(),
            damage.bytes,
            damage.offset,
            self.folder.file_name().map(|n| n.to_string_lossy()).unwrap_or_default()
        );
        self.intake.missing(t, detail);
        Ok(())
    }
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
