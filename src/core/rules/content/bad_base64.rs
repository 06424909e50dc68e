//! data and blob hold valid base64.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "content/bad-base64",
    severity: Severity::Warning,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "data and blob hold valid base64.",
    why: "The image cannot be decoded. (Described, not demanded: a warning; missing \
        padding is a hint.)",
    fix: "Send standard base64 with padding, without a data: prefix.",
    link: "/protocol/v1/content#image-content",
    requirements: &["content/base64-valid"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"image","mimeType":"image/png","data":"data:image/png;base64,iVBORw0KGgo="}]}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"image","mimeType":"image/png","data":"iVBORw0KGgo="}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    when: &[When::Call("session/prompt"), When::Call("session/update")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    for (i, block) in said.list("/params/prompt").iter().enumerate() {
        look(said, block, || format!("/params/prompt/{i}"), out);
    }
    match said.at("/params/update/content") {
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                let block = item.get("content").unwrap_or(&Value::Null);
                look(said, block, || format!("/params/update/content/{i}/content"), out);
            }
        }
        block => look(said, block, || "/params/update/content".to_owned(), out),
    }
}

fn look(said: &Said<'_>, block: &Value<'_>, pointer: impl Fn() -> String, out: &mut Findings) {
    let kind = block.get("type").and_then(Value::as_str).unwrap_or_default();
    let (value, at) = match kind {
        "image" | "audio" => (block.get("data"), "data"),
        "resource" => (block.pointer("/resource/blob"), "resource/blob"),
        _ => return,
    };
    if let Some(why) = value.and_then(Value::as_str).and_then(text::base64_fault) {
        let finding = out.at(said, format!("{}/{at}", pointer()), format!("not base64: {why}"));
        if why.contains("padding is missing") {
            finding.severity(Severity::Info);
        }
    }
}
