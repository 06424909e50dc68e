//! A request id is a string, an integer number or null; other JSON types are invalid.

use crate::core::message::Remark;
use crate::core::message::RequestId;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/id-type",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A request id is a string, an integer number or null; other JSON types are \
        invalid.",
    why: "The answer has to repeat the id; one of another type or size cannot be \
        repeated by every reader.",
    fix: "Use small integers or strings as ids.",
    link: "https://www.jsonrpc.org/specification#request_object",
    requirements: &["jsonrpc/id-type"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":true,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":"a-1","method":"session/list","params":{}}
        a2c {"jsonrpc":"2.0","id":"a-1","result":{"sessions":[]}}"#],
    when: &[When::Message],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.remarks().any(|r| *r == Remark::IdType) {
        out.at(said, "/id", "an id is a string or an integer; this one is neither");
    }
    if let Some(RequestId::Number(spelled)) = said.id
        && !spelled.contains(['.', 'e', 'E'])
        && spelled.parse::<i64>().is_err()
    {
        out.at(
            said,
            "/id",
            format!("the id {spelled} does not fit into 64 bits, so typed readers lose it"),
        );
    }
}
