//! Initialization is finished, with the agent's response received, before the client sets up a
//! session.

use crate::core::frame::Dir;
use crate::core::frame::FrameNumber;
use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::state::Phase;

pub(crate) static RULE: Rule = Rule {
    id: "initialize/too-early",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Initialization is finished, with the agent's response received, before the \
        client sets up a session.",
    why: "The client cannot know yet what the agent can do. (An answer within a \
        twentieth of a second may have been on its way: then a warning.)",
    fix: "Wait for the answer to initialize.",
    link: "/protocol/v1/session-setup",
    requirements: &["initialize/complete-before-session-setup"],
    breaks: &[r#"
        c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"client","version":"1.0.0"}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}"#],
    near_misses: &[r#"
        @init {} {}
        @session"#],
    when: &[When::Answer("initialize"), When::End],
    check: Check::Both(check, end),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Phase::Asked(frame) = cx.state.connection.phase {
        tell(cx, frame, Some(said), out);
    }
}

fn tell(cx: &Context<'_>, initialize: FrameNumber, answer: Option<&Said<'_>>, out: &mut Findings) {
    let early = |m: &str| {
        matches!(
            m,
            "session/new"
                | "session/load"
                | "session/resume"
                | "session/list"
                | "session/delete"
                | "session/fork"
        ) || m.starts_with("providers/")
    };
    let all = cx.state.asked(Dir::ClientToAgent).all_open();
    let mut open: Vec<_> = all
        .filter(|o| o.asked.frame > initialize && o.asked.method.as_deref().is_some_and(early))
        .collect();
    open.sort_by_key(|o| o.asked.frame);
    for open in open {
        let asked = &open.asked;
        let method = asked.method.as_deref().unwrap_or_default();
        let finding = out.about(
            asked.frame,
            Side::Client,
            format!("{method} is sent while initialize (frame {initialize}) is unanswered"),
        );
        finding.related(initialize);
        finding.pointer = "/method".to_owned();
        if let Some(answer) = answer {
            finding.related(answer.frame);
            // The two pipes are read one after the other: the answer may have been on its way.
            if answer.t.since(asked.t) < GRACE {
                finding.severity(Severity::Warning);
            }
        }
    }
}

/// An answer that comes so soon, in nanoseconds, may have been written before the request.
const GRACE: u64 = 50_000_000;

fn end(cx: &Context<'_>, out: &mut Findings) {
    if let Phase::Asked(frame) = cx.state.connection.phase {
        tell(cx, frame, None, out);
    }
}
