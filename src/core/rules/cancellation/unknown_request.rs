//! $/cancel_request is sent by the side that sent the request and names one of its open
//! requests.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "cancellation/unknown-request",
    severity: Severity::Warning,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "$/cancel_request is sent by the side that sent the request and names one of \
        its open requests.",
    why: "Only the side that has asked can take it back. (Described, not demanded: a \
        warning.)",
    fix: "Name a request of your own that is open.",
    link: "/protocol/v1/cancellation",
    requirements: &["cancellation/request-by-requester"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":2}}"#],
    near_misses: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        c2a {"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":2}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32800,"message":"Request cancelled"}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
        c2a {"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":2}}"#,
    ],
    when: &[When::Call("$/cancel_request")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(id) = crate::core::state::request_id(said.at("/params/requestId")) else { return };
    let own = cx.state.asked(said.dir);
    if own.open(&id).is_none() && own.answered(&id).is_none() && !cx.state.started_late {
        let theirs = cx.state.asked(said.dir.opposite()).open(&id);
        let hint =
            if theirs.is_some() { "; the request with that id is the other side's" } else { "" };
        out.at(
            said,
            "/params/requestId",
            format!("this side sent no request with the id {id}{hint}"),
        );
    }
}
