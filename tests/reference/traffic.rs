//! Random conversations, right and wrong: few ids, so that they meet; fields omitted, null, right, empty, of
//! another type, and lists with some bad items.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// One thing that happens. Which request is answered, and under which id, is found when frames are made.
#[derive(Debug, Clone)]
pub enum Act {
    Update {
        session: usize,
        update: Value,
    },
    Prompt {
        session: usize,
        prompt: Value,
    },
    Load {
        session: usize,
    },
    Resume {
        session: usize,
    },
    New,
    Fork {
        session: usize,
    },
    SetMode {
        session: usize,
        mode: &'static str,
    },
    SetOption {
        session: usize,
    },
    Cancel {
        session: usize,
    },
    Permission {
        session: usize,
        call: Value,
    },
    /// Of the requests that are open, which; and with what.
    Answer {
        which: usize,
        fails: bool,
        modes: Option<Value>,
        options: Option<Value>,
    },
    /// A load, the updates, and its answer.
    Replay {
        session: usize,
        updates: Vec<Value>,
    },
    /// An update between two chunks of one kind that have no id.
    Between {
        session: usize,
        variant: &'static str,
        update: Value,
    },
    /// A prompt, the updates, with a cancel among them, and its answer.
    Turn {
        session: usize,
        prompt: Value,
        updates: Vec<Value>,
        cancel: usize,
    },
}

pub struct Frame {
    pub client: bool,
    pub message: Value,
}

const CHUNKS: [&str; 3] = ["user_message_chunk", "agent_message_chunk", "agent_thought_chunk"];
const SESSIONS: [&str; 4] = ["s1", "s2", "ch1", "ch2"];

struct Open {
    client: bool,
    id: usize,
    method: &'static str,
    session: usize,
}

#[derive(Default)]
struct Wire {
    frames: Vec<Frame>,
    open: Vec<Open>,
    ids: usize,
    made: usize,
}

impl Wire {
    fn say(&mut self, client: bool, message: Value) {
        self.frames.push(Frame { client, message });
    }

    fn ask(&mut self, client: bool, method: &'static str, session: usize, params: Value) {
        let id = self.ids;
        self.ids += 1;
        self.open.push(Open { client, id, method, session });
        self.say(client, json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
    }

    fn waits(&self, method: &str, session: usize) -> bool {
        self.open.iter().any(|o| o.method == method && o.session == session)
    }

    fn update(&mut self, session: usize, update: &Value) {
        let params = json!({"sessionId": SESSIONS[session], "update": update});
        self.say(false, json!({"jsonrpc": "2.0", "method": "session/update", "params": params}));
    }

    fn answer(&mut self, at: usize, fails: bool, modes: Option<&Value>, options: Option<&Value>) {
        let open = self.open.remove(at);
        let id = open.id;
        if fails {
            let error = json!({"code": -32603, "message": "no"});
            self.say(!open.client, json!({"jsonrpc": "2.0", "id": id, "error": error}));
            return;
        }
        let mut result = Map::new();
        match open.method {
            "session/prompt" => {
                result.insert("stopReason".into(), json!("end_turn"));
            }
            "session/request_permission" => {
                let outcome = if modes.is_some() {
                    json!({"outcome": "selected", "optionId": "yes"})
                } else {
                    json!({"outcome": "cancelled"})
                };
                result.insert("outcome".into(), outcome);
            }
            "session/set_config_option" => {
                result.insert("configOptions".into(), options.cloned().unwrap_or(json!([])));
            }
            "session/set_mode" => {}
            _ => {
                if matches!(open.method, "session/new" | "session/fork") {
                    self.made += 1;
                    result.insert("sessionId".into(), json!(format!("new{}", self.made)));
                }
                if let Some(modes) = modes {
                    result.insert("modes".into(), modes.clone());
                }
                if let Some(options) = options {
                    result.insert("configOptions".into(), options.clone());
                }
            }
        }
        self.say(!open.client, json!({"jsonrpc": "2.0", "id": id, "result": result}));
    }
}

/// The frames of a conversation, after the handshake.
pub fn frames(acts: &[Act]) -> Vec<Frame> {
    let mut wire = Wire::default();
    let hello = json!({"protocolVersion": 1, "clientCapabilities": {}});
    wire.ask(true, "initialize", usize::MAX, hello);
    wire.open.clear();
    wire.say(false, json!({"jsonrpc": "2.0", "id": 0, "result": {"protocolVersion": 1}}));
    for act in acts {
        act.play(&mut wire);
    }
    wire.frames
}

impl Act {
    fn play(&self, wire: &mut Wire) {
        let name = |session: &usize| json!({"sessionId": SESSIONS[*session], "cwd": "/w", "mcpServers": []});
        match self {
            Act::Update { session, update } => wire.update(*session, update),
            Act::Prompt { session, prompt } => {
                if !wire.waits("session/prompt", *session) {
                    let params = json!({"sessionId": SESSIONS[*session], "prompt": prompt});
                    wire.ask(true, "session/prompt", *session, params);
                }
            }
            Act::Load { session } => {
                if !wire.waits("session/load", *session) {
                    wire.ask(true, "session/load", *session, name(session));
                }
            }
            Act::Replay { session, updates } => {
                if !wire.waits("session/load", *session) {
                    wire.ask(true, "session/load", *session, name(session));
                    for update in updates {
                        wire.update(*session, update);
                    }
                    let at = wire.open.len() - 1;
                    wire.answer(at, false, None, None);
                }
            }
            Act::Between { session, variant, update } => {
                let text = json!({"type": "text", "text": "a"});
                let chunk = json!({"sessionUpdate": variant, "content": text});
                wire.update(*session, &chunk);
                wire.update(*session, update);
                wire.update(*session, &chunk);
            }
            Act::Turn { session, prompt, updates, cancel } => {
                if !wire.waits("session/prompt", *session) {
                    Act::Prompt { session: *session, prompt: prompt.clone() }.play(wire);
                    for (i, update) in updates.iter().enumerate() {
                        if i == *cancel {
                            Act::Cancel { session: *session }.play(wire);
                        }
                        wire.update(*session, update);
                    }
                    let at = wire.open.len() - 1;
                    wire.answer(at, false, None, None);
                }
            }
            Act::Resume { session } => {
                wire.ask(true, "session/resume", *session, name(session));
            }
            Act::New => {
                wire.ask(true, "session/new", usize::MAX, json!({"cwd": "/w", "mcpServers": []}));
            }
            Act::Fork { session } => wire.ask(true, "session/fork", *session, name(session)),
            Act::SetMode { session, mode } => {
                let params = json!({"sessionId": SESSIONS[*session], "modeId": mode});
                wire.ask(true, "session/set_mode", *session, params);
            }
            Act::SetOption { session } => {
                let params =
                    json!({"sessionId": SESSIONS[*session], "configId": "c", "value": "v"});
                wire.ask(true, "session/set_config_option", *session, params);
            }
            Act::Cancel { session } => {
                let params = json!({"sessionId": SESSIONS[*session]});
                wire.say(
                    true,
                    json!({"jsonrpc": "2.0", "method": "session/cancel", "params": params}),
                );
            }
            Act::Permission { session, call } => {
                let options = json!([{"optionId": "yes", "name": "Yes", "kind": "allow_once"}]);
                let params =
                    json!({"sessionId": SESSIONS[*session], "toolCall": call, "options": options});
                wire.ask(false, "session/request_permission", *session, params);
            }
            Act::Answer { which, fails, modes, options } => {
                if wire.open.is_empty() {
                    return;
                }
                let at = which % wire.open.len();
                // How a permission that failed reads is not decided.
                let fails = *fails && wire.open[at].method != "session/request_permission";
                wire.answer(at, fails, modes.as_ref(), options.as_ref());
            }
        }
    }
}

type Field = BoxedStrategy<Option<Value>>;

fn words() -> impl Strategy<Value = Value> {
    prop_oneof![Just(json!("a")), Just(json!("b")), Just(json!("äβ\n")), Just(json!(""))]
}

fn junk() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(7)),
        Just(json!(-1)),
        Just(json!(0.5)),
        Just(json!(true)),
        Just(json!("junk")),
        Just(json!([])),
        Just(json!({})),
        Just(json!([null])),
    ]
}

/// Values that no field of this kind takes.
fn not(kind: &'static str) -> impl Strategy<Value = Value> {
    junk().prop_filter("another type", move |v| match kind {
        "string" => !v.is_string(),
        "list" => !v.is_array(),
        "object" => !v.is_object(),
        "number" => !v.is_u64(),
        _ => true,
    })
}

fn field(right: impl Strategy<Value = Value> + 'static, kind: &'static str) -> Field {
    prop_oneof![
        4 => Just(None),
        1 => Just(Some(Value::Null)),
        4 => right.prop_map(Some),
        1 => not(kind).prop_map(Some),
    ]
    .boxed()
}

/// A field that an update needs: mostly right.
fn needed(right: impl Strategy<Value = Value> + 'static, kind: &'static str) -> Field {
    prop_oneof![
        1 => Just(None),
        1 => Just(Some(Value::Null)),
        36 => right.prop_map(Some),
        1 => not(kind).prop_map(Some),
    ]
    .boxed()
}

fn ids(list: &'static [&'static str]) -> impl Strategy<Value = Value> {
    proptest::sample::select(list).prop_map(|id| json!(id))
}

fn text() -> impl Strategy<Value = Value> {
    words().prop_map(|t| json!({"type": "text", "text": t}))
}

fn block() -> impl Strategy<Value = Value> {
    prop_oneof![
        8 => text(),
        1 => Just(json!({"type": "image", "data": "AA==", "mimeType": "image/png"})),
        1 => Just(json!({"type": "resource_link", "name": "n", "uri": "file:///n"})),
        1 => Just(json!({"type": "resource", "resource": {"uri": "file:///r", "text": "r"}})),
    ]
}

fn bad_block() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(3)),
        Just(json!(null)),
        Just(json!({"type": "text"})),
        Just(json!({"type": "text", "text": 5})),
        Just(json!({"text": "x"})),
        Just(json!({"type": "video", "data": "x"})),
    ]
}

fn list(
    good: impl Strategy<Value = Value> + 'static,
    bad: impl Strategy<Value = Value> + 'static,
) -> impl Strategy<Value = Value> {
    let item = prop_oneof![5 => good, 1 => bad];
    proptest::collection::vec(item, 0..4).prop_map(Value::Array)
}

fn meta() -> impl Strategy<Value = Value> {
    prop_oneof![Just(json!({})), Just(json!({"a": 1})), Just(json!({"b": [null]}))]
}

fn object(members: Vec<(&'static str, Field)>) -> impl Strategy<Value = Value> {
    let (keys, fields): (Vec<_>, Vec<_>) = members.into_iter().unzip();
    (fields, prop::bool::weighted(0.05)).prop_map(move |(values, more)| {
        let mut object = Map::new();
        for (key, value) in keys.iter().zip(values) {
            if let Some(value) = value {
                object.insert((*key).to_owned(), value);
            }
        }
        if more {
            object.insert("notAField".into(), json!(1));
        }
        Value::Object(object)
    })
}

fn update(variant: &'static str, mut members: Vec<(&'static str, Field)>) -> BoxedStrategy<Value> {
    members.insert(0, ("sessionUpdate", Just(Some(json!(variant))).boxed()));
    object(members).boxed()
}

fn chunk(variant: &'static str) -> BoxedStrategy<Value> {
    update(
        variant,
        vec![
            ("messageId", field(ids(&["m1", "m2", ""]), "string")),
            ("content", needed(prop_oneof![20 => block(), 1 => bad_block()], "object")),
            ("_meta", field(meta(), "object")),
        ],
    )
}

fn tool_fields(title: Field, id: Field) -> Vec<(&'static str, Field)> {
    let content = || {
        list(
            prop_oneof![
                block().prop_map(|b| json!({"type": "content", "content": b})),
                Just(json!({"type": "diff", "path": "/a", "newText": "n", "oldText": null})),
                Just(json!({"type": "terminal", "terminalId": "x"})),
                Just(json!({"type": "session", "sessionId": "ch1"})),
            ],
            prop_oneof![
                bad_block(),
                text(),
                Just(json!({"type": "content", "content": {"type": "text"}})),
                Just(json!({"type": "diff", "path": "/a"})),
            ],
        )
    };
    let locations = list(
        prop_oneof![Just(json!({"path": "/a"})), Just(json!({"path": "/a", "line": 3}))],
        prop_oneof![Just(json!({"line": 3})), Just(json!("/a"))],
    );
    let raw = || {
        prop_oneof![
            Just(json!({"a": {"b": 1}})),
            Just(json!({"a": {"c": 2}})),
            Just(json!([1])),
            Just(json!("x")),
            Just(json!(0)),
            Just(json!(false)),
        ]
    };
    vec![
        ("toolCallId", id),
        ("title", title),
        ("name", field(words(), "string")),
        ("kind", field(ids(&["read", "edit", "other", "bogus"]), "string")),
        (
            "status",
            field(ids(&["pending", "in_progress", "completed", "failed", "cancelled"]), "string"),
        ),
        ("content", field(content(), "list")),
        ("locations", field(locations, "list")),
        ("rawInput", field(raw(), "any")),
        ("rawOutput", field(raw(), "any")),
        ("_meta", field(meta(), "object")),
    ]
}

fn calls() -> impl Strategy<Value = Value> {
    ids(&["t1", "t2", "t3"])
}

fn entries() -> impl Strategy<Value = Value> {
    list(
        ids(&["pending", "in_progress", "completed"])
            .prop_map(|s| json!({"content": "e", "priority": "high", "status": s})),
        prop_oneof![
            Just(json!({"content": "e", "priority": "urgent", "status": "pending"})),
            Just(json!({"content": "e"})),
            Just(json!(null)),
        ],
    )
}

fn plan() -> impl Strategy<Value = Value> {
    let id = || needed(ids(&["p1", "p2"]), "string");
    let items = object(vec![
        ("type", Just(Some(json!("items"))).boxed()),
        ("planId", id()),
        ("entries", needed(entries(), "list")),
    ]);
    let markdown = object(vec![
        ("type", needed(ids(&["markdown", "markdown", "markdown", "file"]), "string")),
        ("planId", id()),
        ("content", needed(words(), "string")),
        ("path", field(Just(json!("/p.md")), "string")),
    ]);
    prop_oneof![items, markdown]
}

pub fn options() -> impl Strategy<Value = Value> {
    list(
        prop_oneof![
            Just(
                json!({"id": "c", "name": "C", "type": "select", "currentValue": "v", "options": []})
            ),
            Just(json!({"id": "d", "name": "D", "type": "boolean", "currentValue": true})),
        ],
        prop_oneof![Just(json!({"id": "c"})), Just(json!(4))],
    )
}

fn modes() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!({"currentModeId": "ask", "availableModes": []})),
        Just(json!({"currentModeId": 5, "availableModes": []})),
        Just(json!({"currentModeId": "ask", "availableModes": 5})),
        Just(json!({"currentModeId": "ask", "availableModes": [5]})),
        Just(json!({"currentModeId": "ask"})),
        Just(json!([])),
        Just(json!({"currentModeId": "code", "availableModes": [{"id": "code", "name": "Code"}]})),
    ]
}

/// Updates by variant, with their weights.
fn variants() -> Vec<(u32, BoxedStrategy<Value>)> {
    let summary = || list(block(), bad_block());
    let sessions = || ids(&["s1", "ch1"]);
    let commands = list(
        Just(json!({"name": "c", "description": "d"})),
        prop_oneof![Just(json!({"name": "c"})), Just(json!(1))],
    );
    let statuses = ids(&["in_progress", "completed", "failed", "cancelled", "_paused", "later"]);
    vec![
        (4, chunk("user_message_chunk").boxed()),
        (6, chunk("agent_message_chunk").boxed()),
        (4, chunk("agent_thought_chunk").boxed()),
        (4, update("tool_call", tool_fields(needed(words(), "string"), needed(calls(), "string"))).boxed()),
        (6, update("tool_call_update", tool_fields(field(words(), "string"), needed(calls(), "string"))).boxed()),
        (2, update("plan", vec![("entries", needed(entries(), "list"))]).boxed()),
        (3, update("plan_update", vec![("plan", needed(plan(), "object"))]).boxed()),
        (2, update("plan_removed", vec![("planId", needed(ids(&["p1", "p2"]), "string"))]).boxed()),
        (6, update("compaction_update", vec![
            ("compactionId", needed(ids(&["c1", "c2"]), "string")),
            ("status", needed(statuses, "string")),
            ("summary", field(summary(), "list")),
            ("error", field(words(), "string")),
            ("_meta", field(meta(), "object")),
        ]).boxed()),
        (5, update("compaction_summary_chunk", vec![
            ("compactionId", needed(ids(&["c1", "c2"]), "string")),
            ("content", needed(prop_oneof![20 => block(), 1 => bad_block()], "object")),
            ("_meta", field(meta(), "object")),
        ]).boxed()),
        (3, update("notice", vec![
            ("severity", needed(ids(&["info", "error", "_own", "later"]), "string")),
            ("title", needed(words(), "string")),
            ("description", field(words(), "string")),
            ("_meta", field(meta(), "object")),
        ]).boxed()),
        (4, update("session_message", vec![
            ("messageId", needed(ids(&["m1", "m2"]), "string")),
            ("senderSessionId", field(sessions(), "string")),
            ("recipientSessionId", field(sessions(), "string")),
            ("senderMessageId", field(ids(&["m1", "x"]), "string")),
            ("recipientMessageId", field(ids(&["m1", "x"]), "string")),
            ("content", field(summary(), "list")),
            ("_meta", field(meta(), "object")),
        ]).boxed()),
        (4, update("session_message_chunk", vec![
            ("messageId", needed(ids(&["m1", "m2"]), "string")),
            ("senderSessionId", field(sessions(), "string")),
            ("recipientSessionId", field(sessions(), "string")),
            ("content", needed(prop_oneof![20 => block(), 1 => bad_block()], "object")),
            ("_meta", field(meta(), "object")),
        ]).boxed()),
        (3, update("subagent_update", vec![
            ("sessionId", needed(ids(&["ch1", "ch2", "ch3"]), "string")),
            ("title", field(words(), "string")),
            ("description", field(words(), "string")),
            ("capabilities", field(prop_oneof![Just(json!({})), Just(json!({"cancel": {}}))], "object")),
            ("state", field(prop_oneof![
                Just(json!({"state": "running"})),
                Just(json!({"state": "idle"})),
                Just(json!({"state": "idle", "stopReason": "end_turn"})),
                Just(json!({"state": "later", "more": 1})),
                Just(json!({"stopReason": "end_turn"})),
            ], "string")),
            ("cwd", prop_oneof![20 => Just(None), 2 => Just(Some(Value::Null)),
                4 => Just(Some(json!("/c"))), 1 => Just(Some(json!(1)))].boxed()),
            ("additionalDirectories", prop_oneof![20 => Just(None), 2 => Just(Some(Value::Null)),
                2 => Just(Some(json!([]))), 2 => Just(Some(json!(["/d"]))), 1 => Just(Some(json!([1])))].boxed()),
            ("_meta", field(meta(), "object")),
        ]).boxed()),
        (1, update("usage_update", vec![
            ("used", needed((0..9u64).prop_map(|n| json!(n)), "number")),
            ("size", needed(Just(json!(100)), "number")),
            ("cost", field(Just(json!({"amount": 0.5, "currency": "USD"})), "object")),
        ]).boxed()),
        (1, update("session_info_update", vec![
            ("title", field(words(), "string")),
            ("updatedAt", field(Just(json!("2026-01-01T00:00:00Z")), "string")),
            ("_meta", field(meta(), "object")),
        ]).boxed()),
        (1, update("current_mode_update", vec![("currentModeId", needed(ids(&["ask", "code"]), "string"))]).boxed()),
        (1, update("config_option_update", vec![("configOptions", needed(options(), "list"))]).boxed()),
        (1, update("available_commands_update", vec![("availableCommands", needed(commands, "list"))]).boxed()),
        (1, prop_oneof![Just(json!({"sessionUpdate": "_own"})), Just(json!({})), Just(json!(5)), Just(Value::Null)].boxed()),
    ]
}

/// Any update; or only of a few variants, so that they meet often.
fn theme() -> impl Strategy<Value = BoxedStrategy<Value>> {
    let all = variants().len();
    let few = proptest::sample::subsequence((0..all).collect::<Vec<usize>>(), 2..5);
    prop_oneof![2 => Just(None), 3 => few.prop_map(Some)].prop_map(|few| {
        let of = |at: usize| few.as_ref().is_none_or(|few| few.contains(&at));
        let chosen = variants().into_iter().enumerate().filter(|(at, _)| of(*at));
        proptest::strategy::Union::new_weighted(chosen.map(|(_, v)| v).collect()).boxed()
    })
}

fn session() -> impl Strategy<Value = usize> {
    prop_oneof![6 => Just(0usize), 2 => Just(1usize), 1 => Just(2usize), 1 => Just(3usize)]
}

fn act(update: &BoxedStrategy<Value>) -> BoxedStrategy<Act> {
    let update = || update.clone();
    let prompts = || proptest::collection::vec(block(), 0..3).prop_map(Value::Array);
    let in_turn = prop_oneof![2 => chunk("user_message_chunk"), 5 => update()];
    let turn =
        (session(), prompts(), proptest::collection::vec(in_turn, 0..8), 0..16usize).prop_map(
            |(session, prompt, updates, cancel)| Act::Turn { session, prompt, updates, cancel },
        );
    let call = object(tool_fields(field(words(), "string"), calls().prop_map(Some).boxed()));
    let setup = (
        proptest::option::weighted(0.3, prop_oneof![5 => modes(), 1 => Just(Value::Null)]),
        proptest::option::weighted(0.3, prop_oneof![5 => options(), 1 => Just(Value::Null)]),
    );
    let answer = (any::<usize>(), prop::bool::weighted(0.1), setup)
        .prop_map(|(which, fails, (modes, options))| Act::Answer { which, fails, modes, options });
    prop_oneof![
        30 => (session(), update()).prop_map(|(session, update)| Act::Update { session, update }),
        4 => (session(), prompts()).prop_map(|(session, prompt)| Act::Prompt { session, prompt }),
        1 => session().prop_map(|session| Act::Load { session }),
        2 => (session(), proptest::collection::vec(update(), 0..8))
            .prop_map(|(session, updates)| Act::Replay { session, updates }),
        1 => session().prop_map(|session| Act::Resume { session }),
        1 => Just(Act::New),
        1 => session().prop_map(|session| Act::Fork { session }),
        1 => (session(), proptest::sample::select(&["ask", "code"][..]))
            .prop_map(|(session, mode)| Act::SetMode { session, mode }),
        1 => session().prop_map(|session| Act::SetOption { session }),
        2 => session().prop_map(|session| Act::Cancel { session }),
        2 => (session(), call).prop_map(|(session, call)| Act::Permission { session, call }),
        5 => (session(), proptest::sample::select(&CHUNKS[..]), update())
            .prop_map(|(session, variant, update)| Act::Between { session, variant, update }),
        6 => answer,
        5 => turn,
    ]
    .boxed()
}

/// A conversation.
pub fn conversation() -> impl Strategy<Value = Vec<Act>> {
    theme().prop_flat_map(|update| proptest::collection::vec(act(&update), 1..20))
}
