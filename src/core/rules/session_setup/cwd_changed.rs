//! load and resume use the cwd that the session has.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/cwd-changed",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "load and resume use the cwd that the session has.",
    why: "The agent may look for the session under the wrong project. (Agents may \
        support a project that has moved, so a warning.)",
    fix: "Send the cwd that the session was created or listed with.",
    link: "/protocol/v1/session-setup#additional-workspace-roots",
    requirements: &["session-setup/load-cwd-matches"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/resume","params":{"sessionId":"s1","cwd":"/other","mcpServers":[]}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/resume","params":{"sessionId":"s1","cwd":"/w/"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    when: &[When::Call("session/load"), When::Call("session/resume")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(id) = said.session() else { return };
    let session = cx.state.session(id).and_then(|s| s.cwd.as_deref());
    let before = session.or_else(|| cx.state.listed.get(id).and_then(|l| l.cwd.as_deref()));
    if let (Some(before), Some(now)) = (before, said.text("/params/cwd"))
        && !text::same_folder(before, now)
        && text::relative(now).is_none()
    {
        out.at(
            said,
            "/params/cwd",
            format!("the session's cwd is {}, not {}", text::quoted(before), text::quoted(now)),
        );
    }
}
