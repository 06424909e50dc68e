//! Foreign clients and agents, once directly and once through `acp-scope run`: the client must see
//! the same, and what is recorded must be the bytes that both sides saw.
//!
//! The peers are the examples of the three SDKs, installed by `tests/peers/install`; they are
//! started as they were published. Between them stand taps (`tests/peers/tap.py`), which know
//! nothing of acp-scope and copy the bytes that cross them:
//!
//! ```text
//! directly:   client ── tap "direct" ── agent
//! recorded:   client ── tap "outer" ── acp-scope run ── tap "inner" ── agent
//! ```

#![cfg(unix)]

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

/// The longest that one client with its agent may take: the slowest pair needs about five seconds,
/// and many times that on a busy machine.
const LIMIT: Duration = Duration::from_secs(120);

const WAYS: [&str; 2] = ["c2a", "a2c"];

#[test]
#[ignore = "needs the peers: tests/peers/install"]
fn ts_client_with_ts_agent() {
    let (ran, frames) = compare(&ts_client("1\n"), &ts_agent());
    assert!(ran.stdout.contains("🔧 Tool call `call_2` updated: completed"), "{ran:#?}");
    assert!(ran.stdout.contains("✅ Agent completed with: end_turn"), "{ran:#?}");
    // initialize, session/new, session/prompt, the answered permission
    assert_eq!(frames, [4, 11]);
}

#[test]
#[ignore = "needs the peers: tests/peers/install"]
fn ts_client_refusing_ts_agent() {
    let (ran, frames) = compare(&ts_client("2\n"), &ts_agent());
    assert!(ran.stdout.contains("I'll skip the configuration update."), "{ran:#?}");
    assert_eq!(frames, [4, 10]);
}

#[test]
#[ignore = "needs the peers: tests/peers/install"]
fn rust_v2_client_with_rust_v2_agent() {
    let (ran, frames) = compare(&rust_client("v2_one_shot_client"), &rust_agent("simple_agent_v2"));
    assert!(ran.stdout.contains(PROMPT), "{ran:#?}");
    assert!(ran.stderr.contains("Session is idle: Some(EndTurn)"), "{ran:#?}");
    assert_eq!(frames, [4, 10]);
}

#[test]
#[ignore = "needs the peers: tests/peers/install"]
fn rust_client_with_rust_agent() {
    // The crate's only agent for protocol version 1 knows no sessions: both ways end in its error.
    let (ran, frames) = compare(&rust_client("yolo_one_shot_client"), &rust_agent("simple_agent"));
    assert_eq!(ran.status.code(), Some(1), "{ran:#?}");
    assert!(ran.stderr.contains("Method not found"), "{ran:#?}");
    assert_eq!(frames, [2, 2]);
}

#[test]
#[ignore = "needs the peers: tests/peers/install"]
fn python_client_with_python_agent() {
    let (ran, frames) = compare(&python_client(THREE_LINES), &python_agent("echo_agent.py"));
    for line in THREE_LINES.lines().filter(|line| !line.is_empty()) {
        assert!(ran.stdout.contains(&format!("| Agent: {line}\n")), "{ran:#?}");
    }
    assert_eq!(frames, [5, 8]);
}

#[test]
#[ignore = "needs the peers: tests/peers/install"]
fn python_client_with_chatty_python_agent() {
    // This one logs to stderr, which the client hands on.
    let (ran, frames) = compare(&python_client(THREE_LINES), &python_agent("agent.py"));
    assert!(ran.stderr.contains("INFO:root:Received initialize request"), "{ran:#?}");
    assert!(ran.stdout.contains("| Agent: Client sent:\n"), "{ran:#?}");
    assert_eq!(frames, [5, 11]);
}

#[test]
#[ignore = "needs the peers: tests/peers/install"]
fn rust_client_with_ts_agent() {
    let (ran, frames) = compare(&rust_client("yolo_one_shot_client"), &ts_agent());
    assert!(ran.stdout.contains("Modifying critical configuration file"), "{ran:#?}");
    assert!(ran.stderr.contains("Stop reason: EndTurn"), "{ran:#?}");
    assert_eq!(frames, [4, 11]);
}

#[test]
#[ignore = "needs the peers: tests/peers/install"]
fn python_client_with_ts_agent() {
    // The client knows no permission requests: its error goes to the agent, whose error comes back.
    let (ran, frames) = compare(&python_client("first\n"), &ts_agent());
    assert!(ran.stdout.contains("| Agent: I'll help you with that."), "{ran:#?}");
    assert!(ran.stderr.contains("Prompt failed"), "{ran:#?}");
    assert_eq!(frames, [4, 9]);
}

#[test]
#[ignore = "needs the peers: tests/peers/install"]
fn ts_client_with_python_agent() {
    let (ran, frames) = compare(&ts_client(""), &python_agent("agent.py"));
    assert!(ran.stdout.contains("Client sent:\nHello, agent!\n"), "{ran:#?}");
    assert!(ran.stdout.contains("✅ Agent completed with: end_turn"), "{ran:#?}");
    assert_eq!(frames, [3, 5]);
}

/// What the Rust clients ask.
const PROMPT: &str = "What does a proxy change? Nothing: \u{b5}, \u{1f52d}, \"quotes\", C:\\path.";

/// What is typed into the Python client, which prompts once a line and passes empty ones over.
const THREE_LINES: &str = "first\n\nsecond: \u{e9}\u{4e2d}\u{1f980} \\n \"quoted\"\nthird\n";

struct Client {
    command: Vec<String>,
    stdin: &'static str,
}

fn ts_client(stdin: &'static str) -> Client {
    // It runs `npx tsx ITS_FOLDER/agent.ts`: npx is ours, see `start`.
    Client { command: vec!["node".into(), ts_example("client.js")], stdin }
}

fn rust_client(name: &str) -> Client {
    let agent = format!("/bin/sh '{}'", agent_script().display());
    let command = [&installed(&format!("rust/bin/{name}")), "--command", &agent, PROMPT];
    Client { command: command.map(String::from).to_vec(), stdin: "" }
}

fn python_client(stdin: &'static str) -> Client {
    let mut command = python_agent("client.py");
    command.extend(["/bin/sh".into(), agent_script().display().to_string()]);
    Client { command, stdin }
}

fn ts_agent() -> Vec<String> {
    vec!["node".into(), ts_example("agent.js")]
}

fn rust_agent(name: &str) -> Vec<String> {
    vec![installed(&format!("rust/bin/{name}"))]
}

fn python_agent(name: &str) -> Vec<String> {
    vec![installed("python/venv/bin/python"), installed(&format!("python/source/examples/{name}"))]
}

fn ts_example(name: &str) -> String {
    installed(&format!("npm/node_modules/@agentclientprotocol/sdk/dist/examples/{name}"))
}

fn peers() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers")
}

fn agent_script() -> PathBuf {
    peers().join("agent")
}

fn installed(path: &str) -> String {
    let path = peers().join(".installed").join(path);
    assert!(path.exists(), "{} is missing: run tests/peers/install", path.display());
    path.display().to_string()
}

/// What a run of a client showed.
#[derive(Debug, PartialEq)]
struct Ran {
    status: ExitStatus,
    stdout: String,
    stderr: String,
}

/// Runs the pair directly and recorded, and compares. Returns what the client showed, and how many
/// frames went each way.
fn compare(client: &Client, agent: &[String]) -> (Ran, [usize; 2]) {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let dir = dir.path();
    fs::create_dir(dir.join("project")).expect("the clients' working folder");
    fs::create_dir(dir.join("bin")).expect("a folder for PATH");
    std::os::unix::fs::symlink(agent_script(), dir.join("bin/npx")).expect("an npx of our own");
    let database = dir.join("recordings.db").display().to_string();
    let scope: [String; 3] = [env!("CARGO_BIN_EXE_acp-scope"), "--db", &database].map(String::from);

    let direct_chain = [tap(dir, "direct"), agent.to_vec()].concat();
    let recorded_chain = [
        tap(dir, "outer"),
        scope.to_vec(),
        vec!["run".into(), "--".into()],
        tap(dir, "inner"),
        agent.to_vec(),
    ]
    .concat();
    let (direct, recorded) = thread::scope(|threads| {
        let direct = threads.spawn(|| start(client, dir, "direct", &direct_chain));
        let recorded = start(client, dir, "recorded", &recorded_chain);
        (direct.join().expect("the direct run"), recorded)
    });

    await_end(&dir.join("outer.pid"));

    let read = |name: &str| WAYS.map(|way| tapped(dir, name, way));
    let (bytes, outer, inner) = (read("direct"), read("outer"), read("inner"));
    assert_eq!(outer, inner, "the proxy changed what crossed it");

    let exported = Command::new(&scope[0])
        .args([&scope[1], &scope[2], "export", "last"])
        .output()
        .expect("acp-scope export");
    assert!(exported.status.success(), "{exported:?}");
    let exported = String::from_utf8(exported.stdout).expect("a capture file in UTF-8");
    let exported: Vec<Value> = exported
        .lines()
        .map(|line| serde_json::from_str(line).expect("a capture file of JSON Lines"))
        .collect();
    assert_eq!(WAYS.map(|way| frames(&exported, way)), outer, "the record is not what crossed");

    // Ids that are new in each run become numbers, then both runs must have said the same.
    let (ids, outer_ids) = (names(&bytes), names(&outer));
    let counts = bytes.each_ref().map(|text| text.lines().count());
    assert_eq!(
        bytes.map(|text| rename(&text, &ids)),
        outer.map(|text| rename(&text, &outer_ids)),
        "the two sides talked differently through the proxy"
    );
    let direct = direct.renamed(&ids);
    assert_eq!(direct, recorded.renamed(&outer_ids), "the client saw something else");
    (direct, counts)
}

impl Ran {
    fn renamed(&self, ids: &HashMap<String, String>) -> Self {
        // Several processes write to stderr, in no fixed order.
        let mut stderr: Vec<_> = self.stderr.lines().map(|line| rename(line, ids)).collect();
        stderr.sort();
        Self { status: self.status, stdout: rename(&self.stdout, ids), stderr: stderr.join("\n") }
    }
}

/// Starts the client so that it runs `chain` as its agent; returns when all processes have ended.
fn start(client: &Client, dir: &Path, name: &str, chain: &[String]) -> Ran {
    // Every process of the run holds this FIFO open: its end of file is the end of the last one.
    let alive = dir.join(format!("{name}.alive"));
    let made = Command::new("mkfifo").arg(&alive).status().expect("mkfifo");
    assert!(made.success(), "mkfifo: {made}");
    let script = dir.join(format!("{name}.sh"));
    let quoted: Vec<_> = chain.iter().map(|word| quote(word)).collect();
    let text =
        format!("exec 9<>{}\nexec {}\n", quote(&alive.display().to_string()), quoted.join(" "));
    fs::write(&script, text).expect("the chain's script");

    // Ours, till the client has ended: neither side then waits for the other to open it.
    let ours = File::options().read(true).write(true).open(&alive).expect("the FIFO");
    let mut fifo = File::open(&alive).expect("the FIFO");
    let (ended, all_ended) = mpsc::channel();
    thread::spawn(move || ended.send(fifo.read_to_end(&mut Vec::new())));

    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new(&client.command[0]);
    command
        .args(&client.command[1..])
        .current_dir(dir.join("project"))
        .env("PATH", format!("{}:{path}", dir.join("bin").display()))
        .env("ACP_SCOPE_PEER_CHAIN", &script)
        .env("ACP_SCOPE_HOME", dir.join("home"))
        .env("PYTHONUTF8", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    for name in ["NODE_OPTIONS", "PYTHONPATH", "PYTHONWARNINGS", "RUST_BACKTRACE", "RUST_LOG"] {
        command.env_remove(name);
    }
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{:?}: {error}", client.command));

    let mut stdin = child.stdin.take().expect("a pipe");
    let typed = client.stdin;
    // A client that ends before it has read all is the assertions' business.
    let typing = thread::spawn(move || drop(stdin.write_all(typed.as_bytes())));
    let stdout = gather(child.stdout.take().expect("a pipe"));
    let stderr = gather(child.stderr.take().expect("a pipe"));

    // The taps kill what they started when the limit is over; the client is killed here.
    let (exited, exit) = mpsc::channel();
    let pid = child.id();
    thread::spawn(move || exited.send(child.wait()));
    let status = match exit.recv_timeout(LIMIT) {
        Ok(status) => status.expect("the client's exit status"),
        Err(_) => {
            let _ = Command::new("kill").args(["-KILL", &pid.to_string()]).status();
            panic!("{name}: the client still ran after {LIMIT:?}");
        }
    };
    drop(ours);
    let all_ended = all_ended.recv_timeout(LIMIT + Duration::from_secs(5));
    all_ended.expect("the agent's side still runs, the client has ended").expect("the FIFO");
    typing.join().expect("the typist");
    let text = |bytes: thread::JoinHandle<Vec<u8>>| {
        String::from_utf8(bytes.join().expect("the reader")).expect("output in UTF-8")
    };
    let ran = Ran { status, stdout: text(stdout), stderr: text(stderr) };
    assert_eq!(ran.status.signal(), None, "{name}: {ran:#?}");
    ran
}

/// Waits for the end of the process that the file names. A process that is killed, as the Rust client
/// does with its agent's group, closes the FIFO a moment before it gives up its locks: until then its
/// recording counts as one that goes on.
#[cfg(target_os = "linux")]
fn await_end(pid: &Path) {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::process::{Pid, PidfdFlags, pidfd_open};

    let text = fs::read_to_string(pid).unwrap_or_else(|error| panic!("{}: {error}", pid.display()));
    let pid = text.parse().ok().and_then(Pid::from_raw).expect("a process id");
    match pidfd_open(pid, PidfdFlags::empty()) {
        Err(rustix::io::Errno::SRCH) => {}
        Err(error) => panic!("process {text}: {error}"),
        Ok(process) => {
            let limit = Timespec { tv_sec: LIMIT.as_secs().cast_signed(), tv_nsec: 0 };
            let ended = poll(&mut [PollFd::new(&process, PollFlags::IN)], Some(&limit));
            assert_eq!(ended, Ok(1), "process {text} still runs");
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn await_end(_pid: &Path) {}

fn gather(mut pipe: impl Read + Send + 'static) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).expect("the client's output");
        bytes
    })
}

fn tap(dir: &Path, name: &str) -> Vec<String> {
    let python = installed("python/venv/bin/python");
    let script = peers().join("tap.py").display().to_string();
    let copy = dir.join(name).display().to_string();
    vec![python, "-IS".into(), script, copy, LIMIT.as_secs().to_string()]
}

fn tapped(dir: &Path, name: &str, way: &str) -> String {
    let path = dir.join(format!("{name}.{way}"));
    // Text, so that a difference can be read: all three SDKs write UTF-8, and only JSON.
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The bytes that a capture file's frames of one direction stand for.
fn frames(capture: &[Value], way: &str) -> String {
    let mut bytes = String::new();
    for line in capture.iter().filter(|line| line["dir"] == way && line.get("eof").is_none()) {
        bytes += line["raw"].as_str().expect("a frame's text");
        if line.get("eol").is_none() {
            bytes.push('\n');
        }
    }
    bytes
}

/// The ids that are made anew in each run (sessions', and the Rust SDK's requests'), numbered.
fn names(bytes: &[String; 2]) -> HashMap<String, String> {
    let mut names = HashMap::new();
    for line in bytes.iter().flat_map(|text| text.lines()) {
        let message: Value = serde_json::from_str(line).expect("an ACP message");
        for id in [&message["id"], &message["result"]["sessionId"]] {
            if let Some(id) = id.as_str().filter(|id| id.len() >= 32) {
                let next = format!("<id {}>", names.len() + 1);
                names.entry(id.to_owned()).or_insert(next);
            }
        }
    }
    names
}

fn rename(text: &str, names: &HashMap<String, String>) -> String {
    names.iter().fold(text.to_owned(), |text, (id, name)| text.replace(id, name))
}

fn quote(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}
