//! The splice: a child process whose stdin, stdout and stderr pass through us byte for byte.
//!
//! It does not know what a frame is, and it never waits for an indexer, a database or a page: a chunk that
//! was read is appended to the journal and written on. Three plain threads with blocking reads carry the
//! three streams. Measured against a reactor they have the shorter tails, and they leave the shared state of
//! the inherited descriptors alone: switching a stdin to non-blocking would show in the process that
//! we share it with.
//!
//! The agent stays in our process group and session, so that whoever ends the group ends it too; and on
//! Linux it dies when we are killed alone.

mod pump;
mod signals;

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use rustix::pipe::{PipeFlags, pipe_with};

use crate::core::frame::Dir;
use crate::journal::{HowEnded, Stream, Writer};
use pump::{Ended, Pump};
use signals::{Received, Signals};

/// A pump needs little more than its buffer.
const STACK: usize = 128 << 10;

/// An agent that closes its stderr and is still there after this long has more to do.
const AT_ITS_END: Duration = Duration::from_millis(250);

/// An agent that runs.
#[derive(Debug)]
pub struct Splice {
    child: Child,
    signals: Signals,
    stop: OwnedFd,
    done: mpsc::Receiver<Stream>,
    outputs: usize,
    journal: Option<Arc<Writer>>,
}

impl Splice {
    /// Starts the agent and begins to carry bytes. Must be called from the main thread: the agent's life
    /// is bound to the thread that starts it.
    ///
    /// # Errors
    /// The command cannot be started.
    pub fn start(command: &mut Command, journal: Option<Arc<Writer>>) -> io::Result<Splice> {
        // Handlers first: a signal that comes while the agent starts must not end us before it.
        let signals = Signals::register()?;
        let (stopped, stop) = pipe_with(PipeFlags::CLOEXEC)?;
        let stopped = Arc::new(stopped);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let file_size_limit = signals::survive_file_size_limit();
        before_exec(command, file_size_limit);
        let mut child = command.spawn()?;
        let (tell, done) = mpsc::channel();

        let mut outputs = 0;
        let pump = |stream, source: OwnedFd, sink: OwnedFd, stopped| Pump {
            stream,
            source,
            sink,
            stopped,
            journal: journal.clone(),
        };
        if let Some(stdin) = child.stdin.take() {
            let source = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?;
            let stream = Stream::Wire(Dir::ClientToAgent);
            spawn(pump(stream, source, stdin.into(), None), None)?;
        }
        if let Some(stdout) = child.stdout.take() {
            let sink = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 3)?;
            let stream = Stream::Wire(Dir::AgentToClient);
            let pump = pump(stream, stdout.into(), sink, Some(Arc::clone(&stopped)));
            spawn(pump, Some(tell.clone()))?;
            outputs += 1;
        }
        if let Some(stderr) = child.stderr.take() {
            let sink = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stderr(), 3)?;
            let pump = pump(Stream::Stderr, stderr.into(), sink, Some(stopped));
            spawn(pump, Some(tell))?;
            outputs += 1;
        }
        Ok(Splice { child, signals, stop, done, outputs, journal })
    }

    /// Passes signals on until the agent has ended and what it had written is passed on too; closes the
    /// journal.
    #[must_use]
    pub fn wait(mut self) -> HowEnded {
        let pid = rustix::process::Pid::from_child(&self.child);
        let how = 'agent: loop {
            for received in self.signals.wait() {
                match received {
                    Received::Child => {
                        if let Ok(Some(status)) = self.child.try_wait() {
                            break 'agent how_ended(status);
                        }
                    }
                    Received::PassOn(signal) => signal.send(pid),
                    Received::Stop { pass_on } => {
                        if let Some(signal) = pass_on {
                            signal.send(pid);
                        }
                        signals::stop_as_by_default();
                    }
                }
            }
        };
        self.drain();
        if let Some(journal) = &self.journal {
            journal.close(how);
        }
        how
    }

    /// Waits until what the agent had written before it ended has reached the client. A grandchild that
    /// holds the agent's stdout open is not waited for. A signal ends the wait as it would end the agent.
    fn drain(&mut self) {
        let _ = rustix::io::write(self.stop.as_fd(), b"!");
        while self.outputs > 0 {
            match self.done.recv_timeout(Duration::from_millis(20)) {
                Ok(_) => self.outputs -= 1,
                Err(mpsc::RecvTimeoutError::Disconnected) => return,
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    if self.signals.end_pending() {
                        return;
                    }
                }
            }
        }
    }
}

fn how_ended(status: ExitStatus) -> HowEnded {
    match (status.code(), status.signal()) {
        (Some(code), _) => HowEnded::Exit(code),
        (None, Some(signal)) => HowEnded::Signal(signal),
        (None, None) => HowEnded::Exit(1),
    }
}

fn spawn(pump: Pump, tell: Option<mpsc::Sender<Stream>>) -> io::Result<()> {
    let stream = pump.stream;
    let stopped = pump.stopped.clone();
    let name = match stream {
        Stream::Wire(Dir::ClientToAgent) => "to-agent",
        Stream::Wire(Dir::AgentToClient) => "to-client",
        Stream::Stderr => "stderr",
    };
    thread::Builder::new().name(name.to_owned()).stack_size(STACK).spawn(move || {
        let ended = pump.run();
        if stream != Stream::Stderr || !ends_with(ended, stopped.as_deref()) {
            close_standard(stream);
        }
        if let Some(tell) = tell {
            let _ = tell.send(stream);
        }
    })?;
    Ok(())
}

/// Whether a stream is over because the agent is. Its stderr closes first when it ends, while what it wrote on stdout
/// may still be on its way: what is to be said of that needs our own stderr, which closes with this process.
fn ends_with(ended: Ended, stopped: Option<&OwnedFd>) -> bool {
    match ended {
        Ended::Stopped => true,
        Ended::Sink => false,
        Ended::Source => stopped.is_some_and(|stopped| pump::becomes_readable(stopped, AT_ITS_END)),
    }
}

/// Lets the client see that a stream is over: our own descriptor of it must go as well. It becomes
/// `/dev/null` rather than closed, or the next file that anybody opens would take its number.
fn close_standard(stream: Stream) {
    let Ok(null) = rustix::fs::open(
        "/dev/null",
        rustix::fs::OFlags::RDWR | rustix::fs::OFlags::CLOEXEC,
        rustix::fs::Mode::empty(),
    ) else {
        return;
    };
    let _ = match stream {
        Stream::Wire(Dir::ClientToAgent) => rustix::stdio::dup2_stdin(null),
        Stream::Wire(Dir::AgentToClient) => rustix::stdio::dup2_stdout(null),
        Stream::Stderr => rustix::stdio::dup2_stderr(null),
    };
}

/// What the child does between fork and exec.
fn before_exec(command: &mut Command, file_size_limit: bool) {
    let parent = rustix::process::getpid();
    let hook = move || {
        if file_size_limit {
            signals::restore_file_size_limit();
        }
        die_with(parent)
    };
    // SAFETY: the hook makes system calls that are async-signal-safe and allocates nothing.
    #[expect(unsafe_code, reason = "the only way to run something between fork and exec")]
    unsafe {
        command.pre_exec(hook);
    }
}

#[cfg(target_os = "linux")]
fn die_with(parent: rustix::process::Pid) -> io::Result<()> {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};
    set_parent_process_death_signal(Some(Signal::KILL))?;
    if getppid() != Some(parent) {
        // We were killed before the line above could take effect.
        return Err(io::ErrorKind::BrokenPipe.into());
    }
    Ok(())
}

/// Elsewhere the agent learns of our death by the end of its stdin.
#[cfg(not(target_os = "linux"))]
fn die_with(_parent: rustix::process::Pid) -> io::Result<()> {
    Ok(())
}
