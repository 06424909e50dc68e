//! A recording in numbers as JSON: calls and how long they took, turns and where their time went.

use serde_json::{Map, Value, json};

use crate::core::frame::FrameNumber;
use crate::core::timeline::Timeline;
use crate::core::timeline::latency::Calls;
use crate::core::timeline::outline::{self, SessionOutline};
use crate::core::timeline::spent::{self, Share};

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

/// The turns of the sessions as JSON. Where the time went is told of turns that are over.
#[must_use]
pub fn turns_json(timeline: &Timeline, sessions: &[SessionOutline<'_>], at: FrameNumber) -> Value {
    let mut all = Vec::new();
    for s in sessions {
        for t in outline::turns(&timeline.sessions[s.index], at) {
            let mut turn = super::timeline::turn(&t);
            turn["session"] = json!(s.id);
            turn["time"] = if t.is_over() {
                time(&spent::spent(timeline, &t, at, t.last_known()))
            } else {
                Value::Null
            };
            all.push(turn);
        }
    }
    Value::Array(all)
}

fn time(spent: &spent::Spent) -> Value {
    let seconds = |n: u64| json!(n as f64 / 1e9);
    let mut time = Map::new();
    time.insert("total".to_owned(), seconds(spent.total()));
    for share in Share::ALL {
        time.insert(share.word().to_owned(), seconds(spent.of(share)));
    }
    Value::Object(time)
}
