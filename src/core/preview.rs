//! A few words from a frame's content, for lists.
//!
//! For people only: nothing is decided by these words. A frame that does not look as expected has none.

use serde_json::Value;

use super::message::{self, Kind};

/// Characters of a preview.
const LENGTH: usize = 120;

/// The words for a frame.
#[must_use]
pub fn preview(
    kind: Kind,
    method: Option<&str>,
    variant: Option<&str>,
    frame: &[u8],
) -> Option<String> {
    if kind == Kind::Invalid {
        let text = String::from_utf8_lossy(&frame[..frame.len().min(4 * LENGTH)]);
        return words(&text);
    }
    let frame = message::value(frame)?;
    let found = match kind {
        Kind::Error => error(&frame),
        Kind::Response => result(method, frame.get("result")?),
        Kind::Request | Kind::Notification => match variant {
            Some(variant) => update(variant, frame.pointer("/params/update")?),
            None => params(method?, frame.get("params")?),
        },
        Kind::Batch | Kind::Invalid => None,
    };
    words(&found?)
}

/// The words for pieces of one text, put together.
#[must_use]
pub fn text_of<'a>(frames: impl Iterator<Item = &'a [u8]>) -> Option<String> {
    let mut all = String::new();
    for frame in frames {
        let frame: Value = serde_json::from_slice(frame).ok()?;
        all.push_str(text(&frame, "/params/update/content/text")?);
        if all.chars().nth(LENGTH).is_some() {
            break;
        }
    }
    words(&quoted(Some(&all))?)
}

/// One line of visible text, cut at a character.
fn words(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut count = 0;
    for c in text.chars() {
        let c = if c.is_control() || c.is_whitespace() { ' ' } else { c };
        if c == ' ' && (out.is_empty() || out.ends_with(' ')) {
            continue;
        }
        if count == LENGTH {
            out.push('…');
            break;
        }
        out.push(c);
        count += 1;
    }
    let out = out.trim_end();
    (!out.is_empty()).then(|| out.to_owned())
}

fn text<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    value.pointer(pointer)?.as_str()
}

/// The parts that are there, with commas.
fn joined(parts: &[Option<&str>]) -> Option<String> {
    let parts: Vec<&str> = parts.iter().flatten().copied().filter(|p| !p.is_empty()).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn quoted(text: Option<&str>) -> Option<String> {
    text.map(|t| format!("“{t}”"))
}

fn block(content: &Value) -> Option<String> {
    match text(content, "/type")? {
        "text" => quoted(text(content, "/text")),
        "resource_link" => joined(&[text(content, "/name").or(text(content, "/uri"))]),
        "resource" => text(content, "/resource/uri").map(ToOwned::to_owned),
        other => Some(other.to_owned()),
    }
}

fn update(variant: &str, update: &Value) -> Option<String> {
    match variant {
        "user_message_chunk"
        | "agent_message_chunk"
        | "agent_thought_chunk"
        | "session_message_chunk"
        | "compaction_summary_chunk" => block(update.get("content")?),
        "tool_call" | "tool_call_update" => joined(&[
            text(update, "/title"),
            text(update, "/status"),
            shape(update.pointer("/content/0")),
        ]),
        "plan" => entries(update.get("entries")?),
        "plan_update" => match update.pointer("/plan/entries") {
            Some(list) => entries(list),
            None => quoted(text(update, "/plan/content")),
        },
        "notice" => {
            let title = quoted(text(update, "/title"));
            joined(&[text(update, "/severity"), title.as_deref()])
        }
        "compaction_update" => joined(&[text(update, "/status")]),
        "current_mode_update" => joined(&[text(update, "/currentModeId")]),
        "available_commands_update" => count(update.get("availableCommands")?, "command"),
        "config_option_update" => count(update.get("configOptions")?, "option"),
        "session_info_update" => joined(&[text(update, "/title")]),
        "usage_update" => {
            let [used, size] = ["used", "size"].map(|key| update.get(key).map(thousands));
            Some(format!("{} of {} tokens", used?, size?))
        }
        "subagent_update" => joined(&[text(update, "/title"), text(update, "/state/type")]),
        _ => None,
    }
}

/// A number as it was sent, its thousands apart if it is a plain one.
fn thousands(number: &Value) -> String {
    let text = number.to_string();
    if !text.bytes().all(|b| b.is_ascii_digit()) {
        return text;
    }
    let mut out = String::with_capacity(text.len() * 2);
    for (i, digit) in text.chars().enumerate() {
        if i > 0 && (text.len() - i).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

fn shape(content: Option<&Value>) -> Option<&str> {
    text(content?, "/type").filter(|t| *t != "content")
}

fn entries(list: &Value) -> Option<String> {
    let list = list.as_array()?;
    let with = |status: &str| list.iter().filter(|e| text(e, "/status") == Some(status)).count();
    let (done, doing) = (with("completed"), with("in_progress"));
    let mut words = plural(list.len(), "entry", "entries");
    if done > 0 {
        words.push_str(&format!(", {done} completed"));
    }
    if doing > 0 {
        words.push_str(&format!(", {doing} in progress"));
    }
    Some(words)
}

fn count(list: &Value, noun: &str) -> Option<String> {
    Some(plural(list.as_array()?.len(), noun, &format!("{noun}s")))
}

fn plural(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

fn params(method: &str, params: &Value) -> Option<String> {
    match method {
        "initialize" => {
            let info = params.get("clientInfo")?;
            let name = text(info, "/title").or(text(info, "/name"))?;
            Some([name, text(info, "/version").unwrap_or("")].join(" "))
        }
        "session/prompt" => params.get("prompt")?.as_array()?.iter().find_map(block),
        "session/new" | "session/load" | "session/resume" => joined(&[text(params, "/cwd")]),
        "session/set_mode" => joined(&[text(params, "/modeId")]),
        "session/set_config_option" => {
            let value = params.get("value").map(ToString::to_string);
            joined(&[text(params, "/configId"), value.as_deref()])
        }
        "session/request_permission" => {
            joined(&[text(params, "/toolCall/title").or(text(params, "/toolCall/toolCallId"))])
        }
        "fs/read_text_file" | "fs/write_text_file" => joined(&[text(params, "/path")]),
        "terminal/create" => {
            let args = params.get("args").and_then(Value::as_array);
            let args = args.into_iter().flatten().filter_map(Value::as_str);
            let words: Vec<&str> = text(params, "/command").into_iter().chain(args).collect();
            Some(words.join(" "))
        }
        "elicitation/create" => quoted(text(params, "/message")),
        "authenticate" => joined(&[text(params, "/methodId")]),
        "$/cancel_request" => params.get("requestId").map(|id| format!("request {id}")),
        _ if method.starts_with("terminal/") => joined(&[text(params, "/terminalId")]),
        _ => None,
    }
}

fn result(method: Option<&str>, result: &Value) -> Option<String> {
    match method? {
        "initialize" => {
            let info = result.get("agentInfo")?;
            let name = text(info, "/title").or(text(info, "/name"))?;
            Some([name, text(info, "/version").unwrap_or("")].join(" "))
        }
        "session/prompt" => joined(&[text(result, "/stopReason")]),
        "session/request_permission" => {
            joined(&[text(result, "/outcome/outcome"), text(result, "/outcome/optionId")])
        }
        "session/list" => count(result.get("sessions")?, "session"),
        "fs/read_text_file" => quoted(text(result, "/content")),
        "terminal/output" => quoted(text(result, "/output")),
        "elicitation/create" => joined(&[text(result, "/action")]),
        _ => None,
    }
}

fn error(frame: &Value) -> Option<String> {
    let code = frame.pointer("/error/code").map(ToString::to_string);
    joined(&[code.as_deref(), text(frame, "/error/message")])
}

#[cfg(test)]
mod tests {
    use super::super::message::read;
    use super::*;

    fn of(frame: &str, method: Option<&str>) -> Option<String> {
        let m = read(frame.as_bytes()).message;
        preview(m.kind, method.or(m.method.as_deref()), m.update.as_deref(), frame.as_bytes())
    }

    #[test]
    fn a_few_words_of_each_kind() {
        let cases = [
            (
                r#"{"method":"session/update","params":{"update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hi\n\tthere"}}}}"#,
                None,
                "“Hi there”",
            ),
            (
                r#"{"method":"session/update","params":{"update":{"sessionUpdate":"tool_call","title":"Read","status":"pending"}}}"#,
                None,
                "Read, pending",
            ),
            (
                r#"{"method":"session/update","params":{"update":{"sessionUpdate":"plan","entries":[{"status":"completed"},{"status":"in_progress"},{}]}}}"#,
                None,
                "3 entries, 1 completed, 1 in progress",
            ),
            (
                r#"{"method":"session/update","params":{"update":{"sessionUpdate":"usage_update","used":1234,"size":1000000}}}"#,
                None,
                "1 234 of 1 000 000 tokens",
            ),
            (
                r#"{"method":"session/update","params":{"update":{"sessionUpdate":"usage_update","used":-1234,"size":"x"}}}"#,
                None,
                "-1234 of \"x\" tokens",
            ),
            (
                r#"{"method":"session/update","params":{"update":{"sessionUpdate":"notice","severity":"warning","title":"Slow"}}}"#,
                None,
                "warning, “Slow”",
            ),
            (
                r#"{"id":1,"method":"terminal/create","params":{"command":"ls","args":["-l"]}}"#,
                None,
                "ls -l",
            ),
            (r#"{"id":1,"result":{"stopReason":"end_turn"}}"#, Some("session/prompt"), "end_turn"),
            (
                r#"{"id":1,"result":{"outcome":{"outcome":"selected","optionId":"yes"}}}"#,
                Some("session/request_permission"),
                "selected, yes",
            ),
            (r#"{"id":1,"error":{"code":-32601,"message":"no"}}"#, Some("x"), "-32601, no"),
            ("npm WARN\u{1b}[0m x", None, "npm WARN [0m x"),
        ];
        for (frame, method, want) in cases {
            assert_eq!(of(frame, method).as_deref(), Some(want), "{frame}");
        }
    }

    #[test]
    fn odd_content_has_no_words_and_long_content_is_cut() {
        assert_eq!(
            of(
                r#"{"method":"session/update","params":{"update":{"sessionUpdate":"plan","entries":7}}}"#,
                None
            ),
            None
        );
        assert_eq!(of(r#"{"method":"x"}"#, None), None);
        let long = format!(r#"{{"id":1,"error":{{"message":"{}"}}}}"#, "é".repeat(500));
        let got = of(&long, None).unwrap();
        assert_eq!((got.chars().count(), got.chars().last()), (LENGTH + 1, Some('…')));
    }
}
