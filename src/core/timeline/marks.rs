//! What stands out along a whole recording: turns, waits for the human, replayed history, compactions.

use super::Timeline;
use crate::core::frame::{Dir, FrameNumber, Moment};

/// A turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnMark {
    /// Its number.
    pub number: u32,
    /// The prompt's frame.
    pub frame: FrameNumber,
    /// When it began.
    pub from: Moment,
    /// When it ended.
    pub to: Option<Moment>,
}

/// A time from one moment to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time {
    /// From when.
    pub from: Moment,
    /// Until when.
    pub to: Option<Moment>,
}

/// What stands out, each list in the order of time.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Marks {
    /// Turns of sessions that are no sub-agents'.
    pub turns: Vec<TurnMark>,
    /// Permissions and elicitations, until they were answered or their turn was over.
    pub waits: Vec<Time>,
    /// `session/load`: what comes until its answer was said before.
    pub replays: Vec<Time>,
    /// The frames that told that a compaction is completed.
    pub compactions: Vec<(FrameNumber, Moment)>,
}

/// The marks of all that was folded.
#[must_use]
pub fn marks(timeline: &Timeline) -> Marks {
    let mut marks = Marks::default();
    for session in &timeline.sessions {
        for turn in &session.turns {
            let ended = turn.end.as_ref().map(|e| e.t);
            if session.parents.is_empty() {
                marks.turns.push(TurnMark {
                    number: turn.number,
                    frame: turn.frame,
                    from: turn.t,
                    to: ended,
                });
            }
            marks.waits.extend(
                turn.waits
                    .iter()
                    .map(|span| Time { from: span.from, to: span.to.map(|(_, t)| t).or(ended) }),
            );
        }
        let completed = session.compacted.iter().filter(|c| c.completed);
        marks.compactions.extend(completed.map(|c| (c.frame, c.t)));
    }
    let loads = timeline.exchanges.iter();
    let loads = loads.filter(|e| e.dir() == Dir::ClientToAgent && &*e.method == "session/load");
    marks.replays = loads.map(|e| Time { from: e.t, to: e.answer.map(|(_, t, _)| t) }).collect();
    marks.turns.sort_by_key(|t| (t.from, t.frame));
    marks.waits.sort_unstable();
    marks.replays.sort_unstable();
    marks.compactions.sort_unstable();
    marks
}
