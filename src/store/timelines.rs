//! Turns, and timelines as they are kept.

use rusqlite::{OptionalExtension, Transaction, params};

use super::{Result, Store};
use crate::core::frame::FrameNumber;

/// Bytes of a kept timeline that stand in one row.
const ROW: usize = 4 << 20;

/// A turn to store.
#[derive(Debug, Clone, Copy)]
pub struct NewTurn<'a> {
    /// The session's id.
    pub session: &'a str,
    /// Counted from 1.
    pub number: u32,
    /// The prompt's frame.
    pub first: FrameNumber,
    /// The response's frame.
    pub last: Option<FrameNumber>,
    /// `stopReason`.
    pub stop: Option<&'a str>,
    /// JSON.
    pub detail: Option<&'a str>,
}

impl Store {
    /// Stores a turn, or what is new of it.
    ///
    /// # Errors
    /// SQLite's.
    pub fn put_turn(tx: &Transaction<'_>, recording: i64, turn: &NewTurn<'_>) -> Result<()> {
        tx.prepare_cached(
            "INSERT INTO turns (recording, session, number, first_frame, last_frame, stop_reason, detail)
             SELECT ?1, id, ?3, ?4, ?5, ?6, ?7 FROM sessions WHERE recording = ?1 AND session_id = ?2
             ON CONFLICT DO UPDATE SET first_frame = excluded.first_frame, last_frame = excluded.last_frame,
                 stop_reason = excluded.stop_reason, detail = excluded.detail",
        )?
        .execute(params![
            recording,
            turn.session,
            turn.number,
            turn.first.0,
            turn.last.map(|f| f.0),
            turn.stop,
            turn.detail,
        ])?;
        Ok(())
    }

    /// Forgets the turns of a recording.
    ///
    /// # Errors
    /// SQLite's.
    pub fn clear_turns(tx: &Transaction<'_>, recording: i64) -> Result<()> {
        tx.execute("DELETE FROM turns WHERE recording = ?1", [recording])?;
        Ok(())
    }

    /// Keeps a timeline in place of an older one.
    ///
    /// # Errors
    /// SQLite's.
    pub fn keep_timeline(
        tx: &Transaction<'_>,
        recording: i64,
        version: u32,
        frames: u32,
        data: &[u8],
    ) -> Result<()> {
        Store::forget_timeline(tx, recording)?;
        let mut insert = tx.prepare_cached(
            "INSERT INTO timelines (recording, part, version, frames, data) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?;
        for (part, data) in data.chunks(ROW).enumerate() {
            insert.execute(params![recording, part as i64, version, frames, data])?;
        }
        Ok(())
    }

    /// Forgets a kept timeline.
    ///
    /// # Errors
    /// SQLite's.
    pub fn forget_timeline(tx: &Transaction<'_>, recording: i64) -> Result<()> {
        tx.execute("DELETE FROM timelines WHERE recording = ?1", [recording])?;
        Ok(())
    }

    /// The kept timeline, if it is of this version and of this many frames.
    ///
    /// # Errors
    /// SQLite's.
    pub fn kept_timeline(
        &self,
        recording: i64,
        version: u32,
        frames: u32,
    ) -> Result<Option<Vec<u8>>> {
        let mut query = self.conn.prepare_cached(
            "SELECT data FROM timelines WHERE recording = ?1 AND version = ?2 AND frames = ?3 AND part = ?4",
        )?;
        let mut all = Vec::new();
        for part in 0.. {
            let row: Option<Vec<u8>> = query
                .query_row(params![recording, version, frames, part], |r| r.get(0))
                .optional()?;
            match row {
                Some(data) => all.extend_from_slice(&data),
                None => break,
            }
        }
        Ok((!all.is_empty()).then_some(all))
    }
}
