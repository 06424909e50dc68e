//! The first update of a cursor has an anchor.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "session-cursors/no-anchor",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "The first update of a cursor has an anchor.",
    why: "The client does not know where it stands. The feature is a draft, so a \
        warning.",
    fix: "Send anchor first.",
    link: "/protocol/v1/draft/schema",
    requirements: &["session-cursors/first-has-anchor"],
    breaks: &[r#"
        @init {"session":{"cursors":{}}} {}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"cursor_update","cursorId":"q1","capabilities":{}}}}"#],
    near_misses: &[r#"
        @init {"session":{"cursors":{}}} {"sessionCapabilities":{"fork":{}}}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"cursor_update","cursorId":"q1","anchor":{"type":"user_message","messageId":"m1","position":"before"}}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"cursor_update","cursorId":"q1","capabilities":{}}}}"#],
    when: &[When::Update("cursor_update")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if !cx.state.has(Side::Client, "session.cursors") {
        return;
    }
    let Some(session) = cx.state.session_of(said) else { return };

    if let Some(id) = said.text("/params/update/cursorId")
        && !session.cursors.contains_key(id)
        && said.at("/params/update/anchor").is_null()
        && session.is_complete()
    {
        out.at(
            said,
            "/params/update",
            format!("the first update of the cursor {} has no anchor", text::quoted(id)),
        );
    }
}
