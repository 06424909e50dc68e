//! An elicitationId is unique among the outstanding URL elicitations of the connection.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "elicitation/id-in-use",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "An elicitationId is unique among the outstanding URL elicitations of the \
        connection.",
    why: "elicitation/complete could not say which one is done. (After an accept nobody \
        can be sure that it is still open: then a warning.)",
    fix: "Give each question an id of its own.",
    link: "/protocol/v1/elicitation#url-completion",
    requirements: &["elicitation/id-unique-while-outstanding"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","elicitationId":"e1","url":"https://x.example/go","message":"Sign in"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","elicitationId":"e1","url":"https://x.example/go","message":"Sign in"}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","elicitationId":"e1","url":"https://x.example/go","message":"Sign in"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"decline"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","elicitationId":"e1","url":"https://x.example/go","message":"Sign in"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{"action":"decline"}}"#],
    when: &[When::Call("elicitation/create")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(id) = said.text("/params/elicitationId")
        && let Some(known) = cx.state.elicitations.get(id)
        && known.dropped.is_none()
        && known.completed.is_none()
    {
        let finding = out.at(
            said,
            "/params/elicitationId",
            format!(
                "the id {} is that of the question of frame {}, which is not over",
                text::quoted(id),
                known.frame
            ),
        );
        finding.related(known.frame);
        if known.accepted.is_some() {
            finding.severity(Severity::Warning);
        }
    }
}
