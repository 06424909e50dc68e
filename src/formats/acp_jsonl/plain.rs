//! The lines that make up nearly all of a capture file, `{"t":…,"dir":…,"raw":…}`, read without a general
//! parser: that takes three times as long, most of it over the backslashes in `raw`.
//!
//! What looks any different is left to the general one, faults too.

use std::borrow::Cow;

use super::{Line, Stream, seconds};

/// The line, if it is a plain one.
pub(super) fn parse(line: &[u8]) -> Option<Line<'_>> {
    let rest = after(line, b"{")?;
    let rest = after(member(rest, b"\"t\"")?, b"")?;
    let end = rest.iter().position(|b| !matches!(b, b'0'..=b'9' | b'.'))?;
    let (number, rest) = rest.split_at(end);
    let t = seconds("t", decimal(number)?).ok()?;
    let rest = member(after(rest, b",")?, b"\"dir\"")?;
    let (code, rest) = after(rest, b"\"")?.split_at_checked(3)?;
    let stream = Stream::from_code(std::str::from_utf8(code).ok()?)?;
    let rest = member(after(after(rest, b"\"")?, b",")?, b"\"raw\"")?;
    let (raw, rest) = string(after(rest, b"\"")?)?;
    let rest = after(rest, b"}")?;
    let whole = rest.iter().all(|&b| is_space(b));
    whole.then_some(Line::Data { stream, t: Some(t), first: None, raw, terminated: true })
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// What follows on a token, before which there may be white space.
fn after<'a>(bytes: &'a [u8], token: &[u8]) -> Option<&'a [u8]> {
    let spaces = bytes.iter().take_while(|&&b| is_space(b)).count();
    bytes[spaces..].strip_prefix(token)
}

/// What follows on a name and its colon.
fn member<'a>(bytes: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    after(after(bytes, name)?, b":")
}

/// Digits that JSON allows as a number.
fn decimal(number: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(number).ok()?;
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let leading = whole.len() > 1 && whole.starts_with('0');
    let sound = !whole.is_empty() && !leading && !fraction.is_empty() && !fraction.contains('.');
    sound.then_some(text)
}

/// The text up to the closing quote, and what follows on that. A line feed is for others to complain about, an
/// escaped code point for others to resolve.
fn string(bytes: &[u8]) -> Option<(Cow<'_, [u8]>, &[u8])> {
    let mut unescaped = Vec::new();
    let mut rest = bytes;
    loop {
        let end = memchr::memchr2(b'"', b'\\', rest)?;
        let run = &rest[..end];
        // No early exit: so the compiler looks at many bytes at a time.
        if run.iter().fold(false, |any, &b| any | (b < 0x20)) {
            return None;
        }
        let found = rest[end];
        if found == b'"' {
            let whole = bytes.len() - rest.len() == 0;
            let text = if whole {
                Cow::Borrowed(run)
            } else {
                unescaped.extend_from_slice(run);
                Cow::Owned(unescaped)
            };
            std::str::from_utf8(&text).ok()?;
            return Some((text, &rest[end + 1..]));
        }
        if unescaped.capacity() == 0 {
            // Most lines end soon after their frame.
            unescaped.reserve(bytes.len());
        }
        unescaped.extend_from_slice(run);
        unescaped.push(match rest.get(end + 1)? {
            byte @ (b'"' | b'\\' | b'/') => *byte,
            b'b' => 0x08,
            b'f' => 0x0c,
            b'r' => b'\r',
            b't' => b'\t',
            _ => return None,
        });
        rest = &rest[end + 2..];
    }
}
