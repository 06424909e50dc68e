//! A terminal method descriptor does not carry a command; only extra args and env.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueCode;
use crate::core::rules::{Binds, Check, Context, FIELD, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "auth/terminal-command",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A terminal method descriptor does not carry a command; only extra args and \
        env.",
    why: "The client runs the agent's own program with args; a command is ignored. \
        (Described, not demanded: a warning.)",
    fix: "Leave command out and give only args and env.",
    link: "/protocol/v1/authentication#terminal-authentication",
    requirements: &["auth/terminal-descriptor-no-command"],
    breaks: &[r#"
        c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{"auth":{"terminal":true}},"clientInfo":{"name":"client","version":"1.0.0"}}}
        a2c {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0.0"},"authMethods":[{"id":"t","name":"Login","type":"terminal","command":"/bin/login"}]}}"#],
    near_misses: &[r#"@prelude"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    let terminal =
        said.value.pointer(issue.pointer.rsplit_once('/')?.0)?.get("type")?.as_str()? == "terminal";
    (issue.within("AuthMethod")
        && issue.code == IssueCode::UnknownField
        && issue.field() == "command"
        && terminal)
        .then_some(FIELD)
}
