//! Recordings to findings: the fold over what is stored, and where findings are kept.
//!
//! Findings are derived: they are made as the frames come in (see `ingest`), and made again from the frames when
//! the rules have changed since.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rusqlite::Transaction;

use crate::core::fold::{Fold, FrameInput, Options, PARSED};
use crate::core::frame::{Dir, FrameNumber, Moment};
use crate::core::message::{self, Reading};
use crate::core::protocol::{Side, Stability};
use crate::core::rules::{FAILED, Finding, Severity, VERSION};
use crate::core::tree::Value;
use crate::fault;
use crate::store::{FrameRow, Mark, NewFinding, Phase, Result, Severities, Store};

/// Findings of one recording that are kept; all are counted.
const KEPT: u32 = 100_000;
/// Frames that are read at a time.
const WINDOW: usize = 500;

/// A fold that cannot take its caller down: should it ever panic, it says so once and judges no further.
#[derive(Debug)]
pub struct Bench(Option<Fold>);

impl Default for Bench {
    fn default() -> Self {
        Self::new()
    }
}

impl Bench {
    /// A fold with all rules.
    #[must_use]
    pub fn new() -> Bench {
        Bench(Some(Fold::new(Options::default())))
    }

    /// Judges the next frame, which was parsed.
    pub fn push(
        &mut self,
        frame: &FrameInput<'_>,
        reading: &Reading,
        value: Option<&Value<'_>>,
    ) -> Vec<Finding> {
        self.guarded(frame.number, |fold| {
            fault::here("judge", frame.raw);
            fold.push_parsed(frame, reading, value)
        })
    }

    /// Judges the next frame, which was read.
    pub fn push_read(&mut self, frame: &FrameInput<'_>, reading: &Reading) -> Vec<Finding> {
        self.guarded(frame.number, |fold| fold.push_read(frame, reading))
    }

    /// Judges the next frame, of which only its beginning is in memory.
    pub fn push_envelope(&mut self, frame: &FrameInput<'_>, reading: &Reading) -> Vec<Finding> {
        self.guarded(frame.number, |fold| fold.push_envelope(frame, reading))
    }

    /// A direction ends in order, after this frame.
    pub fn eof(&mut self, dir: Dir, t: Moment, after: FrameNumber) -> Vec<Finding> {
        self.guarded(after, |fold| {
            fold.eof(dir, t);
            Vec::new()
        })
    }

    /// The recording ends, after this frame.
    pub fn finish(&mut self, after: FrameNumber) -> Vec<Finding> {
        self.guarded(after, Fold::finish)
    }

    /// The turn of a session that began or ended with this frame, and why it ended.
    #[must_use]
    pub fn turn_at(&self, session: &str, frame: FrameNumber) -> Option<(u32, Option<&str>)> {
        let session = self.0.as_ref()?.state().session(session)?;
        let begun = session.turns.iter().find(|t| t.frame == frame).map(|t| (t.number, None));
        let ended = session.last_turn.as_ref().filter(|t| t.frame == frame);
        begun.or_else(|| ended.map(|t| (t.number, t.stop.as_deref())))
    }

    /// Bytes are missing behind this frame.
    pub fn gap(&mut self, after: FrameNumber) -> Vec<Finding> {
        self.guarded(after, |fold| fold.gap(after))
    }

    /// A fault of ours at a frame: nothing is judged from here on.
    pub fn fail(&mut self, frame: FrameNumber) -> Vec<Finding> {
        self.0.take().map(|_| fault_of_ours(frame)).into_iter().collect()
    }

    fn guarded(
        &mut self,
        frame: FrameNumber,
        work: impl FnOnce(&mut Fold) -> Vec<Finding>,
    ) -> Vec<Finding> {
        let Some(fold) = &mut self.0 else { return Vec::new() };
        // After a panic the fold is dropped, so nobody sees it half changed.
        match catch_unwind(AssertUnwindSafe(|| work(fold))) {
            Ok(found) => found,
            Err(_) => {
                log::error!("the judging ends at frame {}, for a fault of our own", frame.0);
                self.fail(frame)
            }
        }
    }
}

fn fault_of_ours(frame: FrameNumber) -> Finding {
    Finding::of_the_judging(
        FAILED,
        frame,
        "a fault of acp-scope's own ended the judging here: frames from here on are not judged; \
         please report it with this recording",
    )
}

/// Stores findings and counts them.
///
/// # Errors
/// SQLite's.
pub fn keep(
    tx: &Transaction<'_>,
    recording: i64,
    findings: &[Finding],
    counts: &mut Severities,
) -> Result<()> {
    for f in findings {
        let kept = counts.errors + counts.warnings + counts.infos;
        *match f.severity {
            Severity::Error => &mut counts.errors,
            Severity::Warning => &mut counts.warnings,
            Severity::Info => &mut counts.infos,
        } += 1;
        if kept >= KEPT {
            continue;
        }
        let row = NewFinding {
            frame: f.frame,
            rule: f.rule,
            severity: f.severity.word(),
            side: match f.side {
                Side::Client => "client",
                Side::Agent => "agent",
            },
            pointer: &f.pointer,
            message: &f.message,
            session: f.session.as_deref(),
            related: &f.related,
            stability: match f.stability {
                Stability::Stable => "stable",
                Stability::Draft => "draft",
            },
        };
        Store::insert_finding(tx, recording, &row)?;
    }
    Ok(())
}

/// Gives a fold all frames of a recording, and the ends of its streams where they came.
///
/// # Errors
/// SQLite's.
pub fn replay(
    store: &Store,
    recording: i64,
    bench: &mut Bench,
    mut found: impl FnMut(Vec<Finding>),
) -> Result<()> {
    let mut marks = store.marks(recording)?.into_iter().peekable();
    let mut from = 1;
    let mut after = FrameNumber(0);
    loop {
        // Each read by itself would lock the database anew.
        let _reading = store.snapshot();
        let rows = store.frames(recording, FrameNumber(from), WINDOW)?;
        let Some(last) = rows.last().map(|r| r.number.0) else { break };
        for row in rows {
            while let Some(mark) = marks.next_if(|m| is_due(m, &row)) {
                found(bench.guarded(after, |fold| tell(fold, &mark, after)));
            }
            let (raw, reading) = held(store, recording, &row)?;
            let frame = FrameInput {
                number: row.number,
                dir: row.dir,
                t: row.t,
                raw: &raw,
                terminated: row.terminated,
            };
            found(match reading {
                None => bench.guarded(frame.number, |fold| fold.push(&frame)),
                Some(reading) => bench.push_envelope(&frame, &reading),
            });
            after = row.number;
        }
        from = last + 1;
    }
    for mark in marks {
        found(bench.guarded(after, |fold| tell(fold, &mark, after)));
    }
    Ok(())
}

/// A stored frame's bytes. Of one that is too large to be held they are the first ones, and the reading is
/// that of all of it.
///
/// # Errors
/// SQLite's.
pub fn held(store: &Store, recording: i64, row: &FrameRow) -> Result<(Vec<u8>, Option<Reading>)> {
    if row.size <= PARSED as u64 {
        return Ok((store.raw(recording, row.number, PARSED)?.bytes, None));
    }
    let mut reader = message::Reader::new();
    let (mut head, mut part) = (Vec::new(), 0);
    while let Some(bytes) = store.raw_part(recording, row.number, part)? {
        reader.push(&bytes);
        if part == 0 {
            head = bytes;
        }
        part += 1;
    }
    Ok((head, Some(reader.finish())))
}

/// Whether a mark comes before a frame. The frames that a gap has cut are stored before its mark, and are not
/// judged either.
#[must_use]
pub fn is_due(mark: &Mark, frame: &FrameRow) -> bool {
    let cut = mark.kind == "gap" && !frame.terminated;
    mark.after_frame < frame.number.0 || (cut && mark.after_frame - frame.number.0 < 2)
}

/// Tells a fold what a mark says: that a stream has ended, or that bytes are missing behind this frame.
pub fn tell(fold: &mut Fold, mark: &Mark, after: FrameNumber) -> Vec<Finding> {
    match (mark.kind.as_str(), direction(mark)) {
        ("gap", _) => return fold.gap(after),
        ("end", Some(dir)) => fold.eof(dir, mark.t),
        _ => {}
    }
    Vec::new()
}

/// The direction that a mark says has ended; `None` for stderr.
fn direction(end: &Mark) -> Option<Dir> {
    match end.stream.as_deref() {
        Some("c2a") => Some(Dir::ClientToAgent),
        Some("a2c") => Some(Dir::AgentToClient),
        _ => None,
    }
}

/// Judges a recording that has ended once more, by the rules of this version.
///
/// # Errors
/// SQLite's.
pub fn again(store: &mut Store, recording: i64) -> Result<()> {
    let mut bench = Bench::new();
    let mut all = Vec::new();
    replay(store, recording, &mut bench, |findings| all.extend(findings))?;
    let last = store.recording(recording)?.map_or(0, |r| r.frames);
    all.extend(bench.finish(FrameNumber(u32::try_from(last).unwrap_or(u32::MAX))));
    let tx = store.begin()?;
    let mut counts = Severities::default();
    Store::clear_findings(&tx, recording)?;
    keep(&tx, recording, &all, &mut counts)?;
    Store::set_judged(&tx, recording, VERSION, counts)?;
    tx.commit()?;
    Ok(())
}

/// The recordings that have ended and are not judged by the rules of this version.
///
/// # Errors
/// SQLite's.
pub fn stale(store: &Store) -> Result<Vec<i64>> {
    let rows = store.recordings()?;
    let stale = rows.iter().filter(|r| r.phase != Phase::Live && r.judged_by != Some(VERSION));
    Ok(stale.map(|r| r.number).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_ends_the_judging_and_nothing_else() {
        let mut bench = Bench::new();
        let found = bench.guarded(FrameNumber(7), |_| panic!("on purpose"));
        assert_eq!((found[0].rule, found[0].frame), (FAILED, FrameNumber(7)));
        assert!(bench.finish(FrameNumber(7)).is_empty());
    }
}
