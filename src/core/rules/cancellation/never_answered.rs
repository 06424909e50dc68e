//! A cancelled prompt is still answered, once its work has stopped and pending updates are
//! out.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "cancellation/never-answered",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A cancelled prompt is still answered, once its work has stopped and pending \
        updates are out.",
    why: "The client waits for the end of the turn, and the session is stuck. (A \
        process that was killed excuses it, so a warning.)",
    fix: "Stop the work, send the last updates, and answer with cancelled.",
    link: "/protocol/v1/prompt-turn#cancellation",
    requirements: &["cancellation/prompt-answered"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        c2a {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
        eof c2a"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        c2a {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}"#],
    when: &[When::End],
    check: Check::End(check),
};

fn check(cx: &Context<'_>, out: &mut Findings) {
    for (id, session) in &cx.state.sessions {
        for turn in &session.turns {
            if let Some(cancel) = turn.cancelled {
                let finding = out.about(
                    turn.frame,
                    Side::Agent,
                    format!(
                        "cancelled in frame {cancel}, but still unanswered when the recording \
            ends"
                    ),
                );
                finding.related(cancel).session(id);
            }
        }
    }
}
