//! What acp-scope itself does, for whoever looks for a fault of it: off unless asked for.
//!
//! A log is made to be passed on. It tells of sizes, counts, numbers and errors of the system; never of what crossed, of
//! arguments, environment values, names that the user gave, or tokens. Messages of other crates are left out: nobody has
//! read them with that in mind.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use log::{LevelFilter, Log, Metadata, Record};
use rustix::event::{PollFd, PollFlags, poll};

use super::error::Failure;

/// A file that has grown beyond this is put aside when the next process begins to log; one before it is kept.
const LONGEST: u64 = 10 << 20;

/// Where the lines go.
enum Sink {
    Stderr,
    File(File),
}

struct Logger(Sink);

impl Log for Logger {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("acp_scope")
    }

    fn log(&self, record: &Record<'_>) {
        if !self.enabled(record.metadata()) {
            return;
        }
        let now = jiff::Timestamp::try_from(SystemTime::now()).unwrap_or_default();
        let (pid, level) = (std::process::id(), record.level());
        let place = record.target().strip_prefix("acp_scope::").unwrap_or("acp_scope");
        let line = format!("{now:.3} {pid} {level:<5} {place}: {}\n", record.args());
        match &self.0 {
            Sink::Stderr => stderr(&line),
            // One write a line: several processes may have the same file open.
            Sink::File(file) => {
                let _ = (&*file).write_all(line.as_bytes());
            }
        }
    }

    fn flush(&self) {}
}

/// A level by its name.
pub(super) fn level(word: &str) -> Result<LevelFilter, String> {
    word.parse().map_err(|_| "write error, warn, info, debug or trace".to_owned())
}

/// Begins to log, if that is wanted: by the options, or by the environment where there is none.
pub(super) fn begin(wanted: Option<LevelFilter>, file: Option<&Path>) -> Result<(), Failure> {
    let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty());
    let level = match (wanted, set("ACP_SCOPE_LOG")) {
        (Some(level), _) => level,
        (None, Some(word)) => level(&word.to_string_lossy())
            .map_err(|what| Failure::input(format!("ACP_SCOPE_LOG: no such level: {what}")))?,
        (None, None) => return Ok(()),
    };
    let named = file.map(Path::to_owned).or_else(|| set("ACP_SCOPE_LOG_FILE").map(PathBuf::from));
    let sink = match &named {
        None => Sink::Stderr,
        Some(path) => Sink::File(open(path).map_err(|e| {
            Failure::input(format!("{}: {e}: name another file with --log-file", path.display()))
        })?),
    };
    // Only the first one counts, and there is only one.
    if log::set_boxed_logger(Box::new(Logger(sink))).is_ok() {
        log::set_max_level(level);
    }
    Ok(())
}

fn open(path: &Path) -> io::Result<File> {
    if std::fs::metadata(path).is_ok_and(|m| m.is_file() && m.len() > LONGEST) {
        let mut before = path.as_os_str().to_owned();
        before.push(".old");
        let _ = std::fs::rename(path, before);
    }
    OpenOptions::new().create(true).append(true).mode(0o600).open(path)
}

/// One line on stderr, unless that would block: whoever does not read stderr must not stop the conversation.
pub(super) fn stderr(line: &str) {
    let stderr = io::stderr();
    let mut fds = [PollFd::new(&stderr, PollFlags::OUT)];
    if poll(&mut fds, Some(&rustix::event::Timespec { tv_sec: 0, tv_nsec: 0 })).is_ok_and(|n| n > 0)
    {
        let _ = stderr.lock().write_all(line.as_bytes());
    }
}

/// A panic is told by where it was. Its message may hold what crossed, so it goes nowhere.
pub(super) fn tell_panics(quiet: bool) {
    std::panic::set_hook(Box::new(move |info| {
        let place =
            info.location().map_or_else(String::new, |l| format!("{}:{}", l.file(), l.line()));
        log::error!("a fault of our own at {place}");
        if !quiet {
            stderr(&format!("acp-scope: a fault of its own at {place}: please report it\n"));
        }
    }));
}
