//! Each session/new (and fork) result has a session id that is not used by another session.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::state::session::Origin;

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/id-in-use",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Each session/new (and fork) result has a session id that is not used by \
        another session.",
    why: "Updates of the two sessions cannot be told apart.",
    fix: "Give each session an id of its own.",
    link: "/protocol/v1/session-setup#creating-a-session",
    requirements: &["session-setup/unique-session-id"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s1"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}"#],
    when: &[When::Answer("session/new"), When::Answer("session/fork")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(id) = said.text("/result/sessionId")
        && let Some(known) = cx.state.session(id)
        && known.origin != Origin::Before
    {
        let since = known.since;
        out.at(
            said,
            "/result/sessionId",
            format!(
                "the id {} is that of another session, known since frame {since}",
                text::quoted(id)
            ),
        )
        .related(since);
    }
}
