//! Older databases become newer ones: all steps in one transaction, after a copy was made.
//!
//! A step that fails leaves the file as it was. The copy stands beside the database, and stays: it is the user's
//! to delete.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, TransactionBehavior};

use super::{APPLICATION_ID, Error, Result};

/// Applies the migrations that the database does not have yet.
pub(super) fn migrate(conn: &mut Connection, path: &Path, all: &[(&str, &str)]) -> Result<()> {
    let found = version(conn)?;
    if found > 0 && found < all.len() && path != Path::new(":memory:") {
        back_up(conn, path, found)?;
    }
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have migrated while this one waited.
    for (name, sql) in &all[version(&tx)?.min(all.len())..] {
        log::info!("the database is brought up to date: {name}");
        tx.execute_batch(sql).map_err(|reason| Error::Migration {
            path: path.to_owned(),
            step: (*name).to_owned(),
            reason,
        })?;
    }
    tx.pragma_update(None, "application_id", APPLICATION_ID)?;
    tx.pragma_update(None, "user_version", all.len() as i64)?;
    tx.commit()?;
    Ok(())
}

/// The copy of a database of this version.
pub(super) fn backup_of(path: &Path, version: usize) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(format!(".backup-{version}"));
    name.into()
}

/// Copies the database as it is, with what its write-ahead log holds.
fn back_up(conn: &Connection, path: &Path, found: usize) -> Result<()> {
    let backup = backup_of(path, found);
    if backup.exists() {
        return Ok(());
    }
    let failed = |reason: String| Error::Open {
        path: path.to_owned(),
        reason: format!("no copy could be made before it is brought up to date: {reason}"),
    };
    // Whole or not at all, whoever else is at it.
    let mut partial = backup.clone().into_os_string();
    partial.push(format!(".{}", uuid::Uuid::now_v7()));
    let partial = PathBuf::from(partial);
    let made = super::private_file(&partial).map_err(|e| e.to_string()).and_then(|()| {
        let target = partial.to_string_lossy();
        conn.execute("VACUUM INTO ?1", [&target]).map_err(|e| e.to_string())
    });
    if let Err(reason) = made {
        let _ = std::fs::remove_file(&partial);
        return Err(failed(reason));
    }
    // Another process may have been quicker: then this is a copy of the new one.
    let of_old =
        Connection::open(&partial).and_then(|copy| version(&copy)).is_ok_and(|v| v == found);
    let kept =
        if of_old { std::fs::rename(&partial, &backup) } else { std::fs::remove_file(&partial) };
    kept.map_err(|e| failed(e.to_string()))
}

pub(super) fn version(conn: &Connection) -> rusqlite::Result<usize> {
    let version: i64 = conn.query_row("PRAGMA user_version", [], |r| r.get(0))?;
    Ok(usize::try_from(version).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::super::{MIGRATIONS, Store};
    use super::*;

    /// A database as the first version made it, with a recording in it.
    fn of_version_1(path: &Path) -> Connection {
        let conn = Connection::open(path).unwrap();
        conn.pragma_update(None, "journal_mode", "WAL").unwrap();
        conn.execute_batch(MIGRATIONS[0].1).unwrap();
        conn.execute_batch(
            "INSERT INTO recordings (uuid, origin, phase, frames, bytes, made_by)
                 VALUES ('019aaf00-0000-7000-8000-000000000000', 'run', 'ended', 1, 14, '0.1.0');
             INSERT INTO frames (id, t, span, dir, kind, size) VALUES (1 << 32 | 1, 5, 0, 0, 0, 14);
             INSERT INTO payloads (id, raw) VALUES (1 << 32 | 1, CAST('{\"of\":\"before\"}' AS BLOB));",
        )
        .unwrap();
        conn.pragma_update(None, "application_id", APPLICATION_ID).unwrap();
        conn.pragma_update(None, "user_version", 1).unwrap();
        conn
    }

    #[test]
    fn an_old_database_is_brought_up_to_date_and_a_copy_stays() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.db");
        drop(of_version_1(&path));
        let store = Store::open(&path).unwrap();
        assert_eq!(version(&store.conn).unwrap(), MIGRATIONS.len());
        assert_eq!(store.recordings().unwrap()[0].frames, 1);
        let raw = store.raw(1, crate::core::frame::FrameNumber(1), 100).unwrap().bytes;
        assert_eq!(raw, br#"{"of":"before"}"#);

        let backup = backup_of(&path, 1);
        assert_eq!(std::fs::metadata(&backup).unwrap().permissions().mode() & 0o777, 0o600);
        let copy = Connection::open(&backup).unwrap();
        assert_eq!(version(&copy).unwrap(), 1);
        let text: String =
            copy.query_row("SELECT CAST(raw AS TEXT) FROM payloads", [], |r| r.get(0)).unwrap();
        assert_eq!(text, r#"{"of":"before"}"#);
        let names = std::fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().file_name());
        assert!(!names.into_iter().any(|n| n.to_string_lossy().contains("backup-1.")));
    }

    #[test]
    fn a_step_that_fails_leaves_the_database_as_it_was() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.db");
        let mut conn = of_version_1(&path);
        let schema = |conn: &Connection| -> Vec<String> {
            let mut all = conn.prepare("SELECT coalesce(sql, name) FROM sqlite_schema").unwrap();
            all.query_map([], |r| r.get(0)).unwrap().map(rusqlite::Result::unwrap).collect()
        };
        let before = schema(&conn);
        let steps = [
            MIGRATIONS[0],
            ("0002_good", "CREATE TABLE good (x); UPDATE recordings SET frames = 99;"),
            ("0003_bad", "CREATE TABLE half (x); SELECT * FROM no_such_table;"),
        ];
        let e = migrate(&mut conn, &path, &steps).unwrap_err().to_string();
        assert!(e.contains("0003_bad") && e.contains("no_such_table"), "{e}");
        assert!(e.contains("as it was"), "{e}");
        drop(conn);
        let conn = Connection::open(&path).unwrap();
        assert_eq!((version(&conn).unwrap(), schema(&conn)), (1, before));
        let frames: i64 =
            conn.query_row("SELECT frames FROM recordings", [], |r| r.get(0)).unwrap();
        assert_eq!(frames, 1);
        drop(conn);
        // And it can be brought up to date by a program that is right.
        assert_eq!(Store::open(&path).unwrap().recordings().unwrap().len(), 1);
    }

    #[test]
    fn many_may_bring_it_up_to_date_at_once() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.db");
        drop(of_version_1(&path));
        std::thread::scope(|s| {
            for _ in 0..8 {
                s.spawn(|| Store::open(&path).unwrap());
            }
        });
        assert_eq!(version(&Connection::open(backup_of(&path, 1)).unwrap()).unwrap(), 1);
    }
}
