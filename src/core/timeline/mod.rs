//! The conversation of a recording, reconstructed: sessions, turns, items, and the frames that made them.
//!
//! One pure fold. [`Timeline::apply`] takes any message whatever and puts its frame somewhere: into one
//! or more items, or on the list of plumbing with the reason. It never fails, never judges, and keeps no
//! contents: what an item says is built from its frames when somebody looks ([`build`]), for any
//! moment ([`Moment`](crate::core::frame::Moment)s are frames here: "as of frame N").
//!
//! Everything that is decided here is decided by what came before, so the timeline as of a frame is
//! the timeline of the recording's beginning up to that frame, and needs no second fold. What was decided
//! stands: an item stays where its first frame put it.
//!
//! What is merged into what, field by field, is in [`merge`]; what a reader cannot decode, in [`decode`].

pub mod build;
mod calls;
pub mod decode;
pub mod item;
pub mod known;
pub mod latency;
pub mod marks;
pub mod merge;
pub mod outline;
pub mod spent;
mod track;
mod updates;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::frame::{Dir, FrameNumber, Moment};
use super::message::{Kind, RequestId};
use super::state::Said;

pub use super::state::session::Origin;
pub use build::{Built, Frames, Patch, Wire};
pub use item::{Item, ItemKind, Op, Place, Plumbing, Session, Status, Step, Turn};

use item::{Exchange, Silence};
use track::Track;

/// The version of this fold: a stored timeline of another one is made again.
pub const VERSION: u32 = 3;

/// The part of a timeline that is looked at and may be stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Timeline {
    /// Sessions in the order in which they were first spoken of. The first is the connection itself: what
    /// belongs to no session.
    pub sessions: Vec<Session>,
    /// Requests in order.
    pub exchanges: Vec<Exchange>,
    /// The first place of each frame.
    places: Vec<Place>,
    /// Further places of frames that stand in several.
    more: Vec<(FrameNumber, Place)>,
    /// The first frame that is read by version 2.
    pub v2_since: Option<FrameNumber>,
    /// Long stretches of time without a frame.
    pub silences: Vec<Silence>,
    /// When the last frame was read.
    pub last_t: Moment,
}

/// Makes a timeline, frame by frame.
#[derive(Debug)]
pub struct Folder {
    timeline: Timeline,
    by_id: HashMap<Box<str>, u32>,
    tracks: Vec<Track>,
    /// Open requests by direction and id.
    open: HashMap<(Dir, RequestId), Waiting>,
    /// The session that was spoken of last.
    recent: u32,
    /// The place of the message that is being looked at was found.
    placed: bool,
}

/// What waits for an answer.
#[derive(Debug, Clone)]
struct Waiting {
    frame: FrameNumber,
    session: u32,
    item: u32,
    /// Its place in `exchanges`.
    exchange: u32,
    /// Later calls about a terminal answer into the terminal's item.
    later: bool,
    /// The turn that the answer ends.
    turn: Option<u32>,
}

impl Default for Folder {
    fn default() -> Self {
        Self::new()
    }
}

impl Timeline {
    /// How many frames are in it.
    #[must_use]
    pub fn frames(&self) -> u32 {
        u32::try_from(self.places.len()).unwrap_or(u32::MAX)
    }

    /// Where a frame stands: at least one place for every frame.
    pub fn places(&self, frame: FrameNumber) -> impl Iterator<Item = Place> + '_ {
        let first = self.places.get(frame.0.wrapping_sub(1) as usize).copied();
        let from = self.more.partition_point(|(f, _)| *f < frame);
        let more = self.more[from..].iter().take_while(move |(f, _)| *f == frame);
        first.into_iter().chain(more.map(|(_, place)| *place))
    }

    /// The frames that belong to no item, up to a frame.
    pub fn plumbing(&self, at: FrameNumber) -> impl Iterator<Item = (FrameNumber, Plumbing)> + '_ {
        self.places.iter().take(at.0 as usize).enumerate().filter_map(|(i, place)| match place {
            Place::Plumbing(why) => Some((FrameNumber(i as u32 + 1), *why)),
            Place::Item { .. } => None,
        })
    }

    /// A session by its id.
    #[must_use]
    pub fn session(&self, id: &str) -> Option<&Session> {
        self.sessions.iter().find(|s| s.id.as_deref() == Some(id))
    }

    /// What belongs to no session.
    #[must_use]
    pub fn connection(&self) -> &Session {
        &self.sessions[0]
    }
}

impl Folder {
    /// Before the first frame.
    #[must_use]
    pub fn new() -> Folder {
        Folder {
            timeline: Timeline {
                sessions: vec![Session::new(None, FrameNumber(0), Moment::default())],
                exchanges: Vec::new(),
                places: Vec::new(),
                more: Vec::new(),
                v2_since: None,
                silences: Vec::new(),
                last_t: Moment::default(),
            },
            by_id: HashMap::new(),
            tracks: vec![Track::default()],
            open: HashMap::new(),
            recent: 0,
            placed: false,
        }
    }

    /// What is known so far.
    #[must_use]
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The timeline of a recording that has ended.
    #[must_use]
    pub fn into_timeline(self) -> Timeline {
        self.timeline
    }

    /// Takes the next message of the wire; the messages of a batch after the frame itself. `version` is the
    /// version of the protocol by which it was read.
    pub fn apply(&mut self, said: &Said<'_>, version: u16) {
        self.placed = said.item.is_some();
        self.pass_time(said.frame, said.t);
        if version == 2 {
            self.timeline.v2_since.get_or_insert(said.frame);
        }
        match said.kind {
            Kind::Batch => {
                if said.reading.batch.is_empty() {
                    self.plumbing(said, Plumbing::EmptyBatch);
                }
                // Its messages follow and find their places.
                return;
            }
            Kind::Invalid => self.invalid(said),
            Kind::Request | Kind::Notification => self.call(said, version),
            Kind::Response | Kind::Error => self.answer(said, version),
        }
        self.settle(said.frame);
    }

    /// A frame that could not be held: it has its place, and what it says stays unread.
    pub fn unread(&mut self, frame: FrameNumber, t: Moment) {
        let step = Step { frame, with: 0, part: 0, op: Op::Whole, status: Status::Unsaid };
        self.placed = false;
        self.pass_time(frame, t);
        self.create(self.recent, ItemKind::Unknown, None, t, step);
        self.settle(frame);
    }

    /// Times of an imported file need not be in order.
    fn pass_time(&mut self, frame: FrameNumber, t: Moment) {
        let Timeline { silences, last_t, places, .. } = &mut self.timeline;
        if t > *last_t {
            if !places.is_empty() && t.since(*last_t) >= spent::SILENCE {
                silences.push(Silence { frame, from: *last_t, to: t });
            }
            *last_t = t;
        }
    }

    /// Whatever happens, a frame has a place.
    fn settle(&mut self, frame: FrameNumber) {
        if !self.placed {
            self.place(frame, Place::Plumbing(Plumbing::Nothing));
        }
    }

    fn plumbing(&mut self, said: &Said<'_>, why: Plumbing) {
        if !self.placed || said.item.is_none() {
            self.place(said.frame, Place::Plumbing(why));
        }
    }

    fn place(&mut self, frame: FrameNumber, place: Place) {
        self.placed = true;
        let at = frame.0.saturating_sub(1) as usize;
        let places = &mut self.timeline.places;
        match places.len() {
            len if len == at => places.push(place),
            len if len > at => {
                // A batch without a place of its own so far, or a frame that stands in several items.
                let known = places[at];
                if known == Place::Plumbing(Plumbing::Nothing) {
                    places[at] = place;
                } else if known != place
                    && !self
                        .timeline
                        .more
                        .iter()
                        .rev()
                        .take_while(|(f, _)| *f == frame)
                        .any(|(_, p)| *p == place)
                {
                    self.timeline.more.push((frame, place));
                }
            }
            // Frames that were never shown to us.
            _ => {
                places.resize(at, Place::Plumbing(Plumbing::Nothing));
                places.push(place);
            }
        }
    }

    /// The session of this id, which comes to be if it was never spoken of.
    fn session(&mut self, id: &str, said: &Said<'_>) -> u32 {
        if let Some(&known) = self.by_id.get(id) {
            return known;
        }
        let at = u32::try_from(self.timeline.sessions.len()).unwrap_or(u32::MAX);
        self.timeline.sessions.push(Session::new(Some(id), said.frame, said.t));
        self.tracks.push(Track::default());
        self.by_id.insert(id.into(), at);
        at
    }

    /// The session that a message is about; 0 for the connection.
    fn session_of(&mut self, said: &Said<'_>) -> u32 {
        match said.own_session {
            Some(id) => {
                let at = self.session(id, said);
                self.recent = at;
                at
            }
            None => 0,
        }
    }

    fn items(&self, session: u32) -> &[Item] {
        &self.timeline.sessions[session as usize].items
    }

    /// A new item at the end of a session.
    fn create(
        &mut self,
        session: u32,
        kind: ItemKind,
        id: Option<&str>,
        t: Moment,
        step: Step,
    ) -> u32 {
        let track = &mut self.tracks[session as usize];
        let replay = track.replay.is_some();
        let shown = &mut self.timeline.sessions[session as usize];
        let turn =
            if replay { 0 } else { track.turn.map_or(0, |t| shown.turns[t as usize].number) };
        let at = u32::try_from(shown.items.len()).unwrap_or(u32::MAX);
        shown.items.push(Item {
            kind,
            id: id.map(Into::into),
            turn,
            replay,
            parent: None,
            t,
            steps: vec![step],
        });
        shown.last = shown.last.max(step.frame);
        if matches!(
            kind,
            ItemKind::ToolCall
                | ItemKind::Plan
                | ItemKind::Compaction
                | ItemKind::SessionMessage
                | ItemKind::Permission
        ) {
            track.run = None;
        }
        self.place(step.frame, Place::Item { session, item: at });
        at
    }

    /// A further step of an item.
    fn step(&mut self, session: u32, item: u32, step: Step) {
        let shown = &mut self.timeline.sessions[session as usize];
        let Some(target) = shown.items.get_mut(item as usize) else { return };
        target.steps.push(step);
        shown.last = shown.last.max(step.frame);
        self.place(step.frame, Place::Item { session, item });
    }

    /// A frame that is no message.
    fn invalid(&mut self, said: &Said<'_>) {
        if said.raw.trim_ascii().is_empty() {
            self.plumbing(said, Plumbing::Blank);
            return;
        }
        let step = step(said, Op::Whole);
        // A message that was printed over several lines is one item.
        let begun = said.piece.and_then(|piece| self.timeline.places(piece.first).next());
        if let Some(Place::Item { session, item }) = begun {
            self.step(session, item, step);
            return;
        }
        let session = if said.own_session.is_some() { self.session_of(said) } else { self.recent };
        let item = self.create(session, ItemKind::Unknown, None, said.t, step);
        self.await_answer_to_broken(session, item, said);
    }
}

/// The step of this message.
fn step(said: &Said<'_>, op: Op) -> Step {
    let part = said.item.map_or(0, |at| u16::try_from(at + 1).unwrap_or(u16::MAX));
    let with = said.asked.as_ref().map_or(0, |asked| asked.frame.0);
    Step { frame: said.frame, with, part, op, status: Status::Unsaid }
}

/// Readers refuse the whole message: no leniency of the official decoder saves it.
fn is_refused(said: &Said<'_>) -> bool {
    said.issues.iter().any(decode::is_fatal)
}
