//! `acp-scope rules`.

use std::io::Write as _;

use clap::Args;

use super::Format;
use super::error::Failure;
use crate::core::rules::{self, RULES, Rule};
use crate::report;

/// List the rules that `check` applies, or explain one
#[derive(Debug, Args)]
pub(super) struct Rules {
    /// A rule's id, or a group
    #[arg(value_name = "RULE")]
    rule: Option<String>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Rules {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let text = match (&self.rule, self.format) {
            (None, Format::Json) => pretty(RULES),
            (None, Format::Text) => report::text::rules(RULES),
            (Some(id), format) => {
                let group: Vec<&'static Rule> =
                    RULES.iter().copied().filter(|r| r.id == id || r.group() == id).collect();
                match (&group[..], format) {
                    ([], _) => return Err(unknown(id)),
                    (list, Format::Json) => pretty(list),
                    ([one], Format::Text) if one.id == id => report::text::explain(one),
                    (list, Format::Text) => report::text::rules(list),
                }
            }
        };
        anstream::stdout().write_all(text.as_bytes()).map_err(|e| Failure::output(&e))
    }
}

fn pretty(list: &[&'static Rule]) -> String {
    format!("{:#}\n", report::json::rules(list))
}

/// A word that names no rule.
pub(super) fn unknown(id: &str) -> Failure {
    let hint = match rules::near(id) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "see `acp-scope rules`".to_owned(),
    };
    Failure::input(format!("no rule or group {id:?}: {hint}"))
}
