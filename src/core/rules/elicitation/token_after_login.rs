//! Credentials obtained through URL mode are not sent over ACP or put into client or model
//! context.

use crate::core::frame::Dir;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "elicitation/token-after-login",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Credentials obtained through URL mode are not sent over ACP or put into \
        client or model context.",
    why: "What the user has entered elsewhere must not reach the client or the model. \
        (Judged by its look, so a warning.)",
    fix: "Keep credentials inside the agent.",
    link: "/protocol/v1/elicitation#url-mode",
    requirements: &["elicitation/no-tokens-over-acp"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","elicitationId":"e1","url":"https://x.example/go","message":"Sign in"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"accept"}}
        a2c {"jsonrpc":"2.0","method":"elicitation/complete","params":{"elicitationId":"e1"}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Your token is ghp_0123456789abcdefghijklmnopqrstuvwxyz"}}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","elicitationId":"e1","url":"https://x.example/go","message":"Sign in"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"accept"}}
        a2c {"jsonrpc":"2.0","method":"elicitation/complete","params":{"elicitationId":"e1"}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"You are logged in"}}}}"#],
    when: &[When::Call("session/update")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if cx.state.url_completed.is_none() || said.dir != Dir::AgentToClient {
        return;
    }
    for pointer in
        ["/params/update/content/text", "/params/update/title", "/params/update/description"]
    {
        if said.text(pointer).is_some_and(|t| text::secret(t).is_some()) {
            out.at(said, pointer, "this looks like a credential, after a login by URL");
        }
    }
}
