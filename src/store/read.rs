//! Rows out, as types of this module.

use rusqlite::{OptionalExtension, Row, params};

use super::write::{IN_PARTS, Severities, frame_id};
use super::{PART, Result, Store};
use crate::core::frame::{Dir, FrameNumber, Moment};
use crate::core::message::{Kind, RequestId};
use crate::core::peer::Peer;

/// Characters of a title at most: what an agent calls itself may be of any length.
const TITLE: usize = 200;

/// Where a recording comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The proxy.
    Run,
    /// The proxy, in the demonstration.
    Demo,
    /// A file.
    Import,
}

/// What is going on with a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Its proxy runs, or ran when somebody last looked.
    Live,
    /// The agent has ended and all is here.
    Ended,
    /// The proxy was killed; all that it had recorded is here.
    Killed,
}

/// How an agent ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// With this exit code.
    Code(i64),
    /// By this signal.
    Signal(i64),
}

/// A recording's row.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordingRow {
    /// Its number.
    pub number: i64,
    /// Globally unique id.
    pub uuid: String,
    /// Given by the user.
    pub name: Option<String>,
    /// Put on it by the user, in order.
    pub tags: Vec<String>,
    /// Where it comes from.
    pub origin: Origin,
    /// What is going on with it.
    pub phase: Phase,
    /// The agent's command line.
    pub command: Vec<String>,
    /// The folder in which the agent was started.
    pub cwd: Option<String>,
    /// The imported file.
    pub source: Option<String>,
    /// The imported file's first line.
    pub header: Option<String>,
    /// Wall clock, nanoseconds since 1970.
    pub started_at: Option<i64>,
    /// When the agent ended.
    pub ended_t: Option<Moment>,
    /// How.
    pub ended: Option<Ended>,
    /// The client.
    pub client: Option<Peer>,
    /// The agent.
    pub agent: Option<Peer>,
    /// JSON.
    pub protocol_version: Option<String>,
    /// Frames of both directions.
    pub frames: i64,
    /// Their bytes.
    pub bytes: i64,
    /// Lines of stderr.
    pub stderr_lines: i64,
    /// Frames with a problem.
    pub problems: i64,
    /// The last frame or stderr line.
    pub last_t: Moment,
    /// What could not be recorded.
    pub missing: Option<String>,
    /// Version of the rules that made the findings.
    pub judged_by: Option<u32>,
    /// Findings by severity.
    pub found: Severities,
    /// How often its bookmarks have changed.
    pub marks_changed: i64,
}

impl RecordingRow {
    /// What to call it: the user's name for it, the agent's title, its program, the imported file.
    #[must_use]
    pub fn title(&self) -> String {
        let agent = self.agent.as_ref().and_then(Peer::shown);
        let program = self.command.first().map(|c| c.rsplit('/').next().unwrap_or(c));
        let source = self.source.as_deref();
        let whole = self.name.as_deref().or(agent).or(program).or(source).unwrap_or("unnamed");
        match whole.char_indices().nth(TITLE) {
            Some((end, _)) => format!("{}…", &whole[..end]),
            None => whole.to_owned(),
        }
    }

    /// From the start to the agent's end, or to the last that was recorded.
    #[must_use]
    pub fn duration(&self) -> Moment {
        self.ended_t.unwrap_or(self.last_t).max(self.last_t)
    }
}

/// How often a variant of update was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariantCount {
    /// The variant.
    pub name: String,
    /// How often.
    pub count: i64,
    /// Bytes of all.
    pub bytes: i64,
}

/// A frame's row.
#[derive(Debug, Clone, PartialEq)]
pub struct FrameRow {
    /// Its number.
    pub number: FrameNumber,
    /// When its last byte was read.
    pub t: Moment,
    /// Nanoseconds from the first byte to the last.
    pub span: u64,
    /// Its direction.
    pub dir: Dir,
    /// JSON-RPC kind.
    pub kind: Kind,
    /// Bytes.
    pub size: u64,
    /// A line feed followed.
    pub terminated: bool,
    /// Its bytes are in parts.
    pub in_parts: bool,
    /// The method, or that of the request that it answers.
    pub method: Option<String>,
    /// The sessionUpdate.
    pub variant: Option<String>,
    /// The ACP session.
    pub session: Option<String>,
    /// The id as JSON.
    pub rpc_id: Option<String>,
    /// The other half.
    pub pair: Option<FrameNumber>,
    /// Nanoseconds between the two.
    pub latency: Option<u64>,
    /// What is odd about it.
    pub problem: Option<String>,
}

/// A message of a batch.
#[derive(Debug, Clone, PartialEq)]
pub struct BatchRow {
    /// JSON-RPC kind.
    pub kind: Kind,
    /// The method, or that of the request that it answers.
    pub method: Option<String>,
    /// The sessionUpdate.
    pub variant: Option<String>,
    /// The ACP session.
    pub session: Option<String>,
    /// The id as JSON.
    pub rpc_id: Option<String>,
    /// The other half.
    pub pair: Option<FrameNumber>,
    /// Nanoseconds between the two.
    pub latency: Option<u64>,
}

/// The bytes of a frame, or the first of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raw {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// There are more.
    pub cut: bool,
}

/// A line of stderr.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StderrRow {
    /// Orders it among marks.
    pub seq: i64,
    /// The last frame before it.
    pub after_frame: u32,
    /// When its last byte was read.
    pub t: Moment,
    /// Nanoseconds from the first byte to the last.
    pub span: u64,
    /// Its bytes.
    pub line: Vec<u8>,
    /// A line feed followed.
    pub line_end: bool,
}

/// A finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FindingRow {
    /// The frame at fault.
    pub frame: FrameNumber,
    /// The rule's id.
    pub rule: String,
    /// `error`, `warning` or `info`.
    pub severity: String,
    /// `client` or `agent`.
    pub side: String,
    /// JSON pointer into the frame.
    pub pointer: String,
    /// One sentence.
    pub message: String,
    /// The session it is about.
    pub session: Option<String>,
    /// Frames that show why.
    pub related: Vec<u32>,
    /// `stable` or `draft`.
    pub stability: String,
}

/// A mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// Orders it among stderr lines.
    pub seq: i64,
    /// The last frame before it.
    pub after_frame: u32,
    /// When.
    pub t: Moment,
    /// `end` or `gap`.
    pub kind: String,
    /// `c2a`, `a2c` or `err`.
    pub stream: Option<String>,
    /// In words.
    pub detail: Option<String>,
}

const RECORDING: &str =
    "SELECT id, uuid, name, origin, phase, command, cwd, source, header, started_at,
    ended_t, exit_code, exit_signal, client_name, client_title, client_version,
    agent_name, agent_title, agent_version, protocol_version,
    frames, bytes, stderr_lines, problems, last_t, missing, judged_by, errors, warnings, infos, marks_changed, tags
    FROM recordings";

fn recording_row(r: &Row<'_>) -> rusqlite::Result<RecordingRow> {
    let peer = |at: usize| -> rusqlite::Result<Option<Peer>> {
        let peer = Peer { name: r.get(at)?, title: r.get(at + 1)?, version: r.get(at + 2)? };
        Ok((!peer.is_unknown()).then_some(peer))
    };
    let code: Option<i64> = r.get(11)?;
    let signal: Option<i64> = r.get(12)?;
    Ok(RecordingRow {
        number: r.get(0)?,
        uuid: r.get(1)?,
        name: r.get(2)?,
        tags: serde_json::from_str(r.get_ref(31)?.as_str()?).unwrap_or_default(),
        origin: match r.get_ref(3)?.as_str()? {
            "import" => Origin::Import,
            "demo" => Origin::Demo,
            _ => Origin::Run,
        },
        phase: match r.get_ref(4)?.as_str()? {
            "live" => Phase::Live,
            "killed" => Phase::Killed,
            _ => Phase::Ended,
        },
        command: serde_json::from_str(r.get_ref(5)?.as_str()?).unwrap_or_default(),
        cwd: r.get(6)?,
        source: r.get(7)?,
        header: r.get(8)?,
        started_at: r.get(9)?,
        ended_t: r.get::<_, Option<i64>>(10)?.map(|t| Moment(t as u64)),
        ended: code.map(Ended::Code).or(signal.map(Ended::Signal)),
        client: peer(13)?,
        agent: peer(16)?,
        protocol_version: r.get(19)?,
        frames: r.get(20)?,
        bytes: r.get(21)?,
        stderr_lines: r.get(22)?,
        problems: r.get(23)?,
        last_t: Moment(r.get::<_, i64>(24)? as u64),
        missing: r.get(25)?,
        judged_by: r.get(26)?,
        found: Severities { errors: r.get(27)?, warnings: r.get(28)?, infos: r.get(29)? },
        marks_changed: r.get(30)?,
    })
}

const FRAME: &str = "SELECT f.number, f.t, f.span, f.dir, f.kind, f.size, f.flags, m.name, v.name,
    s.session_id, f.rpc_id, f.pair, f.latency, f.problem
    FROM frames f LEFT JOIN names m ON m.id = f.method LEFT JOIN names v ON v.id = f.variant
    LEFT JOIN sessions s ON s.id = f.session";

fn frame_row(r: &Row<'_>) -> rusqlite::Result<FrameRow> {
    let flags: i64 = r.get(6)?;
    Ok(FrameRow {
        number: FrameNumber(r.get(0)?),
        t: Moment(r.get::<_, i64>(1)? as u64),
        span: r.get::<_, i64>(2)? as u64,
        dir: dir(r.get(3)?),
        kind: kind(r.get(4)?),
        size: r.get::<_, i64>(5)? as u64,
        terminated: flags & 1 == 0,
        in_parts: flags & IN_PARTS != 0,
        method: r.get(7)?,
        variant: r.get(8)?,
        session: r.get(9)?,
        rpc_id: r.get(10)?,
        pair: r.get::<_, Option<u32>>(11)?.map(FrameNumber),
        latency: r.get::<_, Option<i64>>(12)?.map(|l| l as u64),
        problem: r.get(13)?,
    })
}

pub(super) fn dir(code: i64) -> Dir {
    if code == 0 { Dir::ClientToAgent } else { Dir::AgentToClient }
}

pub(super) fn kind(code: i64) -> Kind {
    match code {
        1 => Kind::Request,
        2 => Kind::Response,
        3 => Kind::Error,
        4 => Kind::Notification,
        5 => Kind::Batch,
        _ => Kind::Invalid,
    }
}

impl Store {
    /// All recordings, newest first. Uuids of version 7 sort by the time at which they were made; numbers
    /// need not, since the row of a killed proxy may be made by a later one.
    ///
    /// # Errors
    /// SQLite's.
    pub fn recordings(&self) -> Result<Vec<RecordingRow>> {
        let mut query = self.conn.prepare_cached(&format!("{RECORDING} ORDER BY uuid DESC"))?;
        let rows = query.query_map([], recording_row)?.collect::<rusqlite::Result<_>>()?;
        Ok(rows)
    }

    /// One recording.
    ///
    /// # Errors
    /// SQLite's.
    pub fn recording(&self, number: i64) -> Result<Option<RecordingRow>> {
        Ok(self
            .conn
            .prepare_cached(&format!("{RECORDING} WHERE id = ?1"))?
            .query_row([number], recording_row)
            .optional()?)
    }

    /// Up to `limit` frames from number `from` on, in order.
    ///
    /// # Errors
    /// SQLite's.
    pub fn frames(&self, recording: i64, from: FrameNumber, limit: usize) -> Result<Vec<FrameRow>> {
        let mut query = self.conn.prepare_cached(&format!(
            "{FRAME} WHERE f.id BETWEEN ?1 AND ?2 ORDER BY f.id LIMIT ?3"
        ))?;
        let last = frame_id(recording, FrameNumber(u32::MAX));
        let rows = query
            .query_map(params![frame_id(recording, from), last, limit as i64], frame_row)?
            .collect::<rusqlite::Result<_>>()?;
        Ok(rows)
    }

    /// One frame.
    ///
    /// # Errors
    /// SQLite's.
    pub fn frame(&self, recording: i64, number: FrameNumber) -> Result<Option<FrameRow>> {
        Ok(self
            .conn
            .prepare_cached(&format!("{FRAME} WHERE f.id = ?1"))?
            .query_row([frame_id(recording, number)], frame_row)
            .optional()?)
    }

    /// The messages of a batch frame.
    ///
    /// # Errors
    /// SQLite's.
    pub fn batch(&self, recording: i64, number: FrameNumber) -> Result<Vec<BatchRow>> {
        let mut query = self.conn.prepare_cached(
            "SELECT b.kind, m.name, v.name, s.session_id, b.rpc_id, b.pair, b.latency
             FROM batch_messages b LEFT JOIN names m ON m.id = b.method
             LEFT JOIN names v ON v.id = b.variant LEFT JOIN sessions s ON s.id = b.session
             WHERE b.frame = ?1 ORDER BY b.item",
        )?;
        let rows = query
            .query_map([frame_id(recording, number)], |r| {
                Ok(BatchRow {
                    kind: kind(r.get(0)?),
                    method: r.get(1)?,
                    variant: r.get(2)?,
                    session: r.get(3)?,
                    rpc_id: r.get(4)?,
                    pair: r.get::<_, Option<u32>>(5)?.map(FrameNumber),
                    latency: r.get::<_, Option<i64>>(6)?.map(|l| l as u64),
                })
            })?
            .collect::<rusqlite::Result<_>>()?;
        Ok(rows)
    }

    /// The first `limit` bytes of a frame.
    ///
    /// # Errors
    /// SQLite's.
    pub fn raw(&self, recording: i64, number: FrameNumber, limit: usize) -> Result<Raw> {
        let id = frame_id(recording, number);
        let whole = self
            .conn
            .prepare_cached("SELECT raw FROM payloads WHERE id = ?1")?
            .query_row([id], |r| {
                let bytes = r.get_ref(0)?.as_blob()?;
                let cut = bytes.len() > limit;
                Ok(Raw { bytes: bytes[..bytes.len().min(limit)].to_vec(), cut })
            })
            .optional()?;
        if let Some(raw) = whole {
            return Ok(raw);
        }
        let mut raw = Raw { bytes: Vec::new(), cut: false };
        let mut part = 0;
        while let Some(bytes) = self.raw_part(recording, number, part)? {
            let room = limit - raw.bytes.len();
            raw.cut = bytes.len() > room;
            raw.bytes.extend_from_slice(&bytes[..bytes.len().min(room)]);
            if raw.cut {
                break;
            }
            part += 1;
        }
        Ok(raw)
    }

    /// Up to `limit` bytes of a frame from one of them on; none behind its end.
    ///
    /// # Errors
    /// SQLite's.
    pub fn raw_window(
        &self,
        recording: i64,
        number: FrameNumber,
        from: u64,
        limit: usize,
    ) -> Result<Vec<u8>> {
        let whole = self
            .conn
            .prepare_cached("SELECT raw FROM payloads WHERE id = ?1")?
            .query_row([frame_id(recording, number)], |r| {
                let bytes = r.get_ref(0)?.as_blob()?;
                let from = usize::try_from(from).unwrap_or(usize::MAX).min(bytes.len());
                Ok(bytes[from..bytes.len().min(from.saturating_add(limit))].to_vec())
            })
            .optional()?;
        if let Some(bytes) = whole {
            return Ok(bytes);
        }
        let mut window = Vec::new();
        let (mut part, mut skip) = ((from / PART as u64) as usize, (from % PART as u64) as usize);
        while window.len() < limit
            && let Some(bytes) = self.raw_part(recording, number, part)?
        {
            let rest = &bytes[skip.min(bytes.len())..];
            window.extend_from_slice(&rest[..rest.len().min(limit - window.len())]);
            (part, skip) = (part + 1, 0);
        }
        Ok(window)
    }

    /// One megabyte of a frame that is stored in parts; `None` behind the last.
    ///
    /// # Errors
    /// SQLite's.
    pub fn raw_part(
        &self,
        recording: i64,
        number: FrameNumber,
        part: usize,
    ) -> Result<Option<Vec<u8>>> {
        Ok(self
            .conn
            .prepare_cached("SELECT raw FROM payload_parts WHERE frame = ?1 AND part = ?2")?
            .query_row(params![frame_id(recording, number), part as i64], |r| r.get(0))
            .optional()?)
    }

    /// Updates by variant up to a frame, the most frequent first; of one session if it is named.
    ///
    /// # Errors
    /// SQLite's.
    pub fn count_variants(
        &self,
        recording: i64,
        at: FrameNumber,
        session: Option<&str>,
    ) -> Result<Vec<VariantCount>> {
        let mut query = self.conn.prepare_cached(
            "SELECT v.name, count(*), sum(f.size) FROM frames f JOIN names v ON v.id = f.variant
             WHERE f.id BETWEEN ?1 AND ?2
               AND (?3 IS NULL OR f.session = (SELECT id FROM sessions WHERE recording = ?4 AND session_id = ?3))
             GROUP BY v.name ORDER BY 2 DESC, 1",
        )?;
        let (from, to) = (frame_id(recording, FrameNumber(0)), frame_id(recording, at));
        let rows = query.query_map(params![from, to, session, recording], |r| {
            Ok(VariantCount { name: r.get(0)?, count: r.get(1)?, bytes: r.get(2)? })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Other recordings that name this session, the newest first, a hundred at most.
    ///
    /// # Errors
    /// SQLite's.
    pub fn recordings_with_session(&self, session: &str, not: i64) -> Result<Vec<i64>> {
        let mut query = self.conn.prepare_cached(
            "SELECT DISTINCT s.recording FROM sessions s, sessions mine, recordings r, recordings own
             WHERE s.session_id = ?1 AND s.recording <> ?2 AND r.id = s.recording
               AND mine.session_id = ?1 AND mine.recording = ?2 AND own.id = ?2
               AND r.agent_name IS own.agent_name
             ORDER BY s.recording DESC LIMIT 100",
        )?;
        let rows = query.query_map(params![session, not], |r| r.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Up to `limit` lines of stderr behind the first `skip` of them.
    ///
    /// # Errors
    /// SQLite's.
    pub fn stderr(&self, recording: i64, skip: usize, limit: usize) -> Result<Vec<StderrRow>> {
        let mut query = self.conn.prepare_cached(
            "SELECT seq, after_frame, t, span, line, line_end FROM stderr_lines WHERE recording = ?1
             ORDER BY seq LIMIT ?3 OFFSET ?2",
        )?;
        let rows = query
            .query_map(params![recording, skip as i64, limit as i64], |r| {
                Ok(StderrRow {
                    seq: r.get(0)?,
                    after_frame: r.get(1)?,
                    t: Moment(r.get::<_, i64>(2)? as u64),
                    span: r.get::<_, i64>(3)? as u64,
                    line: r.get(4)?,
                    line_end: r.get(5)?,
                })
            })?
            .collect::<rusqlite::Result<_>>()?;
        Ok(rows)
    }

    /// The findings about frames `from` to `to` of a recording, in order, `limit` of them at most.
    ///
    /// # Errors
    /// SQLite's.
    pub fn findings(
        &self,
        recording: i64,
        from: FrameNumber,
        to: FrameNumber,
        limit: usize,
    ) -> Result<Vec<FindingRow>> {
        let mut query = self.conn.prepare_cached(
            "SELECT frame, rule, severity, side, pointer, message, session, related, stability
             FROM findings WHERE recording = ?1 AND frame BETWEEN ?2 AND ?3 ORDER BY frame, id
             LIMIT ?4",
        )?;
        let rows = query
            .query_map(params![recording, from.0, to.0, limit as i64], |r| {
                Ok(FindingRow {
                    frame: FrameNumber(r.get(0)?),
                    rule: r.get(1)?,
                    severity: r.get(2)?,
                    side: r.get(3)?,
                    pointer: r.get(4)?,
                    message: r.get(5)?,
                    session: r.get(6)?,
                    related: serde_json::from_str(r.get_ref(7)?.as_str()?).unwrap_or_default(),
                    stability: r.get(8)?,
                })
            })?
            .collect::<rusqlite::Result<_>>()?;
        Ok(rows)
    }

    /// The marks of a recording, in order.
    ///
    /// # Errors
    /// SQLite's.
    pub fn marks(&self, recording: i64) -> Result<Vec<Mark>> {
        let mut query = self.conn.prepare_cached(
            "SELECT seq, after_frame, t, kind, stream, detail FROM marks WHERE recording = ?1
             ORDER BY seq",
        )?;
        let rows = query
            .query_map([recording], |r| {
                Ok(Mark {
                    seq: r.get(0)?,
                    after_frame: r.get(1)?,
                    t: Moment(r.get::<_, i64>(2)? as u64),
                    kind: r.get(3)?,
                    stream: r.get(4)?,
                    detail: r.get(5)?,
                })
            })?
            .collect::<rusqlite::Result<_>>()?;
        Ok(rows)
    }

    /// The requests of a recording that have no response, in order: what pairing needs to go on.
    ///
    /// # Errors
    /// SQLite's.
    pub fn open_requests(&self, recording: i64) -> Result<Vec<(FrameRow, RequestId)>> {
        let mut query = self.conn.prepare(&format!(
            "{FRAME} WHERE f.id BETWEEN ?1 AND ?2 AND f.kind = 1 AND f.pair IS NULL ORDER BY f.id"
        ))?;
        let range = [recording << 32, recording << 32 | 0xffff_ffff];
        let rows =
            query.query_map(range, frame_row)?.collect::<rusqlite::Result<Vec<FrameRow>>>()?;
        Ok(with_ids(rows))
    }

    /// The last thousand responses of a recording that are paired, in order.
    ///
    /// # Errors
    /// SQLite's.
    pub fn last_responses(&self, recording: i64) -> Result<Vec<(FrameRow, RequestId)>> {
        let mut query = self.conn.prepare(&format!(
            "{FRAME} WHERE f.id BETWEEN ?1 AND ?2 AND f.kind IN (2, 3) AND f.pair IS NOT NULL
             ORDER BY f.id DESC LIMIT 2000"
        ))?;
        let range = [recording << 32, recording << 32 | 0xffff_ffff];
        let mut rows =
            query.query_map(range, frame_row)?.collect::<rusqlite::Result<Vec<FrameRow>>>()?;
        rows.reverse();
        Ok(with_ids(rows))
    }
}

fn with_ids(rows: Vec<FrameRow>) -> Vec<(FrameRow, RequestId)> {
    rows.into_iter()
        .filter_map(|row| {
            let id = RequestId::from_json(row.rpc_id.as_deref()?)?;
            Some((row, id))
        })
        .collect()
}
