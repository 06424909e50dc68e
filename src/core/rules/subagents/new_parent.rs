//! Later updates do not move a child to another parent.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "subagents/new-parent",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Later updates do not move a child to another parent.",
    why: "The tree of sessions would change under the client. (Described, not demanded: \
        a warning.)",
    fix: "Send updates of a child on the session that announced it.",
    link: "/protocol/v1/subagents",
    requirements: &["subagents/ownership-fixed"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1"}}}
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s2","update":{"sessionUpdate":"subagent_update","sessionId":"ch1"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1","title":"T"}}}"#],
    when: &[When::Update("subagent_update")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let (Some(outer), Some(child)) = (said.session(), said.text("/params/update/sessionId"))
        && let Some(session) = cx.state.session(child)
        && let Some(parent) = session.parent.as_deref()
        && parent != outer
        && outer != child
    {
        let since = session.since;
        out.at(
            said,
            "/params/sessionId",
            format!(
                "the child {} belongs to {} since frame {since}",
                text::quoted(child),
                text::quoted(parent)
            ),
        )
        .related(since);
    }
}
