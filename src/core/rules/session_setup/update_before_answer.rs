//! Updates of a new session follow the answer that introduces it.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/update-before-answer",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Updates of a new session follow the answer that introduces it.",
    why: "Clients drop it, and commands, modes or usage never show up. (Agents often do \
        it and some clients hold it back, so a warning; before the answer of the \
        draft's session/fork a hint.)",
    fix: "Send the answer first, then the updates.",
    link: "/protocol/v1/session-setup",
    requirements: &[],
    breaks: &[r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":1,"size":2}}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}"#],
    near_misses: &[r#"
        @init {} {}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":1,"size":2}}}"#],
    when: &[When::Answer("session/new"), When::Answer("session/fork")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(id) = said.text("/result/sessionId") else { return };
    for held in cx.state.unclaimed.iter().filter(|u| u.session == id) {
        let message = format!(
            "{} for the session {} before the answer that introduces it (frame \
            {}): the client cannot know it yet",
            held.what,
            text::quoted(id),
            said.frame
        );
        let finding = out.about(held.frame, Side::Agent, message);
        finding.pointer = "/params/sessionId".to_owned();
        finding.session(id).related(said.frame);
        // What a fork replays, and when, is not settled.
        if said.asked.as_ref().is_some_and(|a| a.is("session/fork")) {
            finding.severity(Severity::Info);
        }
    }
}
