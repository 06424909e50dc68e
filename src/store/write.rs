//! Rows in. Everything here runs inside a transaction of the caller.

use rusqlite::{OptionalExtension, Transaction, params};

use super::{PART, Result, Store};
use crate::core::frame::{Dir, FrameNumber, Moment};
use crate::core::message::Kind;
use crate::core::peer::Peer;
use crate::journal::HowEnded;

/// A recording to be made.
#[derive(Debug, Clone, Default)]
pub struct NewRecording {
    /// Globally unique id.
    pub uuid: String,
    /// Given by the user.
    pub name: Option<String>,
    /// `run`, `demo` or `import`.
    pub origin: String,
    /// The agent's command line.
    pub command: Vec<String>,
    /// The folder in which the agent was started.
    pub cwd: Option<String>,
    /// Names of environment variables.
    pub env_names: Vec<String>,
    /// The imported file.
    pub source: Option<String>,
    /// The imported file's first line.
    pub header: Option<String>,
    /// Wall clock, nanoseconds since 1970.
    pub started_at: Option<i64>,
}

/// Counts kept with a recording.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    /// Frames of both directions.
    pub frames: u32,
    /// Their bytes.
    pub bytes: u64,
    /// Lines of stderr.
    pub stderr_lines: u64,
    /// Frames with a problem.
    pub problems: u32,
    /// The last frame or stderr line.
    pub last_t: Moment,
}

/// A message's columns: of a frame, or of one message in a batch.
#[derive(Debug, Clone, Default)]
pub struct NewMessage<'a> {
    /// JSON-RPC kind.
    pub kind: Kind,
    /// `names.id`.
    pub method: Option<i64>,
    /// `names.id`.
    pub variant: Option<i64>,
    /// `sessions.id`.
    pub session: Option<i64>,
    /// The id as JSON.
    pub rpc_id: Option<&'a str>,
    /// The other half.
    pub pair: Option<FrameNumber>,
    /// Nanoseconds between the two.
    pub latency: Option<u64>,
}

/// A frame's row.
#[derive(Debug, Clone)]
pub struct NewFrame<'a> {
    /// Its number.
    pub number: FrameNumber,
    /// Its direction.
    pub dir: Dir,
    /// When its last byte was read.
    pub t: Moment,
    /// Nanoseconds from its first byte to its last.
    pub span: u64,
    /// Bytes.
    pub size: u64,
    /// A line feed followed.
    pub terminated: bool,
    /// The message.
    pub message: NewMessage<'a>,
    /// What is odd about it, a line each.
    pub problem: Option<&'a str>,
}

/// A finding's row.
#[derive(Debug, Clone, Copy)]
pub struct NewFinding<'a> {
    /// The frame at fault.
    pub frame: FrameNumber,
    /// The rule's id.
    pub rule: &'a str,
    /// `error`, `warning` or `info`.
    pub severity: &'a str,
    /// `client` or `agent`.
    pub side: &'a str,
    /// JSON pointer into the frame.
    pub pointer: &'a str,
    /// One sentence.
    pub message: &'a str,
    /// The session it is about.
    pub session: Option<&'a str>,
    /// Frames that show why.
    pub related: &'a [FrameNumber],
    /// `stable` or `draft`.
    pub stability: &'a str,
}

/// Findings by severity.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Severities {
    /// Errors.
    pub errors: u32,
    /// Warnings.
    pub warnings: u32,
    /// What is worth knowing.
    pub infos: u32,
}

pub(super) const UNTERMINATED: i64 = 1;
pub(super) const IN_PARTS: i64 = 2;

/// The row id of a frame.
pub(super) fn frame_id(recording: i64, number: FrameNumber) -> i64 {
    recording << 32 | i64::from(number.0)
}

pub(super) fn kind_code(kind: Kind) -> i64 {
    match kind {
        Kind::Invalid => 0,
        Kind::Request => 1,
        Kind::Response => 2,
        Kind::Error => 3,
        Kind::Notification => 4,
        Kind::Batch => 5,
    }
}

impl Store {
    /// Makes a recording; gives its number.
    ///
    /// # Errors
    /// SQLite's; there may be one of that uuid.
    pub fn insert_recording(tx: &Transaction<'_>, new: &NewRecording) -> Result<i64> {
        tx.prepare_cached(
            "INSERT INTO recordings
                 (uuid, name, origin, phase, command, cwd, env_names, source, header, started_at, made_by)
             VALUES (?1, ?2, ?3, 'live', ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        )?
        .execute(params![
            new.uuid,
            new.name,
            new.origin,
            json_array(&new.command),
            new.cwd,
            json_array(&new.env_names),
            new.source,
            new.header,
            new.started_at,
            env!("CARGO_PKG_VERSION"),
        ])?;
        Ok(tx.last_insert_rowid())
    }

    /// The number of a recording.
    ///
    /// # Errors
    /// SQLite's.
    pub fn find_recording(tx: &Transaction<'_>, uuid: &str) -> Result<Option<i64>> {
        Ok(tx
            .query_row("SELECT id FROM recordings WHERE uuid = ?1", [uuid], |r| r.get(0))
            .optional()?)
    }

    /// The number of a name, which is stored if it is new.
    ///
    /// # Errors
    /// SQLite's.
    pub fn intern(tx: &Transaction<'_>, name: &str) -> Result<i64> {
        let found = tx
            .prepare_cached("SELECT id FROM names WHERE name = ?1")?
            .query_row([name], |r| r.get(0))
            .optional()?;
        if let Some(id) = found {
            return Ok(id);
        }
        tx.prepare_cached("INSERT INTO names (name) VALUES (?1)")?.execute([name])?;
        Ok(tx.last_insert_rowid())
    }

    /// The row of a session, which is made if it is new.
    ///
    /// # Errors
    /// SQLite's.
    pub fn session(
        tx: &Transaction<'_>,
        recording: i64,
        session: &str,
        frame: FrameNumber,
    ) -> Result<i64> {
        let found = tx
            .prepare_cached("SELECT id FROM sessions WHERE recording = ?1 AND session_id = ?2")?
            .query_row(params![recording, session], |r| r.get(0))
            .optional()?;
        if let Some(id) = found {
            return Ok(id);
        }
        tx.prepare_cached(
            "INSERT INTO sessions (recording, session_id, first_frame) VALUES (?1, ?2, ?3)",
        )?
        .execute(params![recording, session, frame.0])?;
        Ok(tx.last_insert_rowid())
    }

    /// Stores frames. Their bytes are given here, or after them with [`Store::insert_part`] where they are more than
    /// [`PART`].
    ///
    /// # Errors
    /// SQLite's.
    pub fn insert_frames(
        tx: &Transaction<'_>,
        recording: i64,
        rows: &[(NewFrame<'_>, Option<&[u8]>)],
    ) -> Result<()> {
        // Looked up once for all: that costs a tenth of what a row does. (One statement for many rows is no faster: SQLite
        // then keeps a copy of each page that it changes.)
        let mut frames = tx.prepare_cached(
            "INSERT INTO frames (id, t, span, size, dir, kind, flags, method, variant, session,
                                 rpc_id, pair, latency, problem)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
        )?;
        let mut payloads = tx.prepare_cached("INSERT INTO payloads (id, raw) VALUES (?1, ?2)")?;
        // A parameter keeps its value until it gets another one, and most of a row is as in the row before.
        let mut bound = None;
        let mut bare = false;
        for (new, raw) in rows {
            let id = frame_id(recording, new.number);
            let m = &new.message;
            let flags = if new.terminated { 0 } else { UNTERMINATED }
                | if raw.is_some() { 0 } else { IN_PARTS };
            frames.raw_bind_parameter(1, id)?;
            frames.raw_bind_parameter(2, new.t.0 as i64)?;
            frames.raw_bind_parameter(3, new.span as i64)?;
            frames.raw_bind_parameter(4, new.size as i64)?;
            let like = (new.dir, m.kind, flags, m.method, m.variant, m.session);
            if bound.replace(like) != Some(like) {
                frames.raw_bind_parameter(5, new.dir.index() as i64)?;
                frames.raw_bind_parameter(6, kind_code(m.kind))?;
                frames.raw_bind_parameter(7, flags)?;
                frames.raw_bind_parameter(8, m.method)?;
                frames.raw_bind_parameter(9, m.variant)?;
                frames.raw_bind_parameter(10, m.session)?;
            }
            let was_bare = std::mem::replace(
                &mut bare,
                m.rpc_id.is_none() && m.pair.is_none() && new.problem.is_none(),
            );
            if !(bare && was_bare) {
                frames.raw_bind_parameter(11, m.rpc_id)?;
                frames.raw_bind_parameter(12, m.pair.map(|n| n.0))?;
                frames.raw_bind_parameter(13, m.latency.map(|l| l as i64))?;
                frames.raw_bind_parameter(14, new.problem)?;
            }
            frames.raw_execute()?;
            if let Some(raw) = raw {
                payloads.raw_bind_parameter(1, id)?;
                payloads.raw_bind_parameter(2, raw)?;
                payloads.raw_execute()?;
            }
        }
        Ok(())
    }

    /// Stores the next part of a frame's bytes.
    ///
    /// # Errors
    /// SQLite's.
    pub fn insert_part(
        tx: &Transaction<'_>,
        recording: i64,
        frame: FrameNumber,
        part: usize,
        raw: &[u8],
    ) -> Result<()> {
        debug_assert!(raw.len() <= PART);
        tx.prepare_cached("INSERT INTO payload_parts (frame, part, raw) VALUES (?1, ?2, ?3)")?
            .execute(params![frame_id(recording, frame), part as i64, raw])?;
        Ok(())
    }

    /// Stores one message of a batch; `item` counts from 1.
    ///
    /// # Errors
    /// SQLite's.
    pub fn insert_batch_message(
        tx: &Transaction<'_>,
        recording: i64,
        frame: FrameNumber,
        item: usize,
        m: &NewMessage<'_>,
    ) -> Result<()> {
        tx.prepare_cached(
            "INSERT INTO batch_messages (frame, item, kind, method, variant, session, rpc_id, pair, latency)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute(params![
            frame_id(recording, frame),
            item as i64,
            kind_code(m.kind),
            m.method,
            m.variant,
            m.session,
            m.rpc_id,
            m.pair.map(|n| n.0),
            m.latency.map(|l| l as i64),
        ])?;
        Ok(())
    }

    /// Tells a request's row of its response: the frame's own, and those of its batch with that id.
    ///
    /// # Errors
    /// SQLite's.
    pub fn answer(
        tx: &Transaction<'_>,
        recording: i64,
        request: FrameNumber,
        response: FrameNumber,
        latency: u64,
        rpc_id: &str,
    ) -> Result<()> {
        let id = frame_id(recording, request);
        let changed = tx
            .prepare_cached("UPDATE frames SET pair = ?2, latency = ?3 WHERE id = ?1 AND kind = 1")?
            .execute(params![id, response.0, latency as i64])?;
        if changed == 0 {
            tx.prepare_cached(
                "UPDATE batch_messages SET pair = ?2, latency = ?3
                 WHERE frame = ?1 AND kind = 1 AND rpc_id = ?4",
            )?
            .execute(params![id, response.0, latency as i64, rpc_id])?;
        }
        Ok(())
    }

    /// Stores a line of stderr.
    ///
    /// # Errors
    /// SQLite's.
    #[expect(clippy::too_many_arguments, reason = "the columns of one row")]
    pub fn insert_stderr(
        tx: &Transaction<'_>,
        recording: i64,
        seq: u64,
        after: u32,
        t: Moment,
        span: u64,
        line: &[u8],
        line_end: bool,
    ) -> Result<()> {
        tx.prepare_cached(
            "INSERT INTO stderr_lines (recording, seq, after_frame, t, span, line, line_end)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute(params![
            recording,
            seq as i64,
            after,
            t.0 as i64,
            span as i64,
            line,
            line_end
        ])?;
        Ok(())
    }

    /// Stores a mark: the end of a stream, or a gap.
    ///
    /// # Errors
    /// SQLite's.
    #[expect(clippy::too_many_arguments, reason = "the columns of one row")]
    pub fn insert_mark(
        tx: &Transaction<'_>,
        recording: i64,
        seq: u64,
        after: u32,
        t: Moment,
        kind: &str,
        stream: Option<&str>,
        detail: Option<&str>,
    ) -> Result<()> {
        tx.prepare_cached(
            "INSERT INTO marks (recording, seq, after_frame, t, kind, stream, detail)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute(params![recording, seq as i64, after, t.0 as i64, kind, stream, detail])?;
        Ok(())
    }

    /// Stores a finding.
    ///
    /// # Errors
    /// SQLite's.
    pub fn insert_finding(
        tx: &Transaction<'_>,
        recording: i64,
        new: &NewFinding<'_>,
    ) -> Result<()> {
        let related: Vec<u32> = new.related.iter().map(|n| n.0).collect();
        tx.prepare_cached(
            "INSERT INTO findings
                 (recording, frame, rule, severity, side, pointer, message, session, related, stability)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        )?
        .execute(params![
            recording,
            new.frame.0,
            new.rule,
            new.severity,
            new.side,
            new.pointer,
            new.message,
            new.session,
            serde_json::to_string(&related).unwrap_or_else(|_| "[]".to_owned()),
            new.stability,
        ])?;
        Ok(())
    }

    /// Forgets the findings of a recording.
    ///
    /// # Errors
    /// SQLite's.
    pub fn clear_findings(tx: &Transaction<'_>, recording: i64) -> Result<()> {
        tx.execute("DELETE FROM findings WHERE recording = ?1", [recording])?;
        Ok(())
    }

    /// Stores by which rules a recording is judged, and how many findings there are.
    ///
    /// # Errors
    /// SQLite's.
    pub fn set_judged(
        tx: &Transaction<'_>,
        recording: i64,
        rules: u32,
        found: Severities,
    ) -> Result<()> {
        tx.prepare_cached(
            "UPDATE recordings SET judged_by = ?2, errors = ?3, warnings = ?4, infos = ?5 WHERE id = ?1",
        )?
        .execute(params![recording, rules, found.errors, found.warnings, found.infos])?;
        Ok(())
    }

    /// Stores the counts of a recording.
    ///
    /// # Errors
    /// SQLite's.
    pub fn set_totals(tx: &Transaction<'_>, recording: i64, totals: &Totals) -> Result<()> {
        tx.prepare_cached(
            "UPDATE recordings SET frames = ?2, bytes = ?3, stderr_lines = ?4, problems = ?5, last_t = ?6
             WHERE id = ?1",
        )?
        .execute(params![
            recording,
            totals.frames,
            totals.bytes as i64,
            totals.stderr_lines as i64,
            totals.problems,
            totals.last_t.0 as i64,
        ])?;
        Ok(())
    }

    /// Stores what the client says of itself.
    ///
    /// # Errors
    /// SQLite's.
    pub fn set_client(tx: &Transaction<'_>, recording: i64, peer: &Peer) -> Result<()> {
        tx.execute(
            "UPDATE recordings SET client_name = ?2, client_title = ?3, client_version = ?4 WHERE id = ?1",
            params![recording, peer.name, peer.title, peer.version],
        )?;
        Ok(())
    }

    /// Stores what the agent says of itself, and the protocol version that it chose.
    ///
    /// # Errors
    /// SQLite's.
    pub fn set_agent(
        tx: &Transaction<'_>,
        recording: i64,
        peer: &Peer,
        protocol_version: Option<&str>,
    ) -> Result<()> {
        tx.execute(
            "UPDATE recordings SET agent_name = ?2, agent_title = ?3, agent_version = ?4,
                                   protocol_version = ?5 WHERE id = ?1",
            params![recording, peer.name, peer.title, peer.version, protocol_version],
        )?;
        Ok(())
    }

    /// Adds a sentence about what could not be recorded.
    ///
    /// # Errors
    /// SQLite's.
    pub fn add_missing(tx: &Transaction<'_>, recording: i64, what: &str) -> Result<()> {
        tx.execute(
            "UPDATE recordings SET missing = coalesce(missing || '; ', '') || ?2 WHERE id = ?1",
            params![recording, what],
        )?;
        Ok(())
    }

    /// The recording is complete. `None`: the proxy was killed before the agent ended.
    ///
    /// # Errors
    /// SQLite's.
    pub fn complete(
        tx: &Transaction<'_>,
        recording: i64,
        ended: Option<(Moment, HowEnded)>,
    ) -> Result<()> {
        let (code, signal) = match ended {
            Some((_, HowEnded::Exit(code))) => (Some(code), None),
            Some((_, HowEnded::Signal(signal))) => (None, Some(signal)),
            None => (None, None),
        };
        tx.execute(
            "UPDATE recordings SET phase = ?2, ended_t = ?3, exit_code = ?4, exit_signal = ?5 WHERE id = ?1",
            params![
                recording,
                if ended.is_some() { "ended" } else { "killed" },
                ended.map(|(t, _)| t.0 as i64),
                code,
                signal
            ],
        )?;
        tx.execute("DELETE FROM indexing WHERE recording = ?1", [recording])?;
        Ok(())
    }

    /// An imported recording is complete; nothing is known of its agent's end.
    ///
    /// # Errors
    /// SQLite's.
    pub fn complete_import(tx: &Transaction<'_>, recording: i64) -> Result<()> {
        tx.execute("UPDATE recordings SET phase = 'ended' WHERE id = ?1", [recording])?;
        Ok(())
    }

    /// Notes how far the journal is indexed.
    ///
    /// # Errors
    /// SQLite's.
    pub fn set_resume(tx: &Transaction<'_>, recording: i64, resume: &str) -> Result<()> {
        tx.prepare_cached("INSERT OR REPLACE INTO indexing (recording, resume) VALUES (?1, ?2)")?
            .execute(params![recording, resume])?;
        Ok(())
    }

    /// How far the journal was indexed; `None` once the recording is complete.
    ///
    /// # Errors
    /// SQLite's.
    pub fn resume(tx: &Transaction<'_>, recording: i64) -> Result<Option<String>> {
        Ok(tx
            .query_row("SELECT resume FROM indexing WHERE recording = ?1", [recording], |r| {
                r.get(0)
            })
            .optional()?)
    }

    /// Deletes a recording and everything about it. False when there is none of that number.
    ///
    /// # Errors
    /// SQLite's.
    pub fn delete_recording(&mut self, recording: i64) -> Result<bool> {
        let tx = self.begin()?;
        let (first, last) = (recording << 32, recording << 32 | 0xffff_ffff);
        for sql in [
            "DELETE FROM payloads WHERE id BETWEEN ?1 AND ?2",
            "DELETE FROM payload_parts WHERE frame BETWEEN ?1 AND ?2",
            "DELETE FROM batch_messages WHERE frame BETWEEN ?1 AND ?2",
            "DELETE FROM frames WHERE id BETWEEN ?1 AND ?2",
        ] {
            tx.execute(sql, [first, last])?;
        }
        for table in [
            "sessions",
            "stderr_lines",
            "marks",
            "indexing",
            "findings",
            "turns",
            "bookmarks",
            "timelines",
        ] {
            tx.execute(&format!("DELETE FROM {table} WHERE recording = ?1"), [recording])?;
        }
        Store::forget_text(&tx, recording)?;
        let gone = tx.execute("DELETE FROM recordings WHERE id = ?1", [recording])?;
        tx.commit()?;
        Ok(gone > 0)
    }
}

fn json_array(items: &[String]) -> String {
    serde_json::to_string(items).unwrap_or_else(|_| "[]".to_owned())
}
