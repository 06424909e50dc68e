//! When a journal that is being written is looked at again.
//!
//! The conversation comes first. A little that comes in is stored soon, so that a page shows it at once; of much,
//! more is stored together, since a commit costs as much as a dozen frames. And while a burst passes, which is
//! over in less than a second, its peers need the processor more than the index does.
//!
//! Who shares the database with many takes turns with them: each commit is paid for by all, since whoever commits next
//! must read again what another has changed.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::journal::{Progress, growing};

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

/// So many journals of one database may grow at once and be indexed as if each were alone.
const FEW: usize = 4;
/// Of more, the commits of one lie this long apart for each of them, …
const TURN: Duration = Duration::from_millis(8);
/// … up to this: still a quarter of a second from the wire to the page.
const APART: Duration = Duration::from_millis(250);
/// The others are counted at the beginning, and again after this long, then after twice that, …
const FIRST_COUNTED: Duration = Duration::from_millis(50);
/// … up to this. Who has grown since is counted.
const COUNTED: Duration = Duration::from_secs(1);

/// When a journal is looked at again.
#[derive(Debug)]
pub(super) struct Pace {
    growth: Growth,
    crowd: Crowd,
    /// When the last step was through.
    stepped: Instant,
}

/// How a journal grows.
#[derive(Debug, Clone, Copy)]
struct Growth {
    at: Instant,
    written: u64,
    turns: u64,
}

/// Those who index into the same database.
#[derive(Debug)]
struct Crowd {
    journals: PathBuf,
    many: usize,
    counted: Option<Instant>,
    /// The count holds for so long.
    holds: Duration,
}

impl Pace {
    /// Of a journal among those in this folder.
    pub(super) fn new(progress: &Progress, journals: PathBuf) -> Pace {
        let crowd = Crowd { journals, many: 1, counted: None, holds: FIRST_COUNTED };
        Pace { growth: Growth::new(progress), crowd, stepped: Instant::now() }
    }

    /// Whether many journals grow at once.
    pub(super) fn is_crowded(&self) -> bool {
        self.crowd.many > FEW
    }

    /// A step is through.
    pub(super) fn stepped(&mut self) {
        self.stepped = Instant::now();
    }

    /// Waits until the next step is due: there is something to do, and the last one has stored so many frames.
    pub(super) fn gather(&mut self, progress: &Progress, frames: u32) {
        self.look(progress);
        let soon = if frames < MANY { SOON } else { STEADY };
        let turn = apart(self.crowd.count()).saturating_sub(self.stepped.elapsed());
        progress.gather(soon.max(turn));
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
        let now = Growth::new(progress);
        let before = std::mem::replace(&mut self.growth, now);
        let nanos = u64::try_from((now.at - before.at).as_nanos()).unwrap_or(u64::MAX);
        is_burst(nanos, now.written - before.written, now.turns - before.turns)
    }
}

impl Growth {
    fn new(progress: &Progress) -> Growth {
        Growth { at: Instant::now(), written: progress.written(), turns: progress.turns() }
    }
}

impl Crowd {
    /// How many there are, this one among them.
    fn count(&mut self) -> usize {
        if self.counted.is_none_or(|at| at.elapsed() >= self.holds) {
            if self.counted.is_some() {
                self.holds = (2 * self.holds).min(COUNTED);
            }
            self.many = growing(&self.journals, COUNTED);
            self.counted = Some(Instant::now());
        }
        self.many
    }
}

/// How long the commits of one lie apart at least, of so many.
fn apart(many: usize) -> Duration {
    if many <= FEW {
        return Duration::ZERO;
    }
    u32::try_from(many).map_or(APART, |many| TURN.saturating_mul(many).min(APART))
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

    #[test]
    fn in_a_crowd_each_takes_its_turn() {
        assert_eq!(apart(1), Duration::ZERO);
        assert_eq!(apart(4), Duration::ZERO);
        assert_eq!(apart(5), Duration::from_millis(40));
        assert_eq!(apart(16), Duration::from_millis(128));
        assert_eq!(apart(32), APART);
        assert_eq!(apart(usize::MAX), APART);
    }
}
