//! Frames to JSON-RPC messages: kind, method, id, and the two names that every ACP frame is listed by.
//!
//! Reading a frame never fails. What cannot be read is [`Reading::kind`] `Invalid` with the reason as a
//! [`Remark`]; what can be read but is odd keeps its kind and gets remarks. Raw bytes are not kept here and
//! nothing is normalised: this module only describes.
//!
//! It knows JSON-RPC 2.0 and where `sessionId` and `sessionUpdate` stand; which methods exist and what they
//! mean is not its business.

use std::collections::HashSet;
use std::fmt;

use super::json::{Caveat, Outcome, Reason, Scanner, Sink, Text};
use super::tree::{self, Members, Value};

/// Names longer than this are cut when they are listed (the raw frame keeps them).
const MAX_NAME: usize = 512;
/// Messages of a batch that are described one by one.
const MAX_BATCH: usize = 10_000;
/// Keys of one object among which duplicates are looked for.
const MAX_KEYS: usize = 100_000;

/// The `id` of a request or response. Two ids are the same if type and value are: `1`, `"1"` and `1.0`
/// are three different ids, `"1"` and `"\u0031"` are one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum RequestId {
    /// A number, as it was spelled.
    Number(String),
    /// A string, escapes resolved.
    Text(String),
    /// `null`.
    Null,
}

impl RequestId {
    /// The id as JSON text.
    #[must_use]
    pub fn to_json(&self) -> String {
        match self {
            RequestId::Number(spelling) => spelling.clone(),
            RequestId::Text(text) => serde_json::Value::String(text.clone()).to_string(),
            RequestId::Null => "null".to_owned(),
        }
    }

    /// The id whose JSON text this is; `None` for anything that [`RequestId::to_json`] does not give.
    #[must_use]
    pub fn from_json(json: &str) -> Option<RequestId> {
        match json.as_bytes().first()? {
            b'"' => serde_json::from_str(json).ok().map(RequestId::Text),
            b'n' => Some(RequestId::Null),
            _ => Some(RequestId::Number(json.to_owned())),
        }
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_json())
    }
}

/// What kind of JSON-RPC message a frame is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Kind {
    /// Not a JSON-RPC message.
    #[default]
    Invalid,
    /// `method` and `id`: asks for a response.
    Request,
    /// `id` and `result`.
    Response,
    /// `error`: a response that reports a failure.
    Error,
    /// `method` without `id`.
    Notification,
    /// A JSON array of messages.
    Batch,
}

impl Kind {
    /// The word for it in the database, the filter language and on the page.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Kind::Invalid => "invalid",
            Kind::Request => "request",
            Kind::Response => "response",
            Kind::Error => "error",
            Kind::Notification => "notification",
            Kind::Batch => "batch",
        }
    }

    /// A response of either outcome.
    #[must_use]
    pub fn answers(self) -> bool {
        matches!(self, Kind::Response | Kind::Error)
    }
}

/// One JSON-RPC message as far as lists, pairing and filters need it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Message {
    /// What it is.
    pub kind: Kind,
    /// `method`.
    pub method: Option<String>,
    /// `id`.
    pub id: Option<RequestId>,
    /// `params.sessionId`, or `result.sessionId`.
    pub session: Option<String>,
    /// `params.update.sessionUpdate`.
    pub update: Option<String>,
}

/// A whole frame, read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reading {
    /// The message; for a batch only its kind is set.
    pub message: Message,
    /// The messages of a batch, the first ten thousand of them.
    pub batch: Vec<Message>,
    /// What is odd about the frame's form, most important first.
    pub remarks: Vec<Remark>,
    /// The JSON ends before it is complete, so that the next line may continue it.
    pub cut_off: bool,
}

/// Something odd about the form of a frame, worded by its `Display`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remark {
    /// Nothing but white space.
    Blank,
    /// Not JSON.
    NotJson {
        /// Why.
        reason: Reason,
        /// At which byte.
        at: u64,
        /// What it looks like instead.
        looks_like: Option<&'static str>,
    },
    /// Two or more JSON values on one line.
    SeveralValues {
        /// How many.
        values: u32,
        /// Where the second begins.
        second_at: u64,
    },
    /// The JSON ends inside of this.
    CutOff(&'static str),
    /// Legal, but many parsers refuse it.
    NotPortable(Caveat),
    /// JSON, but neither an object nor an array.
    NotAnObject,
    /// An object without `method`, `result` and `error`.
    NotAMessage,
    /// `jsonrpc` is missing or not `"2.0"`.
    Version,
    /// Members that exclude each other.
    Both(&'static str, &'static str),
    /// `method` is not a string.
    MethodType,
    /// `params` is neither object nor array.
    ParamsType,
    /// `id` is neither string, number nor null.
    IdType,
    /// A response without `id`.
    NoId,
    /// The same key twice in one object.
    DuplicateKey(String),
    /// A JSON array: a batch, which ACP does not use.
    Batch {
        /// Messages in it.
        messages: usize,
    },
    /// A message of a batch has a remark of its own; counted from 1.
    InBatch(usize, Box<Remark>),
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Remark::Blank => f.write_str("a blank line; every line must be one JSON message"),
            Remark::NotJson { reason, at, looks_like } => {
                write!(f, "not JSON: {reason}, at byte {at}")?;
                match looks_like {
                    Some(what) => write!(f, "; it looks like {what}"),
                    None => Ok(()),
                }
            }
            Remark::SeveralValues { values, second_at } => write!(
                f,
                "{values} JSON values on one line, the second begins at byte {second_at}; \
                 each message must be a line of its own"
            ),
            Remark::CutOff(inside) => write!(
                f,
                "the JSON ends inside {inside}: cut off, or one message printed over several lines"
            ),
            Remark::NotPortable(caveat) => {
                write!(f, "legal JSON, but many parsers refuse it: it holds {caveat}")
            }
            Remark::NotAnObject => {
                f.write_str("JSON, but not an object; a JSON-RPC message is an object")
            }
            Remark::NotAMessage => f.write_str(
                "a JSON object that is no JSON-RPC message: it has neither method, result nor error",
            ),
            Remark::Version => f.write_str("the member jsonrpc must be there and be \"2.0\""),
            Remark::Both(a, b) => write!(f, "has both {a} and {b}, which exclude each other"),
            Remark::MethodType => f.write_str("method is not a string"),
            Remark::ParamsType => f.write_str("params is neither an object nor an array"),
            Remark::IdType => f.write_str("id is neither a string, a number nor null"),
            Remark::NoId => f.write_str("a response without id answers no request"),
            Remark::DuplicateKey(key) => write!(
                f,
                "the key {key:?} stands twice in one object; parsers differ in which one they take"
            ),
            Remark::Batch { messages } => write!(
                f,
                "a JSON-RPC batch of {messages} messages; ACP sends each message as a line of its own"
            ),
            Remark::InBatch(n, remark) => write!(f, "message {n} of the batch: {remark}"),
        }
    }
}

/// Reads a frame, in one piece or several.
#[derive(Debug, Clone)]
pub struct Reader {
    scanner: Scanner<Envelope>,
    /// The first bytes of the frame, to tell what it looks like if it is not JSON.
    head: [u8; 16],
    head_len: u8,
}

impl Default for Reader {
    fn default() -> Self {
        Self::new()
    }
}

impl Reader {
    /// A reader before the first byte of a frame.
    #[must_use]
    pub fn new() -> Reader {
        Reader { scanner: Scanner::new(Envelope::default()), head: [0; 16], head_len: 0 }
    }

    /// The next bytes of the frame.
    pub fn push(&mut self, bytes: &[u8]) {
        let room = self.head.len() - usize::from(self.head_len);
        if room > 0 {
            let take = room.min(bytes.len());
            let at = usize::from(self.head_len);
            self.head[at..at + take].copy_from_slice(&bytes[..take]);
            self.head_len += take as u8;
        }
        self.scanner.push(bytes);
    }

    /// How the JSON stands after the bytes so far.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.scanner.outcome()
    }

    /// The frame ends here: what it is.
    #[must_use]
    pub fn finish(mut self) -> Reading {
        self.scanner.end();
        let head = &self.head[..usize::from(self.head_len)];
        let mut reading = Reading::default();
        match self.scanner.outcome() {
            Outcome::Complete => {}
            Outcome::Empty => reading.remarks.push(Remark::Blank),
            Outcome::Several { values, second_at } => {
                reading.remarks.push(Remark::SeveralValues { values, second_at });
            }
            Outcome::CutOff(inside) => {
                reading.cut_off = true;
                reading.remarks.push(Remark::CutOff(inside));
            }
            Outcome::Broken { reason, at } => {
                let looks_like = looks_like(head, reason, at);
                reading.remarks.push(Remark::NotJson { reason, at, looks_like });
            }
        }
        if !reading.remarks.is_empty() {
            return reading;
        }
        let caveats: Vec<Caveat> = self.scanner.caveats().collect();
        self.scanner.sink.describe(&mut reading);
        reading.remarks.extend(caveats.into_iter().map(Remark::NotPortable));
        reading
    }
}

/// Reads a frame that is in memory.
#[must_use]
pub fn read(frame: &[u8]) -> Reading {
    let mut reader = Reader::new();
    reader.push(frame);
    reader.finish()
}

/// Reads a frame that is in memory and gives its tree, too, if it is an object or a list and can be held.
///
/// The reading is the one that [`read`] gives. Most frames are plain objects; those are read off their tree,
/// and only what has something odd about it is scanned as well.
#[must_use]
pub fn parse(frame: &[u8]) -> (Reading, Option<Value<'_>>) {
    let Some(tree) = tree::parse(frame) else {
        let reading = read(frame);
        let value = mended(frame, &reading);
        return (reading, value);
    };
    if let (Value::Object(members), false) = (&tree.value, tree.has_duplicates)
        && let Some(draft) = Draft::of(members)
    {
        let mut reading = Reading::default();
        reading.message = draft.describe(&mut reading.remarks);
        return (reading, Some(tree.value));
    }
    (read(frame), container(tree.value))
}

/// The tree of a frame that was read, if it is an object or a list and can be held.
#[must_use]
pub fn tree<'f>(frame: &'f [u8], reading: &Reading) -> Option<Value<'f>> {
    match tree::parse(frame) {
        Some(tree) => container(tree.value),
        None => mended(frame, reading),
    }
}

/// The value of a frame, whatever JSON it is, read as generously as [`parse`] does.
#[must_use]
pub fn value(frame: &[u8]) -> Option<serde_json::Value> {
    let mended = || mended(frame, &read(frame)).map(|value| value.to_json());
    serde_json::from_slice(frame).ok().or_else(mended)
}

/// Programs that cut texts between the halves of a surrogate pair are many: what they send is read with the
/// half replaced, as most readers do.
fn mended(frame: &[u8], reading: &Reading) -> Option<Value<'static>> {
    if !reading.remarks.contains(&Remark::NotPortable(Caveat::LoneSurrogate)) {
        return None;
    }
    let mended = tree::without_lone_surrogates(frame);
    container(tree::parse(&mended)?.value).map(Value::into_owned)
}

fn container(value: Value<'_>) -> Option<Value<'_>> {
    (value.is_object() || value.is_array()).then_some(value)
}

fn looks_like(head: &[u8], reason: Reason, at: u64) -> Option<&'static str> {
    let lower = head.to_ascii_lowercase();
    if lower.starts_with(b"content-length") || lower.starts_with(b"content-type") {
        return Some("a header of the Language Server Protocol; ACP has no headers");
    }
    match reason {
        Reason::Unexpected(b'\'', _) => Some("JavaScript or Python: JSON wants double quotes"),
        Reason::Unexpected(b'/', _) => Some("a comment; JSON has none"),
        Reason::Unexpected(b'N' | b'I' | b'T' | b'F' | b'u', "a JSON value") if at > 0 => {
            Some("NaN, Infinity, True, None or undefined; JSON has none of them")
        }
        Reason::Unexpected(0x1b, _) => Some("coloured text for a terminal"),
        Reason::Unexpected(..) | Reason::Word | Reason::Number if at < 8 => {
            Some("plain text; logs belong on stderr")
        }
        _ => None,
    }
}

/// Where in the message a container stands, as far as it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Batch,
    Message,
    Params,
    Update,
    Result,
    Elsewhere,
}

/// What the next value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Member {
    Root,
    Item,
    Version,
    Id,
    Method,
    Params,
    Result,
    Error,
    ParamsSession,
    Update,
    Variant,
    ResultSession,
    Other,
}

#[derive(Debug, Clone, Default)]
struct Draft {
    version: bool,
    method: Option<String>,
    id: Option<RequestId>,
    has_method: bool,
    has_id: bool,
    has_result: bool,
    has_error: bool,
    bad_id: bool,
    bad_params: bool,
    params_session: Option<String>,
    result_session: Option<String>,
    update: Option<String>,
    duplicate: Option<String>,
}

/// Collects the envelope while the scanner runs.
#[derive(Debug, Clone)]
struct Envelope {
    places: Vec<Place>,
    member: Member,
    /// Hashes of the keys of all open objects, and where each object's begin.
    keys: Vec<u64>,
    starts: Vec<usize>,
    /// Hashes of the innermost object's keys once they are many.
    many: Option<(usize, HashSet<u64>)>,
    is_batch: bool,
    batch_len: usize,
    not_an_object: bool,
    draft: Draft,
    done: Vec<Draft>,
}

impl Default for Envelope {
    fn default() -> Self {
        Envelope {
            places: Vec::new(),
            member: Member::Root,
            keys: Vec::new(),
            starts: Vec::new(),
            many: None,
            is_batch: false,
            batch_len: 0,
            not_an_object: false,
            draft: Draft::default(),
            done: Vec::new(),
        }
    }
}

impl Envelope {
    fn place(&self) -> Option<Place> {
        self.places.last().copied()
    }

    /// A value that is neither object nor array where one of the envelope's members stands.
    fn leaf(&mut self) {
        match self.member {
            Member::Root => self.not_an_object = true,
            Member::Item => {
                self.batch_len += 1;
                if self.done.len() < MAX_BATCH {
                    self.done.push(Draft::default());
                }
            }
            Member::Params => self.draft.bad_params = true,
            _ => {}
        }
    }

    /// Notes a key and finds out whether the object had it before.
    fn note_key(&mut self, key: Text<'_>) {
        let hash =
            if key.escaped { key_hash(key.decode().as_bytes()) } else { key_hash(key.spelling) };
        let start = self.starts.last().copied().unwrap_or(0);
        let held = self.keys.len() - start;
        if held >= MAX_KEYS {
            return;
        }
        let depth = self.starts.len();
        let seen = if held < 32 {
            self.keys[start..].contains(&hash)
        } else {
            if self.many.as_ref().is_none_or(|(of, _)| *of != depth) {
                self.many = Some((depth, self.keys[start..].iter().copied().collect()));
            }
            self.many.as_mut().is_some_and(|(_, set)| !set.insert(hash))
        };
        if seen {
            if self.draft.duplicate.is_none() && !key.cut {
                self.draft.duplicate = Some(cut(key.decode()));
            }
        } else {
            self.keys.push(hash);
        }
    }

    fn describe(mut self, reading: &mut Reading) {
        if self.not_an_object {
            reading.remarks.push(Remark::NotAnObject);
            return;
        }
        if !self.is_batch {
            let draft = self.done.pop().unwrap_or_default();
            reading.message = draft.describe(&mut reading.remarks);
            return;
        }
        reading.message.kind = Kind::Batch;
        reading.remarks.push(Remark::Batch { messages: self.batch_len });
        for (i, draft) in self.done.into_iter().enumerate() {
            let mut remarks = Vec::new();
            reading.batch.push(draft.describe(&mut remarks));
            reading
                .remarks
                .extend(remarks.into_iter().map(|r| Remark::InBatch(i + 1, Box::new(r))));
        }
    }
}

/// Tells keys of one object apart. A general hasher would cost more than the rest of the reading.
fn key_hash(key: &[u8]) -> u64 {
    const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut hash = key.len() as u64;
    for chunk in key.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let product = u128::from(hash ^ u64::from_le_bytes(word) ^ MIX) * u128::from(MIX | 1);
        hash = (product >> 64) as u64 ^ product as u64;
    }
    hash
}

impl Draft {
    /// The envelope of a message that serde_json reads and that has no key twice; `None` if its id must be
    /// taken from the text: a fraction's spelling is not in the tree, and a huge text is cut.
    fn of(members: &Members<'_>) -> Option<Draft> {
        let mut d = Draft::default();
        for (key, value) in members {
            match key {
                "jsonrpc" => d.version = *value == "2.0",
                "id" => {
                    d.has_id = true;
                    d.id = match value {
                        Value::Null => Some(RequestId::Null),
                        Value::Number(n) if n.is_f64() => return None,
                        Value::Number(n) => Some(RequestId::Number(n.to_string())),
                        Value::String(text) if text.len() > MAX_NAME => return None,
                        Value::String(text) => Some(RequestId::Text(text.as_ref().to_owned())),
                        _ => None,
                    };
                    d.bad_id = d.id.is_none();
                }
                "method" => {
                    d.has_method = true;
                    d.method = listed(value);
                }
                "params" => {
                    d.bad_params = !value.is_object() && !value.is_array();
                    d.params_session = value.get("sessionId").and_then(listed);
                    let update = value.get("update");
                    d.update = update.and_then(|u| u.get("sessionUpdate")).and_then(listed);
                }
                "result" => {
                    d.has_result = true;
                    d.result_session = value.get("sessionId").and_then(listed);
                }
                "error" => d.has_error = true,
                _ => {}
            }
        }
        Some(d)
    }

    fn describe(self, remarks: &mut Vec<Remark>) -> Message {
        let answer = if self.has_error { Kind::Error } else { Kind::Response };
        let kind = match (&self.method, self.has_result || self.has_error) {
            (Some(_), _) if self.has_id => Kind::Request,
            (Some(_), _) => Kind::Notification,
            (None, true) => answer,
            (None, false) => Kind::Invalid,
        };
        if kind == Kind::Invalid {
            remarks.push(if self.has_method { Remark::MethodType } else { Remark::NotAMessage });
        } else {
            if self.has_method && self.method.is_none() {
                remarks.push(Remark::MethodType);
            }
            if self.has_result && self.has_error {
                remarks.push(Remark::Both("result", "error"));
            }
            if self.has_method && self.has_result {
                remarks.push(Remark::Both("method", "result"));
            }
            if self.has_method && self.has_error {
                remarks.push(Remark::Both("method", "error"));
            }
            if kind.answers() && !self.has_id {
                remarks.push(Remark::NoId);
            }
            if !self.version {
                remarks.push(Remark::Version);
            }
        }
        if self.bad_id {
            remarks.push(Remark::IdType);
        }
        if self.bad_params && self.has_method {
            remarks.push(Remark::ParamsType);
        }
        if let Some(key) = self.duplicate {
            remarks.push(Remark::DuplicateKey(key));
        }
        Message {
            kind,
            method: self.method,
            id: self.id,
            session: self.params_session.or(self.result_session),
            update: self.update,
        }
    }
}

impl Sink for Envelope {
    fn open(&mut self, object: bool) {
        let place = match (self.member, object) {
            (Member::Root | Member::Item, true) => {
                self.draft = Draft::default();
                Place::Message
            }
            (Member::Root, false) => {
                self.is_batch = true;
                Place::Batch
            }
            (Member::Params, true) => Place::Params,
            (Member::Result, true) => Place::Result,
            (Member::Update, true) => Place::Update,
            (Member::Id, _) => {
                self.draft.bad_id = true;
                Place::Elsewhere
            }
            (Member::Item, false) => {
                self.leaf();
                Place::Elsewhere
            }
            _ => Place::Elsewhere,
        };
        self.places.push(place);
        self.starts.push(self.keys.len());
        self.member = if place == Place::Batch { Member::Item } else { Member::Other };
    }

    fn close(&mut self) {
        let place = self.places.pop();
        if let Some(start) = self.starts.pop() {
            self.keys.truncate(start);
        }
        self.many = None;
        if place == Some(Place::Message) {
            let draft = std::mem::take(&mut self.draft);
            self.batch_len += 1;
            if self.done.len() < MAX_BATCH {
                self.done.push(draft);
            }
        }
        self.member = if self.place() == Some(Place::Batch) { Member::Item } else { Member::Other };
    }

    fn key(&mut self, key: Text<'_>) {
        self.note_key(key);
        let place = self.place();
        if !matches!(place, Some(Place::Message | Place::Params | Place::Update | Place::Result)) {
            self.member = Member::Other;
            return;
        }
        let decoded;
        let name = if key.escaped {
            decoded = key.decode();
            decoded.as_bytes()
        } else {
            key.spelling
        };
        let d = &mut self.draft;
        self.member = match (place, name) {
            (Some(Place::Message), b"jsonrpc") => Member::Version,
            (Some(Place::Message), b"id") => {
                d.has_id = true;
                d.id = None;
                Member::Id
            }
            (Some(Place::Message), b"method") => {
                d.has_method = true;
                d.method = None;
                Member::Method
            }
            (Some(Place::Message), b"params") => {
                d.params_session = None;
                d.update = None;
                Member::Params
            }
            (Some(Place::Message), b"result") => {
                d.has_result = true;
                d.result_session = None;
                Member::Result
            }
            (Some(Place::Message), b"error") => {
                d.has_error = true;
                Member::Error
            }
            (Some(Place::Params), b"sessionId") => Member::ParamsSession,
            (Some(Place::Params), b"update") => Member::Update,
            (Some(Place::Update), b"sessionUpdate") => Member::Variant,
            (Some(Place::Result), b"sessionId") => Member::ResultSession,
            _ => Member::Other,
        };
    }

    fn wants_string(&self) -> bool {
        !matches!(self.member, Member::Other | Member::Root | Member::Item | Member::Error)
    }

    fn string(&mut self, text: Option<Text<'_>>) {
        self.leaf();
        let Some(text) = text else { return };
        let d = &mut self.draft;
        match self.member {
            Member::Version => d.version = text.decode() == "2.0",
            Member::Id => d.id = Some(RequestId::Text(text.decode())),
            Member::Method => d.method = Some(cut(text.decode())),
            Member::ParamsSession => d.params_session = Some(cut(text.decode())),
            Member::ResultSession => d.result_session = Some(cut(text.decode())),
            Member::Variant => d.update = Some(cut(text.decode())),
            _ => {}
        }
    }

    fn scalar(&mut self, spelling: &[u8]) {
        self.leaf();
        if self.member == Member::Id {
            let text = String::from_utf8_lossy(spelling);
            match spelling.first() {
                Some(b'n') => self.draft.id = Some(RequestId::Null),
                Some(b't' | b'f') => self.draft.bad_id = true,
                _ => self.draft.id = Some(RequestId::Number(text.into_owned())),
            }
        }
    }
}

/// A name as it is listed, if it is a text.
fn listed(value: &Value<'_>) -> Option<String> {
    value.as_str().map(|text| cut(text.to_owned()))
}

/// Cuts a name that is too long to be listed, at a character.
fn cut(mut name: String) -> String {
    if name.len() > MAX_NAME {
        let mut end = MAX_NAME;
        while !name.is_char_boundary(end) {
            end -= 1;
        }
        name.truncate(end);
        name.push('…');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn remarks(frame: &str) -> Vec<String> {
        read(frame.as_bytes()).remarks.iter().map(ToString::to_string).collect()
    }

    fn kind(frame: &str) -> Kind {
        read(frame.as_bytes()).message.kind
    }

    #[test]
    fn the_four_kinds() {
        assert_eq!(kind(r#"{"jsonrpc":"2.0","id":1,"method":"a"}"#), Kind::Request);
        assert_eq!(kind(r#"{"jsonrpc":"2.0","id":null,"method":"a"}"#), Kind::Request);
        assert_eq!(kind(r#"{"jsonrpc":"2.0","method":"a"}"#), Kind::Notification);
        assert_eq!(kind(r#"{"jsonrpc":"2.0","id":1,"result":null}"#), Kind::Response);
        assert_eq!(kind(r#"{"jsonrpc":"2.0","id":1,"error":{"code":1}}"#), Kind::Error);
    }

    #[test]
    fn names_are_found_wherever_their_keys_stand() {
        let r = read(
            br#"{"params":{"update":{"x":{"sessionUpdate":"no"},"sessionUpdate":"plan"},"sessionId":"s"},
                "method":"session\/update","jsonrpc":"2.0"}"#,
        );
        assert_eq!(r.message.method.as_deref(), Some("session/update"));
        assert_eq!(r.message.session.as_deref(), Some("s"));
        assert_eq!(r.message.update.as_deref(), Some("plan"));
        assert!(r.remarks.is_empty());
        let r = read(br#"{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s9"}}"#);
        assert_eq!(r.message.session.as_deref(), Some("s9"));
        let r = read(br#"{"jsonrpc":"2.0","method":"a","params":{"x":{"sessionId":"deeper"}}}"#);
        assert_eq!(r.message.session, None);
    }

    #[test]
    fn ids_keep_their_type_and_spelling() {
        let id = |frame: &str| read(frame.as_bytes()).message.id.map(|id| id.to_json());
        assert_eq!(id(r#"{"id":1,"method":"a"}"#).as_deref(), Some("1"));
        assert_eq!(id(r#"{"id":"1","method":"a"}"#).as_deref(), Some("\"1\""));
        assert_eq!(id(r#"{"id":"\u0031","method":"a"}"#).as_deref(), Some("\"1\""));
        assert_eq!(id(r#"{"id":1.0,"method":"a"}"#).as_deref(), Some("1.0"));
        assert_eq!(id(r#"{"id":null,"method":"a"}"#).as_deref(), Some("null"));
        assert_eq!(id(r#"{"method":"a"}"#), None);
        assert_eq!(
            id(r#"{"id":12345678901234567890123,"method":"a"}"#).as_deref(),
            Some("12345678901234567890123")
        );
        for json in ["1", "\"1\"", "1.0", "null", "\"\\n\""] {
            assert_eq!(RequestId::from_json(json).unwrap().to_json(), json);
        }
    }

    #[test]
    fn odd_forms_are_described_in_words() {
        let cases: &[(&str, &str)] = &[
            ("", "a blank line; every line must be one JSON message"),
            ("\r", "a blank line; every line must be one JSON message"),
            (
                "npm WARN deprecated",
                "not JSON: a word that is not true, false or null, at byte 1; \
                 it looks like plain text; logs belong on stderr",
            ),
            (
                "Content-Length: 52",
                "not JSON: found `C` where a JSON value must stand, at byte 0; \
                 it looks like a header of the Language Server Protocol; ACP has no headers",
            ),
            (
                r#"{"jsonrpc":"2.0","method":"a",}"#,
                "not JSON: trailing comma before `}`, which JSON does not allow, at byte 30",
            ),
            (
                r#"{"jsonrpc":"2.0","method":"a"}{"jsonrpc":"2.0","method":"b"}"#,
                "2 JSON values on one line, the second begins at byte 30; \
                 each message must be a line of its own",
            ),
            (
                r#"{"jsonrpc":"2.0","#,
                "the JSON ends inside an object: cut off, or one message printed over several lines",
            ),
            ("7", "JSON, but not an object; a JSON-RPC message is an object"),
            (
                r#"{"jsonrpc":"2.0","id":1}"#,
                "a JSON object that is no JSON-RPC message: it has neither method, result nor error",
            ),
            (r#"{"method":"a"}"#, "the member jsonrpc must be there and be \"2.0\""),
            (r#"{"jsonrpc":"2.0","method":7}"#, "method is not a string"),
            (
                r#"{"jsonrpc":"2.0","id":[1],"method":"a"}"#,
                "id is neither a string, a number nor null",
            ),
            (
                r#"{"jsonrpc":"2.0","id":true,"method":"a"}"#,
                "id is neither a string, a number nor null",
            ),
            (
                r#"{"jsonrpc":"2.0","method":"a","params":3}"#,
                "params is neither an object nor an array",
            ),
            (r#"{"jsonrpc":"2.0","result":3}"#, "a response without id answers no request"),
            (
                r#"{"jsonrpc":"2.0","id":1,"result":3,"error":{}}"#,
                "has both result and error, which exclude each other",
            ),
            (
                r#"{"jsonrpc":"2.0","method":"a","params":{"k":1,"\u006b":2}}"#,
                "the key \"k\" stands twice in one object; parsers differ in which one they take",
            ),
            (
                r#"{"jsonrpc":"2.0","method":"a","params":["\ud800"]}"#,
                "legal JSON, but many parsers refuse it: it holds half of a surrogate pair (such as \\ud800)",
            ),
            (
                r#"{'a':1}"#,
                "not JSON: found `'` where a key in double quotes must stand, at byte 1; \
                 it looks like JavaScript or Python: JSON wants double quotes",
            ),
        ];
        for (frame, want) in cases {
            assert_eq!(remarks(frame), [*want], "{frame}");
        }
    }

    #[test]
    fn what_is_in_order_has_no_remark() {
        for frame in [
            r#"{"jsonrpc":"2.0","method":"a","params":[1,"a",{"a":1},{"a":2}]}"#,
            "{\"jsonrpc\":\"2.0\",\"method\":\"a\"}\r",
            r#"{"jsonrpc":"2.0","id":"x","method":"a","params":{"id":1,"params":{"id":2}}}"#,
            "{\"jsonrpc\":\"2.0\",\"method\":\"a\",\"params\":{\"t\":\"\u{2028}\"}}",
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"m"},"extra":1}"#,
        ] {
            assert!(remarks(frame).is_empty(), "{frame} {:?}", remarks(frame));
        }
    }

    #[test]
    fn duplicates_are_found_among_many_keys_and_in_nested_objects() {
        let many: Vec<String> = (0..100).map(|i| format!("\"k{i}\":{{\"a\":{i}}}")).collect();
        let frame = |extra: &str| {
            format!(r#"{{"jsonrpc":"2.0","method":"a","params":{{{}{extra}}}}}"#, many.join(","))
        };
        assert!(remarks(&frame("")).is_empty());
        assert_eq!(remarks(&frame(r#","k50":1"#)).len(), 1);
        assert_eq!(remarks(&frame(r#","z":{"q":1,"q":2}"#)).len(), 1);
    }

    #[test]
    fn a_batch_is_taken_apart() {
        let r = read(
            br#"[{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","id":2,"result":{}},3]"#,
        );
        assert_eq!(r.message.kind, Kind::Batch);
        let kinds: Vec<Kind> = r.batch.iter().map(|m| m.kind).collect();
        assert_eq!(kinds, [Kind::Request, Kind::Response, Kind::Invalid]);
        assert_eq!(r.remarks[0], Remark::Batch { messages: 3 });
        assert_eq!(r.remarks[1], Remark::InBatch(3, Box::new(Remark::NotAMessage)));
    }

    #[test]
    fn the_last_of_two_equal_keys_counts_as_in_most_parsers() {
        let r = read(br#"{"jsonrpc":"2.0","method":"a","method":"b","id":1,"id":2}"#);
        assert_eq!(r.message.method.as_deref(), Some("b"));
        assert_eq!(r.message.id, Some(RequestId::Number("2".into())));
    }

    /// Messages of every kind, in order and not, some of them bent until they are no JSON.
    fn frames() -> impl Strategy<Value = String> {
        let values = [
            "null",
            "true",
            "1",
            "-0",
            "1.0",
            "12345678901234567890123",
            "1e999",
            "\"a\"",
            "\"2.0\"",
            "\"2\\u002e0\"",
            "\"\\ud800\"",
            "[]",
            "{}",
            "[{\"a\":1,\"a\":2}]",
            "{\"sessionId\":\"s\",\"update\":{\"sessionUpdate\":\"u\"}}",
            "{\"sessionId\":7,\"update\":{\"sessionUpdate\":\"u\"},\"update\":3}",
            "{\"update\":[\"sessionUpdate\"],\"sessionId\":\"s\"}",
        ];
        let keys = ["jsonrpc", "id", "method", "params", "result", "error", "\\u0069d", "other"];
        let member = (prop::sample::select(keys.to_vec()), prop::sample::select(values.to_vec()));
        let members = proptest::collection::vec(member, 0..6);
        (members, "[ \\[]{0,2}", "[ \r}x]{0,2}").prop_map(|(members, head, tail)| {
            let members: Vec<_> = members.iter().map(|(k, v)| format!("\"{k}\":{v}")).collect();
            format!("{head}{{{}}}{tail}", members.join(","))
        })
    }

    proptest! {
        #[test]
        fn what_is_read_off_the_tree_is_what_the_scanner_finds(frame in frames()) {
            let (reading, value) = parse(frame.as_bytes());
            prop_assert_eq!(&reading, &read(frame.as_bytes()));
            let value_again = tree(frame.as_bytes(), &reading);
            prop_assert_eq!(&value, &value_again);
            if let Ok(theirs) = serde_json::from_str::<serde_json::Value>(&frame) {
                prop_assert_eq!(value.map(|value| value.to_json()), Some(theirs));
            }
        }
    }

    #[test]
    fn a_lone_surrogate_costs_the_character_only() {
        let frame = br#"{"jsonrpc":"2.0","method":"a","params":{"t":"x\ud83d"}}"#;
        let (reading, value) = parse(frame);
        assert_eq!(reading.remarks, [Remark::NotPortable(Caveat::LoneSurrogate)]);
        assert_eq!(value.unwrap().to_json()["params"]["t"], "x\u{fffd}");
        assert_eq!(super::value(frame).unwrap()["params"]["t"], "x\u{fffd}");
        assert_eq!(super::value(b"[5"), None);
    }

    #[test]
    fn long_names_and_ids_are_the_same_either_way() {
        for size in [500, 600, 70_000] {
            let long = "é\\n".repeat(size);
            let frame = format!(
                r#"{{"jsonrpc":"2.0","id":"{long}","method":"{long}","params":{{"sessionId":"{long}"}}}}"#
            );
            assert_eq!(parse(frame.as_bytes()).0, read(frame.as_bytes()));
        }
    }
}
