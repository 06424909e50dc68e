//! elicitation/complete names the id of an earlier URL request, and goes only to the client
//! that got it.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "elicitation/complete-unknown",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "elicitation/complete names the id of an earlier URL request, and goes only to \
        the client that got it.",
    why: "The client has no dialog to close.",
    fix: "Complete questions of this connection that were accepted.",
    link: "/protocol/v1/elicitation#url-completion",
    requirements: &["elicitation/complete-known-id"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"elicitation/complete","params":{"elicitationId":"e9"}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","elicitationId":"e1","url":"https://x.example/go","message":"Sign in"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"accept"}}
        a2c {"jsonrpc":"2.0","method":"elicitation/complete","params":{"elicitationId":"e1"}}"#],
    when: &[When::Call("elicitation/complete")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(id) = said.text("/params/elicitationId") else { return };
    match cx.state.elicitations.get(id) {
        None if !cx.state.started_late => {
            out.at(
                said,
                "/params/elicitationId",
                format!("no URL question has the id {}", text::quoted(id)),
            );
        }
        Some(known) => {
            if let Some(frame) = known.dropped {
                out.at(
                    said,
                    "/params/elicitationId",
                    format!("the question was refused or failed in frame {frame}"),
                )
                .related(frame)
                .severity(Severity::Warning);
            }
        }
        None => {}
    }
}
