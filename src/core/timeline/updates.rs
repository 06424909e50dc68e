//! Where each update goes: which item it makes or changes, and by which operation.
//!
//! One arm per variant. Updates that readers refuse whole are kept with the item that they name, without
//! effect, or shown as their frame.

use super::item::{Compacted, ItemKind, Op, Plumbing, Span, Status, UsagePoint};
use super::track::{Call, Plan, Run, Single};
use super::{Folder, Origin, is_refused, step};
use crate::core::frame::Dir;
use crate::core::state::Said;
use crate::core::tree::Value;

impl Folder {
    /// A `session/update` of the agent.
    pub(super) fn update(&mut self, said: &Said<'_>) {
        let session = self.session_of(said);
        let Some(variant) = said.variant() else {
            self.create(session, ItemKind::Unknown, None, said.t, step(said, Op::Whole));
            return;
        };
        self.note_update(session, said, variant);
        if is_refused(said) {
            self.refused(session, said, variant);
            return;
        }
        let update = said.update();
        let text = |key: &str| update.get(key).and_then(Value::as_str);
        match variant {
            "user_message_chunk" => self.chunk(session, said, ItemKind::UserMessage),
            "agent_message_chunk" => self.chunk(session, said, ItemKind::AgentMessage),
            "agent_thought_chunk" => self.chunk(session, said, ItemKind::Thought),
            "user_message" => self.message(session, said, ItemKind::UserMessage),
            "agent_message" => self.message(session, said, ItemKind::AgentMessage),
            "agent_thought" => self.message(session, said, ItemKind::Thought),
            "tool_call" => self.tool_call(session, said, update, Op::Replace),
            "tool_call_update" => self.tool_call(session, said, update, Op::Patch),
            "tool_call_content_chunk" => self.tool_call(session, said, update, Op::Append),
            "plan" => self.plan(session, said, None),
            "plan_update" => {
                let id = update.pointer("/plan/planId").and_then(Value::as_str);
                self.plan(session, said, id);
            }
            "plan_removed" => self.plan_removed(session, said, text("planId")),
            "available_commands_update" => self.single(session, said, Single::Commands),
            "current_mode_update" => self.single(session, said, Single::Mode),
            "config_option_update" => self.single(session, said, Single::Config),
            "session_info_update" => self.single(session, said, Single::Info),
            "prompt_suggestions_update" => self.single(session, said, Single::Suggestions),
            "usage_update" => {
                self.note_usage(session, said);
                self.single(session, said, Single::Usage);
            }
            "state_update" => self.state_update(session, said),
            "notice" => {
                self.create(session, ItemKind::Notice, None, said.t, step(said, Op::Replace));
            }
            "compaction_update" => {
                if let Some(item) =
                    self.entity(session, said, ItemKind::Compaction, "compactionId", Op::Patch)
                {
                    let completed = text("status") == Some("completed");
                    let told = Compacted { frame: said.frame, t: said.t, item, completed };
                    self.timeline.sessions[session as usize].compacted.push(told);
                }
            }
            "compaction_summary_chunk" => {
                self.entity(session, said, ItemKind::Compaction, "compactionId", Op::Append);
            }
            "subagent_update" => self.subagent(session, said),
            "session_message" => {
                self.entity(session, said, ItemKind::SessionMessage, "messageId", Op::Patch);
            }
            "session_message_chunk" => {
                self.entity(session, said, ItemKind::SessionMessage, "messageId", Op::Append);
            }
            "cursor_update" => {
                self.entity(session, said, ItemKind::Cursor, "cursorId", Op::Patch);
            }
            _ => {
                self.create(session, ItemKind::Unknown, None, said.t, step(said, Op::Whole));
            }
        }
    }

    /// What a turn knows of the updates in it.
    fn note_update(&mut self, session: u32, said: &Said<'_>, variant: &str) {
        let track = &self.tracks[session as usize];
        if track.replay.is_some() {
            return;
        }
        let shown = &mut self.timeline.sessions[session as usize];
        let Some(turn) = track.turn.and_then(|t| shown.turns.get_mut(t as usize)) else { return };
        turn.updates.push(said.frame);
        turn.first_update.get_or_insert((said.frame, said.t));
        if variant == "agent_message_chunk" || variant == "agent_message" {
            turn.first_text.get_or_insert((said.frame, said.t));
        }
    }

    fn note_usage(&mut self, session: u32, said: &Said<'_>) {
        let update = said.update();
        let cost = update.get("cost");
        let amount = cost.and_then(|c| c.get("amount")).and_then(Value::as_f64);
        let currency = cost.and_then(|c| c.get("currency")).and_then(Value::as_str);
        self.timeline.sessions[session as usize].usage.push(UsagePoint {
            frame: said.frame,
            t: said.t,
            used: update.get("used").and_then(Value::as_f64),
            size: update.get("size").and_then(Value::as_f64),
            cost: amount.zip(currency.map(str::to_owned)),
            meta: update.get("_meta").is_some_and(|meta| !meta.is_null()),
        });
    }

    /// Readers drop it: it stands with what it names and changes nothing.
    fn refused(&mut self, session: u32, said: &Said<'_>, variant: &str) {
        let update = said.update();
        let text = |key: &str| update.get(key).and_then(Value::as_str);
        let track = &self.tracks[session as usize];
        let entity = |kind: ItemKind, key: &str| {
            text(key).and_then(|id| track.entities.get(&(kind, id.into())).copied())
        };
        let known = match variant {
            "tool_call" | "tool_call_update" | "tool_call_content_chunk" => {
                text("toolCallId").and_then(|id| track.calls.get(id)).map(|c| c.item)
            }
            "plan" => track.plans.get(&None).map(|p| p.item),
            "plan_update" => {
                let id = update.pointer("/plan/planId").and_then(Value::as_str);
                id.and_then(|id| track.plans.get(&Some(id.into()))).map(|p| p.item)
            }
            "compaction_update" | "compaction_summary_chunk" => {
                entity(ItemKind::Compaction, "compactionId")
            }
            "session_message" | "session_message_chunk" => {
                entity(ItemKind::SessionMessage, "messageId")
            }
            "subagent_update" => entity(ItemKind::Subagent, "sessionId"),
            "cursor_update" => entity(ItemKind::Cursor, "cursorId"),
            "available_commands_update" => track.singles.get(&Single::Commands).copied(),
            "current_mode_update" => track.singles.get(&Single::Mode).copied(),
            "config_option_update" => track.singles.get(&Single::Config).copied(),
            "session_info_update" => track.singles.get(&Single::Info).copied(),
            "usage_update" => track.singles.get(&Single::Usage).copied(),
            _ => None,
        };
        match known {
            Some(item) => self.step(session, item, step(said, Op::Refused)),
            None => {
                self.create(session, ItemKind::Unknown, None, said.t, step(said, Op::Refused));
            }
        }
    }

    /// A block of a message.
    fn chunk(&mut self, session: u32, said: &Said<'_>, kind: ItemKind) {
        let update = said.update();
        let id = update.get("messageId").and_then(Value::as_str);
        let items = &self.timeline.sessions[session as usize].items;
        let track = &mut self.tracks[session as usize];
        let replay = track.replay;
        if track.run.is_some_and(|run| run.kind != kind) {
            track.run = None;
        }
        // Only what is said live, in the turn, can be the prompt's echo.
        let echoed = |track: &mut super::track::Track| {
            if kind != ItemKind::UserMessage || replay.is_some() || track.turn.is_none() {
                return None;
            }
            let text = update.get("content")?.get("text")?.as_str()?;
            track.echo.as_mut()?.take(text)
        };
        match id {
            Some(id) => {
                let key = (kind, Box::from(id));
                if let Some(known) = track.messages.get(&key).copied() {
                    let older = |since: u32| items[known as usize].first().0 < since;
                    let is_prompt = track.echo.as_ref().is_some_and(|e| e.item() == known);
                    let op = if replay.is_some_and(older) && track.begun.insert(known) {
                        Op::Restart
                    } else if is_prompt && echoed(track).is_some() {
                        Op::Echo
                    } else {
                        Op::Append
                    };
                    self.step(session, known, step(said, op));
                } else if let Some(item) = echoed(track) {
                    track.messages.insert(key, item);
                    self.step(session, item, step(said, Op::Echo));
                } else {
                    track.run = None;
                    let item = self.create(session, kind, Some(id), said.t, step(said, Op::Append));
                    self.tracks[session as usize].messages.insert(key, item);
                }
            }
            None => {
                if let Some(run) = track.run {
                    self.step(session, run.item, step(said, Op::Append));
                } else if let Some(item) = echoed(track) {
                    self.step(session, item, step(said, Op::Echo));
                } else {
                    let item = self.create(session, kind, None, said.t, step(said, Op::Append));
                    self.tracks[session as usize].run = Some(Run { kind, item });
                }
            }
        }
    }

    /// A whole message of version 2.
    fn message(&mut self, session: u32, said: &Said<'_>, kind: ItemKind) {
        let Some(id) = said.update().get("messageId").and_then(Value::as_str) else {
            self.create(session, ItemKind::Unknown, None, said.t, step(said, Op::Whole));
            return;
        };
        let track = &mut self.tracks[session as usize];
        let key = (kind, Box::from(id));
        if let Some(known) = track.messages.get(&key).copied() {
            self.step(session, known, step(said, Op::Patch));
            return;
        }
        let mut echo = None;
        if kind == ItemKind::UserMessage && track.turn.is_some() {
            let blocks = said.list("/params/update/content");
            let text: String =
                blocks.iter().filter_map(|b| b.get("text").and_then(Value::as_str)).collect();
            echo = track.echo.as_mut().and_then(|e| e.take(&text));
        }
        let item = match echo {
            Some(item) => {
                self.step(session, item, step(said, Op::Patch));
                item
            }
            None => self.create(session, kind, Some(id), said.t, step(said, Op::Patch)),
        };
        self.tracks[session as usize].messages.insert(key, item);
    }

    /// A tool call is made or changed: by an update, or by a permission request that describes it.
    pub(super) fn tool_call(&mut self, session: u32, said: &Said<'_>, given: &Value<'_>, op: Op) {
        let Some(id) = given.get("toolCallId").and_then(Value::as_str) else { return };
        let told = given.get("status").and_then(Value::as_str).map(Status::named);
        let mut status = told.unwrap_or_default();
        if status == Status::Unsaid && op == Op::Replace {
            status = Status::Pending;
        }
        let mut step = step(said, op);
        step.status = status;
        let track = &self.tracks[session as usize];
        let Some(known) = track.calls.get(id).copied() else {
            let item = self.create(session, ItemKind::ToolCall, Some(id), said.t, step);
            let span = self.open_span(session, item, said);
            let is_final = status.is_final();
            if is_final {
                self.close_span(session, span, said);
            }
            let track = &mut self.tracks[session as usize];
            track.calls.insert(id.into(), Call { item, span, is_final });
            if !is_final {
                track.open_calls.push(id.into());
            }
            return;
        };
        self.step(session, known.item, step);
        if status == Status::Unsaid {
            return;
        }
        // A call that goes on after its end keeps its span: what an earlier moment showed is not taken back.
        if status.is_final() {
            self.close_span(session, known.span, said);
        }
        let track = &mut self.tracks[session as usize];
        if let Some(call) = track.calls.get_mut(id) {
            call.is_final = status.is_final();
        }
        if status.is_final() {
            track.open_calls.retain(|open| **open != *id);
        } else if known.is_final {
            track.open_calls.push(id.into());
        }
    }

    fn open_span(&mut self, session: u32, item: u32, said: &Said<'_>) -> Option<(u32, u32)> {
        let track = &self.tracks[session as usize];
        if track.replay.is_some() {
            return None;
        }
        let at = track.turn?;
        let turn = self.timeline.sessions[session as usize].turns.get_mut(at as usize)?;
        turn.tools.push(Span { item, frame: said.frame, from: said.t, to: None });
        Some((at, turn.tools.len() as u32 - 1))
    }

    fn span(&mut self, session: u32, span: Option<(u32, u32)>) -> Option<&mut Span> {
        let (turn, at) = span?;
        let turn = self.timeline.sessions[session as usize].turns.get_mut(turn as usize)?;
        turn.tools.get_mut(at as usize)
    }

    fn close_span(&mut self, session: u32, span: Option<(u32, u32)>, said: &Said<'_>) {
        let (frame, t) = (said.frame, said.t);
        if let Some(span) = self.span(session, span) {
            span.to.get_or_insert((frame, t));
        }
    }

    fn plan(&mut self, session: u32, said: &Said<'_>, id: Option<&str>) {
        let key = id.map(Box::from);
        let known = self.tracks[session as usize].plans.get(&key).copied();
        match known {
            Some(plan) if !plan.removed => self.step(session, plan.item, step(said, Op::Replace)),
            _ => {
                let item =
                    self.create(session, ItemKind::Plan, id, said.t, step(said, Op::Replace));
                let plan = Plan { item, removed: false };
                self.tracks[session as usize].plans.insert(key, plan);
            }
        }
    }

    fn plan_removed(&mut self, session: u32, said: &Said<'_>, id: Option<&str>) {
        let plans = &mut self.tracks[session as usize].plans;
        match plans.get_mut(&id.map(Box::from)) {
            Some(plan) if !plan.removed => {
                plan.removed = true;
                let item = plan.item;
                self.step(session, item, step(said, Op::Remove));
            }
            _ => self.plumbing(said, Plumbing::NoSuchPlan),
        }
    }

    /// Something of which a session has one.
    pub(super) fn single(&mut self, session: u32, said: &Said<'_>, which: Single) {
        self.single_by(session, said, which, Op::Patch);
    }

    pub(super) fn single_by(&mut self, session: u32, said: &Said<'_>, which: Single, op: Op) {
        let known = self.tracks[session as usize].singles.get(&which).copied();
        match known {
            Some(item) => self.step(session, item, step(said, op)),
            None => {
                let item = self.create(session, which.kind(), None, said.t, step(said, op));
                self.tracks[session as usize].singles.insert(which, item);
            }
        }
    }

    /// Something that is known by an id.
    fn entity(
        &mut self,
        session: u32,
        said: &Said<'_>,
        kind: ItemKind,
        key: &str,
        op: Op,
    ) -> Option<u32> {
        let id = said.update().get(key).and_then(Value::as_str)?;
        let known = self.tracks[session as usize].entities.get(&(kind, id.into())).copied();
        Some(match known {
            Some(item) => {
                self.step(session, item, step(said, op));
                item
            }
            None => {
                let item = self.create(session, kind, Some(id), said.t, step(said, op));
                self.tracks[session as usize].entities.insert((kind, id.into()), item);
                item
            }
        })
    }

    fn subagent(&mut self, session: u32, said: &Said<'_>) {
        let Some(_) = self.entity(session, said, ItemKind::Subagent, "sessionId", Op::Patch) else {
            return;
        };
        let Some(child) = said.text("/params/update/sessionId") else { return };
        let Some(parent) = said.own_session.filter(|parent| *parent != child) else { return };
        let child = self.session(child, said);
        let shown = &mut self.timeline.sessions[child as usize];
        if shown.parents.is_empty() {
            shown.parents.push((said.frame, parent.into()));
        }
        if shown.origins.is_empty() {
            shown.origins.push((said.frame, Origin::Child));
        }
        if let Some(cwd) = said.text("/params/update/cwd") {
            shown.cwds.push((said.frame, cwd.into()));
        }
    }

    /// Version 2: what the agent is doing; its idle state ends the turn.
    fn state_update(&mut self, session: u32, said: &Said<'_>) {
        self.single(session, said, Single::State);
        if said.text("/params/update/state") != Some("idle") {
            return;
        }
        let track = &self.tracks[session as usize];
        let shown = &mut self.timeline.sessions[session as usize];
        // The idle state that comes before the agent has begun is not this turn's end.
        let begun = |t: &super::Turn| t.updates.len() > 1;
        if let Some(turn) = track.turn.and_then(|t| shown.turns.get_mut(t as usize))
            && begun(turn)
        {
            let stop = said.text("/params/update/stopReason").map(str::to_owned);
            self.end_turn(session, said, stop, None);
        }
    }

    /// Messages travel only one way; a `session/update` of the client is not understood.
    pub(super) fn is_update(said: &Said<'_>) -> bool {
        said.method == Some("session/update") && said.dir == Dir::AgentToClient
    }
}
