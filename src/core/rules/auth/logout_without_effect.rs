//! After logout, new sessions that need authentication need a new login.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "auth/logout-without-effect",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "After logout, new sessions that need authentication need a new login.",
    why: "The user believes to be logged out. (Other credentials may allow it, so a \
        hint.)",
    fix: "Forget the credentials on logout.",
    link: "/protocol/v1/authentication#logging-out",
    requirements: &["auth/logout-ends-authentication"],
    breaks: &[r#"
        c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"client","version":"1.0.0"}}}
        a2c {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{"auth":{"logout":{}}},"agentInfo":{"name":"agent","version":"1.0.0"},"authMethods":[{"id":"a","name":"A"}]}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"Authentication required"}}
        c2a {"jsonrpc":"2.0","id":2,"method":"authenticate","params":{"methodId":"a"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}
        c2a {"jsonrpc":"2.0","id":3,"method":"logout","params":{}}
        a2c {"jsonrpc":"2.0","id":3,"result":{}}
        c2a {"jsonrpc":"2.0","id":4,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":4,"result":{"sessionId":"s9"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"logout","params":{}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":3,"result":{"sessionId":"s9"}}"#],
    when: &[When::Answer("session/new")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.succeeds()
        && let (Some(frame), Some(asked), Some(required)) =
            (cx.state.auth.logged_out, &said.asked, cx.state.auth.required)
        && asked.frame > frame
    {
        out.at(
            said,
            "/result",
            format!(
                "a session without login after the logout of frame {frame}; before it \
            was refused"
            ),
        )
        .related(required)
        .related(frame);
    }
}
