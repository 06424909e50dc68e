//! A location line counts from 1.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "tool-calls/location-line-zero",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A location line counts from 1.",
    why: "The editor shows the line before, or none. (Described, not demanded: a \
        warning.)",
    fix: "Add one to lines that count from 0.",
    link: "/protocol/v1/overview#argument-requirements",
    requirements: &["tool-calls/location-line-one-based"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","locations":[{"path":"/w/a.rs","line":0}]}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","status":"completed","locations":[{"path":"/w/a.rs","line":1}]}}}"#],
    when: &[
        When::Update("tool_call"),
        When::Update("tool_call_update"),
        When::Call("session/request_permission"),
    ],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let base = if said.method == Some("session/request_permission") {
        "/params/toolCall"
    } else {
        "/params/update"
    };

    for (i, item) in said.list(&format!("{base}/locations")).iter().enumerate() {
        if item.get("line").and_then(Value::as_u64) == Some(0) {
            out.at(said, format!("{base}/locations/{i}/line"), "lines count from 1");
        }
    }
}
