//! Whether a data folder is the user's alone, what a database weighs, and whether it is sound.

use std::fs::{self, Metadata};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::{APPLICATION_ID, Error, Location, MIGRATIONS, Result, Store, migrate};

/// What is known of a database without changing it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Health {
    /// Its schema, and the newest one known here.
    pub schema: (usize, usize),
    /// It is one of ours.
    pub ours: bool,
    /// What SQLite finds wrong with it, a line each.
    pub faults: Vec<String>,
    /// Bytes of the file that hold something.
    pub used: u64,
    /// Bytes of the file that are free for what comes.
    pub free: u64,
}

/// A file or folder of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Where.
    pub path: PathBuf,
    /// Its rights, as chmod takes them.
    pub mode: u32,
    /// Others can read it.
    pub open: bool,
}

impl Location {
    /// Refuses a data folder in which another user can write: whoever can replace the database, or the page's token,
    /// decides what is shown and who may look.
    ///
    /// # Errors
    /// [`Error::Shared`].
    pub fn guard(&self) -> Result<()> {
        let folder = self.database.parent().filter(|f| !f.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        // The nearest folder that is there: the others will be made by us.
        let Some((folder, meta)) =
            folder.ancestors().find_map(|f| Some((f, fs::metadata(f).ok()?)))
        else {
            return Ok(());
        };
        let quoted = folder.display();
        let refuse = |path: &Path, reason, remedy: String| {
            Err(Error::Shared { path: path.to_owned(), reason, remedy })
        };
        if is_foreign(&meta) {
            return refuse(
                folder,
                "the folder is another user's",
                "use a folder of your own".to_owned(),
            );
        }
        // In a folder like /tmp others can add files, but not replace ours.
        let sticky = meta.mode() & 0o1000 != 0;
        if meta.mode() & 0o002 != 0 && !sticky {
            return refuse(
                folder,
                "anybody can write in this folder",
                format!("run `chmod o-w {quoted}`"),
            );
        }
        if meta.mode() & 0o020 != 0 && !sticky && !is_private_group(meta.gid(), meta.uid()) {
            return refuse(
                folder,
                "a group can write in this folder",
                format!("run `chmod g-w {quoted}`"),
            );
        }
        for path in self.files() {
            let Ok(meta) = fs::symlink_metadata(&path) else { continue };
            if is_foreign(&meta) {
                let remedy = "move it away".to_owned();
                return refuse(&path, "it is another user's", remedy);
            }
            if meta.mode() & 0o002 != 0 && !meta.is_symlink() {
                let remedy = format!("run `chmod o-w {}`", path.display());
                return refuse(&path, "anybody can write it", remedy);
            }
        }
        Ok(())
    }

    /// The files and folders of ours that there may be.
    fn files(&self) -> Vec<PathBuf> {
        let beside = |suffix: &str| {
            let mut name = self.database.clone().into_os_string();
            name.push(suffix);
            PathBuf::from(name)
        };
        ["", "-wal", "-shm", "-journal", ".journals", ".token", ".page"].map(beside).to_vec()
    }

    /// The files and folders of ours that are there, with their rights.
    #[must_use]
    pub fn places(&self) -> Vec<Place> {
        let files = self.files().into_iter().filter_map(|path| {
            let mode = fs::metadata(&path).ok()?.permissions().mode() & 0o7777;
            Some(Place { path, mode, open: mode & 0o077 != 0 })
        });
        files.collect()
    }
}

/// Belongs to neither this user nor the system.
fn is_foreign(meta: &Metadata) -> bool {
    let me = rustix::process::geteuid().as_raw();
    me != 0 && meta.uid() != me && meta.uid() != 0
}

/// Many systems give each user a group of the same name, with nobody else in it.
fn is_private_group(gid: u32, uid: u32) -> bool {
    let table = |path| fs::read_to_string(path).unwrap_or_default();
    let fields = |line: &str| line.split(':').map(ToOwned::to_owned).collect::<Vec<_>>();
    let users: Vec<Vec<String>> = table("/etc/passwd").lines().map(fields).collect();
    let groups: Vec<Vec<String>> = table("/etc/group").lines().map(fields).collect();
    let id = |row: &[String], at: usize, id: u32| row.get(at).is_some_and(|f| *f == id.to_string());
    let Some(user) = users.iter().find(|row| id(row, 2, uid)).map(|row| &row[0]) else {
        return false;
    };
    let Some(group) = groups.iter().find(|row| id(row, 2, gid)) else { return false };
    let others =
        group.get(3).map_or("", String::as_str).split(',').any(|m| !m.is_empty() && m != user);
    let primary_of_others = users.iter().any(|row| id(row, 3, gid) && row[0] != *user);
    group[0] == *user && !others && !primary_of_others
}

impl Health {
    /// Looks at a database; changes nothing.
    ///
    /// # Errors
    /// It is not there, or cannot be opened at all.
    pub fn of(path: &Path) -> Result<Health> {
        if !path.exists() {
            return Err(Error::Missing { path: path.to_owned() });
        }
        let conn = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
            .map_err(|e| super::opening(path, e))?;
        conn.busy_timeout(super::PATIENCE)?;
        let number = |name: &str| -> rusqlite::Result<i64> {
            conn.query_row(&format!("PRAGMA {name}"), [], |r| r.get(0))
        };
        let id = number("application_id").map_err(|e| super::opening(path, e))?;
        let page = number("page_size")?;
        let (pages, free) = (number("page_count")?, number("freelist_count")?);
        let faults: rusqlite::Result<Vec<String>> = conn
            .prepare("PRAGMA integrity_check(20)")
            .and_then(|mut check| check.query_map([], |r| r.get(0))?.collect());
        let mut faults = faults.unwrap_or_else(|e| vec![e.to_string()]);
        faults.retain(|line| line != "ok");
        Ok(Health {
            schema: (migrate::version(&conn)?, MIGRATIONS.len()),
            ours: id == i64::from(APPLICATION_ID),
            faults,
            used: ((pages - free).max(0) * page) as u64,
            free: (free * page) as u64,
        })
    }
}

impl Store {
    /// Copies another database, which stays as it is, and opens the copy.
    ///
    /// # Errors
    /// It is none of ours, of a newer version, or cannot be read; there is no room for the copy.
    pub fn copy_of(path: &Path, copy: &Path) -> Result<Store> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let source =
            Connection::open_with_flags(path, flags).map_err(|e| super::opening(path, e))?;
        source.busy_timeout(super::PATIENCE)?;
        super::filter::add_functions(&source)?;
        let room = |e: std::io::Error| Error::Open { path: copy.to_owned(), reason: e.to_string() };
        super::private_file(copy).map_err(room)?;
        source
            .execute("VACUUM INTO ?1", [copy.to_string_lossy()])
            .map_err(|e| super::opening(path, e))?;
        // Faults are the source's, by its name.
        Store::open(copy).map_err(|e| match e {
            Error::NotOurs { .. } => Error::NotOurs { path: path.to_owned() },
            Error::Newer { found, known, .. } => {
                Error::Newer { path: path.to_owned(), found, known }
            }
            other => other,
        })
    }

    /// Bytes of the database that hold something.
    ///
    /// # Errors
    /// SQLite's.
    pub fn used(&self) -> Result<u64> {
        let sql = "SELECT (page_count - freelist_count) * page_size
                   FROM pragma_page_count, pragma_freelist_count, pragma_page_size";
        Ok(self.conn.query_row(sql, [], |r| r.get::<_, i64>(0))? as u64)
    }

    /// Gives the space of what was deleted back to the disk. Needs as much space again while it works, and nobody
    /// else writing.
    ///
    /// # Errors
    /// SQLite's.
    pub fn compact(&self) -> Result<()> {
        self.conn.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);")?;
        Ok(())
    }

    /// Names a recording, or takes its name away. False when there is none of that number.
    ///
    /// # Errors
    /// SQLite's.
    pub fn set_name(&mut self, recording: i64, name: Option<&str>) -> Result<bool> {
        let tx = self.begin()?;
        let changed = tx.execute(
            "UPDATE recordings SET name = ?2 WHERE id = ?1",
            rusqlite::params![recording, name],
        )?;
        tx.commit()?;
        Ok(changed > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chmod(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_folder_that_others_can_write_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let location = Location { database: dir.path().join("deep/x.db") };
        let refused = || location.guard().unwrap_err().to_string();
        for fine in [0o700, 0o755, 0o1777] {
            chmod(dir.path(), fine);
            location.guard().unwrap();
        }
        chmod(dir.path(), 0o757);
        assert!(refused().contains("anybody can write in this folder"), "{}", refused());
        assert!(refused().contains(&format!("chmod o-w {}", dir.path().display())));
        chmod(dir.path(), 0o700);
        Store::open(&location.database).unwrap();
        location.guard().unwrap();
        chmod(&location.database, 0o646);
        assert!(refused().contains("anybody can write it"), "{}", refused());
        assert!(location.places().iter().any(|p| p.mode == 0o646 && p.open));
    }

    #[test]
    fn health_is_seen_without_a_change() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.db");
        assert!(matches!(Health::of(&path), Err(Error::Missing { .. })));
        drop(Store::open(&path).unwrap());
        let health = Health::of(&path).unwrap();
        assert!(health.ours && health.faults.is_empty() && health.used > 0);
        assert_eq!(health.schema, (MIGRATIONS.len(), MIGRATIONS.len()));
    }
}
