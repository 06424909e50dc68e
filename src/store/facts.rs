//! A frame with all that a filter may ask for, read for the evaluator in memory.

use rusqlite::OptionalExtension;

use super::write::frame_id;
use super::{BatchRow, FindingRow, FrameRow, Result, Store};
use crate::core::filter::{Facts, FoundBy, Part};
use crate::core::frame::FrameNumber;
use crate::core::rules::Severity;

/// What is known of a frame.
#[derive(Debug, Clone)]
pub struct FrameFacts {
    /// Its row.
    pub row: FrameRow,
    before: Option<u64>,
    batch: Vec<BatchRow>,
    findings: Vec<FindingRow>,
    marked: bool,
    raw: Vec<u8>,
}

impl FrameFacts {
    /// The same, as filters see it.
    #[must_use]
    pub fn facts(&self) -> Facts<'_> {
        let r = &self.row;
        Facts {
            number: r.number.0,
            t: r.t.0,
            before: self.before,
            dir: r.dir,
            size: r.size,
            terminated: r.terminated,
            odd: r.problem.is_some(),
            marked: self.marked,
            message: Part {
                kind: r.kind,
                method: r.method.as_deref(),
                update: r.variant.as_deref(),
                id: r.rpc_id.as_deref(),
                session: r.session.as_deref(),
                paired: r.pair.is_some(),
                latency: r.latency,
            },
            batch: self.batch.iter().map(part).collect(),
            findings: self.findings.iter().map(found).collect(),
            raw: &self.raw,
        }
    }
}

fn part(b: &BatchRow) -> Part<'_> {
    Part {
        kind: b.kind,
        method: b.method.as_deref(),
        update: b.variant.as_deref(),
        id: b.rpc_id.as_deref(),
        session: b.session.as_deref(),
        paired: b.pair.is_some(),
        latency: b.latency,
    }
}

fn found(f: &FindingRow) -> FoundBy<'_> {
    let severity = match f.severity.as_str() {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        _ => Severity::Info,
    };
    FoundBy { rule: &f.rule, severity }
}

impl Store {
    /// A frame's row with all that a filter may ask for.
    ///
    /// # Errors
    /// SQLite's.
    pub fn facts(&self, recording: i64, row: FrameRow) -> Result<FrameFacts> {
        let n = row.number;
        let id = frame_id(recording, n);
        let before = self
            .conn
            .prepare_cached("SELECT t FROM frames WHERE id = ?1")?
            .query_row([id - 1], |r| r.get::<_, i64>(0))
            .optional()?;
        let marked = self
            .conn
            .prepare_cached("SELECT 1 FROM bookmarks WHERE recording = ?1 AND frame = ?2")?
            .exists([recording, i64::from(n.0)])?;
        Ok(FrameFacts {
            before: before.map(|t| t as u64),
            batch: self.batch(recording, n)?,
            findings: self.findings(recording, n, n, usize::MAX >> 1)?,
            marked,
            raw: self.raw(recording, FrameNumber(n.0), usize::MAX)?.bytes,
            row,
        })
    }
}
