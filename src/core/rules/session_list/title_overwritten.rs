//! A title set by the client is not replaced by an automatically generated one.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "session-list/title-overwritten",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "A title set by the client is not replaced by an automatically generated one.",
    why: "The user has named the session. (Another client may have renamed it, so a \
        warning.)",
    fix: "Keep titles that a client has set.",
    link: "/protocol/v1/draft/schema",
    requirements: &["session-list/set-title-kept"],
    breaks: &[r#"
        @init {} {"sessionCapabilities":{"title":{}}}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_title","params":{"sessionId":"s1","title":"Mine"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"title":"Mine"}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_info_update","title":"Auto title"}}}"#],
    near_misses: &[r#"
        @init {} {"sessionCapabilities":{"title":{}}}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_title","params":{"sessionId":"s1","title":"Mine"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"title":"Mine"}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_info_update","title":"Mine"}}}"#],
    when: &[When::Update("session_info_update")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(session) = cx.state.session_of(said)
        && let Some((title, frame)) = &session.title_set
        && let Some(new) = said.text("/params/update/title")
        && new != title
    {
        out.at(
            said,
            "/params/update/title",
            format!("the user's title {} of frame {frame} is replaced", text::quoted(title)),
        )
        .related(*frame);
    }
}
