//! `acp-scope check`.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::error::Failure;
use super::{Common, error, recording, rules};
use crate::capture::{Batches, What};
use crate::core::fold::{Fold, FrameInput, Options, PARSED};
use crate::core::frame::{Dir, FrameNumber, Moment};
use crate::core::message::Reading;
use crate::core::rules::{Finding, RULES, Selection, Severity};
use crate::formats::acp_jsonl::Stream;
use crate::judge;
use crate::report::{Judged, Shown, json, junit, place, sarif, text};
use crate::store::{FrameRow, Mark, RecordingRow, Store};

/// Frames that are kept to be quoted when a finding comes later.
const QUOTABLE: usize = 2_000;
/// Bytes of a frame that are kept for that.
const QUOTED: usize = 8 << 10;
/// A line of a file may be so long: twice as long as a frame that is judged, for the backslashes before its quotes.
const LONGEST: u64 = 2 * PARSED as u64 + (16 << 20);
/// Frames that are read from the database at a time.
const WINDOW: usize = 500;

/// Judge recordings or capture files by the protocol
///
/// Exit code 0 if nothing weighs as much as --fail-on, 1 if something does, 2 if the input cannot be read.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// Number, beginning of the uuid, `last` or `live`; or a capture file; `-` is standard input
    #[arg(required = true, value_name = "REC|FILE")]
    targets: Vec<String>,
    /// How to print
    #[arg(long, value_enum, default_value_t = As::Text)]
    format: As,
    /// What makes the exit code 1
    #[arg(long, value_enum, default_value_t = Least::Error, value_name = "SEVERITY")]
    fail_on: Least,
    /// Only these rules or groups
    #[arg(long, value_name = "RULE")]
    rule: Vec<String>,
    /// Not these rules or groups
    #[arg(long, value_name = "RULE")]
    ignore: Vec<String>,
    /// Say why each rule matters
    #[arg(long)]
    explain: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum As {
    /// For people
    Text,
    /// One JSON document
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// JUnit XML, for CI
    Junit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Least {
    /// A MUST is broken
    Error,
    /// A SHOULD is broken
    Warning,
    /// Anything at all
    Info,
}

impl Check {
    /// What is found in one recording or file, for `show`.
    pub(super) fn only(target: &str, json: bool) -> Check {
        Check {
            targets: vec![target.to_owned()],
            format: if json { As::Json } else { As::Text },
            fail_on: Least::Error,
            rule: Vec::new(),
            ignore: Vec::new(),
            explain: false,
        }
    }

    pub(super) fn run(&self, common: &Common) -> ExitCode {
        match self.check(common) {
            Ok(true) => ExitCode::from(1),
            Ok(false) => ExitCode::SUCCESS,
            Err(failure) => error::exit_code(Err(failure)),
        }
    }

    /// Whether something was found that makes the exit code 1.
    pub(super) fn check(&self, common: &Common) -> Result<bool, Failure> {
        for id in self.rule.iter().chain(&self.ignore) {
            if !RULES.iter().any(|r| r.id == id || r.group() == id) {
                return Err(rules::unknown(id));
            }
        }
        let mut all = Vec::new();
        let mut failures = Vec::new();
        for target in &self.targets {
            match self.judge(common, target) {
                Ok(mut judged) => {
                    failures.extend(judged.broken.clone());
                    judged.settle();
                    all.push(judged);
                }
                Err(Failure::Input(why)) => failures.push(why),
                Err(other) => return Err(other),
            }
        }
        let least = match self.fail_on {
            Least::Error => Severity::Error,
            Least::Warning => Severity::Warning,
            Least::Info => Severity::Info,
        };
        let out = match self.format {
            As::Text => all.iter().map(|j| text::findings(j, self.explain)).collect(),
            _ if all.is_empty() => String::new(),
            As::Json => format!("{:#}\n", json::findings(&all)),
            As::Sarif => format!("{:#}\n", sarif::findings(&all)),
            As::Junit => junit::findings(&all, least),
        };
        anstream::stdout().write_all(out.as_bytes()).map_err(|e| Failure::output(&e))?;
        if let Some(last) = failures.pop() {
            for why in failures {
                anstream::eprintln!("acp-scope: {why}");
            }
            return Err(Failure::Input(last));
        }
        Ok(all.iter().any(|j| j.counts.reach(least)))
    }

    fn judge(&self, common: &Common, target: &str) -> Result<Judged, Failure> {
        let selection = Selection { only: self.rule.clone(), not: self.ignore.clone() };
        let mut bench = Bench::new(target, selection);
        let path = Path::new(target);
        if target == "-" {
            bench.read(BufReader::new(std::io::stdin()));
        } else if path.is_dir() {
            return Err(Failure::input(format!("{target}: is a folder: name the files in it")));
        } else if path.exists() {
            let file = File::open(path).map_err(|e| unreadable(target, &e))?;
            bench.read(BufReader::with_capacity(1 << 20, file));
        } else if looks_like_file(target) {
            return Err(Failure::input(format!(
                "{target}: no such file: check its name, or name a recording"
            )));
        } else {
            let store = recording::open(common)?;
            let row = recording::find(&store, target)?;
            bench.judged.source = format!("recording {}", row.number);
            bench.recording(&store, &row)?;
        }
        Ok(bench.finish())
    }
}

fn looks_like_file(target: &str) -> bool {
    target.contains(['/', '\\', '.'])
}

fn unreadable(target: &str, e: &std::io::Error) -> Failure {
    Failure::input(format!("{target}: cannot be read: {e}: check its name and rights"))
}

/// A frame that may still be quoted.
struct Kept {
    number: FrameNumber,
    dir: Dir,
    line: Option<u64>,
    raw: Vec<u8>,
}

/// One recording on the bench.
struct Bench {
    fold: Fold,
    judged: Judged,
    recent: VecDeque<Kept>,
}

impl Bench {
    fn new(source: &str, rules: Selection) -> Bench {
        Bench {
            fold: Fold::new(Options { rules }),
            judged: Judged::new(source),
            recent: VecDeque::new(),
        }
    }

    /// Judges a capture file. A line that is none ends it; what came before was judged.
    fn read(&mut self, mut input: impl BufRead + Send + 'static) {
        let (mut t, mut any) = (Moment(0), false);
        let mut batches = Batches::of(move |line| {
            let read = input.by_ref().take(LONGEST + 1).read_until(b'\n', line);
            let read = read.map_err(|e| format!("cannot be read: {e}"))?;
            if read as u64 > LONGEST {
                let most = LONGEST >> 20;
                return Err(format!(
                    "over {most} MiB without a line feed: no line of a capture file"
                ));
            }
            Ok(read > 0)
        });
        while let Some(batch) = batches.next() {
            for (number, what) in &batch.lines {
                match what {
                    What::Header(_) => {}
                    What::Data { stream, t: at, raw, terminated, .. } => {
                        t = at.unwrap_or(t);
                        if let Stream::Wire(dir) = stream {
                            let raw = &batch.bytes[raw.clone()];
                            self.frame(*dir, t, raw, *terminated, Some(*number));
                        }
                    }
                    What::End { stream, t: at } => {
                        t = at.unwrap_or(t);
                        if let Stream::Wire(dir) = stream {
                            self.fold.eof(*dir, t);
                        }
                    }
                    What::Fault { complete: false, .. } if any => {
                        return self.breaks_off(*number, "the file is cut off inside this line");
                    }
                    What::Fault { fault, .. } => {
                        return self.breaks_off(*number, &fault.to_string());
                    }
                    What::Unreadable(why) => return self.breaks_off(*number, why),
                }
                any = true;
            }
            batches.done(batch);
        }
        if !any {
            self.judged.broken = Some(format!(
                "{}: holds no frames: a capture file has a JSON object on each line: \
                 see `acp-scope export`",
                self.judged.source
            ));
        }
    }

    /// The file cannot be read from this line on.
    fn breaks_off(&mut self, line: u64, why: &str) {
        let (source, before) = (&self.judged.source, self.judged.frames);
        let judged = match before {
            0 => "nothing was judged".to_owned(),
            1 => "the frame before that line was judged".to_owned(),
            _ => format!("the {before} frames before that line were judged"),
        };
        self.judged.broken =
            Some(format!("{source}:{line}: {why}: {judged}; mend or remove the line"));
    }

    fn recording(&mut self, store: &Store, row: &RecordingRow) -> Result<(), Failure> {
        let marks = store.marks(row.number)?;
        let mut marks = marks.iter().peekable();
        let mut from = 1;
        loop {
            let rows = store.frames(row.number, FrameNumber(from), WINDOW)?;
            let Some(last) = rows.last().map(|r| r.number.0) else { break };
            for frame in rows {
                while let Some(mark) = marks.next_if(|m| judge::is_due(m, &frame)) {
                    self.mark(mark);
                }
                let (raw, reading) = judge::held(store, row.number, &frame)?;
                let FrameRow { dir, t, terminated, .. } = frame;
                match reading {
                    None => self.frame(dir, t, &raw, terminated, None),
                    Some(reading) => self.envelope(dir, t, &raw, terminated, &reading),
                }
            }
            from = last + 1;
        }
        marks.for_each(|mark| self.mark(mark));
        Ok(())
    }

    fn mark(&mut self, mark: &Mark) {
        for finding in judge::tell(&mut self.fold, mark, FrameNumber(self.judged.frames)) {
            let shown = self.quoted(finding);
            self.judged.take(shown);
        }
    }

    fn frame(&mut self, dir: Dir, t: Moment, raw: &[u8], terminated: bool, line: Option<u64>) {
        self.judged.frames += 1;
        let number = FrameNumber(self.judged.frames);
        let found = self.fold.push(&FrameInput { number, dir, t, raw, terminated });
        self.take(number, dir, raw, line, found);
    }

    /// A frame that is too large to be held, with its first bytes.
    fn envelope(&mut self, dir: Dir, t: Moment, head: &[u8], terminated: bool, reading: &Reading) {
        self.judged.frames += 1;
        let number = FrameNumber(self.judged.frames);
        let frame = FrameInput { number, dir, t, raw: head, terminated };
        let found = self.fold.push_envelope(&frame, reading);
        self.take(number, dir, head, None, found);
    }

    fn take(
        &mut self,
        number: FrameNumber,
        dir: Dir,
        raw: &[u8],
        line: Option<u64>,
        found: Vec<Finding>,
    ) {
        // What is no longer quoted makes room.
        let oldest = if self.recent.len() >= QUOTABLE { self.recent.pop_front() } else { None };
        let mut kept = oldest.map(|kept| kept.raw).unwrap_or_default();
        for finding in found {
            let shown = if finding.frame == number {
                let excerpt = Some(place::excerpt(raw, &finding.pointer));
                Shown { finding, dir: Some(dir), line, excerpt }
            } else {
                self.quoted(finding)
            };
            self.judged.take(shown);
        }
        kept.clear();
        kept.extend_from_slice(&raw[..raw.len().min(QUOTED)]);
        self.recent.push_back(Kept { number, dir, line, raw: kept });
    }

    fn quoted(&self, finding: Finding) -> Shown {
        let kept = self.recent.iter().find(|k| k.number == finding.frame);
        Shown {
            dir: kept.map(|k| k.dir),
            line: kept.and_then(|k| k.line),
            excerpt: kept.map(|k| place::excerpt(&k.raw, &finding.pointer)),
            finding,
        }
    }

    fn finish(mut self) -> Judged {
        for finding in self.fold.finish() {
            let shown = self.quoted(finding);
            self.judged.take(shown);
        }
        let state = self.fold.state();
        self.judged.version = state.version();
        self.judged.peers = state.connection.names.clone();
        self.judged
    }
}
