//! Frames as bare columns: what a drawing of a whole recording needs, without words and bytes.

use rusqlite::params;

use super::write::frame_id;
use super::{Result, Store};
use crate::core::frame::{Dir, FrameNumber, Moment};
use crate::core::message::Kind;

/// What is drawn of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its number.
    pub number: FrameNumber,
    /// When its last byte was read.
    pub t: Moment,
    /// Its direction.
    pub dir: Dir,
    /// JSON-RPC kind.
    pub kind: Kind,
    /// Bytes.
    pub size: u64,
    /// Number of its method's name, or of the request's that it answers.
    pub method: Option<i64>,
    /// Number of its `sessionUpdate`'s name.
    pub variant: Option<i64>,
    /// Number of its session.
    pub session: Option<i64>,
    /// The other half.
    pub pair: Option<FrameNumber>,
    /// Nanoseconds between the two.
    pub latency: Option<u64>,
}

impl Store {
    /// Hands over the frames from one number to another, in order.
    ///
    /// # Errors
    /// SQLite's.
    pub fn columns(
        &self,
        recording: i64,
        from: FrameNumber,
        to: FrameNumber,
        mut each: impl FnMut(Column),
    ) -> Result<()> {
        let mut query = self.conn.prepare_cached(
            "SELECT id & 4294967295, t, dir, kind, size, method, variant, session, pair, latency
             FROM frames WHERE id BETWEEN ?1 AND ?2 ORDER BY id",
        )?;
        let mut rows = query.query(params![frame_id(recording, from), frame_id(recording, to)])?;
        while let Some(r) = rows.next()? {
            each(Column {
                number: FrameNumber(r.get(0)?),
                t: Moment(r.get::<_, i64>(1)? as u64),
                dir: super::read::dir(r.get(2)?),
                kind: super::read::kind(r.get(3)?),
                size: r.get::<_, i64>(4)? as u64,
                method: r.get(5)?,
                variant: r.get(6)?,
                session: r.get(7)?,
                pair: r.get::<_, Option<u32>>(8)?.map(FrameNumber),
                latency: r.get::<_, Option<i64>>(9)?.map(|l| l as u64),
            });
        }
        Ok(())
    }

    /// A method's or update's name by its number.
    ///
    /// # Errors
    /// SQLite's, also when there is no such name.
    pub fn name(&self, id: i64) -> Result<String> {
        let mut query = self.conn.prepare_cached("SELECT name FROM names WHERE id = ?1")?;
        Ok(query.query_row([id], |r| r.get(0))?)
    }

    /// A session's id, as the agent made it, by its number.
    ///
    /// # Errors
    /// SQLite's, also when there is no such session.
    pub fn session_name(&self, id: i64) -> Result<String> {
        let mut query =
            self.conn.prepare_cached("SELECT session_id FROM sessions WHERE id = ?1")?;
        Ok(query.query_row([id], |r| r.get(0))?)
    }

    /// Frames with findings, each with its moment and its gravest severity, in their order.
    ///
    /// # Errors
    /// SQLite's.
    pub fn found_frames(
        &self,
        recording: i64,
        limit: usize,
    ) -> Result<Vec<(FrameNumber, Moment, String)>> {
        let mut query = self.conn.prepare_cached(
            "SELECT n.frame, f.t, n.severity
             FROM (SELECT frame, CASE max(CASE severity WHEN 'error' THEN 2 WHEN 'warning' THEN 1
                                              ELSE 0 END)
                          WHEN 2 THEN 'error' WHEN 1 THEN 'warning' ELSE 'info' END AS severity
                   FROM findings WHERE recording = ?1 GROUP BY frame ORDER BY frame LIMIT ?2) n
             JOIN frames f ON f.id = (?1 << 32 | n.frame) ORDER BY n.frame",
        )?;
        let rows = query.query_map(params![recording, limit as i64], |r| {
            Ok((FrameNumber(r.get(0)?), Moment(r.get::<_, i64>(1)? as u64), r.get(2)?))
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}
