//! The URL holds no credentials, personal data or pre-authenticated access.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "elicitation/credentials-in-url",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The URL holds no credentials, personal data or pre-authenticated access.",
    why: "Addresses are shown, logged and kept in histories. (Judged by their look, so \
        a warning.)",
    fix: "Put an opaque id into the address.",
    link: "/protocol/v1/elicitation#url-security",
    requirements: &["elicitation/url-no-credentials"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","elicitationId":"e1","url":"https://user:pw@x.example/go","message":"Sign in"}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","elicitationId":"e1","url":"https://x.example/go","message":"Sign in"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"decline"}}"#],
    when: &[When::Call("elicitation/create")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(url) = said.text("/params/url") else { return };
    let Some((_, host)) = text::address(url) else { return };
    let query = url.split_once('?').map_or("", |(_, q)| q);
    let named = query.split(['&', '#']).filter_map(|p| p.split('=').next()).any(text::names_secret);
    if host.contains('@') || named || text::secret(url).is_some() {
        out.at(said, "/params/url", "the address seems to hold a credential");
    }
}
