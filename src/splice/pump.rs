//! One stream: read, append to the journal, write the same bytes on.

use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

use crate::journal::{Stream, Writer};

/// As much as a pipe holds: a larger buffer would not be filled.
const BUFFER: usize = 64 << 10;

/// Reads in a row without a look at the other ends.
const UNASKED: u32 = 16;

/// Why a pump has stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// The source has ended and all of it is passed on.
    Source,
    /// Nobody reads the sink any more.
    Sink,
    /// The agent has ended and what it had written until then is passed on.
    Stopped,
}

/// Carries one stream.
#[derive(Debug)]
pub(super) struct Pump {
    pub(super) stream: Stream,
    pub(super) source: OwnedFd,
    pub(super) sink: OwnedFd,
    /// Becomes readable when the agent has ended.
    pub(super) stopped: Option<Arc<OwnedFd>>,
    pub(super) journal: Option<Arc<Writer>>,
}

impl Pump {
    /// Runs until one end is over. Both descriptors are closed when it returns, so that the other
    /// side notices what it would have noticed without us.
    pub(super) fn run(self) -> Ended {
        let mut buffer = vec![0u8; BUFFER];
        let mut unasked = 0;
        loop {
            // While more is there already it is read without asking. Now and then the other ends are looked at
            // all the same: a grandchild that never stops writing must not keep us.
            if unasked < UNASKED {
                match self.carry_waiting(&mut buffer) {
                    Some(Ok(0)) => return self.over(),
                    Some(Ok(_)) => {
                        unasked += 1;
                        continue;
                    }
                    Some(Err(ended)) => return ended,
                    None => {}
                }
            }
            unasked = 0;
            match self.ready() {
                Ready::Read => match self.carry(&mut buffer) {
                    Ok(0) => return self.over(),
                    Ok(_) => {}
                    Err(ended) => return ended,
                },
                Ready::SinkGone => return Ended::Sink,
                Ready::Stopped => return self.rest(&mut buffer),
            }
        }
    }

    /// Waits until there is something to do. The sink is watched too: an end that closes must be
    /// passed on at once, not at the next byte.
    fn ready(&self) -> Ready {
        let no_stop = self.source.as_fd();
        let stop = self.stopped.as_ref().map_or(no_stop, |s| s.as_fd());
        let mut fds = [
            PollFd::from_borrowed_fd(self.source.as_fd(), PollFlags::IN),
            PollFd::from_borrowed_fd(self.sink.as_fd(), PollFlags::empty()),
            PollFd::from_borrowed_fd(stop, PollFlags::IN),
        ];
        let watched = if self.stopped.is_some() { 3 } else { 2 };
        loop {
            match poll(&mut fds[..watched], None) {
                Err(Errno::INTR | Errno::AGAIN) => {}
                // Not even poll works: a blocking read decides.
                Err(_) => return Ready::Read,
                Ok(_) => break,
            }
        }
        if fds[1].revents().intersects(PollFlags::ERR | PollFlags::HUP) {
            return Ready::SinkGone;
        }
        // Before the source: a grandchild that never stops writing would keep us for ever.
        if watched == 3 && !fds[2].revents().is_empty() {
            return Ready::Stopped;
        }
        Ready::Read
    }

    /// Carries what waits in the source, if something does and the system can tell without being asked twice;
    /// 0 is the end of the source.
    fn carry_waiting(&self, buffer: &mut [u8]) -> Option<Result<usize, Ended>> {
        let n = read_waiting(&self.source, buffer)?;
        Some(self.pass_on(&buffer[..n]).map(|()| n))
    }

    /// Carries one read; 0 is the end of the source.
    fn carry(&self, buffer: &mut [u8]) -> Result<usize, Ended> {
        let n = loop {
            match rustix::io::read(&self.source, &mut *buffer) {
                Ok(n) => break n,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => wait_for(&self.source, PollFlags::IN),
                // A terminal or socket that is gone has ended.
                Err(_) => break 0,
            }
        };
        self.pass_on(&buffer[..n]).map(|()| n)
    }

    /// Into the journal first: what a peer has received is recorded.
    fn pass_on(&self, bytes: &[u8]) -> Result<(), Ended> {
        if bytes.is_empty() {
            return Ok(());
        }
        if let Some(journal) = &self.journal {
            journal.chunk(self.stream, bytes);
        }
        self.write_all(bytes)
    }

    fn write_all(&self, mut bytes: &[u8]) -> Result<(), Ended> {
        while !bytes.is_empty() {
            match rustix::io::write(&self.sink, bytes) {
                Ok(n) => bytes = &bytes[n..],
                Err(Errno::INTR) => {}
                // Somebody who shares the descriptor has made it non-blocking.
                Err(Errno::AGAIN) => wait_for(&self.sink, PollFlags::OUT),
                Err(_) => return Err(Ended::Sink),
            }
        }
        Ok(())
    }

    /// The source has ended in order.
    fn over(&self) -> Ended {
        if let Some(journal) = &self.journal {
            journal.end(self.stream);
        }
        Ended::Source
    }

    /// The agent has ended: passes on what is in the pipe now. More may come from a grandchild that
    /// holds the other end, for as long as it likes; that is not waited for.
    fn rest(&self, buffer: &mut [u8]) -> Ended {
        let mut left = rustix::io::ioctl_fionread(&self.source).unwrap_or(0);
        // Without writers there is an end, and it can be waited for.
        let last = self.has_no_writers();
        while left > 0 || last {
            match self.carry(buffer) {
                Ok(0) => return self.over(),
                Ok(n) => left = left.saturating_sub(n as u64),
                Err(ended) => return ended,
            }
        }
        Ended::Stopped
    }

    /// Whether nobody can write to the source any more.
    fn has_no_writers(&self) -> bool {
        let mut fds = [PollFd::new(&self.source, PollFlags::IN)];
        let now = rustix::event::Timespec { tv_sec: 0, tv_nsec: 0 };
        poll(&mut fds, Some(&now)).is_ok() && fds[0].revents().contains(PollFlags::HUP)
    }
}

enum Ready {
    Read,
    SinkGone,
    Stopped,
}

/// Reads what is there, without waiting and without switching the descriptor to non-blocking, which others who
/// share it would notice. `None`: nothing is there, or this cannot be had of such a descriptor.
#[cfg(target_os = "linux")]
fn read_waiting(fd: &OwnedFd, buffer: &mut [u8]) -> Option<usize> {
    use rustix::io::{ReadWriteFlags, preadv2};
    // The current place, where there is one.
    const HERE: u64 = u64::MAX;
    let mut buffers = [std::io::IoSliceMut::new(buffer)];
    preadv2(fd, &mut buffers, HERE, ReadWriteFlags::NOWAIT).ok()
}

#[cfg(not(target_os = "linux"))]
fn read_waiting(_fd: &OwnedFd, _buffer: &mut [u8]) -> Option<usize> {
    None
}

fn wait_for(fd: &OwnedFd, flags: PollFlags) {
    let _ = poll(&mut [PollFd::new(fd, flags)], None);
}

/// Waits until this is readable or at its end, for no longer than that.
pub(super) fn becomes_readable(fd: &OwnedFd, longest: Duration) -> bool {
    let mut fds = [PollFd::new(fd, PollFlags::IN)];
    let longest = rustix::event::Timespec {
        tv_sec: longest.as_secs() as i64,
        tv_nsec: longest.subsec_nanos().into(),
    };
    loop {
        match poll(&mut fds, Some(&longest)) {
            Err(Errno::INTR) => {}
            other => return other.is_ok_and(|n| n > 0),
        }
    }
}
