//! `acp-scope prune`.

use std::path::PathBuf;

use clap::{Args, Parser as _};
use jiff::Timestamp;

use super::error::Failure;
use super::text::{harmless, size, when};
use super::{Common, recording};
use crate::store::{Location, Phase, RecordingRow, Store};

/// Delete old recordings
///
/// Live recordings are kept, and those that you have named or tagged or in which you have set a bookmark. Without
/// `--dry-run` the space is given back to the disk.
#[derive(Debug, Args)]
pub(super) struct Prune {
    #[command(flatten)]
    limits: Limits,
    /// Only say what would be deleted
    #[arg(long)]
    dry_run: bool,
    /// From now on do the same whenever a recording begins; the space is used for new ones
    #[arg(long)]
    auto: bool,
    /// Do so no longer
    #[arg(long, conflicts_with_all = ["auto", "dry_run", "named", "limit"])]
    no_auto: bool,
}

/// What is to be deleted.
#[derive(Debug, Args)]
#[group(id = "limit", multiple = true)]
pub(super) struct Limits {
    /// Delete what was recorded longer ago than this: 12h, 30d, 8w
    #[arg(long, group = "limit", value_name = "AGE", value_parser = age)]
    older_than: Option<u64>,
    /// Keep this many of the newest recordings
    #[arg(long, group = "limit", value_name = "N")]
    keep: Option<usize>,
    /// Delete the oldest ones until the database is no larger than this: 500MB, 2GB
    #[arg(long, group = "limit", value_name = "SIZE", value_parser = bytes)]
    max_size: Option<u64>,
    /// Delete recordings that have a name, tags or bookmarks, too
    #[arg(long)]
    named: bool,
}

/// The file beside the database that holds the automatic limits: the options, as they would be typed.
fn file(location: &Location) -> PathBuf {
    let mut name = location.database.clone().into_os_string();
    name.push(".prune");
    name.into()
}

/// The form in which the file is read.
#[derive(Debug, clap::Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Automatic {
    #[command(flatten)]
    limits: Limits,
}

/// Deletes what the automatic limits say, if there are any. Waits for nobody who reads.
pub(super) fn automatic(location: &Location) {
    let Ok(text) = std::fs::read_to_string(file(location)) else { return };
    match automatic_as(location, &text) {
        Ok(0) => {}
        Ok(count) => ::log::info!("{count} recordings were deleted by the automatic limits"),
        Err(why) => ::log::warn!("the automatic limits cannot be held: {why}"),
    }
}

fn automatic_as(location: &Location, text: &str) -> Result<usize, String> {
    let wanted = Automatic::try_parse_from(text.split_whitespace())
        .map_err(|_| "the file that holds them cannot be read".to_owned())?;
    let mut store = Store::open_existing(&location.database).map_err(|e| e.to_string())?;
    let gone = wanted.limits.apply(&mut store, false, |_| {}).map_err(|e| e.to_string())?;
    Ok(gone.count)
}

/// What was deleted, or would be.
#[derive(Debug, Default)]
struct Gone {
    count: usize,
    bytes: u64,
    stay: usize,
}

/// A number with one of these units.
fn with_unit(text: &str, units: &[(&str, u64)], example: &str) -> Result<u64, String> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let known = units.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit.trim()));
    match (number.parse::<u64>(), known) {
        (Ok(number), Some((_, factor))) => {
            number.checked_mul(*factor).ok_or("too large".to_owned())
        }
        _ => Err(format!("write a number with a unit, like {example}")),
    }
}

/// Seconds.
fn age(text: &str) -> Result<u64, String> {
    let units =
        [("s", 1), ("m", 60), ("h", 3_600), ("d", 86_400), ("w", 604_800), ("y", 31_536_000)];
    with_unit(text, &units, "12h, 30d or 8w")
}

fn bytes(text: &str) -> Result<u64, String> {
    let units = [
        ("", 1),
        ("B", 1),
        ("K", 1_000),
        ("kB", 1_000),
        ("M", 1_000_000),
        ("MB", 1_000_000),
        ("G", 1_000_000_000),
        ("GB", 1_000_000_000),
        ("KiB", 1 << 10),
        ("MiB", 1 << 20),
        ("GiB", 1 << 30),
    ];
    with_unit(text, &units, "500MB or 2GB")
}

/// What a recording takes beside its bytes, a frame: its row, and its part in the indexes.
const ROW: u64 = 150;

fn weight(row: &RecordingRow) -> u64 {
    row.bytes.unsigned_abs() + row.frames.unsigned_abs() * ROW + 4_096
}

impl Prune {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        if self.no_auto {
            return self.forget(common);
        }
        let limits = &self.limits;
        if limits.older_than.is_none() && limits.keep.is_none() && limits.max_size.is_none() {
            return Err(Failure::input(
                "prune: nothing says what is to be deleted: use --older-than, --keep or --max-size",
            ));
        }
        let mut store = recording::open(common)?;
        let dry = self.dry_run;
        let would = if dry { "Would delete" } else { "Deleted" };
        let gone = limits.apply(&mut store, dry, |row| {
            let started = row.started_at.map_or_else(|| "unknown".to_owned(), when);
            let (title, what) = (harmless(&row.title()), size(row.bytes));
            anstream::println!("{would} recording {}: {title}, {started}, {what}", row.number);
        })?;
        let Gone { count, stay, .. } = gone;
        let freed = size(i64::try_from(gone.bytes).unwrap_or(i64::MAX));
        match (count, dry) {
            (0, _) => anstream::println!("Nothing to delete: {stay} recordings stay"),
            (_, true) => anstream::println!("{count} recordings, about {freed}, would be deleted"),
            (_, false) => {
                if let Err(e) = store.compact() {
                    anstream::eprintln!(
                        "acp-scope: the space will be used for new recordings and is not given back to the disk: {e}"
                    );
                }
                anstream::println!("{count} recordings, about {freed}, were deleted");
            }
        }
        if self.auto && !dry {
            self.remember(common)?;
        }
        Ok(())
    }

    fn remember(&self, common: &Common) -> Result<(), Failure> {
        use std::io::Write as _;
        use std::os::unix::fs::OpenOptionsExt as _;
        let path = file(&common.location()?);
        let text = self.limits.words();
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create(true).truncate(true).mode(0o600);
        options
            .open(&path)
            .and_then(|mut file| file.write_all(format!("{text}\n").as_bytes()))
            .map_err(|e| Failure::input(format!("{}: {e}: check its rights", path.display())))?;
        anstream::println!("The same is done from now on whenever a recording begins: {text}");
        Ok(())
    }

    fn forget(&self, common: &Common) -> Result<(), Failure> {
        let path = file(&common.location()?);
        match std::fs::remove_file(&path) {
            Ok(()) => anstream::println!("Nothing is deleted by itself any more"),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
                anstream::println!("Nothing is deleted by itself");
            }
            Err(e) => {
                return Err(Failure::input(format!("{}: {e}: check its rights", path.display())));
            }
        }
        Ok(())
    }
}

impl Limits {
    /// As they would be typed.
    fn words(&self) -> String {
        let mut words = Vec::new();
        if let Some(age) = self.older_than {
            words.push(format!("--older-than {age}s"));
        }
        if let Some(keep) = self.keep {
            words.push(format!("--keep {keep}"));
        }
        if let Some(size) = self.max_size {
            words.push(format!("--max-size {size}B"));
        }
        if self.named {
            words.push("--named".to_owned());
        }
        words.join(" ")
    }

    /// Deletes what goes, oldest first, and tells of each.
    fn apply(
        &self,
        store: &mut Store,
        dry: bool,
        mut told: impl FnMut(&RecordingRow),
    ) -> crate::store::Result<Gone> {
        let now = i64::try_from(Timestamp::now().as_nanosecond()).unwrap_or(i64::MAX);
        let mut used = store.used()?;
        let rows = store.recordings()?;
        let mut gone = Gone { stay: rows.len(), ..Gone::default() };
        // Oldest first: as soon as the database is small enough, the rest may stay.
        for (place, row) in rows.iter().enumerate().rev() {
            if row.phase == Phase::Live || !self.goes(place, row, now, used) {
                continue;
            }
            // What somebody has marked is wanted.
            let marked = row.name.is_some()
                || !row.tags.is_empty()
                || !store.bookmarks(row.number)?.is_empty();
            if marked && !self.named {
                continue;
            }
            if dry {
                used = used.saturating_sub(weight(row));
            } else {
                store.delete_recording(row.number)?;
                used = store.used()?;
            }
            told(row);
            gone.count += 1;
            gone.bytes += weight(row);
        }
        Ok(gone)
    }

    /// Whether a recording goes: it is the `place`th newest, and the database holds `used` bytes.
    fn goes(&self, place: usize, row: &RecordingRow, now: i64, used: u64) -> bool {
        let old = self.older_than.is_some_and(|age| {
            let age = i64::try_from(age).unwrap_or(i64::MAX).saturating_mul(1_000_000_000);
            row.started_at.is_some_and(|t| t < now.saturating_sub(age))
        });
        old || self.keep.is_some_and(|keep| place >= keep)
            || self.max_size.is_some_and(|most| used > most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_and_sizes_have_units() {
        assert_eq!(age("30d"), Ok(2_592_000));
        assert_eq!(age(" 2 w "), Ok(1_209_600));
        assert_eq!(bytes("500MB"), Ok(500_000_000));
        assert_eq!(bytes("1gib"), Ok(1 << 30));
        assert_eq!(bytes("7"), Ok(7));
        for bad in ["", "d", "30", "-1d", "3 parsecs", "99999999999999999999d"] {
            assert!(age(bad).is_err(), "{bad}");
        }
        assert!(bytes("99999999999999GB").is_err());
    }
}
