//! Terminal-type methods are not advertised unless the client set
//! clientCapabilities.auth.terminal to true.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "auth/terminal-method-not-offered",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Terminal-type methods are not advertised unless the client set \
        clientCapabilities.auth.terminal to true.",
    why: "The client cannot show a terminal: the user would choose something that does \
        not work.",
    fix: "Leave terminal methods out for such clients.",
    link: "/protocol/v1/authentication#authentication-method-types",
    requirements: &["auth/terminal-requires-client-capability"],
    breaks: &[r#"
        c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"client","version":"1.0.0"}}}
        a2c {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0.0"},"authMethods":[{"id":"t","name":"Login","type":"terminal"}]}}"#],
    near_misses: &[r#"@prelude"#],
    when: &[When::Answer("initialize")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    for (i, method) in said.list("/result/authMethods").iter().enumerate() {
        if method.get("type").and_then(Value::as_str) == Some("terminal")
            && cx.state.lacks(Side::Client, "auth.terminal")
        {
            out.at(
                said,
                format!("/result/authMethods/{i}/type"),
                "a terminal method for a client that did not advertise auth.terminal",
            );
        }
    }
}
