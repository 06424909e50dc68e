//! The frames of a recording that pass a filter, for commands that print them.

use super::error::Failure;
use crate::core::filter::{self, Filter};
use crate::core::frame::FrameNumber;
use crate::store::{FrameRow, RecordingRow, Store};

/// Frames that are read from the database at a time.
const WINDOW: usize = 2_000;
/// Frames that are searched at a time.
const SEARCHED: usize = 5_000;

/// Reads a filter; shows where it is wrong.
pub(super) fn parse(option: &str, text: &str) -> Result<Filter, Failure> {
    filter::parse(text).map_err(|e| {
        let before: String =
            text[..e.span.start].chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let marks = "^".repeat(text[e.span.clone()].chars().count().max(1));
        let option = if option.is_empty() { String::new() } else { format!("{option}: ") };
        Failure::input(format!("{option}{e}\n\n    {text}\n    {before}{marks}"))
    })
}

/// All frames up to `last` that pass, in windows. A capture file has no index, and is judged frame by frame.
pub(super) fn each(
    store: &Store,
    recording: &RecordingRow,
    filter: &Filter,
    last: u32,
    is_file: bool,
    mut take: impl FnMut(Vec<FrameRow>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let number = recording.number;
    if filter.is_empty() || is_file {
        let mut from = 1;
        loop {
            let mut rows = store.frames(number, FrameNumber(from), WINDOW)?;
            rows.retain(|r| r.number.0 <= last);
            let Some(end) = rows.last().map(|r| r.number.0) else { return Ok(()) };
            if !filter.is_empty() {
                let mut passing = Vec::new();
                for row in rows {
                    let facts = store.facts(number, row)?;
                    if filter.matches(&facts.facts()) {
                        passing.push(facts.row);
                    }
                }
                rows = passing;
            }
            if !rows.is_empty() {
                take(rows)?;
            }
            from = end + 1;
        }
    }
    let last = last.min(u32::try_from(recording.frames).unwrap_or(u32::MAX));
    let mut from = 1;
    while from <= last {
        let found = store.matching(number, filter, from, last, SEARCHED, None)?;
        let mut rows = Vec::with_capacity(found.frames.len());
        for n in found.frames {
            rows.extend(store.frame(number, FrameNumber(n))?);
        }
        if !rows.is_empty() {
            take(rows)?;
        }
        from = found.reached.saturating_add(1);
    }
    Ok(())
}
