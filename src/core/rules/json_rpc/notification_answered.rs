//! A notification is never answered, with neither a result nor an error.

use crate::core::message::Kind;
use crate::core::message::RequestId;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/notification-answered",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A notification is never answered, with neither a result nor an error.",
    why: "Nobody waits for it; strict peers take it for an error of the connection.",
    fix: "Take notifications silently; ignore those that are unknown.",
    link: "/protocol/v1/overview#error-handling",
    requirements: &[
        "jsonrpc/no-response-to-notification",
        "extensibility/unknown-notification-ignored",
    ],
    breaks: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"Method not found"}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","method":"_acme/opened","params":{}}
        a2c {"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"Method not found"}}"#,
    ],
    near_misses: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","method":"_x/y","params":{}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hello"}}}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":
        a2c {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}"#,
    ],
    when: &[When::Answers],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.asked.is_some() || !matches!(said.id, None | Some(RequestId::Null)) {
        return;
    }
    let before = cx.state.last[said.dir.opposite().index()].as_ref();
    let complains = cx.state.unreadable[said.dir.opposite().index()].is_some();
    match before {
        Some(before)
            if before.kind == Kind::Notification && !(complains && said.kind == Kind::Error) =>
        {
            let method = before.method.clone().unwrap_or_default();
            let message = format!(
                "the notification {method} of frame {} is answered; notifications get \
            no answer",
                before.frame
            );
            out.at(said, "/id", message).related(before.frame);
        }
        _ if said.id.is_none() => {
            out.at(said, "", "a response without an id: nobody can tell what it answers");
        }
        _ => {}
    }
}
