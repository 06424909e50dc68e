//! After a successful authenticate the agent no longer refuses session creation with -32000.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "auth/still-required",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "After a successful authenticate the agent no longer refuses session creation \
        with -32000.",
    why: "The client turns in circles. (Credentials can expire or belong to another \
        provider, so a warning.)",
    fix: "Keep what authenticate has obtained, or fail authenticate.",
    link: "/protocol/v1/authentication#protocol-driven-authentication",
    requirements: &["auth/no-auth-required-after-success"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"authenticate","params":{"methodId":"agent-login"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":3,"error":{"code":-32000,"message":"Authentication required"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"Authentication required"}}"#],
    when: &[
        When::Answer("session/new"),
        When::Answer("session/load"),
        When::Answer("session/resume"),
    ],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.code() == Some(-32000)
        && let (Some(frame), Some(asked)) = (cx.state.auth.authenticated, &said.asked)
        && asked.frame > frame
    {
        out.at(
            said,
            "/error/code",
            format!(
                "authentication is required again, although authenticate succeeded in \
            frame {frame}"
            ),
        )
        .related(frame);
    }
}
