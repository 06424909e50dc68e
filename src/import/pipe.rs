//! The lines of a capture file on their way to rows, in three threads: one reads, one judges, one stores.

use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

use super::lines::Lines;
use super::{Error, begin};
use crate::capture::{self, Batches, What};
use crate::core::fold::PARSED;
use crate::core::frame::Moment;
use crate::core::message;
use crate::core::rules::Finding;
use crate::formats::acp_jsonl::{Bookmark, Header, Stream};
use crate::ingest::{Arrived, Derived, Deriver, Rows, StderrLine};
use crate::store::{PART, Store, Totals};

/// Batches that wait to be stored.
const WAITING: usize = 2;

/// What lines come to.
enum Event {
    /// The first line, and how it was spelled.
    Header(Box<(Header, String)>),
    /// A frame, and where its bytes are.
    Frame(Derived, Range<usize>),
    /// A frame that is stored in parts.
    InParts(Derived, Range<usize>),
    Stderr {
        first: Moment,
        t: Moment,
        line: Range<usize>,
        line_end: bool,
    },
    End {
        stream: Stream,
        t: Moment,
        found: Vec<Finding>,
    },
}

#[derive(Default)]
struct Batch {
    events: Vec<Event>,
    bytes: Vec<u8>,
}

/// All lines are read.
struct Read {
    found: Vec<Finding>,
    totals: Totals,
}

/// What people have given a recording before it became a file.
#[derive(Default)]
pub(super) struct Given {
    pub(super) bookmarks: Vec<Bookmark>,
    pub(super) tags: Vec<String>,
}

/// A recording whose lines are all stored.
pub(super) struct Stored {
    pub(super) rows: Rows,
    pub(super) totals: Totals,
    pub(super) given: Given,
}

/// Stores what the lines hold. `None`: they hold nothing.
pub(super) fn store(
    tx: &rusqlite::Transaction<'_>,
    shown: &str,
    lines: Lines,
) -> Result<Option<Stored>, Error> {
    thread::scope(|scope| {
        let (full, batches) = sync_channel::<Batch>(WAITING);
        let (empty, spare) = channel::<Batch>();
        let reader = scope.spawn(move || read(lines, shown, &full, &spare));
        let stored = keep(tx, shown, &batches, &empty);
        // A reader that waits to hand on must hear that nobody takes any more.
        drop(batches);
        let read = reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        match (stored, read) {
            (Err(failure), _) | (_, Err(failure)) => Err(failure),
            (Ok(None), Ok(_)) => Ok(None),
            (Ok(Some((mut rows, given))), Ok(Read { found, totals })) => {
                rows.findings(tx, &found)?;
                rows.settle(tx, &totals)?;
                Ok(Some(Stored { rows, totals, given }))
            }
        }
    })
}

/// Stores batches as they come.
fn keep(
    tx: &rusqlite::Transaction<'_>,
    shown: &str,
    batches: &Receiver<Batch>,
    empty: &Sender<Batch>,
) -> Result<Option<(Rows, Given)>, Error> {
    let mut rows: Option<Rows> = None;
    let mut given = Given::default();
    let mut after = 0;
    for mut batch in batches {
        for event in batch.events.drain(..) {
            let rows = match (event, &mut rows) {
                (Event::Header(header), slot) => {
                    let (mut header, raw) = *header;
                    given.bookmarks = std::mem::take(&mut header.bookmarks);
                    given.tags = std::mem::take(&mut header.tags);
                    *slot = Some(begin(tx, shown, Some((header, raw)))?);
                    continue;
                }
                (event, slot) => {
                    if slot.is_none() {
                        *slot = Some(begin(tx, shown, None)?);
                    }
                    slot.as_mut().map(|rows| (rows, event))
                }
            };
            let Some((rows, event)) = rows else { continue };
            match event {
                Event::Header(_) => {}
                Event::Frame(derived, raw) => {
                    rows.frame(tx, &derived, Some(&batch.bytes[raw]))?;
                    after = derived.number().0;
                }
                Event::InParts(derived, raw) => {
                    rows.frame(tx, &derived, None)?;
                    for (i, part) in batch.bytes[raw].chunks(PART).enumerate() {
                        Store::insert_part(tx, rows.recording(), derived.number(), i, part)?;
                    }
                    after = derived.number().0;
                }
                Event::Stderr { first, t, line, line_end } => {
                    let line = StderrLine { first, t, line: &batch.bytes[line], line_end };
                    rows.stderr(tx, after, &line)?;
                }
                Event::End { stream, t, found } => {
                    rows.findings(tx, &found)?;
                    rows.mark(tx, after, t, "end", Some(stream.code()), None)?;
                }
            }
        }
        batch.bytes.clear();
        // A reader that is through takes none back.
        let _ = empty.send(batch);
    }
    Ok(rows.map(|rows| (rows, given)))
}

/// Judges lines, and hands on what they come to.
fn read(
    mut lines: Lines,
    shown: &str,
    full: &SyncSender<Batch>,
    spare: &Receiver<Batch>,
) -> Result<Read, Error> {
    let mut deriver = Deriver::new();
    let (mut data, mut t) = (0u64, Moment(0));
    let mut parsed = Batches::of(move |line| lines.next(line).map_err(|e| e.to_string()));
    while let Some(mut lines) = parsed.next() {
        let mut batch = spare.try_recv().unwrap_or_default();
        // The bytes go on as they are, and an empty buffer goes back.
        std::mem::swap(&mut batch.bytes, &mut lines.bytes);
        for (number, what) in lines.lines.drain(..) {
            let event = match what {
                What::Header(header) => {
                    let (header, spelled) = *header;
                    Event::Header(Box::new((header, capture::without_given(&spelled))))
                }
                What::Data { stream, t: at, first, raw, terminated } => {
                    t = at.unwrap_or(t);
                    let first = first.unwrap_or(t);
                    data += 1;
                    match stream {
                        Stream::Wire(dir) => {
                            let size = raw.len() as u64;
                            let arrived = Arrived { dir, first, t, size, terminated };
                            let bytes = &batch.bytes[raw.clone()];
                            if bytes.len() <= PART {
                                Event::Frame(deriver.frame(&arrived, bytes), raw)
                            } else {
                                Event::InParts(in_parts(&mut deriver, &arrived, bytes), raw)
                            }
                        }
                        Stream::Stderr => {
                            deriver.stderr(t);
                            Event::Stderr { first, t, line: raw, line_end: terminated }
                        }
                    }
                }
                What::End { stream, t: at } => {
                    t = at.unwrap_or(t);
                    let found = match stream {
                        Stream::Wire(dir) => deriver.end(t, dir),
                        Stream::Stderr => Vec::new(),
                    };
                    Event::End { stream, t, found }
                }
                What::Fault { fault, .. } => {
                    return Err(Error::File(format!(
                        "{shown}:{number}: {fault}: nothing was imported; the {data} frames and stderr \
                         lines before it can be read: mend or remove that line"
                    )));
                }
                What::Unreadable(why) => {
                    return Err(Error::File(format!(
                        "{shown}: cannot be read: {why}: check its name and rights"
                    )));
                }
            };
            batch.events.push(event);
        }
        parsed.done(lines);
        if full.send(batch).is_err() {
            // Storing has failed, and says why.
            break;
        }
    }
    Ok(Read { found: deriver.finish(), totals: deriver.totals() })
}

fn in_parts(deriver: &mut Deriver, arrived: &Arrived, raw: &[u8]) -> Derived {
    let reading = message::read(raw);
    let derived = deriver.in_parts(arrived, &reading);
    let held = if raw.len() <= PARSED { raw } else { &raw[..PART] };
    let found = deriver.judge_parts(derived.number(), arrived, held, &reading);
    derived.with_findings(found)
}
