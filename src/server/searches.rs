//! What filters have found so far, kept while a page looks at it.
//!
//! A search goes through a recording once; each request carries it on for a few hundredths of a second at most and
//! answers with what there is. Places among the frames that were found stay as they are, since frames are added at the
//! end. Where later answers and findings change who passes, the search is begun again and its version raised.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::{Shared, dto};
use crate::core::filter::Filter;
use crate::store::{Error, Phase, RecordingRow, Store};

/// Searches that are kept: a page has one or two.
const KEPT: usize = 8;
/// How long a request may search beyond what it needs, to have counted on.
const COUNTING: Duration = Duration::from_millis(40);
/// How long it may search for its first rows.
const SEARCHING: Duration = Duration::from_millis(250);
/// A search that took no longer is begun anew at once.
const CHEAP: Duration = Duration::from_millis(20);
/// How often waiting frames are looked for.
const INDEXING: Duration = Duration::from_secs(1);

/// Where a window begins.
#[derive(Debug, Clone, Copy)]
pub(super) enum Start {
    /// At a place, from 1.
    Place(u32),
    /// At a frame, or the next that passes.
    Frame(u32),
}

/// Frames that pass, and what is known of the whole.
#[derive(Debug)]
pub(super) struct Window {
    pub(super) frames: Vec<u32>,
    pub(super) matches: dto::Matches,
}

#[derive(Debug)]
struct Search {
    uuid: String,
    filter: String,
    found: Vec<u32>,
    reached: u32,
    version: u32,
    /// The recording as it was when the search began.
    began: RecordingRow,
    /// How long it took to get to the end, and when that was.
    took: Duration,
    at: Instant,
}

/// The searches of all pages, the last used first.
#[derive(Debug, Default)]
pub(super) struct Searches(Mutex<Vec<Arc<Mutex<Search>>>>);

impl Searches {
    /// A window over the frames of a recording that pass; searches on as far as it is needed and there is time.
    pub(super) fn window(
        &self,
        store: &Store,
        recording: &RecordingRow,
        filter: &Filter,
        start: Start,
        limit: usize,
    ) -> Result<Window, Error> {
        let search = self.of(recording, filter);
        let mut search = search.lock().unwrap_or_else(PoisonError::into_inner);
        let search = &mut *search;
        let last = u32::try_from(recording.frames).unwrap_or(u32::MAX);
        let began = Instant::now();
        let mut stale = filter.may_change() && search.began != *recording;
        // A long search is not begun anew with every frame that comes in.
        let pause = if search.took < CHEAP { Duration::ZERO } else { search.took * 8 };
        let pause = pause.min(Duration::from_secs(5));
        if stale && (search.reached == 0 || search.at.elapsed() >= pause) {
            search.found.clear();
            search.reached = 0;
            search.version += 1;
            search.took = Duration::ZERO;
            search.began = recording.clone();
            stale = false;
        }
        while search.reached < last {
            let enough = match start {
                Start::Place(place) => search.found.len() >= place as usize - 1 + limit,
                Start::Frame(frame) => {
                    let at = search.found.partition_point(|&n| n < frame);
                    search.found.len() >= at + limit
                }
            };
            let time = if enough { COUNTING } else { SEARCHING };
            let Some(until) = (began + time).checked_duration_since(Instant::now()) else { break };
            let most = if enough { usize::MAX } else { limit };
            let until = Some(Instant::now() + until);
            let more =
                store.matching(recording.number, filter, search.reached + 1, last, most, until)?;
            search.found.extend(more.frames);
            search.reached = more.reached;
        }
        search.took += began.elapsed();
        search.at = Instant::now();
        let from = match start {
            Start::Place(place) => place as usize - 1,
            Start::Frame(frame) => search.found.partition_point(|&n| n < frame),
        };
        let frames: Vec<u32> = search.found.iter().skip(from).take(limit).copied().collect();
        Ok(Window {
            frames,
            matches: dto::Matches {
                count: search.found.len() as i64,
                from: from as i64 + 1,
                reached: i64::from(search.reached),
                done: search.reached >= last && !stale,
                version: search.version,
            },
        })
    }

    /// All frames that pass, however long it takes.
    pub(super) fn all(
        &self,
        store: &Store,
        recording: &RecordingRow,
        filter: &Filter,
    ) -> Result<Vec<u32>, Error> {
        let last = u32::try_from(recording.frames).unwrap_or(u32::MAX);
        Ok(store.matching(recording.number, filter, 1, last, usize::MAX, None)?.frames)
    }

    fn of(&self, recording: &RecordingRow, filter: &Filter) -> Arc<Mutex<Search>> {
        let filter = filter.to_string();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // One that is locked is in use by another request, and may be the one that is wanted.
        let same = |s: &Arc<Mutex<Search>>| {
            let s = s.lock().unwrap_or_else(PoisonError::into_inner);
            s.uuid == recording.uuid && s.filter == filter
        };
        let search = match kept.iter().position(same) {
            Some(at) => kept.remove(at),
            None => Arc::new(Mutex::new(Search {
                uuid: recording.uuid.clone(),
                filter,
                found: Vec::new(),
                reached: 0,
                version: 0,
                began: recording.clone(),
                took: Duration::ZERO,
                at: Instant::now(),
            })),
        };
        kept.insert(0, Arc::clone(&search));
        kept.truncate(KEPT);
        search
    }
}

/// Indexes what waits, in short steps, as long as the server runs.
pub(super) async fn index(app: Shared) {
    loop {
        let step = app
            .read(|store| {
                let began = Instant::now();
                let Some((recording, _)) = store.text_waiting()?.first().copied() else {
                    return Ok(None);
                };
                let done = store.index_text(recording)?;
                let live = store.recordings()?.iter().any(|r| r.phase == Phase::Live);
                Ok(Some((done.frames, live, began.elapsed())))
            })
            .await;
        let pause = match step {
            // A proxy may want to write: it gets more than half of the time.
            Ok(Some((1.., true, took))) => took * 2,
            Ok(Some((1.., false, _))) => Duration::from_millis(1),
            // Nothing waits; or something is wrong, and may be right later.
            _ => INDEXING,
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = app.closing.cancelled() => return,
        }
    }
}
