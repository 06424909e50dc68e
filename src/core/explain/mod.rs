//! What things of the protocol mean: every method, every variant, every field, in a sentence of our own.
//!
//! The words are data, in three files beside this one; a shared type is explained once. [`frame`] goes through a frame and
//! names what is in it; [`method`], [`variant`] and [`typ`] are the catalogue itself. Only version 1 has words.

mod catalogue;
mod frame;

pub use catalogue::{MethodWords, VariantWords};
pub use frame::{Entry, Explained, Group, frame};

use super::protocol::methods::{CallKind, Method, MethodGate, Offer};
use super::protocol::{Protocol, Side, nearest};
use super::rules;
use catalogue::catalogue;

/// A name in words, whatever it names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meaning {
    /// `method`, `variant`, `type` or `rule`.
    pub kind: &'static str,
    /// Titles and sentences, in their order.
    pub lines: Vec<(String, String)>,
    /// The page of the specification.
    pub link: Option<String>,
}

/// What a method, a variant, a type or a rule is.
#[must_use]
pub fn name(name: &str) -> Option<Meaning> {
    let mut lines: Vec<(String, String)> = Vec::new();
    let mut line = |title: &str, text: &str| {
        if !text.is_empty() {
            lines.push((title.to_owned(), text.to_owned()));
        }
    };
    if let (Some(words), Some(m)) = (method(name), Protocol::v1().method(name)) {
        line("What", words.ask);
        line("Who", &sender(m));
        line("When", words.when);
        line("Condition", &condition(m).unwrap_or_default());
        line("Answer", words.answer);
        line("Error", words.fails);
        line("Next", words.next);
        let mut types: Vec<&str> = Vec::new();
        for call in &m.calls {
            for of in [Some(call.params), call.result].into_iter().flatten() {
                if !types.contains(&of) {
                    types.push(of);
                }
            }
        }
        for of in types {
            for (field, meaning) in typ(of).map(|(_, fields)| fields).unwrap_or_default() {
                line(&format!("{of}.{field}"), meaning);
            }
        }
        return Some(Meaning { kind: "method", lines, link: link(name) });
    }
    if let Some(words) = variant(name) {
        line("What", words.say);
        line("When", words.when);
        line("Condition", &variant_condition(name).unwrap_or_default());
        line("Next", words.next);
        return Some(Meaning { kind: "variant", lines, link: link("session/update") });
    }
    if let Some((what, fields)) = typ(name) {
        line("What", what);
        for (field, meaning) in fields {
            line(field, meaning);
        }
        return Some(Meaning { kind: "type", lines, link: None });
    }
    let rule = rules::rule(name)?;
    line("What", rule.requirement);
    line("Why", rule.why);
    line("Fix", rule.fix);
    Some(Meaning { kind: "rule", lines, link: Some(rule.address()) })
}

/// What `_meta` means, wherever it stands.
pub const META: &str = "Anything that the two sides have agreed upon between themselves; the protocol does not look into it.";

/// The words for a method.
#[must_use]
pub fn method(name: &str) -> Option<&'static MethodWords> {
    catalogue().methods.get(name)
}

/// The words for a variant of `session/update`.
#[must_use]
pub fn variant(name: &str) -> Option<&'static VariantWords> {
    catalogue().variants.get(name)
}

/// What a type of the protocol is, and its fields with their meanings; values are `field=value`, or `=value`.
#[must_use]
pub fn typ(name: &str) -> Option<(&'static str, Vec<(&'static str, &'static str)>)> {
    let words = catalogue().types.get(name)?;
    Some((words.what, words.lines.iter().map(|(k, v)| (*k, *v)).collect()))
}

/// The meaning of a field of a type.
#[must_use]
pub fn field(of: &str, name: &str) -> Option<&'static str> {
    if name == "_meta" {
        return Some(META);
    }
    catalogue().types.get(of)?.lines.get(name).copied()
}

/// Everything that has a name here: methods, variants, types.
pub fn names() -> impl Iterator<Item = &'static str> {
    let all = catalogue();
    all.methods.keys().chain(all.variants.keys()).chain(all.types.keys()).copied()
}

/// The name that was probably meant.
#[must_use]
pub fn near(name: &str) -> Option<&'static str> {
    nearest(name, names())
}

/// Who sends a method, in words.
#[must_use]
pub fn sender(method: &Method) -> String {
    let of = |kind: CallKind| {
        let sides: Vec<&str> = [Side::Client, Side::Agent]
            .into_iter()
            .filter(|side| method.call(side.sends(), kind).is_some())
            .map(|side| if side == Side::Client { "the client" } else { "the agent" })
            .collect();
        sides.join(" or ")
    };
    let (asks, tells) = (of(CallKind::Request), of(CallKind::Notification));
    match (asks.is_empty(), tells.is_empty()) {
        (false, true) => format!("A request from {asks}."),
        (true, false) => format!("A notification from {tells}."),
        _ => format!("A request from {asks}, a notification from {tells}."),
    }
}

/// What must be offered before a method may be sent, in words; `None` when nothing must.
#[must_use]
pub fn condition(method: &Method) -> Option<String> {
    let what = match method.gate? {
        MethodGate::Opening | MethodGate::Baseline => return None,
        MethodGate::Capability(Side::Client, path) => {
            return Some(format!("Only if the client has `{path}` among its capabilities."));
        }
        MethodGate::Capability(Side::Agent, path) => {
            return Some(format!("Only if the agent has `{path}` among its capabilities."));
        }
        MethodGate::Offer(offer) => match offer {
            Offer::AuthMethod => {
                "`authMethods` of the agent lists a way to log in that is no terminal"
            }
            Offer::Modes => "the answer that opened the session had `modes`",
            Offer::ConfigOptions => "the answer that opened the session had `configOptions`",
            Offer::ElicitationMode => "the client offers the mode of the request in `elicitation`",
            Offer::UrlElicitation => "there was an `elicitation/create` of mode `url` with this id",
            Offer::McpServer => "a setup request has named an MCP server of type `acp`",
            Offer::OpenRequest => "the sender has a request of that id open",
            Offer::ProxyChain => "the two are a conductor and one of its proxies",
        },
    };
    Some(format!("Only if {what}."))
}

/// What a variant of `session/update` needs, in words.
#[must_use]
pub fn variant_condition(name: &str) -> Option<String> {
    let gate = super::protocol::updates::update(name)?.gate?;
    Some(format!("Only if the client has `{gate}` among its capabilities."))
}

/// The page of the specification about a method.
#[must_use]
pub fn link(method: &str) -> Option<String> {
    let page = Protocol::v1().method(method)?.page;
    (!page.is_empty()).then(|| format!("https://agentclientprotocol.com{page}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::super::protocol::updates::UPDATES;
    use super::*;

    /// Every field and value of the schema, as the catalogue names them.
    fn wanted(schema: &Value) -> BTreeSet<(String, String)> {
        fn of(name: &str, node: &Value, out: &mut BTreeSet<(String, String)>) {
            if let Some(value) = node.get("const") {
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                out.insert((name.to_owned(), format!("={text}")));
            }
            for (key, field) in node["properties"].as_object().into_iter().flatten() {
                if key == "_meta" {
                    continue;
                }
                match field.get("const").and_then(Value::as_str) {
                    Some(value) => out.insert((name.to_owned(), format!("{key}={value}"))),
                    // The discriminator of "any other" says nothing by itself.
                    None if node["title"] == "other" => false,
                    None => out.insert((name.to_owned(), key.clone())),
                };
            }
            for word in ["anyOf", "oneOf"] {
                for branch in node[word].as_array().into_iter().flatten() {
                    of(name, branch, out);
                }
            }
        }
        let mut out = BTreeSet::new();
        for (name, node) in schema["$defs"].as_object().unwrap() {
            of(name, node, &mut out);
        }
        out
    }

    #[test]
    fn every_field_and_value_of_the_schema_is_explained_and_nothing_else() {
        let schema: Value = serde_json::from_str(include_str!("../../../schema/v1.json")).unwrap();
        let wanted = wanted(&schema);
        let ours: BTreeSet<(String, String)> = catalogue()
            .types
            .iter()
            .flat_map(|(name, t)| t.lines.keys().map(|k| ((*name).to_owned(), (*k).to_owned())))
            .collect();
        let missing: Vec<_> = wanted.difference(&ours).collect();
        let extra: Vec<_> = ours.difference(&wanted).collect();
        assert!(missing.is_empty() && extra.is_empty(), "missing {missing:#?}\nextra {extra:#?}");
        assert!(wanted.len() > 500, "{}", wanted.len());
        for (name, node) in schema["$defs"].as_object().unwrap() {
            let explained = catalogue().types.contains_key(name.as_str());
            assert!(explained || node.get("properties").is_none(), "{name}");
        }
        for name in catalogue().types.keys() {
            assert!(schema["$defs"].get(*name).is_some(), "there is no {name}");
        }
    }

    #[test]
    fn every_method_and_variant_is_explained() {
        let v1 = Protocol::v1();
        for m in v1.methods() {
            let words = method(m.name).unwrap_or_else(|| panic!("{}", m.name));
            let answered = m.has_kind(CallKind::Request);
            assert!(
                !words.ask.is_empty() && !words.when.is_empty() && !words.next.is_empty(),
                "{}",
                m.name
            );
            assert_eq!(!words.answer.is_empty(), answered, "{}", m.name);
            assert_eq!(!words.fails.is_empty(), answered, "{}", m.name);
            assert!(
                !sender(m).contains("from ,") && !sender(m).contains("from ."),
                "{}",
                sender(m)
            );
            assert!(link(m.name).is_some());
        }
        assert_eq!(catalogue().methods.len(), v1.methods().count());
        for u in UPDATES {
            let words = variant(u.name).unwrap_or_else(|| panic!("{}", u.name));
            assert!(
                !words.say.is_empty() && !words.when.is_empty() && !words.next.is_empty(),
                "{}",
                u.name
            );
        }
        assert_eq!(catalogue().variants.len(), UPDATES.len());
        assert_eq!(near("session/promt"), Some("session/prompt"));
    }

    #[test]
    fn a_name_is_explained_whatever_it_names() {
        for (text, kind) in [
            ("session/prompt", "method"),
            ("tool_call", "variant"),
            ("ToolCall", "type"),
            ("json-rpc/batch", "rule"),
        ] {
            let meaning = name(text).unwrap();
            assert_eq!(meaning.kind, kind);
            assert!(meaning.lines.len() >= 3 && meaning.lines[0].0 == "What", "{meaning:?}");
        }
        assert_eq!(name("nothing"), None);
    }

    #[test]
    fn sentences_end_with_a_full_stop() {
        let all = catalogue();
        let methods =
            all.methods.values().flat_map(|m| [m.ask, m.answer, m.fails, m.when, m.next, m.then]);
        let variants = all.variants.values().flat_map(|v| [v.say, v.when, v.next]);
        let types = all
            .types
            .values()
            .flat_map(|t| std::iter::once(t.what).chain(t.lines.values().copied()));
        for text in methods.chain(variants).chain(types).filter(|t| !t.is_empty()) {
            assert!(text.ends_with('.') && text.len() < 200, "{text}");
            assert_eq!(text.matches('`').count() % 2, 0, "{text}");
        }
    }
}
