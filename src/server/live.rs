//! `/api/live`: tells the page what has changed, as soon as it has.
//!
//! One thread watches the database on a connection of its own, and only while somebody looks: it waits until the
//! folder changes, and asks for the number that SQLite changes with every commit of another process. What follows a change
//! is a list of recordings that differ from before; the page fetches the frames that it shows.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use tokio::sync::broadcast;
use tokio_stream::wrappers::BroadcastStream;
use tokio_stream::wrappers::errors::BroadcastStreamRecvError;
use tokio_stream::{Stream, StreamExt as _};

use super::changes::{Bell, Changes};
use super::{Shared, dto};
use crate::store::{Phase, RecordingRow, Store};
use crate::{indexer, judge};

/// Pages are told no more often than this.
const PACE: Duration = Duration::from_millis(10);
/// How soon after a change journals of killed proxies are looked for.
const ORPHANS: Duration = Duration::from_millis(1_200);
/// How often where nothing changes: that a proxy is killed writes nothing.
const QUIET: Duration = Duration::from_secs(4);

/// Where the watcher and the streams meet.
#[derive(Debug)]
pub(super) struct Hub {
    ticks: broadcast::Sender<Arc<str>>,
    watchers: Arc<AtomicUsize>,
    /// Look at once, whether or not anybody else has committed.
    look: AtomicBool,
    /// Ends the wait of whoever watches.
    bell: OnceLock<Bell>,
}

impl Hub {
    pub(super) fn new() -> Hub {
        Hub {
            ticks: broadcast::channel(256).0,
            watchers: Arc::default(),
            look: AtomicBool::new(false),
            bell: OnceLock::new(),
        }
    }

    /// How many pages are open.
    pub(super) fn watchers(&self) -> usize {
        self.watchers.load(Ordering::SeqCst)
    }

    /// What happens from now on.
    pub(super) fn happenings(&self) -> Happenings {
        Happenings(self.ticks.subscribe())
    }

    /// Makes the watcher look at once.
    pub(super) fn look(&self) {
        self.look.store(true, Ordering::SeqCst);
        if let Some(bell) = self.bell.get() {
            bell.ring();
        }
    }
}

/// What has changed, for work that follows on it: known only while a page is open.
#[derive(Debug)]
pub(super) struct Happenings(broadcast::Receiver<Arc<str>>);

impl Happenings {
    /// Waits until a moment after something has happened, or for a long time if nothing does. So a server that
    /// nobody talks to sleeps, and one that much happens in is not kept busy by it.
    pub(super) async fn wait(&mut self, moment: Duration, long: Duration) {
        tokio::select! {
            () = tokio::time::sleep(long) => {}
            _ = self.0.recv() => tokio::time::sleep(moment).await,
        }
        self.0 = self.0.resubscribe();
    }
}

/// Counts a page for as long as its stream lives.
struct Watching(Arc<AtomicUsize>);

impl Drop for Watching {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

pub(super) async fn stream(
    State(app): State<Shared>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let hub = &app.live;
    let changes = BroadcastStream::new(hub.ticks.subscribe());
    hub.watchers.fetch_add(1, Ordering::SeqCst);
    hub.look();
    let watching = Watching(Arc::clone(&hub.watchers));
    // The first tick comes at once: it names the live recordings, and shows that the stream is there.
    let first = app.read(|store| store.recordings()).await.map(|rows| {
        let live = rows.iter().filter(|r| r.phase == Phase::Live).map(dto::Recording::from);
        tick(live.collect(), Vec::new())
    });
    let resync = {
        let app = Arc::clone(&app);
        move || {
            let app = Arc::clone(&app);
            async move {
                let rows = app.read(|store| store.recordings()).await.unwrap_or_default();
                tick(rows.iter().map(dto::Recording::from).collect(), Vec::new())
            }
        }
    };
    let ticks = tokio_stream::iter(first.ok()).chain(changes.then(move |change| {
        let resync = resync.clone();
        async move {
            match change {
                Ok(tick) => tick,
                // This page was too slow for the stream: everything, once.
                Err(BroadcastStreamRecvError::Lagged(_)) => resync().await,
            }
        }
    }));
    let events = ticks.map(move |tick| {
        let _counted = &watching;
        Ok(Event::default().event("tick").data(&*tick))
    });
    let closing = Box::pin(app.closing.clone().cancelled_owned());
    let events = Until { events: Box::pin(events), closing };
    Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)))
}

/// A stream that ends when the server does.
struct Until<S> {
    events: std::pin::Pin<Box<S>>,
    closing: std::pin::Pin<Box<tokio_util::sync::WaitForCancellationFutureOwned>>,
}

impl<S: Stream> Stream for Until<S> {
    type Item = S::Item;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        cx: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<S::Item>> {
        if self.closing.as_mut().poll(cx).is_ready() {
            return std::task::Poll::Ready(None);
        }
        self.events.as_mut().poll_next(cx)
    }
}

fn tick(changed: Vec<dto::Recording>, deleted: Vec<i64>) -> Arc<str> {
    let tick = dto::LiveTick { changed, deleted };
    serde_json::to_string(&tick).unwrap_or_default().into()
}

/// Starts the thread that watches the database. It ends with the process.
pub(super) fn watch(app: Shared) {
    let _ = thread::Builder::new().name("watch".to_owned()).spawn(move || {
        let (mut changes, bell) = loop {
            match Changes::of(&app.location.database) {
                Ok(both) => break both,
                // Out of descriptors, for example: a page that is told of nothing would be worse than one told late.
                Err(_) => thread::sleep(Duration::from_secs(1)),
            }
        };
        let _ = app.live.bell.set(bell);
        loop {
            // A database that cannot be read now may be readable later.
            if watch_once(&app, &mut changes).is_err() {
                thread::sleep(Duration::from_secs(1));
            }
        }
    });
}

fn watch_once(app: &Shared, changes: &mut Changes) -> Result<(), crate::store::Error> {
    let hub = &app.live;
    let store = Store::open(&app.location.database)?;
    let mut known = Known::default();
    let mut version = 0;
    loop {
        while hub.watchers() == 0 {
            changes.wait_for_bell();
        }
        let now = store.data_version()?;
        let asked = hub.look.swap(false, Ordering::SeqCst);
        if now != version || asked {
            version = now;
            let (changed, deleted) = known.update(store.recordings()?);
            if !changed.is_empty() || !deleted.is_empty() {
                let _ = hub.ticks.send(tick(changed, deleted));
            }
            thread::sleep(PACE);
        }
        changes.wait();
    }
}

/// What the pages have been told.
#[derive(Default)]
struct Known(HashMap<i64, RecordingRow>);

impl Known {
    fn update(&mut self, rows: Vec<RecordingRow>) -> (Vec<dto::Recording>, Vec<i64>) {
        let mut changed = Vec::new();
        let mut before = std::mem::take(&mut self.0);
        for row in rows {
            if before.remove(&row.number).as_ref() != Some(&row) {
                changed.push((&row).into());
            }
            self.0.insert(row.number, row);
        }
        (changed, before.into_keys().collect())
    }
}

/// Completes the recordings of proxies that were killed, and judges those that an older version has judged, for
/// as long as the server runs.
pub(super) async fn complete_orphans(app: Shared) {
    let mut happenings = app.live.happenings();
    loop {
        let location = app.location.clone();
        let more = app
            .read(move |store| {
                // What fails is tried again by the next round.
                let _ = indexer::complete_orphans(&location, false);
                // Recordings of an older rule set are judged again, one at a time.
                let stale = judge::stale(store)?;
                stale.first().map_or(Ok(()), |&recording| judge::again(store, recording))?;
                Ok(stale.len() > 1)
            })
            .await;
        let long = if more.unwrap_or(false) { ORPHANS } else { QUIET };
        tokio::select! {
            () = happenings.wait(ORPHANS, long) => {}
            () = app.closing.cancelled() => return,
        }
    }
}
