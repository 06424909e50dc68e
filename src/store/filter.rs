//! The filter language as SQL, and the search for frames that pass.
//!
//! A tree becomes one condition with parameters; nothing that a user typed gets into the text of a statement. Names and
//! patterns are compared by the functions of the core, so that both evaluators agree. The condition is applied to the
//! frames of some ranges, a few thousand at a time: those that the index or the findings leave as candidates.

use std::time::Instant;

use rusqlite::functions::{Aggregate, Context, FunctionFlags};
use rusqlite::types::Value;
use rusqlite::{Connection, params};

use super::write::{frame_id, kind_code};
use super::{Result, Store};
use crate::core::filter::eval::{begins, fits, same_id};
use crate::core::filter::text::{Needle, Stream};
use crate::core::filter::{Bounds, Expr, FieldName, Filter, Is, Known, Node, Term, Test};
use crate::core::frame::{FrameNumber, Moment};
use crate::core::protocol::updates::{Effect, UPDATES};

/// Frames that are looked at before the clock is.
const STEP: u32 = 16_384;
/// The same where their bytes are read.
const STEP_TEXT: u32 = 2_048;
/// Frames between two ranges that are looked at, too.
const GAP: u32 = 40;
/// Names whose numbers are written into a statement; more are asked for by it.
const INLINE: usize = 400;

/// What a search has found so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Matching {
    /// Numbers of frames that pass, in order.
    pub frames: Vec<u32>,
    /// Where it was asked for: of each frame what it is a piece of, 0 for none. Frames that follow each other with the same
    /// number are pieces of one stream of text.
    pub streams: Vec<u64>,
    /// The last frame that was looked at.
    pub reached: u32,
}

/// Ranges of frame numbers, both ends included, in order and apart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Ranges(Vec<(u32, u32)>);

impl Ranges {
    /// Adds a range that begins behind all others, or touches the last.
    pub(super) fn push(&mut self, first: u32, last: u32) {
        if first > last {
            return;
        }
        match self.0.last_mut() {
            Some((_, end)) if first <= end.saturating_add(1) => *end = last.max(*end),
            _ => self.0.push((first, last)),
        }
    }

    /// The same with small gaps closed: a statement costs as much as a few rows.
    fn joined(self) -> Ranges {
        let mut out = Ranges::default();
        for (first, last) in self.0 {
            match out.0.last_mut() {
                Some((_, end)) if first - *end <= GAP => *end = last,
                _ => out.0.push((first, last)),
            }
        }
        out
    }

    fn and(&self, other: &Ranges) -> Ranges {
        let (mut a, mut b) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut out = Ranges::default();
        while let (Some(&&(a1, a2)), Some(&&(b1, b2))) = (a.peek(), b.peek()) {
            let (first, last) = (a1.max(b1), a2.min(b2));
            if first <= last {
                out.0.push((first, last));
            }
            if a2 < b2 {
                a.next()
            } else {
                b.next()
            };
        }
        out
    }
}

impl Store {
    /// The frames from `first` to `last` that pass a filter. Stops early when `most` are found, or at `until`.
    ///
    /// # Errors
    /// SQLite's.
    pub fn matching(
        &self,
        recording: i64,
        filter: &Filter,
        first: u32,
        last: u32,
        most: usize,
        until: Option<Instant>,
    ) -> Result<Matching> {
        self.search(recording, filter, first, last, most, until, false)
    }

    /// The same; `streams` tells of which stream of text each frame is a piece.
    ///
    /// # Errors
    /// SQLite's.
    #[expect(clippy::too_many_arguments, reason = "what, where, and how far")]
    pub fn search(
        &self,
        recording: i64,
        filter: &Filter,
        first: u32,
        last: u32,
        most: usize,
        until: Option<Instant>,
        streams: bool,
    ) -> Result<Matching> {
        let mut out = Matching { reached: first.saturating_sub(1), ..Matching::default() };
        if first > last {
            return Ok(out);
        }
        let mut ranges = Ranges(vec![(first, last)]);
        let upto = self.text_upto(recording)?;
        if let Some(mut candidates) = self.text_candidates(recording, filter, upto)? {
            candidates.push(upto + 1, u32::MAX);
            ranges = ranges.and(&candidates);
        }
        if let Some(candidates) = self.found_candidates(recording, filter)? {
            ranges = ranges.and(&candidates);
        }
        let mut condition =
            Condition { store: self, recording, text: String::new(), values: Vec::new() };
        if let Some(root) = &filter.root {
            condition.node(root)?;
        } else {
            condition.text.push('1');
        }
        let reads = filter.terms().any(|t| t.field == FieldName::Text);
        let step = if reads { STEP_TEXT } else { STEP };
        // The candidates are where the work is: no statistics could tell SQLite.
        let chunks = if streams { self.chunk_variants()? } else { String::new() };
        let stream = if streams {
            // Two streams of one session may be told apart by their variant; the direction says nothing more.
            format!(
                "CASE WHEN f.variant IN ({chunks}) THEN f.variant << 40 | ifnull(f.session, 0) << 1 | 1 ELSE 0 END"
            )
        } else {
            "0".to_owned()
        };
        let sql = format!(
            "SELECT f.id, {stream} FROM frames f WHERE f.id BETWEEN ?1 AND ?2 AND {} ORDER BY f.id",
            condition.text
        );
        let mut query = self.conn.prepare_cached(&sql)?;
        for (i, value) in condition.values.iter().enumerate() {
            query.raw_bind_parameter(i + 3, value)?;
        }
        let mut looked = 0;
        for (from, to) in ranges.joined().0 {
            let mut from = from;
            loop {
                let end = to.min(from.saturating_add(step - 1));
                query.raw_bind_parameter(1, frame_id(recording, FrameNumber(from)))?;
                query.raw_bind_parameter(2, frame_id(recording, FrameNumber(end)))?;
                let mut rows = query.raw_query();
                while let Some(r) = rows.next()? {
                    out.frames.push((r.get::<_, i64>(0)? & 0xffff_ffff) as u32);
                    if streams {
                        out.streams.push(r.get::<_, i64>(1)? as u64);
                    }
                }
                out.reached = end;
                looked += end - from + 1;
                if out.frames.len() >= most {
                    return Ok(out);
                }
                if looked >= step {
                    looked = 0;
                    if until.is_some_and(|until| Instant::now() >= until) {
                        return Ok(out);
                    }
                }
                if end == to {
                    break;
                }
                from = end + 1;
            }
        }
        out.reached = last;
        Ok(out)
    }

    /// The frames that terms about findings and bookmarks leave, where all frames must pass one.
    fn found_candidates(&self, recording: i64, filter: &Filter) -> Result<Option<Ranges>> {
        let mut all: Option<Ranges> = None;
        for node in filter.conjuncts() {
            let Expr::Term(term) = &node.expr else { continue };
            let mut condition =
                Condition { store: self, recording, text: String::new(), values: Vec::new() };
            match term.field {
                FieldName::Finding | FieldName::Rule => {
                    for (i, test) in term.tests.iter().enumerate() {
                        condition.text.push_str(if i > 0 { " UNION " } else { "" });
                        condition.findings(test);
                    }
                }
                FieldName::Is if term.tests == [Test::Is(Is::Marked)] => condition.marks(),
                _ => continue,
            }
            let sql = format!("SELECT DISTINCT frame FROM ({}) ORDER BY frame", condition.text);
            let mut query = self.conn.prepare_cached(&sql)?;
            // The numbering of parameters begins behind the two of the range.
            for (i, value) in condition.values.iter().enumerate() {
                query.raw_bind_parameter(i + 3, value)?;
            }
            let mut rows = query.raw_query();
            let mut found = Ranges::default();
            while let Some(r) = rows.next()? {
                let frame: u32 = r.get(0)?;
                found.push(frame, frame);
            }
            all = Some(all.map_or(found.clone(), |a| a.and(&found)));
        }
        Ok(all)
    }

    /// Numbers of the variants that carry pieces of a text.
    fn chunk_variants(&self) -> Result<String> {
        let chunks = UPDATES.iter().filter(|u| u.effect == Effect::Append);
        let mut ids = Vec::new();
        for update in chunks {
            ids.extend(self.names_like(update.name)?.unwrap_or_default());
        }
        Ok(listed(&ids))
    }

    /// Bytes of the frames from `first` to `last`, and when the last of them came.
    ///
    /// # Errors
    /// SQLite's.
    pub fn run_totals(&self, recording: i64, first: u32, last: u32) -> Result<(i64, Moment)> {
        let range =
            [frame_id(recording, FrameNumber(first)), frame_id(recording, FrameNumber(last))];
        Ok(self
            .conn
            .prepare_cached("SELECT ifnull(sum(size), 0), ifnull(max(t), 0) FROM frames WHERE id BETWEEN ?1 AND ?2")?
            .query_row(range, |r| Ok((r.get(0)?, Moment(r.get::<_, i64>(1)? as u64))))?)
    }

    /// The names that occur in a recording, for completion.
    ///
    /// # Errors
    /// SQLite's.
    pub fn known_names(&self, recording: i64) -> Result<Known> {
        let range =
            [frame_id(recording, FrameNumber(0)), frame_id(recording, FrameNumber(u32::MAX))];
        let names = |sql: &str, params: &[i64]| -> Result<Vec<String>> {
            let mut query = self.conn.prepare_cached(sql)?;
            let names = query
                .query_map(rusqlite::params_from_iter(params), |r| r.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            Ok(names)
        };
        // The beginning of a recording has nearly all names; all of it would be read with every key.
        let sample = |column: &str| {
            format!(
                "SELECT DISTINCT n.name FROM (SELECT {column} AS name FROM frames WHERE id BETWEEN ?1 AND ?2
                 ORDER BY id LIMIT 20000) f JOIN names n ON n.id = f.name ORDER BY n.name LIMIT 200"
            )
        };
        Ok(Known {
            methods: names(&sample("method"), &range)?,
            updates: names(&sample("variant"), &range)?,
            sessions: names(
                "SELECT session_id FROM sessions WHERE recording = ?1 ORDER BY first_frame LIMIT 200",
                &[recording],
            )?,
            rules: names(
                "SELECT DISTINCT rule FROM findings WHERE recording = ?1 ORDER BY rule LIMIT 200",
                &[recording],
            )?,
        })
    }

    /// Numbers of the names that fit a pattern; `None` when there are too many to be listed.
    pub(super) fn names_like(&self, pattern: &str) -> Result<Option<Vec<i64>>> {
        if !pattern.contains('*') {
            let mut query = self.conn.prepare_cached("SELECT id FROM names WHERE name = ?1")?;
            let ids = query.query_map([pattern], |r| r.get(0))?.collect::<rusqlite::Result<_>>()?;
            return Ok(Some(ids));
        }
        let mut query =
            self.conn.prepare_cached("SELECT id FROM names WHERE acp_fits(?1, name) LIMIT ?2")?;
        few(query.query_map(params![pattern, INLINE as i64 + 1], |r| r.get(0))?.collect())
    }

    /// The same of ACP sessions.
    pub(super) fn sessions_like(&self, recording: i64, pattern: &str) -> Result<Option<Vec<i64>>> {
        let mut query = self.conn.prepare_cached(
            "SELECT id FROM sessions WHERE recording = ?1 AND acp_begins(?2, session_id) LIMIT ?3",
        )?;
        let limit = INLINE as i64 + 1;
        few(query.query_map(params![recording, pattern, limit], |r| r.get(0))?.collect())
    }
}

fn few(ids: rusqlite::Result<Vec<i64>>) -> Result<Option<Vec<i64>>> {
    let ids = ids?;
    Ok((ids.len() <= INLINE).then_some(ids))
}

/// A condition on the row `f` of `frames`. It is never NULL, so that it can be turned round.
struct Condition<'a> {
    store: &'a Store,
    recording: i64,
    text: String,
    values: Vec<Value>,
}

impl Condition<'_> {
    /// A parameter; two are taken by the range of frames.
    fn value(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("?{}", self.values.len() + 2)
    }

    fn node(&mut self, node: &Node) -> Result<()> {
        match &node.expr {
            Expr::Term(term) => self.term(term),
            Expr::Not(node) => {
                self.text.push_str("NOT ");
                self.node(node)
            }
            Expr::All(nodes) => self.list(nodes, " AND "),
            Expr::Any(nodes) => self.list(nodes, " OR "),
        }
    }

    fn list(&mut self, nodes: &[Node], between: &str) -> Result<()> {
        self.text.push('(');
        for (i, node) in in_order(nodes).into_iter().enumerate() {
            if i > 0 {
                self.text.push_str(between);
            }
            self.node(node)?;
        }
        self.text.push(')');
        Ok(())
    }

    fn term(&mut self, term: &Term) -> Result<()> {
        self.text.push('(');
        for (i, test) in term.tests.iter().enumerate() {
            if i > 0 {
                self.text.push_str(" OR ");
            }
            self.test(term.field, test)?;
        }
        self.text.push(')');
        Ok(())
    }

    /// A condition on the frame's own row, or on that of a message inside of a batch. `{}` is the row.
    fn part(&mut self, condition: &str) {
        let own = condition.replace("{}", "f");
        let inner = condition.replace("{}", "b");
        self.text.push_str(&format!(
            "(ifnull({own}, 0) OR (f.kind = 5 AND EXISTS (SELECT 1 FROM batch_messages b \
             WHERE b.frame = f.id AND {inner})))"
        ));
    }

    fn test(&mut self, field: FieldName, test: &Test) -> Result<()> {
        match (field, test) {
            (_, Test::Dir(dir)) => self.text.push_str(&format!("f.dir = {}", dir.index())),
            (_, Test::Kind(kind)) => self.part(&format!("{{}}.kind = {}", kind_code(*kind))),
            (FieldName::Method, Test::Name(name)) => self.named("method", name)?,
            (FieldName::Update, Test::Name(name)) => self.named("variant", name)?,
            (FieldName::Session, Test::Name(name)) => {
                let ids = match self.store.sessions_like(self.recording, name)? {
                    Some(ids) => listed(&ids),
                    None => {
                        let (r, n) = (self.value(self.recording), self.value(name.clone()));
                        format!(
                            "SELECT id FROM sessions WHERE recording = {r} AND acp_begins({n}, session_id)"
                        )
                    }
                };
                self.part(&format!("{{}}.session IN ({ids})"));
            }
            (_, Test::Name(_) | Test::Severity(_)) => {
                self.text.push_str("EXISTS (");
                self.findings(test);
                self.text.push_str(" AND frame = f.number)");
            }
            (_, Test::Id(id)) => {
                let id = self.value(id.clone());
                self.part(&format!(
                    "({{}}.rpc_id = {id} OR ({{}}.rpc_id >= '\"' AND {{}}.rpc_id < '#' AND acp_id({id}, {{}}.rpc_id)))"
                ));
            }
            (FieldName::Latency, Test::Bounds(b)) => {
                self.part(&compared("{}.latency", *b, 0));
            }
            (FieldName::Gap, Test::Bounds(b)) => {
                let gap = "max(f.t - (SELECT p.t FROM frames p WHERE p.id = f.id - 1), 0)";
                self.text.push_str(&format!("ifnull({}, 0)", compared(gap, *b, 0)));
            }
            (FieldName::At, Test::Bounds(b)) => self.text.push_str(&compared("f.t", *b, 0)),
            (FieldName::Frame, Test::Bounds(b)) => {
                self.text.push_str(&compared("f.id", *b, self.recording << 32));
            }
            (_, Test::Bounds(b)) => self.text.push_str(&compared("f.size", *b, 0)),
            (_, Test::Text(text)) => {
                let text = self.value(text.clone());
                self.text.push_str(&format!(
                    "CASE WHEN f.flags & 2 \
                     THEN (SELECT acp_has_parts({text}, raw) FROM (SELECT raw FROM payload_parts WHERE frame = f.id ORDER BY part)) \
                     ELSE ifnull((SELECT acp_has({text}, p.raw) FROM payloads p WHERE p.id = f.id), 0) END"
                ));
            }
            (_, Test::Is(is)) => match is {
                Is::Unanswered => self.part("({}.kind = 1 AND {}.pair IS NULL)"),
                Is::Odd => self.text.push_str("f.problem IS NOT NULL"),
                Is::Unterminated => self.text.push_str("f.flags & 1 = 1"),
                Is::Marked => {
                    self.text.push_str("EXISTS (");
                    self.marks();
                    self.text.push_str(" AND frame = f.number)");
                }
            },
        }
        Ok(())
    }

    fn named(&mut self, column: &str, pattern: &str) -> Result<()> {
        let ids = match self.store.names_like(pattern)? {
            Some(ids) => listed(&ids),
            None => {
                let pattern = self.value(pattern.to_owned());
                format!("SELECT id FROM names WHERE acp_fits({pattern}, name)")
            }
        };
        self.part(&format!("{{}}.{column} IN ({ids})"));
        Ok(())
    }

    /// The frames with findings that fit, as a query.
    fn findings(&mut self, test: &Test) {
        let recording = self.value(self.recording);
        let which = match test {
            Test::Severity(Some(severity)) => {
                let severity = self.value(severity.word().to_owned());
                format!("AND severity = {severity}")
            }
            Test::Name(rule) => {
                let rule = self.value(rule.clone());
                format!("AND acp_fits({rule}, rule)")
            }
            _ => String::new(),
        };
        self.text
            .push_str(&format!("SELECT frame FROM findings WHERE recording = {recording} {which}"));
    }

    /// The bookmarked frames, as a query.
    fn marks(&mut self) {
        let recording = self.value(self.recording);
        self.text.push_str(&format!("SELECT frame FROM bookmarks WHERE recording = {recording}"));
    }
}

fn listed(ids: &[i64]) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

fn compared(what: &str, bounds: Bounds, base: i64) -> String {
    // What is larger than any number of the database compares as the largest.
    let n = |n: u64| base.saturating_add(i64::try_from(n).unwrap_or(i64::MAX));
    match bounds {
        Bounds::Exactly(a) => format!("{what} = {}", n(a)),
        Bounds::Over(a) => format!("{what} > {}", n(a)),
        Bounds::AtLeast(a) => format!("{what} >= {}", n(a)),
        Bounds::Under(a) => format!("{what} < {}", n(a)),
        Bounds::AtMost(a) => format!("{what} <= {}", n(a)),
        Bounds::Between(a, b) => format!("{what} BETWEEN {} AND {}", n(a), n(b)),
    }
}

/// What is dear to evaluate comes last: SQLite stops at the first part that decides.
fn in_order(nodes: &[Node]) -> Vec<&Node> {
    fn cost(node: &Node) -> u8 {
        match &node.expr {
            Expr::Term(term) => match term.field {
                FieldName::Text => 9,
                FieldName::Gap | FieldName::Id => 3,
                FieldName::Finding | FieldName::Rule => 2,
                _ => 1,
            },
            Expr::Not(node) => cost(node),
            Expr::All(nodes) | Expr::Any(nodes) => nodes.iter().map(cost).max().unwrap_or(0),
        }
    }
    let mut out: Vec<&Node> = nodes.iter().collect();
    out.sort_by_key(|n| cost(n));
    out
}

/// Whether a name is what a pattern asks for.
type Compare = fn(&str, &str) -> bool;

/// Gives a connection the functions of the core.
pub(super) fn add_functions(conn: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    let compares: [(&str, Compare); 3] =
        [("acp_fits", fits), ("acp_begins", begins), ("acp_id", same_id)];
    for (name, compare) in compares {
        conn.create_scalar_function(name, 2, flags, move |ctx| {
            let text = |n: usize| ctx.get_raw(n).as_str_or_null();
            Ok(match (text(0)?, text(1)?) {
                (Some(pattern), Some(name)) => compare(pattern, name),
                _ => false,
            })
        })?;
    }
    conn.create_scalar_function("acp_has", 2, flags, |ctx| {
        let needle = ctx.get_or_create_aux(
            0,
            |text| -> std::result::Result<_, rusqlite::types::FromSqlError> {
                Ok(Needle::new(text.as_str()?))
            },
        )?;
        Ok(ctx.get_raw(1).as_bytes_or_null()?.is_some_and(|raw| needle.is_in(raw)))
    })?;
    conn.create_aggregate_function("acp_has_parts", 2, flags, HasParts)
}

/// Looks for a text in the parts of a frame, as they come.
struct HasParts;

impl Aggregate<Option<Stream>, bool> for HasParts {
    fn init(&self, ctx: &mut Context<'_>) -> rusqlite::Result<Option<Stream>> {
        // No arguments yet: the first step has them.
        let _ = ctx;
        Ok(None)
    }

    fn step(&self, ctx: &mut Context<'_>, state: &mut Option<Stream>) -> rusqlite::Result<()> {
        if state.is_none() {
            let text = ctx.get_raw(0).as_str()?.to_owned();
            *state = Some(Stream::new(&text));
        }
        if let (Some(stream), Some(raw)) = (state, ctx.get_raw(1).as_bytes_or_null()?) {
            stream.push(raw);
        }
        Ok(())
    }

    fn finalize(
        &self,
        _: &mut Context<'_>,
        state: Option<Option<Stream>>,
    ) -> rusqlite::Result<bool> {
        Ok(state.flatten().is_some_and(|s| s.found()))
    }
}
