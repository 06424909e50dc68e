//! The lines of a capture file, read and parsed by a thread of its own while others judge and store them.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

use crate::core::frame::Moment;
use crate::formats::acp_jsonl::{self, Fault, Header, Line, Stream};

/// A batch is handed on when it holds so many bytes …
const BYTES: usize = 256 << 10;
/// … or so many lines.
const LINES: usize = 1_000;
/// Batches that wait.
const WAITING: usize = 2;

/// What a line holds.
#[derive(Debug)]
pub enum What {
    /// The first line, and how it was spelled.
    Header(Box<(Header, String)>),
    /// A frame, or a line of stderr.
    Data {
        /// Its stream.
        stream: Stream,
        /// When its last byte was read.
        t: Option<Moment>,
        /// When its first byte was read.
        first: Option<Moment>,
        /// Where its bytes are in those of the batch.
        raw: Range<usize>,
        /// A line feed followed.
        terminated: bool,
    },
    /// A stream has ended.
    End {
        /// Which.
        stream: Stream,
        /// When.
        t: Option<Moment>,
    },
    /// It is no line of a capture file. The last one.
    Fault {
        /// Why.
        fault: Fault,
        /// The line has its line feed: the file is not cut off here.
        complete: bool,
    },
    /// It cannot be read, for this reason. The last one.
    Unreadable(String),
}

/// Lines, each with its number from 1 on.
#[derive(Debug, Default)]
pub struct Batch {
    /// What they hold.
    pub lines: Vec<(u64, What)>,
    /// The bytes of frames and lines of stderr, one after another.
    pub bytes: Vec<u8>,
    /// There are no more behind it.
    last: bool,
}

/// Lines on their way.
#[derive(Debug)]
pub struct Batches {
    full: Receiver<Batch>,
    empty: Sender<Batch>,
    over: bool,
}

impl Batches {
    /// Reads in a thread of its own. `next` gives the next line, with its line feed, in a buffer that it finds
    /// empty; false at the end.
    #[must_use]
    pub fn of(next: impl FnMut(&mut Vec<u8>) -> Result<bool, String> + Send + 'static) -> Batches {
        let (send, full) = sync_channel(WAITING);
        let (empty, spare) = channel();
        // Nobody waits for it: whoever has seen enough must not hang on an input that stays open.
        thread::spawn(move || read(next, &send, &spare));
        Batches { full, empty, over: false }
    }

    /// Gives a batch back, to be filled again.
    pub fn done(&self, mut batch: Batch) {
        batch.lines.clear();
        batch.bytes.clear();
        // A reader that is through takes none back.
        let _ = self.empty.send(batch);
    }
}

/// The lines in order. Panics if the thread that reads has panicked.
impl Iterator for Batches {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        if self.over {
            return None;
        }
        let Ok(batch) = self.full.recv() else {
            panic!("the thread that reads the file has panicked");
        };
        self.over = batch.last;
        Some(batch)
    }
}

fn read(
    mut next: impl FnMut(&mut Vec<u8>) -> Result<bool, String>,
    full: &SyncSender<Batch>,
    spare: &Receiver<Batch>,
) {
    let mut batch = Batch::default();
    let mut line = Vec::new();
    let mut any = false;
    for number in 1.. {
        line.clear();
        let (what, last) = match next(&mut line) {
            Ok(false) => break,
            Err(why) => (What::Unreadable(why), true),
            Ok(true) => match acp_jsonl::parse(&line, !any) {
                Ok(None) => continue,
                Ok(Some(parsed)) => (batch.take(parsed, &line), false),
                Err(fault) => (What::Fault { fault, complete: line.ends_with(b"\n") }, true),
            },
        };
        any = true;
        batch.lines.push((number, what));
        if last {
            break;
        }
        if batch.bytes.len() >= BYTES || batch.lines.len() >= LINES {
            let next = spare.try_recv().unwrap_or_default();
            if full.send(std::mem::replace(&mut batch, next)).is_err() {
                // Whoever takes them has seen enough.
                return;
            }
        }
    }
    batch.last = true;
    let _ = full.send(batch);
}

impl Batch {
    fn take(&mut self, parsed: Line<'_>, line: &[u8]) -> What {
        match parsed {
            Line::Header(header) => {
                let spelled = String::from_utf8_lossy(line.trim_ascii()).into_owned();
                What::Header(Box::new((header, spelled)))
            }
            Line::Data { stream, t, first, raw, terminated } => {
                let start = self.bytes.len();
                match raw {
                    // Not copied once more: it may be a gigabyte.
                    Cow::Owned(raw) if start == 0 => self.bytes = raw,
                    raw => self.bytes.extend_from_slice(&raw),
                }
                What::Data { stream, t, first, raw: start..self.bytes.len(), terminated }
            }
            Line::End { stream, t } => What::End { stream, t },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of lines and what their bytes are, until the end or a fault.
    fn all(texts: Vec<String>) -> Vec<(u64, String)> {
        let mut texts = texts.into_iter();
        let mut batches = Batches::of(move |line| {
            let next = texts.next();
            line.extend_from_slice(next.as_deref().unwrap_or_default().as_bytes());
            Ok(next.is_some())
        });
        let mut out = Vec::new();
        while let Some(batch) = batches.next() {
            for (number, what) in &batch.lines {
                let text = match what {
                    What::Data { raw, .. } => {
                        String::from_utf8(batch.bytes[raw.clone()].to_vec()).unwrap()
                    }
                    What::Fault { fault, complete } => format!("{complete}: {fault}"),
                    other => format!("{other:?}"),
                };
                out.push((*number, text));
            }
            batches.done(batch);
        }
        out
    }

    #[test]
    fn lines_come_in_order_over_many_batches() {
        let size = BYTES / 3;
        let text = |i: usize| {
            let fill = "x".repeat(if i.is_multiple_of(50) { size } else { 0 });
            format!("{{\"t\":{i},\"dir\":\"a2c\",\"raw\":\"{i}\\\"{fill}\"}}\n")
        };
        let mut texts: Vec<String> = (0..5_000).map(text).collect();
        texts.insert(7, "\n".to_owned());
        let got = all(texts);
        assert_eq!(got.len(), 5_000);
        for (i, (number, text)) in got.iter().enumerate() {
            assert!(text.starts_with(&format!("{i}\"")), "{i}");
            assert_eq!(*number as usize, if i < 7 { i + 1 } else { i + 2 });
        }
    }

    #[test]
    fn a_fault_is_the_last_thing_that_is_told() {
        let good = r#"{"t":1,"dir":"a2c","raw":"a"}"#;
        let got = all(vec![format!("{good}\n"), "x\n".into(), format!("{good}\n")]);
        assert_eq!(got[0], (1, "a".to_owned()));
        assert_eq!(got[1].0, 2);
        assert!(got[1].1.starts_with("true: not a line"), "{got:?}");
        assert_eq!(got.len(), 2);
        assert!(all(vec!["{\"t\":".into()])[0].1.starts_with("false: "));
        assert_eq!(all(vec![]), []);
    }
}
