//! A request is bound either to sessionId (with optional toolCallId) or to requestId.

use crate::core::frame::Dir;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "elicitation/scope",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A request is bound either to sessionId (with optional toolCallId) or to \
        requestId.",
    why: "The client shows the question where it belongs. (Described, not demanded: a \
        warning.)",
    fix: "Send sessionId (with toolCallId, if any), or requestId.",
    link: "/protocol/v1/elicitation#creating-an-elicitation",
    requirements: &["elicitation/scope"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{}}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{"s":{"type":"string"}}}}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"decline"}}"#],
    when: &[When::Call("elicitation/create")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let has = |key: &str| said.params().get(key).is_some_and(|v| !v.is_null());
    if said.dir != Dir::AgentToClient {
        return;
    }
    match (has("sessionId"), has("requestId")) {
        (true, true) => {
            out.at(
                said,
                "/params/requestId",
                "both sessionId and requestId; a question belongs to one of them, and \
            readers take sessionId",
            );
        }
        (false, false) => {
            out.at(
                said,
                "/params",
                "neither sessionId nor requestId: the client cannot tell where the \
            question belongs",
            );
        }
        (false, true) if has("toolCallId") => {
            out.at(said, "/params/toolCallId", "toolCallId without sessionId");
        }
        _ => {}
    }
}
