//! session/options creates, resumes or changes no session and causes no updates or list
//! entries.

use crate::core::frame::Dir;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "config-options/query-has-effects",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "session/options creates, resumes or changes no session and causes no updates \
        or list entries.",
    why: "A query must not leave anything behind. (The update may have another cause, \
        so a warning.)",
    fix: "Answer from what is known, without a session.",
    link: "/protocol/v1/draft/schema",
    requirements: &["config-options/query-no-side-effects"],
    breaks: &[r#"
        @init {} {"sessionCapabilities":{"options":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/options","params":{"cwd":"/w"}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"tmp1","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}"#],
    near_misses: &[r#"
        @init {} {"sessionCapabilities":{"options":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/options","params":{"cwd":"/w"}}
        a2c {"jsonrpc":"2.0","id":1,"result":{}}"#],
    when: &[When::Updates],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(id) = said.session()
        && !cx.state.is_known(id)
        && !cx.state.awaits_session()
        && let Some(open) = cx.state.open_request(Dir::ClientToAgent, "session/options", |_| true)
    {
        let frame = open.asked.frame;
        out.at(
            said,
            "/params/sessionId",
            format!(
                "an update for an unknown session while session/options of frame \
            {frame} is open: a query must not start one"
            ),
        )
        .related(frame);
    }
}
