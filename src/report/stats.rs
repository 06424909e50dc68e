//! A recording in numbers: calls and how long they took, updates, turns.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::core::frame::{Dir, FrameNumber};
use crate::core::timeline::Timeline;
use crate::core::timeline::outline::{SessionOutline, TurnOutline};

/// All calls of one method in one direction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Calls {
    /// The method.
    pub method: String,
    /// Who asks.
    pub dir: Dir,
    /// How many.
    pub count: usize,
    /// How many were answered with an error.
    pub errors: usize,
    /// How many were not answered.
    pub open: usize,
    /// Times from request to answer, in nanoseconds, sorted.
    pub latencies: Vec<u64>,
}

impl Calls {
    /// The latency that this part of the answers (0 to 1) stayed within: nearest rank.
    #[must_use]
    pub fn percentile(&self, part: f64) -> Option<u64> {
        let rank = (part * self.latencies.len() as f64).ceil() as usize;
        self.latencies.get(rank.saturating_sub(1)).copied()
    }
}

/// The calls of a recording as of a frame, by direction and method.
#[must_use]
pub fn calls(timeline: &Timeline, at: FrameNumber, session: Option<usize>) -> Vec<Calls> {
    let mut all: BTreeMap<(Dir, &str), Calls> = BTreeMap::new();
    let there = timeline.exchanges.iter().filter(|e| e.frame <= at);
    for e in there.filter(|e| session.is_none_or(|s| e.session as usize == s)) {
        let calls = all.entry((e.dir(), &e.method)).or_insert_with(|| Calls {
            method: e.method.to_string(),
            dir: e.dir(),
            count: 0,
            errors: 0,
            open: 0,
            latencies: Vec::new(),
        });
        calls.count += 1;
        match e.answer.filter(|(frame, _, _)| *frame <= at) {
            Some((_, t, failed)) => {
                calls.errors += usize::from(failed);
                calls.latencies.push(t.since(e.t));
            }
            None => calls.open += 1,
        }
    }
    let mut all: Vec<Calls> = all.into_values().collect();
    for calls in &mut all {
        calls.latencies.sort_unstable();
    }
    all
}

/// Calls as JSON.
#[must_use]
pub fn calls_json(calls: &[Calls]) -> Value {
    let seconds = |n: Option<u64>| n.map(|n| n as f64 / 1e9);
    calls
        .iter()
        .map(|c| {
            json!({
                "method": c.method,
                "dir": c.dir.code(),
                "count": c.count,
                "errors": c.errors,
                "unanswered": c.open,
                "p50": seconds(c.percentile(0.5)),
                "p95": seconds(c.percentile(0.95)),
                "max": seconds(c.latencies.last().copied()),
            })
        })
        .collect()
}

/// Where the time of a turn went, in nanoseconds. Times that overlap are counted once: waiting for the human before
/// waiting for the client before tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Times {
    /// All of it.
    pub total: u64,
    /// Permissions and elicitations.
    pub human: u64,
    /// Files and terminals.
    pub client: u64,
    /// Tools.
    pub tools: u64,
    /// What is left: the agent and its model.
    pub agent: u64,
}

/// Where the time of a turn went; of a turn that is over.
#[must_use]
pub fn times(t: &TurnOutline<'_>) -> Option<Times> {
    let (_, end) = t.end?;
    let mut marks: Vec<(u64, usize, i32)> = Vec::new();
    for (which, spans) in [&t.waits, &t.calls, &t.tools].into_iter().enumerate() {
        for span in spans {
            let to = span.to.map_or(end, |(_, t)| t).min(end);
            let from = span.from.max(t.t).min(to);
            marks.push((from.0, which, 1));
            marks.push((to.0, which, -1));
        }
    }
    marks.sort_unstable();
    let mut open = [0i32; 3];
    let mut sums = [0u64; 4];
    let mut last = t.t.0;
    for (at, which, step) in marks.into_iter().chain([(end.0, 0, 0)]) {
        let owner = open.iter().position(|n| *n > 0).unwrap_or(3);
        sums[owner] += at.saturating_sub(last);
        last = last.max(at);
        open[which] += step;
    }
    let [human, client, tools, agent] = sums;
    Some(Times { total: end.since(t.t), human, client, tools, agent })
}

/// The turns of the sessions as JSON.
#[must_use]
pub fn turns_json(sessions: &[SessionOutline<'_>]) -> Value {
    let seconds = |n: u64| n as f64 / 1e9;
    sessions
        .iter()
        .flat_map(|s| {
            s.turns.iter().map(move |t| {
                let mut turn = super::timeline::turn(t);
                turn["session"] = json!(s.id);
                turn["time"] = times(t).map_or(Value::Null, |w| {
                    json!({
                        "total": seconds(w.total),
                        "agent": seconds(w.agent),
                        "tools": seconds(w.tools),
                        "human": seconds(w.human),
                        "client": seconds(w.client),
                    })
                });
                turn
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_of_the_nearest_rank() {
        let mut calls = Calls {
            method: String::new(),
            dir: Dir::ClientToAgent,
            count: 4,
            errors: 0,
            open: 0,
            latencies: vec![10, 20, 30, 40],
        };
        assert_eq!(calls.percentile(0.5), Some(20));
        assert_eq!(calls.percentile(0.95), Some(40));
        calls.latencies.clear();
        assert_eq!(calls.percentile(0.5), None);
    }
}
