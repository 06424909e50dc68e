//! What people mark: frames, and items of the timeline, with a note if they like. Frames are never touched.

use rusqlite::{Transaction, params};

use super::{Result, Store};

/// A bookmark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bookmark {
    /// The frame; of an item, its first.
    pub frame: u32,
    /// The item, as the page names it.
    pub item: Option<String>,
    /// What the user says about it.
    pub note: Option<String>,
    /// Wall clock, nanoseconds since 1970.
    pub made_at: i64,
}

/// A bookmark to be set, or one whose note is to be changed.
#[derive(Debug, Clone, Copy)]
pub struct NewBookmark<'a> {
    /// The frame; of an item, its first.
    pub frame: u32,
    /// The item.
    pub item: Option<&'a str>,
    /// What the user says about it.
    pub note: Option<&'a str>,
    /// Wall clock, nanoseconds since 1970.
    pub made_at: i64,
}

impl Store {
    /// The bookmarks of a recording, in the order of their frames.
    ///
    /// # Errors
    /// SQLite's.
    pub fn bookmarks(&self, recording: i64) -> Result<Vec<Bookmark>> {
        let mut query = self.conn.prepare_cached(
            "SELECT frame, item, note, made_at FROM bookmarks
             WHERE recording = ?1 AND frame IS NOT NULL ORDER BY frame, item",
        )?;
        let rows = query
            .query_map([recording], |r| {
                Ok(Bookmark {
                    frame: r.get(0)?,
                    item: r.get(1)?,
                    note: r.get(2)?,
                    made_at: r.get(3)?,
                })
            })?
            .collect::<rusqlite::Result<_>>()?;
        Ok(rows)
    }

    /// Sets a bookmark, or the note of one that is there: it keeps the time at which it was made.
    ///
    /// # Errors
    /// SQLite's.
    pub fn set_bookmark(tx: &Transaction<'_>, recording: i64, new: &NewBookmark<'_>) -> Result<()> {
        tx.prepare_cached(
            "INSERT INTO bookmarks (recording, frame, item, note, made_at) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (recording, frame, coalesce(item, '')) DO UPDATE SET note = excluded.note",
        )?
        .execute(params![recording, new.frame, new.item, new.note, new.made_at])?;
        marks_changed(tx, recording)
    }

    /// Removes a bookmark. False when there is none.
    ///
    /// # Errors
    /// SQLite's.
    pub fn remove_bookmark(
        tx: &Transaction<'_>,
        recording: i64,
        frame: u32,
        item: Option<&str>,
    ) -> Result<bool> {
        let gone = tx
            .prepare_cached(
                "DELETE FROM bookmarks WHERE recording = ?1 AND frame = ?2 AND item IS ?3",
            )?
            .execute(params![recording, frame, item])?;
        if gone > 0 {
            marks_changed(tx, recording)?;
        }
        Ok(gone > 0)
    }
}

fn marks_changed(tx: &Transaction<'_>, recording: i64) -> Result<()> {
    tx.prepare_cached("UPDATE recordings SET marks_changed = marks_changed + 1 WHERE id = ?1")?
        .execute([recording])?;
    Ok(())
}
