//! Where the time of a turn went: who was waited for, moment by moment.

use super::Timeline;
use super::item::{Silence, Span};
use super::outline::TurnOutline;
use crate::core::frame::{FrameNumber, Moment};

/// Nothing crossed for so long: silence, in nanoseconds.
pub const SILENCE: u64 = 2_000_000_000;

/// Who or what took a piece of time, in the order of who is asked last: when a tool waits for a permission, the human
/// is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    /// Permissions and elicitations.
    Human,
    /// Files and terminals.
    Client,
    /// Tools.
    Tools,
    /// Nothing crossed for long, and nobody else was asked.
    Silence,
    /// What is left: the agent and its model.
    Agent,
}

impl Share {
    /// All of them, in their order.
    pub const ALL: [Share; 5] =
        [Share::Human, Share::Client, Share::Tools, Share::Silence, Share::Agent];

    /// The word for it in JSON.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Share::Human => "human",
            Share::Client => "client",
            Share::Tools => "tools",
            Share::Silence => "silence",
            Share::Agent => "agent",
        }
    }
}

/// A piece of a turn's time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Whose it is.
    pub share: Share,
    /// From when.
    pub from: Moment,
    /// Until when.
    pub to: Moment,
}

/// The time of a turn, divided. Every moment is counted once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Spent {
    /// The pieces in their order, without gaps.
    pub pieces: Vec<Piece>,
    sums: [u64; Share::ALL.len()],
}

impl Spent {
    /// All of it, in nanoseconds.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.sums.iter().sum()
    }

    /// What a share adds up to, in nanoseconds.
    #[must_use]
    pub fn of(&self, share: Share) -> u64 {
        self.sums[share as usize]
    }
}

/// Where the time of a turn went, until its end or, if it goes on, until a moment. The turn is one as of `at`.
#[must_use]
pub fn spent(timeline: &Timeline, turn: &TurnOutline<'_>, at: FrameNumber, until: Moment) -> Spent {
    let end = turn.end.map_or(until, |(_, t)| t).max(turn.t);
    let last = turn.end.map_or(at, |(frame, _)| frame).min(at);
    let silences = &timeline.silences;
    let inside = silences.partition_point(|s| s.frame <= turn.first);
    let silences = silences[inside..].iter().take_while(|s| s.frame <= last);

    let mut marks: Vec<(Moment, Share, i32)> = Vec::new();
    let mut mark = |share: Share, from: Moment, to: Moment| {
        let to = to.min(end);
        let from = from.max(turn.t).min(to);
        marks.push((from, share, 1));
        marks.push((to, share, -1));
    };
    let spans =
        [(Share::Human, &turn.waits), (Share::Client, &turn.calls), (Share::Tools, &turn.tools)];
    for (share, spans) in spans {
        for Span { from, to, .. } in spans {
            mark(share, *from, to.map_or(end, |(_, t)| t));
        }
    }
    for Silence { from, to, .. } in silences {
        mark(Share::Silence, *from, *to);
    }
    marks.sort_by_key(|(t, _, _)| *t);

    let mut spent = Spent::default();
    let mut open = [0_i32; Share::ALL.len()];
    let mut last = turn.t;
    for (t, share, step) in marks.into_iter().chain([(end, Share::Agent, 0)]) {
        let owner = Share::ALL.into_iter().find(|s| open[*s as usize] > 0).unwrap_or(Share::Agent);
        spent.add(owner, last, t);
        last = last.max(t);
        open[share as usize] += step;
    }
    spent
}

impl Spent {
    fn add(&mut self, share: Share, from: Moment, to: Moment) {
        if to <= from {
            return;
        }
        self.sums[share as usize] += to.since(from);
        match self.pieces.last_mut() {
            Some(piece) if piece.share == share => piece.to = to,
            _ => self.pieces.push(Piece { share, from, to }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::timeline::Folder;

    const SECOND: u64 = 1_000_000_000;

    fn at(seconds: u64) -> Moment {
        Moment(seconds * SECOND)
    }

    fn span(from: u64, to: Option<u64>) -> Span {
        let to = to.map(|t| (FrameNumber(t as u32), at(t)));
        Span { item: 0, frame: FrameNumber(from as u32), from: at(from), to }
    }

    /// A turn from 10 s to 40 s; frames have the numbers of their seconds.
    fn turn() -> TurnOutline<'static> {
        TurnOutline {
            number: 1,
            first: FrameNumber(10),
            t: at(10),
            end: Some((FrameNumber(40), at(40))),
            stop: None,
            error: None,
            cancel: None,
            first_update: None,
            first_text: None,
            updates: 0,
            messages: 0,
            tool_calls: 0,
            items: (0, 0),
            tools: vec![span(12, Some(30))],
            waits: vec![span(14, Some(20))],
            calls: vec![span(18, Some(22)), span(35, None)],
            used: None,
            cost: None,
        }
    }

    fn silent(pairs: &[(u64, u64)]) -> Timeline {
        let silence = |(from, to): &(u64, u64)| Silence {
            frame: FrameNumber(*to as u32),
            from: at(*from),
            to: at(*to),
        };
        let mut timeline = Folder::new().into_timeline();
        timeline.silences = pairs.iter().map(silence).collect();
        timeline
    }

    fn told(spent: &Spent) -> Vec<(&'static str, u64)> {
        spent.pieces.iter().map(|p| (p.share.word(), p.to.since(p.from) / SECOND)).collect()
    }

    #[test]
    fn every_moment_has_one_owner_the_one_who_was_asked_last() {
        let end = FrameNumber(99);
        let all = spent(&silent(&[(1, 9), (14, 20), (30, 34), (41, 50)]), &turn(), end, at(0));
        let pieces = [
            ("agent", 2),
            ("tools", 2),
            ("human", 6),
            ("client", 2),
            ("tools", 8),
            ("silence", 4),
            ("agent", 1),
            ("client", 5),
        ];
        assert_eq!(told(&all), pieces);
        assert_eq!(all.total(), 30 * SECOND);
        assert_eq!(all.of(Share::Tools), 10 * SECOND);
        assert_eq!(Share::ALL.iter().map(|s| all.of(*s)).sum::<u64>(), all.total());
    }

    #[test]
    fn what_goes_on_is_counted_until_now() {
        let mut turn = turn();
        turn.end = None;
        turn.tools = vec![span(12, None)];
        (turn.waits, turn.calls) = (Vec::new(), Vec::new());
        assert_eq!(
            told(&spent(&silent(&[]), &turn, FrameNumber(16), at(17))),
            [("agent", 2), ("tools", 5)]
        );
        assert_eq!(spent(&silent(&[]), &turn, FrameNumber(10), at(3)).total(), 0);
    }
}
