//! Signals that reach the agent as if we were not there.
//!
//! A signal sent to us alone is sent on to the agent. One that the terminal sends to the whole group has
//! reached the agent already and is not doubled; the kernel marks those. A signal that was ignored when we
//! were started stays ignored, for us and, by inheritance, for the agent.

use std::io;

use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::signal::{
    SIGABRT, SIGALRM, SIGCHLD, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1,
    SIGUSR2, SIGWINCH,
};
use signal_hook::iterator::SignalsInfo;
use signal_hook::iterator::exfiltrator::raw::WithRawSiginfo;

const PASSED_ON: [i32; 11] = [
    SIGABRT, SIGALRM, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGUSR1, SIGUSR2,
    SIGWINCH,
];

/// Signals that would end the agent.
const ENDING: [i32; 4] = [SIGTERM, SIGINT, SIGHUP, SIGQUIT];

/// What a signal asks of us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Received {
    /// A child has changed state.
    Child,
    /// To be sent to the agent.
    PassOn(Passed),
    /// To stop, after the signal was passed on unless the agent has it already.
    Stop {
        /// The signal, when it was sent to us alone.
        pass_on: Option<Passed>,
    },
}

/// A signal for the agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Passed(i32);

impl Passed {
    /// Sends it. An agent that has just ended does not mind.
    pub(super) fn send(self, agent: Pid) {
        if let Some(signal) = Signal::from_named_raw(self.0) {
            let _ = kill_process(agent, signal);
        }
    }
}

/// The handlers of this process.
#[derive(Debug)]
pub(super) struct Signals {
    info: SignalsInfo<WithRawSiginfo>,
}

impl Signals {
    pub(super) fn register() -> io::Result<Signals> {
        let wanted = PASSED_ON.iter().copied().filter(|&s| !ignored(s)).chain([SIGCHLD]);
        Ok(Signals { info: SignalsInfo::new(wanted)? })
    }

    /// Blocks until there are signals.
    pub(super) fn wait(&mut self) -> Vec<Received> {
        self.info.wait().filter_map(|info| received(&info)).collect()
    }

    /// Whether a signal has come that would have ended the agent.
    pub(super) fn end_pending(&mut self) -> bool {
        self.info.pending().any(|info| ENDING.contains(&info.si_signo))
    }
}

fn received(info: &libc::siginfo_t) -> Option<Received> {
    let signal = info.si_signo;
    if signal == SIGCHLD {
        return Some(Received::Child);
    }
    let pass_on = (!from_kernel(info.si_code)).then_some(Passed(signal));
    if signal == SIGTSTP {
        return Some(Received::Stop { pass_on });
    }
    pass_on.map(Received::PassOn)
}

/// Sent by the kernel, which for these signals means: by the terminal, to the whole foreground group.
#[cfg(target_os = "linux")]
fn from_kernel(code: i32) -> bool {
    code == libc::SI_KERNEL
}

/// Elsewhere `kill` marks itself with this code, and the terminal does not.
#[cfg(not(target_os = "linux"))]
fn from_kernel(code: i32) -> bool {
    const SI_USER: i32 = 0x10001;
    code != SI_USER
}

fn ignored(signal: i32) -> bool {
    let mut old = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: with a null pointer for the new action this only fills in the old one, and `old` is read
    // only when it was filled in.
    #[expect(unsafe_code, reason = "no safe wrapper asks for a signal's disposition")]
    unsafe {
        libc::sigaction(signal, std::ptr::null(), old.as_mut_ptr()) == 0
            && old.assume_init().sa_sigaction == libc::SIG_IGN
    }
}

/// A limit on the size of files is for our journal like a full disk: the write is to fail, not to kill.
/// Gives whether the agent must be given the default back.
pub(super) fn survive_file_size_limit() -> bool {
    if ignored(libc::SIGXFSZ) {
        return false;
    }
    // SAFETY: ignoring a signal runs no code of ours.
    #[expect(unsafe_code, reason = "no safe wrapper ignores a signal")]
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN) != libc::SIG_ERR
    }
}

/// Gives the default back, in the child between fork and exec.
pub(super) fn restore_file_size_limit() {
    // SAFETY: signal(2) is async-signal-safe, and the default runs no code of ours.
    #[expect(unsafe_code, reason = "no safe wrapper sets a signal's default")]
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_DFL);
    }
}

/// Stops this process as an unhandled SIGTSTP would: not at all in a group that no shell looks after.
pub(super) fn stop_as_by_default() {
    // SAFETY: both actions are valid, the second is the one that was in place, and `raise` only sends a
    // signal to this thread.
    #[expect(unsafe_code, reason = "the default action can only be had by its disposition")]
    unsafe {
        let mut default: libc::sigaction = std::mem::zeroed();
        default.sa_sigaction = libc::SIG_DFL;
        let mut ours = std::mem::MaybeUninit::<libc::sigaction>::uninit();
        if libc::sigaction(SIGTSTP, &raw const default, ours.as_mut_ptr()) == 0 {
            libc::raise(SIGTSTP);
            libc::sigaction(SIGTSTP, ours.as_ptr(), std::ptr::null_mut());
        }
    }
}
