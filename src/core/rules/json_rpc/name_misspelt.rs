//! ACP object keys are camelCase and discriminator values are snake_case.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueCode;
use crate::core::rules::{Binds, Check, Context, KIND, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/name-misspelt",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "ACP object keys are camelCase and discriminator values are snake_case.",
    why: "A name in another spelling is another name: a required field is missing, an \
        optional one is lost without a word. (The convention is a SHOULD; the value \
        that is lost makes it more.)",
    fix: "Write keys in camelCase and discriminator values in snake_case, as the schema \
        has them.",
    link: "/protocol/v1/overview#conventions",
    requirements: &["jsonrpc/naming-convention"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"session_id":"s1","prompt":[{"type":"text","text":"hi"}]}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}],"_meta":{"session_id":"x"}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, _said: &Said<'_>, issue: &Issue) -> Option<u8> {
    let same = |a: &str, b: &str| {
        let fold = |s: &str| -> String {
            s.chars().filter(|c| !matches!(c, '_' | '-')).flat_map(char::to_lowercase).collect()
        };
        a != b && fold(a) == fold(b)
    };

    let meant = issue.suggestion.as_deref()?;
    let quoted = |text: &str| -> Option<String> {
        let start = text.find('"')? + 1;
        let end = text[start..].find('"')? + start;
        Some(text[start..end].to_owned())
    };
    let written = match issue.code {
        IssueCode::MissingField
        | IssueCode::UnknownField
        | IssueCode::UnknownVariant
        | IssueCode::NotInEnum
        | IssueCode::UnknownValue => quoted(&issue.found)?,
        _ => return None,
    };
    let missing = issue.missing.unwrap_or_default();
    (same(&written, meant) || same(&written, missing)).then_some(KIND)
}
