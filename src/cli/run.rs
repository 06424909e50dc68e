//! `acp-scope run`: the proxy.
//!
//! What can go wrong with recording is said in one line on stderr, and the conversation goes on.

use std::ffi::OsString;
use std::io;
use std::process::{Command, ExitCode};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use clap::Args;

use super::error::Failure;
use super::{Common, log};
use crate::background::give_way;
use crate::indexer;
use crate::journal::{Clock, Header, Held, HowEnded, Writer};
use crate::splice::Splice;
use crate::store::Location;

/// When the agent has ended, indexing may go on for this long; the next start does the rest.
const LAST_WORDS: Duration = Duration::from_millis(15);

/// A recording that could not begin is tried again after this long.
const AGAIN: Duration = Duration::from_millis(250);

/// Between two times that the journal is brought to the disk.
const SYNC: Duration = Duration::from_secs(1);

/// Run an agent and record the conversation
///
/// Stdin, stdout and stderr pass through unchanged, as do signals and the exit code. Put this in front of
/// the agent's command in your editor's settings.
#[derive(Debug, Args)]
pub(super) struct Run {
    /// Name the recording
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Make sure that the page is served, and print its address on stderr
    #[arg(long)]
    ui: bool,
    /// Say on stderr what is recorded where
    #[arg(short, long)]
    verbose: bool,
    #[arg(long, hide = true, default_value = "run")]
    origin: String,
    /// The agent's command and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    agent: Vec<OsString>,
}

/// A recording that has begun.
struct Recording {
    held: Arc<Held>,
    location: Location,
    writer: Arc<Writer>,
}

impl Run {
    /// `acp-scope -- COMMAND`.
    pub(super) fn plain(agent: Vec<OsString>) -> Run {
        Run { name: None, ui: false, verbose: false, origin: "run".to_owned(), agent }
    }

    #[cfg(test)]
    pub(super) fn agent(&self) -> Vec<String> {
        self.agent.iter().map(|a| a.to_string_lossy().into_owned()).collect()
    }

    pub(super) fn run(&self, common: &Common) -> ExitCode {
        let Some((program, args)) = self.agent.split_first() else {
            say("run: no command: write the agent's command behind `--`");
            return ExitCode::from(2);
        };
        let clock = Clock::start();
        let plan = Plan { common: common.clone(), header: self.header(clock) };
        let writer = Arc::new(Writer::waiting(clock, Box::new(interrupted)));
        let recording = plan.begin(&writer);
        if let Err(why) = &recording {
            say(&format!(
                "not recording: {why}: the conversation goes on; recording begins when it can"
            ));
        }
        // Before the agent starts: when it closes its stderr, ours is closed, too.
        let told = Told { recording: self.verbose, page: self.ui };
        if let Ok(recording) = &recording {
            told.begun(recording);
        }
        let mut command = Command::new(program);
        command.args(args);
        let splice = match Splice::start(&mut command, Some(Arc::clone(&writer))) {
            Ok(splice) => splice,
            Err(e) => {
                if let Ok(recording) = &recording {
                    let _ = recording.held.remove();
                }
                say(&cannot_start(&program.to_string_lossy(), &e));
                return ExitCode::from(127);
            }
        };
        ::log::info!("the agent runs; recording: {}", recording.is_ok());
        let indexed = match recording {
            Ok(recording) => Some(told.keep(&recording)),
            Err(_) => {
                later(plan, writer, told);
                None
            }
        };
        let how = splice.wait();
        ::log::info!("the agent has ended: {how:?}");
        if let Some(indexed) = indexed {
            let _ = indexed.recv_timeout(LAST_WORDS);
        }
        // Threads may still be at work on what is left; nothing of it must keep the client waiting.
        std::process::exit(match how {
            HowEnded::Exit(code) => code,
            HowEnded::Signal(signal) => 128 + signal,
        })
    }

    /// What is known of the recording before it begins.
    fn header(&self, clock: Clock) -> Header {
        Header {
            format: 1,
            uuid: uuid::Uuid::now_v7().to_string(),
            origin: self.origin.clone(),
            name: self.name.clone(),
            command: self.agent.iter().map(|a| a.to_string_lossy().into_owned()).collect(),
            cwd: std::env::current_dir().ok().map(|d| d.to_string_lossy().into_owned()),
            env_names: env_names(),
            started_at: clock.started_at(),
            pid: std::process::id(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// What is to be recorded, and where.
struct Plan {
    common: Common,
    header: Header,
}

impl Plan {
    /// Makes the journal's folder, and begins the journal there.
    fn begin(&self, writer: &Arc<Writer>) -> Result<Recording, String> {
        let location = match self.common.location() {
            Ok(location) => location,
            Err(Failure::Input(why)) => return Err(why),
            Err(Failure::OutputClosed) => return Err("no data folder".to_owned()),
        };
        let journals = location.journals();
        let failed = |e: io::Error| {
            format!(
                "{}: {e}: check the folder's rights and free space, or name another with --db",
                journals.display()
            )
        };
        let held = Arc::new(Held::create(&journals, &self.header.uuid).map_err(failed)?);
        if let Err(e) = writer.attach(&held, &self.header) {
            let _ = held.remove();
            return Err(failed(e));
        }
        Ok(Recording { held, location, writer: Arc::clone(writer) })
    }
}

/// Tries again and again to begin a recording, for as long as the agent runs.
fn later(plan: Plan, writer: Arc<Writer>, told: Told) {
    let spawned = thread::Builder::new().name("begin".to_owned()).spawn(move || {
        give_way();
        let progress = writer.progress();
        while !progress.is_closed() {
            thread::sleep(AGAIN);
            if let Ok(recording) = plan.begin(&writer) {
                ::log::info!("a recording that could not begin has begun");
                say("recording now: what crossed before is missing");
                told.begun(&recording);
                let _ = told.keep(&recording);
                return;
            }
        }
    });
    if let Err(e) = spawned {
        say(&format!("recording will not begin: no thread for it: {e}"));
    }
}

/// The journal cannot be written, or can again.
fn interrupted(failure: Option<&io::Error>) {
    match failure {
        Some(e) => say(&format!(
            "recording is interrupted: the journal cannot be written: {e}: the conversation goes on; \
             recording resumes when it can"
        )),
        None => say("recording again"),
    }
}

/// What the user wants to be told when a recording begins.
#[derive(Clone, Copy)]
struct Told {
    recording: bool,
    page: bool,
}

impl Told {
    /// Says where the recording goes.
    fn begun(self, recording: &Recording) {
        if self.recording {
            let database = recording.location.database.display();
            say(&format!("recording {} in {database}", recording.held.uuid()));
        }
    }

    /// Looks after a recording that has begun; the receiver hears when all of its journal is indexed.
    fn keep(self, recording: &Recording) -> mpsc::Receiver<()> {
        let indexed = index(recording);
        if self.page {
            show_page(recording.location.clone());
        }
        indexed
    }
}

/// Starts indexing in the background; the receiver hears when all of the journal is indexed.
fn index(recording: &Recording) -> mpsc::Receiver<()> {
    let (done, indexed) = mpsc::sync_channel(1);
    let (held, location) = (Arc::clone(&recording.held), recording.location.clone());
    let progress = recording.writer.progress();
    let spawned = thread::Builder::new().name("indexer".to_owned()).spawn(move || {
        give_way();
        indexer::follow(&held, &location, &progress, &|e| {
            say(&format!("recording goes to the journal only for now: {e}"));
        });
        let _ = done.send(());
    });
    if let Err(e) = spawned {
        say(&format!("recording goes to the journal only: no thread for the index: {e}"));
    }
    let writer = Arc::clone(&recording.writer);
    let _ = thread::Builder::new().name("sync".to_owned()).spawn(move || {
        give_way();
        bring_to_disk(&writer);
    });
    let location = recording.location.clone();
    let _ = thread::Builder::new().name("orphans".to_owned()).spawn(move || {
        give_way();
        // What fails here is tried, and told, by the next command that reads.
        let _ = indexer::complete_orphans(&location, false);
        super::prune::automatic(&location);
    });
    indexed
}

/// Once a second, for as long as there is something new: a loss of power costs a second.
fn bring_to_disk(writer: &Writer) {
    let progress = writer.progress();
    let mut seen = 0;
    while !progress.is_closed() {
        thread::sleep(SYNC);
        let written = progress.written();
        if written != seen && writer.sync().is_ok() {
            seen = written;
        }
    }
}

fn show_page(location: Location) {
    let _ = thread::Builder::new().name("page".to_owned()).spawn(move || {
        match super::ui::ensure(&location) {
            Ok(url) => say(&format!("the page is at {url}")),
            Err(why) => say(&format!("the page cannot be served: {why}")),
        }
    });
}

fn env_names() -> Vec<String> {
    let mut names: Vec<String> =
        std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn cannot_start(program: &str, e: &io::Error) -> String {
    if program.is_empty() {
        return "run: the command is empty: write the agent's command behind `--`".to_owned();
    }
    // Limits have no kind of their own.
    let limit = match e.raw_os_error() {
        Some(libc::EMFILE | libc::ENFILE) => {
            Some("raise the limit of open files (`ulimit -n`): recording takes a dozen")
        }
        Some(libc::EAGAIN) => Some("raise the limit of processes (`ulimit -u`)"),
        Some(libc::ENOMEM) => Some("free some memory, or raise its limit (`ulimit -v`)"),
        Some(libc::E2BIG) => Some("shorten its arguments or the environment"),
        _ => None,
    };
    if let Some(what_to_do) = limit {
        return format!("{program}: {e}: {what_to_do}");
    }
    let what_to_do = match e.kind() {
        io::ErrorKind::NotFound if program.contains('/') => "check the path",
        io::ErrorKind::NotFound => {
            "check its spelling, or give its full path: the PATH of your editor may differ from that of your shell"
        }
        io::ErrorKind::PermissionDenied => "check that it is a program and may be executed",
        _ => "check that it is a program for this machine",
    };
    let why = match e.kind() {
        io::ErrorKind::NotFound => "command not found".to_owned(),
        _ => e.to_string(),
    };
    format!("{program}: {why}: {what_to_do}")
}

/// One line on stderr, unless that would block: whoever does not read stderr must not stop the conversation.
fn say(message: &str) {
    log::stderr(&format!("acp-scope: {message}\n"));
}
