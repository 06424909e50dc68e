//! Work for the time in which no processor has anything else to do.
//!
//! On Linux a thread of the idle class does it. Whoever wakes up takes the processor from it at once, as if it were free,
//! which no niceness brings about. But on a busy machine it may wait for seconds, perhaps with the database locked:
//! so it is asked first, and who gets no answer promptly does the work itself.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Who has time has begun within this long, and mostly is through.
const PROMPT: Duration = Duration::from_millis(25);
/// Work that took longer than this had to wait on the way.
const SLOW: Duration = Duration::from_millis(100);
/// Who had no time is asked again after this long.
const AGAIN: Duration = Duration::from_secs(10);

type Errand = Box<dyn FnOnce() + Send>;

/// A thread for idle time. It is started when it is needed first.
#[derive(Debug, Default)]
pub(super) struct Idle {
    worker: Option<Sender<Errand>>,
    not_before: Option<Instant>,
}

impl Idle {
    /// Works on a thing in idle time, or here and now if there seems to be none. `None`: the work has panicked there.
    pub(super) fn run<T, W, R>(&mut self, thing: T, work: W) -> Option<R>
    where
        T: Send + 'static,
        W: FnOnce(T) -> R + Send + 'static,
        R: Send + 'static,
    {
        if self.not_before.is_some_and(|t| Instant::now() < t) {
            return Some(work(thing));
        }
        let task = Arc::new(Mutex::new(Some((thing, work))));
        let take = |task: &Mutex<Option<(T, W)>>| {
            task.lock().unwrap_or_else(PoisonError::into_inner).take()
        };
        let (give, given) = channel();
        let theirs = Arc::clone(&task);
        let at = Instant::now();
        // Nobody takes it where there is no such thread: then nothing is given, and that at once.
        let _ = self.worker().send(Box::new(move || {
            // Who has slept is let in once, even where it will not get another turn for a second.
            thread::yield_now();
            if let Some((thing, work)) = take(&theirs) {
                let _ = give.send(work(thing));
            }
        }));
        if let Ok(result) = given.recv_timeout(PROMPT) {
            return Some(result);
        }
        if let Some((thing, work)) = take(&task) {
            self.forgo("nobody has begun");
            return Some(work(thing));
        }
        let result = given.recv().ok();
        if at.elapsed() > SLOW {
            self.forgo("the work had to wait");
        }
        result
    }

    fn forgo(&mut self, why: &str) {
        log::debug!("there is no idle time: {why}");
        self.not_before = Some(Instant::now() + AGAIN);
    }

    fn worker(&mut self) -> &Sender<Errand> {
        self.worker.get_or_insert_with(|| {
            let (errands, receiver) = channel();
            // Without it nobody receives, which its users notice.
            let _ = thread::Builder::new().name("idle".to_owned()).spawn(move || work(&receiver));
            errands
        })
    }
}

fn work(errands: &Receiver<Errand>) {
    if yield_to_all() {
        errands.iter().for_each(|errand| errand());
    }
}

/// From now on this thread runs when nobody else wants to. False where that cannot be had.
#[cfg(target_os = "linux")]
fn yield_to_all() -> bool {
    let none = libc::sched_param { sched_priority: 0 };
    // SAFETY: the parameters are only read; 0 is the calling thread.
    #[expect(unsafe_code, reason = "no safe wrapper sets a thread's scheduling class")]
    unsafe {
        libc::sched_setscheduler(0, libc::SCHED_IDLE, &raw const none) == 0
    }
}

#[cfg(not(target_os = "linux"))]
fn yield_to_all() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn work_is_done_in_the_idle_class() {
        let class = || -> i32 {
            let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
            // The 41st field; the second is a name that may hold spaces.
            let behind_name = stat.rsplit(')').next().unwrap();
            behind_name.split_whitespace().nth(38).unwrap().parse().unwrap()
        };
        let mut idle = Idle::default();
        let (tell, told) = channel();
        idle.worker().send(Box::new(move || tell.send(class()).unwrap())).unwrap();
        assert_eq!(told.recv(), Ok(libc::SCHED_IDLE));
        // There or here, as the machine has time.
        assert_eq!(idle.run(7, |thing| thing + 1), Some(8));
        assert_ne!(class(), libc::SCHED_IDLE, "not the thread that asks");
    }

    #[test]
    fn what_finds_no_time_is_done_by_who_asks_and_once() {
        let mut idle = Idle::default();
        let (go_on, wait) = channel::<()>();
        idle.worker().send(Box::new(move || while wait.recv().is_ok() {})).unwrap();
        let here = thread::current().id();
        let (count, counted) = channel();
        for _ in 0..3 {
            let count = count.clone();
            let by = idle.run(count, |count| {
                count.send(()).unwrap();
                thread::current().id()
            });
            assert_eq!(by, Some(here));
        }
        assert!(idle.not_before.is_some(), "it is not asked each time");
        // What it was asked for and has not done, it leaves alone later.
        drop((go_on, count));
        assert_eq!(counted.iter().count(), 3);
    }

    #[test]
    fn a_panic_there_is_told() {
        let mut idle = Idle::default();
        let fail = |()| -> i32 { std::panic::resume_unwind(Box::new("on purpose")) };
        let ran = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| idle.run((), fail)));
        // It comes from here when there was no time.
        assert!(!matches!(ran, Ok(Some(_))));
        assert_eq!(idle.run(1, |n| n), Some(1), "and others do the work from then on");
    }
}
