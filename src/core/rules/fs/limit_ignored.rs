//! A read with a limit returns no more lines than that.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "fs/limit-ignored",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A read with a limit returns no more lines than that.",
    why: "The agent asked for a part to keep its context small.",
    fix: "Return no more lines than limit.",
    link: "/protocol/v1/file-system#reading-files",
    requirements: &["fs/limit-respected"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/w/a.txt","limit":1}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"content":"a\nb\nc\n"}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/w/a.txt","limit":2}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"content":"a\nb\n"}}"#],
    when: &[When::Answer("fs/read_text_file")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(limit) =
        said.asked.as_ref().and_then(|a| a.params.get("limit")).and_then(Value::as_u64)
    else {
        return;
    };
    if let Some(content) = said.text("/result/content") {
        let lines = content.lines().count() as u64;
        if lines > limit {
            out.at(
                said,
                "/result/content",
                format!("{lines} lines, although the limit was {limit}"),
            );
        }
    }
}
