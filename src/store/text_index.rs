//! The index for searching: made behind the recording, a batch at a time, and asked for candidates.
//!
//! FTS5 keeps, for every block of sixteen frames, which three-byte sequences occur in it (see the migration). A block is
//! small enough to be read through when it is a candidate, and large enough that what all frames have in common is
//! kept once for sixteen. [`core::filter::text`](crate::core::filter::text) says how text is compared; what is indexed here is a
//! superset of what it finds.

use std::fmt::Write as _;

use rusqlite::{OptionalExtension, params};

use super::filter::Ranges;
use super::write::{IN_PARTS, frame_id};
use super::{Phase, Result, Store};
use crate::core::filter::text::{escapes_resolved, folded};
use crate::core::filter::{Expr, FieldName, Filter, Is, Node, Term, Test};
use crate::core::frame::FrameNumber;

/// Frames of a block, as a power of two.
const BLOCK: u32 = 4;
/// Blocks that are written in one transaction at most …
const BATCH: u32 = 64;
/// … and bytes of frames that are read for it: the proxy must not wait.
const BATCH_BYTES: usize = 2 << 20;
/// Sequences of a searched text that the index is asked for.
const ASKED: usize = 24;
/// A live recording is left alone until so many frames wait.
const LIVE_LAG: i64 = 2_048;

/// What a step of indexing has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Indexed {
    /// Frames that are in the index now and were not before.
    pub frames: u32,
    /// There is more to do.
    pub more: bool,
}

/// The words of a block, each once.
struct Words {
    seen: Vec<u64>,
    text: String,
}

impl Words {
    fn new() -> Words {
        Words { seen: vec![0; 1 << 18], text: String::new() }
    }

    fn clear(&mut self) {
        self.seen.fill(0);
        self.text.clear();
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for gram in bytes.windows(3) {
            let code = gram_code(gram);
            let (place, bit) = ((code >> 6) as usize, 1u64 << (code & 63));
            if self.seen[place] & bit == 0 {
                self.seen[place] |= bit;
                push_gram(&mut self.text, code);
            }
        }
    }

    /// A word that is no sequence: its first letter is beyond base 32.
    fn fact(&mut self, word: &str) {
        self.text.push_str(word);
        self.text.push(' ');
    }
}

fn gram_code(gram: &[u8]) -> u32 {
    u32::from(gram[0]) << 16 | u32::from(gram[1]) << 8 | u32::from(gram[2])
}

fn push_gram(out: &mut String, code: u32) {
    const DIGITS: &[u8; 32] = b"0123456789abcdefghijklmnopqrstuv";
    for shift in [20, 15, 10, 5, 0] {
        out.push(DIGITS[(code >> shift & 31) as usize] as char);
    }
    out.push(' ');
}

impl Store {
    /// Recordings with frames that wait to be indexed, with how many.
    ///
    /// # Errors
    /// SQLite's.
    pub fn text_waiting(&self) -> Result<Vec<(i64, i64)>> {
        let mut query = self.conn.prepare_cached(
            "SELECT r.id, r.phase = 'live', r.frames - coalesce(p.upto, 0) AS waits
             FROM recordings r LEFT JOIN text_progress p ON p.recording = r.id
             WHERE waits > 0 ORDER BY r.uuid DESC",
        )?;
        let rows = query
            .query_map([], |r| Ok((r.get(0)?, r.get::<_, bool>(1)?, r.get::<_, i64>(2)?)))?
            .collect::<rusqlite::Result<Vec<(i64, bool, i64)>>>()?;
        Ok(rows
            .into_iter()
            .filter(|&(_, live, waits)| !live || waits >= LIVE_LAG)
            .map(|(id, _, waits)| (id, waits))
            .collect())
    }

    /// The last frame of a recording that is in the index, 0 for none.
    ///
    /// # Errors
    /// SQLite's.
    pub fn text_upto(&self, recording: i64) -> Result<u32> {
        Ok(self
            .conn
            .prepare_cached("SELECT upto FROM text_progress WHERE recording = ?1")?
            .query_row([recording], |r| r.get(0))
            .optional()?
            .unwrap_or(0))
    }

    /// Indexes the next frames of a recording: reads first, and holds the lock only to write.
    ///
    /// # Errors
    /// SQLite's.
    pub fn index_text(&mut self, recording: i64) -> Result<Indexed> {
        let nothing = Indexed { frames: 0, more: false };
        let Some(row) = self.recording(recording)? else { return Ok(nothing) };
        let upto = self.text_upto(recording)?;
        // A block is written whole, and only once: the last one of a live recording waits.
        let frames = u32::try_from(row.frames).unwrap_or(u32::MAX);
        let end = if row.phase == Phase::Live { frames >> BLOCK << BLOCK } else { frames + 1 };
        if upto >= frames {
            return Ok(nothing);
        }
        let first = (upto + 1) >> BLOCK;
        let mut blocks = Vec::new();
        let (mut block, mut bytes) = (first, 0);
        let mut words = Words::new();
        while block << BLOCK < end && (block - first) < BATCH && bytes < BATCH_BYTES {
            words.clear();
            bytes += self.block_words(recording, block, &mut words)?;
            blocks.push((i64::from(block) | recording << (32 - BLOCK), words.text.clone()));
            block += 1;
        }
        if blocks.is_empty() {
            return Ok(nothing);
        }
        let reached = ((block << BLOCK) - 1).min(frames);
        let tx = self.begin()?;
        let uuid: Option<String> = tx
            .query_row("SELECT uuid FROM recordings WHERE id = ?1", [recording], |r| r.get(0))
            .optional()?;
        let now: u32 = tx
            .query_row("SELECT upto FROM text_progress WHERE recording = ?1", [recording], |r| {
                r.get(0)
            })
            .optional()?
            .unwrap_or(0);
        // Somebody else was faster, or the recording is gone and its number another's.
        if uuid.as_deref() != Some(row.uuid.as_str()) || now != upto {
            return Ok(Indexed { frames: 0, more: uuid.is_some() });
        }
        {
            let mut insert =
                tx.prepare_cached("INSERT INTO text_index (rowid, words) VALUES (?1, ?2)")?;
            for (id, words) in &blocks {
                insert.execute(params![id, words])?;
            }
            tx.prepare_cached(
                "INSERT OR REPLACE INTO text_progress (recording, upto) VALUES (?1, ?2)",
            )?
            .execute(params![recording, reached])?;
        }
        tx.commit()?;
        Ok(Indexed { frames: reached - upto, more: block << BLOCK < end })
    }

    /// Collects what is in a block; gives the bytes that were read.
    fn block_words(&self, recording: i64, block: u32, words: &mut Words) -> Result<usize> {
        let from = frame_id(recording, FrameNumber(block << BLOCK));
        let to = from + (1 << BLOCK) - 1;
        let mut query = self.conn.prepare_cached(
            "SELECT f.kind, f.flags, f.method, f.variant, f.session, f.problem IS NOT NULL, p.raw
             FROM frames f LEFT JOIN payloads p ON p.id = f.id WHERE f.id BETWEEN ?1 AND ?2",
        )?;
        let mut rows = query.query([from, to])?;
        let mut facts = std::collections::BTreeSet::new();
        let mut bytes = 0;
        while let Some(r) = rows.next()? {
            let flags: i64 = r.get(1)?;
            facts.insert(format!("z{}", r.get::<_, i64>(0)?));
            for (letter, column) in [('w', 2), ('x', 3), ('y', 4)] {
                if let Some(id) = r.get::<_, Option<i64>>(column)? {
                    facts.insert(format!("{letter}{id}"));
                }
            }
            if r.get(5)? {
                facts.insert(ODD.to_owned());
            }
            if flags & 1 != 0 {
                facts.insert(UNTERMINATED.to_owned());
            }
            if flags & IN_PARTS != 0 {
                facts.insert(PARTS.to_owned());
                continue;
            }
            let Some(raw) = r.get_ref(6)?.as_blob_or_null().ok().flatten() else { continue };
            bytes += raw.len();
            words.bytes(folded(raw).as_bytes());
            escapes_resolved(raw, |piece| words.bytes(folded(piece).as_bytes()));
        }
        for fact in facts {
            words.fact(&fact);
        }
        Ok(bytes)
    }

    /// The frames, up to the last that is indexed, that may pass a filter: `None` when the index does not tell.
    pub(super) fn text_candidates(
        &self,
        recording: i64,
        filter: &Filter,
        upto: u32,
    ) -> Result<Option<Ranges>> {
        let Some(root) = filter.root.as_ref().filter(|_| upto > 0) else { return Ok(None) };
        let Some(question) = self.question(recording, root)? else { return Ok(None) };
        let base = recording << (32 - BLOCK);
        if question.is_empty() {
            return Ok(Some(Ranges::default()));
        }
        let mut query = self.conn.prepare_cached(
            "SELECT rowid FROM text_index WHERE text_index MATCH ?1 AND rowid BETWEEN ?2 AND ?3
             ORDER BY rowid",
        )?;
        let last = base + i64::from(upto >> BLOCK);
        let mut rows = query.query(params![question, base, last])?;
        let mut out = Ranges::default();
        while let Some(r) = rows.next()? {
            let block = (r.get::<_, i64>(0)? - base) as u32;
            out.push((block << BLOCK).max(1), (block << BLOCK | ((1 << BLOCK) - 1)).min(upto));
        }
        Ok(Some(out))
    }

    /// A filter's part as a question to the index: `None` when any block may do, empty when none can.
    fn question(&self, recording: i64, node: &Node) -> Result<Option<String>> {
        Ok(match &node.expr {
            Expr::Not(_) => None,
            Expr::Term(term) => self.term(recording, term)?,
            Expr::All(nodes) => {
                let mut parts = Vec::new();
                for node in nodes {
                    match self.question(recording, node)? {
                        Some(part) if part.is_empty() => return Ok(Some(part)),
                        part => parts.extend(part),
                    }
                }
                (!parts.is_empty()).then(|| format!("({})", parts.join(" AND ")))
            }
            Expr::Any(nodes) => {
                let mut parts = Vec::new();
                for node in nodes {
                    let Some(part) = self.question(recording, node)? else { return Ok(None) };
                    parts.push(part);
                }
                either(parts)
            }
        })
    }

    fn term(&self, recording: i64, term: &Term) -> Result<Option<String>> {
        let mut parts = Vec::new();
        for test in &term.tests {
            let ids = |letter: char, ids: Option<Vec<i64>>| {
                ids.map(|ids| {
                    let words = ids.iter().map(|id| format!("{letter}{id}"));
                    // A batch has its messages elsewhere.
                    let words: Vec<String> = words.chain(["z5".to_owned()]).collect();
                    format!("({})", words.join(" OR "))
                })
            };
            let part = match (term.field, test) {
                (FieldName::Method, Test::Name(name)) => ids('w', self.names_like(name)?),
                (FieldName::Update, Test::Name(name)) => ids('x', self.names_like(name)?),
                (FieldName::Session, Test::Name(name)) => {
                    ids('y', self.sessions_like(recording, name)?)
                }
                (_, Test::Kind(kind)) => {
                    Some(format!("(z{} OR z5)", super::write::kind_code(*kind)))
                }
                (_, Test::Is(Is::Unanswered)) => Some("(z1 OR z5)".to_owned()),
                (_, Test::Is(Is::Odd)) => Some(ODD.to_owned()),
                (_, Test::Is(Is::Unterminated)) => Some(UNTERMINATED.to_owned()),
                (_, Test::Text(text)) => grams(text),
                _ => None,
            };
            let Some(part) = part else { return Ok(None) };
            parts.push(part);
        }
        Ok(either(parts))
    }

    /// Takes a recording out of the index. In the caller's transaction.
    pub(super) fn forget_text(tx: &rusqlite::Transaction<'_>, recording: i64) -> Result<()> {
        let upto: Option<u32> = tx
            .query_row("SELECT upto FROM text_progress WHERE recording = ?1", [recording], |r| {
                r.get(0)
            })
            .optional()?;
        if let Some(upto) = upto {
            let mut delete = tx.prepare_cached("DELETE FROM text_index WHERE rowid = ?1")?;
            for block in 0..=upto >> BLOCK {
                delete.execute([i64::from(block) | recording << (32 - BLOCK)])?;
            }
            tx.execute("DELETE FROM text_progress WHERE recording = ?1", [recording])?;
        }
        Ok(())
    }
}

const ODD: &str = "zo";
const UNTERMINATED: &str = "zu";
const PARTS: &str = "zp";

fn either(mut parts: Vec<String>) -> Option<String> {
    parts.retain(|p| !p.is_empty());
    Some(match parts.len() {
        0 => String::new(),
        1 => parts.remove(0),
        _ => format!("({})", parts.join(" OR ")),
    })
}

/// The question for a text: some of its sequences, all of which must be there. Frames in parts are not indexed.
fn grams(text: &str) -> Option<String> {
    let text = folded(text.as_bytes());
    let count = text.len().checked_sub(2).filter(|n| *n > 0)?;
    let step = count.div_ceil(ASKED);
    let mut words = String::new();
    for (i, gram) in text.as_bytes().windows(3).enumerate() {
        if i % step == 0 || i + 1 == count {
            let mut word = String::new();
            push_gram(&mut word, gram_code(gram));
            let _ =
                write!(words, "{}{}", if words.is_empty() { "" } else { " AND " }, word.trim_end());
        }
    }
    Some(format!("(({words}) OR {PARTS})"))
}
