//! The client never passes a terminal-type method to authenticate.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "auth/terminal-method-called",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The client never passes a terminal-type method to authenticate.",
    why: "The agent cannot open a terminal for the user; the login hangs or fails.",
    fix: "Start the agent's program in a terminal with the method's args and env, then \
        connect again.",
    link: "/protocol/v1/authentication#terminal-authentication",
    requirements: &["auth/no-authenticate-for-terminal"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"authenticate","params":{"methodId":"term-login"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"authenticate","params":{"methodId":"agent-login"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    when: &[When::Call("authenticate")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(id) = said.text("/params/methodId")
        && let Some(method) = cx.state.connection.auth_methods.iter().find(|m| m.id == id)
        && method.terminal
        && !method.malformed
    {
        out.at(
            said,
            "/params/methodId",
            format!(
                "{} is a terminal method: the client runs the agent's program itself",
                text::quoted(id)
            ),
        );
    }
}
