//! A prompt whose turn was cancelled is answered with the stop reason cancelled.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "cancellation/wrong-stop-reason",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A prompt whose turn was cancelled is answered with the stop reason cancelled.",
    why: "The client cannot tell finished from stopped. (If the answer comes at once or \
        nothing came between, it may have crossed the cancel: then a warning.)",
    fix: "Answer with the stop reason cancelled.",
    link: "/protocol/v1/prompt-turn#cancellation",
    requirements: &["cancellation/prompt-stop-reason"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        c2a {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"stopping"}}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    near_misses: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        c2a {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
        c2a {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}"#,
    ],
    when: &[When::Answer("session/prompt")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    let Some(turn) =
        cx.state.session_of(said).and_then(|s| s.turns.iter().find(|t| t.frame == asked.frame))
    else {
        return;
    };
    let (Some(cancel), Some(stop)) = (turn.cancelled, said.text("/result/stopReason")) else {
        return;
    };
    if stop == "cancelled" || !said.is_sound() {
        return;
    }
    let finding = out.at(said, "/result/stopReason", "");
    finding.related(cancel);
    if let Some(after) = turn.after_cancel.filter(|_| said.t.since(turn.cancelled_at) > GRACE) {
        finding.message = format!(
            "the turn was cancelled in frame {cancel} and answered with {stop}; \
            the stop reason must be cancelled"
        );
        finding.related(after);
    } else {
        finding.message = format!(
            "{stop} after the cancel of frame {cancel}; the stop reason must be \
            cancelled, unless the turn had ended by itself when the cancel came"
        );
        finding.severity(Severity::Warning);
    }
}

/// What comes so soon after the cancel, in nanoseconds, may have been written before it was read.
const GRACE: u64 = 100_000_000;
