//! Sessions and turns as of a frame: what a list of them shows, without reading any item.

use super::item::{ItemKind, Session, Span, Turn};
use super::{Origin, Timeline};
use crate::core::frame::{FrameNumber, Moment};

/// A session as of a frame.
#[derive(Debug, Clone, PartialEq)]
pub struct SessionOutline<'a> {
    /// Its place in the timeline.
    pub index: usize,
    /// Its id; none for the connection.
    pub id: Option<&'a str>,
    /// The session that announced it, or that it was forked from.
    pub parent: Option<&'a str>,
    /// Its working directory.
    pub cwd: Option<&'a str>,
    /// How it came to be known.
    pub origin: Option<Origin>,
    /// The first frame about it.
    pub first: FrameNumber,
    /// When that was.
    pub t: Moment,
    /// Items so far.
    pub items: usize,
    /// Turns so far: [`turns`] has them.
    pub turns: usize,
    /// The last turn that has not ended, counted from 1, and the prompt's frame.
    pub open_turn: Option<(u32, FrameNumber)>,
}

/// A turn as of a frame.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnOutline<'a> {
    /// Counted from 1.
    pub number: u32,
    /// The prompt's frame.
    pub first: FrameNumber,
    /// When it was read.
    pub t: Moment,
    /// The frame that ended it, and when.
    pub end: Option<(FrameNumber, Moment)>,
    /// `stopReason`.
    pub stop: Option<&'a str>,
    /// The error that it ended with.
    pub error: Option<&'a str>,
    /// The first `session/cancel` in it.
    pub cancel: Option<(FrameNumber, Moment)>,
    /// The agent's first update.
    pub first_update: Option<Moment>,
    /// The agent's first words.
    pub first_text: Option<Moment>,
    /// Updates so far.
    pub updates: usize,
    /// Messages of the agent so far.
    pub messages: usize,
    /// Tool calls so far.
    pub tool_calls: usize,
    /// The place of the prompt in the session, and how many items the turn has so far.
    pub items: (usize, usize),
    /// Its tool calls.
    pub tools: Vec<Span>,
    /// The human's time.
    pub waits: Vec<Span>,
    /// The client's time.
    pub calls: Vec<Span>,
    /// Tokens in use at its first and last report.
    pub used: Option<(f64, f64)>,
    /// What it cost: the difference of the reported sums, and the currency.
    pub cost: Option<(f64, &'a str)>,
}

impl TurnOutline<'_> {
    /// It has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// The last moment that is known to belong to it: its end, or what was seen last in it.
    #[must_use]
    pub fn last_known(&self) -> Moment {
        if let Some((_, end)) = self.end {
            return end.max(self.t);
        }
        let spans = self.tools.iter().chain(&self.waits).chain(&self.calls);
        let ends = spans.map(|s| s.to.map_or(s.from, |(_, t)| t));
        let seen = ends.chain(self.first_update).chain(self.first_text);
        seen.fold(self.t, Moment::max)
    }
}

/// The sessions that there are at a frame; the connection first.
#[must_use]
pub fn sessions(timeline: &Timeline, at: FrameNumber) -> Vec<SessionOutline<'_>> {
    let known = timeline.sessions.iter().enumerate();
    known
        .filter(|(i, s)| *i == 0 || s.first <= at)
        .map(|(index, s)| SessionOutline {
            turns: begun(s, at).len(),
            open_turn: begun(s, at)
                .iter()
                .rev()
                .find(|t| !t.is_over(at))
                .map(|t| (t.number, t.frame)),
            index,
            id: s.id.as_deref(),
            parent: Session::dated(&s.parents, at).map(|p| &**p),
            cwd: Session::dated(&s.cwds, at).map(|c| &**c),
            origin: Session::dated(&s.origins, at)
                .copied()
                .or_else(|| s.id.as_ref().map(|_| Origin::Before)),
            first: s.first,
            t: s.t,
            items: s.items_at(at),
        })
        .collect()
}

/// The turns that have begun at a frame.
#[must_use]
pub fn begun(session: &Session, at: FrameNumber) -> &[Turn] {
    &session.turns[..session.turns.partition_point(|t| t.frame <= at)]
}

/// The turns of a session at a frame.
#[must_use]
pub fn turns(session: &Session, at: FrameNumber) -> Vec<TurnOutline<'_>> {
    window(session, at, 0, usize::MAX)
}

/// Some of the turns of a session at a frame, from a place (counted from 0) on.
#[must_use]
pub fn window(
    session: &Session,
    at: FrameNumber,
    from: usize,
    most: usize,
) -> Vec<TurnOutline<'_>> {
    let there = begun(session, at);
    let from = from.min(there.len());
    let there = &there[from..from.saturating_add(most).min(there.len())];
    let (Some(first), Some(last)) = (there.first(), there.last()) else { return Vec::new() };
    let mut counts = vec![(0, 0, 0); there.len()];
    // Items of a turn stand behind its prompt.
    for item in &session.items[first.item as usize..session.items_at(at)] {
        if item.turn < first.number || item.turn > last.number {
            continue;
        }
        let count: &mut (usize, usize, usize) = &mut counts[(item.turn - first.number) as usize];
        count.0 += 1;
        count.1 += usize::from(item.kind == ItemKind::AgentMessage);
        count.2 += usize::from(item.kind == ItemKind::ToolCall);
    }
    there.iter().zip(counts).map(|(turn, count)| one(session, turn, count, at)).collect()
}

fn one<'a>(
    session: &'a Session,
    turn: &'a Turn,
    (items, messages, tool_calls): (usize, usize, usize),
    at: FrameNumber,
) -> TurnOutline<'a> {
    let end = turn.end.as_ref().filter(|e| e.frame <= at);
    let when = |moment: Option<(FrameNumber, Moment)>| moment.filter(|(frame, _)| *frame <= at);
    let spans = |list: &[Span]| -> Vec<Span> {
        let begun = list.iter().filter(|s| s.frame <= at);
        begun.map(|s| Span { to: when(s.to), ..*s }).collect()
    };
    let last = end.map_or(at, |e| e.frame);
    let usage = &session.usage;
    let begun = usage.partition_point(|u| u.frame < turn.frame);
    let reports = &usage[begun..usage.partition_point(|u| u.frame <= last).max(begun)];
    let mut used = None;
    let mut cost = None;
    for report in reports {
        if let Some(now) = report.used {
            used = Some((used.map_or(now, |(first, _)| first), now));
        }
        if let Some((sum, currency)) = &report.cost {
            cost = Some((*sum, currency.as_str()));
        }
    }
    let before = usage[..begun].iter().rev().find_map(|u| u.cost.as_ref());
    let cost = cost.map(|(sum, currency)| match before {
        Some((was, same)) if same == currency && *was <= sum => (sum - was, currency),
        _ => (sum, currency),
    });
    TurnOutline {
        number: turn.number,
        first: turn.frame,
        t: turn.t,
        end: end.map(|e| (e.frame, e.t)),
        stop: end.and_then(|e| e.stop.as_deref()),
        error: end.and_then(|e| e.error.as_deref()),
        cancel: when(turn.cancel),
        first_update: when(turn.first_update).map(|(_, t)| t),
        first_text: when(turn.first_text).map(|(_, t)| t),
        updates: turn.updates.partition_point(|f| *f <= at),
        messages,
        tool_calls,
        items: (turn.item as usize, items),
        tools: spans(&turn.tools),
        waits: spans(&turn.waits),
        calls: spans(&turn.calls),
        used,
        cost,
    }
}
