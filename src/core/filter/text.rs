//! How text is compared: without regard to upper and lower case, as it was sent or with the escapes of JSON
//! resolved.
//!
//! The index of the store keeps what [`folded`] makes, so that it finds a superset of what [`Needle::is_in`] confirms.

use std::borrow::Cow;

use crate::core::message::Kind;

/// Text in lower case, character by character. Bytes that are not UTF-8 become U+FFFD.
#[must_use]
pub fn folded(bytes: &[u8]) -> String {
    if bytes.is_ascii() {
        let mut bytes = bytes.to_vec();
        bytes.make_ascii_lowercase();
        return String::from_utf8(bytes).unwrap_or_default();
    }
    let text = String::from_utf8_lossy(bytes);
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            out.push(c.to_ascii_lowercase());
        } else {
            out.extend(c.to_lowercase());
        }
    }
    out
}

/// The frame with the escapes of JSON strings resolved; `None` where there are none. Half a surrogate pair
/// becomes U+FFFD.
#[must_use]
pub fn unescaped(bytes: &[u8]) -> Option<Vec<u8>> {
    resolve(bytes, |_| {})
}

/// The pieces that the frame has with its escapes resolved, and not as it was sent: each with enough around it that every
/// sequence of three bytes is in one, also after folding.
pub fn escapes_resolved(bytes: &[u8], mut piece: impl FnMut(&[u8])) {
    // Two more bytes would do, were it not for folding: it takes whole characters.
    const AROUND: usize = 12;
    let mut places = Vec::new();
    let Some(text) = resolve(bytes, |at| places.push(at)) else { return };
    let mut places = places.into_iter().peekable();
    while let Some(first) = places.next() {
        let mut last = first;
        while let Some(next) = places.next_if(|next| *next <= last + 2 * AROUND) {
            last = next;
        }
        // A character may begin up to three bytes earlier; half of one would be folded to something else.
        let mut from = first.saturating_sub(AROUND);
        while from > 0 && text[from] & 0xc0 == 0x80 && first - from < AROUND + 4 {
            from -= 1;
        }
        let mut to = (last + AROUND).min(text.len());
        while to < text.len() && text[to] & 0xc0 == 0x80 && to - last < AROUND + 4 {
            to += 1;
        }
        piece(&text[from..to]);
    }
}

/// Resolves escapes; tells where in the result each stands.
fn resolve(bytes: &[u8], mut resolved: impl FnMut(usize)) -> Option<Vec<u8>> {
    let first = memchr::memchr(b'\\', bytes)?;
    let mut out = Vec::with_capacity(bytes.len());
    out.extend_from_slice(&bytes[..first]);
    let mut at = first;
    while let Some(&b) = bytes.get(at) {
        if b != b'\\' {
            let end = memchr::memchr(b'\\', &bytes[at..]).map_or(bytes.len(), |n| at + n);
            out.extend_from_slice(&bytes[at..end]);
            at = end;
            continue;
        }
        resolved(out.len());
        let plain = match bytes.get(at + 1) {
            Some(b'n') => b'\n',
            Some(b't') => b'\t',
            Some(b'r') => b'\r',
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(&c @ (b'"' | b'\\' | b'/')) => c,
            Some(b'u') if let Some((c, end)) = unicode(bytes, at) => {
                out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                at = end;
                continue;
            }
            // No escape of JSON: it stays.
            _ => {
                out.push(b'\\');
                at += 1;
                continue;
            }
        };
        out.push(plain);
        at += 2;
    }
    Some(out)
}

/// The character of `\uXXXX` at this place, or of a pair of them, and where it ends.
fn unicode(bytes: &[u8], at: usize) -> Option<(char, usize)> {
    let unit = |at: usize| -> Option<u32> {
        let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
        if !digits.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let first = unit(at)?;
    if let Some(c) = char::from_u32(first) {
        return Some((c, at + 6));
    }
    if (0xd800..0xdc00).contains(&first)
        && let Some(second @ 0xdc00..0xe000) = unit(at + 6)
        && let Some(c) = char::from_u32(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00))
    {
        return Some((c, at + 12));
    }
    Some((char::REPLACEMENT_CHARACTER, at + 6))
}

/// A text that is looked for.
#[derive(Debug, Clone)]
pub struct Needle {
    folded: String,
    finder: memchr::memmem::Finder<'static>,
    /// All of it is ASCII and has a letter to begin with: large haystacks are skimmed for it.
    ascii: bool,
}

impl Needle {
    /// What to look for.
    #[must_use]
    pub fn new(text: &str) -> Needle {
        let folded = folded(text.as_bytes());
        let finder = memchr::memmem::Finder::new(folded.as_bytes()).into_owned();
        Needle { ascii: folded.is_ascii(), folded, finder }
    }

    /// The text as it is compared.
    #[must_use]
    pub fn folded(&self) -> &str {
        &self.folded
    }

    /// Whether a frame has the text in it.
    #[must_use]
    pub fn is_in(&self, frame: &[u8]) -> bool {
        if self.finds(frame) {
            return true;
        }
        // Without a backslash both readings are the same.
        match unescaped(frame) {
            Some(resolved) => self.finds(&resolved),
            None => false,
        }
    }

    fn finds(&self, bytes: &[u8]) -> bool {
        let folded: Cow<'_, [u8]> = if self.ascii && bytes.is_ascii() {
            if self.finder.find(bytes).is_some() {
                return true;
            }
            let mut lower = bytes.to_vec();
            lower.make_ascii_lowercase();
            Cow::Owned(lower)
        } else {
            Cow::Owned(folded(bytes).into_bytes())
        };
        self.finder.find(&folded).is_some()
    }

    /// The piece of a frame around the first place where the text stands, on one line, with the place of the text in it
    /// in characters. `None` where it does not stand.
    #[must_use]
    pub fn excerpt(&self, frame: &[u8], kind: Kind) -> Option<Excerpt> {
        let resolved = if kind == Kind::Invalid { None } else { unescaped(frame) };
        let of = |bytes: &[u8]| excerpt(&self.folded, bytes);
        resolved.as_deref().and_then(of).or_else(|| of(frame))
    }
}

/// How far back a clean place to cut is looked for. A frame of backslashes alone has none.
const FARTHEST: usize = 1 << 16;

/// Looks for a text in a frame that comes in pieces and is never held whole.
#[derive(Debug, Clone)]
pub struct Stream {
    needle: Needle,
    /// The end of what came before: a hit may begin in it.
    kept: Vec<u8>,
    found: bool,
}

impl Stream {
    /// What to look for.
    #[must_use]
    pub fn new(text: &str) -> Stream {
        Stream { needle: Needle::new(text), kept: Vec::new(), found: false }
    }

    /// The next piece.
    pub fn push(&mut self, piece: &[u8]) {
        if self.found {
            return;
        }
        self.kept.extend_from_slice(piece);
        // A character or an escape that the next piece continues would be read as something else.
        let mut whole = self.kept.len();
        let least = whole.saturating_sub(FARTHEST);
        while whole > least && !ends_clean(&self.kept, whole) {
            whole -= 1;
        }
        self.found = self.needle.is_in(&self.kept[..whole]);
        // An escape has twelve bytes for four of the text at most. The cut must not be inside of one, nor of a character.
        let reach = 12 * self.needle.folded.len() + 64;
        let mut cut = self.kept.len().saturating_sub(reach);
        let least = cut.saturating_sub(FARTHEST);
        while cut > least && !starts_clean(&self.kept, cut) {
            cut -= 1;
        }
        self.kept.drain(..cut);
    }

    /// Whether it has occurred, once all pieces were shown.
    #[must_use]
    pub fn found(&self) -> bool {
        self.found || self.needle.is_in(&self.kept)
    }
}

/// Whether no character and no escape may go on behind this place.
fn ends_clean(bytes: &[u8], at: usize) -> bool {
    let before = &bytes[at.saturating_sub(12)..at];
    // The last byte that begins a character says how many follow it.
    let lead = before.iter().rev().take(4).position(|b| b & 0xc0 != 0x80);
    let whole = lead.is_none_or(|behind| {
        let follow = match before[before.len() - 1 - behind] {
            0xf0.. => 3,
            0xe0.. => 2,
            0xc0.. => 1,
            _ => 0,
        };
        behind >= follow
    });
    whole && !before.contains(&b'\\')
}

/// Whether no character and no escape goes on over this place, as far as the twelve bytes before it tell.
fn starts_clean(bytes: &[u8], at: usize) -> bool {
    bytes[at] & 0xc0 != 0x80 && !bytes[at.saturating_sub(12)..at].contains(&b'\\')
}

/// A piece of text with a hit in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// What stands before the hit.
    pub before: String,
    /// The hit.
    pub hit: String,
    /// What stands behind it.
    pub after: String,
}

/// Characters of an excerpt on each side of the hit.
const AROUND: usize = 60;

fn excerpt(needle: &str, bytes: &[u8]) -> Option<Excerpt> {
    let text = String::from_utf8_lossy(bytes);
    // Folding may change lengths: the place is found by folding character by character.
    let mut folded = String::with_capacity(text.len());
    let mut places = Vec::new();
    if !text.is_ascii() {
        for (at, c) in text.char_indices() {
            for l in c.to_lowercase() {
                places.extend(std::iter::repeat_n(at, l.len_utf8()));
                folded.push(l);
            }
        }
    } else {
        folded.push_str(&text);
        folded.make_ascii_lowercase();
    }
    let at = folded.find(needle)?;
    let place = |n: usize| {
        if places.is_empty() { n } else { places.get(n).copied().unwrap_or(text.len()) }
    };
    let (start, end) = (place(at), place(at + needle.len()));
    let before: Vec<char> = text[..start].chars().rev().take(AROUND).collect();
    let cut = text[..start].chars().nth(AROUND).is_some();
    let mut head: String = before.into_iter().rev().collect();
    if cut {
        head.insert(0, '…');
    }
    let mut tail: String = text[end..].chars().take(AROUND).collect();
    if text[end..].chars().nth(AROUND).is_some() {
        tail.push('…');
    }
    let line = |s: &str| s.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    Some(Excerpt { before: line(&head), hit: line(&text[start..end]), after: line(&tail) })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn is_in(needle: &str, frame: &str) -> bool {
        Needle::new(needle).is_in(frame.as_bytes())
    }

    #[test]
    fn text_is_found_in_any_case_and_through_escapes() {
        assert!(is_in("Callid", r#"{"toolCallId":1}"#));
        assert!(is_in("straße", "STRASSE straße"));
        assert!(is_in("ÄRGER", "{\"a\":\"ärger\"}"));
        assert!(is_in("ärger", r#"{"a":"\u00c4rger"}"#));
        assert!(is_in(r#"say "hi""#, r#"{"a":"say \"hi\""}"#));
        assert!(is_in(r#"say \"hi"#, r#"{"a":"say \"hi\""}"#));
        assert!(is_in(r"C:\new", r"C:\new"));
        assert!(is_in(r"C:\new", r#"{"a":"C:\\new"}"#));
        assert!(is_in("😀", r#"{"a":"\ud83d\ude00"}"#));
        assert!(!is_in("abd", "abc"));
    }

    #[test]
    fn odd_escapes_are_left_as_they_are() {
        for (text, want) in [
            (r"\x", r"\x"),
            (r"\u12", r"\u12"),
            (r"\", r"\"),
            (r"\\u0041", r"\u0041"),
            (r"\ud800x", "\u{fffd}x"),
            (r"\u+123", r"\u+123"),
        ] {
            assert_eq!(unescaped(text.as_bytes()).as_deref(), Some(want.as_bytes()), "{text}");
        }
        assert_eq!(unescaped(b"plain"), None);
    }

    #[test]
    fn an_excerpt_shows_the_hit_in_its_own_letters() {
        let frame = format!(r#"{{"a":"{}\nİ Needle{}"}}"#, "x".repeat(200), "y".repeat(200));
        let got = Needle::new("needle").excerpt(frame.as_bytes(), Kind::Request).unwrap();
        assert_eq!(got.hit, "Needle");
        assert!(got.before.starts_with('…') && got.before.ends_with(" İ "), "{got:?}");
        assert!(got.after.ends_with("y…"));
        assert_eq!(Needle::new("zz").excerpt(frame.as_bytes(), Kind::Request), None);
    }

    proptest! {
        #[test]
        fn pieces_have_every_sequence_that_resolving_makes(
            parts in proptest::collection::vec(
                prop_oneof!["\\PC{0,8}", "[\\\\nu\"/0-9a-f]{0,9}", Just("\\u00e4\\ud83d\\ude00".to_owned())],
                0..8,
            ),
        ) {
            let frame = parts.concat();
            let mut grams = std::collections::HashSet::new();
            let mut add = |bytes: &[u8]| {
                for gram in folded(bytes).as_bytes().windows(3) {
                    grams.insert(gram.to_vec());
                }
            };
            add(frame.as_bytes());
            escapes_resolved(frame.as_bytes(), &mut add);
            if let Some(text) = unescaped(frame.as_bytes()) {
                for gram in folded(&text).as_bytes().windows(3) {
                    prop_assert!(grams.contains(gram), "{frame:?} lacks {gram:?}");
                }
            }
        }

        #[test]
        fn a_frame_in_pieces_has_the_same_texts(
            parts in proptest::collection::vec("\\PC{0,90}|[\\\\nu\"x]{0,30}", 0..9),
            size in 1usize..70,
            needle in "\\PC{1,3}|[nux]{1,2}",
        ) {
            let frame = serde_json::to_vec(&parts.concat()).unwrap();
            let mut stream = Stream::new(&needle);
            for piece in frame.chunks(size) {
                stream.push(piece);
            }
            prop_assert_eq!(stream.found(), Needle::new(&needle).is_in(&frame));
        }

        #[test]
        fn what_json_writes_is_found(text in "\\PC{1,12}", around in "\\PC{0,5}") {
            let frame = serde_json::to_vec(&format!("{around}{text}{around}")).unwrap();
            prop_assert!(Needle::new(&text).is_in(&frame));
            prop_assert!(Needle::new(&text).excerpt(&frame, Kind::Request).is_some());
        }
    }
}
