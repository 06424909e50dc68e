//! Text for terminals: times, sizes, tables, and what agents write, made harmless.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use jiff::Timestamp;
use jiff::tz::TimeZone;

pub(super) use crate::report::words::harmless;

/// 812 B, 1.4 kB, 12 MB.
pub(super) fn size(bytes: i64) -> String {
    let mut value = bytes as f64;
    if value < 1_000.0 {
        return format!("{bytes} B");
    }
    for unit in ["kB", "MB", "GB"] {
        value /= 1_000.0;
        if value < 999.5 || unit == "GB" {
            return if value < 9.95 {
                format!("{value:.1} {unit}")
            } else {
                format!("{value:.0} {unit}")
            };
        }
    }
    unreachable!("the last unit takes all")
}

/// 850 µs, 12 ms, 4.21 s, 3 min 12 s.
pub(super) fn span(nanos: u64) -> String {
    let seconds = nanos as f64 / 1e9;
    if seconds < 0.0009995 {
        format!("{:.0} µs", seconds * 1e6)
    } else if seconds < 0.9995 {
        format!("{:.0} ms", seconds * 1e3)
    } else if seconds < 60.0 {
        format!("{seconds:.2} s")
    } else if seconds < 3600.0 {
        format!("{:.0} min {:.0} s", (seconds / 60.0).floor(), (seconds % 60.0).floor())
    } else {
        format!("{:.0} h {:.0} min", (seconds / 3600.0).floor(), (seconds % 3600.0 / 60.0).floor())
    }
}

/// A wall clock time in the local zone.
pub(super) fn when(nanos: i64) -> String {
    Timestamp::from_nanosecond(i128::from(nanos)).map_or_else(
        |_| "?".to_owned(),
        |t| t.to_zoned_datetime(TimeZone::system()).strftime("%Y-%m-%d %H:%M:%S").to_string(),
    )
}

/// A wall clock time as RFC 3339 in UTC, to the millisecond.
pub(super) fn rfc3339(nanos: i64) -> String {
    Timestamp::from_nanosecond(i128::from(nanos))
        .map_or_else(|_| String::new(), |t| format!("{t:.3}"))
}

/// A table without lines: a heading, and columns that are wide enough. Names of columns that hold numbers
/// begin with `>`.
pub(super) fn table(columns: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(columns.iter().map(|c| c.trim_start_matches('>')));
    for row in rows {
        table.add_row(row);
    }
    for (i, name) in columns.iter().enumerate() {
        if let Some(column) = table.column_mut(i) {
            column.set_padding((0, 2));
            if name.starts_with('>') {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
    }
    table.lines().map(|l| format!("{}\n", l.trim_end())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        let sizes: Vec<String> =
            [0, 999, 1_000, 9_949, 9_950, 999_499, 1_000_000, 7 << 30].map(size).into();
        assert_eq!(
            sizes,
            ["0 B", "999 B", "1.0 kB", "9.9 kB", "10 kB", "999 kB", "1.0 MB", "7.5 GB"]
        );
        let spans: Vec<String> =
            [850_000, 12_000_000, 4_210_000_000, 192_000_000_000, 7_380_000_000_000]
                .map(span)
                .into();
        assert_eq!(spans, ["850 µs", "12 ms", "4.21 s", "3 min 12 s", "2 h 3 min"]);
        assert_eq!(rfc3339(1_700_000_000_123_456_789), "2023-11-14T22:13:20.123Z");
    }

    #[test]
    fn a_table_has_no_trailing_blanks() {
        let text =
            table(&["a", ">n"], [vec!["x".into(), "10".into()], vec!["yyy".into(), "5".into()]]);
        assert_eq!(text, "a     n\nx    10\nyyy   5\n");
    }
}
