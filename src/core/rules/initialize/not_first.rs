//! The client calls initialize before any session can be set up.

use crate::core::frame::Dir;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::state::Phase;

pub(crate) static RULE: Rule = Rule {
    id: "initialize/not-first",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The client calls initialize before any session can be set up.",
    why: "Nothing has been agreed on yet: neither the version nor what either side can \
        do.",
    fix: "Send initialize first, and wait for its answer.",
    link: "/protocol/v1/initialization",
    requirements: &["initialize/first", "providers/after-initialize"],
    breaks: &[
        r#"c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}"#,
        r#"c2a {"jsonrpc":"2.0","id":1,"method":"providers/list","params":{}}"#,
    ],
    near_misses: &[r#"
        @init {} {}
        @session"#],
    when: &[When::Calls],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.dir != Dir::ClientToAgent
        || cx.state.connection.phase != Phase::Nothing
        || cx.state.started_late
        || !cx.state.asked(Dir::ClientToAgent).is_unused()
    {
        return;
    }
    let Some(method) = said.known.filter(|m| m.name != "initialize" && m.sent_in(said.dir)) else {
        return;
    };
    if method.name.starts_with("proxy/") || method.name == "$/cancel_request" {
        return;
    }
    let finding = out.at(said, "/method", format!("{} comes before initialize", method.name));
    let names_session =
        said.session().is_some() && !matches!(method.name, "session/load" | "session/resume");
    if names_session && cx.state.messages == 0 {
        finding.severity(Severity::Info);
        finding.message = format!(
            "the recording begins with {}: either it begins late, or initialize is \
            missing",
            method.name
        );
    }
}
