//! A serialized message never contains a literal newline, because newline is the stdio
//! delimiter.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "transport/message-over-several-lines",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A serialized message never contains a literal newline, because newline is the \
        stdio delimiter.",
    why: "Readers take each line for a message: none of the pieces is one.",
    fix: "Serialize without line breaks (compact, not pretty) and write one line feed \
        behind each message.",
    link: "/protocol/v1/transports#stdio",
    requirements: &["transport/no-embedded-newline"],
    breaks: &[r#"
        a2c {
        a2c   "jsonrpc": "2.0",
        a2c   "method": "_x/y"
        a2c }"#],
    near_misses: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","method":"_x/y","params":{"t":"a\nb"}}
        a2c "#,
        r#"
        @prelude
        a2c {"half":
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hello"}}}}"#,
    ],
    when: &[When::Line],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(piece) = said.piece
        && piece.completes
    {
        let message = format!(
            "one message is printed over several lines, from frame {} to frame {}; a line feed ends \
             a message, so no reader sees it",
            piece.first, said.frame
        );
        out.at(said, "", message).related(piece.first).frame(piece.first).related(said.frame);
    }
}
