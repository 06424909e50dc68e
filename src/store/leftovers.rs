//! What was left beside the database by who was killed.

use std::fs;
use std::path::{Path, PathBuf};

use super::Location;
use crate::journal;

/// What an import works in, and what a page's server takes in, end in these and a uuid.
pub const IMPORT: &str = ".import-";
/// See [`IMPORT`].
pub const UPLOAD: &str = ".upload-";

impl Location {
    /// A file or folder beside the database for as long as something lasts. Who makes it holds the lock that
    /// [`lock_of`] names.
    #[must_use]
    pub fn passing(&self, kind: &str) -> PathBuf {
        let mut path = self.database.clone().into_os_string();
        path.push(format!("{kind}{}", uuid::Uuid::now_v7()));
        path.into()
    }

    /// Removes what was left by who was killed over a journal's folder, an import or an upload. What cannot be removed
    /// is tried again by the next one who looks.
    pub fn sweep(&self) {
        journal::sweep(&self.journals());
        let Some(database) = self.database.file_name().and_then(|n| n.to_str()) else { return };
        let folder = self.database.parent().filter(|f| !f.as_os_str().is_empty());
        for entry in fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten()
        {
            let name = entry.file_name();
            let rest = name.to_str().and_then(|n| n.strip_prefix(database));
            let id = rest.and_then(|r| r.strip_prefix(IMPORT).or(r.strip_prefix(UPLOAD)));
            let ours = id.is_some_and(|id| uuid::Uuid::parse_str(id).is_ok());
            let path = entry.path();
            if ours && journal::is_forsaken(&path, &lock_of(&path)) {
                // Links are removed, not followed.
                let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
            }
        }
    }
}

/// The file whose lock says that somebody is at work.
#[must_use]
pub fn lock_of(path: &Path) -> PathBuf {
    if path.is_dir() { path.join("lock") } else { path.to_owned() }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::{Duration, SystemTime};

    use super::*;

    #[test]
    fn what_nobody_will_come_back_to_is_removed_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let location = Location { database: dir.path().join("x.db") };
        let old = SystemTime::now() - Duration::from_secs(7_200);
        let age = |path: &Path| File::open(path).unwrap().set_modified(old).unwrap();
        let folder = |path: PathBuf| {
            fs::create_dir_all(&path).unwrap();
            File::create(path.join("lock")).unwrap();
            path
        };
        let unborn = || location.journals().join(format!(".{}", uuid::Uuid::now_v7()));
        let gone = [folder(location.passing(IMPORT)), folder(unborn()), location.passing(UPLOAD)];
        File::create(&gone[2]).unwrap();
        // At work; too new; of another database; none of ours; what is kept on purpose.
        let (busy, busy_unborn) = (folder(location.passing(IMPORT)), folder(unborn()));
        let locks = [&busy, &busy_unborn].map(|f| File::open(lock_of(f)).unwrap());
        locks.iter().for_each(|l| l.try_lock().unwrap());
        let new = [folder(location.passing(IMPORT)), folder(unborn())];
        let other = Location { database: dir.path().join("y.db") };
        let kept = [
            busy,
            busy_unborn,
            folder(other.passing(IMPORT)),
            folder(dir.path().join("x.db.import-mine")),
            folder(location.journals().join(format!(".damaged-{}", uuid::Uuid::now_v7()))),
            folder(location.journals().join(uuid::Uuid::now_v7().to_string())),
        ];
        gone.iter().chain(&kept).for_each(|p| age(p));
        location.sweep();
        assert!(gone.iter().all(|p| !p.exists()), "{gone:?}");
        assert!(kept.iter().chain(&new).all(|p| p.exists()));
    }
}
