//! What each side knows, folded from the frames: connection, open requests, sessions, entities.
//!
//! One pure fold: [`State::apply`] takes any message whatever and gives the next state; it never fails and
//! never judges. It does not know which side is "ours". It keeps what is open or named, and never the
//! content of messages (but for the run of text that is being streamed), so its size depends on how
//! much is going on, not on how long the recording is.

pub mod requests;
pub mod said;
pub mod session;

use std::collections::{BTreeMap, HashMap};

use super::frame::{Dir, FrameNumber, Moment};
use super::message::{Kind, Remark, RequestId};
use super::protocol::issue::Issue;
use super::protocol::{Side, capabilities};
use super::tree::Value;

use requests::{Asked, Open, Requests, kept};
pub use said::{Piece, Said};
use session::{
    Compaction, Cursor, Ended, Modes, Origin, PARTICIPANTS, Replay, Session, Terminal, ToolCall,
    Turn, Verdict,
};

/// Frames for unknown sessions that are held until a setup request is answered.
const HELD: usize = 1_000;
/// Entities of one kind that are remembered in a session, and ids of one kind in the connection.
const NAMED: usize = 50_000;
/// Turns of one session that may be open; prompts that use one id again and again are never answered.
const TURNS: usize = 100;
/// Bytes of a terminal's output that are remembered.
const OUTPUT: usize = 16 << 10;
/// Frames that were not held of which the numbers are remembered.
const UNREAD: usize = 20;

/// How far the handshake has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// No `initialize` was seen.
    Nothing,
    /// `initialize` waits for its answer.
    Asked(FrameNumber),
    /// `initialize` was answered with a result.
    Agreed(FrameNumber),
    /// `initialize` was answered with an error.
    Refused(FrameNumber),
}

/// A method of authentication that the agent offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthMethod {
    /// Its id.
    pub id: String,
    /// Its type is `terminal`.
    pub terminal: bool,
    /// Readers cannot use it.
    pub malformed: bool,
}

/// What the handshake has agreed on.
#[derive(Debug)]
pub struct Connection {
    /// How far it is.
    pub phase: Phase,
    /// The proposed version, as it was sent.
    pub proposed: Value<'static>,
    /// The chosen version, as it was sent.
    pub chosen: Value<'static>,
    /// `clientCapabilities`, once `initialize` was seen.
    pub client: Option<Value<'static>>,
    /// `agentCapabilities`, once it was answered.
    pub agent: Option<Value<'static>>,
    /// `authMethods`.
    pub auth_methods: Vec<AuthMethod>,
    /// `name version` of each side.
    pub names: [Option<String>; 2],
}

/// What is known of authentication.
#[derive(Debug, Default)]
pub struct Auth {
    /// The frame of the last successful answer to `authenticate`, unless `logout` followed.
    pub authenticated: Option<FrameNumber>,
    /// The frame of the first answer that asked for authentication.
    pub required: Option<FrameNumber>,
    /// The frame of a successful answer to `logout` since.
    pub logged_out: Option<FrameNumber>,
    /// The last reported login state.
    pub status: Option<(Value<'static>, FrameNumber)>,
}

/// A cursor of `session/list`.
#[derive(Debug, Clone)]
pub struct ListCursor {
    /// The answer that gave it.
    pub given: FrameNumber,
    /// The `archived` filter of the request.
    pub archived: Value<'static>,
    /// The last request that used it.
    pub used: Option<FrameNumber>,
}

/// A session that the agent has listed.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The frame of the list.
    pub frame: FrameNumber,
    /// Its directory.
    pub cwd: Option<String>,
}

/// A URL elicitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Elicitation {
    /// Its request.
    pub frame: FrameNumber,
    /// The frame that ended it without a completion: declined, cancelled or failed.
    pub dropped: Option<FrameNumber>,
    /// The frame of its acceptance.
    pub accepted: Option<FrameNumber>,
    /// The frame of its completion.
    pub completed: Option<FrameNumber>,
}

/// A frame of the agent for a session that the client cannot know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unclaimed {
    /// The session.
    pub session: String,
    /// The frame.
    pub frame: FrameNumber,
    /// What it is, in a few words.
    pub what: String,
}

/// The last message of a direction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Last {
    /// Its frame.
    pub frame: FrameNumber,
    /// What it was.
    pub kind: Kind,
    /// Its method.
    pub method: Option<String>,
    /// It could not be read as JSON.
    pub unreadable: bool,
}

/// A line that is no message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unreadable {
    /// Its frame.
    pub frame: FrameNumber,
    /// It is JSON at least.
    pub json: bool,
    /// It looks like a request that somebody else may have understood.
    pub asks: bool,
}

/// A provider of the draft's `providers/list`.
#[derive(Debug, Clone, Default)]
pub struct Provider {
    /// `required`.
    pub required: bool,
    /// `supported`.
    pub supported: Vec<String>,
    /// The frame of the answer that disabled it.
    pub disabled: Option<FrameNumber>,
    /// It was in the last list.
    pub listed: bool,
}

/// Everything.
#[derive(Debug)]
pub struct State {
    /// The handshake.
    pub connection: Connection,
    /// The recording begins in mid-conversation: what came before is not known.
    pub started_late: bool,
    /// Messages so far.
    pub messages: u64,
    /// Lines so far that are neither messages nor pieces of one.
    pub noise: u64,
    /// Requests by the direction in which they were sent.
    pub requests: [Requests; 2],
    /// Sessions by id.
    pub sessions: BTreeMap<String, Session>,
    /// Authentication.
    pub auth: Auth,
    /// Cursors of `session/list`.
    pub list_cursors: HashMap<String, ListCursor>,
    /// Sessions that were listed.
    pub listed: HashMap<String, Listed>,
    /// Sessions that were deleted: the answer's frame.
    pub deleted: HashMap<String, FrameNumber>,
    /// Sessions whose archive state was told: whether they are archived, and the frame.
    pub archived: HashMap<String, (bool, FrameNumber)>,
    /// URL elicitations by id.
    pub elicitations: HashMap<String, Elicitation>,
    /// A URL elicitation was completed.
    pub url_completed: Option<FrameNumber>,
    /// MCP servers over ACP by id: name and frame.
    pub mcp_servers: HashMap<String, (String, FrameNumber)>,
    /// Providers by id.
    pub providers: HashMap<String, Provider>,
    /// A list of providers was seen.
    pub providers_listed: bool,
    /// What an inner `initialize` to a successor was answered with.
    pub successor: Option<(Value<'static>, FrameNumber)>,
    /// Frames for sessions that are unknown while a setup request is open.
    pub unclaimed: Vec<Unclaimed>,
    /// The last message of each direction.
    pub last: [Option<Last>; 2],
    /// The last line of each direction that is no message, until it was complained about.
    pub unreadable: [Option<Unreadable>; 2],
    /// The line of each direction that broke off inside JSON and may be continued by the next.
    pub broken_off: [Option<FrameNumber>; 2],
    /// The last line of each direction had no line feed.
    pub cut_at_end: [bool; 2],
    /// Directions that have ended in order.
    pub ended: [Option<Moment>; 2],
    /// Frames of which only the envelope was read.
    pub unread: Unread,
}

/// Frames of which only the envelope was read.
#[derive(Debug, Default)]
pub struct Unread {
    /// How many.
    pub count: u32,
    /// The first of them.
    pub first: Vec<FrameNumber>,
    /// Who sent the first one.
    pub side: Option<Side>,
}

impl Default for State {
    fn default() -> Self {
        State {
            connection: Connection {
                phase: Phase::Nothing,
                proposed: Value::Null,
                chosen: Value::Null,
                client: None,
                agent: None,
                auth_methods: Vec::new(),
                names: [None, None],
            },
            started_late: false,
            messages: 0,
            noise: 0,
            requests: [Requests::default(), Requests::default()],
            sessions: BTreeMap::new(),
            auth: Auth::default(),
            list_cursors: HashMap::new(),
            listed: HashMap::new(),
            deleted: HashMap::new(),
            archived: HashMap::new(),
            elicitations: HashMap::new(),
            url_completed: None,
            mcp_servers: HashMap::new(),
            providers: HashMap::new(),
            providers_listed: false,
            successor: None,
            unclaimed: Vec::new(),
            last: [None, None],
            unreadable: [None, None],
            broken_off: [None, None],
            cut_at_end: [false, false],
            ended: [None, None],
            unread: Unread::default(),
        }
    }
}

/// The setup requests whose answers reveal a session.
#[must_use]
pub fn reveals_session(method: &str) -> bool {
    matches!(method, "session/new" | "session/fork")
}

impl State {
    /// The version that both sides agree on; none before, or if they do not.
    #[must_use]
    pub fn version(&self) -> Option<u64> {
        let (proposed, chosen) =
            (self.connection.proposed.as_u64()?, self.connection.chosen.as_u64()?);
        (chosen <= proposed).then_some(chosen)
    }

    /// What a side has advertised, once it is known.
    #[must_use]
    pub fn capabilities(&self, side: Side) -> Option<&Value<'static>> {
        match side {
            Side::Client => self.connection.client.as_ref(),
            Side::Agent => self.connection.agent.as_ref(),
        }
    }

    /// A side has advertised this capability.
    #[must_use]
    pub fn has(&self, side: Side, path: &str) -> bool {
        match (self.capabilities(side), capabilities::of(side, path)) {
            (Some(all), Some(one)) => one.advertised(all),
            _ => false,
        }
    }

    /// It is certain that a side has not advertised this capability.
    #[must_use]
    pub fn lacks(&self, side: Side, path: &str) -> bool {
        self.capabilities(side).is_some() && !self.has(side, path)
    }

    /// The requests that a direction has sent.
    #[must_use]
    pub fn asked(&self, dir: Dir) -> &Requests {
        &self.requests[dir.index()]
    }

    /// A session by its id.
    #[must_use]
    pub fn session(&self, id: &str) -> Option<&Session> {
        self.sessions.get(id)
    }

    /// The session that a message is about.
    #[must_use]
    pub fn session_of(&self, said: &Said<'_>) -> Option<&Session> {
        self.session(said.session()?)
    }

    /// The client can know this session: it was set up, is being loaded or resumed, or was announced.
    #[must_use]
    pub fn is_known(&self, id: &str) -> bool {
        self.started_late || self.sessions.contains_key(id)
    }

    /// A request that will reveal the id of a session is open.
    #[must_use]
    pub fn awaits_session(&self) -> bool {
        self.asked(Dir::ClientToAgent)
            .all_open()
            .any(|open| open.asked.method.as_deref().is_some_and(reveals_session))
    }

    /// An open request of this method in a direction for which `wanted` holds.
    pub fn open_request(
        &self,
        dir: Dir,
        method: &str,
        wanted: impl Fn(&Asked) -> bool,
    ) -> Option<&Open> {
        let all = self.asked(dir).all_open();
        all.filter(|o| o.asked.is(method) && wanted(&o.asked)).min_by_key(|o| o.asked.frame)
    }

    /// A direction ends in order.
    pub fn end(&mut self, dir: Dir, t: Moment) {
        self.ended[dir.index()] = Some(t);
    }

    /// Takes the next message, after it was judged.
    pub fn apply(&mut self, said: &Said<'_>) {
        let first = self.messages == 0;
        self.messages += u64::from(said.kind != Kind::Invalid);
        if said.kind == Kind::Invalid && said.piece.is_none() && !said.raw.trim_ascii().is_empty() {
            self.noise += 1;
        }
        if first && said.kind != Kind::Invalid {
            self.started_late = begins_late(said);
        }
        match said.kind {
            Kind::Request => self.request(said),
            Kind::Notification => {
                self.call(said);
            }
            Kind::Response | Kind::Error => self.answer(said),
            Kind::Invalid => {
                // An object with an id and a method of a wrong type will be answered.
                if let Some(id) = said.id
                    && said.value.get("method").is_some()
                {
                    self.ask(said, id.clone(), true);
                }
            }
            Kind::Batch => {}
        }
        if said.unread {
            self.pass(said);
        }
        self.remember_last(said);
    }

    /// What a message says is not known: from here on only what is certain can be judged, as in a recording
    /// that begins in mid-conversation.
    fn pass(&mut self, said: &Said<'_>) {
        self.unread.side.get_or_insert(said.side());
        self.unread.count += u32::from(said.item.is_none());
        if self.unread.first.len() < UNREAD && self.unread.first.last() != Some(&said.frame) {
            self.unread.first.push(said.frame);
        }
        if said.kind == Kind::Batch {
            return;
        }
        self.started_late = true;
        if let Some(session) = said.session().and_then(|id| self.sessions.get_mut(id)) {
            session.origin = Origin::Before;
        }
    }

    fn remember_last(&mut self, said: &Said<'_>) {
        let at = said.dir.index();
        let unreadable = said.kind == Kind::Invalid;
        if unreadable {
            if !said.raw.trim_ascii().is_empty() {
                let json = !said.remarks().any(|r| {
                    matches!(
                        r,
                        Remark::NotJson { .. } | Remark::CutOff(_) | Remark::SeveralValues { .. }
                    )
                });
                let has = |word: &[u8]| memchr::memmem::find(said.raw, word).is_some();
                let asks = has(b"\"id\"") && has(b"\"method\"");
                self.unreadable[at] = Some(Unreadable { frame: said.frame, json, asks });
            }
        } else if said.kind.answers() && said.asked.is_none() {
            self.unreadable[said.dir.opposite().index()] = None;
        }
        self.cut_at_end[at] = !said.terminated;
        match said.piece {
            Some(Piece { completes: false, .. }) => {}
            Some(Piece { completes: true, .. }) => self.broken_off[at] = None,
            None => self.broken_off[at] = said.reading.cut_off.then_some(said.frame),
        }
        match &mut self.last[at] {
            // The usual case, again and again: no new text for the same method.
            Some(last) if last.method.as_deref() == said.method => {
                (last.frame, last.kind, last.unreadable) = (said.frame, said.kind, unreadable);
            }
            last => {
                let method = said.method.map(str::to_owned);
                *last = Some(Last { frame: said.frame, kind: said.kind, method, unreadable });
            }
        }
    }

    fn ask(&mut self, said: &Said<'_>, id: RequestId, broken: bool) {
        let params = match said.method {
            // The blocks' types matter, not what is in them.
            Some("fs/write_text_file") => without(said.params(), "content"),
            _ => kept(said.params()),
        };
        self.requests[said.dir.index()].ask(Asked {
            id,
            frame: said.frame,
            t: said.t,
            method: said.method.map(str::to_owned),
            session: said.own_session.map(str::to_owned),
            params,
            malformed: !said.is_sound(),
            broken,
        });
    }

    fn request(&mut self, said: &Said<'_>) {
        let id = said.id.cloned().unwrap_or(RequestId::Null);
        self.ask(said, id, false);
        self.call(said);
    }

    /// A request or notification.
    fn call(&mut self, said: &Said<'_>) {
        let Some(method) = said.method else { return };
        match said.dir {
            Dir::ClientToAgent => self.client_call(said, method),
            Dir::AgentToClient => self.agent_call(said, method),
        }
        if method == "$/cancel_request"
            && let Some(id) = request_id(said.at("/params/requestId"))
            && let Some(open) = self.requests[said.dir.index()].open_mut(&id)
        {
            open.cancelled.get_or_insert(said.frame);
        }
    }

    fn client_call(&mut self, said: &Said<'_>, method: &str) {
        let session = said.text("/params/sessionId");
        match method {
            // What was agreed on will not be known.
            "initialize" if said.unread => {}
            "initialize" if self.connection.phase == Phase::Nothing => {
                self.connection.phase = Phase::Asked(said.frame);
                self.connection.proposed = said.at("/params/protocolVersion").clone().into_owned();
                self.connection.client = Some(kept(said.at("/params/clientCapabilities")));
                self.connection.names[0] = name(said.at("/params/clientInfo"));
            }
            "session/load" | "session/resume" => {
                let Some(id) = session else { return };
                let load = method == "session/load";
                let origin = if load { Origin::Load } else { Origin::Resume };
                if self.sessions.len() >= NAMED {
                    return;
                }
                let session = self
                    .sessions
                    .entry(id.to_owned())
                    .or_insert_with(|| Session::new(origin, said.frame));
                session.run = None;
                session.loaded = None;
                if load {
                    let turn_open = !session.turns.is_empty();
                    session.replay = Some(Replay {
                        frame: said.frame,
                        history: 0,
                        compactions: Vec::new(),
                        turn_open,
                    });
                    session.late_history = false;
                } else {
                    session.resuming = Some(said.frame);
                }
                session.cost = None;
                self.declare_servers(said);
            }
            "session/new" | "session/fork" => self.declare_servers(said),
            "session/list" => {
                if let Some(cursor) = said.text("/params/cursor")
                    && let Some(known) = self.list_cursors.get_mut(cursor)
                {
                    known.used = Some(said.frame);
                }
            }
            "session/prompt" => {
                let Some(session) = session.and_then(|id| self.sessions.get_mut(id)) else {
                    return;
                };
                session.turn_count += 1;
                session.run = None;
                session.loaded = None;
                let (number, id) =
                    (session.turn_count, said.id.cloned().unwrap_or(RequestId::Null));
                if session.turns.len() >= TURNS {
                    session.turns.remove(0);
                }
                session.turns.push(Turn {
                    number,
                    id,
                    frame: said.frame,
                    cancelled: None,
                    cancelled_at: Moment::default(),
                    closed: None,
                    after_cancel: None,
                    reported_tools: false,
                    unreported: None,
                });
            }
            "session/cancel" | "session/close" | "session/archive" | "session/delete" => {
                let Some(id) = session else { return };
                if let Some(session) = self.sessions.get_mut(id) {
                    for turn in &mut session.turns {
                        if method == "session/cancel" {
                            if turn.cancelled.is_none() {
                                (turn.cancelled, turn.cancelled_at) = (Some(said.frame), said.t);
                            }
                        } else {
                            turn.closed.get_or_insert(said.frame);
                        }
                    }
                }
                for open in self.requests[Dir::AgentToClient.index()].all_open_mut() {
                    if open.asked.session.as_deref() == Some(id) {
                        open.session_cancelled.get_or_insert(said.frame);
                    }
                }
            }
            _ => {}
        }
    }

    fn declare_servers(&mut self, said: &Said<'_>) {
        for server in said.list("/params/mcpServers") {
            let text = |key: &str| server.get(key).and_then(Value::as_str);
            if text("type") == Some("acp")
                && let Some(id) = text("serverId")
                && self.mcp_servers.len() < NAMED
            {
                let name = text("name").unwrap_or_default().to_owned();
                self.mcp_servers.entry(id.to_owned()).or_insert((name, said.frame));
            }
        }
    }

    fn agent_call(&mut self, said: &Said<'_>, method: &str) {
        if let Some(id) = said.own_session {
            self.agent_uses(said, id, method);
        }
        match method {
            "session/update" => self.update(said),
            "session/request_permission" => self.permission(said),
            "elicitation/create" => {
                if said.text("/params/mode") == Some("url")
                    && let Some(id) = said.text("/params/elicitationId")
                    && self.elicitations.len() < NAMED
                {
                    let fresh = Elicitation {
                        frame: said.frame,
                        dropped: None,
                        accepted: None,
                        completed: None,
                    };
                    self.elicitations.insert(id.to_owned(), fresh);
                }
            }
            "elicitation/complete" => {
                self.url_completed = Some(said.frame);
                if let Some(id) = said.text("/params/elicitationId")
                    && let Some(known) = self.elicitations.get_mut(id)
                {
                    known.completed = Some(said.frame);
                }
            }
            "terminal/release" => {
                if let Some(terminal) = self
                    .terminal_mut(said.text("/params/sessionId"), said.text("/params/terminalId"))
                {
                    terminal.released.get_or_insert(said.frame);
                }
            }
            "auth/status_update" => {
                self.auth.status = Some((status_of(said.params()), said.frame));
            }
            _ => {}
        }
    }

    fn terminal_mut(
        &mut self,
        session: Option<&str>,
        terminal: Option<&str>,
    ) -> Option<&mut Terminal> {
        self.sessions.get_mut(session?)?.terminals.get_mut(terminal?)
    }

    /// The agent speaks of a session.
    fn agent_uses(&mut self, said: &Said<'_>, id: &str, method: &str) {
        if !self.sessions.contains_key(id) {
            if self.started_late {
                if self.sessions.len() < NAMED {
                    self.sessions.insert(id.to_owned(), Session::new(Origin::Before, said.frame));
                }
            } else if self.unclaimed.len() < HELD && self.awaits_session() {
                let what = said.variant().unwrap_or(method).to_owned();
                self.unclaimed.push(Unclaimed { session: id.to_owned(), frame: said.frame, what });
            }
        }
        let Some(session) = self.sessions.get_mut(id) else { return };
        for turn in &mut session.turns {
            if turn.cancelled.is_some() {
                turn.after_cancel.get_or_insert(said.frame);
            }
        }
        if matches!(method, "terminal/create" | "fs/write_text_file")
            && let Some(turn) = session.turns.last_mut()
            && !turn.reported_tools
        {
            turn.unreported.get_or_insert(said.frame);
        }
    }

    fn permission(&mut self, said: &Said<'_>) {
        let Some(session) = said.text("/params/sessionId").and_then(|id| self.sessions.get_mut(id))
        else {
            return;
        };
        session.run = None;
        let call = said.at("/params/toolCall");
        tool_call(session, said.frame, call, Source::Permission);
    }

    fn update(&mut self, said: &Said<'_>) {
        let Some(variant) = said.variant() else { return };
        let update = said.update();
        let text = |key: &str| update.get(key).and_then(Value::as_str);
        let outer = said.own_session.unwrap_or_default();
        if variant == "subagent_update"
            && let Some(child) = text("sessionId")
            && self.sessions.contains_key(outer)
            && child != outer
            && self.sessions.len() < NAMED
        {
            self.child(said, outer, child);
        }
        let Some(session) = self.sessions.get_mut(outer) else { return };
        if session::is_history(variant) {
            session.has_history = true;
            if session.closed.is_some() {
                session.after_close.get_or_insert(said.frame);
            }
            if let Some(replay) = &mut session.replay {
                replay.history += 1;
            } else if session.loaded.is_some() && session.turns.is_empty() {
                session.late_history = true;
            }
        }
        match variant {
            "user_message_chunk" | "agent_message_chunk" | "agent_thought_chunk" => {
                if session.messages.len() < NAMED {
                    session.take_chunk(variant, update, said.frame);
                }
                return;
            }
            "tool_call" => tool_call(session, said.frame, update, Source::Create),
            "tool_call_update" => tool_call(session, said.frame, update, Source::Update),
            "plan" => {
                let content = |e: &Value<'_>| e.get("content").and_then(Value::as_str).map(cut);
                session.plan = said
                    .list("/params/update/entries")
                    .iter()
                    .take(1_000)
                    .filter_map(content)
                    .collect();
            }
            "plan_update" => {
                if let Some(id) = update.pointer("/plan/planId").and_then(Value::as_str)
                    && session.plans.len() < NAMED
                {
                    session.plans.insert(id.to_owned(), true);
                }
            }
            "plan_removed" => {
                if let Some(id) = text("planId")
                    && session.plans.len() < NAMED
                {
                    session.plans.insert(id.to_owned(), false);
                }
            }
            "current_mode_update" => {
                if let Some(current) = text("currentModeId")
                    && let Some(modes) = &mut session.modes
                {
                    modes.current = Some(current.to_owned());
                    session.mode_updated = Some(said.frame);
                }
            }
            "config_option_update" => {
                session.options_updated = Some(said.frame);
                session.take_options(update.get("configOptions").unwrap_or(&Value::Null));
            }
            "usage_update" => {
                let cost = update.get("cost");
                let amount = cost.and_then(|c| c.get("amount")).and_then(Value::as_f64);
                let currency = cost.and_then(|c| c.get("currency")).and_then(Value::as_str);
                if let (Some(amount), Some(currency)) = (amount, currency) {
                    session.cost = Some((amount, currency.to_owned(), said.frame));
                }
            }
            "notice" => session.take_notice(update, said.frame),
            "compaction_update" | "compaction_summary_chunk" => {
                compaction(session, said.frame, variant, update);
            }
            "session_message" | "session_message_chunk" => {
                if let Some(id) = text("messageId")
                    && session.session_messages.len() < NAMED
                {
                    let message = session.session_messages.entry(id.to_owned()).or_default();
                    merge_participants(&mut message.fields, update);
                }
            }
            "cursor_update" => {
                if let Some(id) = text("cursorId")
                    && session.cursors.len() < NAMED
                {
                    let cursor = session.cursors.entry(id.to_owned()).or_default();
                    merge_cursor(cursor, update, said.frame);
                }
            }
            _ => {}
        }
        if matches!(
            variant,
            "tool_call" | "plan" | "plan_update" | "compaction_update" | "session_message"
        ) {
            session.run = None;
        }
    }

    fn child(&mut self, said: &Said<'_>, parent: &str, child: &str) {
        let update = said.update();
        let session = self.sessions.entry(child.to_owned()).or_insert_with(|| {
            let mut new = Session::new(Origin::Child, said.frame);
            new.parent = Some(parent.to_owned());
            new
        });
        if let Some(given) = update.get("capabilities") {
            session.child_capabilities = kept(given);
        }
        if let Some(cwd) = update.get("cwd") {
            session.cwd = cwd.as_str().map(str::to_owned);
        }
    }

    fn answer(&mut self, said: &Said<'_>) {
        let Some(id) = said.id else { return };
        let Some(open) = self.requests[said.dir.opposite().index()].answer(id, said.frame) else {
            return;
        };
        let asked = &open.asked;
        let Some(method) = asked.method.as_deref() else { return };
        match said.dir {
            Dir::AgentToClient => self.agent_answer(said, asked, method),
            Dir::ClientToAgent => self.client_answer(said, asked, method),
        }
    }

    fn agent_answer(&mut self, said: &Said<'_>, asked: &Asked, method: &str) {
        let ok = said.succeeds();
        if method.starts_with("session/") && said.code() == Some(-32000) {
            self.auth.required.get_or_insert(said.frame);
        }
        match method {
            "initialize" if said.unread => self.connection.phase = Phase::Nothing,
            "initialize" if self.connection.phase == Phase::Asked(asked.frame) => {
                self.initialized(said);
            }
            "authenticate" if ok => {
                self.auth.authenticated = Some(said.frame);
                self.auth.logged_out = None;
            }
            "logout" if ok => {
                self.auth.logged_out = Some(said.frame);
                self.auth.authenticated = None;
            }
            "auth/status" if ok => {
                self.auth.status = Some((status_of(said.result()), said.frame));
            }
            "session/new" | "session/fork" => {
                if ok && let Some(id) = said.text("/result/sessionId") {
                    let origin = if method == "session/new" { Origin::New } else { Origin::Fork };
                    if self.sessions.len() < NAMED {
                        let fresh = Session::new(origin, said.frame);
                        let session = self.sessions.entry(id.to_owned()).or_insert(fresh);
                        session.closed = None;
                        set_up(session, said, asked);
                        self.deleted.remove(id);
                    }
                    self.unclaimed.retain(|u| u.session != id);
                }
                if !self.awaits_session() {
                    self.unclaimed.clear();
                }
            }
            "session/load" | "session/resume" => {
                let Some(id) = asked.session.as_deref() else { return };
                let Some(session) = self.sessions.get_mut(id) else { return };
                session.resuming = None;
                let replay = session.replay.take();
                session.run = None;
                if ok {
                    session.ready = true;
                    session.closed = None;
                    set_up(session, said, asked);
                    if replay.is_some() {
                        session.loaded = Some(said.frame);
                    }
                } else if !session.ready {
                    self.sessions.remove(id);
                }
            }
            "session/close" | "session/archive" | "session/unarchive" | "session/delete" if ok => {
                let Some(id) = asked.session.as_deref() else { return };
                if let Some(session) = self.sessions.get_mut(id)
                    && method != "session/unarchive"
                {
                    session.closed = Some(said.frame);
                    session.after_close = None;
                    if method == "session/delete" {
                        session.bury();
                    }
                }
                let named = self.deleted.len().max(self.archived.len());
                if method == "session/delete" && named < NAMED {
                    self.deleted.insert(id.to_owned(), said.frame);
                } else if method.ends_with("archive") && named < NAMED {
                    let on = method == "session/archive";
                    self.archived.insert(id.to_owned(), (on, said.frame));
                }
            }
            "session/list" if ok => self.sessions_listed(said, asked),
            "session/prompt" => {
                let Some(session) =
                    asked.session.as_deref().and_then(|id| self.sessions.get_mut(id))
                else {
                    return;
                };
                session.run = None;
                if let Some(at) = session.turns.iter().position(|t| t.frame == asked.frame) {
                    let turn = session.turns.remove(at);
                    session.ended_count += 1;
                    session.has_history |= ok;
                    let stop = said.text("/result/stopReason").map(str::to_owned);
                    if stop.as_deref() != Some("end_turn") && session.cancelled_turns.len() < NAMED
                    {
                        session.cancelled_turns.push(turn.number);
                    }
                    session.last_turn =
                        Some(Ended { number: turn.number, frame: said.frame, stop });
                }
            }
            "session/set_mode" if ok => {
                if let Some(session) =
                    asked.session.as_deref().and_then(|id| self.sessions.get_mut(id))
                    && let (Some(modes), Some(id)) = (&mut session.modes, asked.text("modeId"))
                {
                    modes.current = Some(id.to_owned());
                }
            }
            "session/set_config_option" if ok => {
                if let Some(session) =
                    asked.session.as_deref().and_then(|id| self.sessions.get_mut(id))
                {
                    session.take_options(said.at("/result/configOptions"));
                }
            }
            "session/set_title" if ok => {
                if let Some(session) =
                    asked.session.as_deref().and_then(|id| self.sessions.get_mut(id))
                    && let Some(title) = said.text("/result/title").or(asked.text("title"))
                {
                    session.title_set = Some((title.to_owned(), said.frame));
                }
            }
            _ if ok && method.starts_with('_') => {
                // An extension may set sessions up, too: how is its own affair.
                for id in asked.session.as_deref().into_iter().chain(said.text("/result/sessionId"))
                {
                    if self.sessions.len() < NAMED && !self.sessions.contains_key(id) {
                        let known = Session::new(Origin::Before, said.frame);
                        self.sessions.insert(id.to_owned(), known);
                        self.unclaimed.retain(|u| u.session != id);
                    }
                }
            }
            "providers/list" if ok => self.providers_listed(said),
            "providers/disable" if ok => {
                if let Some(id) = asked.text("providerId")
                    && self.providers.len() < NAMED
                {
                    self.providers.entry(id.to_owned()).or_default().disabled = Some(said.frame);
                }
            }
            "providers/set" if ok => {
                if let Some(provider) =
                    asked.text("providerId").and_then(|id| self.providers.get_mut(id))
                {
                    provider.disabled = None;
                }
            }
            _ => {}
        }
    }

    fn initialized(&mut self, said: &Said<'_>) {
        if !said.succeeds() {
            self.connection.phase = Phase::Refused(said.frame);
            return;
        }
        self.connection.phase = Phase::Agreed(said.frame);
        self.connection.chosen = said.at("/result/protocolVersion").clone().into_owned();
        self.connection.agent = Some(kept(said.at("/result/agentCapabilities")));
        self.connection.names[1] = name(said.at("/result/agentInfo"));
        self.connection.auth_methods.clear();
        for (i, method) in said.list("/result/authMethods").iter().enumerate().take(1_000) {
            let Some(id) = method.get("id").and_then(Value::as_str) else { continue };
            let place = format!("/result/authMethods/{i}");
            let inside = |p: &str| p == place || p.starts_with(&format!("{place}/"));
            use super::protocol::issue::IssueClass::Fault;
            let unread = |x: &Issue| matches!(x.field().as_str(), "args" | "env");
            let malformed =
                said.issues.iter().any(|x| inside(&x.pointer) && (x.class() == Fault || unread(x)));
            self.connection.auth_methods.push(AuthMethod {
                id: id.to_owned(),
                terminal: method.get("type").and_then(Value::as_str) == Some("terminal"),
                malformed,
            });
        }
    }

    fn sessions_listed(&mut self, said: &Said<'_>, asked: &Asked) {
        if let Some(cursor) = said.text("/result/nextCursor")
            && self.list_cursors.len() < NAMED
        {
            let archived = asked.params.get("archived").cloned().unwrap_or(Value::Null);
            let fresh = ListCursor { given: said.frame, archived, used: None };
            self.list_cursors.insert(cursor.to_owned(), fresh);
        }
        for info in said.list("/result/sessions") {
            let Some(id) = info.get("sessionId").and_then(Value::as_str) else { continue };
            if self.listed.len() >= NAMED {
                break;
            }
            let cwd = info.get("cwd").and_then(Value::as_str).map(str::to_owned);
            self.listed.insert(id.to_owned(), Listed { frame: said.frame, cwd });
            if let Some(on) = info.get("archived").and_then(Value::as_bool)
                && self.archived.len() < NAMED
            {
                self.archived.insert(id.to_owned(), (on, said.frame));
            }
        }
    }

    fn providers_listed(&mut self, said: &Said<'_>) {
        self.providers_listed = true;
        for provider in self.providers.values_mut() {
            provider.listed = false;
        }
        for entry in said.list("/result/providers").iter().take(1_000) {
            let Some(id) = entry.get("providerId").and_then(Value::as_str) else { continue };
            let provider = self.providers.entry(id.to_owned()).or_default();
            provider.listed = true;
            provider.required = entry.get("required") == Some(&Value::Bool(true));
            let supported = entry.get("supported").and_then(Value::as_array);
            let name = |v: &Value<'_>| v.as_str().map(str::to_owned);
            provider.supported = supported.into_iter().flatten().filter_map(name).collect();
        }
    }

    fn client_answer(&mut self, said: &Said<'_>, asked: &Asked, method: &str) {
        let ok = said.succeeds();
        let session = asked.session.as_deref();
        match method {
            "session/request_permission" => {
                let Some(session) = session.and_then(|id| self.sessions.get_mut(id)) else {
                    return;
                };
                let call = asked.params.pointer("/toolCall/toolCallId").and_then(Value::as_str);
                if let (Some(verdict), Some(call)) =
                    (verdict(said, asked), call.and_then(|id| session.calls.get_mut(id)))
                {
                    call.verdict = Some((verdict, said.frame));
                    call.ran = false;
                }
            }
            "terminal/create" => {
                if let (Some(session), Some(id)) = (
                    session.and_then(|id| self.sessions.get_mut(id)),
                    said.text("/result/terminalId"),
                ) && session.terminals.len() < NAMED
                {
                    let limit = asked.params.get("outputByteLimit").and_then(Value::as_u64);
                    let fresh = Terminal {
                        created: asked.frame,
                        limit,
                        released: None,
                        killed: None,
                        exited: None,
                        final_output: None,
                        output: None,
                        embedded: false,
                    };
                    session.terminals.insert(id.to_owned(), fresh);
                }
            }
            "terminal/wait_for_exit" | "terminal/output" | "terminal/kill" if ok => {
                let result = said.result();
                let frame = said.frame;
                let Some(terminal) = self.terminal_mut(session, asked.text("terminalId")) else {
                    return;
                };
                match method {
                    "terminal/wait_for_exit" => {
                        terminal.exited.get_or_insert(frame);
                    }
                    "terminal/kill" => {
                        terminal.killed.get_or_insert(frame);
                    }
                    _ => {
                        if result.get("exitStatus").is_some_and(Value::is_object) {
                            terminal.exited.get_or_insert(frame);
                        }
                        let whole = result.get("truncated") == Some(&Value::Bool(false));
                        terminal.output = result
                            .get("output")
                            .and_then(Value::as_str)
                            .filter(|text| whole && text.len() <= OUTPUT)
                            .map(str::to_owned);
                        if terminal.exited.is_some_and(|exit| exit < asked.frame)
                            && terminal.final_output.is_none()
                        {
                            let output = result.get("output").and_then(Value::as_str);
                            terminal.final_output = output.map(str::len);
                        }
                    }
                }
            }
            "elicitation/create" => {
                let id = asked.text("elicitationId");
                let Some(known) = id.and_then(|id| self.elicitations.get_mut(id)) else { return };
                if ok && said.text("/result/action") == Some("accept") {
                    known.accepted = Some(said.frame);
                } else {
                    known.dropped = Some(said.frame);
                }
            }
            "proxy/successor" if ok && asked.text("method") == Some("initialize") => {
                self.successor =
                    Some((said.at("/result/protocolVersion").clone().into_owned(), said.frame));
            }
            _ => {}
        }
    }
}

/// A first message that only makes sense in the middle of a conversation. A setup request without
/// `initialize` is no such: a client that forgot the handshake begins with it.
fn begins_late(said: &Said<'_>) -> bool {
    match (said.dir, said.kind) {
        (Dir::ClientToAgent, Kind::Request) => {
            said.text("/params/sessionId").is_some()
                && !matches!(said.method, Some("session/load" | "session/resume"))
        }
        // An agent that speaks first may just be rude; an answer must have had a question.
        (_, Kind::Response | Kind::Error) => said.id.is_some_and(|id| *id != RequestId::Null),
        (Dir::AgentToClient, Kind::Request) => said.text("/params/sessionId").is_some(),
        (_, Kind::Notification) => said.text("/params/sessionId").is_some(),
        _ => false,
    }
}

/// A `requestId` as an id.
#[must_use]
pub fn request_id(value: &Value<'_>) -> Option<RequestId> {
    match value {
        Value::String(text) => Some(RequestId::Text(text.as_ref().to_owned())),
        Value::Number(number) => Some(RequestId::Number(number.to_string())),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// What the answer to a permission request says, by the kind of the chosen option.
#[must_use]
pub fn verdict(said: &Said<'_>, asked: &Asked) -> Option<Verdict> {
    match said.text("/result/outcome/outcome")? {
        "cancelled" => Some(Verdict::Cancelled),
        "selected" => {
            let chosen = said.text("/result/outcome/optionId")?;
            let is_chosen =
                |o: &&Value<'_>| o.get("optionId").and_then(Value::as_str) == Some(chosen);
            let option = asked.list("options").iter().find(is_chosen)?;
            match option.get("kind")?.as_str()? {
                "allow_once" | "allow_always" => Some(Verdict::Allowed),
                "reject_once" | "reject_always" => Some(Verdict::Rejected),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The state and accounts of a login report, without what does not count.
#[must_use]
pub fn status_of(value: &Value<'_>) -> Value<'static> {
    let part = |key: &str| value.get(key).map_or(Value::Null, kept);
    Value::Array(vec![part("state"), part("accounts")])
}

fn set_up(session: &mut Session, said: &Said<'_>, asked: &Asked) {
    if let Some(cwd) = asked.text("cwd") {
        session.cwd = Some(cwd.to_owned());
    }
    let text = |v: &Value<'_>| v.as_str().map(str::to_owned);
    session.directories = asked.list("additionalDirectories").iter().filter_map(text).collect();
    if session.system_prompt.is_none() {
        session.system_prompt = asked.params.get("systemPrompt").filter(|p| p.is_object()).cloned();
    }
    if let Some(modes) = Modes::read(said.at("/result/modes")) {
        session.modes = Some(modes);
    }
    let options = said.at("/result/configOptions");
    if options.is_array() {
        session.take_options(options);
        if !asked.list("configOptions").is_empty() {
            session.initial_options = Some(said.frame);
        }
    }
}

/// Where a tool call was named.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Create,
    Update,
    Permission,
}

fn tool_call(session: &mut Session, frame: FrameNumber, given: &Value<'_>, source: Source) {
    let text = |key: &str| given.get(key).and_then(Value::as_str);
    let Some(id) = text("toolCallId") else { return };
    if session.calls.len() >= NAMED && !session.calls.contains_key(id) {
        return;
    }
    let turn = session.turn();
    let replayed = session.replay.as_ref().map(|r| r.frame);
    if source == Source::Create {
        if let Some(turn) = session.turns.last_mut() {
            turn.reported_tools = true;
        }
        // A replay names it again, and so does an agent that reuses ids: what was known starts afresh.
        if let Some(known) = session.calls.get_mut(id) {
            known.created.get_or_insert(frame);
            known.replayed = replayed;
            known.turn = turn;
            known.status = None;
            known.name = None;
            known.ran = false;
        }
    }
    let call = session.calls.entry(id.to_owned()).or_insert_with(|| ToolCall {
        frame,
        created: (source == Source::Create).then_some(frame),
        by_permission: source == Source::Permission,
        turn,
        replayed,
        updated_once: false,
        titled: false,
        name: None,
        status: None,
        ran: false,
        verdict: None,
    });
    call.updated_once |= source == Source::Update;
    call.titled |= text("title").is_some();
    if let Some(name) = text("name") {
        call.name = Some(name.to_owned());
    }
    let valid = |s: &str| matches!(s, "pending" | "in_progress" | "completed" | "failed");
    match text("status").filter(|s| valid(s)) {
        Some(status) => {
            call.ran |= status == "in_progress";
            call.status = Some(status.to_owned());
        }
        None if source == Source::Create => call.status = Some("pending".to_owned()),
        None => {}
    }
    for item in given.get("content").and_then(Value::as_array).into_iter().flatten() {
        if item.get("type").and_then(Value::as_str) == Some("terminal")
            && let Some(id) = item.get("terminalId").and_then(Value::as_str)
            && let Some(terminal) = session.terminals.get_mut(id)
        {
            terminal.embedded = true;
        }
    }
}

fn compaction(session: &mut Session, frame: FrameNumber, variant: &str, update: &Value<'_>) {
    let Some(id) = update.get("compactionId").and_then(Value::as_str) else { return };
    let replay = session.replay.as_ref().map(|r| r.frame);
    if let Some(replay) = &mut session.replay
        && replay.compactions.last().is_none_or(|last| last != id)
        && replay.compactions.len() < NAMED
    {
        replay.compactions.push(id.to_owned());
    }
    if !session.compactions.contains_key(id) {
        if session.compactions.len() >= NAMED {
            return;
        }
        session.compaction_order.push(id.to_owned());
    }
    let known = session.compactions.entry(id.to_owned()).or_insert_with(|| Compaction {
        frame,
        status: None,
        status_frame: frame,
        replay,
        replayed_running: false,
    });
    if known.replay != replay {
        known.replay = replay;
        known.replayed_running = false;
    }
    if variant == "compaction_update"
        && let Some(status) = update.get("status").and_then(Value::as_str)
    {
        known.status = Some(cut(status));
        known.status_frame = frame;
        known.replayed_running |= replay.is_some() && status == "in_progress";
    }
}

/// Merges the participants of a session-directed message: a value sets, null clears.
pub fn merge_participants(fields: &mut BTreeMap<&'static str, String>, update: &Value<'_>) {
    for key in PARTICIPANTS {
        match update.get(key) {
            Some(Value::String(text)) => {
                fields.insert(key, cut(text));
            }
            Some(Value::Null) => {
                fields.remove(key);
            }
            _ => {}
        }
    }
}

/// Merges a draft cursor.
pub fn merge_cursor(cursor: &mut Cursor, update: &Value<'_>, frame: FrameNumber) {
    if let Some(anchor) = update.get("anchor").filter(|a| !a.is_null())
        && cursor.anchor.is_null()
    {
        cursor.anchor = kept(anchor);
        cursor.frame = Some(frame);
    }
    if let Some(capabilities) = update.get("capabilities") {
        cursor.capabilities = kept(capabilities);
    }
}

fn cut(text: &str) -> String {
    text.chars().take(512).collect()
}

fn without(params: &Value<'_>, key: &str) -> Value<'static> {
    let Some(members) = params.as_object() else { return Value::Null };
    let others = members.iter().filter(|(k, _)| *k != key);
    Value::Object(others.map(|(k, v)| (k.to_owned().into(), kept(v))).collect())
}

fn name(info: &Value<'_>) -> Option<String> {
    let name = info.get("name")?.as_str()?;
    let version = info.get("version").and_then(Value::as_str).unwrap_or("");
    Some(cut(format!("{name} {version}").trim()))
}
