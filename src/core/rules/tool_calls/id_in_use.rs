//! A toolCallId stands for one tool call within the session.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "tool-calls/id-in-use",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A toolCallId stands for one tool call within the session.",
    why: "Clients merge the two, so that the first call is lost. (Some agents send a \
        call again with more details; described, not demanded: a warning.)",
    fix: "Give each call an id of its own; change a call by tool_call_update.",
    link: "/protocol/v1/tool-calls#creating",
    requirements: &["tool-calls/unique-id"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool"}}}"#],
    near_misses: &[
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}}}"#,
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","status":"completed"}}}
        c2a {"jsonrpc":"2.0","id":2,"method":"session/load","params":{"sessionId":"s1","cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","status":"completed"}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#,
    ],
    when: &[When::Update("tool_call")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(session) = cx.state.session_of(said) else { return };
    let Some(id) = said.text("/params/update/toolCallId") else { return };
    let Some(call) = session.calls.get(id) else { return };
    let Some(created) = call.created else { return };
    let now = session.replay.as_ref().map(|r| r.frame);
    let replayed = now.is_some() && now != call.replayed
        || session.loaded.is_some_and(|l| l > created)
        || session.resuming.is_some();
    if !replayed {
        out.at(
            said,
            "/params/update/toolCallId",
            format!(
                "the id {} was used before, by the tool call of frame {created}",
                text::quoted(id)
            ),
        )
        .related(created);
    }
}
