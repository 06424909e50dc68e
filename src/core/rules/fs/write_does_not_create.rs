//! Writing creates a file that does not exist.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "fs/write-does-not-create",
    severity: Severity::Info,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Writing creates a file that does not exist.",
    why: "Agents write new files this way. (A missing parent folder may be the reason, \
        so a hint.)",
    fix: "Create the file.",
    link: "/protocol/v1/file-system#writing-files",
    requirements: &["fs/write-creates"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"fs/write_text_file","params":{"sessionId":"s1","path":"/w/a.txt","content":"x"}}
        c2a {"jsonrpc":"2.0","id":100,"error":{"code":-32002,"message":"Resource not found"}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"fs/write_text_file","params":{"sessionId":"s1","path":"/w/a","content":"x"}}
        c2a {"jsonrpc":"2.0","id":100,"error":{"code":-32603,"message":"disk full"}}"#],
    when: &[When::Answer("fs/write_text_file")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let words = said.complaint();
    if said.code() == Some(-32002)
        || said.code().is_some()
            && (text::says_not_found(&words)
                || words.contains("no such file")
                || words.contains("enoent"))
    {
        out.at(
            said,
            "/error",
            "a write was refused because the file does not exist; clients have to \
            create it",
        );
    }
}
