//! A request scope names a request of the client that is still open.

use crate::core::frame::Dir;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "elicitation/unknown-request",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A request scope names a request of the client that is still open.",
    why: "The client cannot tell why it is asked. (Described, not demanded: a hint.)",
    fix: "Name the request that waits for the user.",
    link: "/protocol/v1/elicitation#creating-an-elicitation",
    requirements: &["elicitation/request-scope-known"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"requestId":77,"mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{"s":{"type":"string"}}}}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"authenticate","params":{"methodId":"agent-login"}}
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"requestId":2,"mode":"form","message":"Code?","requestedSchema":{"type":"object","properties":{"s":{"type":"string"}}}}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"decline"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    when: &[When::Call("elicitation/create")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(id) = crate::core::state::request_id(said.at("/params/requestId")) else { return };
    if said.dir == Dir::AgentToClient
        && said.params().get("sessionId").is_none()
        && !cx.state.started_late
        && cx.state.asked(Dir::ClientToAgent).open(&id).is_none()
    {
        out.at(
            said,
            "/params/requestId",
            format!("the client has no open request with the id {id}"),
        );
    }
}
