//! Reading a journal in bounded windows, while it grows or after its writer is gone.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use super::folder::{segment, segments};
use super::record::{Decode, Entry, decode};
use crate::core::frame::Moment;

/// Bytes read at a time; a record that is larger gets a window of its own size.
const WINDOW: usize = 256 << 10;

/// Reads records in order from a logical offset on.
#[derive(Debug)]
pub struct Reader {
    folder: PathBuf,
    file: Option<File>,
    /// Logical offset at which the open segment begins.
    start: u64,
    /// Logical offset of `window[0]`.
    base: u64,
    window: Vec<u8>,
    /// Where in the window the next record begins.
    at: usize,
    damage: Option<Damage>,
}

/// Bytes of a journal that are no record, with records behind them or a wrong checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Damage {
    /// Logical offset of the first.
    pub offset: u64,
    /// How many.
    pub bytes: u64,
}

/// The record just read.
#[derive(Debug)]
pub struct Window<'a> {
    /// Logical offset at which the record begins.
    pub offset: u64,
    /// When the record was made.
    pub t: Moment,
    /// What it says.
    pub entry: Entry,
    /// What was passed over to get here.
    pub damage: Option<Damage>,
    bytes: &'a [u8],
}

impl Window<'_> {
    /// The bytes of a chunk; empty for other entries.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match &self.entry {
            Entry::Chunk(_, range) => &self.bytes[range.clone()],
            _ => &[],
        }
    }
}

impl Reader {
    /// A reader whose next record is the one that begins at this logical offset.
    #[must_use]
    pub fn new(folder: &Path, offset: u64) -> Reader {
        Reader {
            folder: folder.to_owned(),
            file: None,
            start: 0,
            base: offset,
            window: Vec::new(),
            at: 0,
            damage: None,
        }
    }

    /// Logical offset of the next record.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.base + self.at as u64
    }

    /// The next record before the logical offset `limit`, at which a record must end or the journal itself; `None` when there is none (yet).
    /// A record that was torn by a kill is left out. Damage is passed over, up to the next record that is
    /// whole, and told with that record, or by [`Reader::take_damage`] behind the last one.
    ///
    /// # Errors
    /// A segment cannot be opened or read.
    pub fn next(&mut self, limit: u64) -> io::Result<Option<Window<'_>>> {
        loop {
            if self.offset() >= limit {
                return Ok(None);
            }
            match decode(&self.window, self.at) {
                Decode::Record(record) => {
                    let offset = self.offset();
                    self.at += record.len;
                    return Ok(Some(Window {
                        offset,
                        t: record.t,
                        entry: record.entry,
                        damage: self.damage.take(),
                        bytes: &self.window,
                    }));
                }
                Decode::NeedsMore(len) => {
                    if !self.fill(len, limit)? && !self.resync(false)? && !self.next_segment()? {
                        return Ok(None);
                    }
                }
                Decode::Damaged => {
                    if !self.resync(true)? && !self.next_segment()? {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// The damage that was passed over since the last record.
    pub fn take_damage(&mut self) -> Option<Damage> {
        self.damage.take()
    }

    /// Bytes from the first segment's start to the last one's end.
    ///
    /// # Errors
    /// The folder cannot be listed.
    pub fn len_on_disk(&self) -> io::Result<u64> {
        let mut end = 0;
        for (start, path) in segments(&self.folder)? {
            end = start + fs::metadata(path)?.len();
        }
        Ok(end)
    }

    /// Makes the window hold `len` bytes from the next record's start on; false at the segment's end.
    /// Nothing behind `limit` is read: a record that is being written would look damaged.
    fn fill(&mut self, len: usize, limit: u64) -> io::Result<bool> {
        if self.file.is_none() && !self.open()? {
            return Ok(false);
        }
        let Some(file) = &self.file else { return Ok(false) };
        self.base += self.at as u64;
        self.window.drain(..self.at);
        self.at = 0;
        let have = self.window.len();
        let allowed = usize::try_from(limit - self.base).unwrap_or(usize::MAX);
        let want = len.max(WINDOW).min(allowed).max(have);
        self.window.resize(want, 0);
        let mut filled = have;
        while filled < len.min(want) {
            let from = self.base - self.start + filled as u64;
            match file.read_at(&mut self.window[filled..], from) {
                Ok(0) => break,
                Ok(n) => filled += n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => {
                    self.window.truncate(filled);
                    return Err(e);
                }
            }
        }
        self.window.truncate(filled);
        if self.window.capacity() > 4 * WINDOW && filled <= WINDOW {
            self.window.shrink_to(WINDOW);
        }
        Ok(filled >= len)
    }

    /// Goes to the next whole record of the open segment, if there is one. Without one the rest is a torn
    /// record, or damage when that is `certain`.
    fn resync(&mut self, certain: bool) -> io::Result<bool> {
        let Some(file) = &self.file else { return Ok(false) };
        let from = self.offset();
        let length = file.metadata()?.len().saturating_sub(from - self.start);
        // A segment is a few megabytes: what is left of it fits.
        self.window = vec![0; usize::try_from(length).unwrap_or(0)];
        file.read_exact_at(&mut self.window, from - self.start)?;
        self.base = from;
        self.at = 0;
        let behind = self.window.get(1..).unwrap_or_default();
        let whole = memchr::memmem::find_iter(behind, super::record::MARK)
            .map(|i| i + 1)
            .find(|&i| matches!(decode(&self.window, i), Decode::Record(_)));
        if whole.is_some() || certain {
            let bytes = whole.unwrap_or(self.window.len());
            let before = self.damage.take().unwrap_or(Damage { offset: from, bytes: 0 });
            self.damage = Some(Damage { bytes: before.bytes + bytes as u64, ..before });
            self.at = bytes;
        }
        Ok(whole.is_some())
    }

    /// Opens the segment that holds the next record.
    fn open(&mut self) -> io::Result<bool> {
        let offset = self.offset();
        let all = segments(&self.folder)?;
        let holds = all.iter().rev().find(|(start, _)| *start <= offset);
        let Some((start, path)) = holds.or(all.first()) else { return Ok(false) };
        self.file = Some(File::open(path)?);
        self.start = *start;
        if *start > offset {
            // The segment that held it is gone.
            self.missing_before(*start);
            (self.base, self.at) = (*start, 0);
            self.window.clear();
        }
        Ok(true)
    }

    /// Segments begin where the one before them ended. What lies between was cut off by somebody.
    fn missing_before(&mut self, next: u64) {
        let from = self.offset();
        if next > from {
            let before = self.damage.take().unwrap_or(Damage { offset: from, bytes: 0 });
            self.damage = Some(Damage { bytes: before.bytes + (next - from), ..before });
        }
    }

    /// Goes on with the segment after the open one, if there is one.
    fn next_segment(&mut self) -> io::Result<bool> {
        if self.file.is_none() {
            return Ok(false);
        }
        let Some((next, _)) = segments(&self.folder)?.into_iter().find(|(s, _)| *s > self.start)
        else {
            return Ok(false);
        };
        self.file = Some(File::open(segment(&self.folder, next))?);
        self.missing_before(next);
        self.start = next;
        self.base = next;
        self.window.clear();
        self.at = 0;
        Ok(true)
    }
}

/// Deletes the segments that lie wholly before a logical offset: their rows are committed.
///
/// # Errors
/// The folder cannot be listed or a file not deleted.
pub fn forget_before(folder: &Path, offset: u64) -> io::Result<()> {
    let all = segments(folder)?;
    for pair in all.windows(2) {
        if pair[1].0 <= offset {
            fs::remove_file(&pair[0].1)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Clock, Header, Held, HowEnded, Stream, Writer};
    use super::*;
    use crate::core::frame::Dir;

    fn header(uuid: &str) -> Header {
        Header {
            format: 1,
            uuid: uuid.into(),
            origin: "run".into(),
            name: None,
            command: vec![],
            cwd: None,
            env_names: vec![],
            started_at: 0,
            pid: 0,
            version: String::new(),
        }
    }

    fn written(dir: &Path, chunks: usize, size: usize) -> (Arc<Held>, Writer) {
        let uuid = uuid::Uuid::nil().to_string();
        let held = Arc::new(Held::create(dir, &uuid).unwrap());
        let writer =
            Writer::begin(&held, &header(&uuid), Clock::start(), Box::new(|_| {})).unwrap();
        for i in 0..chunks {
            writer.chunk(Stream::Wire(Dir::AgentToClient), &vec![i as u8; size]);
        }
        (held, writer)
    }

    fn chunks(reader: &mut Reader, limit: u64) -> Vec<(u8, usize)> {
        let mut out = Vec::new();
        while let Some(w) = reader.next(limit).unwrap() {
            if let Entry::Chunk(..) = w.entry {
                out.push((w.bytes()[0], w.bytes().len()));
            }
        }
        out
    }

    #[test]
    fn a_reader_follows_a_writer_over_segments() {
        let dir = tempfile::tempdir().unwrap();
        let (held, writer) = written(dir.path(), 0, 0);
        let mut reader = Reader::new(held.path(), 0);
        let mut seen = Vec::new();
        for i in 0..40u8 {
            writer.chunk(Stream::Stderr, &vec![i; 600_000]);
            seen.extend(chunks(&mut reader, writer.progress().written()));
        }
        writer.close(HowEnded::Exit(0));
        assert_eq!(seen, (0..40).map(|i| (i, 600_000)).collect::<Vec<_>>());
        assert!(segments(held.path()).unwrap().len() > 2);
        forget_before(held.path(), reader.offset()).unwrap();
        assert_eq!(segments(held.path()).unwrap().len(), 1);
        let last = reader.next(u64::MAX).unwrap().unwrap().entry;
        assert_eq!(last, Entry::Ended(HowEnded::Exit(0)));
    }

    #[test]
    fn reading_goes_on_at_any_record() {
        let dir = tempfile::tempdir().unwrap();
        let (held, _writer) = written(dir.path(), 30, 500_000);
        let mut offsets = Vec::new();
        let mut reader = Reader::new(held.path(), 0);
        while let Some(w) = reader.next(u64::MAX).unwrap() {
            offsets.push(w.offset);
        }
        for (i, &offset) in offsets.iter().enumerate().skip(1) {
            let mut reader = Reader::new(held.path(), offset);
            assert_eq!(chunks(&mut reader, u64::MAX).len(), 31 - i);
        }
    }

    #[test]
    fn a_journal_may_be_longer_than_four_gigabytes() {
        let dir = tempfile::tempdir().unwrap();
        let (held, writer) = written(dir.path(), 30, 500_000);
        drop(writer);
        // As if fifty gigabytes had been indexed and deleted before.
        let far = 50_000_000_000;
        let all = segments(held.path()).unwrap();
        for (start, path) in all.iter().rev() {
            fs::rename(path, segment(held.path(), far + start)).unwrap();
        }
        let mut reader = Reader::new(held.path(), far);
        assert_eq!(chunks(&mut reader, u64::MAX).len(), 30);
        assert!(reader.offset() > far + 15_000_000);
        forget_before(held.path(), far + all[1].0).unwrap();
        assert_eq!(segments(held.path()).unwrap().len(), all.len() - 1);
        // From the beginning, what is gone is told.
        let mut reader = Reader::new(held.path(), 0);
        let first = reader.next(u64::MAX).unwrap().unwrap();
        let damage = Damage { offset: 0, bytes: far + all[1].0 };
        assert_eq!((first.offset, first.damage), (far + all[1].0, Some(damage)));
    }

    #[test]
    fn what_was_cut_off_a_segment_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let (held, writer) = written(dir.path(), 30, 500_000);
        drop(writer);
        let (_, path) = segments(held.path()).unwrap().remove(0);
        let whole = fs::metadata(&path).unwrap().len();
        fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(2_000_000).unwrap();
        let mut reader = Reader::new(held.path(), 0);
        let (mut damaged, mut read) = (0, 0);
        while let Some(window) = reader.next(u64::MAX).unwrap() {
            damaged += window.damage.map_or(0, |d| d.bytes);
            read += window.bytes().len() as u64;
        }
        assert!(damaged > whole - 2_000_000 && damaged < whole - 1_000_000, "{damaged}");
        assert!(read >= 7_000_000, "{read}");
    }

    #[test]
    fn a_torn_tail_is_left_out() {
        let dir = tempfile::tempdir().unwrap();
        let (held, writer) = written(dir.path(), 3, 1000);
        let (_, path) = segments(held.path()).unwrap().remove(0);
        drop(writer);
        let len = fs::metadata(&path).unwrap().len();
        fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(len - 1).unwrap();
        assert_eq!(chunks(&mut Reader::new(held.path(), 0), u64::MAX).len(), 2);
    }

    #[test]
    fn damage_is_passed_over_and_told() {
        let dir = tempfile::tempdir().unwrap();
        let (held, writer) = written(dir.path(), 20, 1_000);
        drop(writer);
        let (_, path) = segments(held.path()).unwrap().remove(0);
        let whole = fs::read(&path).unwrap();
        for at in (0..whole.len()).step_by(97) {
            let mut bad = whole.clone();
            bad[at] ^= 0x10;
            fs::write(&path, &bad).unwrap();
            let mut reader = Reader::new(held.path(), 0);
            let (mut read, mut damage) = (0, Vec::new());
            while let Some(w) = reader.next(u64::MAX).unwrap() {
                damage.extend(w.damage);
                read += usize::from(matches!(w.entry, Entry::Chunk(..)));
            }
            damage.extend(reader.take_damage());
            assert!(read >= 19, "byte {at}: {read} chunks");
            match damage[..] {
                [one] => assert!(one.bytes < 1_100, "byte {at}: {one:?}"),
                // In the length of the last record it cannot be told from a record torn by a kill.
                [] => assert!(at > whole.len() - 1_100, "byte {at}"),
                _ => panic!("byte {at}: {damage:?}"),
            }
        }
    }

    #[test]
    fn one_process_at_a_time_works_on_a_journal() {
        use super::super::{Found, scan};
        let dir = tempfile::tempdir().unwrap();
        let (held, writer) = written(dir.path(), 1, 1);
        fs::write(dir.path().join("a file"), "").unwrap();
        fs::create_dir(dir.path().join("a folder")).unwrap();
        let found = scan(dir.path()).unwrap();
        assert_eq!(found.len(), 1);
        assert!(matches!(found[0].take().unwrap(), Found::Recording));
        drop((held, writer));
        let Found::Taken(taken) = found[0].take().unwrap() else { panic!("not taken") };
        assert!(matches!(found[0].take().unwrap(), Found::Completing));
        taken.remove().unwrap();
        assert!(matches!(found[0].take().unwrap(), Found::Gone));
    }
}
