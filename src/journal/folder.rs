//! Folders of journals: made, locked, found again, removed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _};
use std::os::unix::fs::{DirBuilderExt, FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// The lock file begins with this when its holder indexes what a proxy has left; while a proxy records it
/// holds the proxy's process id.
const COMPLETING: &[u8] = b"c";

/// A journal's folder with its lock held by this process.
#[derive(Debug)]
pub struct Held {
    path: PathBuf,
    uuid: String,
    /// Dropping the file drops the lock.
    lock: Mutex<File>,
}

/// A journal's folder that was found beside the database.
#[derive(Debug, Clone)]
pub struct Folder {
    path: PathBuf,
    uuid: String,
}

/// What taking a found folder has come to.
#[derive(Debug)]
pub enum Found {
    /// Nobody is at work on it: it is ours now.
    Taken(Held),
    /// A proxy is writing it.
    Recording,
    /// The proxy that wrote it is dead, as far as can be seen, and the kernel has not dropped its lock yet.
    Dying,
    /// Another process is indexing what a proxy has left.
    Completing,
    /// It is gone, or not a journal.
    Gone,
}

impl Held {
    /// Makes the folder of a new recording. Nobody can see it before its lock is held.
    ///
    /// # Errors
    /// The folder cannot be made or locked; `AlreadyExists` when there is one of that name.
    pub fn create(journals: &Path, uuid: &str) -> io::Result<Held> {
        private_dir(journals)?;
        let path = journals.join(uuid);
        let hidden = journals.join(format!(".{uuid}"));
        fs::DirBuilder::new().mode(0o700).create(&hidden)?;
        let made = locked(&hidden).and_then(|lock| fs::rename(&hidden, &path).map(|()| lock));
        match made {
            Ok(lock) => Ok(Held { path, uuid: uuid.to_owned(), lock: Mutex::new(lock) }),
            Err(e) => {
                // It may be tried again under the same name.
                let _ = fs::remove_dir_all(&hidden);
                Err(e)
            }
        }
    }

    /// Makes the folder again, locked, when somebody has removed it as a whole.
    ///
    /// # Errors
    /// As for [`Held::create`].
    pub(super) fn renew(&self) -> io::Result<()> {
        let journals = self.path.parent().unwrap_or(Path::new("."));
        let again = Held::create(journals, &self.uuid)?.lock;
        let again = again.into_inner().unwrap_or_else(PoisonError::into_inner);
        *self.lock.lock().unwrap_or_else(PoisonError::into_inner) = again;
        Ok(())
    }

    /// The folder's path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The recording's uuid.
    #[must_use]
    pub fn uuid(&self) -> &str {
        &self.uuid
    }

    /// Keeps a damaged journal under another name, where nobody looks for work. Gives its new path.
    ///
    /// # Errors
    /// The folder cannot be renamed.
    pub fn set_aside(&self) -> io::Result<PathBuf> {
        let aside = self.path.with_file_name(format!(".damaged-{}", self.uuid));
        fs::rename(&self.path, &aside)?;
        Ok(aside)
    }

    /// Removes the folder: all of it is indexed.
    ///
    /// # Errors
    /// A file cannot be removed.
    pub fn remove(&self) -> io::Result<()> {
        fs::remove_dir_all(&self.path)
    }
}

impl Folder {
    /// The recording's uuid.
    #[must_use]
    pub fn uuid(&self) -> &str {
        &self.uuid
    }

    /// Takes the folder's lock if it is free.
    ///
    /// # Errors
    /// The lock file cannot be opened, for another reason than that it is gone.
    pub fn take(&self) -> io::Result<Found> {
        let mut lock = match OpenOptions::new().read(true).write(true).open(self.path.join("lock"))
        {
            Ok(file) => file,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Found::Gone),
            Err(e) => return Err(e),
        };
        match lock.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => {
                let mut holder = String::new();
                lock.read_to_string(&mut holder)?;
                return Ok(if holder.as_bytes().starts_with(COMPLETING) {
                    Found::Completing
                } else if holder.parse().is_ok_and(is_dead) {
                    Found::Dying
                } else {
                    Found::Recording
                });
            }
            Err(fs::TryLockError::Error(e)) => return Err(e),
        }
        // Whoever held the lock before may have removed the folder while we waited at the door.
        if !self.path.join("lock").exists() {
            return Ok(Found::Gone);
        }
        lock.write_all_at(COMPLETING, 0)?;
        Ok(Found::Taken(Held {
            path: self.path.clone(),
            uuid: self.uuid.clone(),
            lock: Mutex::new(lock),
        }))
    }
}

/// Makes the lock of a folder that nobody can see yet, and takes it.
fn locked(folder: &Path) -> io::Result<File> {
    let path = folder.join("lock");
    let lock = OpenOptions::new().create_new(true).write(true).mode(0o600).open(path)?;
    lock.try_lock()?;
    lock.write_all_at(std::process::id().to_string().as_bytes(), 0)?;
    Ok(lock)
}

/// The journals beside a database, oldest first (uuids of version 7 sort by time).
///
/// # Errors
/// The folder cannot be listed. A folder that is not there holds no journals.
pub fn scan(journals: &Path) -> io::Result<Vec<Folder>> {
    let entries = match fs::read_dir(journals) {
        Ok(entries) => entries,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => return Err(io::Error::new(e.kind(), format!("{}: {e}", journals.display()))),
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?;
        // What is not a journal is not ours to touch.
        if let Ok(uuid) = entry.file_name().into_string()
            && uuid::Uuid::parse_str(&uuid).is_ok()
            && entry.file_type().is_ok_and(|t| t.is_dir())
        {
            found.push(Folder { path: entry.path(), uuid });
        }
    }
    found.sort_by(|a, b| a.uuid.cmp(&b.uuid));
    Ok(found)
}

/// How many of the journals beside a database have grown within this long. One that cannot be looked at has not.
#[must_use]
pub fn growing(journals: &Path, within: Duration) -> usize {
    let grows = |folder: &Folder| {
        let last = segments(&folder.path).ok().and_then(|mut all| all.pop());
        let changed = last.and_then(|(_, path)| fs::metadata(path).ok()?.modified().ok());
        // In the future where the clock was set back.
        changed.is_some_and(|t| t.elapsed().is_ok_and(|age| age <= within))
    };
    scan(journals).unwrap_or_default().iter().filter(|folder| grows(folder)).count()
}

/// Between the making of something and its lock lie milliseconds; after this long nobody will come back to it.
const FORSAKEN: Duration = Duration::from_secs(3_600);

/// Whether nobody will come back to a file or folder: it is old, and nobody holds its lock.
#[must_use]
pub fn is_forsaken(path: &Path, lock: &Path) -> bool {
    let Ok(changed) = fs::symlink_metadata(path).and_then(|m| m.modified()) else { return false };
    let old = SystemTime::now().duration_since(changed).is_ok_and(|age| age > FORSAKEN);
    // Who is stopped, and may go on, holds it.
    old && !File::open(lock).is_ok_and(|lock| lock.try_lock().is_err())
}

/// Removes what proxies have left that were killed while they made a journal's folder: nothing is in it yet. What cannot
/// be removed is tried again by the next one who looks.
pub fn sweep(journals: &Path) {
    for entry in fs::read_dir(journals).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let unborn = name.to_str().and_then(|n| n.strip_prefix('.'));
        let ours = unborn.is_some_and(|u| uuid::Uuid::parse_str(u).is_ok());
        let path = entry.path();
        if ours
            && entry.file_type().is_ok_and(|t| t.is_dir())
            && is_forsaken(&path, &path.join("lock"))
        {
            let _ = fs::remove_dir_all(path);
        }
    }
}

/// Whether a process has been killed. Its files stay open, and locked, until its last thread is gone.
fn is_dead(pid: i32) -> bool {
    let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else {
        // Without /proc nothing is known.
        return Path::new("/proc/self/stat").exists();
    };
    let state = stat.rsplit(')').next().unwrap_or_default().trim_start();
    state.starts_with(['Z', 'X'])
}

/// Makes a folder, and those above it, that only its owner can read.
fn private_dir(path: &Path) -> io::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// The path of the segment that begins at a logical offset.
pub(super) fn segment(folder: &Path, start: u64) -> PathBuf {
    folder.join(format!("{start:020}.seg"))
}

/// The segments of a journal as (logical start, path), in order.
pub(super) fn segments(folder: &Path) -> io::Result<Vec<(u64, PathBuf)>> {
    let mut out = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "seg")
            && let Some(start) =
                path.file_stem().and_then(|s| s.to_str()).and_then(|s| s.parse().ok())
        {
            out.push((start, path));
        }
    }
    out.sort_unstable();
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_grows_is_what_was_written_to_just_now() {
        const SECOND: Duration = Duration::from_secs(1);
        let dir = tempfile::tempdir().unwrap();
        let journals = dir.path().join("journals");
        assert_eq!(growing(&journals, SECOND), 0);

        // Journals with their last segment's age in seconds; an earlier segment's tells nothing.
        for ages in [&[0][..], &[5], &[0, 5], &[5, 0], &[]] {
            let folder = journals.join(uuid::Uuid::now_v7().to_string());
            private_dir(&folder).unwrap();
            for (start, age) in (0..).zip(ages) {
                let file = File::create(segment(&folder, start)).unwrap();
                file.set_modified(SystemTime::now() - *age * SECOND).unwrap();
            }
        }
        assert_eq!(growing(&journals, 3 * SECOND), 2);
        assert_eq!(growing(&journals, 60 * SECOND), 4);

        fs::write(journals.join("note.txt"), "not a journal").unwrap();
        assert_eq!(growing(&journals, 60 * SECOND), 4);
    }
}
