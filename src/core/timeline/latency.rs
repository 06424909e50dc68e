//! Requests by method: how many, and how long their answers took.

use std::collections::BTreeMap;

use super::Timeline;
use crate::core::frame::{Dir, FrameNumber};

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
    /// The longest of them, and its request.
    pub worst: Option<(u64, FrameNumber)>,
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
            worst: None,
        });
        calls.count += 1;
        match e.answer.filter(|(frame, _, _)| *frame <= at) {
            Some((_, t, failed)) => {
                calls.errors += usize::from(failed);
                let took = t.since(e.t);
                if calls.worst.is_none_or(|(most, _)| most < took) {
                    calls.worst = Some((took, e.frame));
                }
                calls.latencies.push(took);
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
            worst: None,
        };
        assert_eq!(calls.percentile(0.5), Some(20));
        assert_eq!(calls.percentile(0.95), Some(40));
        calls.latencies.clear();
        assert_eq!(calls.percentile(0.5), None);
    }
}
