//! Frames with their bytes, in windows: what folds read.

use rusqlite::{OptionalExtension, Row, params};

use super::write::{IN_PARTS, UNTERMINATED, frame_id};
use super::{Result, Store};
use crate::core::fold::PARSED;
use crate::core::frame::{Dir, FrameNumber, Moment};

/// A frame and its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WireRow {
    /// Its number.
    pub number: FrameNumber,
    /// Its direction.
    pub dir: Dir,
    /// When its last byte was read.
    pub t: Moment,
    /// A line feed followed.
    pub terminated: bool,
    /// Its bytes; none if there are more than [`PARSED`].
    pub raw: Option<Vec<u8>>,
}

impl Store {
    /// Up to `limit` frames from this number on.
    ///
    /// # Errors
    /// SQLite's.
    pub fn wires(&self, recording: i64, from: FrameNumber, limit: usize) -> Result<Vec<WireRow>> {
        let mut query = self.conn.prepare_cached(
            "SELECT f.id & 4294967295, f.t, f.dir, f.size, f.flags, p.raw
             FROM frames f LEFT JOIN payloads p ON p.id = f.id
             WHERE f.id BETWEEN ?1 AND ?2 ORDER BY f.id LIMIT ?3",
        )?;
        let last = frame_id(recording, FrameNumber(u32::MAX));
        let rows = query
            .query_map(params![frame_id(recording, from), last, limit as i64], read)?
            .collect::<rusqlite::Result<Vec<_>>>()?;
        rows.into_iter().map(|row| self.whole(recording, row)).collect()
    }

    /// One frame.
    ///
    /// # Errors
    /// SQLite's.
    pub fn wire(&self, recording: i64, number: FrameNumber) -> Result<Option<WireRow>> {
        let row = self
            .conn
            .prepare_cached(
                "SELECT f.id & 4294967295, f.t, f.dir, f.size, f.flags, p.raw
                 FROM frames f LEFT JOIN payloads p ON p.id = f.id WHERE f.id = ?1",
            )?
            .query_row([frame_id(recording, number)], read)
            .optional()?;
        row.map(|row| self.whole(recording, row)).transpose()
    }

    fn whole(
        &self,
        recording: i64,
        (mut row, size, in_parts): (WireRow, u64, bool),
    ) -> Result<WireRow> {
        if in_parts && size <= PARSED as u64 {
            row.raw = Some(self.raw(recording, row.number, PARSED)?.bytes);
        }
        Ok(row)
    }
}

fn read(r: &Row<'_>) -> rusqlite::Result<(WireRow, u64, bool)> {
    let flags: i64 = r.get(4)?;
    let row = WireRow {
        number: FrameNumber(r.get(0)?),
        t: Moment(r.get::<_, i64>(1)?.unsigned_abs()),
        dir: if r.get::<_, i64>(2)? == 0 { Dir::ClientToAgent } else { Dir::AgentToClient },
        terminated: flags & UNTERMINATED == 0,
        raw: r.get(5)?,
    };
    Ok((row, r.get::<_, i64>(3)?.unsigned_abs(), flags & IN_PARTS != 0))
}
