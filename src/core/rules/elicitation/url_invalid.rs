//! url is a valid URL.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "elicitation/url-invalid",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "url is a valid URL.",
    why: "The client cannot open it.",
    fix: "Send a whole address.",
    link: "/rfds/elicitation",
    requirements: &["elicitation/url-valid"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","elicitationId":"e1","url":"not a url","message":"Sign in"}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","elicitationId":"e1","url":"https://x.example/go","message":"Sign in"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"decline"}}"#],
    when: &[When::Call("elicitation/create")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(url) = said.text("/params/url")
        && said.text("/params/mode") == Some("url")
        && text::address(url).is_none()
    {
        out.at(
            said,
            "/params/url",
            format!("{} is no address with scheme and host", text::quoted(url)),
        );
    }
}
