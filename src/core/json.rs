//! A JSON scanner that is fed bytes as they come.
//!
//! It checks RFC 8259 to the letter, says in words where and why a text is not JSON, and hands keys and
//! scalars to a [`Sink`] without building a tree: a frame of a gigabyte costs the memory of its nesting.
//! It changes nothing and decides nothing about meaning; it knows neither JSON-RPC nor ACP. A text that is
//! legal but that common parsers refuse (a lone surrogate, `1E400`, deep nesting) is scanned to its end and
//! the reason kept as a [`Caveat`].

use std::fmt;

/// Deeper nesting is not followed: the scanner stops there and says so.
pub const MAX_DEPTH: usize = 1_000_000;
/// Nesting at which common parsers (serde_json among them) give up.
const COMMON_DEPTH: usize = 128;
/// Strings and keys are handed on up to this many bytes of their JSON spelling; what is longer is cut.
const MAX_TOKEN: usize = 64 * 1024;

/// Receives the parts of a JSON text. All methods default to doing nothing.
pub trait Sink {
    /// An object or array begins.
    fn open(&mut self, _object: bool) {}
    /// The innermost object or array ends.
    fn close(&mut self) {}
    /// A key of the innermost object.
    fn key(&mut self, _key: Text<'_>) {}
    /// Whether the next string value should be handed over; skipping is cheaper.
    fn wants_string(&self) -> bool {
        false
    }
    /// A string value; `None` when it was not wanted.
    fn string(&mut self, _text: Option<Text<'_>>) {}
    /// A number, `true`, `false` or `null`, as spelled.
    fn scalar(&mut self, _spelling: &[u8]) {}
}

/// The inside of a JSON string as it stands between the quotes.
#[derive(Debug, Clone, Copy)]
pub struct Text<'a> {
    /// The bytes between the quotes, at most 64 KiB of them.
    pub spelling: &'a [u8],
    /// It holds at least one backslash.
    pub escaped: bool,
    /// The spelling was longer and is cut.
    pub cut: bool,
}

impl Text<'_> {
    /// The text that is meant: escapes resolved, lone surrogates and invalid UTF-8 replaced by U+FFFD.
    #[must_use]
    pub fn decode(&self) -> String {
        if !self.escaped {
            return String::from_utf8_lossy(self.spelling).into_owned();
        }
        unescape(self.spelling)
    }
}

/// Why a text is not JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// A byte that cannot stand here; what was expected instead.
    Unexpected(u8, &'static str),
    /// A comma before `}` or `]`.
    TrailingComma(u8),
    /// A control character inside a string.
    Control(u8),
    /// A backslash followed by something that is no escape.
    Escape,
    /// A number spelled as JSON does not allow.
    Number,
    /// A word that is not `true`, `false` or `null`.
    Word,
    /// Bytes that are not UTF-8.
    Utf8,
    /// A byte order mark at the start.
    ByteOrderMark,
    /// Nesting beyond [`MAX_DEPTH`].
    Depth,
    /// Other text after a complete JSON value.
    Trailing(u8),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Unexpected(byte, expected) => {
                write!(f, "found {} where {expected} must stand", Byte(*byte))
            }
            Reason::TrailingComma(byte) => {
                write!(f, "trailing comma before {}, which JSON does not allow", Byte(*byte))
            }
            Reason::Control(byte) => {
                write!(f, "control character U+{byte:04X} in a string, where it must be escaped")
            }
            Reason::Escape => f.write_str("a backslash that begins no JSON escape"),
            Reason::Number => f.write_str("a number spelled as JSON does not allow"),
            Reason::Word => f.write_str("a word that is not true, false or null"),
            Reason::Utf8 => f.write_str("bytes that are not UTF-8"),
            Reason::ByteOrderMark => f.write_str("a byte order mark, which must not be sent"),
            Reason::Depth => write!(f, "nesting deeper than {MAX_DEPTH} levels"),
            Reason::Trailing(byte) => {
                write!(f, "text after the end of the JSON value, beginning with {}", Byte(*byte))
            }
        }
    }
}

/// A byte as people read it: `{`, or its number where it cannot be printed.
struct Byte(u8);

impl fmt::Display for Byte {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            b @ 0x21..=0x7e => write!(f, "`{}`", char::from(b)),
            b' ' => f.write_str("a space"),
            b => write!(f, "byte 0x{b:02X}"),
        }
    }
}

/// Legal JSON that common parsers refuse or change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caveat {
    /// An escape such as `\ud800` without its other half.
    LoneSurrogate,
    /// A number beyond the range of a double.
    HugeNumber,
    /// Nesting beyond 128 levels.
    Deep,
}

impl fmt::Display for Caveat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Caveat::LoneSurrogate => "half of a surrogate pair (such as \\ud800)",
            Caveat::HugeNumber => "a number beyond the range of a double (such as 1E400)",
            Caveat::Deep => "nesting deeper than 128 levels",
        })
    }
}

/// How a text stands after the bytes so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing but white space.
    Empty,
    /// One complete JSON value.
    Complete,
    /// Several complete JSON values; the second begins at this byte.
    Several {
        /// How many complete values.
        values: u32,
        /// Where the second one begins.
        second_at: u64,
    },
    /// It ends inside a value.
    CutOff(&'static str),
    /// It is not JSON.
    Broken {
        /// Why.
        reason: Reason,
        /// The byte at which that shows, from 0.
        at: u64,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Value,
    FirstItem,
    FirstKey,
    Key,
    Colon,
    Next,
    Str { key: bool },
    Escape { key: bool },
    Hex { key: bool, left: u8, code: u16 },
    Num(Num),
    Word(&'static [u8], u8),
    Done,
    Failed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Num {
    Minus,
    Zero,
    Int,
    Dot,
    Frac,
    Exp,
    ExpSign,
    ExpDigits,
}

impl Num {
    fn complete(self) -> bool {
        matches!(self, Num::Zero | Num::Int | Num::Frac | Num::ExpDigits)
    }

    fn next(self, byte: u8) -> Option<Num> {
        Some(match (self, byte) {
            (Num::Minus, b'0') => Num::Zero,
            (Num::Minus, b'1'..=b'9') | (Num::Int, b'0'..=b'9') => Num::Int,
            (Num::Zero | Num::Int, b'.') => Num::Dot,
            (Num::Zero | Num::Int | Num::Frac, b'e' | b'E') => Num::Exp,
            (Num::Dot | Num::Frac, b'0'..=b'9') => Num::Frac,
            (Num::Exp, b'+' | b'-') => Num::ExpSign,
            (Num::Exp | Num::ExpSign | Num::ExpDigits, b'0'..=b'9') => Num::ExpDigits,
            _ => return None,
        })
    }
}

/// The scanner. Feed it with [`Scanner::push`], ask it with [`Scanner::outcome`].
#[derive(Debug, Clone)]
pub struct Scanner<S> {
    /// What receives the parts.
    pub sink: S,
    state: State,
    /// Open containers, outermost first; true is an object.
    stack: Vec<bool>,
    /// Bytes seen in earlier pushes.
    seen: u64,
    /// The token under way, as far as it began in an earlier push or is being collected.
    token: Vec<u8>,
    collecting: bool,
    escaped: bool,
    token_cut: bool,
    high_surrogate: bool,
    after_comma: bool,
    values: u32,
    second_at: u64,
    /// The tail of the last push when it ended inside a UTF-8 sequence.
    utf8_tail: [u8; 3],
    utf8_tail_len: u8,
    broken: Option<(Reason, u64)>,
    lone_surrogate: bool,
    huge_number: bool,
    deepest: usize,
}

impl<S: Sink> Scanner<S> {
    /// A scanner before the first byte.
    pub fn new(sink: S) -> Self {
        Scanner {
            sink,
            state: State::Value,
            stack: Vec::new(),
            seen: 0,
            token: Vec::new(),
            collecting: false,
            escaped: false,
            token_cut: false,
            high_surrogate: false,
            after_comma: false,
            values: 0,
            second_at: 0,
            utf8_tail: [0; 3],
            utf8_tail_len: 0,
            broken: None,
            lone_surrogate: false,
            huge_number: false,
            deepest: 0,
        }
    }

    /// How the text stands if it ends here.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        if let Some((reason, at)) = self.broken {
            return Outcome::Broken { reason, at };
        }
        if self.utf8_tail_len > 0 {
            let at = self.seen - u64::from(self.utf8_tail_len);
            return Outcome::Broken { reason: Reason::Utf8, at };
        }
        match self.state {
            State::Done => {}
            // A number at the root has no end of its own.
            State::Num(n) if self.stack.is_empty() && n.complete() => {
                return if self.values == 0 {
                    Outcome::Complete
                } else {
                    Outcome::Several { values: self.values + 1, second_at: self.second_at }
                };
            }
            State::Value if self.stack.is_empty() && self.values == 0 => return Outcome::Empty,
            State::Str { .. } | State::Escape { .. } | State::Hex { .. } => {
                return Outcome::CutOff("a string");
            }
            State::Num(_) => return Outcome::CutOff("a number"),
            State::Word(..) => return Outcome::CutOff("a word"),
            _ => {
                return Outcome::CutOff(match self.stack.last() {
                    Some(true) => "an object",
                    Some(false) => "an array",
                    None => "a value",
                });
            }
        }
        if self.values > 1 {
            Outcome::Several { values: self.values, second_at: self.second_at }
        } else {
            Outcome::Complete
        }
    }

    /// Tells the sink of a number that the end of the text has ended.
    pub fn end(&mut self) {
        if let State::Num(n) = self.state
            && self.stack.is_empty()
            && n.complete()
        {
            self.number_ends(&[]);
        }
    }

    /// What common parsers will stumble over, although it is legal.
    pub fn caveats(&self) -> impl Iterator<Item = Caveat> {
        [
            (self.lone_surrogate, Caveat::LoneSurrogate),
            (self.huge_number, Caveat::HugeNumber),
            (self.deepest > COMMON_DEPTH, Caveat::Deep),
        ]
        .into_iter()
        .filter_map(|(seen, caveat)| seen.then_some(caveat))
    }

    /// Scans the next bytes of the text.
    pub fn push(&mut self, bytes: &[u8]) {
        self.check_utf8(bytes);
        if self.seen == 0 && bytes.starts_with(b"\xef\xbb\xbf") {
            self.fail(Reason::ByteOrderMark, 0);
        }
        let mut i = 0;
        while i < bytes.len() {
            i = match self.state {
                State::Failed => break,
                State::Str { key } => self.in_string(bytes, i, key),
                State::Num(n) => self.in_number(bytes, i, n),
                _ => self.step(bytes, i),
            };
        }
        self.seen += bytes.len() as u64;
    }

    fn fail(&mut self, reason: Reason, i: usize) {
        let at = self.seen + i as u64;
        // A fault of encoding found ahead may lie behind this one: the first byte at fault counts.
        if self.broken.is_none_or(|(_, before)| at < before) {
            self.broken = Some((reason, at));
        }
        self.state = State::Failed;
    }

    fn check_utf8(&mut self, bytes: &[u8]) {
        let held = usize::from(self.utf8_tail_len);
        // Whether the byte at fault is a character's is only known when all of that is here: the reason must not
        // depend on where one push ends.
        if let Some((_, at)) = self.broken
            && (held == 0 || at != self.seen - held as u64)
        {
            return;
        }
        let mut skip = 0;
        if held > 0 {
            let mut joined = [0u8; 6];
            let take = bytes.len().min(3);
            joined[..held].copy_from_slice(&self.utf8_tail[..held]);
            joined[held..held + take].copy_from_slice(&bytes[..take]);
            let (valid, bad) = match std::str::from_utf8(&joined[..held + take]) {
                Ok(s) => (s.len(), false),
                Err(e) => (e.valid_up_to(), e.error_len().is_some()),
            };
            if valid < held && bad {
                self.broken = Some((Reason::Utf8, self.seen - held as u64));
                return;
            }
            if valid < held {
                // Still inside the sequence: a push of one or two bytes.
                let len = held + take;
                self.utf8_tail[..len.min(3)].copy_from_slice(&joined[..len.min(3)]);
                self.utf8_tail_len = len.min(3) as u8;
                return;
            }
            // The held sequence ended at the first boundary at or after `held`.
            let end = (held..=valid).find(|&n| std::str::from_utf8(&joined[..n]).is_ok());
            skip = end.unwrap_or(held) - held;
            self.utf8_tail_len = 0;
        }
        if self.broken.is_some() {
            return;
        }
        if let Err(e) = std::str::from_utf8(&bytes[skip..]) {
            let at = skip + e.valid_up_to();
            if e.error_len().is_some() {
                self.broken = Some((Reason::Utf8, self.seen + at as u64));
            } else {
                let tail = &bytes[at..];
                self.utf8_tail[..tail.len()].copy_from_slice(tail);
                self.utf8_tail_len = tail.len() as u8;
            }
        }
    }

    /// One byte outside of strings and numbers.
    fn step(&mut self, bytes: &[u8], i: usize) -> usize {
        let byte = bytes[i];
        match self.state {
            State::Escape { key } => {
                match byte {
                    b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => {
                        self.end_surrogate();
                        self.state = State::Str { key };
                    }
                    b'u' => self.state = State::Hex { key, left: 4, code: 0 },
                    _ => self.fail(Reason::Escape, i),
                }
                self.collect(&bytes[i..=i]);
                return i + 1;
            }
            State::Hex { key, left, code } => {
                let Some(digit) = char::from(byte).to_digit(16) else {
                    self.fail(Reason::Escape, i);
                    return i + 1;
                };
                self.collect(&bytes[i..=i]);
                let code = code << 4 | digit as u16;
                if left > 1 {
                    self.state = State::Hex { key, left: left - 1, code };
                } else {
                    self.surrogate(code);
                    self.state = State::Str { key };
                }
                return i + 1;
            }
            State::Word(word, at) => {
                if word[usize::from(at)] != byte {
                    self.fail(Reason::Word, i);
                } else if usize::from(at) + 1 == word.len() {
                    self.sink.scalar(word);
                    self.value_ends();
                } else {
                    self.state = State::Word(word, at + 1);
                }
                return i + 1;
            }
            _ => {}
        }
        if matches!(byte, b' ' | b'\t' | b'\r' | b'\n') {
            return i + 1;
        }
        match self.state {
            State::Value => self.value(byte, i),
            State::FirstItem if byte == b']' => self.container_ends(),
            State::FirstItem => self.value(byte, i),
            State::FirstKey if byte == b'}' => self.container_ends(),
            State::FirstKey | State::Key => self.key_starts(byte, i),
            State::Colon if byte == b':' => {
                self.after_comma = false;
                self.state = State::Value;
            }
            State::Colon => self.fail(Reason::Unexpected(byte, "a colon"), i),
            State::Next => self.next(byte, i),
            State::Done => match byte {
                b'{' | b'[' => {
                    if self.values == 1 {
                        self.second_at = self.seen + i as u64;
                    }
                    self.state = State::Value;
                    self.value(byte, i);
                }
                _ => self.fail(Reason::Trailing(byte), i),
            },
            State::Str { .. }
            | State::Escape { .. }
            | State::Hex { .. }
            | State::Num(_)
            | State::Word(..)
            | State::Failed => {}
        }
        i + 1
    }

    fn value(&mut self, byte: u8, i: usize) {
        match byte {
            b'{' | b'[' => {
                if self.stack.len() >= MAX_DEPTH {
                    self.fail(Reason::Depth, i);
                    return;
                }
                let object = byte == b'{';
                self.stack.push(object);
                self.deepest = self.deepest.max(self.stack.len());
                self.after_comma = false;
                self.sink.open(object);
                self.state = if object { State::FirstKey } else { State::FirstItem };
            }
            b'"' => self.string_starts(false),
            b'-' | b'0'..=b'9' => {
                self.token.clear();
                let n = match byte {
                    b'-' => Num::Minus,
                    b'0' => Num::Zero,
                    _ => Num::Int,
                };
                self.token.push(byte);
                self.state = State::Num(n);
            }
            b't' => self.state = State::Word(b"true", 1),
            b'f' => self.state = State::Word(b"false", 1),
            b'n' => self.state = State::Word(b"null", 1),
            b']' if self.after_comma && self.stack.last() == Some(&false) => {
                self.fail(Reason::TrailingComma(byte), i);
            }
            _ => self.fail(Reason::Unexpected(byte, "a JSON value"), i),
        }
    }

    fn key_starts(&mut self, byte: u8, i: usize) {
        match byte {
            b'"' => self.string_starts(true),
            b'}' if self.after_comma => self.fail(Reason::TrailingComma(byte), i),
            _ => self.fail(Reason::Unexpected(byte, "a key in double quotes"), i),
        }
    }

    fn next(&mut self, byte: u8, i: usize) {
        match (byte, self.stack.last()) {
            (b',', Some(true)) => {
                self.after_comma = true;
                self.state = State::Key;
            }
            (b',', Some(false)) => {
                self.after_comma = true;
                self.state = State::Value;
            }
            (b'}', Some(true)) | (b']', Some(false)) => self.container_ends(),
            (_, Some(true)) => self.fail(Reason::Unexpected(byte, "a comma or `}`"), i),
            _ => self.fail(Reason::Unexpected(byte, "a comma or `]`"), i),
        }
    }

    fn container_ends(&mut self) {
        self.stack.pop();
        self.sink.close();
        self.value_ends();
    }

    fn value_ends(&mut self) {
        self.after_comma = false;
        if self.stack.is_empty() {
            self.values += 1;
            self.state = State::Done;
        } else {
            self.state = State::Next;
        }
    }

    fn string_starts(&mut self, key: bool) {
        self.token.clear();
        self.escaped = false;
        self.token_cut = false;
        self.high_surrogate = false;
        self.collecting = key || self.sink.wants_string();
        self.state = State::Str { key };
    }

    fn in_string(&mut self, bytes: &[u8], i: usize, key: bool) -> usize {
        let rest = &bytes[i..];
        let end = memchr::memchr2(b'"', b'\\', rest).unwrap_or(rest.len());
        let run = &rest[..end];
        if run.iter().any(|&b| b < 0x20) {
            let at = run.iter().position(|&b| b < 0x20).unwrap_or(0);
            self.fail(Reason::Control(run[at]), i + at);
            return bytes.len();
        }
        if !run.is_empty() {
            self.end_surrogate();
        }
        if end == rest.len() {
            self.collect(run);
            return bytes.len();
        }
        if rest[end] == b'\\' {
            self.collect(&rest[..=end]);
            self.escaped = true;
            self.state = State::Escape { key };
            return i + end + 1;
        }
        self.end_surrogate();
        // Most strings lie within one push: hand them over where they stand.
        let whole = self.token.is_empty() && run.len() <= MAX_TOKEN;
        if !whole {
            self.collect(run);
        }
        let token = std::mem::take(&mut self.token);
        let spelling = if whole { run } else { &token[..] };
        let text = Text { spelling, escaped: self.escaped, cut: self.token_cut };
        if key {
            self.sink.key(text);
        } else {
            self.sink.string(self.collecting.then_some(text));
        }
        self.token = token;
        self.token.clear();
        if key {
            self.state = State::Colon;
        } else {
            self.value_ends();
        }
        i + end + 1
    }

    fn collect(&mut self, bytes: &[u8]) {
        if !self.collecting {
            return;
        }
        let room = MAX_TOKEN - self.token.len().min(MAX_TOKEN);
        self.token_cut |= bytes.len() > room;
        self.token.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    fn surrogate(&mut self, code: u16) {
        match code {
            0xd800..=0xdbff => {
                self.end_surrogate();
                self.high_surrogate = true;
            }
            0xdc00..=0xdfff => {
                self.lone_surrogate |= !self.high_surrogate;
                self.high_surrogate = false;
            }
            _ => self.end_surrogate(),
        }
    }

    /// A high surrogate must be followed at once by its low half.
    fn end_surrogate(&mut self) {
        self.lone_surrogate |= std::mem::take(&mut self.high_surrogate);
    }

    fn in_number(&mut self, bytes: &[u8], start: usize, mut n: Num) -> usize {
        for (i, &byte) in bytes.iter().enumerate().skip(start) {
            if let Some(next) = n.next(byte) {
                n = next;
                continue;
            }
            if matches!(byte, b',' | b'}' | b']' | b' ' | b'\t' | b'\r' | b'\n') && n.complete() {
                self.number_ends(&bytes[start..i]);
                return i;
            }
            self.fail(Reason::Number, i);
            return bytes.len();
        }
        let room = MAX_TOKEN - self.token.len().min(MAX_TOKEN);
        let run = &bytes[start..];
        self.token.extend_from_slice(&run[..run.len().min(room)]);
        self.state = State::Num(n);
        bytes.len()
    }

    fn number_ends(&mut self, run: &[u8]) {
        let mut token = std::mem::take(&mut self.token);
        let room = MAX_TOKEN - token.len().min(MAX_TOKEN);
        token.extend_from_slice(&run[..run.len().min(room)]);
        if token.len() > 300 || token.iter().any(|b| matches!(b, b'e' | b'E')) {
            let value = std::str::from_utf8(&token).ok().and_then(|s| s.parse::<f64>().ok());
            self.huge_number |= value.is_some_and(f64::is_infinite);
        }
        self.sink.scalar(&token);
        self.token = token;
        self.token.clear();
        self.value_ends();
    }
}

/// Resolves the escapes of a spelling that the scanner has passed (or cut).
fn unescape(spelling: &[u8]) -> String {
    let mut units: Vec<u16> = Vec::with_capacity(4);
    let mut out = String::with_capacity(spelling.len());
    let flush = |units: &mut Vec<u16>, out: &mut String| {
        if !units.is_empty() {
            out.extend(
                char::decode_utf16(units.drain(..))
                    .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)),
            );
        }
    };
    let mut rest = spelling;
    while !rest.is_empty() {
        let plain = memchr::memchr(b'\\', rest).unwrap_or(rest.len());
        if plain > 0 {
            flush(&mut units, &mut out);
            out.push_str(&String::from_utf8_lossy(&rest[..plain]));
            rest = &rest[plain..];
            continue;
        }
        let Some(&kind) = rest.get(1) else { break };
        if kind == b'u' {
            let code = rest
                .get(2..6)
                .and_then(|h| std::str::from_utf8(h).ok())
                .and_then(|h| u16::from_str_radix(h, 16).ok());
            let Some(code) = code else { break };
            units.push(code);
            rest = &rest[6..];
            continue;
        }
        flush(&mut units, &mut out);
        out.push(match kind {
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            other => char::from(other),
        });
        rest = &rest[2..];
    }
    flush(&mut units, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Debug, Default, Clone, PartialEq)]
    struct Trace(Vec<String>);

    impl Sink for Trace {
        fn open(&mut self, object: bool) {
            self.0.push(if object { "{".into() } else { "[".into() });
        }
        fn close(&mut self) {
            self.0.push("end".into());
        }
        fn key(&mut self, key: Text<'_>) {
            self.0.push(format!("key {}", key.decode()));
        }
        fn wants_string(&self) -> bool {
            true
        }
        fn string(&mut self, text: Option<Text<'_>>) {
            self.0.push(format!("text {}", text.map(|t| t.decode()).unwrap_or_default()));
        }
        fn scalar(&mut self, spelling: &[u8]) {
            self.0.push(String::from_utf8_lossy(spelling).into_owned());
        }
    }

    fn scan(bytes: &[u8]) -> Scanner<Trace> {
        let mut s = Scanner::new(Trace::default());
        s.push(bytes);
        s.end();
        s
    }

    fn broken(bytes: &[u8]) -> (Reason, u64) {
        match scan(bytes).outcome() {
            Outcome::Broken { reason, at } => (reason, at),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn parts_are_handed_over_in_order() {
        let s = scan(br#"{"a":[1,-0.5e3,true,null,"x\u00e9\n"],"b":{}} "#);
        assert_eq!(s.outcome(), Outcome::Complete);
        assert_eq!(
            s.sink.0,
            [
                "{",
                "key a",
                "[",
                "1",
                "-0.5e3",
                "true",
                "null",
                "text x\u{e9}\n",
                "end",
                "key b",
                "{",
                "end",
                "end"
            ]
        );
    }

    #[test]
    fn a_number_at_the_root_ends_with_the_text() {
        let s = scan(b" 12");
        assert_eq!(s.outcome(), Outcome::Complete);
        assert_eq!(s.sink.0, ["12"]);
    }

    #[test]
    fn near_json_is_told_apart() {
        assert_eq!(broken(br#"{"a":1,}"#), (Reason::TrailingComma(b'}'), 7));
        assert_eq!(broken(b"[1,]"), (Reason::TrailingComma(b']'), 3));
        assert_eq!(broken(b"npm WARN"), (Reason::Word, 1));
        assert_eq!(broken(b"{'a':1}"), (Reason::Unexpected(b'\'', "a key in double quotes"), 1));
        assert_eq!(broken(b"{\"a\":\"\0\"}"), (Reason::Control(0), 6));
        assert_eq!(broken(br#""\x""#), (Reason::Escape, 2));
        assert_eq!(broken(b"01 "), (Reason::Number, 1));
        assert_eq!(broken(b"\xef\xbb\xbf{}"), (Reason::ByteOrderMark, 0));
        assert_eq!(broken(b"{\"a\":\"\xff\"}"), (Reason::Utf8, 6));
        assert_eq!(broken(b"{} x"), (Reason::Trailing(b'x'), 3));
        assert_eq!(scan(b" \r").outcome(), Outcome::Empty);
        assert_eq!(scan(b"{} {\"a\":1}{}").outcome(), Outcome::Several { values: 3, second_at: 3 });
        assert_eq!(scan(b"{").outcome(), Outcome::CutOff("an object"));
        assert_eq!(scan(b"[\"a").outcome(), Outcome::CutOff("a string"));
        assert_eq!(scan(b"{\"method\":").outcome(), Outcome::CutOff("an object"));
    }

    #[test]
    fn legal_but_not_portable_is_a_caveat() {
        let caveats = |b: &[u8]| scan(b).caveats().collect::<Vec<_>>();
        assert_eq!(caveats(br#""\ud800""#), [Caveat::LoneSurrogate]);
        assert_eq!(caveats(br#""\ud800\ud800\udc00""#), [Caveat::LoneSurrogate]);
        assert_eq!(caveats(br#""\udc00""#), [Caveat::LoneSurrogate]);
        assert_eq!(caveats(br#""\ud83d\ude00""#), []);
        assert_eq!(caveats(b"[1E400]"), [Caveat::HugeNumber]);
        assert_eq!(caveats(b"[12345678901234567890123,1e2]"), []);
        let deep = [vec![b'['; 200], vec![b']'; 200]].concat();
        assert_eq!(caveats(&deep), [Caveat::Deep]);
    }

    #[test]
    fn nesting_is_followed_a_million_levels_and_no_further() {
        let s = scan(&vec![b'['; MAX_DEPTH + 1]);
        let want = Outcome::Broken { reason: Reason::Depth, at: MAX_DEPTH as u64 };
        assert_eq!(s.outcome(), want);
    }

    #[test]
    fn long_strings_are_cut_not_kept() {
        let text = format!("\"{}\"", "a".repeat(MAX_TOKEN + 10));
        let mut s = Scanner::new(Trace::default());
        for piece in text.as_bytes().chunks(1000) {
            s.push(piece);
        }
        assert_eq!(s.outcome(), Outcome::Complete);
        assert_eq!(s.sink.0[0].len(), "text ".len() + MAX_TOKEN);
    }

    /// Bytes that are JSON often enough, and nearly JSON otherwise.
    fn jsonish() -> impl Strategy<Value = Vec<u8>> {
        let parts: [&[u8]; 20] = [
            b"{",
            b"}",
            b"[",
            b"]",
            b",",
            b":",
            b"\"a\"",
            b"\"\\u00e9\"",
            b"\"\\ud83d\\ude00\"",
            "\"é😀\"".as_bytes(),
            b"1",
            b"-0.5e-3",
            b"0",
            b"true",
            b"null",
            b" ",
            b"\xc3",
            b"\"",
            b"\\",
            b"e1",
        ];
        let part = prop::sample::select(parts.to_vec());
        proptest::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
    }

    fn valid_json() -> impl Strategy<Value = Vec<u8>> {
        let leaf = prop_oneof![
            Just(serde_json::Value::Null),
            any::<bool>().prop_map(Into::into),
            any::<i64>().prop_map(Into::into),
            (-1e300..1e300f64).prop_map(Into::into),
            ".*".prop_map(Into::into),
        ];
        leaf.prop_recursive(4, 32, 5, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..5).prop_map(Into::into),
                proptest::collection::hash_map(".*", inner, 0..5)
                    .prop_map(|m| serde_json::Value::Object(m.into_iter().collect())),
            ]
        })
        .prop_map(|v| serde_json::to_vec(&v).unwrap())
    }

    #[test]
    fn a_broken_character_is_told_as_such_wherever_one_push_ends() {
        for text in [
            &b"[1,3\xe1\x06]"[..],
            b"[\xe1\x80\x06]",
            b"[1,\xf0\x9f\x98",
            b"[\xc3\xa9]",
            b"\xe1x\xff",
        ] {
            let whole = scan(text).outcome();
            for size in 1..text.len() {
                let mut scanner = Scanner::new(Trace::default());
                text.chunks(size).for_each(|piece| scanner.push(piece));
                assert_eq!(scanner.outcome(), whole, "{text:?} in pieces of {size}");
            }
        }
    }

    proptest! {
        #[test]
        fn the_verdict_is_that_of_serde_json(bytes in prop_oneof![jsonish(), valid_json()]) {
            let ours = scan(&bytes).outcome() == Outcome::Complete;
            let theirs = serde_json::from_slice::<&serde_json::value::RawValue>(&bytes).is_ok();
            prop_assert_eq!(ours, theirs, "{}", String::from_utf8_lossy(&bytes));
        }

        #[test]
        fn every_chunking_gives_the_same_parts(
            bytes in prop_oneof![jsonish(), valid_json()],
            size in 1usize..7,
        ) {
            let whole = scan(&bytes);
            let mut s = Scanner::new(Trace::default());
            for piece in bytes.chunks(size) {
                s.push(piece);
            }
            s.end();
            // Where a byte is at fault as text and as JSON, the chunking may decide which is said.
            match (s.outcome(), whole.outcome()) {
                (Outcome::Broken { at: a, .. }, Outcome::Broken { at: b, .. }) => prop_assert_eq!(a, b),
                (a, b) => prop_assert_eq!(a, b),
            }
            if !matches!(whole.outcome(), Outcome::Broken { .. }) {
                prop_assert_eq!(s.sink, whole.sink);
            }
        }

        #[test]
        fn strings_decode_as_serde_json_decodes_them(text in ".*") {
            let spelled = serde_json::to_string(&text).unwrap();
            let want = format!("text {text}");
            let got = scan(spelled.as_bytes()).sink.0;
            prop_assert_eq!(&got[0], &want);
        }

        #[test]
        fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
            let _ = scan(&bytes).outcome();
        }
    }
}
