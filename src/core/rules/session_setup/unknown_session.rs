//! The agent speaks only of sessions that the client has set up or was told of.

use crate::core::frame::Dir;
use crate::core::frame::FrameNumber;
use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/unknown-session",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The agent speaks only of sessions that the client has set up or was told of.",
    why: "Clients drop what belongs to no session of theirs. (Described, not demanded: \
        a warning.)",
    fix: "Use the ids of sessions that the client has created, loaded or resumed; \
        announce a child with subagent_update first.",
    link: "/protocol/v1/session-setup#session-id",
    requirements: &[
        "session-setup/agent-uses-known-sessions",
        "fs/session-known",
        "subagents/announced-first",
    ],
    breaks: &[
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"sX","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hello"}}}}"#,
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"fs/read_text_file","params":{"sessionId":"s9","path":"/w/a.txt"}}"#,
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"ch1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"x"}}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1"}}}"#,
    ],
    near_misses: &[
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hello"}}}}"#,
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"ch1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hello"}}}}"#,
    ],
    when: &[When::Calls, When::Answer("session/new"), When::Answer("session/fork"), When::End],
    check: Check::Both(check, end),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.asked.is_some() {
        // Held until the answer that could have introduced them.
        let waiting = cx.state.asked(Dir::ClientToAgent).all_open();
        let others = waiting
            .filter(|o| o.asked.method.as_deref().is_some_and(crate::core::state::reveals_session))
            .count();
        if others <= 1 {
            let revealed = said.text("/result/sessionId");
            for held in cx.state.unclaimed.iter().filter(|u| Some(u.session.as_str()) != revealed) {
                tell(held.frame, &held.session, &held.what, out);
            }
        }
        return;
    }
    if said.dir != Dir::AgentToClient || cx.state.started_late {
        return;
    }
    let Some(id) = said.session() else { return };
    let Some(method) = said.known.filter(|m| m.sent_in(said.dir)) else { return };
    if cx.state.is_known(id) || cx.state.awaits_session() {
        return;
    }
    // A query must not touch sessions; another rule says so.
    if cx.state.open_request(Dir::ClientToAgent, "session/options", |_| true).is_some() {
        return;
    }
    let what = said.variant().unwrap_or(method.name);
    let message = words(id, what);
    out.at(said, "/params/sessionId", message);
}

fn words(id: &str, what: &str) -> String {
    format!(
        "{what} for the session {}, which the client has neither set up nor \
            been told of",
        text::quoted(id)
    )
}

fn tell(frame: FrameNumber, id: &str, what: &str, out: &mut Findings) {
    let finding = out.about(frame, Side::Agent, words(id, what));
    finding.pointer = "/params/sessionId".to_owned();
    finding.session(id);
}

fn end(cx: &Context<'_>, out: &mut Findings) {
    for held in &cx.state.unclaimed {
        tell(held.frame, &held.session, &held.what, out);
    }
}
