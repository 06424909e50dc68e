//! The method table: what may be sent, by whom, in which form, under which condition.
//!
//! Names, senders, forms and definitions are read from the generated file. Gates, pages and
//! purposes are joined from [`super::gates`].

use super::gates::{self, Gate};
use super::{Side, Stability};
use crate::core::frame::Dir;
use serde_json::Value;
use std::collections::BTreeMap;

pub use super::gates::{Gate as MethodGate, Offer};

/// A method of one protocol version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Method {
    /// Its name on the wire.
    pub name: &'static str,
    /// Stable or draft.
    pub stability: Stability,
    /// The ways in which it may be sent: by either side or both, as request or notification.
    pub calls: Vec<Call>,
    /// What must have happened or been advertised before. Of draft version 2 nothing is known here.
    pub gate: Option<Gate>,
    /// What it is for, in a few words; empty for version 2.
    pub purpose: &'static str,
    /// The page that describes it, below <https://agentclientprotocol.com>; empty for version 2.
    pub page: &'static str,
    /// The cargo feature of a draft method.
    pub feature: Option<&'static str>,
}

/// One way to send a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// Who sends it.
    pub dir: Dir,
    /// With or without an id.
    pub kind: CallKind,
    /// The definition of its parameters.
    pub params: &'static str,
    /// The definition of its result; none for a notification.
    pub result: Option<&'static str>,
    /// The parameters may be left out.
    pub null_params: bool,
    /// A null result counts as an empty one.
    pub null_result: bool,
}

/// The two forms of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CallKind {
    /// Has an id and is answered.
    Request,
    /// Has no id and is not answered.
    Notification,
}

impl Method {
    /// The call with this direction and form, if the protocol has it.
    #[must_use]
    pub fn call(&self, dir: Dir, kind: CallKind) -> Option<&Call> {
        self.calls.iter().find(|call| call.dir == dir && call.kind == kind)
    }

    /// Whether this side may send the method at all.
    #[must_use]
    pub fn sent_in(&self, dir: Dir) -> bool {
        self.calls.iter().any(|call| call.dir == dir)
    }

    /// Whether the method exists in this form at all.
    #[must_use]
    pub fn has_kind(&self, kind: CallKind) -> bool {
        self.calls.iter().any(|call| call.kind == kind)
    }
}

pub(super) fn read(
    version: u16,
    rows: &'static Value,
) -> Result<BTreeMap<&'static str, Method>, String> {
    let mut methods: BTreeMap<&'static str, Method> = BTreeMap::new();
    for row in rows.as_array().ok_or("no methods")? {
        let text = |key: &str| row[key].as_str().ok_or_else(|| format!("{row}: no {key}"));
        let name = text("name")?;
        let stability = if row["unstable"] == true { Stability::Draft } else { Stability::Stable };
        let dirs: &[Dir] = match text("sender")? {
            "client" => &[Side::Client.sends()],
            "agent" => &[Side::Agent.sends()],
            "both" => &Dir::BOTH,
            other => return Err(format!("{name}: sent by {other}")),
        };
        let kind = match text("kind")? {
            "request" => CallKind::Request,
            "notification" => CallKind::Notification,
            other => return Err(format!("{name}: a {other}")),
        };
        let known = if version == 1 { gates::of(name) } else { None };
        let method = methods.entry(name).or_insert_with(|| Method {
            name,
            stability,
            calls: Vec::new(),
            gate: known.map(|row| row.gate),
            purpose: known.map_or("", |row| row.purpose),
            page: known.map_or("", |row| row.page),
            feature: known.and_then(|row| row.feature),
        });
        for &dir in dirs {
            method.calls.push(Call {
                dir,
                kind,
                params: text("params")?,
                result: row["result"].as_str(),
                null_params: row["nullParams"] == true,
                null_result: row["nullResult"] == true,
            });
        }
    }
    Ok(methods)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::protocol::Protocol;

    #[test]
    fn every_method_of_version_1_has_a_gate_and_the_reverse() {
        let v1 = Protocol::v1();
        for method in v1.methods() {
            assert!(method.gate.is_some(), "{}", method.name);
            let draft = method.stability == Stability::Draft;
            assert_eq!(method.feature.is_some(), draft, "{}", method.name);
            assert!(!method.purpose.is_empty() && method.page.starts_with('/'), "{}", method.name);
        }
        for row in gates::ROWS {
            assert!(v1.method(row.method).is_some(), "{}", row.method);
        }
    }

    #[test]
    fn every_definition_of_a_call_exists() {
        for protocol in [Protocol::v1(), Protocol::v2()] {
            assert!(protocol.methods().count() > 30);
            for call in protocol.methods().flat_map(|m| &m.calls) {
                assert!(protocol.schema().has(call.params), "{}", call.params);
                assert!(call.result.is_none_or(|r| protocol.schema().has(r)), "{call:?}");
                assert_eq!(call.result.is_some(), call.kind == CallKind::Request, "{call:?}");
            }
        }
    }

    #[test]
    fn direction_and_form_are_told_apart() {
        let v1 = Protocol::v1();
        let (to_agent, to_client) = (Dir::ClientToAgent, Dir::AgentToClient);
        let cancel = v1.method("$/cancel_request").unwrap();
        assert!(cancel.sent_in(to_agent) && cancel.sent_in(to_client));
        assert!(!cancel.has_kind(CallKind::Request));
        let mcp = v1.method("mcp/message").unwrap();
        assert!(mcp.call(to_client, CallKind::Request).is_some());
        assert!(mcp.call(to_agent, CallKind::Notification).is_some());
        assert!(mcp.call(to_agent, CallKind::Request).is_none());
        assert!(!v1.method("session/update").unwrap().sent_in(to_agent));
        assert!(Protocol::v2().method("terminal/cancel").is_some());
        assert!(v1.method("terminal/cancel").is_none());
    }
}
