//! The lines of a capture file on their way to rows, in three threads: one reads, one judges, one stores.

use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

use super::lines::Lines;
use super::{Error, begin};
use crate::capture::{self, Batches, What};
use crate::core::frame::Moment;
use crate::formats::acp_jsonl::{Bookmark, Header, Stream};
use crate::ingest::{Arrived, Batch, Intake, Rows, most};
use crate::store::Totals;

/// Batches that wait to be stored.
const WAITING: usize = 2;

/// Lines on their way.
#[derive(Default)]
struct Load {
    /// The first line, and how it was spelled.
    header: Option<Box<(Header, String)>>,
    batch: Batch,
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
        let (full, loads) = sync_channel::<Load>(WAITING);
        let (empty, spare) = channel::<Batch>();
        let reader = scope.spawn(move || read(lines, shown, &full, &spare));
        let stored = keep(tx, shown, &loads, &empty);
        // A reader that waits to hand on must hear that nobody takes any more.
        drop(loads);
        let read = reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        match (stored, read) {
            (Err(failure), _) | (_, Err(failure)) => Err(failure),
            (Ok(None), Ok(_)) => Ok(None),
            (Ok(Some((rows, given))), Ok(totals)) => {
                rows.settle(tx, &totals)?;
                Ok(Some(Stored { rows, totals, given }))
            }
        }
    })
}

/// Stores what comes.
fn keep(
    tx: &rusqlite::Transaction<'_>,
    shown: &str,
    loads: &Receiver<Load>,
    empty: &Sender<Batch>,
) -> Result<Option<(Rows, Given)>, Error> {
    let mut rows: Option<Rows> = None;
    let mut given = Given::default();
    for Load { header, mut batch } in loads {
        let rows = match &mut rows {
            Some(rows) => rows,
            None => {
                let header = header.map(|first| {
                    let (mut header, spelled) = *first;
                    given.bookmarks = std::mem::take(&mut header.bookmarks);
                    given.tags = std::mem::take(&mut header.tags);
                    (header, spelled)
                });
                rows.insert(begin(tx, shown, header)?)
            }
        };
        rows.store(tx, &batch)?;
        batch.clear();
        // A reader that is through takes none back.
        let _ = empty.send(batch);
    }
    Ok(rows.map(|rows| (rows, given)))
}

/// Judges lines, and hands on what they come to.
fn read(
    mut lines: Lines,
    shown: &str,
    full: &SyncSender<Load>,
    spare: &Receiver<Batch>,
) -> Result<Totals, Error> {
    let mut intake = Intake::new();
    let (mut data, mut t) = (0u64, Moment(0));
    let mut parsed = Batches::of(move |line| lines.next(line).map_err(|e| e.to_string()));
    // Whether there was anything at all.
    let mut any = false;
    while let Some(mut lines) = parsed.next() {
        let mut header = None;
        *intake.batch() = spare.try_recv().unwrap_or_default();
        // The bytes go on as they are, and an empty buffer goes back.
        intake.batch().swap(&mut lines.bytes);
        for (number, what) in lines.lines.drain(..) {
            any = true;
            match what {
                What::Header(first) => {
                    let (first, spelled) = *first;
                    header = Some(Box::new((first, capture::without_given(&spelled))));
                }
                What::Data { stream, t: at, first, raw, terminated } => {
                    t = at.unwrap_or(t);
                    let first = first.unwrap_or(t);
                    data += 1;
                    match stream {
                        Stream::Wire(_) if intake.is_full() => {
                            let most = most();
                            return Err(Error::File(format!(
                                "{shown}:{number}: a recording has {most} frames at most, and this file has more: \
                                 nothing was imported: divide the file"
                            )));
                        }
                        Stream::Wire(dir) => {
                            let size = raw.len() as u64;
                            let arrived = Arrived { dir, first, t, size, terminated };
                            intake.frame_at(&arrived, raw);
                        }
                        Stream::Stderr => intake.stderr_at(first, t, raw, terminated),
                    }
                }
                What::End { stream, t: at } => {
                    t = at.unwrap_or(t);
                    match stream {
                        Stream::Wire(dir) => intake.end(t, dir),
                        Stream::Stderr => intake.end_of_stderr(t),
                    }
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
            }
        }
        parsed.done(lines);
        let batch = std::mem::take(intake.batch());
        if any && full.send(Load { header, batch }).is_err() {
            // Storing has failed, and says why.
            return Ok(intake.totals());
        }
    }
    if any {
        intake.finish();
        let batch = std::mem::take(intake.batch());
        let _ = full.send(Load { header: None, batch });
    }
    Ok(intake.totals())
}
