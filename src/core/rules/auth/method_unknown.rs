//! authenticate names a method that the agent listed in authMethods.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::state::Phase;

pub(crate) static RULE: Rule = Rule {
    id: "auth/method-unknown",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "authenticate names a method that the agent listed in authMethods.",
    why: "The agent cannot know what to do.",
    fix: "Use the id of an entry of authMethods.",
    link: "/protocol/v1/authentication#protocol-driven-authentication",
    requirements: &["auth/method-id-advertised"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"authenticate","params":{"methodId":"nope"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"authenticate","params":{"methodId":"agent-login"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    when: &[When::Call("authenticate")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Phase::Agreed(frame) = cx.state.connection.phase else { return };
    if let Some(id) = said.text("/params/methodId")
        && !cx.state.connection.auth_methods.iter().any(|m| m.id == id)
    {
        out.at(
            said,
            "/params/methodId",
            format!("the agent offers no method {}", text::quoted(id)),
        )
        .related(frame);
    }
}
