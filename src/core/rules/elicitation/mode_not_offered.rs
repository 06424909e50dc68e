//! Questions are asked only in modes that the client advertised.

use crate::core::frame::Dir;
use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "elicitation/mode-not-offered",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Questions are asked only in modes that the client advertised.",
    why: "The client has no way to ask the user.",
    fix: "Ask only in modes that the client advertises.",
    link: "/protocol/v1/elicitation#checking-support",
    requirements: &["elicitation/form-gated", "elicitation/url-gated"],
    breaks: &[
        r#"
        @init {"elicitation":{}} {}
        @session
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{"s":{"type":"string"}}}}}"#,
        r#"
        @init {"elicitation":{"form":{}}} {}
        @session
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","elicitationId":"e1","url":"https://x.example/go","message":"Sign in"}}"#,
    ],
    near_misses: &[
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{"s":{"type":"string"}}}}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"decline"}}"#,
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","elicitationId":"e1","url":"https://x.example/go","message":"Sign in"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"decline"}}"#,
    ],
    when: &[When::Call("elicitation/create")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(mode @ ("form" | "url")) = said.text("/params/mode") else { return };
    let path = format!("elicitation.{mode}");
    if said.dir == Dir::AgentToClient && cx.state.lacks(Side::Client, &path) {
        out.at(
            said,
            "/params/mode",
            format!(
                "the client did not advertise {path}; an empty elicitation object \
            advertises nothing"
            ),
        );
    }
}
