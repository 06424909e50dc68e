//! Secrets out of frames that are to be shared.
//!
//! Twice over the frames: a [`Collector`] learns what is secret, by where it stands (headers, environment values,
//! members whose name says so), by its form, and by the user's own patterns; then a [`Redactor`] replaces it
//! wherever it occurs, the same secret by the same placeholder. Only the inside of JSON strings changes, so that a
//! frame keeps its form, and what stands at `method`, `type` and their like is left: rules and timeline see the
//! same conversation. A secret that an agent streams in pieces is found, too.

mod literals;
mod shapes;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};
use regex::Regex;

use super::rules::text;

use literals::{Literal, Role, Text, literals};

/// What a secret is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Value of an environment variable that a process is given.
    Env,
    /// Value of an HTTP header.
    Header,
    /// Private key.
    Key,
    /// Name and password in an address.
    Login,
    /// Found by the user's own pattern.
    Pattern,
    /// Value of something whose name says that it is secret.
    Secret,
    /// Credential of a well-known kind.
    Token,
    /// Name of a user of the machine.
    User,
}

impl Kind {
    /// As it stands in placeholders.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Kind::Env => "env",
            Kind::Header => "header",
            Kind::Key => "key",
            Kind::Login => "login",
            Kind::Pattern => "pattern",
            Kind::Secret => "secret",
            Kind::Token => "token",
            Kind::User => "user",
        }
    }
}

/// Where something stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// What is told of the recording itself.
    Header,
    /// A frame, by its number.
    Frame(u32),
    /// A line of stderr, counted from 1.
    Stderr(u64),
}

/// What is known beforehand.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// Home directories.
    pub homes: Vec<String>,
    /// Names of users.
    pub users: Vec<String>,
    /// The user's own patterns: the first group, or all of a match.
    pub patterns: Vec<Regex>,
}

/// One secret in the summary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redacted {
    /// What stands in its place.
    pub placeholder: String,
    /// How often it was replaced.
    pub times: u64,
    /// Where, in order, each place once.
    pub places: Vec<Place>,
}

/// What all placeholders begin with.
const MARK: &str = "REDACTED-";
/// Members whose values steer the conversation: only what has the form of a secret is replaced there.
const STEERING: &[&str] = &[
    "jsonrpc",
    "kind",
    "method",
    "outcome",
    "protocolVersion",
    "role",
    "sessionUpdate",
    "status",
    "stopReason",
    "type",
];
/// Names that are no one's: replaced in paths only.
const NOBODY: &[&str] = &[
    "admin",
    "agent",
    "app",
    "build",
    "client",
    "code",
    "coder",
    "codespace",
    "data",
    "debug",
    "demo",
    "dev",
    "developer",
    "docker",
    "git",
    "guest",
    "home",
    "local",
    "main",
    "me",
    "node",
    "nobody",
    "project",
    "public",
    "root",
    "runner",
    "server",
    "shared",
    "src",
    "test",
    "tester",
    "tmp",
    "ubuntu",
    "user",
    "username",
    "users",
    "vagrant",
    "vscode",
    "work",
    "workspace",
    "you",
    "yourname",
];
/// A streamed run of text is searched when it has grown to this.
const RUN: usize = 64 << 10;
/// As much of it is kept for what may have been cut there.
const OVERLAP: usize = 4 << 10;

/// All secrets found so far, each with its number among those of its kind.
#[derive(Debug, Default)]
struct Secrets {
    numbers: HashMap<String, (Kind, u32)>,
    /// Numbers given so far. They go on behind placeholders that are in the frames already.
    counts: HashMap<Kind, u32>,
    order: Vec<String>,
}

impl Secrets {
    fn learn(&mut self, secret: &str, kind: Kind) {
        // Rules tell credentials of well-known kinds from other text, wherever they stand, and must do so afterwards.
        let kind = match text::secret(secret) {
            // One inside of a longer secret goes with it, and is to be told as well.
            Some(_) if kind != Kind::User => Kind::Token,
            _ if kind == Kind::Token => Kind::Secret,
            _ => kind,
        };
        if !self.numbers.contains_key(secret) {
            self.numbers.insert(secret.to_owned(), (kind, 0));
            self.order.push(secret.to_owned());
        }
    }

    /// Gives all secrets their numbers, in the order in which they were found.
    fn number(&mut self) {
        for secret in &self.order {
            if let Some((kind, number)) = self.numbers.get_mut(secret) {
                let count = self.counts.entry(*kind).or_default();
                *count += 1;
                *number = *count;
            }
        }
    }

    fn placeholder(&self, secret: &str, kind: Kind) -> String {
        let (kind, number) = self.numbers.get(secret).copied().unwrap_or((kind, 0));
        format!("{MARK}{}-{number}", kind.word())
    }
}

/// A part of a string that goes: all of a secret, or one piece of several.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Hit {
    range: Range<usize>,
    kind: Kind,
    /// The whole secret that the range is a piece of, and whether it is the first piece.
    piece_of: Option<(String, bool)>,
}

/// Text that comes in pieces.
#[derive(Debug, Default)]
struct Run {
    text: String,
    /// Where each piece begins in the text, with its place and which literal of it it is.
    pieces: Vec<(usize, Place, usize)>,
}

type Cuts = HashMap<(Place, usize), Vec<Hit>>;

/// Learns what is secret: give it everything once, in order.
#[derive(Debug)]
pub struct Collector {
    known: Known,
    secrets: Secrets,
    runs: HashMap<(String, String), Run>,
    cuts: Cuts,
    stderr: Run,
    placeholders: Option<Regex>,
}

impl Collector {
    /// Knows nothing of the frames yet.
    #[must_use]
    pub fn new(known: Known) -> Collector {
        let mut secrets = Secrets::default();
        for user in &known.users {
            secrets.learn(user, Kind::User);
        }
        Collector {
            known,
            secrets,
            runs: HashMap::new(),
            cuts: HashMap::new(),
            stderr: Run::default(),
            placeholders: Regex::new(&format!(r"{MARK}([a-z]+)-(\d+)")).ok(),
        }
    }

    /// Reads a frame, or the header.
    pub fn frame(&mut self, place: Place, raw: &[u8]) {
        self.old_placeholders(raw);
        match literals(raw) {
            Some(text) => {
                for (number, literal) in text.literals.iter().enumerate() {
                    for hit in self.known.hits(&text, literal) {
                        self.secrets.learn(&literal.text[hit.range], hit.kind);
                    }
                    self.stream(place, &text, number, literal);
                }
            }
            None => self.plain(raw),
        }
    }

    /// Reads a line of stderr.
    pub fn stderr(&mut self, place: Place, line: &[u8]) {
        self.old_placeholders(line);
        self.plain(line);
        if let Ok(line) = std::str::from_utf8(line) {
            let text = format!("{line}\n");
            push(&mut self.stderr, &text, place, 0, &mut self.secrets, &mut self.cuts);
        }
    }

    /// Everything was read.
    #[must_use]
    pub fn finish(mut self) -> Redactor {
        for (_, mut run) in std::mem::take(&mut self.runs) {
            search(&mut run, true, &mut self.secrets, &mut self.cuts);
        }
        search(&mut self.stderr, true, &mut self.secrets, &mut self.cuts);
        self.secrets.number();
        Redactor::new(self.known, self.secrets, self.cuts)
    }

    fn plain(&mut self, raw: &[u8]) {
        for part in raw.utf8_chunks() {
            for hit in self.known.in_text(part.valid()) {
                self.secrets.learn(&part.valid()[hit.range], hit.kind);
            }
        }
    }

    /// An export may be redacted already: its placeholders keep their numbers.
    fn old_placeholders(&mut self, raw: &[u8]) {
        if memchr::memmem::find(raw, MARK.as_bytes()).is_none() {
            return;
        }
        let (Ok(text), Some(shape)) = (std::str::from_utf8(raw), &self.placeholders) else {
            return;
        };
        const KINDS: [Kind; 8] = [
            Kind::Env,
            Kind::Header,
            Kind::Key,
            Kind::Login,
            Kind::Pattern,
            Kind::Secret,
            Kind::Token,
            Kind::User,
        ];
        for found in shape.captures_iter(text) {
            let kind = KINDS.into_iter().find(|k| k.word() == &found[1]);
            if let (Some(kind), Ok(number)) = (kind, found[2].parse::<u32>()) {
                let count = self.secrets.counts.entry(kind).or_default();
                *count = number.max(*count);
            }
        }
    }

    /// Text of a message or thought comes in chunks, and so may a secret in it.
    fn stream(&mut self, place: Place, text: &Text<'_>, number: usize, literal: &Literal<'_>) {
        let is_text = matches!(literal.role, Role::Member(n) if text.literals[n].text == "text");
        if !is_text || literal.verbatim {
            return;
        }
        if text.path(literal) != ["params", "update", "content", "text"] {
            return;
        }
        let update = text.containers[literal.inside].parent;
        let params = text.containers[update].parent;
        let session = text.member(params, "sessionId").unwrap_or_default().to_owned();
        let variant = text.member(update, "sessionUpdate").unwrap_or_default().to_owned();
        let run = self.runs.entry((session, variant)).or_default();
        push(run, &literal.text, place, number, &mut self.secrets, &mut self.cuts);
    }
}

fn push(
    run: &mut Run,
    text: &str,
    place: Place,
    number: usize,
    secrets: &mut Secrets,
    cuts: &mut Cuts,
) {
    run.pieces.push((run.text.len(), place, number));
    run.text.push_str(text);
    if run.text.len() >= RUN {
        search(run, false, secrets, cuts);
    }
}

/// Finds what only the pieces together show.
fn search(run: &mut Run, last: bool, secrets: &mut Secrets, cuts: &mut Cuts) {
    let end = run.text.len();
    let done = if last { end } else { end.saturating_sub(OVERLAP) };
    for (range, kind) in shapes::found(&run.text) {
        let first = run.pieces.partition_point(|p| p.0 <= range.start).saturating_sub(1);
        let behind = run.pieces.partition_point(|p| p.0 < range.end);
        // In one piece: found there. At the end: it may go on in the next piece.
        if behind <= first + 1 || range.end > done || run.text[range.start..].starts_with(MARK) {
            continue;
        }
        let secret = run.text[range.clone()].to_owned();
        secrets.learn(&secret, kind);
        for at in first..behind {
            let (start, place, number) = run.pieces[at];
            let stop = run.pieces.get(at + 1).map_or(end, |next| next.0);
            let piece = range.start.max(start) - start..range.end.min(stop) - start;
            let hit = Hit { range: piece, kind, piece_of: Some((secret.clone(), at == first)) };
            cuts.entry((place, number)).or_default().push(hit);
        }
    }
    // The next search begins with the piece that holds what is not done.
    let keep = run.pieces.partition_point(|p| p.0 <= done).saturating_sub(1);
    let from = if last { end } else { run.pieces.get(keep).map_or(end, |p| p.0) };
    run.text.drain(..from);
    run.pieces.drain(..if last { run.pieces.len() } else { keep });
    run.pieces.iter_mut().for_each(|p| p.0 -= from);
}

impl Known {
    /// What is secret in a literal by where it stands and by what it says.
    fn hits(&self, text: &Text<'_>, literal: &Literal<'_>) -> Vec<Hit> {
        let whole = 0..literal.text.len();
        let hit = |range: Range<usize>, kind| Hit { range, kind, piece_of: None };
        let mut hits = match by_place(text, literal) {
            Some(Kind::Header) => vec![hit(shapes::without_scheme(&literal.text), Kind::Header)],
            Some(Kind::Secret) => vec![hit(shapes::without_scheme(&literal.text), Kind::Secret)],
            Some(kind) => vec![hit(whole, kind)],
            None => Vec::new(),
        };
        hits.extend(self.in_text(&literal.text));
        hits.retain(|h| !h.range.is_empty() && !literal.text[h.range.start..].starts_with(MARK));
        hits
    }

    /// What is secret in a text by what it says.
    fn in_text(&self, text: &str) -> Vec<Hit> {
        let mut hits: Vec<Hit> = shapes::found(text)
            .into_iter()
            .map(|(range, kind)| Hit { range, kind, piece_of: None })
            .collect();
        for home in &self.homes {
            // Only the last part is anybody's name; the path stays a path.
            let name = home.rfind(['/', '\\']).map_or(0, |slash| slash + 1);
            hits.extend(text.match_indices(home.as_str()).filter_map(|(at, _)| {
                let goes_on = text[at + home.len()..].starts_with(|c: char| c.is_alphanumeric());
                let range = at + name..at + home.len();
                (!goes_on).then_some(Hit { range, kind: Kind::User, piece_of: None })
            }));
        }
        for pattern in &self.patterns {
            hits.extend(pattern.captures_iter(text).filter_map(|groups| {
                let range = groups.get(1).or(groups.get(0))?.range();
                Some(Hit { range, kind: Kind::Pattern, piece_of: None })
            }));
        }
        hits.retain(|h| !h.range.is_empty() && !text[h.range.start..].starts_with(MARK));
        hits
    }
}

/// Whether a literal is secret by where it stands.
fn by_place(text: &Text<'_>, literal: &Literal<'_>) -> Option<Kind> {
    match literal.role {
        Role::Name | Role::Alone | Role::Item(None) => None,
        Role::Item(Some(before)) => {
            let flag = text.literals[before].text.strip_prefix("--")?;
            // A flag behind a flag is no value of it.
            let value = !literal.text.starts_with("--") && !flag.contains(['=', ' ']);
            (value && shapes::is_secret_name(flag)).then_some(Kind::Secret)
        }
        Role::Member(name) => {
            let name = &*text.literals[name].text;
            let around = text.name_of(literal.inside);
            let entry = name == "value" && text.member(literal.inside, "name").is_some();
            match around {
                // A list of `{name, value}`, or an object.
                Some("env") if entry => Some(Kind::Env),
                Some("env") if name != "name" => Some(Kind::Env),
                Some("headers") if entry => text
                    .member(literal.inside, "name")
                    .is_some_and(is_secret_header)
                    .then_some(Kind::Header),
                Some("headers") if is_secret_header(name) => Some(Kind::Header),
                _ if shapes::is_secret_name(name) => Some(Kind::Secret),
                // What a proxy is told beside the protocol.
                _ if matches!(name, "key" | "auth") && in_meta(text, literal.inside) => {
                    Some(Kind::Secret)
                }
                _ => None,
            }
        }
    }
}

fn is_secret_header(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    shapes::is_secret_name(&name)
        || ["auth", "key", "cookie", "session"].iter().any(|w| name.contains(w))
}

fn in_meta(text: &Text<'_>, mut inside: usize) -> bool {
    while inside != 0 {
        if text.name_of(inside) == Some("_meta") {
            return true;
        }
        inside = text.containers[inside].parent;
    }
    false
}

/// Whether a secret is so peculiar that it is replaced wherever it occurs, and not only where it was found.
fn is_peculiar(secret: &str, kind: Kind) -> bool {
    if kind == Kind::User {
        return secret.len() >= 3 && !NOBODY.contains(&secret.to_ascii_lowercase().as_str());
    }
    let digit = secret.bytes().any(|b| b.is_ascii_digit());
    let letter = secret.bytes().any(|b| b.is_ascii_alphabetic());
    secret.len() >= 8
        && ((digit && letter) || secret.len() >= 20)
        && !secret.starts_with(['/', '.', '~'])
}

/// Replaces what is secret.
#[derive(Debug)]
pub struct Redactor {
    known: Known,
    secrets: Secrets,
    cuts: Cuts,
    everywhere: Option<AhoCorasick>,
    /// The secret and its kind, of each pattern of the search.
    sought: Vec<(String, Kind)>,
    users: HashSet<String>,
    done: BTreeMap<(Kind, u32), (u64, Vec<Place>)>,
}

impl Redactor {
    fn new(known: Known, secrets: Secrets, cuts: Cuts) -> Redactor {
        let (mut needles, mut sought) = (Vec::new(), Vec::new());
        for secret in &secrets.order {
            let Some(&(kind, _)) = secrets.numbers.get(secret) else { continue };
            if !is_peculiar(secret, kind) {
                continue;
            }
            // In a JSON text that stands in a string it is written with escapes.
            let written = serde_json::to_string(secret).unwrap_or_default();
            let escaped = written.trim_matches('"').to_owned();
            let password = match kind {
                Kind::Login => secret.split_once(':').map(|(_, password)| password.to_owned()),
                _ => None,
            };
            let password = password.filter(|p| is_peculiar(p, kind));
            for needle in [Some(secret.clone()), Some(escaped), password].into_iter().flatten() {
                if !needles.contains(&needle) || needle == *secret {
                    needles.push(needle);
                    sought.push((secret.clone(), kind));
                }
            }
        }
        let everywhere =
            AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(&needles).ok();
        let everywhere = everywhere.filter(|_| !needles.is_empty());
        let users = known.users.iter().cloned().collect();
        Redactor { known, secrets, cuts, everywhere, sought, users, done: BTreeMap::new() }
    }

    /// A frame without its secrets; as it was if it has none.
    pub fn frame<'a>(&mut self, place: Place, raw: &'a [u8]) -> Cow<'a, [u8]> {
        let Some(text) = literals(raw) else { return self.plain(place, raw) };
        let mut out = Vec::new();
        let mut copied = 0;
        for (number, literal) in text.literals.iter().enumerate() {
            let mut hits = self.known.hits(&text, literal);
            let steering = match literal.role {
                Role::Member(name) => STEERING.contains(&&*text.literals[name].text),
                _ => false,
            };
            if !steering {
                self.elsewhere(&literal.text, &mut hits);
            }
            hits.extend(self.cuts.get(&(place, number)).into_iter().flatten().cloned());
            let Some(new) = self.replaced(place, &literal.text, hits) else { continue };
            out.extend_from_slice(&raw[copied..literal.span.start]);
            if literal.verbatim {
                // Placeholders need no escapes, and the rest is written as it was.
                out.extend_from_slice(format!("\"{new}\"").as_bytes());
            } else {
                out.extend_from_slice(serde_json::to_string(&new).unwrap_or_default().as_bytes());
            }
            copied = literal.span.end;
        }
        if copied == 0 {
            return Cow::Borrowed(raw);
        }
        out.extend_from_slice(&raw[copied..]);
        Cow::Owned(out)
    }

    /// A line of stderr without its secrets.
    pub fn stderr<'a>(&mut self, place: Place, line: &'a [u8]) -> Cow<'a, [u8]> {
        self.plain(place, line)
    }

    /// What was replaced so far.
    #[must_use]
    pub fn summary(&self) -> Vec<Redacted> {
        let one =
            |(&(kind, number), (times, places)): (&(Kind, u32), &(u64, Vec<Place>))| Redacted {
                placeholder: format!("{MARK}{}-{number}", kind.word()),
                times: *times,
                places: places.clone(),
            };
        self.done.iter().map(one).collect()
    }

    fn plain<'a>(&mut self, place: Place, raw: &'a [u8]) -> Cow<'a, [u8]> {
        let mut out = Vec::new();
        let mut changed = false;
        for (number, part) in raw.utf8_chunks().enumerate() {
            let text = part.valid();
            let mut hits = self.known.in_text(text);
            self.elsewhere(text, &mut hits);
            if number == 0 {
                // The line feed that stood behind it is not here.
                let cuts = self.cuts.get(&(place, 0)).into_iter().flatten().cloned();
                hits.extend(cuts.map(|c| {
                    let range = c.range.start.min(text.len())..c.range.end.min(text.len());
                    Hit { range, ..c }
                }));
            }
            match self.replaced(place, text, hits) {
                Some(new) => {
                    changed = true;
                    out.extend_from_slice(new.as_bytes());
                }
                None => out.extend_from_slice(text.as_bytes()),
            }
            out.extend_from_slice(part.invalid());
        }
        if changed { Cow::Owned(out) } else { Cow::Borrowed(raw) }
    }

    /// Secrets that were found at some other place.
    fn elsewhere(&self, text: &str, hits: &mut Vec<Hit>) {
        let Some(everywhere) = &self.everywhere else { return };
        for found in everywhere.find_iter(text) {
            let (secret, kind) = &self.sought[found.pattern().as_usize()];
            let range = found.range();
            // A name is a word of its own.
            let word = |c: char| c.is_alphanumeric();
            if *kind == Kind::User
                && (text[..range.start].ends_with(word) || text[range.end..].starts_with(word))
            {
                continue;
            }
            if *kind == Kind::User && secret.len() < 4 && !self.users.contains(secret) {
                continue;
            }
            let piece_of = Some((secret.clone(), true));
            hits.push(Hit { range, kind: *kind, piece_of });
        }
    }

    /// The text with placeholders; `None` when there is nothing to replace.
    fn replaced(&mut self, place: Place, text: &str, mut hits: Vec<Hit>) -> Option<String> {
        if hits.is_empty() {
            return None;
        }
        // The one that begins first counts, of those the longest; what lies within another goes with it.
        hits.sort_by(|a, b| a.range.start.cmp(&b.range.start).then(b.range.end.cmp(&a.range.end)));
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for hit in hits {
            if hit.range.end <= at {
                continue;
            }
            // The rest of one that overlaps must not stay, nor be told as a secret of its own.
            let Some(before) = text.get(at..hit.range.start.max(at)) else { continue };
            out.push_str(before);
            let overlaps = hit.range.start < at;
            at = hit.range.end;
            let (secret, first) = match &hit.piece_of {
                Some((secret, first)) => (secret.as_str(), *first),
                None => (text.get(hit.range.clone())?, true),
            };
            if overlaps {
                continue;
            }
            if !first {
                // An empty text would be another message.
                if hit.range.len() == text.len() {
                    out.push('…');
                }
                continue;
            }
            out.push_str(&self.secrets.placeholder(secret, hit.kind));
            let key = self.secrets.numbers.get(secret).copied().unwrap_or((hit.kind, 0));
            let (times, places) = self.done.entry(key).or_default();
            *times += 1;
            if places.last() != Some(&place) {
                places.push(place);
            }
        }
        out.push_str(text.get(at..)?);
        Some(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn redact(known: Known, frames: &[&str]) -> (Vec<String>, Vec<Redacted>) {
        let mut collector = Collector::new(known);
        let numbered = || (1u32..).zip(frames);
        for (n, frame) in numbered() {
            collector.frame(Place::Frame(n), frame.as_bytes());
        }
        let mut redactor = collector.finish();
        let out = numbered()
            .map(|(n, f)| {
                String::from_utf8(redactor.frame(Place::Frame(n), f.as_bytes()).into_owned())
                    .unwrap()
            })
            .collect();
        (out, redactor.summary())
    }

    fn plainly(frames: &[&str]) -> Vec<String> {
        redact(Known::default(), frames).0
    }

    #[test]
    fn a_token_inside_of_a_longer_secret_is_told_as_a_token() {
        let token = format!("sk-{}", "a1".repeat(12));
        let frame = format!(
            r#"{{"params":{{"mcpServers":[{{"env":[{{"name":"AUTH","value":"me:{token}:x"}}]}}]}}}}"#
        );
        let (out, summary) = redact(Known::default(), &[&frame]);
        assert!(!out[0].contains(&token), "{}", out[0]);
        assert_eq!(summary[0].placeholder, "REDACTED-token-1");
        assert!(text::secret(&out[0]).is_some(), "rules see it as before: {}", out[0]);
    }

    #[test]
    fn a_name_in_a_path_ends_where_names_end() {
        let (out, _) = redact(Known::default(), &[r#"x:/Users/"name": {"#, r#"{"name":1}"#]);
        assert_eq!(out[1], r#"{"name":1}"#);
    }

    #[test]
    fn the_same_secret_is_the_same_placeholder_before_and_after_it_was_known() {
        let frames = [
            r#"{"params": {"text":"it is Zx81hunter22 ,"}}"#,
            r#"{"mcpServers":[{"env":[{"name":"K","value":"Zx81hunter22"},{"name":"D","value":"1"}],"headers":[{"name":"X-Api-Key","value":"q"},{"name":"Accept","value":"a"}]}]}"#,
            r#"{"t":"1 q Zx81hunter22"}"#,
        ];
        let (out, summary) = redact(Known::default(), &frames);
        assert_eq!(out[0], r#"{"params": {"text":"it is REDACTED-env-1 ,"}}"#);
        assert_eq!(
            out[1],
            r#"{"mcpServers":[{"env":[{"name":"K","value":"REDACTED-env-1"},{"name":"D","value":"REDACTED-env-2"}],"headers":[{"name":"X-Api-Key","value":"REDACTED-header-1"},{"name":"Accept","value":"a"}]}]}"#
        );
        // What is no more than a word stays elsewhere.
        assert_eq!(out[2], r#"{"t":"1 q REDACTED-env-1"}"#);
        let first = &summary[0];
        assert_eq!((first.placeholder.as_str(), first.times), ("REDACTED-env-1", 3));
        assert_eq!(first.places, [Place::Frame(1), Place::Frame(2), Place::Frame(3)]);
        // Once redacted there is nothing left to do.
        let again: Vec<&str> = out.iter().map(String::as_str).collect();
        assert_eq!(plainly(&again), out);
    }

    #[test]
    fn secrets_are_found_by_where_they_stand() {
        for (frame, want) in [
            (
                r#"{"args":["--api-key","abc","--x","y"]}"#,
                r#"["--api-key","REDACTED-secret-1","--x","y"]"#,
            ),
            (r#"{"env":{"A":"b"}}"#, r#"{"A":"REDACTED-env-1"}"#),
            (r#"{"headers":{"Authorization":"Bearer x y"}}"#, r#""Bearer REDACTED-header-1""#),
            (
                r#"{"_meta":{"gateway":{"key":"k","url":"u"}}}"#,
                r#"{"key":"REDACTED-secret-1","url":"u"}"#,
            ),
            (r#"{"rawInput":{"clientSecret":"s"}}"#, r#""REDACTED-secret-1""#),
            (r#"{"url":"postgres://me:pw@h/x"}"#, r#""postgres://REDACTED-login-1@h/x""#),
            (
                r#"{"cwd":"/home/alice/x","t":"by alice."}"#,
                r#"{"cwd":"/home/REDACTED-user-1/x","t":"by REDACTED-user-1."}"#,
            ),
            (
                r#"{"cwd":"/home/dev/x","t":"npm run dev"}"#,
                r#"{"cwd":"/home/REDACTED-user-1/x","t":"npm run dev"}"#,
            ),
            (
                r#"{"text":"{\"password\": \"pa55-w0rd\"}"}"#,
                r#"{\"password\": \"REDACTED-secret-1\"}"#,
            ),
            (r#"no json, but password="pa55-w0rd""#, r#"password="REDACTED-secret-1""#),
            (
                r#"{"a":"\ud800 password='pa55-w0rd'"}"#,
                r#"{"a":"\ud800 password='REDACTED-secret-1'"}"#,
            ),
        ] {
            let out = plainly(&[frame]);
            assert!(out[0].contains(want), "{frame}: {}", out[0]);
        }
    }

    #[test]
    fn what_steers_the_conversation_stays() {
        let known = Known { users: vec!["plan".into(), "anna".into()], ..Known::default() };
        let frame = r#"{"method":"session/update","params":{"update":{"sessionUpdate":"plan","kind":"anna"}},"t":"anna"}"#;
        let (out, _) = redact(known, &[frame]);
        assert_eq!(out[0], frame.replace(r#""t":"anna""#, r#""t":"REDACTED-user-2""#));
    }

    #[test]
    fn a_home_and_a_pattern_of_ones_own() {
        let patterns = vec![Regex::new(r"ticket-(\d+)").unwrap(), Regex::new("").unwrap()];
        let known = Known { homes: vec!["/data/people/bob".into()], patterns, ..Known::default() };
        let frame = r#"{"a":"/data/people/bob/x ticket-77 /data/people/bobby"}"#;
        let (out, _) = redact(known, &[frame]);
        assert_eq!(
            out[0],
            r#"{"a":"/data/people/REDACTED-user-1/x ticket-REDACTED-pattern-1 /data/people/bobby"}"#
        );
    }

    fn chunk(text: &str) -> String {
        let text = serde_json::to_string(text).unwrap();
        format!(
            r#"{{"method":"session/update","params":{{"sessionId":"s","update":{{"sessionUpdate":"agent_message_chunk","content":{{"type":"text","text":{text}}}}}}}}}"#
        )
    }

    #[test]
    fn a_secret_that_is_streamed_in_pieces_is_found() {
        let secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
        let pieces =
            ["key: ghp_01", "23456789abcdefgh", "ijABCDEFGHIJ012345", " is it; again ", secret];
        let frames: Vec<String> = pieces.iter().map(|p| chunk(p)).collect();
        let frames: Vec<&str> = frames.iter().map(String::as_str).collect();
        let want = ["key: REDACTED-token-1", "…", "…", " is it; again ", "REDACTED-token-1"];
        let want: Vec<String> = want.iter().map(|p| chunk(p)).collect();
        assert_eq!(plainly(&frames), want);
    }

    #[test]
    fn a_key_in_lines_of_stderr_is_found() {
        let lines = ["x", "-----BEGIN PRIVATE KEY-----", "abc", "-----END PRIVATE KEY-----", "y"];
        let mut collector = Collector::new(Known::default());
        for (n, line) in (1..).zip(lines) {
            collector.stderr(Place::Stderr(n), line.as_bytes());
        }
        let mut redactor = collector.finish();
        let out: Vec<String> = (1..)
            .zip(lines)
            .map(|(n, l)| {
                String::from_utf8(redactor.stderr(Place::Stderr(n), l.as_bytes()).to_vec()).unwrap()
            })
            .collect();
        assert_eq!((out[0].as_str(), out[4].as_str()), ("x", "y"));
        assert!(!out.concat().contains("abc"), "{out:?}");
    }

    #[test]
    fn numbers_go_on_behind_those_of_an_earlier_redaction() {
        let out = plainly(&[r#"{"a":"REDACTED-token-4 sk-abcdefghij0123456789"}"#]);
        assert_eq!(out[0], r#"{"a":"REDACTED-token-4 REDACTED-token-5"}"#);
    }

    proptest! {
        #[test]
        fn json_stays_json_of_the_same_form(
            texts in proptest::collection::vec("[a-zA-Z0-9 /:\"\\\\=@._é-]{0,40}", 1..6),
            secret in "sk-[a-zA-Z0-9]{20}",
        ) {
            let items: Vec<String> = texts.iter().map(|t| format!("{t} {secret}")).collect();
            let frame = serde_json::json!({ "token": secret, "env": { "X": texts[0] }, "list": items }).to_string();
            let out = plainly(&[&frame]);
            prop_assert!(!out[0].contains(&secret), "{}", out[0]);
            let out: serde_json::Value = serde_json::from_str(&out[0]).unwrap();
            prop_assert_eq!(out["list"].as_array().unwrap().len(), texts.len());
            prop_assert!(out["env"]["X"].is_string());
        }

        #[test]
        fn any_bytes_are_taken(raw in proptest::collection::vec(any::<u8>(), 0..200)) {
            let mut collector = Collector::new(Known::default());
            collector.frame(Place::Header, &raw);
            collector.stderr(Place::Stderr(1), &raw);
            let mut redactor = collector.finish();
            let _ = redactor.frame(Place::Header, &raw);
            let _ = redactor.stderr(Place::Stderr(1), &raw);
        }
    }
}
