//! An account description contains no credentials.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "auth/secret-in-description",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "An account description contains no credentials.",
    why: "Descriptions are shown and logged. (Judged by its look, so a warning.)",
    fix: "Describe the account without its key.",
    link: "/rfds/get-auth-state",
    requirements: &["auth/account-description-no-credentials"],
    breaks: &[r#"
        @init {} {"auth":{"status":{}}}
        a2c {"jsonrpc":"2.0","method":"auth/status_update","params":{"state":"authenticated","accounts":[{"label":"API","description":"sk-proj-AAAAAAAAAAAAAAAAAAAAAAAA"}]}}"#],
    near_misses: &[r#"
        @init {} {"auth":{"status":{}}}
        a2c {"jsonrpc":"2.0","method":"auth/status_update","params":{"state":"authenticated","accounts":[{"label":"API","description":"work account"}]}}"#],
    when: &[When::Call("auth/status_update"), When::Answer("auth/status")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    for base in ["/params", "/result"] {
        for (i, account) in said.list(&format!("{base}/accounts")).iter().enumerate() {
            if account.get("description").and_then(Value::as_str).and_then(text::secret).is_some() {
                out.at(
                    said,
                    format!("{base}/accounts/{i}/description"),
                    "the description looks like a credential",
                );
            }
        }
    }
}
