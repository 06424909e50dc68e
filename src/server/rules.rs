//! Rules, with examples of wrong and of right traffic.

use axum::Json;
use axum::extract::Path;

use super::error::Error;
use super::{convert, dto};
use crate::core::protocol::Stability;
use crate::core::rules;

/// One rule.
pub(super) async fn one(Path(id): Path<String>) -> Result<Json<dto::Rule>, Error> {
    let Some(rule) = rules::rule(&id) else { return Err(Error::NoRule(id)) };
    Ok(Json(dto::Rule {
        id,
        severity: convert::severity(rule.severity.word()),
        binds: rule.binds.word().to_owned(),
        draft: rule.stability == Stability::Draft,
        since: rule.since.to_owned(),
        requirement: rule.requirement.to_owned(),
        why: rule.why.to_owned(),
        fix: rule.fix.to_owned(),
        link: rule.address(),
        wrong: rule.breaks.iter().map(|e| frames(e)).collect(),
        right: rule.near_misses.iter().map(|e| frames(e)).collect(),
    }))
}

/// The lines of an example.
fn frames(example: &str) -> Vec<dto::ExampleFrame> {
    let lines = example.lines().map(str::trim).filter(|line| !line.is_empty());
    let frame = |line: &str| {
        // A frame may be empty.
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (dir, text) = match word {
            "c2a" => (Some(dto::Dir::C2a), rest.to_owned()),
            "a2c" => (Some(dto::Dir::A2c), rest.to_owned()),
            _ => (None, note(word, rest)),
        };
        dto::ExampleFrame { dir, text }
    };
    lines.map(frame).collect()
}

/// What a line stands for that is no frame; the lines are those of `core::rules::example`.
fn note(word: &str, rest: &str) -> String {
    match word {
        "@prelude" => "after initialize, with all stable capabilities, and session/new".to_owned(),
        "@session" => "after session/new".to_owned(),
        "@init" => format!("after initialize, with the capabilities {rest}"),
        "eof" if rest == "c2a" => "the client closes its end".to_owned(),
        "eof" => "the agent closes its end".to_owned(),
        "t" => format!("at {rest} s"),
        "err" => format!("on stderr: {rest}"),
        "b64" => format!("bytes that are no text, in base64: {rest}"),
        _ => format!("{word} {rest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_every_example_is_a_frame_or_is_told_in_words() {
        for rule in rules::RULES {
            for line in rule.breaks.iter().chain(rule.near_misses).flat_map(|e| frames(e)) {
                match line.dir {
                    Some(_) => assert!(!line.text.starts_with('@'), "{}: {line:?}", rule.id),
                    None => {
                        let told = !line.text.starts_with('@') && line.text.contains(' ');
                        assert!(told, "{}: {line:?}", rule.id);
                    }
                }
            }
        }
    }
}
