//! The reference as a page, for `docs/filter.md` and for `acp-scope show --help`'s readers.

use std::fmt::Write as _;

use super::fields::{FIELDS, Takes};

/// The page, in Markdown.
#[must_use]
pub fn markdown() -> String {
    let mut out = String::from(
        "# The filter language\n\n\
         One line of text that says which frames to show: in the filter box of the page's Frames view, in\n\
         `acp-scope show REC --filter '…'`, and in the API. This page is generated from the program's own table\n\
         (`UPDATE_DOCS=1 cargo test --test filter`).\n\n",
    );
    for paragraph in prose() {
        let _ = writeln!(out, "{paragraph}\n");
    }
    out.push_str("## Fields\n\n| field | asks for | examples |\n|---|---|---|\n");
    for field in FIELDS {
        let examples: Vec<String> = field.examples.iter().map(|e| format!("`{e}`")).collect();
        let _ = writeln!(
            out,
            "| `{}` | {} | {} |",
            field.name.word(),
            field.meaning,
            examples.join(", ")
        );
    }
    out.push_str("\n## Words that fields take\n\n");
    for field in FIELDS {
        let (Takes::Words(words) | Takes::WordsOrRule(words)) = field.takes else { continue };
        let _ = writeln!(out, "`{}`\n", field.name.word());
        for (word, meaning) in words {
            let _ = writeln!(out, "- `{word}`: {meaning}");
        }
        out.push('\n');
    }
    out.push_str("## Examples\n\n| filter | shows |\n|---|---|\n");
    for (filter, shows) in EXAMPLES {
        let _ = writeln!(out, "| `{filter}` | {shows} |");
    }
    out
}

/// Whole filters, with what they show.
pub const EXAMPLES: &[(&str, &str)] = &[
    (
        "dir:agent method:session/* -update:*_chunk",
        "what the agent says of sessions, the streamed text left out",
    ),
    ("kind:request is:unanswered", "requests that nobody has answered"),
    ("latency:>2s -method:session/prompt", "slow answers, turns left out"),
    ("finding:error or is:odd", "what is broken"),
    ("gap:>5s", "the first frame after each long silence"),
    ("at:1:30..2:00 \"permission denied\"", "a text within half a minute"),
    (
        "method:fs/*,terminal/* (kind:error or latency:>1s)",
        "files and terminals that failed or were slow",
    ),
];

/// The paragraphs of the module's comment behind its first two: one text for readers of the code and of the page.
fn prose() -> Vec<String> {
    let comment: Vec<&str> = include_str!("mod.rs")
        .lines()
        .take_while(|l| l.starts_with("//!"))
        .map(|l| l.trim_start_matches("//!").trim())
        .collect();
    let paragraphs: Vec<String> =
        comment.split(|l| l.is_empty()).filter(|p| !p.is_empty()).map(|p| p.join("\n")).collect();
    let inner = paragraphs.len().saturating_sub(1);
    paragraphs.into_iter().take(inner).skip(2).collect()
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn the_examples_are_filters_in_their_canonical_form_or_near_it() {
        for (filter, _) in EXAMPLES {
            assert!(parse(filter).is_ok(), "{filter}");
        }
        let page = markdown();
        assert!(page.contains("A filter is a list of terms") && !page.contains("FIELDS"));
    }
}
