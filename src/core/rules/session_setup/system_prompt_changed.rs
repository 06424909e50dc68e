//! load and resume send the system prompt that the session was created with.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/system-prompt-changed",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "load and resume send the system prompt that the session was created with.",
    why: "The conversation goes on under other instructions.",
    fix: "Send the same system prompt again.",
    link: "/protocol/v1/session-setup",
    requirements: &["session-setup/system-prompt-same-on-reload"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"systemPrompt":{"mode":"append","content":[{"type":"text","text":"A"}]}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/resume","params":{"sessionId":"s2","cwd":"/w","mcpServers":[],"systemPrompt":{"mode":"append","content":[{"type":"text","text":"B"}]}}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/resume","params":{"sessionId":"s1","cwd":"/w"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    when: &[When::Call("session/load"), When::Call("session/resume")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let before = cx.state.session_of(said).and_then(|s| s.system_prompt.as_ref());
    if let (Some(before), now) = (before, said.at("/params/systemPrompt"))
        && before != now
    {
        out.at(said, "/params/systemPrompt", "the session was created with another system prompt");
    }
}
