//! The path of a tool call location is absolute.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "tool-calls/location-relative",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The path of a tool call location is absolute.",
    why: "The editor cannot follow the agent. (All paths of the protocol have to be \
        absolute.)",
    fix: "Send the whole path.",
    link: "/protocol/v1/tool-calls#following-the-agent",
    requirements: &["tool-calls/location-path-absolute", "session-setup/absolute-paths-everywhere"],
    breaks: &[
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","locations":[{"path":"a.rs"}]}}}"#,
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Edit","locations":[{"path":"src/a.rs"}]}}}"#,
    ],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","status":"completed","locations":[{"path":"/w/a.rs"}]}}}"#],
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
        if let Some(why) = item.get("path").and_then(Value::as_str).and_then(text::relative) {
            out.at(
                said,
                format!("{base}/locations/{i}/path"),
                format!("the path of a location must be absolute: {why}"),
            );
        }
    }
}
