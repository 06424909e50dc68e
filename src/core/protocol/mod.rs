//! What the Agent Client Protocol says, as data, and whether a value has the shape it asks for.
//!
//! Shapes, method names and draft marks come from `schema/v1.json` and `schema/v2.json`, which
//! `tools/schema-gen` makes from the official schema crate; what a schema cannot say (gates,
//! purposes, outdated names) is written by hand beside it, and tests hold the two together.
//!
//! This module knows one message at a time. What was said before, which side is at fault, how bad it
//! is and which rule speaks up is decided above; it is symmetric in direction. It does not check
//! what a string contains (paths, URIs, base64, dates).

pub mod capabilities;
pub mod content;
pub mod drafts;
pub mod errors;
mod gates;
pub mod issue;
pub mod methods;
mod near;
pub mod outdated;
pub mod schema;
pub mod updates;

pub use near::nearest;

use crate::core::tree::Value;
use issue::Issue;
use methods::{Call, Method};
use schema::Schema;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::frame::Dir;

/// The two roles of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The editor.
    Client,
    /// The coding agent.
    Agent,
}

impl Side {
    /// The direction of what this side sends.
    #[must_use]
    pub fn sends(self) -> Dir {
        match self {
            Side::Client => Dir::ClientToAgent,
            Side::Agent => Dir::AgentToClient,
        }
    }

    /// The side that sends in a direction.
    #[must_use]
    pub fn sending(dir: Dir) -> Side {
        match dir {
            Dir::ClientToAgent => Side::Client,
            Dir::AgentToClient => Side::Agent,
        }
    }
}

/// Whether a part of the protocol is settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stability {
    /// Part of the published version.
    Stable,
    /// Behind a cargo feature of the schema crate; may change or go.
    Draft,
}

/// Where this knowledge comes from, to be shown with findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// The crate that the shapes are generated from.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The day that version was published, `YYYY-MM-DD`.
    pub date: &'static str,
}

/// One version of the protocol.
#[derive(Debug)]
pub struct Protocol {
    /// As negotiated by `initialize`.
    pub version: u16,
    /// What the shapes are generated from.
    pub source: Source,
    methods: BTreeMap<&'static str, Method>,
    schema: Schema,
}

impl Protocol {
    /// Version 1.
    #[must_use]
    pub fn v1() -> &'static Protocol {
        static V1: OnceLock<Protocol> = OnceLock::new();
        V1.get_or_init(|| embedded(include_str!("../../../schema/v1.json")))
    }

    /// Version 2, a draft as a whole. Shapes and methods only: gates and purposes are not known.
    #[must_use]
    pub fn v2() -> &'static Protocol {
        static V2: OnceLock<Protocol> = OnceLock::new();
        V2.get_or_init(|| embedded(include_str!("../../../schema/v2.json")))
    }

    /// The protocol of a negotiated version, if it is known.
    #[must_use]
    pub fn of_version(version: u64) -> Option<&'static Protocol> {
        match version {
            1 => Some(Protocol::v1()),
            2 => Some(Protocol::v2()),
            _ => None,
        }
    }

    /// A method by its exact name.
    #[must_use]
    pub fn method(&self, name: &str) -> Option<&Method> {
        self.methods.get(name)
    }

    /// All methods, by name.
    pub fn methods(&self) -> impl Iterator<Item = &Method> {
        self.methods.values()
    }

    /// The method that a misspelt name probably means. An outdated name is not a misspelt one.
    #[must_use]
    pub fn near_method(&self, name: &str) -> Option<&'static str> {
        if outdated::method(name).is_some() {
            return None;
        }
        nearest(name, self.methods.keys().copied())
    }

    /// The shapes of this version.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Every issue of a request's or notification's `params`; `None` stands for an absent key. An
    /// absent or null `params` is the same to the official decoder, and fine for a method whose
    /// parameters are all optional; whether JSON-RPC allows null there is not asked here.
    #[must_use]
    pub fn check_params(&self, call: &Call, params: Option<&Value<'_>>) -> Vec<Issue> {
        match params {
            None | Some(Value::Null) if call.null_params => Vec::new(),
            None => self.schema.check(call.params, &Value::Null),
            Some(params) => self.schema.check(call.params, params),
        }
    }

    /// Every issue of a response's `result`. Null is fine where the official decoder reads it as an
    /// empty result, whatever the schema says.
    #[must_use]
    pub fn check_result(&self, call: &Call, result: &Value<'_>) -> Vec<Issue> {
        match call.result {
            Some(_) if result.is_null() && call.null_result => Vec::new(),
            Some(definition) => self.schema.check(definition, result),
            None => Vec::new(),
        }
    }

    /// Every issue of a response's `error`.
    #[must_use]
    pub fn check_error(&self, error: &Value<'_>) -> Vec<Issue> {
        self.schema.check("Error", error)
    }
}

/// The generated files are part of this program and a test reads both, so the error branch does not
/// happen; were it to, an empty table accuses nobody.
fn embedded(text: &'static str) -> Protocol {
    load(text).unwrap_or_else(|_| Protocol {
        version: 0,
        source: Source { name: "", version: "", date: "" },
        methods: BTreeMap::new(),
        schema: Schema::default(),
    })
}

fn load(text: &'static str) -> Result<Protocol, String> {
    let document: serde_json::Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
    // Kept for the life of the process: names and constants of the compiled form point into it.
    let document: &'static serde_json::Value = Box::leak(Box::new(document));
    let text = |key: &str| document[key].as_str().ok_or_else(|| format!("no {key}"));
    let version = document["protocolVersion"].as_u64().and_then(|v| u16::try_from(v).ok());
    let version = version.ok_or("no protocolVersion")?;
    Ok(Protocol {
        version,
        source: Source {
            name: text("crate")?,
            version: text("crateVersion")?,
            date: text("date")?,
        },
        methods: methods::read(version, &document["methods"])?,
        schema: Schema::compile(document)?,
    })
}

#[cfg(test)]
mod tests {
    use super::methods::CallKind;
    use super::*;

    #[test]
    fn both_versions_load_and_say_what_they_are() {
        for (version, text) in [
            (1, include_str!("../../../schema/v1.json")),
            (2, include_str!("../../../schema/v2.json")),
        ] {
            let protocol = load(text).unwrap();
            assert_eq!(protocol.version, version);
            assert_eq!(protocol.source.version, "1.20.0");
            assert_eq!(protocol.source.date, "2026-11-20");
        }
        assert!(Protocol::of_version(0).is_none());
        assert_eq!(Protocol::of_version(2).unwrap().version, 2);
    }

    #[test]
    fn a_method_that_takes_no_parameters_may_omit_them() {
        let v1 = Protocol::v1();
        let logout = v1.method("logout").unwrap().call(Dir::ClientToAgent, CallKind::Request);
        assert!(v1.check_params(logout.unwrap(), None).is_empty());
        let new = v1.method("session/new").unwrap().call(Dir::ClientToAgent, CallKind::Request);
        assert_eq!(v1.check_params(new.unwrap(), None).len(), 1);
        assert_eq!(v1.check_result(new.unwrap(), &Value::Null).len(), 1);
        let load = v1.method("session/load").unwrap().call(Dir::ClientToAgent, CallKind::Request);
        assert!(v1.check_result(load.unwrap(), &Value::Null).is_empty());
    }

    #[test]
    fn near_names_of_methods() {
        let v1 = Protocol::v1();
        assert_eq!(v1.near_method("session/setMode"), Some("session/set_mode"));
        assert_eq!(v1.near_method("sessions/new"), Some("session/new"));
        assert_eq!(v1.near_method("workspace/buffers"), None);
        assert_eq!(v1.near_method("session/set_model"), None);
    }
}
