//! Archiving an archived session, and unarchiving one that is not archived, succeed; unknown
//! sessions get -32002.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-list/archive-not-idempotent",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "Archiving an archived session, and unarchiving one that is not archived, \
        succeed; unknown sessions get -32002.",
    why: "A repetition after a lost answer should do no harm. (Described, not demanded: \
        a hint.)",
    fix: "Succeed silently.",
    link: "/protocol/v1/draft/schema",
    requirements: &["session-list/archive-idempotent"],
    breaks: &[r#"
        @init {} {"sessionCapabilities":{"archive":{},"list":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/archive","params":{"sessionId":"s5"}}
        a2c {"jsonrpc":"2.0","id":1,"result":{}}
        c2a {"jsonrpc":"2.0","id":2,"method":"session/archive","params":{"sessionId":"s5"}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"already archived"}}"#],
    near_misses: &[r#"
        @init {} {"sessionCapabilities":{"archive":{},"list":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/archive","params":{"sessionId":"s5"}}
        a2c {"jsonrpc":"2.0","id":1,"result":{}}
        c2a {"jsonrpc":"2.0","id":2,"method":"session/archive","params":{"sessionId":"s5"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    when: &[When::Answer("session/archive"), When::Answer("session/unarchive")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    let on = asked.is("session/archive");
    if said.code().is_some()
        && let Some((is, frame)) = asked.session.as_deref().and_then(|id| cx.state.archived.get(id))
        && *is == on
    {
        out.at(
            said,
            "/error",
            format!(
                "the session is in that state since frame {frame}; asking again should \
            succeed"
            ),
        )
        .related(*frame);
    }
}
