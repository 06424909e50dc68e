//! Conversations written by hand, and what their timeline says.

use acp_scope::core::fold::{Fold, FrameInput};
use acp_scope::core::frame::{Dir, FrameNumber, Moment};
use acp_scope::core::timeline::{Built, Frames, Timeline, Wire, build, outline};
use serde_json::{Value, json};

/// Frames in memory.
#[derive(Default)]
pub struct Kept(pub Vec<(Dir, Vec<u8>)>);

impl Frames for Kept {
    fn read(&mut self, frame: FrameNumber) -> Option<Wire> {
        let (dir, raw) = self.0.get(frame.0 as usize - 1)?;
        Some(Wire { dir: *dir, t: Moment(u64::from(frame.0)), raw: Some(raw.clone()) })
    }
}

impl Kept {
    /// The timeline of the first frames.
    pub fn timeline(&self, frames: usize) -> Timeline {
        let mut fold = Fold::reconstruct();
        for number in 1..=frames {
            push(&mut fold, self, number);
        }
        fold.into_timeline().unwrap()
    }
}

/// Shows a fold the frame of this number.
pub fn push(fold: &mut Fold, kept: &Kept, number: usize) {
    let (dir, raw) = &kept.0[number - 1];
    let n = number as u32;
    let (number, t) = (FrameNumber(n), Moment(u64::from(n)));
    fold.push(&FrameInput { number, dir: *dir, t, raw, terminated: true });
}

/// A conversation in the session `s1`, from nothing.
#[derive(Default)]
pub struct Talk {
    kept: Kept,
    ids: u32,
}

impl Talk {
    pub fn frame(self, dir: Dir, frame: Value) -> Talk {
        self.line(dir, &frame.to_string())
    }

    /// A line as it crosses.
    pub fn line(mut self, dir: Dir, line: &str) -> Talk {
        self.kept.0.push((dir, line.as_bytes().to_vec()));
        self
    }

    /// The agent's update of a session.
    pub fn update_of(self, session: &str, update: Value) -> Talk {
        let params = json!({"sessionId": session, "update": update});
        let frame = json!({"jsonrpc": "2.0", "method": "session/update", "params": params});
        self.frame(Dir::AgentToClient, frame)
    }

    pub fn update(self, update: Value) -> Talk {
        self.update_of("s1", update)
    }

    pub fn updates(self, updates: &[Value]) -> Talk {
        updates.iter().fold(self, |talk, update| talk.update(update.clone()))
    }

    /// A chunk of text, with an id or without.
    pub fn says(self, variant: &str, id: Option<&str>, text: &str) -> Talk {
        self.update(json!({"sessionUpdate": variant, "messageId": id, "content": block(text)}))
    }

    pub fn ask(mut self, dir: Dir, method: &str, params: Value) -> Talk {
        self.ids += 1;
        let id = self.ids;
        self.frame(dir, json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
    }

    /// The answer to the request that was asked last.
    pub fn answer(self, dir: Dir, result: Value) -> Talk {
        let id = self.ids;
        self.frame(dir, json!({"jsonrpc": "2.0", "id": id, "result": result}))
    }

    pub fn prompt(self, text: &str) -> Talk {
        let params = json!({"sessionId": "s1", "prompt": [block(text)]});
        self.ask(Dir::ClientToAgent, "session/prompt", params)
    }

    pub fn stops(self) -> Talk {
        self.answer(Dir::AgentToClient, json!({"stopReason": "end_turn"}))
    }

    pub fn load(self) -> Talk {
        let params = json!({"sessionId": "s1", "cwd": "/w", "mcpServers": []});
        self.ask(Dir::ClientToAgent, "session/load", params)
    }

    pub fn loaded(self) -> Talk {
        self.answer(Dir::AgentToClient, json!({}))
    }

    pub fn cancel(self) -> Talk {
        let params = json!({"sessionId": "s1"});
        let frame = json!({"jsonrpc": "2.0", "method": "session/cancel", "params": params});
        self.frame(Dir::ClientToAgent, frame)
    }

    pub fn asks_permission(self, call: Value) -> Talk {
        let options = json!([{"optionId": "y", "name": "Yes", "kind": "allow_once"}]);
        let params = json!({"sessionId": "s1", "toolCall": call, "options": options});
        self.ask(Dir::AgentToClient, "session/request_permission", params)
    }

    /// The session that a session belongs to.
    pub fn parent_of(self, session: &str) -> Option<String> {
        let at = self.kept.0.len();
        let timeline = self.kept.timeline(at);
        let outlines = outline::sessions(&timeline, FrameNumber(at as u32));
        let of = outlines.iter().find(|o| o.id == Some(session))?;
        of.parent.map(str::to_owned)
    }

    /// The frames as they crossed.
    pub fn into_frames(self) -> Kept {
        self.kept
    }

    /// The items of a session, without requests.
    pub fn items_of(mut self, session: &str) -> Vec<Built> {
        let frames = self.kept.0.len();
        let timeline = self.kept.timeline(frames);
        let Some(session) = timeline.session(session) else { return Vec::new() };
        let at = FrameNumber(frames as u32);
        let built = (0..session.items.len())
            .filter_map(|i| build::item(&timeline, session, i, &mut self.kept, at));
        built.filter(|b| b.kind.word() != "request").collect()
    }

    pub fn items(self) -> Vec<Built> {
        self.items_of("s1")
    }

    /// The only item's state.
    pub fn state(self) -> Value {
        let items = self.items();
        assert_eq!(items.len(), 1, "{items:#?}");
        Value::Object(items[0].state.clone())
    }

    /// Type, id and text of each item.
    pub fn outline(self) -> Vec<String> {
        self.items().iter().map(line).collect()
    }
}

/// `type#id text`
pub fn line(item: &Built) -> String {
    let id = item.id.as_deref().map(|id| format!("#{id}")).unwrap_or_default();
    let text = text_of(item);
    let text = if text.is_empty() { text } else { format!(" {text}") };
    format!("{}{id}{text}", item.kind.word())
}

/// The texts of an item's blocks, with a bar between the blocks.
pub fn text_of(item: &Built) -> String {
    let blocks = item.state.get("content").or(item.state.get("summary"));
    let texts = blocks.and_then(Value::as_array).into_iter().flatten();
    let texts: Vec<&str> = texts.filter_map(|b| b.get("text")?.as_str()).collect();
    texts.join("|")
}

pub fn block(text: &str) -> Value {
    json!({"type": "text", "text": text})
}
