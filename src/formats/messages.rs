//! What every reader of another tool's file gives, and the steps that they share.

use std::fmt::Write as _;

use serde_json::value::RawValue;

use crate::core::frame::{Dir, Moment};

/// What is wrong with a file, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Line, from 1.
    pub line: u64,
    /// Why it cannot be read.
    pub reason: String,
}

/// A message of another tool's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) dir: Dir,
    pub(super) t: Option<Moment>,
    pub(super) text: String,
}

/// Frames found, and how many lines hold what is none.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) messages: Vec<Message>,
    /// Directions are not in the file.
    pub(super) guessed: bool,
    /// Lines of stderr, each behind this many messages.
    pub(super) logs: Vec<(usize, Option<Moment>, String)>,
}

/// A JSON-RPC message of its parts, as they are spelled.
pub(super) fn compose(
    id: Option<&RawValue>,
    method: Option<&str>,
    parts: [(&str, Option<&RawValue>); 3],
) -> String {
    let mut text = r#"{"jsonrpc":"2.0""#.to_owned();
    if let Some(id) = id {
        let _ = write!(text, r#","id":{}"#, one_line(id));
    }
    if let Some(method) = method {
        let _ = write!(text, r#","method":{}"#, serde_json::to_string(method).unwrap_or_default());
    }
    for (name, value) in parts {
        if let Some(value) = value {
            let _ = write!(text, r#","{name}":{}"#, one_line(value));
        }
    }
    text.push('}');
    text
}

/// A value without the line feeds between its parts; inside of strings there are none.
pub(super) fn one_line(value: &RawValue) -> String {
    let text = value.get();
    if text.contains(['\n', '\r']) {
        // Written over several lines: numbers keep their spelling, blanks go.
        let mut out = String::with_capacity(text.len());
        let (mut in_string, mut escaped) = (false, false);
        for c in text.chars() {
            if in_string {
                (in_string, escaped) = (c != '"' || escaped, c == '\\' && !escaped);
            } else if c == '"' {
                in_string = true;
            } else if c.is_ascii_whitespace() {
                continue;
            }
            out.push(c);
        }
        return out;
    }
    text.to_owned()
}

/// Seconds, as a moment.
pub(super) fn seconds(t: f64) -> Option<Moment> {
    (0.0..9e9).contains(&t).then(|| Moment((t * 1e9).round() as u64))
}

/// Reads each line that is not blank.
pub(super) fn each_line(
    text: &str,
    mut read: impl FnMut(&str) -> Result<(), String>,
) -> Result<(), Fault> {
    for (number, line) in (1..).zip(text.lines()) {
        if !line.trim().is_empty() {
            read(line).map_err(|reason| Fault { line: number, reason })?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_over_several_lines_becomes_one() {
        let value: &RawValue =
            serde_json::from_str("{\n  \"a b\": [ 1.0,\r\n 1e400 ], \"c\": \"x \\\" y\\\\\"\n}")
                .unwrap();
        assert_eq!(one_line(value), r#"{"a b":[1.0,1e400],"c":"x \" y\\"}"#);
    }
}
