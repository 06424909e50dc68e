//! Outside of development the URL uses https.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "elicitation/url-not-https",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Outside of development the URL uses https.",
    why: "The user is about to enter credentials there.",
    fix: "Use https.",
    link: "/protocol/v1/elicitation#url-security",
    requirements: &["elicitation/url-https"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","elicitationId":"e1","url":"http://x.example/go","message":"Sign in"}}"#],
    near_misses: &[
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","elicitationId":"e1","url":"https://x.example/go","message":"Sign in"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"decline"}}"#,
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","elicitationId":"e1","url":"http://localhost:8000/x","message":"Sign in"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"decline"}}"#,
    ],
    when: &[When::Call("elicitation/create")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some((scheme, host)) = said.text("/params/url").and_then(text::address)
        && scheme.eq_ignore_ascii_case("http")
        && !text::is_loopback(host)
    {
        out.at(
            said,
            "/params/url",
            "http outside of this machine: everybody on the way can read it",
        );
    }
}
