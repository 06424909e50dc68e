//! From an item's frames to what it says: its state at any moment, and the history of its patches.
//!
//! The frames come from whoever keeps them ([`Frames`]); only those of the item are read. State
//! and patches are made in the same pass, so that a patch tells exactly what it did to the state.

use serde_json::{Map, Value, json};

use super::decode::{self, Decoded, Lost};
use super::item::{Item, ItemKind, Op, Session, Step, UsagePoint};
use super::merge::{self, Rule};
use super::{Status, Timeline};
use crate::core::frame::{Dir, FrameNumber, Moment};
use crate::core::message;
use crate::core::protocol::Protocol;

/// Of a line that is no JSON, this many bytes are shown.
const EXCERPT: usize = 64 << 10;
/// Items of more steps are worth to look for those that count.
const MANY: usize = 8;

/// A frame as it crossed.
#[derive(Debug, Clone)]
pub struct Wire {
    /// Its direction.
    pub dir: Dir,
    /// When its last byte was read.
    pub t: Moment,
    /// Its bytes; none if it is too large to be held.
    pub raw: Option<Vec<u8>>,
}

/// Whoever keeps the frames.
pub trait Frames {
    /// The frame of this number; `None` if it cannot be had.
    fn read(&mut self, frame: FrameNumber) -> Option<Wire>;
}

/// A field that a patch gives and that has no effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ignored {
    /// The field.
    pub field: String,
    /// Why.
    pub reason: String,
}

/// What one frame did to an item. Fields are those of the item's state.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Patch {
    /// The frame.
    pub frame: FrameNumber,
    /// When it was read.
    pub t: Moment,
    /// Fields that got a value.
    pub set: Vec<String>,
    /// Fields that lost theirs.
    pub cleared: Vec<String>,
    /// Fields that something was appended to.
    pub appended: Vec<String>,
    /// Fields that it gives without effect, and why.
    pub ignored: Vec<Ignored>,
    /// What else is to be said of it.
    pub note: Option<String>,
}

/// An item as it is at a moment.
#[derive(Debug, Clone, PartialEq)]
pub struct Built {
    /// Its place in the session.
    pub index: usize,
    /// What it is.
    pub kind: ItemKind,
    /// Its id in the protocol.
    pub id: Option<String>,
    /// Its turn, from 1; none outside of turns.
    pub turn: Option<u32>,
    /// It came to be in a replay.
    pub replay: bool,
    /// The item that it happened inside of.
    pub parent: Option<usize>,
    /// The frames that made it so far, each once, in order.
    pub frames: Vec<FrameNumber>,
    /// When the first came.
    pub t: Moment,
    /// When the last came.
    pub last_t: Moment,
    /// A completed compaction stands behind it.
    pub compacted_away: bool,
    /// A tool call that `session/cancel` has closed.
    pub cancelled: bool,
    /// The protocol object, all patches applied.
    pub state: Map<String, Value>,
    /// What the terminals that a tool call shows have printed, by id.
    pub terminals: Map<String, Value>,
    /// What each frame did. Of [`shown`], of those frames only on which the state rests.
    pub patches: Vec<Patch>,
    /// How many frames did something.
    pub steps: usize,
    /// The statuses of a tool call, one after the other: `cancelled` where `session/cancel` has closed it.
    pub statuses: Vec<(FrameNumber, Moment, &'static str)>,
}

/// An item with its history as of a frame; `None` if it was not there yet.
pub fn item(
    timeline: &Timeline,
    session: &Session,
    index: usize,
    frames: &mut dyn Frames,
    at: FrameNumber,
) -> Option<Built> {
    let item = session.items.get(index)?;
    let steps = item.until(at);
    let mut builder = Builder::new(timeline, frames, item);
    let patches = steps.iter().enumerate().map(|(i, step)| builder.step(step, i == 0)).collect();
    let Builder { state, cancelled, .. } = builder;
    put_together(timeline, session, index, frames, at, (state, cancelled), patches)
}

/// The same without its whole history: frames whose every word was replaced by later ones are not read. What is said
/// again and again in a long session (its use, its plan) costs no more than what is said once.
pub fn shown(
    timeline: &Timeline,
    session: &Session,
    index: usize,
    frames: &mut dyn Frames,
    at: FrameNumber,
) -> Option<Built> {
    let steps = session.items.get(index)?.until(at);
    if steps.len() <= MANY {
        return item(timeline, session, index, frames, at);
    }
    match session.items[index].kind {
        ItemKind::Usage => {
            let last = last_reports(session, at);
            let reports = steps.iter().filter(|s| last.iter().any(|(_, at)| *at == s.frame));
            let reports: Vec<Step> = reports.copied().collect();
            let built = build(timeline, session, index, frames, at, &reports);
            // A report that readers decode otherwise than it looks leaves an earlier one standing.
            let as_told = built.as_ref().is_some_and(|b| {
                last.iter().all(|(field, frame)| {
                    b.patches.iter().any(|p| p.frame == *frame && p.set.iter().any(|f| f == field))
                })
            });
            if as_told { built } else { item(timeline, session, index, frames, at) }
        }
        // A plan is always given whole.
        ItemKind::Plan => {
            let plan = &session.items[index];
            let whole = steps.iter().rposition(|step| {
                matches!(step.op, Op::Replace | Op::Patch) && {
                    let mut builder = Builder::new(timeline, frames, plan);
                    builder.step(step, false);
                    !builder.state.is_empty()
                }
            });
            build(timeline, session, index, frames, at, &steps[whole.unwrap_or(0)..])
        }
        _ => item(timeline, session, index, frames, at),
    }
}

/// The frames that say last what there is to say of use, field by field.
fn last_reports(session: &Session, at: FrameNumber) -> Vec<(&'static str, FrameNumber)> {
    let told = &session.usage[..session.usage.partition_point(|u| u.frame <= at)];
    let last = |has: fn(&UsagePoint) -> bool| told.iter().rev().find(|u| has(u)).map(|u| u.frame);
    let fields = [
        ("used", last(|u| u.used.is_some())),
        ("size", last(|u| u.size.is_some())),
        ("cost", last(|u| u.cost.is_some())),
        ("_meta", last(|u| u.meta)),
    ];
    fields.into_iter().filter_map(|(field, frame)| Some((field, frame?))).collect()
}

fn build(
    timeline: &Timeline,
    session: &Session,
    index: usize,
    frames: &mut dyn Frames,
    at: FrameNumber,
    steps: &[Step],
) -> Option<Built> {
    let item = session.items.get(index)?;
    let first = item.first();
    let mut builder = Builder::new(timeline, frames, item);
    let mut patches: Vec<Patch> =
        steps.iter().map(|step| builder.step(step, step.frame == first)).collect();
    let Builder { state, cancelled, .. } = builder;
    // When the last frame came is told by it.
    let last = item.until(at).last()?;
    if patches.last().is_none_or(|p| p.frame != last.frame) {
        let t = frames.read(last.frame).map_or(item.t, |wire| wire.t);
        patches.push(Patch { frame: last.frame, t, ..Patch::default() });
    }
    put_together(timeline, session, index, frames, at, (state, cancelled), patches)
}

fn put_together(
    timeline: &Timeline,
    session: &Session,
    index: usize,
    frames: &mut dyn Frames,
    at: FrameNumber,
    (state, cancelled): (Map<String, Value>, bool),
    patches: Vec<Patch>,
) -> Option<Built> {
    let item = session.items.get(index)?;
    let steps = item.until(at);
    let first = steps.first()?;
    let mut numbers: Vec<FrameNumber> = steps.iter().map(|step| step.frame).collect();
    numbers.dedup();
    let last_t = patches.iter().map(|p| p.t).fold(item.t, Moment::max);
    let statuses = steps
        .iter()
        .zip(&patches)
        .filter_map(|(step, patch)| Some((step.frame, patch.t, status_word(step)?)));
    let statuses = if patches.len() == steps.len() { statuses.collect() } else { Vec::new() };
    let id = match item.kind {
        // The id of a prompt is told later.
        ItemKind::UserMessage => state.get("messageId").and_then(Value::as_str).map(str::to_owned),
        _ => item.id.as_deref().map(str::to_owned),
    };
    let id = id.or_else(|| state.get("terminalId").and_then(Value::as_str).map(str::to_owned));
    let terminals = shown_terminals(timeline, session, &state, frames, at);
    debug_assert_eq!(numbers.first(), Some(&first.frame));
    Some(Built {
        index,
        kind: item.kind,
        id,
        turn: (item.turn > 0).then_some(item.turn),
        replay: item.replay,
        parent: item.parent.map(|p| p as usize),
        frames: numbers,
        t: item.t,
        last_t,
        compacted_away: item.kind.is_compacted()
            && session.compacted_until(at).is_some_and(|c| (index as u32) < c),
        cancelled,
        state,
        terminals,
        steps: steps.len(),
        statuses,
        patches,
    })
}

fn status_word(step: &Step) -> Option<&'static str> {
    match (step.op, step.status) {
        (Op::Cancel, _) => Some("cancelled"),
        (_, Status::Unsaid) => None,
        (_, Status::Pending) => Some("pending"),
        (_, Status::InProgress) => Some("in_progress"),
        (_, Status::Completed) => Some("completed"),
        (_, Status::Failed) => Some("failed"),
    }
}

/// What the terminals in a tool call's content have printed as of a frame.
fn shown_terminals(
    timeline: &Timeline,
    session: &Session,
    state: &Map<String, Value>,
    frames: &mut dyn Frames,
    at: FrameNumber,
) -> Map<String, Value> {
    let mut printed = Map::new();
    if session.terminals.is_empty() {
        return printed;
    }
    for content in state.get("content").and_then(Value::as_array).into_iter().flatten() {
        if content.get("type").and_then(Value::as_str) != Some("terminal") {
            continue;
        }
        let Some(id) = content.get("terminalId").and_then(Value::as_str) else { continue };
        let of = session.terminals.iter().rev().find(|(known, _)| **known == *id);
        let Some((_, index)) = of else { continue };
        if let Some(terminal) = shown(timeline, session, *index as usize, frames, at) {
            let mut said = Map::new();
            for key in ["output", "truncated", "exitStatus"] {
                if let Some(value) = terminal.state.get(key) {
                    said.insert(key.to_owned(), value.clone());
                }
            }
            printed.insert(id.to_owned(), Value::Object(said));
        }
    }
    printed
}

struct Builder<'a> {
    timeline: &'a Timeline,
    frames: &'a mut dyn Frames,
    item: &'a Item,
    state: Map<String, Value>,
    /// The last block of the content is text that came in chunks: text that follows joins it.
    joins: bool,
    cancelled: bool,
}

/// A frame's message, read.
struct Read {
    dir: Dir,
    t: Moment,
    value: Value,
    text: Option<String>,
}

impl<'a> Builder<'a> {
    fn new(timeline: &'a Timeline, frames: &'a mut dyn Frames, item: &'a Item) -> Builder<'a> {
        Builder { timeline, frames, item, state: Map::new(), joins: false, cancelled: false }
    }

    fn protocol(&self, frame: FrameNumber) -> &'static Protocol {
        match self.timeline.v2_since {
            Some(since) if frame >= since => Protocol::v2(),
            _ => Protocol::v1(),
        }
    }

    fn is_v2(&self, frame: FrameNumber) -> bool {
        self.timeline.v2_since.is_some_and(|since| frame >= since)
    }

    fn read(&mut self, frame: FrameNumber, part: u16) -> Option<Read> {
        let Wire { dir, t, raw } = self.frames.read(frame)?;
        let Some(raw) = raw else {
            return Some(Read { dir, t, value: Value::Null, text: None });
        };
        // As the fold has read it: what only we find odd must not be another text here.
        match message::parse(&raw).1.map(|value| value.to_json()) {
            Some(mut value) => {
                if part > 0 {
                    let inner = value.get_mut(usize::from(part) - 1).map(Value::take);
                    value = inner.unwrap_or_default();
                }
                Some(Read { dir, t, value, text: None })
            }
            None => {
                let shown = &raw[..raw.len().min(EXCERPT)];
                let text = String::from_utf8_lossy(shown).into_owned();
                Some(Read { dir, t, value: Value::Null, text: Some(text) })
            }
        }
    }

    fn step(&mut self, step: &Step, first: bool) -> Patch {
        let mut patch = Patch { frame: step.frame, t: self.item.t, ..Patch::default() };
        let Some(read) = self.read(step.frame, step.part) else {
            patch.note = Some("the frame cannot be read".to_owned());
            return patch;
        };
        patch.t = read.t;
        if read.value.is_null() && read.text.is_none() {
            patch.note = Some("the frame is too large to be read here".to_owned());
            return patch;
        }
        if step.status != Status::Unsaid {
            self.cancelled = false;
        }
        match step.op {
            Op::Replace | Op::Patch | Op::Append | Op::Restart => {
                self.update(step, &read, first, &mut patch);
            }
            Op::Echo => self.echo(&read, &mut patch),
            Op::Refused => self.refused(step, read, first, &mut patch),
            Op::Ask => self.ask(&read, &mut patch),
            Op::Answer => self.answer(&read, &mut patch),
            Op::EndTurn => end_turn(&read, &mut patch),
            Op::Asked => self.asked(step, &read, &mut patch),
            Op::Setup => self.set_up(step, &read, &mut patch),
            Op::Changed => self.changed(step, &read, &mut patch),
            Op::Remove => self.set("removed", Value::Bool(true), &mut patch),
            Op::Cancel => {
                self.cancelled = true;
                patch.note = Some("closed on the client's side by session/cancel".to_owned());
            }
            Op::Withdraw => patch.note = Some("taken back by $/cancel_request".to_owned()),
            Op::Complete => self.set("completed", Value::Bool(true), &mut patch),
            Op::Call => self.terminal_call(&read, &mut patch),
            Op::CallAnswer => self.terminal_answer(step, &read, &mut patch),
            Op::Whole => self.whole(read, &mut patch),
        }
        patch
    }

    fn set(&mut self, field: &str, value: Value, patch: &mut Patch) {
        self.state.insert(field.to_owned(), value);
        patch.set.push(field.to_owned());
    }

    /// A `session/update`.
    fn update(&mut self, step: &Step, read: &Read, first: bool, patch: &mut Patch) {
        let protocol = self.protocol(step.frame);
        let Decoded { value, lost, refused } =
            decode::params(protocol, read.dir, "session/update", false, &read.value);
        if let Some(why) = refused {
            patch.ignored.push(Ignored { field: String::new(), reason: why });
            return;
        }
        let mut update = value.get("update").cloned().unwrap_or_default();
        match update.get_mut("plan") {
            Some(plan) => empty_lists(self.item.kind, plan, "/update/plan", &lost),
            None => empty_lists(self.item.kind, &mut update, "/update", &lost),
        }
        for lost in lost {
            let place = lost.pointer.strip_prefix("/update/").unwrap_or(&lost.pointer);
            let field = place.strip_prefix("plan/").unwrap_or(place).to_owned();
            patch.ignored.push(Ignored { field, reason: lost.reason });
        }
        match (step.op, self.item.kind) {
            (Op::Append | Op::Restart, _) => self.append(step, &update, first, patch),
            (_, ItemKind::State) => {
                self.state.clear();
                for (key, value) in update.as_object().into_iter().flatten() {
                    if key != "sessionUpdate" {
                        self.set(key, value.clone(), patch);
                    }
                }
            }
            (_, ItemKind::Plan) => {
                let before = self.state.clone();
                let own = update.get("plan").unwrap_or(&update);
                self.state.clear();
                let mut given = own.clone();
                if let (Some(meta), Some(members)) = (update.get("_meta"), given.as_object_mut()) {
                    members.entry("_meta").or_insert_with(|| meta.clone());
                }
                self.merge(&given, false, patch);
                patch.note = plan_changes(&before, &self.state);
            }
            (op, kind) => {
                if op == Op::Replace && kind == ItemKind::ToolCall {
                    self.state.clear();
                    self.state.insert("kind".to_owned(), json!("other"));
                    self.state.insert("status".to_owned(), json!("pending"));
                }
                let three_state = kind == ItemKind::ToolCall && self.is_v2(step.frame);
                self.merge(&update, three_state, patch);
            }
        }
    }

    /// Merges an object by the table. `three_state`: in version 2 a null clears where it keeps in version 1.
    fn merge(&mut self, given: &Value, three_state: bool, patch: &mut Patch) {
        self.joins = false;
        let rules = merge::fields(self.item.kind);
        for (key, value) in given.as_object().into_iter().flatten() {
            let Some((_, rule)) = rules.iter().find(|(name, _)| name == key) else {
                if key != "sessionUpdate" {
                    let reason = "not a field of this update".to_owned();
                    patch.ignored.push(Ignored { field: key.clone(), reason });
                }
                continue;
            };
            let rule = match rule {
                Rule::Keep if three_state => Rule::Patch,
                Rule::KeepList if three_state => Rule::PatchList,
                rule => *rule,
            };
            let empty = value.as_array().is_some_and(Vec::is_empty);
            match rule {
                Rule::Key => {
                    self.state.insert(key.clone(), value.clone());
                }
                Rule::Whole if value.is_null() => self.set(key, json!([]), patch),
                Rule::Keep | Rule::KeepList | Rule::First if value.is_null() => {
                    let reason = "null leaves it as it is".to_owned();
                    patch.ignored.push(Ignored { field: key.clone(), reason });
                }
                Rule::KeepList | Rule::PatchList if empty => self.clear(key, patch),
                Rule::Patch | Rule::PatchList if value.is_null() => self.clear(key, patch),
                Rule::First if self.state.contains_key(key) => {
                    if self.state.get(key) != Some(value) {
                        let reason = "only the first value counts".to_owned();
                        patch.ignored.push(Ignored { field: key.clone(), reason });
                    }
                }
                _ => self.set(key, value.clone(), patch),
            }
        }
    }

    fn clear(&mut self, field: &str, patch: &mut Patch) {
        self.state.shift_remove(field);
        patch.cleared.push(field.to_owned());
    }

    /// One block more.
    fn append(&mut self, step: &Step, update: &Value, first: bool, patch: &mut Patch) {
        let kind = self.item.kind;
        let key = match kind {
            ItemKind::Compaction => "compactionId",
            ItemKind::ToolCall => "toolCallId",
            _ => "messageId",
        };
        if let Some(id) = update.get(key).filter(|id| id.is_string()) {
            self.state.entry(key).or_insert_with(|| id.clone());
        }
        if kind == ItemKind::Compaction && first {
            self.set("status", json!("in_progress"), patch);
        }
        if kind == ItemKind::SessionMessage {
            for key in crate::core::state::session::PARTICIPANTS {
                if let Some(id) = update.get(key).filter(|id| id.is_string()) {
                    self.set(key, id.clone(), patch);
                }
            }
        }
        let field = if kind == ItemKind::Compaction { "summary" } else { "content" };
        if step.op == Op::Restart {
            self.state.shift_remove(field);
            self.joins = false;
            patch.note = Some("a replay gives it again: its content begins anew".to_owned());
        }
        let Some(block) = update.get("content") else { return };
        let messages =
            matches!(kind, ItemKind::UserMessage | ItemKind::AgentMessage | ItemKind::Thought);
        let held = self.state.entry(field).or_insert_with(|| json!([]));
        let Some(blocks) = held.as_array_mut() else { return };
        let plain = messages.then(|| plain_text(block)).flatten();
        match (plain, blocks.last_mut()) {
            (Some(text), Some(last)) if self.joins => {
                if let Some(Value::String(held)) = last.get_mut("text") {
                    held.push_str(text);
                }
            }
            _ => blocks.push(block.clone()),
        }
        self.joins = plain.is_some();
        if step.op == Op::Restart {
            patch.set.push(field.to_owned());
        } else {
            patch.appended.push(field.to_owned());
        }
    }

    fn echo(&mut self, read: &Read, patch: &mut Patch) {
        patch.note = Some("the agent repeats the prompt".to_owned());
        if let Some(id) = read.value.pointer("/params/update/messageId").filter(|id| id.is_string())
            && !self.state.contains_key("messageId")
        {
            self.set("messageId", id.clone(), patch);
        }
    }

    fn refused(&mut self, step: &Step, read: Read, first: bool, patch: &mut Patch) {
        let protocol = self.protocol(step.frame);
        let decoded = decode::params(protocol, read.dir, "session/update", false, &read.value);
        let reason = decoded.refused.unwrap_or_else(|| "readers cannot decode it".to_owned());
        patch.ignored.push(Ignored { field: String::new(), reason });
        if first {
            self.whole(read, patch);
        }
    }

    /// The request that the item is.
    fn ask(&mut self, read: &Read, patch: &mut Patch) {
        let params = read.value.get("params").cloned().unwrap_or_default();
        match self.item.kind {
            ItemKind::UserMessage => {
                self.set("content", params.get("prompt").cloned().unwrap_or(json!([])), patch);
            }
            ItemKind::Permission => {
                for key in ["toolCall", "options"] {
                    if let Some(value) = params.get(key) {
                        self.set(key, value.clone(), patch);
                    }
                }
            }
            ItemKind::Elicitation => {
                for (key, value) in params.as_object().into_iter().flatten() {
                    if key != "sessionId" && !value.is_null() {
                        self.set(key, value.clone(), patch);
                    }
                }
            }
            _ => {
                let method = read.value.get("method").cloned().unwrap_or_default();
                self.set("method", method, patch);
                if !params.is_null() {
                    self.set("params", params, patch);
                }
            }
        }
    }

    fn answer(&mut self, read: &Read, patch: &mut Patch) {
        if let Some(error) = read.value.get("error").filter(|e| !e.is_null()) {
            self.set("error", error.clone(), patch);
            return;
        }
        let result = read.value.get("result").cloned().unwrap_or_default();
        match self.item.kind {
            ItemKind::Permission => {
                if let Some(outcome) = result.get("outcome") {
                    self.set("outcome", outcome.clone(), patch);
                }
            }
            ItemKind::Elicitation => {
                for key in ["action", "content"] {
                    if let Some(value) = result.get(key).filter(|v| !v.is_null()) {
                        self.set(key, value.clone(), patch);
                    }
                }
            }
            // The prompt of version 2: the turn goes on, and the message has an id.
            ItemKind::UserMessage => {
                if let Some(id) = result.get("messageId").filter(|id| id.is_string()) {
                    self.set("messageId", id.clone(), patch);
                }
            }
            _ => {
                if let Some(id) = result.get("terminalId").filter(|id| id.is_string())
                    && self.state.get("method") == Some(&json!("terminal/create"))
                {
                    self.set("terminalId", id.clone(), patch);
                }
                self.set("result", result, patch);
            }
        }
    }

    /// The tool call as a permission request describes it: the same patch as an update.
    fn asked(&mut self, step: &Step, read: &Read, patch: &mut Patch) {
        let method = "session/request_permission";
        let protocol = self.protocol(step.frame);
        let decoded = decode::params(protocol, read.dir, method, true, &read.value);
        if let Some(why) = decoded.refused {
            patch.ignored.push(Ignored { field: String::new(), reason: why });
            return;
        }
        for lost in decoded.lost {
            if let Some(field) = lost.pointer.strip_prefix("/toolCall/") {
                let field = field.to_owned();
                patch.ignored.push(Ignored { field, reason: lost.reason });
            }
        }
        let call = decoded.value.get("toolCall").cloned().unwrap_or_default();
        self.merge(&call, self.is_v2(step.frame), patch);
        patch.note = Some("as the permission request describes it".to_owned());
    }

    /// The result of a setup request, or of one that answers with the full list.
    fn set_up(&mut self, step: &Step, read: &Read, patch: &mut Patch) {
        let method = self.method_of(step);
        let protocol = self.protocol(step.frame);
        let decoded = decode::result(protocol, read.dir.opposite(), &method, &read.value);
        let mut given = match self.item.kind {
            ItemKind::Mode => decoded.value.get("modes").cloned().unwrap_or_default(),
            _ => match decoded.value.get("configOptions") {
                Some(options) if !options.is_null() => json!({ "configOptions": options }),
                // Here the list is needed: what is none reads as empty.
                _ if method == "session/set_config_option" => json!({ "configOptions": [] }),
                _ => Value::Null,
            },
        };
        let prefix = if self.item.kind == ItemKind::Mode { "/modes" } else { "/configOptions" };
        if self.item.kind == ItemKind::Mode {
            empty_lists(ItemKind::Mode, &mut given, prefix, &decoded.lost);
        }
        for lost in decoded.lost {
            if lost.pointer.starts_with(prefix) {
                let field = lost.pointer.trim_start_matches('/').to_owned();
                patch.ignored.push(Ignored { field, reason: lost.reason });
            }
        }
        self.merge(&given, false, patch);
        patch.note = Some(format!("by the answer to {method}"));
    }

    /// The answer to a request that changes the item; what it changes stands in the request.
    fn changed(&mut self, step: &Step, read: &Read, patch: &mut Patch) {
        let asked = self.read(FrameNumber(step.with), 0).map(|r| r.value).unwrap_or_default();
        let (method, given) = match self.item.kind {
            ItemKind::Mode => {
                let id = asked.pointer("/params/modeId").cloned().unwrap_or_default();
                ("session/set_mode", json!({ "currentModeId": id }))
            }
            _ => {
                let told = read.value.pointer("/result/title").filter(|t| t.is_string());
                let title = told.or(asked.pointer("/params/title")).cloned().unwrap_or_default();
                ("session/set_title", json!({ "title": title }))
            }
        };
        self.merge(&given, false, patch);
        patch.note = Some(format!("by the answer to {method}"));
    }

    fn method_of(&mut self, step: &Step) -> String {
        let asked = self.read(FrameNumber(step.with), 0);
        let method = asked.as_ref().and_then(|r| r.value.get("method")).and_then(Value::as_str);
        method.unwrap_or_default().to_owned()
    }

    /// A later call about a terminal.
    fn terminal_call(&mut self, read: &Read, patch: &mut Patch) {
        let method = read.value.get("method").and_then(Value::as_str).unwrap_or_default();
        if let Some(id) = read.value.pointer("/params/terminalId") {
            self.state.entry("terminalId").or_insert_with(|| id.clone());
        }
        patch.note = Some(method.to_owned());
    }

    fn terminal_answer(&mut self, step: &Step, read: &Read, patch: &mut Patch) {
        let method = self.method_of(step);
        if let Some(error) = read.value.get("error").filter(|e| !e.is_null()) {
            let words = error.get("message").and_then(Value::as_str).unwrap_or("no message");
            patch.note = Some(format!("{method} fails: {words}"));
            return;
        }
        let result = read.value.get("result").cloned().unwrap_or_default();
        match method.as_str() {
            "terminal/output" => {
                for key in ["output", "truncated", "exitStatus"] {
                    if let Some(value) = result.get(key).filter(|v| !v.is_null()) {
                        self.set(key, value.clone(), patch);
                    }
                }
            }
            "terminal/wait_for_exit" => self.set("exitStatus", result, patch),
            "terminal/kill" => self.set("killed", Value::Bool(true), patch),
            "terminal/release" => self.set("released", Value::Bool(true), patch),
            _ => {}
        }
        patch.note = Some(format!("by the answer to {method}"));
    }

    fn whole(&mut self, read: Read, patch: &mut Patch) {
        match read.text {
            Some(text) => match self.state.get_mut("text") {
                Some(Value::String(held)) => {
                    held.push('\n');
                    held.push_str(&text);
                    patch.appended.push("text".to_owned());
                }
                _ => self.set("text", Value::String(text), patch),
            },
            None => self.set("message", read.value, patch),
        }
    }
}

/// A list that is always given whole reads as empty where it does not decode; only optional ones count as absent.
fn empty_lists(kind: ItemKind, given: &mut Value, at: &str, lost: &[Lost]) {
    let Some(members) = given.as_object_mut() else { return };
    for (field, _) in merge::fields(kind).iter().filter(|(_, rule)| *rule == Rule::Whole) {
        let is_lost =
            |l: &Lost| l.pointer.strip_prefix(at).and_then(|p| p.strip_prefix('/')) == Some(field);
        if !members.contains_key(*field) && lost.iter().any(is_lost) {
            members.insert((*field).to_owned(), json!([]));
        }
    }
}

fn end_turn(read: &Read, patch: &mut Patch) {
    let stop = read.value.pointer("/result/stopReason").and_then(Value::as_str);
    let error = read.value.pointer("/error/message").and_then(Value::as_str);
    patch.note = Some(match (stop, error) {
        (Some(stop), _) => format!("ends the turn: {stop}"),
        (None, Some(error)) => format!("ends the turn with an error: {error}"),
        (None, None) => "ends the turn".to_owned(),
    });
}

/// The text of a block that is nothing but text.
fn plain_text(block: &Value) -> Option<&str> {
    let members = block.as_object()?;
    let plain =
        members.iter().all(|(key, value)| key == "type" || key == "text" || value.is_null());
    (plain && members.get("type")? == "text").then(|| members.get("text")?.as_str()).flatten()
}

/// What is different between two versions of a plan, in words.
fn plan_changes(before: &Map<String, Value>, after: &Map<String, Value>) -> Option<String> {
    fn entries(plan: &Map<String, Value>) -> Vec<(&str, &str)> {
        let list = plan.get("entries").and_then(Value::as_array);
        list.into_iter()
            .flatten()
            .map(|e| {
                let get = |key| e.get(key).and_then(Value::as_str).unwrap_or_default();
                (get("content"), get("status"))
            })
            .collect()
    }
    let (old, new) = (entries(before), entries(after));
    if old.is_empty() {
        return None;
    }
    let mut words = Vec::new();
    for (content, status) in &new {
        match old.iter().find(|(known, _)| known == content) {
            Some((_, was)) if was == status => {}
            Some((_, was)) => words.push(format!("{content}: {was} → {status}")),
            None => words.push(format!("+ {content}")),
        }
    }
    for (content, _) in &old {
        if !new.iter().any(|(known, _)| known == content) {
            words.push(format!("− {content}"));
        }
    }
    (!words.is_empty()).then(|| words.join("; "))
}
