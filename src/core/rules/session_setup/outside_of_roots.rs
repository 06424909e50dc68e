//! File requests stay inside cwd and the additional directories, and the client sees to it.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/outside-of-roots",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "File requests stay inside cwd and the additional directories, and the client \
        sees to it.",
    why: "The roots are the boundary of what tools may touch. (Symbolic links and the \
        user's consent cannot be seen, so a hint.)",
    fix: "Stay inside cwd and the additional directories, or ask the user.",
    link: "/protocol/v1/session-setup#working-directory",
    requirements: &["session-setup/root-set-boundary", "fs/roots-enforced"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/etc/passwd"}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/w/a"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"content":""}}"#],
    when: &[
        When::Call("fs/read_text_file"),
        When::Call("fs/write_text_file"),
        When::Answer("fs/read_text_file"),
        When::Answer("fs/write_text_file"),
    ],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(session) = cx.state.session_of(said) else { return };
    let path = match &said.asked {
        Some(asked) if said.succeeds() => asked.text("path"),
        Some(_) => None,
        None => said.text("/params/path"),
    };
    let (Some(path), Some(cwd)) = (path, session.cwd.as_deref()) else { return };
    if text::relative(path).is_some()
        || session
            .directories
            .iter()
            .map(String::as_str)
            .chain([cwd])
            .any(|root| text::is_below(path, root))
    {
        return;
    }
    if said.asked.is_some() {
        out.at(
            said,
            "/result",
            format!("{} lies outside of the session's roots and was served", text::quoted(path)),
        );
    } else {
        out.at(
            said,
            "/params/path",
            format!("{} lies outside of the session's roots", text::quoted(path)),
        );
    }
}
