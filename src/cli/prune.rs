//! `acp-scope prune`.

use clap::Args;
use jiff::Timestamp;

use super::error::Failure;
use super::text::{harmless, size, when};
use super::{Common, recording};
use crate::store::{Phase, RecordingRow};

/// Delete old recordings
///
/// Live recordings and those that you have named are kept. Without `--dry-run` the space is given back to the disk.
#[derive(Debug, Args)]
#[group(id = "limit", required = true, multiple = true)]
pub(super) struct Prune {
    /// Delete what was recorded longer ago than this: 12h, 30d, 8w
    #[arg(long, group = "limit", value_name = "AGE", value_parser = age)]
    older_than: Option<u64>,
    /// Keep this many of the newest recordings
    #[arg(long, group = "limit", value_name = "N")]
    keep: Option<usize>,
    /// Delete the oldest ones until the database is no larger than this: 500MB, 2GB
    #[arg(long, group = "limit", value_name = "SIZE", value_parser = bytes)]
    max_size: Option<u64>,
    /// Delete recordings that have a name, too
    #[arg(long)]
    named: bool,
    /// Only say what would be deleted
    #[arg(long)]
    dry_run: bool,
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
        let mut store = recording::open(common)?;
        let now = i64::try_from(Timestamp::now().as_nanosecond()).unwrap_or(i64::MAX);
        let mut used = store.used()?;
        let rows = store.recordings()?;
        let (mut count, mut freed) = (0, 0);
        // Oldest first: as soon as the database is small enough, the rest may stay.
        for (place, row) in rows.iter().enumerate().rev() {
            let kept = row.phase == Phase::Live || (row.name.is_some() && !self.named);
            if kept || !self.goes(place, row, now, used) {
                continue;
            }
            let started = row.started_at.map_or_else(|| "unknown".to_owned(), when);
            let title = harmless(&row.title());
            let what = size(row.bytes);
            if self.dry_run {
                anstream::println!(
                    "Would delete recording {}: {title}, {started}, {what}",
                    row.number
                );
                used = used.saturating_sub(weight(row));
            } else {
                store.delete_recording(row.number)?;
                anstream::println!("Deleted recording {}: {title}, {started}, {what}", row.number);
                used = store.used()?;
            }
            count += 1;
            freed += weight(row);
        }
        let freed = size(i64::try_from(freed).unwrap_or(i64::MAX));
        match (count, self.dry_run) {
            (0, _) => anstream::println!("Nothing to delete: {} recordings stay", rows.len()),
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
        Ok(())
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
