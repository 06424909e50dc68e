//! Where requests, notifications and answers go: prompts and their turns, permissions, elicitations, terminals,
//! setup requests and what they reveal, and everything else as an item of its own.

use super::item::{End, Exchange, ItemKind, Op, Span};
use super::track::{Echo, Single};
use super::{Folder, Origin, Turn, Waiting, is_refused, step};
use crate::core::frame::Dir;
use crate::core::message::{Kind, RequestId};
use crate::core::protocol::issue::Issue;
use crate::core::protocol::outdated;
use crate::core::state::{Said, request_id};
use crate::core::tree::Value;

/// Calls about a terminal that is there already.
const TERMINAL: [&str; 4] =
    ["terminal/output", "terminal/wait_for_exit", "terminal/kill", "terminal/release"];

impl Folder {
    /// A request or notification.
    pub(super) fn call(&mut self, said: &Said<'_>, version: u16) {
        let method = said.method.unwrap_or_default();
        if Self::is_update(said) {
            self.update(said);
            return;
        }
        let session = match method {
            // The scope of an elicitation may be a request instead.
            "elicitation/create" if said.own_session.is_none() => self.scope(said),
            "$/cancel_request" => self.withdrawn(said),
            _ => self.session_of(said),
        };
        let item = match (said.dir, method) {
            (Dir::ClientToAgent, "session/prompt") => self.prompt(session, said),
            (Dir::ClientToAgent, "session/cancel") => self.cancel(session, said),
            (Dir::ClientToAgent, "session/load" | "session/resume") => {
                self.reopen(session, said, method)
            }
            (Dir::AgentToClient, "session/request_permission") => self.permission(session, said),
            (Dir::AgentToClient, "elicitation/create") => self.elicitation(session, said),
            (Dir::AgentToClient, "elicitation/complete") => self.completed(session, said),
            (Dir::AgentToClient, _) if method.starts_with("terminal/") => {
                self.terminal(session, said, method)
            }
            (Dir::AgentToClient, _) if method.starts_with("fs/") => self.file(session, said),
            (_, "$/cancel_request") => self.take_back(session, said),
            _ => {
                let kind = if method.starts_with('_') {
                    ItemKind::Extension
                } else if said.known.is_some() || outdated::method(method).is_some() {
                    ItemKind::Request
                } else {
                    ItemKind::Unknown
                };
                self.create(session, kind, None, said.t, step(said, Op::Ask))
            }
        };
        if said.kind == Kind::Request {
            self.await_answer(session, item, said, method, version);
        }
    }

    fn await_answer(
        &mut self,
        session: u32,
        item: u32,
        said: &Said<'_>,
        method: &str,
        version: u16,
    ) {
        let exchange = u32::try_from(self.timeline.exchanges.len()).unwrap_or(u32::MAX);
        self.timeline.exchanges.push(Exchange {
            frame: said.frame,
            t: said.t,
            c2a: said.dir == Dir::ClientToAgent,
            method: method.into(),
            session,
            answer: None,
        });
        let is_prompt = method == "session/prompt" && said.dir == Dir::ClientToAgent;
        let turn =
            if is_prompt && version != 2 { self.tracks[session as usize].turn } else { None };
        let later = TERMINAL.contains(&method) && said.dir == Dir::AgentToClient;
        let waiting = Waiting { frame: said.frame, session, item, exchange, later, turn };
        let id = said.id.cloned().unwrap_or(RequestId::Null);
        self.open.insert((said.dir, id), waiting);
    }

    /// An object with an id and a method of a wrong type: no request, but peers answer it.
    pub(super) fn await_answer_to_broken(&mut self, session: u32, item: u32, said: &Said<'_>) {
        if said.id.is_some() && said.value.get("method").is_some() {
            self.await_answer(session, item, said, "", 1);
        }
    }

    /// The session of the request that an elicitation belongs to.
    fn scope(&mut self, said: &Said<'_>) -> u32 {
        self.named(Dir::ClientToAgent, said).map_or(0, |w| w.session)
    }

    /// The session of the request that is taken back.
    fn withdrawn(&mut self, said: &Said<'_>) -> u32 {
        self.named(said.dir, said).map_or(0, |w| w.session)
    }

    /// The open request that `requestId` names.
    fn named(&self, dir: Dir, said: &Said<'_>) -> Option<&Waiting> {
        self.open.get(&(dir, request_id(said.at("/params/requestId"))?))
    }

    /// `$/cancel_request`: a step of what it cancels.
    fn take_back(&mut self, session: u32, said: &Said<'_>) -> u32 {
        match self.named(said.dir, said).cloned() {
            Some(w) => {
                self.step(w.session, w.item, step(said, Op::Withdraw));
                w.item
            }
            None => self.create(session, ItemKind::Request, None, said.t, step(said, Op::Ask)),
        }
    }

    fn prompt(&mut self, session: u32, said: &Said<'_>) -> u32 {
        let shown = &mut self.timeline.sessions[session as usize];
        let at = shown.turns.len() as u32;
        shown.turns.push(Turn {
            number: at + 1,
            frame: said.frame,
            t: said.t,
            item: shown.items.len() as u32,
            cancel: None,
            end: None,
            first_update: None,
            first_text: None,
            updates: Vec::new(),
            tools: Vec::new(),
            waits: Vec::new(),
            calls: Vec::new(),
        });
        let track = &mut self.tracks[session as usize];
        track.run = None;
        track.turn = Some(at);
        // A prompt is live, even should a load be going on.
        let replay = track.replay.take();
        let item = self.create(session, ItemKind::UserMessage, None, said.t, step(said, Op::Ask));
        let track = &mut self.tracks[session as usize];
        track.replay = replay;
        track.echo = Echo::new(item, said.list("/params/prompt"));
        item
    }

    fn cancel(&mut self, session: u32, said: &Said<'_>) -> u32 {
        let item = self.create(session, ItemKind::Request, None, said.t, step(said, Op::Ask));
        let Some(at) = self.tracks[session as usize].turn else { return item };
        let shown = &mut self.timeline.sessions[session as usize];
        let mut number = 0;
        if let Some(turn) = shown.turns.get_mut(at as usize) {
            turn.cancel.get_or_insert((said.frame, said.t));
            number = turn.number;
        }
        // The client closes what is unfinished in the turn, without waiting for the agent.
        let track = &self.tracks[session as usize];
        let open: Vec<u32> =
            track.open_calls.iter().filter_map(|id| track.calls.get(id)).map(|c| c.item).collect();
        for call in open {
            if self.items(session)[call as usize].turn == number {
                self.step(session, call, step(said, Op::Cancel));
            }
        }
        item
    }

    /// `session/load` and `session/resume`.
    fn reopen(&mut self, session: u32, said: &Said<'_>, method: &str) -> u32 {
        let load = method == "session/load";
        let item = self.create(session, ItemKind::Request, None, said.t, step(said, Op::Ask));
        let shown = &mut self.timeline.sessions[session as usize];
        let origin = if load { Origin::Load } else { Origin::Resume };
        shown.origins.push((said.frame, origin));
        if let Some(cwd) = said.text("/params/cwd") {
            shown.cwds.push((said.frame, cwd.into()));
        }
        let track = &mut self.tracks[session as usize];
        track.run = None;
        if load {
            track.replay = Some(said.frame.0);
            track.begun.clear();
        }
        item
    }

    fn permission(&mut self, session: u32, said: &Said<'_>) -> u32 {
        let call = said.at("/params/toolCall");
        // It describes the tool call, and may be the first that is heard of it.
        if !is_refused(said) {
            self.tool_call(session, said, call, Op::Asked);
        }
        let id = call.get("toolCallId").and_then(Value::as_str);
        let parent = id.and_then(|id| self.tracks[session as usize].calls.get(id)).map(|c| c.item);
        let item = self.create(session, ItemKind::Permission, None, said.t, step(said, Op::Ask));
        self.inside(session, item, parent);
        self.wait(session, item, said);
        item
    }

    fn elicitation(&mut self, session: u32, said: &Said<'_>) -> u32 {
        let id = said.text("/params/elicitationId");
        let item = self.create(session, ItemKind::Elicitation, id, said.t, step(said, Op::Ask));
        let call = said.text("/params/toolCallId");
        let track = &mut self.tracks[session as usize];
        let parent = call.and_then(|id| track.calls.get(id)).map(|c| c.item);
        self.inside(session, item, parent);
        if let Some(id) = id {
            // Its completion names no session.
            self.tracks[0].entities.insert((ItemKind::Elicitation, id.into()), item);
            self.tracks[0].entities.insert((ItemKind::Request, id.into()), session);
        }
        self.wait(session, item, said);
        item
    }

    fn completed(&mut self, session: u32, said: &Said<'_>) -> u32 {
        if let Some(id) = said.text("/params/elicitationId") {
            let known = &self.tracks[0].entities;
            let item = known.get(&(ItemKind::Elicitation, id.into())).copied();
            let of = known.get(&(ItemKind::Request, id.into())).copied();
            if let (Some(item), Some(of)) = (item, of) {
                self.step(of, item, step(said, Op::Complete));
                return item;
            }
        }
        self.create(session, ItemKind::Request, None, said.t, step(said, Op::Ask))
    }

    fn file(&mut self, session: u32, said: &Said<'_>) -> u32 {
        let item = self.create(session, ItemKind::Request, None, said.t, step(said, Op::Ask));
        let parent = self.running_call(session);
        self.inside(session, item, parent);
        self.client_works(session, item, said);
        item
    }

    /// All calls about one terminal are one item.
    fn terminal(&mut self, session: u32, said: &Said<'_>, method: &str) -> u32 {
        if let Some(id) = said.text("/params/terminalId").filter(|_| TERMINAL.contains(&method)) {
            let known = self.tracks[session as usize].terminals.get(id).copied();
            let item = match known {
                Some(item) => {
                    self.step(session, item, step(said, Op::Call));
                    item
                }
                None => {
                    let new = step(said, Op::Call);
                    let item = self.create(session, ItemKind::Request, Some(id), said.t, new);
                    self.name_terminal(session, id, item);
                    item
                }
            };
            if method == "terminal/wait_for_exit" {
                self.client_works(session, item, said);
            }
            return item;
        }
        self.file(session, said)
    }

    fn name_terminal(&mut self, session: u32, id: &str, item: u32) {
        self.tracks[session as usize].terminals.insert(id.into(), item);
        self.timeline.sessions[session as usize].terminals.push((id.into(), item));
    }

    /// The only tool call that is unfinished: what the client is asked for meanwhile belongs to it.
    fn running_call(&self, session: u32) -> Option<u32> {
        let track = &self.tracks[session as usize];
        match track.open_calls.as_slice() {
            [only] => track.calls.get(only).map(|c| c.item),
            _ => None,
        }
    }

    fn inside(&mut self, session: u32, item: u32, parent: Option<u32>) {
        let items = &mut self.timeline.sessions[session as usize].items;
        if let Some(item) = items.get_mut(item as usize) {
            item.parent = parent;
        }
    }

    fn running_turn(&mut self, session: u32) -> Option<&mut Turn> {
        let at = self.tracks[session as usize].turn?;
        self.timeline.sessions[session as usize].turns.get_mut(at as usize)
    }

    fn wait(&mut self, session: u32, item: u32, said: &Said<'_>) {
        let span = Span { item, frame: said.frame, from: said.t, to: None };
        if let Some(turn) = self.running_turn(session) {
            turn.waits.push(span);
        }
    }

    fn client_works(&mut self, session: u32, item: u32, said: &Said<'_>) {
        if said.kind != Kind::Request {
            return;
        }
        let span = Span { item, frame: said.frame, from: said.t, to: None };
        if let Some(turn) = self.running_turn(session) {
            turn.calls.push(span);
        }
    }

    /// A response of either outcome.
    pub(super) fn answer(&mut self, said: &Said<'_>, version: u16) {
        let dir = said.dir.opposite();
        let waiting = said.asked.as_ref().and_then(|asked| {
            let key = (dir, asked.id.clone());
            self.open.remove(&key).filter(|w| w.frame == asked.frame)
        });
        let Some(waiting) = waiting else {
            // An answer that nobody waits for.
            let session =
                if said.own_session.is_some() { self.session_of(said) } else { self.recent };
            self.create(session, ItemKind::Unknown, None, said.t, step(said, Op::Whole));
            return;
        };
        let Waiting { session, item, exchange, later, turn, .. } = waiting;
        let failed = said.kind == Kind::Error;
        if let Some(exchange) = self.timeline.exchanges.get_mut(exchange as usize) {
            exchange.answer = Some((said.frame, said.t, failed));
        }
        let op = match (turn, later) {
            (Some(_), _) => Op::EndTurn,
            (None, true) => Op::CallAnswer,
            (None, false) => Op::Answer,
        };
        self.step(session, item, step(said, op));
        self.close_waits(session, item, said);
        if let Some(turn) = turn {
            let stop = said.text("/result/stopReason").map(str::to_owned);
            let error = failed.then(|| {
                let code = said.code().map(|c| format!("{c}: ")).unwrap_or_default();
                let words = said.text("/error/message").unwrap_or("no message");
                format!("{code}{words}")
            });
            self.tracks[session as usize].turn = Some(turn);
            self.end_turn(session, said, stop, error);
        }
        let Some(asked) = said.asked.clone() else { return };
        let method = asked.method.as_deref().unwrap_or_default();
        match (dir, method) {
            (Dir::ClientToAgent, "session/new" | "session/fork") => {
                self.revealed(said, method, asked.session.as_deref(), asked.text("cwd"));
            }
            (Dir::ClientToAgent, "session/load" | "session/resume") => {
                let track = &mut self.tracks[session as usize];
                track.run = None;
                if method == "session/load" {
                    track.replay = None;
                }
                self.set_up(session, said);
            }
            (Dir::ClientToAgent, "session/set_mode") if said.succeeds() => {
                self.single_by(session, said, Single::Mode, Op::Changed);
            }
            (Dir::ClientToAgent, "session/set_config_option")
                if said.succeeds() && said.at("/result").get("configOptions").is_some() =>
            {
                self.single_by(session, said, Single::Config, Op::Setup);
            }
            (Dir::ClientToAgent, "session/set_title") if said.succeeds() => {
                self.single_by(session, said, Single::Info, Op::Changed);
            }
            (Dir::ClientToAgent, "session/prompt") if version == 2 => {
                // The message's id is told in the answer.
                if let Some(id) = said.text("/result/messageId") {
                    let key = (ItemKind::UserMessage, Box::from(id));
                    self.tracks[session as usize].messages.insert(key, item);
                }
            }
            (Dir::AgentToClient, "terminal/create") => {
                if let Some(id) = said.text("/result/terminalId") {
                    self.name_terminal(session, id, item);
                }
            }
            _ => {}
        }
    }

    fn close_waits(&mut self, session: u32, item: u32, said: &Said<'_>) {
        let asked = said.asked.as_ref().map(|a| a.frame);
        for turn in self.timeline.sessions[session as usize].turns.iter_mut().rev().take(8) {
            for span in turn.waits.iter_mut().chain(&mut turn.calls).rev().take(64) {
                if span.item == item && Some(span.frame) == asked {
                    span.to.get_or_insert((said.frame, said.t));
                }
            }
        }
    }

    /// The running turn is over.
    pub(super) fn end_turn(
        &mut self,
        session: u32,
        said: &Said<'_>,
        stop: Option<String>,
        error: Option<String>,
    ) {
        let track = &mut self.tracks[session as usize];
        let Some(at) = track.turn.take() else { return };
        track.run = None;
        track.echo = None;
        let turns = &mut self.timeline.sessions[session as usize].turns;
        if let Some(turn) = turns.get_mut(at as usize) {
            let part = step(said, Op::EndTurn).part;
            turn.end = Some(End { frame: said.frame, part, t: said.t, stop, error });
        }
        // Prompts should not overlap; where they do, the younger one goes on.
        self.tracks[session as usize].turn =
            turns.iter().rposition(|t| t.end.is_none()).map(|at| at as u32);
    }

    /// A result that reveals a session.
    fn revealed(&mut self, said: &Said<'_>, method: &str, from: Option<&str>, cwd: Option<&str>) {
        let Some(id) = said.text("/result/sessionId").filter(|_| said.succeeds()) else { return };
        let session = self.session(id, said);
        self.recent = session;
        let shown = &mut self.timeline.sessions[session as usize];
        let origin = if method == "session/new" { Origin::New } else { Origin::Fork };
        shown.origins.push((said.frame, origin));
        if let Some(parent) = from.filter(|parent| *parent != id) {
            shown.parents.push((said.frame, parent.into()));
        }
        if let Some(cwd) = cwd {
            shown.cwds.push((said.frame, cwd.into()));
        }
        self.set_up(session, said);
    }

    /// The modes and options of a setup result.
    fn set_up(&mut self, session: u32, said: &Said<'_>) {
        if !said.succeeds() {
            return;
        }
        let dropped = |i: &Issue| i.lenient.as_ref().is_some_and(|l| l.pointer == "/result/modes");
        if said.at("/result/modes").is_object() && !said.issues.iter().any(dropped) {
            self.single_by(session, said, Single::Mode, Op::Setup);
        }
        if said.at("/result/configOptions").is_array() {
            self.single_by(session, said, Single::Config, Op::Setup);
        }
    }
}
