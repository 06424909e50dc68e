//! The place in a frame that a JSON pointer names, and the piece of text around it.

use std::ops::Range;

use super::words::visible;

/// Characters of a frame that are quoted.
const WIDTH: usize = 88;

/// A piece of a frame, with the place that is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// One line of text, control characters made visible, `…` where it was cut.
    pub text: String,
    /// The place, in characters of the text; empty for the whole frame.
    pub marked: Range<usize>,
}

/// The piece of a frame around the place of a pointer.
#[must_use]
pub fn excerpt(raw: &[u8], pointer: &str) -> Excerpt {
    let span = if pointer.is_empty() { None } else { locate(raw, pointer) };
    let (start, end) = match &span {
        Some(span) => {
            let start = span.start.saturating_sub(WIDTH / 2);
            (start, (start + 4 * WIDTH).min(raw.len()))
        }
        None => (0, raw.len().min(4 * WIDTH)),
    };
    let start = align(raw, start);
    let mut text = String::new();
    let mut marked = 0..0;
    if start > 0 {
        text.push('…');
    }
    let mut count = text.chars().count();
    let piece = String::from_utf8_lossy(&raw[start..end.max(start)]).into_owned();
    let mut at = start;
    let mut cut = end < raw.len();
    for c in piece.chars() {
        if let Some(span) = &span {
            if at <= span.start {
                marked.start = count;
            }
            if at < span.end {
                marked.end = count + 1;
            }
        }
        if count >= WIDTH {
            cut = true;
            break;
        }
        // A replacement character may stand for fewer bytes than it has; one byte is the safe guess.
        at += if c == char::REPLACEMENT_CHARACTER { 1 } else { c.len_utf8() };
        text.push(visible(c));
        count += 1;
    }
    if cut {
        text.push('…');
    }
    marked.end = marked.end.min(count);
    if span.is_none() {
        marked = 0..0;
    }
    Excerpt { text, marked }
}

fn align(raw: &[u8], mut at: usize) -> usize {
    while at > 0 && at < raw.len() && raw[at] & 0xC0 == 0x80 {
        at -= 1;
    }
    at
}

/// The bytes of the value that a pointer names; for a name that is not there, those of what is nearest above.
#[must_use]
pub fn locate(raw: &[u8], pointer: &str) -> Option<Range<usize>> {
    let mut walk = Walk { raw, at: 0 };
    let mut best = walk.peek_value()?;
    for step in pointer.split('/').skip(1) {
        let step = step.replace("~1", "/").replace("~0", "~");
        walk.at = best.start;
        match walk.enter(&step) {
            Some(found) => best = found,
            None => break,
        }
    }
    Some(best)
}

struct Walk<'a> {
    raw: &'a [u8],
    at: usize,
}

impl Walk<'_> {
    fn byte(&self) -> Option<u8> {
        self.raw.get(self.at).copied()
    }

    fn space(&mut self) {
        while self.byte().is_some_and(|b| b.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn string(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        self.at += 1;
        loop {
            match self.byte()? {
                b'\\' => self.at += 2,
                b'"' => {
                    self.at += 1;
                    return Some(start..self.at);
                }
                _ => self.at += 1,
            }
        }
    }

    /// Skips a value; its bytes. Nesting is counted, not recursed into.
    fn value(&mut self) -> Option<Range<usize>> {
        self.space();
        let start = self.at;
        let mut depth = 0usize;
        loop {
            match self.byte() {
                None if depth == 0 && self.at > start => return Some(start..self.at),
                None => return None,
                Some(b'"') => {
                    self.string()?;
                }
                Some(b'{' | b'[') => {
                    depth += 1;
                    self.at += 1;
                }
                Some(b'}' | b']') => {
                    if depth == 0 {
                        return (self.at > start).then_some(start..self.at);
                    }
                    depth -= 1;
                    self.at += 1;
                }
                Some(b',' | b':' | b' ' | b'\t' | b'\r' | b'\n') if depth == 0 => {
                    return (self.at > start).then_some(start..self.at);
                }
                Some(_) => {
                    self.at += 1;
                    continue;
                }
            }
            if depth == 0 {
                return Some(start..self.at);
            }
        }
    }

    fn peek_value(&mut self) -> Option<Range<usize>> {
        let at = self.at;
        let found = self.value();
        self.at = at;
        found
    }

    /// The value of a member or item of the container that begins here.
    fn enter(&mut self, step: &str) -> Option<Range<usize>> {
        self.space();
        let object = match self.byte()? {
            b'{' => true,
            b'[' => false,
            _ => return None,
        };
        self.at += 1;
        let wanted: Option<usize> = if object { None } else { Some(step.parse().ok()?) };
        let mut index = 0;
        let mut found = None;
        loop {
            self.space();
            match self.byte()? {
                b'}' | b']' => return found,
                b',' => {
                    self.at += 1;
                    continue;
                }
                _ => {}
            }
            let mut hit = wanted == Some(index);
            if object {
                if self.byte()? != b'"' {
                    return None;
                }
                let key = self.string()?;
                let key: String = serde_json::from_slice(&self.raw[key]).ok()?;
                hit = key == step;
                self.space();
                if self.byte()? != b':' {
                    return None;
                }
                self.at += 1;
            }
            let value = self.value()?;
            if hit {
                // Of equal keys the last counts, as for most parsers.
                found = Some(value);
                if !object {
                    return found;
                }
            }
            index += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(json: &str, pointer: &str) -> String {
        let span = locate(json.as_bytes(), pointer).unwrap();
        json[span].to_owned()
    }

    #[test]
    fn places() {
        let json = r#"{"a":[1,{"b/c":"x\"y"},[]],"d" : null , "e":{"f":-1.5e3}}"#;
        assert_eq!(at(json, "/a/1/b~1c"), r#""x\"y""#);
        assert_eq!(at(json, "/a/0"), "1");
        assert_eq!(at(json, "/a/2"), "[]");
        assert_eq!(at(json, "/d"), "null");
        assert_eq!(at(json, "/e/f"), "-1.5e3");
        assert_eq!(at(json, "/e/g"), r#"{"f":-1.5e3}"#);
        assert_eq!(at(json, ""), json);
        assert!(locate(b"", "/a").is_none());
    }

    #[test]
    fn an_excerpt_marks_the_place() {
        let json = format!(r#"{{"long":"{}","status":"done","more":"{0}"}}"#, "é".repeat(200));
        let e = excerpt(json.as_bytes(), "/status");
        let marked: String = e.text.chars().skip(e.marked.start).take(e.marked.len()).collect();
        assert_eq!(marked, "\"done\"");
        assert!(e.text.starts_with('…') && e.text.ends_with('…'));
        assert_eq!(excerpt(b"\x1b[36mhi", "").text, "\u{241b}[36mhi");
        for raw in [&b"\xff\xfe"[..], b"{\"a\":\xff}", b"{", b"[[[["] {
            for pointer in ["", "/a", "/0/0"] {
                let _ = excerpt(raw, pointer);
            }
        }
    }
}
