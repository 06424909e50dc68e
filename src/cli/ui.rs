//! `acp-scope ui`: the page, and who serves it.
//!
//! A process that serves says so in a file beside the database, whose lock it holds: so `run --ui` finds the
//! page that is there, or starts one that outlives it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, Write as _};
use std::os::fd::{BorrowedFd, RawFd};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use clap::{Args, CommandFactory};

use super::error::Failure;
use super::{Cli, Common};
use crate::server::{Server, Token};
use crate::store::{Location, Store};

/// The port that is tried first.
pub(super) const PORT: u16 = 4747;
/// A page that `run --ui` has started ends when nobody has looked for this long.
const IDLE: Duration = Duration::from_secs(600);

/// Serve the page that shows recordings, live ones too
///
/// The page is served to this machine only, and opens only from the address that is printed.
#[derive(Debug, Args)]
pub(super) struct Ui {
    /// Port to serve on; when it is taken, the next free one; 0 for any
    #[arg(long, default_value_t = PORT)]
    port: u16,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// End when nobody has looked for this many seconds
    #[arg(long, value_name = "SECONDS")]
    idle_exit: Option<u64>,
    /// Serve from a process that outlives this one
    #[arg(long, hide = true)]
    background: bool,
    /// End at once when another process serves the page already
    #[arg(long, hide = true)]
    sole: bool,
}

impl Ui {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let location = common.location()?;
        if self.background {
            return background(&location);
        }
        let claim = claim(&location);
        if self.sole && claim.is_none() {
            return Ok(());
        }
        serve(&location, self.port, self.idle_exit.map(Duration::from_secs), claim, |url| {
            anstream::println!("The page is at {url}");
            if self.open {
                open(url);
            }
        })
    }
}

/// No command was given.
pub(super) fn guide(_common: &Common) -> Result<(), Failure> {
    let help = Cli::command().render_help();
    anstream::eprintln!("{}", help.ansi());
    Err(Failure::input(
        "no command: to record an agent, write its command behind `acp-scope run --`",
    ))
}

/// Opens a browser; a machine without one is no reason to stop.
pub(super) fn open(url: &str) {
    if let Err(e) = open::that_detached(url) {
        anstream::eprintln!("acp-scope: no browser was opened: {e}: open the address by hand");
    }
}

/// Serves until a signal ends it, or nobody has looked for `idle_exit`. `ready` is told the address; so are
/// other processes, if the page is theirs to find (see [`claim`]).
pub(super) fn serve(
    location: &Location,
    port: u16,
    idle_exit: Option<Duration>,
    claim: Option<File>,
    ready: impl FnOnce(&str),
) -> Result<(), Failure> {
    // A database that cannot be used is said before a port is taken.
    drop(Store::open(&location.database)?);
    let token = Token::of(&beside(location, ".token")).map_err(|e| {
        let path = beside(location, ".token");
        Failure::input(format!("{}: {e}: check the folder's rights", path.display()))
    })?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|e| Failure::input(format!("the page's server: {e}: try again")))?;
    runtime.block_on(async {
        let server = Server::bind(location.clone(), port, token).await.map_err(|e| {
            Failure::input(format!("port {port}: {e}: name another with --port, 0 for any"))
        })?;
        if port != 0 && server.port() != port {
            anstream::eprintln!("acp-scope: port {port} is taken: using {}", server.port());
        }
        let url = server.url();
        if let Some(mut file) = claim.as_ref() {
            let _ = file.set_len(0).and_then(|()| file.write_all(url.as_bytes()));
        }
        ready(&url);
        server
            .serve(idle_exit)
            .await
            .map_err(|e| Failure::input(format!("the page's server: {e}: start it again")))
    })
}

fn beside(location: &Location, suffix: &str) -> PathBuf {
    let mut name = location.database.clone().into_os_string();
    name.push(suffix);
    name.into()
}

/// The sign on which a process writes where it serves the page, with its lock; `None` when another process
/// has it. The lock must live as long as the server.
pub(super) fn claim(location: &Location) -> Option<File> {
    let mut file = OpenOptions::new();
    file.read(true).write(true).create(true).truncate(false).mode(0o600);
    let file = file.open(beside(location, ".page")).ok()?;
    // Who only reads the sign holds the lock for a moment.
    for _ in 0..20 {
        if file.try_lock().is_ok() {
            return Some(file);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    None
}

/// The address of the page that a process serves now.
fn published(location: &Location) -> Option<String> {
    let mut file = File::open(beside(location, ".page")).ok()?;
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => {}
        // Nobody holds it: what it says is of the past.
        Ok(()) | Err(TryLockError::Error(_)) => return None,
    }
    let mut url = String::new();
    file.rewind().ok()?;
    file.read_to_string(&mut url).ok()?;
    url.starts_with("http://127.0.0.1:").then_some(url)
}

/// The address of the page; starts a process that serves it when there is none.
///
/// # Errors
/// Why it cannot be served, in words.
pub(super) fn ensure(location: &Location) -> Result<String, String> {
    if let Some(url) = published(location) {
        return Ok(url);
    }
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let status = Command::new(program)
        .arg("--db")
        .arg(&location.database)
        .args(["ui", "--background"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(|e| e.to_string())?;
    if !status.success() {
        return Err("it could not be started: try `acp-scope ui`".to_owned());
    }
    let until = Instant::now() + Duration::from_secs(10);
    while Instant::now() < until {
        if let Some(url) = published(location) {
            return Ok(url);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Err("it did not start in time: try `acp-scope ui`".to_owned())
}

/// Starts the real server in a session of its own and leaves it behind. Whoever ends the proxy's group, or
/// walks its descendants, does not find it; nothing that the client has opened stays open in it.
fn background(location: &Location) -> Result<(), Failure> {
    let failed =
        |e: std::io::Error| Failure::input(format!("the page's server: {e}: try `acp-scope ui`"));
    close_inherited_on_exec();
    let program = std::env::current_exe().map_err(failed)?;
    let database =
        fs::canonicalize(&location.database).unwrap_or_else(|_| location.database.clone());
    let mut command = Command::new(program);
    command
        .arg("--db")
        .arg(database)
        .args(["ui", "--sole", "--idle-exit", &IDLE.as_secs().to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .current_dir("/");
    // SAFETY: setsid is async-signal-safe and allocates nothing.
    #[expect(unsafe_code, reason = "the only way to run something between fork and exec")]
    unsafe {
        command.pre_exec(|| {
            rustix::process::setsid()?;
            Ok(())
        });
    }
    command.spawn().map_err(failed)?;
    Ok(())
}

fn close_inherited_on_exec() {
    let Ok(entries) = fs::read_dir("/dev/fd") else { return };
    let numbers = entries.flatten().filter_map(|e| e.file_name().to_str()?.parse::<RawFd>().ok());
    for fd in numbers.filter(|&fd| fd > 2).collect::<Vec<_>>() {
        // SAFETY: the descriptor is only marked, not used, and one that has been closed meanwhile (that
        // of the folder just read) gives an error that is ignored.
        #[expect(unsafe_code, reason = "inherited descriptors are known by number only")]
        let fd = unsafe { BorrowedFd::borrow_raw(fd) };
        let _ = rustix::io::fcntl_setfd(fd, rustix::io::FdFlags::CLOEXEC);
    }
}
