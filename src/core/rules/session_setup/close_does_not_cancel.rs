//! Closing a session cancels its ongoing work as session/cancel would and frees its resources.

use crate::core::message::Kind;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/close-does-not-cancel",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Closing a session cancels its ongoing work as session/cancel would and frees \
        its resources.",
    why: "Closing cancels what runs, as session/cancel would.",
    fix: "Stop the work and answer the prompt with cancelled.",
    link: "/protocol/v1/session-setup#closing-a-session",
    requirements: &["session-setup/close-cancels-work", "session-list/archive-cancels-active-work"],
    breaks: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":3,"result":{}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"session closed"}}"#,
        r#"
        @init {} {"sessionCapabilities":{"archive":{},"list":{}}}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/archive","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":3,"result":{}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#,
    ],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
        a2c {"jsonrpc":"2.0","id":3,"result":{}}"#],
    when: &[When::Answer("session/prompt")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    let Some(session) = cx.state.session_of(said) else { return };
    let Some(turn) = session.turns.iter().find(|t| t.frame == asked.frame) else { return };
    let Some(close) = turn.closed.filter(|_| turn.cancelled.is_none()) else { return };
    if said.text("/result/stopReason") == Some("cancelled") {
        return;
    }
    let pointer = if said.kind == Kind::Error { "/error" } else { "/result/stopReason" };
    let message = format!(
        "the session was closed in frame {close} while this prompt ran; its \
            answer must be the stop reason cancelled"
    );
    let finding = out.at(said, pointer, message);
    finding.related(close);
    // Before the close was answered the turn may have ended, or failed, by itself.
    if session.closed.is_none() {
        finding.severity(Severity::Warning);
    }
}
