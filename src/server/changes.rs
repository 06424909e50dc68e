//! Waits for changes of the database without asking it all the time.
//!
//! On Linux the kernel tells when a file of its folder is written to, so that an idle page costs nothing and a commit is
//! seen within a millisecond or two. Where the kernel tells nothing, the wait is a short one.

use std::fs::File;
use std::io::{Read as _, Write as _};
#[cfg(target_os = "linux")]
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pipe::{PipeFlags, pipe_with};

/// How long nothing is asked while the kernel watches: some file systems tell of nothing.
const QUIET: Duration = Duration::from_millis(1_000);
/// The same without the kernel's help.
const BLIND: Duration = Duration::from_millis(25);
/// A commit is written before it can be seen: after a change the database is asked again this soon, then later and
/// later up to [`SETTLED`].
const SOON: Duration = Duration::from_millis(2);
/// From then on a change has shown.
const SETTLED: Duration = Duration::from_millis(64);

/// Ends a wait of [`Changes`].
#[derive(Debug, Clone)]
pub(super) struct Bell(Arc<File>);

impl Bell {
    /// Ends the wait that goes on, or the next one.
    pub(super) fn ring(&self) {
        // A full pipe rings already.
        let _ = (&*self.0).write(&[0]);
    }
}

/// What may change.
#[derive(Debug)]
pub(super) struct Changes {
    bell: File,
    /// The kernel's list of what was written to; none if it keeps none.
    told: Option<File>,
    /// What the names of the database's files begin with.
    name: Vec<u8>,
    /// How long the next wait is.
    pause: Duration,
}

impl Changes {
    /// Of a database's folder, and the bell that ends waits.
    pub(super) fn of(database: &Path) -> std::io::Result<(Changes, Bell)> {
        let (heard, rung) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)?;
        let told = database.parent().and_then(told_of).map(File::from);
        let name = database.file_name().unwrap_or_default().as_encoded_bytes().to_vec();
        let changes = Changes { bell: File::from(heard), told, name, pause: SOON };
        Ok((changes, Bell(Arc::new(File::from(rung)))))
    }

    /// Waits for the bell alone.
    pub(super) fn wait_for_bell(&mut self) {
        let _ = poll(&mut [PollFd::new(&self.bell, PollFlags::IN)], None);
        drain(&self.bell);
        self.pause = SOON;
    }

    /// Waits until something may have changed.
    pub(super) fn wait(&mut self) {
        let longest = if self.told.is_some() { QUIET } else { BLIND };
        let pause = if self.pause > SETTLED { longest } else { self.pause.min(longest) };
        let end = Instant::now() + pause;
        let woken = loop {
            let mut fds = vec![PollFd::new(&self.bell, PollFlags::IN)];
            fds.extend(self.told.iter().map(|told| PollFd::new(told, PollFlags::IN)));
            let left = end.saturating_duration_since(Instant::now());
            let time = Timespec::try_from(left).ok();
            if !poll(&mut fds, time.as_ref()).is_ok_and(|ready| ready > 0) {
                break false;
            }
            let rung = fds[0].revents().contains(PollFlags::IN);
            drain(&self.bell);
            // Somebody else's file in the same folder says nothing.
            if self.told.as_ref().is_some_and(|told| tells_of(told, &self.name)) || rung {
                break true;
            }
        };
        self.pause = if woken { SOON } else { self.pause.saturating_mul(2).min(longest) };
    }
}

/// Takes what there is, without looking at it: that there is something says all.
fn drain(mut from: &File) {
    let mut bytes = [0; 4096];
    while from.read(&mut bytes).is_ok_and(|n| n == bytes.len()) {}
}

#[cfg(target_os = "linux")]
fn told_of(folder: &Path) -> Option<OwnedFd> {
    use rustix::fs::inotify::{self, CreateFlags, WatchFlags};
    let list = inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK).ok()?;
    let what = WatchFlags::MODIFY | WatchFlags::CREATE | WatchFlags::DELETE | WatchFlags::MOVED_TO;
    inotify::add_watch(list.as_fd(), folder, what).ok()?;
    Some(list)
}

/// Takes what the kernel has told; whether it is about a file whose name begins like this.
#[cfg(target_os = "linux")]
fn tells_of(told: &File, name: &[u8]) -> bool {
    use rustix::fs::inotify::{ReadFlags, Reader};
    let mut buffer = [MaybeUninit::uninit(); 4096];
    let mut events = Reader::new(told, &mut buffer);
    let mut found = false;
    while let Ok(event) = events.next() {
        // What the kernel has dropped may have been about ours.
        let ours = event.file_name().is_some_and(|file| file.to_bytes().starts_with(name));
        found |= ours || event.events().contains(ReadFlags::QUEUE_OVERFLOW);
    }
    found
}

#[cfg(not(target_os = "linux"))]
fn tells_of(_: &File, _: &[u8]) -> bool {
    false
}

#[cfg(not(target_os = "linux"))]
fn told_of(_: &Path) -> Option<OwnedFd> {
    None
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    /// Changes that have been quiet for so long that the next wait is the longest; with or without the kernel's help.
    fn settled(folder: &Path, told: bool) -> (Changes, Bell) {
        let (mut changes, bell) = Changes::of(&folder.join("x.db")).unwrap();
        if !told {
            changes.told = None;
        }
        let longest = if told { SETTLED } else { BLIND };
        while changes.pause < longest {
            changes.wait();
        }
        (changes, bell)
    }

    #[test]
    fn a_wait_that_nothing_ends_is_followed_by_one_that_is_no_shorter() {
        let folder = tempfile::tempdir().unwrap();
        for told in [false, true] {
            let (mut changes, _bell) = settled(folder.path(), told);
            let before = changes.pause;
            changes.wait();
            assert!(changes.pause >= before, "{:?} after {before:?}", changes.pause);
        }
    }

    #[test]
    fn a_wait_ends_with_the_bell() {
        let folder = tempfile::tempdir().unwrap();
        let (mut changes, bell) = settled(folder.path(), false);
        bell.ring();
        changes.wait();
        assert_eq!(changes.pause, SOON, "it was the bell that ended it");
        bell.ring();
        changes.wait_for_bell();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_written_to_other_files_ends_no_wait() {
        let folder = tempfile::tempdir().unwrap();
        let (mut changes, _bell) = settled(folder.path(), true);
        std::fs::write(folder.path().join("somebody.else"), "one").unwrap();
        let before = changes.pause;
        changes.wait();
        assert!(changes.pause >= before, "{:?} after {before:?}", changes.pause);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_wait_ends_when_a_file_is_written_to() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.db-wal");
        std::fs::write(&file, "one").unwrap();
        let (mut changes, _bell) = settled(folder.path(), true);
        let written = AtomicBool::new(false);
        std::thread::scope(|threads| {
            threads.spawn(|| {
                let mut file = std::fs::OpenOptions::new().append(true).open(&file).unwrap();
                written.store(true, Ordering::SeqCst);
                file.write_all(b"more").unwrap();
            });
            // Only what was told ends a wait so that the next one is short.
            let mut waits = 0..20;
            while changes.pause != SOON && waits.next().is_some() {
                changes.wait();
            }
            assert_eq!(changes.pause, SOON, "nothing was told");
            assert!(written.load(Ordering::SeqCst), "told before anything was written");
        });
    }
}
