//! Numbers with units, comparisons and ranges.

use std::fmt;

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Bytes, with `k`, `M` and `G` for thousands.
    Bytes,
    /// Nanoseconds, written with `us`, `ms`, `s`, `m`, `h`, or as `1:30`.
    Time,
    /// Plain numbers.
    Count,
}

/// The numbers that fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bounds {
    /// This one.
    Exactly(u64),
    /// More than this.
    Over(u64),
    /// This or more.
    AtLeast(u64),
    /// Less than this.
    Under(u64),
    /// This or less.
    AtMost(u64),
    /// From the first to the second, both included.
    Between(u64, u64),
}

impl Bounds {
    /// Whether a number fits.
    #[must_use]
    pub fn hold(self, n: u64) -> bool {
        match self {
            Bounds::Exactly(a) => n == a,
            Bounds::Over(a) => n > a,
            Bounds::AtLeast(a) => n >= a,
            Bounds::Under(a) => n < a,
            Bounds::AtMost(a) => n <= a,
            Bounds::Between(a, b) => (a..=b).contains(&n),
        }
    }

    pub(super) fn shown(self, unit: Unit) -> Shown {
        Shown(self, unit)
    }
}

pub(super) struct Shown(Bounds, Unit);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = |n: u64| number(n, self.1);
        match self.0 {
            Bounds::Exactly(a) => f.write_str(&n(a)),
            Bounds::Over(a) => write!(f, ">{}", n(a)),
            Bounds::AtLeast(a) => write!(f, ">={}", n(a)),
            Bounds::Under(a) => write!(f, "<{}", n(a)),
            Bounds::AtMost(a) => write!(f, "<={}", n(a)),
            Bounds::Between(a, b) => write!(f, "{}..{}", n(a), n(b)),
        }
    }
}

const BYTES: &[(&str, u64)] = &[("G", 1_000_000_000), ("M", 1_000_000), ("k", 1_000), ("", 1)];
const TIME: &[(&str, u64)] = &[
    ("h", 3_600_000_000_000),
    ("m", 60_000_000_000),
    ("s", 1_000_000_000),
    ("ms", 1_000_000),
    ("us", 1_000),
    ("ns", 1),
];

/// A number in the largest unit that holds it without a fraction.
fn number(n: u64, unit: Unit) -> String {
    let units = match unit {
        Unit::Count => return n.to_string(),
        Unit::Bytes => BYTES,
        Unit::Time if n == 0 => return "0s".to_owned(),
        Unit::Time => TIME,
    };
    let fits = units.iter().find(|(_, size)| n.is_multiple_of(*size) && (n > 0 || *size == 1));
    fits.map_or_else(|| n.to_string(), |(word, size)| format!("{}{word}", n / size))
}

/// Reads a number with its unit.
fn read(text: &str, unit: Unit) -> Option<u64> {
    if unit == Unit::Time && text.contains(':') {
        return clock(text);
    }
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (digits, word) = text.split_at(end);
    let lower = word.to_ascii_lowercase();
    let size = match (unit, lower.as_str()) {
        (Unit::Count, "") | (Unit::Bytes, "" | "b") | (Unit::Time, "ns") => 1,
        (Unit::Bytes, "k" | "kb") | (Unit::Time, "us" | "µs") => 1_000,
        (Unit::Bytes, "m" | "mb") | (Unit::Time, "ms") => 1_000_000,
        // A time without a unit is in seconds, as everywhere in the page.
        (Unit::Bytes, "g" | "gb") | (Unit::Time, "" | "s") => 1_000_000_000,
        (Unit::Time, "m" | "min") => 60_000_000_000,
        (Unit::Time, "h") => 3_600_000_000_000,
        _ => return None,
    };
    scaled(digits, size)
}

/// Decimal digits with at most one point, times `size`, exactly.
fn scaled(digits: &str, size: u64) -> Option<u64> {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() || fraction.contains('.') || (size == 1 && !fraction.is_empty()) {
        return None;
    }
    let whole: u64 = whole.parse().ok()?;
    let mut sum = whole.checked_mul(size)?;
    let mut place = size;
    for c in fraction.bytes() {
        place /= 10;
        sum = sum.checked_add(u64::from(c - b'0') * place)?;
    }
    i64::try_from(sum).ok()?;
    Some(sum)
}

/// `1:30`, `0:42.674`, `1:00:00`.
fn clock(text: &str) -> Option<u64> {
    let parts: Vec<&str> = text.split(':').collect();
    let (seconds, before) = parts.split_last()?;
    if before.is_empty() || before.len() > 2 {
        return None;
    }
    if !seconds.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return None;
    }
    let mut minutes = 0u64;
    for part in before {
        if part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        minutes = minutes.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    let sum = minutes.checked_mul(60_000_000_000)?.checked_add(scaled(seconds, 1_000_000_000)?)?;
    i64::try_from(sum).ok()?;
    Some(sum)
}

/// What may stand there, for error messages.
pub(super) fn expected(unit: Unit) -> &'static str {
    match unit {
        Unit::Bytes => "a size: >64k, <=1M, or 1k..2k",
        Unit::Time => "a time: >2s, <100ms, or 10s..1:30",
        Unit::Count => "a number: 7, >100, or 100..200",
    }
}

/// Why a value is none of these numbers.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// Not a number.
    Value,
    /// Times and sizes are hardly ever hit exactly.
    Bare,
    /// The second number of the range is less than the first.
    Backwards,
}

pub(super) fn bounds(text: &str, unit: Unit) -> Result<Bounds, Wrong> {
    let n = |text: &str| read(text.trim(), unit).ok_or(Wrong::Value);
    for (sign, make) in [
        (">=", Bounds::AtLeast as fn(u64) -> Bounds),
        ("<=", Bounds::AtMost),
        (">", Bounds::Over),
        ("<", Bounds::Under),
        ("=", Bounds::Exactly),
    ] {
        if let Some(rest) = text.strip_prefix(sign) {
            return n(rest).map(make);
        }
    }
    let range = text.split_once("..").or_else(|| text.split_once('-'));
    match range {
        Some((from, "")) => n(from).map(Bounds::AtLeast),
        Some(("", to)) => n(to).map(Bounds::AtMost),
        Some((from, to)) => {
            let (from, to) = (n(from)?, n(to)?);
            if from > to { Err(Wrong::Backwards) } else { Ok(Bounds::Between(from, to)) }
        }
        None => {
            let n = n(text)?;
            if unit == Unit::Time { Err(Wrong::Bare) } else { Ok(Bounds::Exactly(n)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_with_their_units() {
        for (text, unit, want) in [
            ("64k", Unit::Bytes, Some(64_000)),
            ("1.5M", Unit::Bytes, Some(1_500_000)),
            ("12B", Unit::Bytes, Some(12)),
            ("1.5", Unit::Bytes, None),
            ("2s", Unit::Time, Some(2_000_000_000)),
            ("2", Unit::Time, Some(2_000_000_000)),
            ("0.25s", Unit::Time, Some(250_000_000)),
            ("250µs", Unit::Time, Some(250_000)),
            ("1m", Unit::Time, Some(60_000_000_000)),
            ("1:30", Unit::Time, Some(90_000_000_000)),
            ("0:42.674", Unit::Time, Some(42_674_000_000)),
            ("1:00:01", Unit::Time, Some(3_601_000_000_000)),
            ("1:2:3:4", Unit::Time, None),
            (":30", Unit::Time, None),
            ("1::3", Unit::Time, None),
            ("7", Unit::Count, Some(7)),
            ("7k", Unit::Count, None),
            ("-7", Unit::Count, None),
            ("", Unit::Count, None),
            ("1.2.3", Unit::Time, None),
            ("99999999999999999999", Unit::Count, None),
            ("9999999999999h", Unit::Time, None),
        ] {
            assert_eq!(read(text, unit), want, "{text}");
        }
    }

    #[test]
    fn ranges_have_two_ends_or_one() {
        assert_eq!(bounds("100-200", Unit::Count), Ok(Bounds::Between(100, 200)));
        assert_eq!(bounds("100..", Unit::Count), Ok(Bounds::AtLeast(100)));
        assert_eq!(bounds("..200", Unit::Count), Ok(Bounds::AtMost(200)));
        assert_eq!(bounds("9..8", Unit::Count), Err(Wrong::Backwards));
        assert_eq!(bounds("..", Unit::Count), Err(Wrong::Value));
        assert_eq!(bounds("10s", Unit::Time), Err(Wrong::Bare));
        assert_eq!(bounds("=10s", Unit::Time), Ok(Bounds::Exactly(10_000_000_000)));
        assert!(Bounds::Between(1, 2).hold(2) && !Bounds::Under(2).hold(2));
    }

    #[test]
    fn what_is_shown_is_read_again() {
        for unit in [Unit::Bytes, Unit::Time, Unit::Count] {
            for n in [0, 1, 999, 1_000, 64_000, 90_000_000_000, 1_234_567_890, i64::MAX as u64] {
                for b in [Bounds::Over(n), Bounds::AtLeast(n), Bounds::Between(n, n)] {
                    let text = b.shown(unit).to_string();
                    assert_eq!(bounds(&text, unit), Ok(b), "{text}");
                }
            }
        }
        assert_eq!(Bounds::Over(64_000).shown(Unit::Bytes).to_string(), ">64k");
        assert_eq!(Bounds::Under(1_500_000_000).shown(Unit::Time).to_string(), "<1500ms");
    }
}
