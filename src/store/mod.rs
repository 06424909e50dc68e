//! The only SQL: recordings and their frames in SQLite.
//!
//! The schema is `migrations/*.sql`, embedded and applied when a database is opened for writing. Several
//! processes share one database: proxies that record, a page that reads, commands that import and delete.
//! The schema is not an API of this module: rows become types of their own here.

mod bookmarks;
mod columns;
mod facts;
mod filter;
mod health;
mod kept;
mod leftovers;
mod migrate;
mod read;
mod text_index;
mod timelines;
mod wire;
mod write;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

pub use bookmarks::{Bookmark, NewBookmark};
pub use columns::Column;
pub use facts::FrameFacts;
pub use filter::Matching;
pub use health::{Health, Place};
pub use kept::{SavedFilter, TAG, TAGS, tags};
pub use leftovers::{IMPORT, UPLOAD, lock_of};
pub use read::{
    BatchRow, Ended, FindingRow, FrameRow, Mark, Origin, Phase, Raw, RecordingRow, StderrRow,
    VariantCount,
};
pub use text_index::Indexed;
pub use timelines::NewTurn;
pub use wire::WireRow;
pub use write::{NewFinding, NewFrame, NewMessage, NewRecording, Severities, Totals};

/// Numbers a database as ours (`PRAGMA application_id`): "ACPs".
const APPLICATION_ID: i32 = 0x4143_5073;

/// All migrations in order. Released ones are never edited.
const MIGRATIONS: &[(&str, &str)] = &[
    ("0001_recordings_and_frames", include_str!("../../migrations/0001_recordings_and_frames.sql")),
    ("0002_search", include_str!("../../migrations/0002_search.sql")),
    ("0003_bookmarks", include_str!("../../migrations/0003_bookmarks.sql")),
    ("0004_timelines", include_str!("../../migrations/0004_timelines.sql")),
    ("0005_tags_and_filters", include_str!("../../migrations/0005_tags_and_filters.sql")),
];

/// How long other writers are waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// Frames beyond this many bytes are stored in parts of this size.
pub const PART: usize = 1 << 20;

/// Where a database and the journals beside it are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// The database file.
    pub database: PathBuf,
}

impl Location {
    /// The folder of the journals that are not indexed yet: the database's name with `.journals`.
    #[must_use]
    pub fn journals(&self) -> PathBuf {
        let mut name = self.database.clone().into_os_string();
        name.push(".journals");
        name.into()
    }
}

/// What can go wrong with a database.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file or its folder cannot be used.
    #[error("{path}: {reason}: check the folder's rights and free space, or name another with --db", path = path.display())]
    Open {
        /// The database.
        path: PathBuf,
        /// Why, in words.
        reason: String,
    },
    /// The file is something else.
    #[error("{path}: not an acp-scope database: name another file with --db, or move this one away", path = path.display())]
    NotOurs {
        /// The file.
        path: PathBuf,
    },
    /// Made by a later version.
    #[error("{path}: made by a newer acp-scope (schema {found}, this one knows {known}): update acp-scope, or name another file with --db", path = path.display())]
    Newer {
        /// The database.
        path: PathBuf,
        /// Its schema.
        found: usize,
        /// The newest schema known here.
        known: usize,
    },
    /// Made by an earlier version, and it cannot be brought up to date.
    #[error("{path}: cannot be brought up to date ({step}): {reason}: the database is as it was: report this, and name another file with --db until then", path = path.display())]
    Migration {
        /// The database.
        path: PathBuf,
        /// The step that failed.
        step: String,
        /// Why.
        reason: rusqlite::Error,
    },
    /// Others can change what is recorded.
    #[error("{path}: {reason}: recordings are for you only: {remedy}, or name another file with --db", path = path.display())]
    Shared {
        /// What they can change.
        path: PathBuf,
        /// Who can.
        reason: &'static str,
        /// What to do.
        remedy: String,
    },
    /// Its last change was cut off, and cannot be undone by who may only read.
    #[error("{path}: its last change was cut off: run `acp-scope --db {path} list`, which undoes it", path = path.display())]
    CutOff {
        /// The database.
        path: PathBuf,
    },
    /// There is no database yet.
    #[error("{path}: no recordings yet: record one with `acp-scope run -- COMMAND`, or try `acp-scope demo`", path = path.display())]
    Missing {
        /// Where it would be.
        path: PathBuf,
    },
    /// SQLite reports a fault.
    #[error("database: {0}: {what}", what = remedy(.0))]
    Sql(#[from] rusqlite::Error),
}

/// What to do about what SQLite says.
fn remedy(e: &rusqlite::Error) -> &'static str {
    use rusqlite::ErrorCode;
    match e.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => "free some space on its disk",
        Some(ErrorCode::SystemIoFailure) => {
            "free some space on its disk; if that is not it, look at the disk"
        }
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
            "check the rights of the file and its folder, and whether its disk can be written"
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "others are writing: try again, or see who holds it with `fuser FILE`"
        }
        _ => "if this stays, look at it with `acp-scope doctor`",
    }
}

/// Result of this module.
pub type Result<T> = std::result::Result<T, Error>;

/// An open database.
#[derive(Debug)]
pub struct Store {
    conn: Connection,
    /// The file's device and number; none of a database in memory.
    file: Option<(u64, u64)>,
}

/// Pages that the log takes in before who writes moves them into the database: SQLite's own figure, and what it may grow to
/// while somebody else does that.
const LOG: u32 = 1_000;
const LOG_BESIDE: u32 = 4 * LOG;

/// Moves what is in the log into the database, beside who writes.
#[derive(Debug)]
pub struct Mover(Connection);

impl Mover {
    /// Moves what can be moved now. What cannot, for whatever reason, is moved later, or by who writes.
    pub fn run(&self) {
        if let Err(e) = self.0.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())) {
            log::debug!("the log is not moved: {e}");
        }
    }
}

/// Keeps what is read as it was. It ends without a trace.
#[derive(Debug)]
pub struct Snapshot<'s>(
    #[expect(dead_code, reason = "it is there to be dropped")] rusqlite::Transaction<'s>,
);

/// Up to so many bytes are written without the log, which takes seconds; who wants to read meanwhile waits, and would not
/// wait for longer than [`PATIENCE`].
const ALONE: u64 = 512 << 20;

/// A transaction that writes much. Nothing of it stays unless it is committed.
#[derive(Debug)]
pub struct Large<'s> {
    /// Absent when it is over.
    tx: Option<rusqlite::Transaction<'s>>,
    alone: bool,
    conn: &'s Connection,
}

impl Large<'_> {
    /// Keeps what was written.
    ///
    /// # Errors
    /// SQLite's; then nothing stays.
    pub fn commit(mut self) -> Result<()> {
        self.tx.take().map_or(Ok(()), rusqlite::Transaction::commit)?;
        Ok(())
    }
}

impl<'s> std::ops::Deref for Large<'s> {
    type Target = rusqlite::Transaction<'s>;

    fn deref(&self) -> &rusqlite::Transaction<'s> {
        self.tx.as_ref().expect("it is taken only by who ends it")
    }
}

impl Drop for Large<'_> {
    fn drop(&mut self) {
        drop(self.tx.take());
        if self.alone {
            log_again(self.conn);
        }
    }
}

impl Store {
    /// Opens a database for writing; makes it, and its folder, when it is not there.
    ///
    /// # Errors
    /// All of [`Error`] but `Missing`.
    pub fn open(path: &Path) -> Result<Store> {
        if let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty()) {
            use std::os::unix::fs::DirBuilderExt;
            std::fs::DirBuilder::new()
                .recursive(true)
                .mode(0o700)
                .create(folder)
                .map_err(|e| Error::Open { path: path.to_owned(), reason: e.to_string() })?;
        }
        if let Some(conn) = unchangeable(path) {
            return as_it_is(conn?, path);
        }
        private_file(path)
            .map_err(|e| Error::Open { path: path.to_owned(), reason: e.to_string() })?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut conn = Connection::open_with_flags(path, flags).map_err(|e| opening(path, e))?;
        conn.busy_timeout(PATIENCE)?;
        prepare(&mut conn, path).map_err(|e| match e {
            Error::Sql(e) => opening(path, e),
            other => other,
        })?;
        Ok(Store { conn, file: identity(path) })
    }

    /// Fails when the database at this path is not the one that is open: somebody has removed or replaced it, and what
    /// is written would go with it.
    ///
    /// # Errors
    /// [`Error::Open`].
    pub fn is_at(&self, path: &Path) -> Result<()> {
        if self.file.is_none() || identity(path) == self.file {
            return Ok(());
        }
        let reason = "somebody has removed or replaced it".to_owned();
        Err(Error::Open { path: path.to_owned(), reason })
    }

    /// Opens a database that must be there, for reading and small changes by the user.
    ///
    /// # Errors
    /// All of [`Error`].
    pub fn open_existing(path: &Path) -> Result<Store> {
        match std::fs::metadata(path) {
            Ok(meta) if meta.is_file() => Store::open(path),
            Ok(_) => Err(Error::NotOurs { path: path.to_owned() }),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
                Err(Error::Missing { path: path.to_owned() })
            }
            Err(e) => Err(Error::Open { path: path.to_owned(), reason: e.to_string() }),
        }
    }

    /// A database that is gone when it is closed.
    ///
    /// # Errors
    /// SQLite's.
    pub fn in_memory() -> Result<Store> {
        let mut conn = Connection::open_in_memory()?;
        prepare(&mut conn, Path::new(":memory:"))?;
        Ok(Store { conn, file: None })
    }

    /// Begins a transaction that may write; waits for other writers, ten seconds at most.
    ///
    /// # Errors
    /// SQLite's, `SQLITE_BUSY` among them.
    pub fn begin(&mut self) -> Result<rusqlite::Transaction<'_>> {
        Ok(self.conn.transaction_with_behavior(TransactionBehavior::Immediate)?)
    }

    /// Begins a transaction that may write as much as `bytes`, if that is known, and then nothing more. Where nobody else has
    /// the database open, all of it goes to its place at once; otherwise to the log first, and by and by to its place.
    ///
    /// # Errors
    /// SQLite's, `SQLITE_BUSY` among them.
    pub fn begin_large(&self, bytes: Option<u64>) -> Result<Large<'_>> {
        let alone = match bytes {
            Some(bytes) if bytes <= ALONE && self.file.is_some() => self.begin_alone(),
            _ => None,
        };
        match alone {
            Some(tx) => Ok(Large { tx: Some(tx), alone: true, conn: &self.conn }),
            None => Ok(Large { tx: Some(self.begin_late()?), alone: false, conn: &self.conn }),
        }
    }

    /// Begins a transaction without the log, which nobody can read beside; none if somebody does, or might.
    fn begin_alone(&self) -> Option<rusqlite::Transaction<'_>> {
        let begin = || -> rusqlite::Result<Option<rusqlite::Transaction<'_>>> {
            // Who has it open now has it open for long.
            self.conn.busy_timeout(Duration::ZERO)?;
            let mode: String =
                self.conn.query_row("PRAGMA journal_mode = DELETE", [], |r| r.get(0))?;
            if mode != "delete" {
                return Ok(None);
            }
            // What is overwritten must be on the disk, or a power cut may cost the database.
            self.conn.pragma_update(None, "synchronous", "FULL")?;
            rusqlite::Transaction::new_unchecked(&self.conn, TransactionBehavior::Exclusive)
                .map(Some)
        };
        let begun = begin();
        let patient = self.conn.busy_timeout(PATIENCE);
        match begun {
            Ok(Some(tx)) if patient.is_ok() => return Some(tx),
            Ok(_) => {}
            Err(e) => log::debug!("written by the log: {e}"),
        }
        log_again(&self.conn);
        None
    }

    /// The same as [`Store::begin`] through a shared borrow, for who begins when there is something to write. A second
    /// transaction at the same time is refused.
    ///
    /// # Errors
    /// SQLite's.
    pub fn begin_late(&self) -> Result<rusqlite::Transaction<'_>> {
        Ok(rusqlite::Transaction::new_unchecked(&self.conn, TransactionBehavior::Immediate)?)
    }

    /// Who writes much gives the moving of the log into the database to another thread: half of it is waiting for the disk.
    /// None where that cannot be. [`Store::move_alone`] takes it back.
    #[must_use]
    pub fn mover(&self) -> Option<Mover> {
        let path = self.conn.path().filter(|path| !path.is_empty() && self.file.is_some())?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let conn = Connection::open_with_flags(path, flags).ok()?;
        // It knows of the log once it has read.
        conn.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(())).ok()?;
        self.conn.pragma_update(None, "wal_autocheckpoint", LOG_BESIDE).ok()?;
        Some(Mover(conn))
    }

    /// Who writes moves the log again.
    pub fn move_alone(&self) {
        if let Err(e) = self.conn.pragma_update(None, "wal_autocheckpoint", LOG) {
            log::debug!("the log stays long: {e}");
        }
    }

    /// Reads of the database as it is at the first of them, until what is given out is dropped; none where a
    /// transaction goes on already.
    #[must_use]
    pub fn snapshot(&self) -> Option<Snapshot<'_>> {
        self.conn.unchecked_transaction().ok().map(Snapshot)
    }

    /// A number that changes when another connection has committed.
    ///
    /// # Errors
    /// SQLite's.
    pub fn data_version(&self) -> Result<i64> {
        Ok(self.conn.prepare_cached("PRAGMA data_version")?.query_row([], |r| r.get(0))?)
    }
}

/// A database on a disk that cannot be written can be read all the same. Only where nobody can be writing to it, and
/// nothing of it is in the files beside it.
fn unchangeable(path: &Path) -> Option<Result<Connection>> {
    use rustix::fs::StatVfsMountFlags;
    let stat = rustix::fs::statvfs(path).ok()?;
    let beside = |suffix| {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        std::fs::metadata(name).is_ok_and(|m| m.len() > 0)
    };
    let unfinished = beside("-wal") || beside("-journal");
    if !stat.f_flag.contains(StatVfsMountFlags::RDONLY) || unfinished || !path.is_file() {
        return None;
    }
    let mut uri = "file:".to_owned();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(*byte)),
            b if b.is_ascii_alphanumeric() => uri.push(char::from(*b)),
            b => uri.push_str(&format!("%{b:02X}")),
        }
    }
    uri.push_str("?immutable=1");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    Some(Connection::open_with_flags(uri, flags).map_err(|e| opening(path, e)))
}

fn as_it_is(conn: Connection, path: &Path) -> Result<Store> {
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    let id: i32 =
        conn.query_row("PRAGMA application_id", [], |r| r.get(0)).map_err(|e| opening(path, e))?;
    let (found, known) = (migrate::version(&conn)?, MIGRATIONS.len());
    let path = path.to_owned();
    if id != APPLICATION_ID {
        return Err(Error::NotOurs { path });
    }
    if found > known {
        return Err(Error::Newer { path, found, known });
    }
    if found < known {
        let reason = "its disk cannot be written, and it is of an earlier version: copy it first";
        return Err(Error::Open { path, reason: reason.to_owned() });
    }
    filter::add_functions(&conn)?;
    let file = identity(&path);
    Ok(Store { conn, file })
}

/// Which file is at a path.
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|m| (m.dev(), m.ino()))
}

/// SQLite makes files with the process's mask; recordings are for their owner only. Its -wal and -shm
/// files take over the rights of the database.
fn private_file(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::OpenOptionsExt;
    match std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        Ok(_) => Ok(()),
        Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        Err(e) => Err(e),
    }
}

fn opening(path: &Path, e: rusqlite::Error) -> Error {
    use rusqlite::{ErrorCode, ffi};
    if e.sqlite_error().is_some_and(|e| e.extended_code == ffi::SQLITE_READONLY_ROLLBACK) {
        return Error::CutOff { path: path.to_owned() };
    }
    match e.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => Error::NotOurs { path: path.to_owned() },
        Some(
            ErrorCode::CannotOpen
            | ErrorCode::ReadOnly
            | ErrorCode::PermissionDenied
            | ErrorCode::DiskFull,
        ) => Error::Open { path: path.to_owned(), reason: e.to_string() },
        _ => Error::Sql(e),
    }
}

fn prepare(conn: &mut Connection, path: &Path) -> Result<()> {
    // Otherwise a statement is compiled anew for each value that is bound to it, in case another plan would suit that
    // value better. There is one plan for each of ours.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    // In this order: another process may make the tables in between, and marks them as ours with them.
    let tables: i64 = conn.query_row("SELECT count(*) FROM sqlite_schema", [], |r| r.get(0))?;
    let id: i32 = conn.query_row("PRAGMA application_id", [], |r| r.get(0))?;
    let found = migrate::version(conn)?;
    if tables > 0 && id != APPLICATION_ID {
        return Err(Error::NotOurs { path: path.to_owned() });
    }
    if found > MIGRATIONS.len() {
        return Err(Error::Newer { path: path.to_owned(), found, known: MIGRATIONS.len() });
    }
    if tables == 0 {
        // Takes effect only before the first table. Larger pages make fewer, longer writes.
        conn.pragma_update(None, "page_size", 8192)?;
    }
    use_wal(conn)?;
    filter::add_functions(conn)?;
    // A power cut may cost the last commits, never the database; the journals cover the difference.
    conn.pragma_update(None, "synchronous", "NORMAL")?;
    if found < MIGRATIONS.len() {
        migrate::migrate(conn, path, MIGRATIONS)?;
    }
    Ok(())
}

/// Goes back to the log. Where somebody reads already it is left to the next who opens the database.
fn log_again(conn: &Connection) {
    let back =
        use_wal(conn).and_then(|()| Ok(conn.pragma_update(None, "synchronous", "NORMAL")?));
    if let Err(e) = back {
        log::debug!("the database is without its log for now: {e}");
    }
}

/// Switches to the write-ahead log. While another process does the same SQLite does not wait, so we do.
fn use_wal(conn: &Connection) -> Result<()> {
    let until = Instant::now() + PATIENCE;
    loop {
        match conn.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())) {
            Err(e)
                if e.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy)
                    && Instant::now() < until =>
            {
                std::thread::sleep(Duration::from_millis(5));
            }
            other => return Ok(other?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_migrations_is_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        let listed: Vec<String> = MIGRATIONS.iter().map(|(n, _)| format!("{n}.sql")).collect();
        assert_eq!(files, listed);
    }

    #[test]
    fn a_database_is_made_for_its_owner_and_opened_again() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("deep/er/x.db");
        let first = Store::open(&path).unwrap();
        Store::open(&path).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        for view in ["v_recordings", "v_frames", "v_calls", "v_stderr"] {
            let n: i64 = first
                .conn
                .query_row(&format!("SELECT count(*) FROM {view}"), [], |r| r.get(0))
                .unwrap();
            assert_eq!(n, 0);
        }
    }

    #[test]
    fn what_is_not_ours_is_refused_and_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let text = dir.path().join("text.db");
        std::fs::write(&text, "dear diary, ".repeat(200)).unwrap();
        assert!(matches!(Store::open(&text), Err(Error::NotOurs { .. })));

        let other = dir.path().join("other.db");
        Connection::open(&other).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
        let before = std::fs::read(&other).unwrap();
        assert!(matches!(Store::open(&other), Err(Error::NotOurs { .. })));
        assert_eq!(std::fs::read(&other).unwrap(), before);

        let newer = dir.path().join("newer.db");
        Store::open(&newer).unwrap().conn.pragma_update(None, "user_version", 99).unwrap();
        assert!(matches!(Store::open(&newer), Err(Error::Newer { found: 99, .. })));

        let missing = dir.path().join("missing.db");
        assert!(matches!(Store::open_existing(&missing), Err(Error::Missing { .. })));
        assert!(!missing.exists());
    }

    #[test]
    fn a_large_transaction_goes_without_the_log_where_nobody_is_in_its_way() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.db");
        let store = Store::open(&path).unwrap();
        let fill = |tx: &Large<'_>| tx.execute_batch("CREATE TABLE t AS SELECT 1").unwrap();
        let filled = || {
            let sql = "SELECT count(*) FROM sqlite_schema WHERE name = 't'";
            store.conn.query_row(sql, [], |r| r.get::<_, bool>(0)).unwrap()
        };
        let modes = || {
            let mode: String =
                store.conn.query_row("PRAGMA journal_mode", [], |r| r.get(0)).unwrap();
            let synchronous: i32 =
                store.conn.query_row("PRAGMA synchronous", [], |r| r.get(0)).unwrap();
            (mode, synchronous)
        };
        let usual = ("wal".to_owned(), 1);
        assert_eq!(modes(), usual);

        let tx = store.begin_large(Some(ALONE)).unwrap();
        assert_eq!((tx.alone, modes()), (true, ("delete".to_owned(), 2)));
        fill(&tx);
        // What is not committed does not stay, and neither does the way it was written.
        drop(tx);
        assert_eq!((filled(), modes()), (false, usual.clone()));

        for bytes in [None, Some(ALONE + 1)] {
            assert!(!store.begin_large(bytes).unwrap().alone, "{bytes:?}");
        }
        assert!(!Store::in_memory().unwrap().begin_large(Some(1)).unwrap().alone);

        let other = Store::open(&path).unwrap();
        let tx = store.begin_large(Some(1)).unwrap();
        assert!(!tx.alone && other.recordings().unwrap().is_empty());
        drop((tx, other));
        assert_eq!(modes(), usual);

        let tx = store.begin_large(Some(1)).unwrap();
        assert!(tx.alone);
        fill(&tx);
        std::thread::scope(|s| {
            // Who comes meanwhile waits.
            let other = s.spawn(|| Store::open(&path).unwrap());
            std::thread::sleep(Duration::from_millis(50));
            tx.commit().unwrap();
            other.join().unwrap();
        });
        assert_eq!((filled(), modes()), (true, usual));
    }

    #[test]
    fn many_may_open_a_new_database_at_once() {
        for _ in 0..20 {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("x.db");
            std::thread::scope(|s| {
                for _ in 0..8 {
                    s.spawn(|| Store::open(&path).unwrap());
                }
            });
        }
    }
}
