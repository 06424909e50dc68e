//! An agent that has message ids puts them on the chunks it can attribute, including echoed
//! and replayed user messages.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "prompt-turn/user-chunk-without-id",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "An agent that has message ids puts them on the chunks it can attribute, \
        including echoed and replayed user messages.",
    why: "Clients match echoes and replays by the id. (A hint.)",
    fix: "Put messageId on all chunks that can be attributed.",
    link: "/rfds/message-id",
    requirements: &["prompt-turn/message-id-included"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"m1","content":{"type":"text","text":"a"}}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"q"}}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hello"},"messageId":"m1"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"q"},"messageId":"u1"}}}"#],
    when: &[When::Update("user_message_chunk")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(session) = cx.state.session_of(said)
        && session.has_message_ids
        && said.at("/params/update/messageId").is_null()
        && session.run.as_ref().is_none_or(|r| r.variant != "user_message_chunk")
    {
        out.at(
            said,
            "/params/update",
            "the agent gives its messages ids, but not this message of the user",
        );
    }
}
