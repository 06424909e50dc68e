//! cwd and additionalDirectories reported for a child are absolute paths.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "subagents/cwd-relative",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "cwd and additionalDirectories reported for a child are absolute paths.",
    why: "Nobody can know to what it is relative.",
    fix: "Send the whole path.",
    link: "/protocol/v1/subagents",
    requirements: &["subagents/cwd-absolute"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1","cwd":"sub"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1","cwd":"/w/sub"}}}"#],
    when: &[When::Update("subagent_update")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(why) = said.text("/params/update/cwd").and_then(text::relative) {
        out.at(said, "/params/update/cwd", format!("cwd must be an absolute path: {why}"));
    }
    for (i, dir) in said.list("/params/update/additionalDirectories").iter().enumerate() {
        if let Some(why) = dir.as_str().and_then(text::relative) {
            out.at(
                said,
                format!("/params/update/additionalDirectories/{i}"),
                format!("directories must be absolute paths: {why}"),
            );
        }
    }
}
