//! `acp-scope search`.

use std::io::{BufWriter, Write};
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;

use super::error::Failure;
use super::filtered;
use super::text::harmless;
use super::{Common, Format, recording};
use crate::core::filter::text::{Excerpt, Needle};
use crate::core::frame::FrameNumber;
use crate::core::preview::preview;
use crate::store::{FrameRow, PART, RecordingRow, Store};

/// Frames that wait to be indexed and are indexed before the search; with more of them reading is faster.
const INDEXED: i64 = 50_000;
/// How long that may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// Search the frames of all recordings
///
/// Words are found wherever they stand, in upper or lower case; put text with blanks in quotation marks inside of the
/// shell's. All of the filter language can be used: `acp-scope search 'dir:agent kind:error'`. Newest recordings first.
#[derive(Debug, Args)]
pub(super) struct Search {
    /// Text to find, or a filter (docs/filter.md)
    #[arg(value_name = "TEXT", required = true)]
    text: Vec<String>,
    /// Stop after this many frames
    #[arg(long, value_name = "N", default_value_t = 100)]
    limit: usize,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// A frame that was found.
struct Hit {
    row: FrameRow,
    excerpt: Option<Excerpt>,
    preview: Option<String>,
}

impl Search {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let filter = filtered::parse("", &self.text.join(" "))?;
        if filter.is_empty() {
            return Err(Failure::input("search: nothing to search for: give a text"));
        }
        let mut store = recording::open(common)?;
        index(&mut store)?;
        let needle = filter.searched().first().map(|text| Needle::new(text));
        let out = &mut BufWriter::new(anstream::stdout());
        let failed = |e: std::io::Error| Failure::output(&e);
        let mut left = self.limit;
        let mut hits = Vec::new();
        let mut more = false;
        for recording in store.recordings()? {
            let last = u32::try_from(recording.frames).unwrap_or(u32::MAX);
            let found = store.matching(recording.number, &filter, 1, last, left + 1, None)?.frames;
            more |= found.len() > left;
            let mut list = Vec::new();
            for &n in found.iter().take(left) {
                list.extend(hit(&store, &recording, n, needle.as_ref())?);
            }
            left -= list.len();
            if list.is_empty() {
                continue;
            }
            match self.format {
                Format::Text => text(&recording, &list, out).map_err(failed)?,
                Format::Json => hits.extend(list.iter().map(|h| to_json(&recording, h))),
            }
            if more {
                break;
            }
        }
        if self.format == Format::Json {
            writeln!(out, "{:#}", json!({"hits": hits, "more": more})).map_err(failed)?;
        } else if left == self.limit {
            writeln!(out, "Nothing found.").map_err(failed)?;
        } else if more {
            writeln!(out, "There is more: see it with --limit, or narrow the search.")
                .map_err(failed)?;
        }
        out.flush().map_err(failed)
    }
}

/// Brings the index up to date where that is quickly done.
fn index(store: &mut Store) -> Result<(), Failure> {
    let until = Instant::now() + PATIENCE;
    let waiting = store.text_waiting()?;
    if waiting.iter().map(|(_, n)| n).sum::<i64>() > INDEXED {
        return Ok(());
    }
    for (recording, _) in waiting {
        while Instant::now() < until && store.index_text(recording)?.more {}
    }
    Ok(())
}

fn hit(
    store: &Store,
    recording: &RecordingRow,
    number: u32,
    needle: Option<&Needle>,
) -> Result<Option<Hit>, Failure> {
    let n = FrameNumber(number);
    let Some(row) = store.frame(recording.number, n)? else { return Ok(None) };
    let raw = store.raw(recording.number, n, PART)?.bytes;
    let excerpt = needle.and_then(|needle| needle.excerpt(&raw, row.kind));
    let preview = preview(row.kind, row.method.as_deref(), row.variant.as_deref(), &raw);
    Ok(Some(Hit { row, excerpt, preview }))
}

fn text(recording: &RecordingRow, hits: &[Hit], out: &mut impl Write) -> std::io::Result<()> {
    let strong = anstyle::Style::new().bold();
    let head = harmless(&recording.title());
    writeln!(out, "{strong}Recording {}: {head}{strong:#}", recording.number)?;
    for h in hits {
        let f = &h.row;
        let what = f.variant.as_deref().or(f.method.as_deref()).unwrap_or(f.kind.word());
        let words = match &h.excerpt {
            Some(e) => format!(
                "{}{strong}{}{strong:#}{}",
                harmless(&e.before),
                harmless(&e.hit),
                harmless(&e.after)
            ),
            None => harmless(h.preview.as_deref().unwrap_or("")),
        };
        writeln!(
            out,
            "{:>8}  {:>11.6}  {}  {}  {words}",
            f.number,
            f.t.seconds(),
            f.dir.code(),
            harmless(what)
        )?;
    }
    writeln!(out)
}

fn to_json(recording: &RecordingRow, h: &Hit) -> serde_json::Value {
    let f = &h.row;
    json!({
        "recording": recording.number,
        "uuid": recording.uuid,
        "title": recording.title(),
        "frame": f.number.0,
        "t": f.t.seconds(),
        "dir": f.dir.code(),
        "kind": f.kind.word(),
        "method": f.method,
        "update": f.variant,
        "session": f.session,
        "excerpt": h.excerpt.as_ref().map(|e| json!({"before": e.before, "hit": e.hit, "after": e.after})),
        "preview": h.preview,
    })
}
