//! When a journal that is being written is looked at again.
//!
//! The conversation comes first. A little that comes in is stored soon, so that a page shows it at once; of much,
//! more is stored together, since a commit costs as much as a dozen frames. And while a burst passes, which is
//! over in less than a second, its peers need the processor more than the index does.

use std::time::{Duration, Instant};

use crate::journal::Progress;

/// Time given to more frames to come in. Well below what a person who looks at the page would notice.
const SOON: Duration = Duration::from_millis(8);
/// The same while many come.
const STEADY: Duration = Duration::from_millis(20);
/// So many frames in one step are many.
const MANY: u32 = 8;
/// A burst is so many bytes a second, …
const BURST: u64 = 40 << 20;
/// … that go one way: of a conversation, each side waits for the other.
const TURNS: u64 = 8;
/// A burst is given way for so long before the next step.
const GIVE_WAY: Duration = Duration::from_millis(250);

/// How a journal grows.
#[derive(Debug)]
pub(super) struct Pace {
    at: Instant,
    written: u64,
    turns: u64,
}

impl Pace {
    pub(super) fn new(progress: &Progress) -> Pace {
        Pace { at: Instant::now(), written: progress.written(), turns: progress.turns() }
    }

    /// Waits until the next step is due, after one that has stored so many frames and all that there was.
    pub(super) fn gather(&mut self, progress: &Progress, frames: u32) {
        self.look(progress);
        progress.gather(if frames < MANY { SOON } else { STEADY });
        self.give_way(progress);
    }

    /// Waits while a burst passes.
    pub(super) fn give_way(&mut self, progress: &Progress) {
        let until = Instant::now() + GIVE_WAY;
        while self.look(progress) && !progress.is_closed() && Instant::now() < until {
            progress.gather(SOON);
        }
    }

    /// Whether what came since the last look was part of a burst.
    fn look(&mut self, progress: &Progress) -> bool {
        let before = std::mem::replace(self, Pace::new(progress));
        let time = self.at - before.at;
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        is_burst(nanos, self.written - before.written, self.turns - before.turns)
    }
}

fn is_burst(nanos: u64, bytes: u64, turns: u64) -> bool {
    let enough = u128::from(bytes) * 1_000_000_000 > u128::from(BURST) * u128::from(nanos);
    enough && nanos > 0 && turns < TURNS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_much_and_goes_one_way() {
        let ms = 1_000_000;
        assert!(is_burst(8 * ms, 1 << 20, 1));
        assert!(!is_burst(8 * ms, 1 << 20, 100), "a conversation");
        assert!(!is_burst(8 * ms, 100 << 10, 1), "a steady stream");
        assert!(!is_burst(1_000 * ms, 1 << 20, 1), "a second ago");
        assert!(!is_burst(0, 1, 0));
    }
}
