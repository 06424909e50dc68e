//! Each entry of authMethods has an id and a name, and terminal entries have args as strings
//! and env as a string map.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, PART, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "auth/method-shape",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Each entry of authMethods has an id and a name, and terminal entries have \
        args as strings and env as a string map.",
    why: "Readers skip the entry, so that the user cannot choose it.",
    fix: "Give each method an id and a name, and terminal methods args as strings and \
        env as a map of strings.",
    link: "/protocol/v1/authentication#authentication-method-types",
    requirements: &["auth/method-shape"],
    breaks: &[r#"
        c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"client","version":"1.0.0"}}}
        a2c {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0.0"},"authMethods":[{"name":"Login"}]}}"#],
    near_misses: &[r#"@prelude"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, _said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (issue.within("AuthMethod") && issue.class() != IssueClass::Unknown).then_some(PART)
}
