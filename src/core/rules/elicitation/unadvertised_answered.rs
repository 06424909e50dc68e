//! A request for an unadvertised mode is answered with -32602.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "elicitation/unadvertised-answered",
    severity: Severity::Info,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A request for an unadvertised mode is answered with -32602.",
    why: "The agent should learn that it must not ask so. (A client without the feature \
        may well say -32601: a hint.)",
    fix: "Answer with -32602.",
    link: "/protocol/v1/elicitation#url-completion",
    requirements: &["elicitation/unadvertised-mode-error"],
    breaks: &[r#"
        @init {"elicitation":{"form":{}}} {}
        @session
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","elicitationId":"e1","url":"https://x.example/go","message":"Sign in"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"decline"}}"#],
    near_misses: &[r#"
        @init {"elicitation":{"form":{}}} {}
        @session
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","elicitationId":"e1","url":"https://x.example/go","message":"Sign in"}}
        c2a {"jsonrpc":"2.0","id":100,"error":{"code":-32602,"message":"unsupported mode"}}"#],
    when: &[When::Answer("elicitation/create")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(mode) = said.asked.as_ref().and_then(|a| a.text("mode")) else { return };
    if matches!(mode, "form" | "url")
        && cx.state.lacks(Side::Client, &format!("elicitation.{mode}"))
        && said.code() != Some(-32602)
    {
        out.at(
            said,
            "",
            format!(
                "the client did not advertise the mode {mode}; the answer to that is \
            the error -32602"
            ),
        );
    }
}
