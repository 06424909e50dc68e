//! What filters have found so far, kept while a page looks at it.
//!
//! A search goes through a recording once; each request carries it on for a few hundredths of a second at most and
//! answers with what there is. Places among the frames that were found stay as they are, since frames are added at the
//! end. Where later answers and findings change who passes, the search is begun again and its version raised.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::{Shared, dto};
use crate::core::filter::Filter;
use crate::store::{Error, Matching, Phase, RecordingRow, Store};

/// Searches that are kept: a page has one or two.
const KEPT: usize = 8;
/// How long a request may search beyond what it needs, to have counted on.
const COUNTING: Duration = Duration::from_millis(40);
/// How long it may search for its first rows.
const SEARCHING: Duration = Duration::from_millis(250);
/// A search that took no longer is begun anew at once.
const CHEAP: Duration = Duration::from_millis(20);
/// How soon after a change waiting frames are looked for.
const INDEXING: Duration = Duration::from_secs(1);
/// How often where nothing changes, or no page is open that would be told.
const QUIET: Duration = Duration::from_secs(5);

/// Where a window begins.
#[derive(Debug, Clone, Copy)]
pub(super) enum Start {
    /// At a place, from 1.
    Place(u32),
    /// At a frame, or the next that passes.
    Frame(u32),
    /// With the window that such a frame is in.
    Around(u32),
}

/// Windows begin at multiples of their length, so that whoever keeps them finds each again.
pub(super) fn window_of(place: usize, limit: usize) -> usize {
    place / limit.max(1) * limit.max(1)
}

/// Rows of frames that pass, and what is known of the whole.
#[derive(Debug)]
pub(super) struct Window {
    /// The first and the last frame of each row: the same, unless pieces of a text are folded.
    pub(super) rows: Vec<(u32, u32)>,
    pub(super) matches: dto::Matches,
}

/// What is searched for, and how it is shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Question<'a> {
    pub(super) filter: &'a Filter,
    /// Frames that follow each other and are pieces of one text are one row.
    pub(super) fold: bool,
}

#[derive(Debug)]
struct Search {
    uuid: String,
    filter: String,
    fold: bool,
    rows: Vec<(u32, u32)>,
    /// The stream that the last row is a piece of.
    stream: u64,
    /// Frames in all rows.
    frames: u64,
    reached: u32,
    version: u32,
    /// The recording as it was when the search began.
    began: RecordingRow,
    /// How long it took to get to the end, and when that was.
    took: Duration,
    at: Instant,
}

impl Search {
    /// Adds frames at the end; folds what goes on with the last row.
    fn add(&mut self, more: &Matching) {
        for (i, &n) in more.frames.iter().enumerate() {
            let stream = more.streams.get(i).copied().unwrap_or(0);
            match self.rows.last_mut() {
                Some((_, last)) if stream != 0 && stream == self.stream && *last + 1 == n => {
                    *last = n;
                }
                _ => self.rows.push((n, n)),
            }
            self.stream = stream;
        }
        self.frames += more.frames.len() as u64;
        self.reached = more.reached;
    }

    /// Index of the row that has a frame, or of the next.
    fn place_of(&self, frame: u32) -> usize {
        self.rows.partition_point(|&(_, last)| last < frame)
    }
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
        question: Question<'_>,
        start: Start,
        limit: usize,
    ) -> Result<Window, Error> {
        let Question { filter, fold } = question;
        let search = self.of(recording, question);
        let mut search = search.lock().unwrap_or_else(PoisonError::into_inner);
        let search = &mut *search;
        let last = u32::try_from(recording.frames).unwrap_or(u32::MAX);
        let began = Instant::now();
        let mut stale = filter.may_change() && search.began != *recording;
        // A long search is not begun anew with every frame that comes in.
        let pause = if search.took < CHEAP { Duration::ZERO } else { search.took * 8 };
        let pause = pause.min(Duration::from_secs(5));
        if stale && (search.reached == 0 || search.at.elapsed() >= pause) {
            search.rows.clear();
            (search.stream, search.frames, search.reached) = (0, 0, 0);
            search.version += 1;
            search.took = Duration::ZERO;
            search.began = recording.clone();
            stale = false;
        }
        while search.reached < last {
            let enough = match start {
                Start::Place(place) => search.rows.len() >= place as usize - 1 + limit,
                Start::Frame(frame) | Start::Around(frame) => {
                    search.rows.len() >= search.place_of(frame) + limit
                }
            };
            let time = if enough { COUNTING } else { SEARCHING };
            let Some(until) = (began + time).checked_duration_since(Instant::now()) else { break };
            let most = if enough { usize::MAX } else { limit };
            let until = Some(Instant::now() + until);
            let from = search.reached + 1;
            let more = store.search(recording.number, filter, from, last, most, until, fold)?;
            search.add(&more);
        }
        search.took += began.elapsed();
        search.at = Instant::now();
        let from = match start {
            Start::Place(place) => place as usize - 1,
            Start::Frame(frame) => search.place_of(frame),
            Start::Around(frame) => window_of(search.place_of(frame), limit),
        };
        let rows = search.rows.iter().skip(from).take(limit).copied().collect();
        Ok(Window {
            rows,
            matches: dto::Matches {
                rows: search.rows.len() as i64,
                count: search.frames as i64,
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

    fn of(&self, recording: &RecordingRow, question: Question<'_>) -> Arc<Mutex<Search>> {
        let (filter, fold) = (question.filter.to_string(), question.fold);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // One that is locked is in use by another request, and may be the one that is wanted.
        let same = |s: &Arc<Mutex<Search>>| {
            let s = s.lock().unwrap_or_else(PoisonError::into_inner);
            s.uuid == recording.uuid && s.filter == filter && s.fold == fold
        };
        let search = match kept.iter().position(same) {
            Some(at) => kept.remove(at),
            None => Arc::new(Mutex::new(Search {
                uuid: recording.uuid.clone(),
                filter,
                fold,
                rows: Vec::new(),
                stream: 0,
                frames: 0,
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
    let mut happenings = app.live.happenings();
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
        let rest = async {
            match step {
                // A proxy may want to write: it gets more than half of the time.
                Ok(Some((1.., true, took))) => tokio::time::sleep(took * 2).await,
                Ok(Some((1.., false, _))) => tokio::time::sleep(Duration::from_millis(1)).await,
                // Nothing waits; or something is wrong, and may be right later.
                _ => happenings.wait(INDEXING, QUIET).await,
            }
        };
        tokio::select! {
            () = rest => {}
            () = app.closing.cancelled() => return,
        }
    }
}
