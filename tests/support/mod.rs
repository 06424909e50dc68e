//! What the integration tests share: the binary, a home for its files, and recordings read back.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::unwrap_used)]

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

pub const BIN: &str = env!("CARGO_BIN_EXE_acp-scope");

/// A folder with a database of its own, gone at the end of the test.
pub struct Home {
    pub dir: tempfile::TempDir,
}

impl Home {
    pub fn new() -> Home {
        Home { dir: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn db(&self) -> PathBuf {
        self.path("x.db")
    }

    /// `acp-scope --db … ARGS`
    pub fn command<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(BIN);
        command.arg("--db").arg(self.db()).args(args).env("NO_COLOR", "1");
        command
    }

    /// Runs a command to its end.
    pub fn run<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Output {
        self.command(args).stdin(Stdio::null()).output().unwrap()
    }

    /// Runs a command that must succeed; gives its stdout.
    pub fn ok<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> String {
        let output = self.run(args);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command that must fail with this code; gives its stderr.
    pub fn fails<S: AsRef<OsStr>>(&self, code: i32, args: impl IntoIterator<Item = S>) -> String {
        let output = self.run(args);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{text}");
        text
    }

    /// Starts the proxy around a shell script, with pipes on all three streams.
    pub fn proxy(&self, script: &str) -> Child {
        self.command(["run", "--", "sh", "-c", script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Talks to an agent through the proxy: all input at once, then its end.
    pub fn talk(&self, script: &str, input: &[u8]) -> Output {
        let mut child = self.proxy(script);
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_vec();
        let writer = std::thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        output
    }

    /// The last recording as it would be exported.
    pub fn recorded(&self) -> Recorded {
        Recorded::parse(&self.ok(["export", "last"]))
    }

    pub fn json<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> serde_json::Value {
        serde_json::from_str(&self.ok(args)).unwrap()
    }
}

/// An exported recording.
#[derive(Debug, Default, PartialEq)]
pub struct Recorded {
    pub c2a: Vec<u8>,
    pub a2c: Vec<u8>,
    pub err: Vec<u8>,
    pub frames: usize,
    pub ends: Vec<String>,
}

impl Recorded {
    pub fn parse(export: &str) -> Recorded {
        use base64::Engine as _;
        let mut all = Recorded::default();
        for line in export.lines() {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            let Some(dir) = line["dir"].as_str() else { continue };
            if line["eof"] == true {
                all.ends.push(dir.to_owned());
                continue;
            }
            let stream = match dir {
                "c2a" => &mut all.c2a,
                "a2c" => &mut all.a2c,
                _ => &mut all.err,
            };
            match line["raw"].as_str() {
                Some(raw) => stream.extend_from_slice(raw.as_bytes()),
                None => stream.extend_from_slice(
                    &base64::engine::general_purpose::STANDARD
                        .decode(line["raw_b64"].as_str().unwrap())
                        .unwrap(),
                ),
            }
            if line["eol"] != "none" {
                stream.push(b'\n');
            }
            all.frames += usize::from(dir != "err");
        }
        all
    }
}

/// Waits until something has happened, half a minute at most.
pub fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let until = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while !done() {
        assert!(std::time::Instant::now() < until, "this did not happen in half a minute: {what}");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// Bytes that look random and are the same every time.
pub fn noise(len: usize, mut seed: u64) -> Vec<u8> {
    (0..len)
        .map(|_| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 24) as u8
        })
        .collect()
}

/// The recordings that come with the tests.
pub fn corpus() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/corpus");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 20, "the corpus is missing");
    files
}
