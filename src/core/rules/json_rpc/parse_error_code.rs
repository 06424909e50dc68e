//! Input that is not valid JSON is answered with error -32700 and a null id.

use crate::core::message::RequestId;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/parse-error-code",
    severity: Severity::Warning,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Input that is not valid JSON is answered with error -32700 and a null id.",
    why: "The sender learns that its line was not readable at all, which another code \
        hides.",
    fix: "Answer what cannot be parsed with -32700 and the id null.",
    link: "https://www.jsonrpc.org/specification#error_object",
    requirements: &["jsonrpc/parse-error-response"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":
        a2c {"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"Internal error"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":
        a2c {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}"#],
    when: &[When::Answers],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let bad = cx.state.unreadable[said.dir.opposite().index()];
    if let (Some(bad), Some(RequestId::Null), Some(code)) = (bad, said.id, said.code())
        && said.asked.is_none()
        && !bad.json
        && code != -32700
    {
        let message =
            format!("frame {} is not JSON; the error for that is -32700, not {code}", bad.frame);
        out.at(said, "/error/code", message).related(bad.frame);
    }
}
