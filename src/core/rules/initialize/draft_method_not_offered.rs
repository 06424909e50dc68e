//! A draft method is sent only if its capability was advertised.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::protocol::methods::MethodGate;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "initialize/draft-method-not-offered",
    severity: Severity::Warning,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "A draft method is sent only if its capability was advertised.",
    why: "Omitted and null capabilities count as unsupported: the other side will \
        refuse, or not understand. The feature is a draft, so a warning.",
    fix: "Use draft methods only where their capability was advertised.",
    link: "/rfds/get-auth-state",
    requirements: &[
        "auth/status-gated",
        "auth/status-update-gated",
        "session-list/archive-gated",
        "session-list/set-title-gated",
        "session-list/status-gated",
        "session-fork/gated",
        "providers/gated",
        "config-options/query-gated",
    ],
    breaks: &[
        r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"auth/status","params":{}}"#,
        r#"
        @init {} {}
        a2c {"jsonrpc":"2.0","method":"auth/status_update","params":{"state":"authenticated"}}"#,
        r#"
        @init {} {"sessionCapabilities":{"list":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/archive","params":{"sessionId":"s5"}}"#,
        r#"
        @init {} {}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_title","params":{"sessionId":"s1","title":"T"}}"#,
        r#"
        @init {} {}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"session/status","params":{"sessionId":"s1"}}"#,
        r#"
        @init {} {}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"session/fork","params":{"sessionId":"s1","cwd":"/w","mcpServers":[]}}"#,
        r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"providers/list","params":{}}"#,
        r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/options","params":{"cwd":"/w"}}"#,
    ],
    near_misses: &[r#"
        @init {} {"sessionCapabilities":{"fork":{}}}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"session/fork","params":{"sessionId":"s1","cwd":"/w"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}"#],
    when: &[When::Calls],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(method) =
        said.known.filter(|m| m.stability == Stability::Draft && m.sent_in(said.dir))
    else {
        return;
    };
    if let Some(MethodGate::Capability(side, path)) = method.gate
        && cx.state.lacks(side, path)
    {
        let owner = if side == Side::Client { "client" } else { "agent" };
        let message = format!(
            "{} is a draft method that needs the capability {path}, which the \
            {owner} did not advertise",
            method.name
        );
        out.at(said, "/method", message);
    }
}
