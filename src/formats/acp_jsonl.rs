//! The capture file, `.acp.jsonl`: JSON Lines, one object a line.
//!
//! ```text
//! {"acp_scope":1,"started_at":"2026-11-29T10:00:00.000Z","command":["agent"]}
//! {"t":0.012345,"dir":"c2a","raw":"{\"jsonrpc\":\"2.0\", …}"}
//! {"t":0.5,"dir":"err","raw":"a line that the agent wrote to stderr"}
//! {"t":0.6,"dir":"a2c","raw_b64":"/w==","eol":"none","t_first":0.55}
//! {"t":0.7,"dir":"c2a","eof":true}
//! ```
//!
//! `t` are seconds since the start. `raw` is the line without its line feed, `raw_b64` stands in its place
//! where the bytes are not UTF-8, `"eol":"none"` marks a last piece without line feed, `t_first` is the time of
//! the first byte where that is not `t`. Unknown members are ignored, an unknown `dir` is an error.

mod plain;

use std::borrow::Cow;
use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::core::frame::{Dir, Moment};

/// The stream that a line belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// One direction of the protocol.
    Wire(Dir),
    /// The agent's stderr.
    Stderr,
}

impl Stream {
    /// `c2a`, `a2c` or `err`.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Stream::Wire(dir) => dir.code(),
            Stream::Stderr => "err",
        }
    }

    /// The stream of a code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Stream> {
        Some(match code {
            "c2a" => Stream::Wire(Dir::ClientToAgent),
            "a2c" => Stream::Wire(Dir::AgentToClient),
            "err" => Stream::Stderr,
            _ => return None,
        })
    }
}

/// One line of a capture file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line<'a> {
    /// The first line, if it tells of the recording.
    Header(Header),
    /// A frame, or a line of stderr.
    Data {
        /// Its stream.
        stream: Stream,
        /// When its last byte was read; absent where the file does not tell.
        t: Option<Moment>,
        /// When its first byte was read.
        first: Option<Moment>,
        /// Its bytes.
        raw: Cow<'a, [u8]>,
        /// A line feed followed.
        terminated: bool,
    },
    /// A stream has ended in order.
    End {
        /// Which.
        stream: Stream,
        /// When.
        t: Option<Moment>,
    },
}

/// What the first line may tell.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Header {
    /// Version of the format, 1.
    pub acp_scope: u32,
    /// RFC 3339.
    #[serde(default)]
    pub started_at: Option<String>,
    /// The agent's command line.
    #[serde(default)]
    pub command: Vec<String>,
    /// The folder in which it was started.
    #[serde(default)]
    pub cwd: Option<String>,
    /// The user's name for the recording.
    #[serde(default)]
    pub name: Option<String>,
    /// The user's tags. What is no text is passed over.
    #[serde(default, deserialize_with = "tags")]
    pub tags: Vec<String>,
    /// What the user has marked. What does not look like a bookmark is passed over.
    #[serde(default, deserialize_with = "bookmarks")]
    pub bookmarks: Vec<Bookmark>,
}

/// A bookmark in the first line.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Bookmark {
    /// The frame's number.
    pub frame: u32,
    /// The item of the timeline that it is about.
    #[serde(default)]
    pub item: Option<String>,
    /// What the user says.
    #[serde(default)]
    pub note: Option<String>,
    /// RFC 3339.
    #[serde(default)]
    pub made_at: Option<String>,
}

/// Others may use the name for something else: that is no reason to refuse the file.
fn bookmarks<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<Bookmark>, D::Error> {
    let value = serde_json::Value::deserialize(from)?;
    let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
    Ok(list.iter().filter_map(|b| Bookmark::deserialize(b).ok()).collect())
}

/// The same holds for these.
fn tags<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let value = serde_json::Value::deserialize(from)?;
    let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
    Ok(list.iter().filter_map(|t| t.as_str().map(ToOwned::to_owned)).collect())
}

/// Why a line is not one of a capture file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Not JSON, or a member of the wrong type.
    #[error("not a line of a capture file: {0}")]
    Json(String),
    /// Something else than a JSON object.
    #[error("not a line of a capture file: it must be a JSON object")]
    NotAnObject,
    /// A newer format.
    #[error("made by a newer version: format {0}, this one knows 1")]
    Newer(u32),
    /// A header behind the first line.
    #[error("a header (\"acp_scope\") may only be the first line")]
    LateHeader,
    /// The direction is missing or unknown.
    #[error("\"dir\" must be \"c2a\", \"a2c\" or \"err\", found {0}")]
    Dir(String),
    /// Neither `raw`, `raw_b64` nor `eof`.
    #[error("holds neither \"raw\", \"raw_b64\" nor \"eof\"")]
    Nothing,
    /// `raw_b64` is not base64.
    #[error("\"raw_b64\" is not base64")]
    Base64,
    /// A time that is no number of seconds from 0 on.
    #[error("\"{0}\" must be seconds from 0 on, found {1}")]
    Time(&'static str, String),
    /// A line feed inside of `raw`.
    #[error("\"raw\" holds a line feed; each line of the wire is a line of its own")]
    LineFeed,
}

#[derive(Deserialize)]
struct Members<'a> {
    #[serde(default)]
    acp_scope: Option<u32>,
    #[serde(borrow, default)]
    t: Option<&'a RawValue>,
    #[serde(borrow, default)]
    t_first: Option<&'a RawValue>,
    #[serde(borrow, default)]
    dir: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    raw: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    raw_b64: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    eol: Option<Cow<'a, str>>,
    #[serde(default)]
    eof: Option<bool>,
}

/// Reads one line. `None` for a blank one. `first_line` allows for a header.
///
/// # Errors
/// What is wrong with the line.
pub fn parse(line: &[u8], first_line: bool) -> Result<Option<Line<'_>>, Fault> {
    let line = line.trim_ascii();
    if line.is_empty() {
        return Ok(None);
    }
    // An array would be taken for an object without names.
    if line[0] != b'{' {
        return Err(Fault::NotAnObject);
    }
    match plain::parse(line) {
        Some(line) => Ok(Some(line)),
        None => parse_any(line, first_line),
    }
}

/// Reads one line that is none of the plain ones.
fn parse_any(line: &[u8], first_line: bool) -> Result<Option<Line<'_>>, Fault> {
    let json = |e: serde_json::Error| Fault::Json(e.to_string());
    let m: Members<'_> = serde_json::from_slice(line).map_err(json)?;
    if let Some(format) = m.acp_scope
        && m.dir.is_none()
    {
        if format > 1 {
            return Err(Fault::Newer(format));
        }
        if !first_line {
            return Err(Fault::LateHeader);
        }
        return Ok(Some(Line::Header(serde_json::from_slice(line).map_err(json)?)));
    }
    let dir = m.dir.ok_or_else(|| Fault::Dir("none".to_owned()))?;
    let stream = Stream::from_code(&dir).ok_or_else(|| Fault::Dir(format!("{dir:?}")))?;
    let t = m.t.map(|t| seconds("t", t.get())).transpose()?;
    let raw: Cow<'_, [u8]> = match (m.raw, m.raw_b64, m.eof) {
        (Some(Cow::Borrowed(text)), ..) => Cow::Borrowed(text.as_bytes()),
        (Some(Cow::Owned(text)), ..) => Cow::Owned(text.into_bytes()),
        (None, Some(text), _) => {
            Cow::Owned(STANDARD.decode(text.as_bytes()).map_err(|_| Fault::Base64)?)
        }
        (None, None, Some(true)) => return Ok(Some(Line::End { stream, t })),
        (None, None, _) => return Err(Fault::Nothing),
    };
    if memchr::memchr(b'\n', &raw).is_some() {
        return Err(Fault::LineFeed);
    }
    let first = m.t_first.map(|t| seconds("t_first", t.get())).transpose()?;
    Ok(Some(Line::Data { stream, t, first, raw, terminated: m.eol.as_deref() != Some("none") }))
}

/// Decimal seconds to nanoseconds without the detour over a double, so that what was written comes back.
fn seconds(member: &'static str, text: &str) -> Result<Moment, Fault> {
    let fault = || Fault::Time(member, text.chars().take(40).collect());
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    if digits(whole) && (fraction.is_empty() || digits(fraction)) {
        // Nine digits of it, the missing ones being zeros.
        let digits = fraction.bytes().chain(std::iter::repeat(b'0')).take(9);
        let nanos = digits.fold(0, |n, digit| n * 10 + u64::from(digit - b'0'));
        let whole: u64 = whole.parse().map_err(|_| fault())?;
        let t = whole.checked_mul(1_000_000_000).and_then(|t| t.checked_add(nanos));
        return t.filter(|&t| i64::try_from(t).is_ok()).map(Moment).ok_or_else(fault);
    }
    match text.parse::<f64>() {
        Ok(t) if (0.0..9e9).contains(&t) => Ok(Moment((t * 1e9).round() as u64)),
        _ => Err(fault()),
    }
}

/// Seconds with as many decimals as are needed, one at least.
fn decimal(t: Moment) -> String {
    let mut text = format!("{}.{:09}", t.0 / 1_000_000_000, t.0 % 1_000_000_000);
    let kept = text.trim_end_matches('0').len();
    text.truncate(kept);
    if text.ends_with('.') {
        text.push('0');
    }
    text
}

/// A frame or a line of stderr as a line of the file, without line feed.
#[must_use]
pub fn write_data(
    stream: Stream,
    t: Moment,
    first: Moment,
    raw: &[u8],
    terminated: bool,
) -> String {
    let mut out = format!(r#"{{"t":{},"dir":"{}","#, decimal(t), stream.code());
    match std::str::from_utf8(raw) {
        Ok(text) => {
            let text = serde_json::to_string(text).unwrap_or_default();
            let _ = write!(out, r#""raw":{text}"#);
        }
        Err(_) => {
            let _ = write!(out, r#""raw_b64":"{}""#, STANDARD.encode(raw));
        }
    }
    if !terminated {
        out.push_str(r#","eol":"none""#);
    }
    if first != t {
        let _ = write!(out, r#","t_first":{}"#, decimal(first));
    }
    out.push('}');
    out
}

/// The end of a stream as a line of the file, without line feed.
#[must_use]
pub fn write_end(stream: Stream, t: Moment) -> String {
    format!(r#"{{"t":{},"dir":"{}","eof":true}}"#, decimal(t), stream.code())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fault(line: &str) -> String {
        parse(line.as_bytes(), false).unwrap_err().to_string()
    }

    #[test]
    fn times_come_back_as_they_were() {
        for text in ["0.021578", "4.698336", "5.0", "0.0", "123456.000000001", "0.1"] {
            assert_eq!(decimal(seconds("t", text).unwrap()), text);
        }
        assert_eq!(seconds("t", "1e-3").unwrap(), Moment(1_000_000));
        assert_eq!(seconds("t", "7").unwrap(), Moment(7_000_000_000));
        assert_eq!(seconds("t", "0.0000000019").unwrap(), Moment(1));
        for bad in ["-1", "1e300", "\"1\"", "99999999999999999999", "null", "1e99999"] {
            assert!(seconds("t", bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_line_is_said() {
        assert_eq!(fault("nonsense"), "not a line of a capture file: it must be a JSON object");
        assert_eq!(fault("[1]"), "not a line of a capture file: it must be a JSON object");
        assert!(fault(r#"{"t":"#).starts_with("not a line of a capture file: EOF"));
        assert_eq!(
            fault(r#"{"t":1,"raw":""}"#),
            r#""dir" must be "c2a", "a2c" or "err", found none"#
        );
        assert_eq!(
            fault(r#"{"t":1,"dir":"up","raw":""}"#),
            r#""dir" must be "c2a", "a2c" or "err", found "up""#
        );
        assert_eq!(fault(r#"{"t":1,"dir":"c2a"}"#), r#"holds neither "raw", "raw_b64" nor "eof""#);
        assert_eq!(fault(r#"{"t":1,"dir":"c2a","raw_b64":"*"}"#), r#""raw_b64" is not base64"#);
        assert_eq!(
            fault(r#"{"t":-1,"dir":"c2a","raw":""}"#),
            r#""t" must be seconds from 0 on, found -1"#
        );
        assert!(fault(r#"{"t":1,"dir":"c2a","raw":"a\nb"}"#).contains("line feed"));
        assert!(fault(r#"{"acp_scope":1}"#).contains("first line"));
        assert!(parse(br#"{"acp_scope":2}"#, true).unwrap_err().to_string().contains("newer"));
        assert_eq!(parse(b" \r", false), Ok(None));
    }

    #[test]
    fn a_header_tells_of_the_recording() {
        let text =
            br#"{"acp_scope":1,"started_at":"2026-11-29T10:00:00Z","command":["a"],"more":[]}"#;
        let Ok(Some(Line::Header(header))) = parse(text, true) else { panic!() };
        assert_eq!(header.command, ["a"]);
        assert_eq!(header.started_at.as_deref(), Some("2026-11-29T10:00:00Z"));
    }

    /// Lines that the quick way may take, and lines that look like it.
    fn nearly_plain() -> impl Strategy<Value = String> {
        let t = prop::sample::select(vec![
            "1",
            "0",
            "0.5",
            "1.25",
            "1.",
            ".5",
            "01",
            "-1",
            "1e3",
            "\"1\"",
            "123456789012.5",
            "99999999999",
        ]);
        let dir = prop::sample::select(vec![
            "\"c2a\"",
            "\"a2c\"",
            "\"err\"",
            "\"up\"",
            "\"\\u0065rr\"",
            "1",
        ]);
        let part = prop::sample::select(vec![
            "a",
            "é",
            "\\\"",
            "\\\\",
            "\\n",
            "\\t",
            "\\/",
            "\\b",
            "\\f",
            "\\r",
            "\\x",
            "\\u0041",
            "\\ud83d\\ude00",
            "\\ud83d",
            "\t",
            "{}",
        ]);
        let raw = proptest::collection::vec(part, 0..6).prop_map(|p| p.concat());
        let end = prop::sample::select(vec![
            "}",
            "} ",
            ",\"eol\":\"none\"}",
            ",\"x\":1}",
            "}}",
            "",
            ",}",
        ]);
        let space = prop::sample::select(vec!["", " ", "  ", "\t", "\n"]);
        (t, dir, raw, end, space).prop_map(|(t, dir, raw, end, s)| {
            format!("{{{s}\"t\":{s}{t},{s}\"dir\":{s}{dir}{s},\"raw\":{s}\"{raw}\"{s}{end}")
        })
    }

    proptest! {
        #[test]
        fn the_quick_way_reads_what_the_other_one_reads(line in nearly_plain()) {
            if let Some(plain) = plain::parse(line.as_bytes()) {
                prop_assert_eq!(Ok(Some(plain)), parse_any(line.as_bytes(), false));
            }
        }

        #[test]
        fn what_is_written_is_read(
            raw in proptest::collection::vec(any::<u8>().prop_filter("line feed", |b| *b != b'\n'), 0..60),
            text in "[^\n]*",
            t in 0u64..i64::MAX as u64,
            earlier in 0u64..1_000_000,
            terminated in any::<bool>(),
        ) {
            for raw in [&raw[..], text.as_bytes()] {
                let (t, first) = (Moment(t), Moment(t.saturating_sub(earlier)));
                let stream = Stream::Wire(Dir::AgentToClient);
                let line = write_data(stream, t, first, raw, terminated);
                let want = Line::Data {
                    stream,
                    t: Some(t),
                    first: (first != t).then_some(first),
                    raw: Cow::Borrowed(raw),
                    terminated,
                };
                prop_assert_eq!(parse(line.as_bytes(), false), Ok(Some(want)));
                prop_assert_eq!(parse_any(line.as_bytes(), false), parse(line.as_bytes(), false));
            }
            let end = write_end(Stream::Stderr, Moment(t));
            let want = Line::End { stream: Stream::Stderr, t: Some(Moment(t)) };
            prop_assert_eq!(parse(end.as_bytes(), false), Ok(Some(want)));
        }
    }
}
