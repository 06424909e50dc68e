//! A draft update is sent only if the client advertised its capability.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::protocol::updates;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "initialize/draft-update-not-offered",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "A draft update is sent only if the client advertised its capability.",
    why: "Omitted and null capabilities count as unsupported: the other side will \
        refuse, or not understand. The feature is a draft, so a warning.",
    fix: "Send draft updates only to clients that advertise them.",
    link: "/protocol/v1/draft/schema",
    requirements: &["session-cursors/gated", "prompt-suggestions/gated"],
    breaks: &[
        r#"
        @init {} {}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"cursor_update","cursorId":"q1","anchor":{"type":"user_message","messageId":"m1","position":"before"}}}}"#,
        r#"
        @init {} {}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"prompt_suggestions_update","suggestions":[{"prompt":[{"type":"text","text":"Run the tests"}]}]}}}"#,
    ],
    near_misses: &[r#"
        @init {"session":{"cursors":{}}} {}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"cursor_update","cursorId":"q1","anchor":{"type":"user_message","messageId":"m1","position":"before"}}}}"#],
    when: &[When::Updates],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(update) = said.variant().and_then(updates::update) else { return };
    if let Some(gate) = update.gate
        && update.stability == Stability::Draft
        && cx.state.lacks(Side::Client, gate)
    {
        let message = format!(
            "{} is a draft update that needs the client capability {gate}, which \
            the client did not advertise",
            update.name
        );
        out.at(said, "/params/update/sessionUpdate", message);
    }
}
