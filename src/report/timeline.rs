//! The timeline as JSON, in the form that other programs rely on.

use serde_json::{Map, Value, json};

use crate::core::frame::{FrameNumber, Moment};
use crate::core::timeline::item::{Exchange, Span, UsagePoint};
use crate::core::timeline::known::{Introduced, Known, KnownSession};
use crate::core::timeline::outline::{SessionOutline, TurnOutline};
use crate::core::timeline::{Built, Patch, Plumbing};

/// An item.
#[must_use]
pub fn item(built: &Built) -> Value {
    let mut item = json!({
        "type": built.kind.word(),
        "id": built.id,
        "turn": built.turn,
        "first_frame": built.frames.first().map(|f| f.0),
        "frames": built.frames.iter().map(|f| f.0).collect::<Vec<_>>(),
        "t": built.t.seconds(),
        "last_t": built.last_t.seconds(),
        "history": built.kind.is_history(),
        "replay": built.replay,
        "compacted_away": built.compacted_away,
        "cancelled": built.cancelled,
        "inside": built.parent,
        "state": built.state,
    });
    if !built.terminals.is_empty() {
        item["terminals"] = Value::Object(built.terminals.clone());
    }
    item["patches"] = built.patches.iter().map(patch).collect();
    item
}

/// What one frame did.
#[must_use]
pub fn patch(patch: &Patch) -> Value {
    let ignored: Vec<Value> =
        patch.ignored.iter().map(|i| json!({ "field": i.field, "reason": i.reason })).collect();
    let mut value = json!({
        "frame": patch.frame.0,
        "t": patch.t.seconds(),
        "set": patch.set,
        "cleared": patch.cleared,
        "appended": patch.appended,
        "ignored": ignored,
    });
    if let Some(note) = &patch.note {
        value["note"] = json!(note);
    }
    value
}

/// A session without its items.
#[must_use]
pub fn session(
    outline: &SessionOutline<'_>,
    title: Option<&str>,
    turns: &[TurnOutline<'_>],
) -> Map<String, Value> {
    let mut head = Map::new();
    let mut put = |key: &str, value: Value| head.insert(key.to_owned(), value);
    put("id", json!(outline.id));
    put("parent", json!(outline.parent));
    put("title", json!(title));
    put("cwd", json!(outline.cwd));
    put("origin", json!(outline.origin.map(crate::core::timeline::Origin::word)));
    put("first_frame", json!(outline.first.0));
    put("turns", turns.iter().map(turn).collect());
    head
}

/// A turn.
#[must_use]
pub fn turn(t: &TurnOutline<'_>) -> Value {
    let seconds = |m: Option<Moment>| m.map(Moment::seconds);
    let spans = |list: &[Span]| -> Vec<Value> {
        list.iter()
            .map(|s| {
                let to = seconds(s.to.map(|(_, t)| t));
                json!({ "item": s.item, "frame": s.frame.0, "from_t": s.from.seconds(), "to_t": to })
            })
            .collect()
    };
    json!({
        "number": t.number,
        "first_frame": t.first.0,
        "last_frame": t.end.map(|(f, _)| f.0),
        "t": t.t.seconds(),
        "ended_t": seconds(t.end.map(|(_, m)| m)),
        "stop_reason": t.stop,
        "error": t.error,
        "answered": t.end.is_some(),
        "cancelled_frame": t.cancel.map(|(f, _)| f.0),
        "first_update_t": seconds(t.first_update),
        "first_text_t": seconds(t.first_text),
        "updates": t.updates,
        "messages": t.messages,
        "tool_calls": t.tool_calls,
        "first_item": t.items.0,
        "items": t.items.1,
        "tools": spans(&t.tools),
        "waits": spans(&t.waits),
        "client_calls": spans(&t.calls),
        "used": t.used.map(|(first, last)| [first, last]),
        "cost": t.cost.map(|(amount, currency)| json!({ "amount": amount, "currency": currency })),
    })
}

/// A frame that belongs to no item.
#[must_use]
pub fn plumbing((frame, why): (FrameNumber, Plumbing)) -> Value {
    json!({ "frame": frame.0, "why": why.words() })
}

/// What each side knows.
#[must_use]
pub fn known(known: &Known<'_>) -> Value {
    json!({
        "connection": {
            "phase": known.handshake.word(),
            "version": known.version,
            "client": known.client.as_ref().map(introduced),
            "agent": known.agent.as_ref().map(introduced),
            "auth_methods": known.auth_methods,
        },
        "open_requests": known.open.iter().map(|e| open(e)).collect::<Vec<_>>(),
        "sessions": known.sessions.iter().map(known_session).collect::<Vec<_>>(),
    })
}

fn introduced(side: &Introduced) -> Value {
    let member = |key: &str| side.info.get(key).cloned().unwrap_or_default();
    json!({
        "name": member("name"),
        "version": member("version"),
        "title": member("title"),
        "capabilities": side.capabilities,
    })
}

fn open(e: &Exchange) -> Value {
    json!({ "frame": e.frame.0, "t": e.t.seconds(), "dir": e.dir().code(), "method": e.method })
}

fn known_session(s: &KnownSession<'_>) -> Value {
    json!({
        "id": s.outline.id,
        "parent": s.outline.parent,
        "title": s.title,
        "cwd": s.outline.cwd,
        "origin": s.outline.origin.map(crate::core::timeline::Origin::word),
        "open_turn": s.outline.open_turn.map(|(number, _)| number),
        "mode": s.mode,
        "config": s.config,
        "commands": s.commands,
        "plans": s.plans,
        "usage": s.usage.iter().map(|u| usage(u)).collect::<Vec<_>>(),
    })
}

fn usage(u: &UsagePoint) -> Value {
    json!({
        "frame": u.frame.0,
        "t": u.t.seconds(),
        "used": u.used,
        "size": u.size,
        "cost": u.cost.as_ref().map(|(amount, currency)| json!({ "amount": amount, "currency": currency })),
    })
}
