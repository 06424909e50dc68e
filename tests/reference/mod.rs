//! A second, naive reading of the rules: every item holds its whole state, every frame changes it at once.
//!
//! It was written from the protocol's merge table and from the decisions of the timeline's format, without
//! looking at the program's own fold, so that the two can be held against each other.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::unwrap_used)]

pub mod decode;
pub mod traffic;

use std::collections::HashMap;

use serde_json::{Map, Value, json};

/// An item with all that the comparison asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    pub kind: &'static str,
    pub id: Option<String>,
    pub turn: Option<u32>,
    pub history: bool,
    pub replay: bool,
    pub cancelled: bool,
    pub state: Map<String, Value>,
    pub frames: Vec<u32>,
    /// Further ids of a prompt that the agent repeats in several messages.
    aliases: Vec<String>,
    /// The last block of the content is text that came in chunks.
    joins: bool,
    /// The load request in whose replay the content was begun last.
    begun: Option<u32>,
}

impl Item {
    fn is_named(&self, kind: &str, id: &str) -> bool {
        let named = self.id.as_deref() == Some(id) || self.aliases.iter().any(|a| a == id);
        self.kind == kind && named
    }
}

#[derive(Debug, Clone, Default)]
pub struct Session {
    pub id: String,
    pub parent: Option<String>,
    pub items: Vec<Item>,
    turns: u32,
    /// The turn that runs, and the item of its prompt.
    turn: Option<(u32, usize)>,
    /// What of the prompt's text the agent has not repeated yet.
    unsaid: String,
    /// The run of chunks without ids.
    run: Option<(&'static str, usize)>,
    /// The load request that waits.
    load: Option<u32>,
}

#[derive(Debug, Clone)]
struct Asked {
    method: String,
    session: String,
    params: Value,
    item: usize,
}

#[derive(Debug, Default)]
pub struct Reference {
    pub sessions: Vec<Session>,
    asked: HashMap<(bool, String), Asked>,
    frame: u32,
}

impl Reference {
    /// The next frame; `client` sent it or the agent.
    pub fn push(&mut self, client: bool, message: &Value) {
        self.frame += 1;
        let params = message.get("params").unwrap_or(&Value::Null);
        if let Some(method) = decode::text(message, "method") {
            if let Some(session) = decode::text(params, "sessionId") {
                self.session(session);
            }
            match message.get("id") {
                Some(id) => self.request(client, &id.to_string(), method, params),
                None => self.notification(client, method, params),
            }
        } else if let Some(id) = message.get("id")
            && let Some(asked) = self.asked.remove(&(!client, id.to_string()))
        {
            self.answer(&asked, message.get("result"));
        }
    }

    /// A session by its id; it is there as soon as it is named.
    fn session(&mut self, id: &str) -> &mut Session {
        let at = self.sessions.iter().position(|s| s.id == id).unwrap_or_else(|| {
            self.sessions.push(Session { id: id.to_owned(), ..Session::default() });
            self.sessions.len() - 1
        });
        &mut self.sessions[at]
    }

    fn request(&mut self, client: bool, id: &str, method: &str, params: &Value) {
        let frame = self.frame;
        let name = decode::text(params, "sessionId").unwrap_or_default().to_owned();
        let mut item = usize::MAX;
        match (client, method) {
            (true, "session/prompt") => item = self.session(&name).prompt(frame, params),
            (true, "session/resume") => self.session(&name).run = None,
            (true, "session/load") => {
                let session = self.session(&name);
                session.run = None;
                session.load = Some(frame);
            }
            (false, "session/request_permission") => {
                item = self.session(&name).permission(frame, params);
            }
            _ => {}
        }
        let asked =
            Asked { method: method.to_owned(), session: name, params: params.clone(), item };
        self.asked.insert((client, id.to_owned()), asked);
    }

    fn answer(&mut self, asked: &Asked, result: Option<&Value>) {
        let frame = self.frame;
        match asked.method.as_str() {
            "session/prompt" => {
                let session = self.session(&asked.session);
                session.items[asked.item].frames.push(frame);
                session.turn = None;
                session.run = None;
            }
            "session/load" => {
                let session = self.session(&asked.session);
                session.load = None;
                session.run = None;
                if let Some(result) = result {
                    session.setup(frame, result);
                }
            }
            "session/resume" => {
                self.session(&asked.session).run = None;
                if let Some(result) = result {
                    self.session(&asked.session).setup(frame, result);
                }
            }
            "session/new" | "session/fork" => {
                let Some(result) = result else { return };
                let Some(id) = decode::text(result, "sessionId") else { return };
                let session = self.session(id);
                if asked.method == "session/fork" {
                    session.parent = Some(asked.session.clone());
                }
                session.setup(frame, result);
            }
            "session/set_mode" => {
                let mode = decode::text(&asked.params, "modeId");
                if let (Some(_), Some(mode)) = (result, mode) {
                    self.session(&asked.session).mode(frame, mode);
                }
            }
            "session/set_config_option" => {
                let options =
                    result.and_then(|r| decode::full_list(r, "configOptions", decode::option));
                if let Some(options) = options {
                    self.session(&asked.session).config(frame, options);
                }
            }
            "session/request_permission" => {
                let item = &mut self.session(&asked.session).items[asked.item];
                item.frames.push(frame);
                if let Some(outcome) = result.and_then(|r| r.get("outcome")) {
                    item.state.insert("outcome".into(), outcome.clone());
                }
            }
            _ => {}
        }
    }

    fn notification(&mut self, client: bool, method: &str, params: &Value) {
        let frame = self.frame;
        let Some(id) = decode::text(params, "sessionId").map(str::to_owned) else { return };
        match (client, method) {
            (true, "session/cancel") => self.session(&id).cancel(frame),
            (false, "session/update") => {
                let update = params.get("update").unwrap_or(&Value::Null);
                self.session(&id).update(frame, update);
                // The first who announces a child owns it.
                let child = decode::text(update, "sessionId");
                if let (Some("subagent_update"), Some(child)) =
                    (decode::text(update, "sessionUpdate"), child)
                    && decode::places(update)
                {
                    let child = self.session(child);
                    if child.id != id {
                        child.parent.get_or_insert(id);
                    }
                }
            }
            _ => {}
        }
    }
}

impl Session {
    fn item(&mut self, kind: &'static str, id: Option<&str>) -> usize {
        self.place(kind, id, self.load.is_some())
    }

    /// A new item at the end.
    fn place(&mut self, kind: &'static str, id: Option<&str>, replay: bool) -> usize {
        self.items.push(Item {
            kind,
            id: id.map(str::to_owned),
            turn: self.turn.map(|(number, _)| number).filter(|_| !replay),
            history: kind != "notice",
            replay,
            cancelled: false,
            state: Map::new(),
            frames: Vec::new(),
            aliases: Vec::new(),
            joins: false,
            begun: self.load,
        });
        self.items.len() - 1
    }

    /// The item of this kind and id, and whether it is new.
    fn entity(&mut self, frame: u32, kind: &'static str, id: Option<&str>) -> (usize, bool) {
        let known = self.items.iter().rposition(|i| {
            let is = match id {
                Some(id) => i.is_named(kind, id),
                None => i.kind == kind && i.id.is_none(),
            };
            is && !i.state.contains_key("removed")
        });
        let at = known.unwrap_or_else(|| self.item(kind, id));
        self.touch(at, frame);
        (at, known.is_none())
    }

    fn touch(&mut self, at: usize, frame: u32) {
        let frames = &mut self.items[at].frames;
        if frames.last() != Some(&frame) {
            frames.push(frame);
        }
    }

    fn prompt(&mut self, frame: u32, params: &Value) -> usize {
        self.run = None;
        self.turns += 1;
        self.turn = Some((self.turns, self.items.len()));
        let prompt = params.get("prompt").cloned().unwrap_or_default();
        let texts = prompt.as_array().into_iter().flatten();
        self.unsaid = texts.filter_map(|b| decode::text(b, "text")).collect();
        let at = self.place("user_message", None, false);
        self.items[at].state.insert("content".into(), prompt);
        self.touch(at, frame);
        at
    }

    fn permission(&mut self, frame: u32, params: &Value) -> usize {
        self.run = None;
        let call = params.get("toolCall").cloned().unwrap_or_default();
        self.tool_call_update(frame, &call);
        let at = self.item("permission", None);
        let state = &mut self.items[at].state;
        state.insert("toolCall".into(), call);
        state.insert("options".into(), params.get("options").cloned().unwrap_or_default());
        self.touch(at, frame);
        at
    }

    /// Calls of the turn that are not over are closed by the client.
    fn cancel(&mut self, frame: u32) {
        let Some((turn, _)) = self.turn else { return };
        for item in &mut self.items {
            let over = matches!(
                item.state.get("status").and_then(Value::as_str),
                Some("completed" | "failed")
            );
            if item.kind == "tool_call" && item.turn == Some(turn) && !over {
                item.cancelled = true;
                item.frames.push(frame);
            }
        }
    }

    fn setup(&mut self, frame: u32, result: &Value) {
        if let Some(modes) = decode::member(result, "modes").and_then(decode::modes) {
            let (at, _) = self.entity(frame, "mode", None);
            self.items[at].state.extend(modes);
        }
        let options = decode::member(result, "configOptions");
        if let Some(options) = options.and_then(|list| decode::list(list, decode::option)) {
            self.config(frame, options);
        }
    }

    fn mode(&mut self, frame: u32, id: &str) {
        let (at, _) = self.entity(frame, "mode", None);
        self.items[at].state.insert("currentModeId".into(), json!(id));
    }

    fn config(&mut self, frame: u32, options: Value) {
        let (at, _) = self.entity(frame, "config", None);
        self.items[at].state.insert("configOptions".into(), options);
    }

    fn update(&mut self, frame: u32, update: &Value) {
        match decode::text(update, "sessionUpdate").unwrap_or_default() {
            "user_message_chunk" => self.chunk(frame, "user_message", update),
            "agent_message_chunk" => self.chunk(frame, "agent_message", update),
            "agent_thought_chunk" => self.chunk(frame, "thought", update),
            "tool_call" => self.tool_call(frame, update),
            "tool_call_update" => self.tool_call_update(frame, update),
            "plan" => {
                let Some(entries) = decode::full_list(update, "entries", decode::entry) else {
                    return;
                };
                let (at, new) = self.entity(frame, "plan", None);
                self.items[at].state.insert("entries".into(), entries);
                self.ends_run(new);
            }
            "plan_update" => {
                let Some((id, held)) = decode::plan(update) else { return };
                let (at, new) = self.entity(frame, "plan", Some(&id));
                self.items[at].state = held;
                self.ends_run(new);
            }
            "plan_removed" => {
                let Some(id) = decode::text(update, "planId") else { return };
                let held = self.items.iter().rposition(|i| {
                    i.kind == "plan"
                        && i.id.as_deref() == Some(id)
                        && !i.state.contains_key("removed")
                });
                if let Some(at) = held {
                    self.touch(at, frame);
                    self.items[at].state.insert("removed".into(), json!(true));
                }
            }
            "available_commands_update" => {
                let list = decode::full_list(update, "availableCommands", decode::command);
                let Some(commands) = list else { return };
                let (at, _) = self.entity(frame, "commands", None);
                self.items[at].state.insert("availableCommands".into(), commands);
            }
            "current_mode_update" => {
                if let Some(id) = decode::text(update, "currentModeId") {
                    self.mode(frame, id);
                }
            }
            "config_option_update" => {
                let list = decode::full_list(update, "configOptions", decode::option);
                if let Some(options) = list {
                    self.config(frame, options);
                }
            }
            "session_info_update" => {
                let (at, _) = self.entity(frame, "session_info", None);
                let state = &mut self.items[at].state;
                patch(state, update, "title", decode::string);
                patch(state, update, "updatedAt", decode::string);
                take(state, update, "_meta", decode::object);
            }
            "usage_update" => {
                if !decode::usage(update) {
                    return;
                }
                let (at, _) = self.entity(frame, "usage", None);
                let state = &mut self.items[at].state;
                take(state, update, "used", |v| Some(v.clone()));
                take(state, update, "size", |v| Some(v.clone()));
                take(state, update, "cost", decode::cost);
            }
            "notice" => {
                let named = decode::text(update, "severity").zip(decode::text(update, "title"));
                if named.is_none() {
                    return;
                }
                let at = self.item("notice", None);
                self.touch(at, frame);
                let state = &mut self.items[at].state;
                take(state, update, "severity", decode::string);
                take(state, update, "title", decode::string);
                take(state, update, "description", decode::string);
                take(state, update, "_meta", decode::object);
            }
            "compaction_update" => {
                let Some(id) = decode::text(update, "compactionId") else { return };
                let Some(status) = decode::text(update, "status") else { return };
                let (at, new) = self.entity(frame, "compaction", Some(id));
                let state = &mut self.items[at].state;
                state.insert("compactionId".into(), json!(id));
                state.insert("status".into(), json!(status));
                patch(state, update, "summary", decode::blocks);
                patch(state, update, "error", decode::string);
                patch(state, update, "_meta", decode::object);
                self.ends_run(new);
            }
            "compaction_summary_chunk" => {
                let Some(id) = decode::text(update, "compactionId") else { return };
                let Some(block) = update.get("content").filter(|b| decode::block(b)) else {
                    return;
                };
                let (at, new) = self.entity(frame, "compaction", Some(id));
                let state = &mut self.items[at].state;
                state.insert("compactionId".into(), json!(id));
                state.entry("status").or_insert(json!("in_progress"));
                append(state, "summary", block);
                self.ends_run(new);
            }
            "subagent_update" => {
                let Some(id) = decode::text(update, "sessionId") else { return };
                if !decode::places(update) {
                    return;
                }
                let (at, _) = self.entity(frame, "subagent", Some(id));
                let state = &mut self.items[at].state;
                state.insert("sessionId".into(), json!(id));
                patch(state, update, "title", decode::string);
                patch(state, update, "description", decode::string);
                patch(state, update, "capabilities", decode::object);
                patch(state, update, "state", decode::work);
                patch(state, update, "cwd", decode::string);
                patch_list(state, update, "additionalDirectories");
                patch(state, update, "_meta", decode::object);
            }
            "session_message" => {
                let Some(id) = decode::text(update, "messageId") else { return };
                let (at, new) = self.entity(frame, "session_message", Some(id));
                let state = &mut self.items[at].state;
                state.insert("messageId".into(), json!(id));
                for key in [
                    "senderSessionId",
                    "recipientSessionId",
                    "senderMessageId",
                    "recipientMessageId",
                ] {
                    patch(state, update, key, decode::string);
                }
                patch(state, update, "content", decode::blocks);
                patch(state, update, "_meta", decode::object);
                self.ends_run(new);
            }
            "session_message_chunk" => {
                let Some(id) = decode::text(update, "messageId") else { return };
                let Some(block) = update.get("content").filter(|b| decode::block(b)) else {
                    return;
                };
                let (at, new) = self.entity(frame, "session_message", Some(id));
                let state = &mut self.items[at].state;
                state.insert("messageId".into(), json!(id));
                take(state, update, "senderSessionId", decode::string);
                take(state, update, "recipientSessionId", decode::string);
                append(state, "content", block);
                self.ends_run(new);
            }
            _ => {}
        }
    }

    fn ends_run(&mut self, new: bool) {
        if new {
            self.run = None;
        }
    }

    /// In a replay, the first chunk of what is known begins its content anew.
    fn begun_anew(&mut self, at: usize) -> bool {
        let begun = self.load.is_some() && self.items[at].begun != self.load;
        if begun {
            self.items[at].begun = self.load;
        }
        begun
    }

    fn chunk(&mut self, frame: u32, kind: &'static str, update: &Value) {
        let Some(block) = update.get("content").filter(|b| decode::block(b)) else { return };
        let id = decode::text(update, "messageId");
        if self.run.is_some_and(|(of, _)| of != kind) {
            self.run = None;
        }
        if kind == "user_message" && self.echo(frame, id, block) {
            return;
        }
        let at = match (id, self.run) {
            (Some(id), _) => {
                let (at, new) = self.entity(frame, kind, Some(id));
                self.ends_run(new);
                at
            }
            (None, Some((_, at))) => at,
            (None, None) => {
                let at = self.item(kind, None);
                self.run = Some((kind, at));
                at
            }
        };
        self.touch(at, frame);
        let begun = self.begun_anew(at);
        let state = &mut self.items[at].state;
        if begun {
            state.remove("content");
        }
        if let Some(id) = id {
            state.entry("messageId").or_insert(json!(id));
        }
        let joins = std::mem::replace(&mut self.items[at].joins, plain_text(block).is_some());
        let state = &mut self.items[at].state;
        match plain_text(block) {
            Some(text) if joins && !begun => {
                let blocks = state["content"].as_array_mut().unwrap();
                let last = &mut blocks.last_mut().unwrap()["text"];
                *last = json!(format!("{}{text}", last.as_str().unwrap()));
            }
            _ => append(state, "content", block),
        }
    }

    /// The agent repeats the prompt of the turn that runs.
    fn echo(&mut self, frame: u32, id: Option<&str>, block: &Value) -> bool {
        let Some((_, at)) = self.turn.filter(|_| self.load.is_none()) else { return false };
        let Some(said) = decode::text(block, "text").filter(|t| !t.is_empty()) else {
            return false;
        };
        // Chunks of a run are one message, and a known id names its message.
        let prompt = &self.items[at];
        let taken = match id {
            Some(id) => {
                let named = |i: &Item| i.is_named("user_message", id);
                !named(prompt) && self.items.iter().any(named)
            }
            None => self.run.is_some(),
        };
        if taken {
            return false;
        }
        let Some(rest) = self.unsaid.strip_prefix(said) else { return false };
        self.unsaid = rest.to_owned();
        self.touch(at, frame);
        let prompt = &mut self.items[at];
        match id {
            Some(id) if prompt.id.is_none() => {
                prompt.id = Some(id.to_owned());
                prompt.state.insert("messageId".into(), json!(id));
            }
            Some(id) => prompt.aliases.push(id.to_owned()),
            None => {}
        }
        true
    }

    fn tool_call(&mut self, frame: u32, update: &Value) {
        let Some(id) = decode::text(update, "toolCallId") else { return };
        let Some(title) = decode::text(update, "title") else { return };
        let (at, new) = self.entity(frame, "tool_call", Some(id));
        let item = &mut self.items[at];
        item.cancelled = false;
        item.state.clear();
        let state = &mut item.state;
        state.insert("toolCallId".into(), json!(id));
        state.insert("title".into(), json!(title));
        state.insert("kind".into(), json!("other"));
        state.insert("status".into(), json!("pending"));
        tool_fields(state, update);
        self.ends_run(new);
    }

    fn tool_call_update(&mut self, frame: u32, update: &Value) {
        let Some(id) = decode::text(update, "toolCallId") else { return };
        let (at, new) = self.entity(frame, "tool_call", Some(id));
        let item = &mut self.items[at];
        item.state.insert("toolCallId".into(), json!(id));
        take(&mut item.state, update, "title", decode::string);
        tool_fields(&mut item.state, update);
        // What the agent says later wins over what the client assumed.
        if update.get("status").and_then(decode::tool_status).is_some() {
            item.cancelled = false;
        }
        self.ends_run(new);
    }
}

fn tool_fields(state: &mut Map<String, Value>, update: &Value) {
    take(state, update, "name", decode::string);
    take(state, update, "kind", decode::tool_kind);
    take(state, update, "status", decode::tool_status);
    take_list(state, update, "content", decode::tool_content);
    take_list(state, update, "locations", decode::location);
    take(state, update, "rawInput", |v| Some(v.clone()));
    take(state, update, "rawOutput", |v| Some(v.clone()));
    take(state, update, "_meta", decode::object);
}

/// Two states: omitted, null and malformed keep; a value replaces.
fn take(
    state: &mut Map<String, Value>,
    update: &Value,
    key: &str,
    good: fn(&Value) -> Option<Value>,
) {
    if let Some(value) = decode::member(update, key).and_then(good) {
        state.insert(key.to_owned(), value);
    }
}

fn take_list(state: &mut Map<String, Value>, update: &Value, key: &str, good: fn(&Value) -> bool) {
    let Some(list) = decode::member(update, key).and_then(|v| decode::list(v, good)) else {
        return;
    };
    put_list(state, key, list);
}

/// An empty list is a cleared field.
fn put_list(state: &mut Map<String, Value>, key: &str, list: Value) {
    if list.as_array().is_some_and(Vec::is_empty) {
        state.remove(key);
    } else {
        state.insert(key.to_owned(), list);
    }
}

/// Three states: omitted and malformed keep, null clears, a value replaces.
fn patch(
    state: &mut Map<String, Value>,
    update: &Value,
    key: &str,
    good: fn(&Value) -> Option<Value>,
) {
    match update.get(key) {
        None => {}
        Some(Value::Null) => {
            state.remove(key);
        }
        Some(value) => match good(value) {
            Some(list @ Value::Array(_)) => put_list(state, key, list),
            Some(value) => {
                state.insert(key.to_owned(), value);
            }
            None => {}
        },
    }
}

/// As [`patch`], of a list that means something when it is empty.
fn patch_list(state: &mut Map<String, Value>, update: &Value, key: &str) {
    match update.get(key) {
        None => {}
        Some(Value::Null) => {
            state.remove(key);
        }
        Some(value) => {
            state.insert(key.to_owned(), value.clone());
        }
    }
}

/// Adds a block.
fn append(state: &mut Map<String, Value>, key: &str, block: &Value) {
    state.entry(key).or_insert(json!([])).as_array_mut().unwrap().push(block.clone());
}

/// The text of a block that says nothing else.
fn plain_text(block: &Value) -> Option<&str> {
    let plain = block.as_object()?.len() == 2 && decode::text(block, "type")? == "text";
    plain.then(|| decode::text(block, "text")).flatten()
}
