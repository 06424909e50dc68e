//! Files of other tools, told apart by how they begin, and turned into lines of a capture file.
//!
//! Each format is a file of this folder. Messages keep their members and, as far as the other tool has kept it, their
//! spelling; what is not in the file (exact bytes, times, stderr) cannot come back, and the header says where the
//! frames are from.

use super::acp_jsonl::{self, Stream};
pub use super::messages::Fault;
use super::{bare, conductor, inspector, zed_panel};
use crate::core::frame::Moment;

/// A format that is not ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// What Zed's ACP log panel copies.
    ZedPanel,
    /// Trace of the conductor of the Rust SDK.
    Conductor,
    /// A JSON Lines trace with `direction` and the message as text.
    Inspector,
    /// Messages and nothing else.
    Bare,
}

impl Format {
    /// Its name, for people and for the header.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Format::ZedPanel => "Zed's ACP log panel",
            Format::Conductor => "a conductor trace",
            Format::Inspector => "an inspector's trace",
            Format::Bare => "bare messages",
        }
    }
}

/// The format of a file that begins like this; `None` for capture files, and for what nobody knows.
#[must_use]
pub fn detect(beginning: &[u8]) -> Option<Format> {
    let text = beginning.trim_ascii_start();
    if text.starts_with(b"[") {
        return Some(Format::ZedPanel);
    }
    let line = text.split(|b| *b == b'\n').next().unwrap_or_default();
    let first: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(line).ok()?;
    let has = |name: &str| first.contains_key(name);
    if has("acp_scope") || has("raw") || has("raw_b64") || has("eof") {
        None
    } else if has("type") && has("ts") && !has("jsonrpc") {
        Some(Format::Conductor)
    } else if has("direction") && has("json") {
        Some(Format::Inspector)
    } else if has("jsonrpc") || (has("method") && has("params")) || (has("id") && has("result")) {
        Some(Format::Bare)
    } else {
        None
    }
}

/// The lines of a capture file with what a file of another tool holds.
///
/// # Errors
/// The first line that cannot be read. Nothing of such a file is to be imported.
pub fn convert(format: Format, text: &str) -> Result<Vec<String>, Fault> {
    let found = match format {
        Format::ZedPanel => zed_panel::read(text),
        Format::Conductor => conductor::read(text),
        Format::Inspector => inspector::read(text),
        Format::Bare => bare::read(text),
    }?;
    let mut header = format!(r#"{{"acp_scope":1,"converted_from":{:?}"#, format.name());
    if found.guessed {
        header.push_str(r#","directions":"guessed""#);
    }
    let without_times = found.messages.iter().any(|m| m.t.is_none());
    if without_times {
        header.push_str(r#","times":"unknown""#);
    }
    header.push('}');
    let mut lines = vec![header];
    let mut logs = found.logs.into_iter().peekable();
    let mut t = Moment(0);
    let count = found.messages.len();
    for (number, message) in found.messages.into_iter().enumerate() {
        while let Some((_, at, line)) = logs.next_if(|(after, ..)| *after <= number) {
            t = at.unwrap_or(t);
            lines.extend(log_lines(t, &line));
        }
        t = message.t.unwrap_or(t);
        let stream = Stream::Wire(message.dir);
        lines.push(acp_jsonl::write_data(stream, t, t, message.text.as_bytes(), true));
    }
    for (_, at, line) in logs {
        t = at.unwrap_or(t);
        lines.extend(log_lines(t, &line));
    }
    if count == 0 {
        return Err(Fault { line: 1, reason: format!("{} without messages", format.name()) });
    }
    Ok(lines)
}

/// A message of a log may be of several lines.
fn log_lines(t: Moment, text: &str) -> impl Iterator<Item = String> {
    let line = move |line: &str| acp_jsonl::write_data(Stream::Stderr, t, t, line.as_bytes(), true);
    text.split('\n').map(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_of_several_lines_is_as_many() {
        let text = r#"{"type":"request","ts":0.5,"from":"client","to":"agent","id":"u","method":"m","params":{}}
{"type":"trace","ts":0.8,"message":"one\ntwo"}"#;
        let lines = convert(Format::Conductor, text).unwrap();
        assert_eq!(lines.len(), 4, "{lines:?}");
        for (number, line) in lines.iter().enumerate() {
            assert!(
                matches!(acp_jsonl::parse(line.as_bytes(), number == 0), Ok(Some(_))),
                "{line}"
            );
        }
    }

    #[test]
    fn a_file_is_known_by_its_beginning() {
        for (text, want) in [
            ("\n [\n{", Some(Format::ZedPanel)),
            (r#"{"type":"request","ts":0.1,"from":"client"}"#, Some(Format::Conductor)),
            (r#"{"ts":1,"direction":"fromClient","json":"{}"}"#, Some(Format::Inspector)),
            ("{\"jsonrpc\":\"2.0\",\"id\":1}\n{", Some(Format::Bare)),
            (r#"{"t":0.1,"dir":"c2a","raw":""}"#, None),
            (r#"{"acp_scope":1}"#, None),
            ("{}", None),
            ("", None),
            ("hello", None),
        ] {
            assert_eq!(detect(text.as_bytes()), want, "{text}");
        }
    }
}
