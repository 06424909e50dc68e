//! Recordings to findings: the fold over what is stored, and where findings are kept.
//!
//! Findings are derived: they are made as the frames come in (see `ingest`), and made again from the frames when
//! the rules have changed since.

use rusqlite::Transaction;

use crate::core::fold::{Fold, FrameInput, Options};
use crate::core::frame::{Dir, FrameNumber};
use crate::core::protocol::{Side, Stability};
use crate::core::rules::{Finding, Severity, VERSION};
use crate::store::{Mark, NewFinding, PART, Phase, Result, Severities, Store};

/// Findings of one recording that are kept; all are counted.
const KEPT: u32 = 100_000;
/// Frames that are read at a time.
const WINDOW: usize = 500;

/// A fold with all rules.
#[must_use]
pub fn fold() -> Fold {
    Fold::new(Options::default())
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
    fold: &mut Fold,
    mut found: impl FnMut(Vec<Finding>),
) -> Result<()> {
    let mut ends = store.marks(recording)?.into_iter().filter(|m| m.kind == "end").peekable();
    let mut from = 1;
    loop {
        let rows = store.frames(recording, FrameNumber(from), WINDOW)?;
        let Some(last) = rows.last().map(|r| r.number.0) else { break };
        for row in rows {
            while let Some(end) = ends.next_if(|m| m.after_frame < row.number.0) {
                eof(fold, &end);
            }
            let raw = if row.in_parts {
                Vec::new()
            } else {
                store.raw(recording, row.number, PART)?.bytes
            };
            let frame = FrameInput {
                number: row.number,
                dir: row.dir,
                t: row.t,
                raw: &raw,
                terminated: row.terminated,
            };
            if !row.in_parts {
                found(fold.push(&frame));
            }
        }
        from = last + 1;
    }
    ends.for_each(|end| eof(fold, &end));
    Ok(())
}

/// Tells a fold of the end of a stream.
pub fn eof(fold: &mut Fold, end: &Mark) {
    let dir = match end.stream.as_deref() {
        Some("c2a") => Dir::ClientToAgent,
        Some("a2c") => Dir::AgentToClient,
        _ => return,
    };
    fold.eof(dir, end.t);
}

/// Judges a recording that has ended once more, by the rules of this version.
///
/// # Errors
/// SQLite's.
pub fn again(store: &mut Store, recording: i64) -> Result<()> {
    let mut fold = fold();
    let mut all = Vec::new();
    replay(store, recording, &mut fold, |findings| all.extend(findings))?;
    all.extend(fold.finish());
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
