//! `/api/recordings/{number}/density`: how busy a recording was, over a width in which idle time is cut out.
//!
//! A recording may have a million frames, so it is read once into a profile of bounded size; later requests
//! read only the frames that have come since.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;

use super::error::Error;
use super::{Shared, dto};
use crate::core::frame::{Dir, FrameNumber, Moment};
use crate::core::message::Kind;
use crate::store::{self, Column, Store};

/// Nanoseconds without a frame that are cut: when nobody is waited for, and when somebody is.
const IDLE: u64 = 2_000_000_000;
const WAITING: u64 = 10_000_000_000;

/// Cells of a profile at most; a screen has fewer pixels.
const CELLS: usize = 8_192;
/// Cuts of a profile at most; beyond, short ones are shown as they were.
const CUTS: usize = 256;
/// What all cuts together take of the width at most, and what one of them takes.
const CUTS_SHARE: f64 = 0.3;
const CUT_SHARE: f64 = 0.015;

/// Profiles that are kept; a reader looks at one recording at a time.
const KEPT: usize = 8;
/// Findings that are marked at most.
const FOUND: usize = 2_000;

/// The recordings that were drawn last, by uuid.
#[derive(Debug, Default)]
pub(super) struct Profiles(Mutex<Vec<(String, Slot)>>);

type Slot = Arc<Mutex<Profile>>;

impl Profiles {
    fn of(&self, uuid: &str) -> Slot {
        let Ok(mut kept) = self.0.lock() else { return Slot::default() };
        let found = match kept.iter().position(|(known, _)| known == uuid) {
            Some(at) => kept.remove(at),
            None => (uuid.to_owned(), Slot::default()),
        };
        let slot = Arc::clone(&found.1);
        kept.push(found);
        if kept.len() > KEPT {
            kept.remove(0);
        }
        slot
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct Width {
    #[serde(default = "six_hundred")]
    buckets: usize,
}

fn six_hundred() -> usize {
    600
}

impl Width {
    /// In how many parts.
    pub(super) fn buckets(&self) -> usize {
        self.buckets.clamp(1, 4_000)
    }
}

pub(super) async fn get(
    State(app): State<Shared>,
    Path(number): Path<i64>,
    Query(width): Query<Width>,
) -> Result<Json<dto::Density>, Error> {
    let buckets = width.buckets();
    let seen = with(&app, number, move |profile, store| {
        Ok(profile.over(buckets, &store.found_frames(number, FOUND)?))
    });
    Ok(Json(seen.await?))
}

/// Where moments stand along a recording.
pub(super) async fn line(app: &Shared, number: i64) -> Result<Line, Error> {
    with(app, number, |profile, _| Ok(Line(profile.stretches()))).await
}

async fn with<T: Send + 'static>(
    app: &Shared,
    number: i64,
    see: impl FnOnce(&Profile, &Store) -> store::Result<T> + Send + 'static,
) -> Result<T, Error> {
    let shared = Shared::clone(app);
    let seen = app.read_aside(move |store| {
        let Some(recording) = store.recording(number)? else {
            return Ok(Err(Error::NoRecording(number)));
        };
        let slot = shared.profiles.of(&recording.uuid);
        let Ok(mut profile) = slot.lock() else { return Ok(Err(Error::Internal)) };
        profile.read(store, number)?;
        Ok(Ok(see(&profile, store)?))
    });
    seen.await?
}

/// The stretches that are shown.
#[derive(Debug)]
pub(super) struct Line(Vec<dto::Stretch>);

impl Line {
    /// The place of a moment, from 0 to 1.
    pub(super) fn place(&self, t: f64) -> f64 {
        let at_or_before = self.0.partition_point(|s| s.from_t <= t);
        self.0.get(at_or_before.saturating_sub(1)).map_or(0.0, |s| at(s, t.clamp(s.from_t, s.to_t)))
    }
}

/// Frames that were read close together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cell {
    first: u32,
    last: u32,
    from: u64,
    to: u64,
    /// Cuts before it: a cell never reaches over one.
    after: u32,
    frames: [u64; 2],
    bytes: [u64; 2],
}

/// A time in which nothing crossed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cut {
    from: u64,
    to: u64,
}

/// A recording in rough, grown frame by frame.
#[derive(Debug, Default)]
struct Profile {
    cells: Vec<Cell>,
    cuts: Vec<Cut>,
    /// Nanoseconds to a cell, once there are too many for one each.
    grain: u64,
    /// Gaps that are shorter are no cuts.
    least: u64,
    last: u32,
    end: u64,
    /// Requests that wait for their responses.
    open: HashSet<u32>,
}

impl Profile {
    fn read(&mut self, store: &Store, recording: i64) -> store::Result<()> {
        let from = FrameNumber(self.last.saturating_add(1));
        store.columns(recording, from, FrameNumber(u32::MAX), |c| self.push(c))
    }

    fn push(&mut self, c: Column) {
        // Times of an imported file need not be in order.
        let t = c.t.0.max(self.end);
        let limit = if self.open.is_empty() { IDLE } else { WAITING };
        if t - self.end > limit.max(self.least) {
            self.cuts.push(Cut { from: self.end, to: t });
        }
        self.end = t;
        self.last = c.number.0;
        match (c.kind, c.pair) {
            (Kind::Request, _) => {
                self.open.insert(c.number.0);
            }
            (Kind::Response | Kind::Error, Some(request)) => {
                self.open.remove(&request.0);
            }
            _ => {}
        }
        let side = usize::from(c.dir == Dir::AgentToClient);
        let mut cell = Cell {
            first: c.number.0,
            last: c.number.0,
            from: t,
            to: t,
            after: self.cuts.len() as u32,
            frames: [0; 2],
            bytes: [0; 2],
        };
        cell.frames[side] = 1;
        cell.bytes[side] = c.size;
        let grain = self.grain;
        match self.cells.last_mut() {
            Some(before) if before.takes(&cell, grain) => before.merge(&cell),
            _ => self.cells.push(cell),
        }
        if self.cuts.len() > CUTS {
            self.spare_cuts();
        }
        while self.cells.len() > CELLS {
            self.coarsen();
        }
    }

    fn coarsen(&mut self) {
        self.grain = (self.grain * 2).max(1_000);
        let grain = self.grain;
        let mut merged: Vec<Cell> = Vec::with_capacity(CELLS);
        for cell in self.cells.drain(..) {
            match merged.last_mut() {
                Some(before) if before.takes(&cell, grain) => before.merge(&cell),
                _ => merged.push(cell),
            }
        }
        self.cells = merged;
    }

    /// Shows the shorter half of the cuts after all.
    fn spare_cuts(&mut self) {
        let mut lengths: Vec<u64> = self.cuts.iter().map(Cut::length).collect();
        lengths.sort_unstable();
        self.least = lengths[lengths.len() / 2];
        let least = self.least;
        self.cuts.retain(|cut| cut.length() > least);
        for cell in &mut self.cells {
            cell.after = self.cuts.partition_point(|cut| cut.to <= cell.from) as u32;
        }
    }

    fn over(&self, buckets: usize, found: &[(FrameNumber, Moment, String)]) -> dto::Density {
        let stretches = self.stretches();
        let mut busy: Vec<dto::Bucket> = Vec::new();
        for cell in &self.cells {
            let x = stretches.get(cell.after as usize).map_or(0.0, |s| at(s, seconds(cell.from)));
            let index = ((x * buckets as f64) as usize).min(buckets - 1);
            match busy.last_mut() {
                Some(b) if b.index == index => {
                    b.last = i64::from(cell.last);
                    b.to_t = seconds(cell.to);
                    b.c2a += cell.frames[0];
                    b.a2c += cell.frames[1];
                    b.c2a_bytes += cell.bytes[0];
                    b.a2c_bytes += cell.bytes[1];
                }
                _ => busy.push(dto::Bucket {
                    index,
                    first: i64::from(cell.first),
                    last: i64::from(cell.last),
                    from_t: seconds(cell.from),
                    to_t: seconds(cell.to),
                    c2a: cell.frames[0],
                    a2c: cell.frames[1],
                    c2a_bytes: cell.bytes[0],
                    a2c_bytes: cell.bytes[1],
                }),
            }
        }
        let found = found
            .iter()
            .map(|(frame, t, severity)| dto::FoundFrame {
                frame: i64::from(frame.0),
                severity: super::convert::severity(severity),
                t: t.seconds(),
            })
            .collect();
        dto::Density { frames: i64::from(self.last), stretches, buckets, busy, found }
    }

    /// The time between the cuts, with its share of the width.
    fn stretches(&self) -> Vec<dto::Stretch> {
        let cut: u64 = self.cuts.iter().map(Cut::length).sum();
        let shown = (self.end.saturating_sub(cut) as f64).max(1.0);
        let cuts = self.cuts.len() as f64;
        let share = if cuts == 0.0 { 0.0 } else { CUT_SHARE.min(CUTS_SHARE / cuts) };
        let scale = (1.0 - share * cuts) / shown;
        let mut stretches = Vec::with_capacity(self.cuts.len() + 1);
        let (mut t, mut x) = (0, 0.0);
        let ends = self.cuts.iter().map(|c| (c.from, c.to)).chain([(self.end, self.end)]);
        for (to, next) in ends {
            let to_x = x + (to - t) as f64 * scale;
            stretches.push(dto::Stretch { from_t: seconds(t), to_t: seconds(to), from_x: x, to_x });
            (t, x) = (next, to_x + share);
        }
        stretches
    }
}

impl Cell {
    fn takes(&self, next: &Cell, grain: u64) -> bool {
        grain > 0 && self.after == next.after && self.from / grain == next.from / grain
    }

    fn merge(&mut self, next: &Cell) {
        self.last = next.last;
        self.to = next.to;
        for side in 0..2 {
            self.frames[side] += next.frames[side];
            self.bytes[side] += next.bytes[side];
        }
    }
}

impl Cut {
    fn length(&self) -> u64 {
        self.to - self.from
    }
}

fn seconds(nanos: u64) -> f64 {
    nanos as f64 / 1e9
}

/// The place of a moment inside of its stretch.
fn at(s: &dto::Stretch, t: f64) -> f64 {
    let length = s.to_t - s.from_t;
    if length <= 0.0 { s.from_x } else { s.from_x + (t - s.from_t) / length * (s.to_x - s.from_x) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(number: u32, t: f64, kind: Kind, pair: Option<u32>) -> Column {
        Column {
            number: FrameNumber(number),
            t: Moment((t * 1e9) as u64),
            dir: if number % 2 == 1 { Dir::ClientToAgent } else { Dir::AgentToClient },
            kind,
            size: 10,
            method: None,
            variant: None,
            session: None,
            pair: pair.map(FrameNumber),
            latency: None,
        }
    }

    fn of(frames: &[Column]) -> Profile {
        let mut profile = Profile::default();
        frames.iter().for_each(|f| profile.push(*f));
        profile
    }

    #[test]
    fn idle_time_is_cut_and_waiting_is_not() {
        let note = Kind::Notification;
        let idle = of(&[frame(1, 1.0, note, None), frame(2, 6.0, note, None)]);
        assert_eq!(idle.cuts, [Cut { from: 1_000_000_000, to: 6_000_000_000 }]);
        let stretches = idle.stretches();
        assert_eq!(stretches.len(), 2);
        assert_eq!((stretches[0].from_x, stretches[1].to_x), (0.0, 1.0));
        assert!(stretches[0].to_x < stretches[1].from_x);

        let waited =
            of(&[frame(1, 1.0, Kind::Request, None), frame(2, 6.0, Kind::Response, Some(1))]);
        assert_eq!(waited.cuts, []);
        let late = of(&[
            frame(1, 1.0, Kind::Request, None),
            frame(2, 6.0, Kind::Response, Some(1)),
            frame(3, 9.0, note, None),
        ]);
        assert_eq!(late.cuts.len(), 1);
    }

    #[test]
    fn every_frame_is_counted_once_whatever_the_width() {
        let frames: Vec<Column> = (1..=50_000)
            .map(|n| frame(n, f64::from(n) * 0.003, Kind::Notification, None))
            .collect();
        let profile = of(&frames);
        assert!(profile.cells.len() <= CELLS);
        for buckets in [1, 7, 600, 4_000] {
            let density = profile.over(buckets, &[]);
            let (c2a, a2c) =
                density.busy.iter().fold((0, 0), |sum, b| (sum.0 + b.c2a, sum.1 + b.a2c));
            assert_eq!((c2a, a2c), (25_000, 25_000));
            assert_eq!(
                density.busy.iter().map(|b| b.c2a_bytes + b.a2c_bytes).sum::<u64>(),
                500_000
            );
            assert!(density.busy.windows(2).all(|w| w[0].index < w[1].index));
            assert!(density.busy.windows(2).all(|w| w[0].last + 1 == w[1].first));
            assert!(density.busy.len() <= buckets);
        }
    }

    #[test]
    fn a_profile_stays_small_and_may_grow_later() {
        // Every second frame after a pause: each would be a cut.
        let t = |n: u32| f64::from(n / 2) * (3.0 + f64::from(n) / 1e4);
        let frames: Vec<Column> =
            (1..=20_000).map(|n| frame(n, t(n), Kind::Notification, None)).collect();
        let all = of(&frames);
        assert!(all.cuts.len() <= CUTS && all.cells.len() <= CELLS);
        let mut grown = of(&frames[..7_000]);
        frames[7_000..].iter().for_each(|f| grown.push(*f));
        assert_eq!(grown.over(600, &[]), all.over(600, &[]));
        let last = all.stretches().last().map(|s| s.to_x);
        assert!(last.is_some_and(|x| (x - 1.0).abs() < 1e-9));
    }

    #[test]
    fn times_that_run_backwards_do_no_harm() {
        let note = Kind::Notification;
        let odd = of(&[frame(1, 5.0, note, None), frame(2, 1.0, note, None)]);
        assert_eq!(odd.over(10, &[]).busy.iter().map(|b| b.c2a + b.a2c).sum::<u64>(), 2);
        assert_eq!(of(&[]).over(10, &[]).busy, []);
    }
}
