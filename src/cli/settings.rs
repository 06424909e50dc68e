//! Agents in an editor's settings, JSON with comments: acp-scope goes in front of their commands and out again.
//!
//! Text in, text out. Only the spans in question change; comments, order and blanks stay, and what
//! [`wrap`] has put in [`unwrap`] takes out to the byte.

use jsonc_parser::ast::{Array, Object, StringLit, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

/// An agent of the settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Agent {
    pub(super) name: String,
    /// acp-scope stands in front of it.
    pub(super) wrapped: bool,
    /// It has a command of its own; the editor brings others along.
    pub(super) has_command: bool,
}

/// What is to be written in place of a span.
struct Edit {
    start: usize,
    end: usize,
    text: String,
}

/// The agents in a text.
///
/// # Errors
/// Why it cannot be read.
pub(super) fn agents(text: &str) -> Result<Vec<Agent>, String> {
    visit(text, |found| Ok(found.iter().map(|(agent, _)| agent.clone()).collect()))
}

/// Puts a program in front of the commands of these agents.
///
/// # Errors
/// Why the text cannot be read.
pub(super) fn wrap(text: &str, names: &[String], program: &str) -> Result<String, String> {
    edited(text, names, |command| (!command.is_wrapped()).then(|| command.wrapped(text, program)))
}

/// Takes acp-scope away again.
///
/// # Errors
/// Why the text cannot be read.
pub(super) fn unwrap(text: &str, names: &[String]) -> Result<String, String> {
    edited(text, names, |command| command.is_wrapped().then(|| command.unwrapped(text)))
}

fn edited(
    text: &str,
    names: &[String],
    edits: impl Fn(&Command<'_, '_>) -> Option<Vec<Edit>>,
) -> Result<String, String> {
    visit(text, |found| {
        let chosen = found.iter().filter(|(agent, _)| names.contains(&agent.name));
        let mut all: Vec<Edit> =
            chosen.filter_map(|(_, command)| edits(command.as_ref()?)).flatten().collect();
        all.sort_by_key(|e| e.start);
        let (mut out, mut at) = (String::new(), 0);
        for edit in all {
            out.push_str(text.get(at..edit.start).unwrap_or_default());
            out.push_str(&edit.text);
            at = edit.end;
        }
        out.push_str(text.get(at..).unwrap_or_default());
        Ok(out)
    })
}

/// A command and its arguments, where they stand.
struct Command<'t, 'a> {
    program: &'t StringLit<'a>,
    args: Option<&'t Array<'a>>,
}

fn visit<T>(
    text: &str,
    look: impl FnOnce(&[(Agent, Option<Command<'_, '_>>)]) -> Result<T, String>,
) -> Result<T, String> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default())
        .map_err(|e| e.to_string())?;
    let Some(Value::Object(settings)) = &parsed.value else {
        return Err("holds no settings".to_owned());
    };
    let Some(servers) = settings.get_object("agent_servers") else {
        return Err("has no \"agent_servers\"".to_owned());
    };
    let found: Vec<_> = servers
        .properties
        .iter()
        .filter_map(|property| {
            let command = command(property.value.as_object()?);
            let name = property.name.as_str().to_owned();
            let wrapped = command.as_ref().is_some_and(Command::is_wrapped);
            Some((Agent { name, wrapped, has_command: command.is_some() }, command))
        })
        .collect();
    look(&found)
}

fn command<'t, 'a>(agent: &'t Object<'a>) -> Option<Command<'t, 'a>> {
    if let Some(program) = agent.get_string("command") {
        return Some(Command { program, args: agent.get_array("args") });
    }
    let command = agent.get_object("command")?;
    Some(Command { program: command.get_string("path")?, args: command.get_array("args") })
}

impl Command<'_, '_> {
    /// How many arguments are ours, the agent's own program among them.
    fn ours(&self) -> Option<usize> {
        let program = self.program.value.rsplit(['/', '\\']).next().unwrap_or_default();
        let args = &self.args?.elements;
        let dashes =
            args.iter().position(|a| a.as_string_lit().is_some_and(|a| a.value == "--"))?;
        let first = args[0].as_string_lit().map_or("", |a| &*a.value);
        let ours = matches!(program, "acp-scope" | "acp-scope.exe")
            && (first == "run" || dashes == 0)
            && args.get(dashes + 1).is_some_and(|a| a.as_string_lit().is_some());
        ours.then_some(dashes + 2)
    }

    fn is_wrapped(&self) -> bool {
        self.ours().is_some()
    }

    fn wrapped(&self, text: &str, program: &str) -> Vec<Edit> {
        let literal = self.program.range();
        let agent = &text[literal.start..literal.end];
        let new = serde_json::to_string(program).unwrap_or_default();
        let mut edits = vec![Edit { start: literal.start, end: literal.end, text: new }];
        match self.args {
            None => edits[0].text.push_str(&added(agent)),
            Some(args) => {
                let (start, after) = match args.elements.first() {
                    Some(first) => (first.range().start, ", "),
                    None => (args.range().start + 1, ""),
                };
                let text = format!("\"run\", \"--\", {agent}{after}");
                edits.push(Edit { start, end: start, text });
            }
        }
        edits
    }

    fn unwrapped(&self, text: &str) -> Vec<Edit> {
        let (Some(args), Some(ours)) = (self.args, self.ours()) else { return Vec::new() };
        let agent = args.elements[ours - 1].range();
        let agent = &text[agent.start..agent.end];
        let literal = self.program.range();
        let mut edits =
            vec![Edit { start: literal.start, end: literal.end, text: agent.to_owned() }];
        // There were no arguments before.
        if text[literal.end..].starts_with(&added(agent)) {
            edits[0].end += added(agent).len();
            return edits;
        }
        let start = args.elements[0].range().start;
        let end = match args.elements.get(ours) {
            Some(next) => next.range().start,
            None => args.elements[ours - 1].range().end,
        };
        edits.push(Edit { start, end, text: String::new() });
        edits
    }
}

/// Arguments for a command that had none; written so that they are known again.
fn added(agent: &str) -> String {
    format!(", \"args\": [\"run\",\"--\",{agent}]")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: &str = r#"// Zed settings
{
  "theme": "One", // mine
  "agent_servers": {
    /* the one I use */
    "A": { "command": "my-agent", "args": ["--acp", /* why? */ "-v"], "env": {"K": "v"}, },
    "B": { "command": "/opt/\u0062/agent" },
    "C": { "type": "custom", "command": "c", "args": [ ] },
    "D": { "command": { "path": "d", "args": ["x"] } },
    "E": { "type": "registry" },
    "F": {
      "command": "f",
      "args": [
        "one",
      ],
    },
  },
}
"#;

    fn names(text: &str) -> Vec<String> {
        agents(text).unwrap().into_iter().map(|a| a.name).collect()
    }

    #[test]
    fn what_was_wrapped_unwraps_to_the_byte() {
        let all = names(SETTINGS);
        assert_eq!(all, ["A", "B", "C", "D", "E", "F"]);
        for some in [&all[..], &all[..1], &all[1..2], &all[2..3], &all[3..4], &all[5..]] {
            let wrapped = wrap(SETTINGS, some, "/bin/acp-scope").unwrap();
            for agent in agents(&wrapped).unwrap() {
                let chosen = some.contains(&agent.name) && agent.has_command;
                assert_eq!(agent.wrapped, chosen, "{wrapped}");
            }
            // Twice is once.
            assert_eq!(wrap(&wrapped, some, "/bin/acp-scope").unwrap(), wrapped);
            assert_eq!(unwrap(&wrapped, &all).unwrap(), SETTINGS);
        }
    }

    #[test]
    fn the_command_is_what_one_would_write_by_hand() {
        let all = names(SETTINGS);
        let wrapped = wrap(SETTINGS, &all, "/bin/acp-scope").unwrap();
        for part in [
            r#""A": { "command": "/bin/acp-scope", "args": ["run", "--", "my-agent", "--acp", /* why? */ "-v"], "env""#,
            r#""B": { "command": "/bin/acp-scope", "args": ["run","--","/opt/\u0062/agent"] },"#,
            r#""command": "/bin/acp-scope", "args": ["run", "--", "c" ] },"#,
            r#"{ "path": "/bin/acp-scope", "args": ["run", "--", "d", "x"] }"#,
            "// mine",
        ] {
            assert!(wrapped.contains(part), "{part}\n{wrapped}");
        }
    }

    #[test]
    fn what_was_written_by_hand_unwraps_too() {
        let text = r#"{"agent_servers":{"A":{"command":"acp-scope","args":["run","--name","n","--","a","b"]},"B":{"command":"acp-scope","args":["--","b"]},"C":{"command":"acp-scope","args":["demo-agent"]}}}"#;
        let all = names(text);
        assert_eq!(
            unwrap(text, &all).unwrap(),
            r#"{"agent_servers":{"A":{"command":"a","args":["b"]},"B":{"command":"b","args":[]},"C":{"command":"acp-scope","args":["demo-agent"]}}}"#
        );
    }

    #[test]
    fn what_is_no_settings_file_is_said() {
        assert!(agents("{").is_err());
        assert_eq!(agents("[]").unwrap_err(), "holds no settings");
        assert_eq!(agents("{}").unwrap_err(), "has no \"agent_servers\"");
    }
}
