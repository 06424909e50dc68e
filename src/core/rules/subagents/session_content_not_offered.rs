//! Tool call content of type session is not sent unless the client advertised subagents.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "subagents/session-content-not-offered",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Tool call content of type session is not sent unless the client advertised \
        subagents.",
    why: "Clients without the capability cannot decode it.",
    fix: "Leave it out for such clients.",
    link: "/protocol/v1/tool-calls#sessions",
    requirements: &["subagents/session-content-gated"],
    breaks: &[r#"
        @init {} {}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","content":[{"type":"session","sessionId":"ch1"}]}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","status":"completed","content":[{"type":"session","sessionId":"ch1"}]}}}"#],
    when: &[
        When::Update("tool_call"),
        When::Update("tool_call_update"),
        When::Call("session/request_permission"),
    ],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let base = if said.method == Some("session/request_permission") {
        "/params/toolCall"
    } else {
        "/params/update"
    };

    for (i, item) in said.list(&format!("{base}/content")).iter().enumerate() {
        if item.get("type").and_then(Value::as_str) == Some("session")
            && cx.state.lacks(Side::Client, "subagents")
        {
            out.at(
                said,
                format!("{base}/content/{i}/type"),
                "content of type session needs the client capability subagents, which \
            the client did not advertise",
            );
        }
    }
}
