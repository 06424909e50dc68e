//! Finding the recording that the user means.

use super::Common;
use super::error::Failure;
use crate::indexer;
use crate::store::{Phase, RecordingRow, Store};

/// Opens the database for reading, after completing what killed proxies have left behind.
pub(super) fn open(common: &Common) -> Result<Store, Failure> {
    let location = common.location()?;
    complete_orphans(&location);
    Ok(Store::open_existing(&location.database)?)
}

/// Completes what killed proxies have left behind; what cannot be completed is said and stays.
pub(super) fn complete_orphans(location: &crate::store::Location) {
    // What is wrong with the database itself is told by whoever opens it next.
    if let Err(e) = indexer::complete_orphans(location, true)
        && !e.is_of_the_database()
    {
        anstream::eprintln!("acp-scope: a recording could not be completed: {e}");
    }
}

/// The recording that a word names: its number, the beginning of its uuid, `last` or `live`.
pub(super) fn find(store: &Store, word: &str) -> Result<RecordingRow, Failure> {
    let all = store.recordings()?;
    pick(&all, word).cloned().map_err(Failure::input)
}

fn pick<'a>(all: &'a [RecordingRow], word: &str) -> Result<&'a RecordingRow, String> {
    let Some(newest) = all.first() else {
        return Err("no recordings yet: record one with `acp-scope run -- COMMAND`, \
                    or try `acp-scope demo`"
            .to_owned());
    };
    match word {
        "last" => return Ok(newest),
        "live" => {
            return all.iter().find(|r| r.phase == Phase::Live).ok_or_else(|| {
                format!("no recording is live: the last one ended: its number is {}", newest.number)
            });
        }
        _ => {}
    }
    if let Ok(number) = word.parse::<i64>()
        && let Some(found) = all.iter().find(|r| r.number == number)
    {
        return Ok(found);
    }
    let lower = word.to_lowercase();
    let hex = lower.len() >= 4 && lower.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-');
    let matches: Vec<_> = all.iter().filter(|r| hex && r.uuid.starts_with(&lower)).collect();
    match matches[..] {
        [one] => Ok(one),
        [] => Err(format!(
            "no recording {word:?}: {}: see `acp-scope list`",
            suggestion(all, newest, &lower)
        )),
        _ => Err(format!(
            "{word:?} is the beginning of {} uuids: give more of it, or the number: see `acp-scope list`",
            matches.len()
        )),
    }
}

fn suggestion(all: &[RecordingRow], newest: &RecordingRow, word: &str) -> String {
    let by_name = all.iter().find(|r| r.title().to_lowercase().contains(word) && !word.is_empty());
    match (by_name, all) {
        (Some(r), _) => {
            format!("did you mean {} ({})", r.number, super::text::harmless(&r.title()))
        }
        (None, [only]) => format!("there is one, number {}", only.number),
        (None, _) => format!("there are {}, the newest is number {}", all.len(), newest.number),
    }
}
