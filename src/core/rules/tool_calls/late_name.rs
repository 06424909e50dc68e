//! The name of the tool is in the first report and stays.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "tool-calls/late-name",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The name of the tool is in the first report and stays.",
    why: "Clients choose how to show a call by its name. (A late name may not have been \
        known: then a hint.)",
    fix: "Send name with tool_call and leave it.",
    link: "/rfds/tool-call-name",
    requirements: &["tool-calls/name-in-first-report", "tool-calls/name-not-changed"],
    breaks: &[
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","name":"read_file"}}}"#,
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","name":"read_file"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","name":"edit_file"}}}"#,
    ],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","name":"read_file"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed","name":"read_file"}}}"#],
    when: &[When::Update("tool_call_update")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(session) = cx.state.session_of(said) else { return };
    let call = said.text("/params/update/toolCallId").and_then(|id| session.calls.get(id));
    let (Some(call), Some(now)) =
        (call.filter(|c| c.created.is_some()), said.text("/params/update/name"))
    else {
        return;
    };
    match call.name.as_deref() {
        None => {
            out.at(
                said,
                "/params/update/name",
                "the tool's name comes late; it belongs into the first report if it is \
            known",
            )
            .related(call.frame)
            .severity(Severity::Info);
        }
        Some(before) if before != now => {
            out.at(
                said,
                "/params/update/name",
                format!(
                    "the tool's name changes from {} to {}",
                    text::quoted(before),
                    text::quoted(now)
                ),
            )
            .related(call.frame);
        }
        Some(_) => {}
    }
}
