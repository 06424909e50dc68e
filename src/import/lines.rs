//! The lines of a file: those of a capture file, or what a file of another tool is converted to.

use std::io::{self, BufRead, Read as _};

use super::Error;
use crate::formats::foreign;
use crate::report::words::harmless;

/// Bytes of one line, which is held: a frame of a gigabyte, and what escapes add.
const LINE: u64 = 3 << 30;
/// Bytes of another tool's file, which is held as a whole.
const FOREIGN: u64 = 256 << 20;
/// Enough of a file to see what it is.
const BEGINNING: usize = 64 << 10;

/// What is no text, by its first bytes, and what makes text of it.
const OTHERS: [(&[u8], &str, &str); 5] = [
    (b"\x1f\x8b", "is packed with gzip", "unpack it: `gunzip -c FILE | acp-scope import -`"),
    (b"(\xb5/\xfd", "is packed with zstd", "unpack it: `zstd -dc FILE | acp-scope import -`"),
    (b"PK\x03\x04", "is a zip archive", "unpack it, and import the files in it"),
    (b"\xff\xfe", "is UTF-16", "save it as UTF-8"),
    (b"\xfe\xff", "is UTF-16", "save it as UTF-8"),
];
/// Some programs write it before UTF-8. It means nothing.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// What the lines of a capture file come from.
pub(super) enum Lines {
    Capture(Box<dyn BufRead + Send>),
    Converted(std::vec::IntoIter<String>),
}

impl Lines {
    /// Reads the next line; false at the end.
    pub(super) fn next(&mut self, line: &mut Vec<u8>) -> io::Result<bool> {
        line.clear();
        match self {
            Lines::Capture(input) => {
                let read = input.take(LINE).read_until(b'\n', line)?;
                if read as u64 == LINE && line.last() != Some(&b'\n') {
                    return Err(io::Error::other("a line of more than 3 GiB"));
                }
                Ok(read > 0)
            }
            Lines::Converted(lines) => match lines.next() {
                Some(next) => {
                    line.extend_from_slice(next.as_bytes());
                    Ok(true)
                }
                None => Ok(false),
            },
        }
    }

    /// A file of another tool is converted first.
    pub(super) fn of(mut input: Box<dyn BufRead + Send>, shown: &str) -> Result<Lines, Error> {
        let unreadable = |e: io::Error| {
            Error::File(format!("{shown}: cannot be read: {e}: check its name and rights"))
        };
        let mut text = Vec::new();
        let mut beginning = input.as_mut().take(BEGINNING as u64);
        beginning.read_to_end(&mut text).map_err(unreadable)?;
        if text.starts_with(BYTE_ORDER_MARK) {
            text.drain(..BYTE_ORDER_MARK.len());
        }
        if let Some((_, what, remedy)) = OTHERS.iter().find(|(start, ..)| text.starts_with(start)) {
            return Err(Error::File(format!("{shown}: {what}: nothing was imported: {remedy}")));
        }
        let Some(format) = foreign::detect(&text) else {
            return Ok(Lines::Capture(Box::new(io::Cursor::new(text).chain(input))));
        };
        input.take(FOREIGN).read_to_end(&mut text).map_err(unreadable)?;
        if text.len() as u64 > FOREIGN {
            return Err(Error::File(format!(
                "{shown}: is {} and larger than 256 MiB: nothing was imported: split it",
                format.name()
            )));
        }
        let text = String::from_utf8(text).map_err(|e| {
            let good = e.utf8_error().valid_up_to();
            let line = 1 + memchr::memchr_iter(b'\n', &e.as_bytes()[..good]).count();
            Error::File(format!(
                "{shown}:{line}: is not UTF-8: nothing was imported: mend or remove that line"
            ))
        })?;
        let lines = foreign::convert(format, &text).map_err(|fault| {
            Error::File(format!(
                "{shown}:{}: {} ({}): nothing was imported: mend or remove it",
                fault.line,
                harmless(&fault.reason),
                format.name()
            ))
        })?;
        Ok(Lines::Converted(lines.into_iter()))
    }
}
