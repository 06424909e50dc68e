//! A few kilobytes that are set aside when a journal begins, for what must be said when nothing can be written.
//!
//! While the journal cannot be written (a full disk, a folder whose rights are gone), what is missing so far stands
//! here, and how the agent ended if it did meanwhile: overwritten in place, which needs no space. Whoever finishes
//! the recording reads it behind the last segment. As soon as the journal can be written again it is blanked.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;

use super::record::{Decode, Entry, HEAD, Write, decode, encode};
use crate::core::frame::Moment;

const NAME: &str = "reserve";
/// A block of most file systems.
const SIZE: usize = 4 << 10;

/// The reserve of a journal that is being written.
pub(super) struct Reserve(File);

impl Reserve {
    /// Sets it aside. Zeros are written, since a hole would need space later.
    pub(super) fn make(folder: &Path) -> io::Result<Reserve> {
        let path = folder.join(NAME);
        let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
        file.write_all_at(&[0; SIZE], 0)?;
        Ok(Reserve(file))
    }

    /// Says this, in place of what was said before.
    pub(super) fn say(&self, records: &[Write<'_>], t: Moment, wall: i64) {
        let mut bytes = Vec::with_capacity(SIZE);
        for record in records {
            let (head, payload) = encode(record, t, wall);
            bytes.extend_from_slice(&head);
            bytes.extend_from_slice(payload.bytes());
        }
        // The next record, if there was one, must not be taken for ours.
        bytes.resize((bytes.len() + HEAD).min(SIZE), 0);
        // If not even this works there is nothing left to try.
        let _ = self.0.write_all_at(&bytes, 0);
    }
}

/// What stands in the reserve of a journal; nothing if it was never needed.
///
/// # Errors
/// The file is there and cannot be read.
pub fn last_words(folder: &Path) -> io::Result<Vec<(Moment, Entry)>> {
    let bytes = match std::fs::read(folder.join(NAME)) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => return Err(e),
    };
    let (mut at, mut out) = (0, Vec::new());
    while let Decode::Record(record) = decode(&bytes, at) {
        at += record.len;
        out.push((record.t, record.entry));
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::HowEnded;

    #[test]
    fn it_says_the_last_thing_that_was_said() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(last_words(dir.path()).unwrap(), []);
        let reserve = Reserve::make(dir.path()).unwrap();
        assert_eq!(last_words(dir.path()).unwrap(), []);
        let gap = |n| Write::Gap { since: Moment(1), lost: [n, 0, 0] };
        let said = |n| Entry::Gap { since: Moment(1), lost: [n, 0, 0] };
        reserve.say(&[gap(5), Write::Ended(HowEnded::Exit(0))], Moment(2), 0);
        let want = [(Moment(2), said(5)), (Moment(2), Entry::Ended(HowEnded::Exit(0)))];
        assert_eq!(last_words(dir.path()).unwrap(), want);
        reserve.say(&[gap(u64::MAX)], Moment(3), 0);
        assert_eq!(last_words(dir.path()).unwrap(), [(Moment(3), said(u64::MAX))]);
        reserve.say(&[], Moment(4), 0);
        assert_eq!(last_words(dir.path()).unwrap(), []);
    }
}
