//! session/resume does not replay the conversation before its response.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::state::session;

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/replay-on-resume",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "session/resume does not replay the conversation before its response.",
    why: "The client has the history already and shows it twice.",
    fix: "Send history only for session/load.",
    link: "/protocol/v1/session-setup#resuming-a-session",
    requirements: &["session-setup/resume-no-replay"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/resume","params":{"sessionId":"s7","cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s7","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"old question"}}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/resume","params":{"sessionId":"s7","cwd":"/w"}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s7","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    when: &[When::Updates],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let (Some(session), Some(variant)) = (cx.state.session_of(said), said.variant())
        && session::is_history(variant)
        && let Some(resuming) = session.resuming
        && session.turns.is_empty()
    {
        out.at(
            said,
            "/params/update",
            format!(
                "{variant} while session/resume (frame {resuming}) is open: resuming \
            replays nothing"
            ),
        )
        .related(resuming);
    }
}
