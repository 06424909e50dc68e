//! A conversation with the agent, through what is measured.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::{Plan, Result};

/// What stands between client and agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Between {
    Nothing,
    /// `cat | agent | cat`: passes bytes on and records nothing.
    Pipes,
    Scope,
}

pub struct Session {
    pub child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    pub folder: Folder,
    pub begun: Instant,
    next: u64,
    line: Vec<u8>,
}

/// A folder that goes with its owner.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Result<Folder> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "acp-scope-bench-{}-{}",
            std::process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        );
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path)?;
        Ok(Folder(path))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Nanoseconds by the clock that all processes share.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos() as u64)
}

/// The number that follows on a word.
pub fn number_after(line: &[u8], word: &str) -> Option<u64> {
    let at = line.windows(word.len()).position(|w| w == word.as_bytes())? + word.len();
    let digits = line[at..].iter().take_while(|b| b.is_ascii_digit());
    let mut number = None;
    for digit in digits {
        number = Some(number.unwrap_or(0u64) * 10 + u64::from(digit - b'0'));
    }
    number
}

impl Session {
    pub fn begin(plan: &Plan, between: Between, agent: &[&str]) -> Result<Session> {
        let folder = Folder::new()?;
        let db = folder.path("x.db");
        Session::begin_in(plan, between, agent, folder, &db)
    }

    pub fn begin_in(
        plan: &Plan,
        between: Between,
        agent: &[&str],
        folder: Folder,
        db: &Path,
    ) -> Result<Session> {
        let own = std::env::current_exe()?;
        let mut command = match between {
            Between::Nothing => Command::new(&own),
            Between::Pipes => {
                let mut sh = Command::new("sh");
                sh.args(["-c", "cat | \"$@\" | cat", "sh"]).arg(&own);
                sh
            }
            Between::Scope => {
                let mut scope = Command::new(&plan.program);
                scope.arg("run").arg("--db").arg(db).arg("--").arg(&own);
                scope
            }
        };
        command
            .arg("agent")
            .args(agent)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let begun = Instant::now();
        let mut child = command.spawn()?;
        let input = child.stdin.take();
        let output = child.stdout.take().ok_or("no stdout")?;
        let output = BufReader::with_capacity(256 << 10, output);
        Ok(Session { child, input, output, folder, begun, next: 0, line: Vec::new() })
    }

    pub fn send(&mut self, bytes: &[u8]) -> Result<()> {
        Ok(self.input.as_mut().ok_or("input is closed")?.write_all(bytes)?)
    }

    /// The next line from the agent.
    pub fn line(&mut self) -> Result<&[u8]> {
        self.line.clear();
        if self.output.read_until(b'\n', &mut self.line)? == 0 {
            return Err("the agent's output has ended".into());
        }
        Ok(&self.line)
    }

    /// Sends a request; gives its id.
    pub fn ask(&mut self, method: &str, params: &str) -> Result<u64> {
        let id = self.next;
        self.next += 1;
        let line =
            format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#);
        self.send(format!("{line}\n").as_bytes())?;
        Ok(id)
    }

    /// Up to the session, in milliseconds from the start to the first answer.
    pub fn handshake(&mut self) -> Result<f64> {
        self.ask("initialize", r#"{"protocolVersion":1,"clientCapabilities":{}}"#)?;
        self.line()?;
        let took = self.begun.elapsed();
        self.ask("session/new", r#"{"cwd":"/","mcpServers":[]}"#)?;
        self.line()?;
        Ok(took.as_secs_f64() * 1e3)
    }

    pub fn prompt(&mut self, bytes: usize) -> Result<u64> {
        let empty = r#"{"sessionId":"s1","prompt":[{"type":"text","text":""}]}"#;
        let fill = "x".repeat(bytes.saturating_sub(empty.len() + 66));
        self.ask("session/prompt", &empty.replace("\"text\":\"\"", &format!("\"text\":\"{fill}\"")))
    }

    /// Closes the agent's input, and waits for the end of everything; milliseconds.
    pub fn end(&mut self) -> Result<f64> {
        let begun = Instant::now();
        self.input = None;
        while self.output.read_until(b'\n', &mut self.line)? > 0 {
            self.line.clear();
        }
        self.child.wait()?;
        Ok(begun.elapsed().as_secs_f64() * 1e3)
    }

    /// The processes that stand between: largest resident size in MiB, and processor time in microseconds.
    pub fn cost(&self) -> (f64, f64) {
        let mut waiting = vec![self.child.id()];
        let (mut mib, mut micros) = (0.0, 0.0);
        while let Some(pid) = waiting.pop() {
            let read = |name: &str| {
                std::fs::read_to_string(format!("/proc/{pid}/{name}")).unwrap_or_default()
            };
            let tasks =
                std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
            let command = read("cmdline");
            let is_agent =
                command.split('\0').next().is_some_and(|c| c.ends_with("acp-scope-bench"));
            for task in tasks {
                let read = |name: &str| {
                    std::fs::read_to_string(task.path().join(name)).unwrap_or_default()
                };
                waiting.extend(
                    read("children").split_whitespace().filter_map(|c| c.parse::<u32>().ok()),
                );
                let nanos = read("schedstat").split(' ').next().and_then(|n| n.parse::<f64>().ok());
                micros += if is_agent { 0.0 } else { nanos.unwrap_or(0.0) / 1e3 };
            }
            if !is_agent {
                mib += peak(&read("status"));
            }
        }
        (mib, micros)
    }
}

/// The largest resident size that a `/proc/…/status` tells, in MiB.
pub fn peak(status: &str) -> f64 {
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    line.and_then(|l| l.split_whitespace().next())
        .and_then(|n| n.parse::<f64>().ok())
        .unwrap_or(0.0)
        / 1024.0
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
