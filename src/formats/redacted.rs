//! A capture file without secrets: line by line, twice over the file.

use std::borrow::Cow;

use super::acp_jsonl::{self, Line, Stream};
use crate::core::redact::{Collector, Known, Place, Redacted, Redactor};

/// Numbers what the lines hold, as a reader of the file would.
#[derive(Debug, Default)]
struct Places {
    started: bool,
    frames: u32,
    stderr: u64,
}

impl Places {
    fn next(&mut self, stream: Stream) -> Place {
        match stream {
            Stream::Wire(_) => {
                self.frames += 1;
                Place::Frame(self.frames)
            }
            Stream::Stderr => {
                self.stderr += 1;
                Place::Stderr(self.stderr)
            }
        }
    }

    /// What a line holds; `None` where there is nothing to be redacted.
    fn of<'a>(&mut self, line: &'a [u8]) -> Option<(Place, Option<Line<'a>>)> {
        let first = !std::mem::replace(&mut self.started, true);
        match acp_jsonl::parse(line, first) {
            Ok(Some(Line::Header(_))) | Err(_) => Some((Place::Header, None)),
            Ok(Some(Line::Data { stream, t, first, raw, terminated })) => {
                let place = self.next(stream);
                Some((place, Some(Line::Data { stream, t, first, raw, terminated })))
            }
            Ok(Some(Line::End { .. }) | None) => None,
        }
    }
}

/// The first time over the file: learns what is secret.
#[derive(Debug)]
pub struct Reading {
    collector: Collector,
    places: Places,
}

impl Reading {
    /// Nothing is read yet.
    #[must_use]
    pub fn new(known: Known) -> Reading {
        Reading { collector: Collector::new(known), places: Places::default() }
    }

    /// Reads the next line.
    pub fn line(&mut self, line: &[u8]) {
        match self.places.of(line) {
            Some((place @ Place::Stderr(_), Some(Line::Data { raw, .. }))) => {
                self.collector.stderr(place, &raw);
            }
            Some((place, Some(Line::Data { raw, .. }))) => self.collector.frame(place, &raw),
            Some((place, _)) => self.collector.frame(place, line),
            None => {}
        }
    }

    /// All lines were read: what replaces the secrets in any of them.
    #[must_use]
    pub fn into_redactor(self) -> Redactor {
        self.collector.finish()
    }

    /// All lines were read.
    #[must_use]
    pub fn finish(self) -> Writing {
        Writing { redactor: self.collector.finish(), places: Places::default() }
    }
}

/// The second time over the file: gives the lines without secrets.
#[derive(Debug)]
pub struct Writing {
    redactor: Redactor,
    places: Places,
}

impl Writing {
    /// The next line, as it may be shared; without a line feed.
    pub fn line<'a>(&mut self, line: &'a [u8]) -> Cow<'a, [u8]> {
        let (place, data) = match self.places.of(line) {
            Some((place, data)) => (place, data),
            None => return Cow::Borrowed(line),
        };
        let Some(Line::Data { stream, t, first, raw, terminated }) = data else {
            return self.redactor.frame(place, line);
        };
        let new = match stream {
            Stream::Wire(_) => self.redactor.frame(place, &raw),
            Stream::Stderr => self.redactor.stderr(place, &raw),
        };
        match new {
            Cow::Borrowed(_) => Cow::Borrowed(line),
            Cow::Owned(new) => {
                let t = t.unwrap_or_default();
                let line = acp_jsonl::write_data(stream, t, first.unwrap_or(t), &new, terminated);
                Cow::Owned(line.into_bytes())
            }
        }
    }

    /// What was redacted so far.
    #[must_use]
    pub fn summary(&self) -> Vec<Redacted> {
        self.redactor.summary()
    }
}
