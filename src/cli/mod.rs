//! The command line: one file a command, each with its arguments and one function.
//!
//! This is the only module that talks to people in a terminal. Results go to stdout, all else to stderr;
//! while an agent runs, stdout carries the agent's bytes and nothing of ours.

mod check;
mod completions;
mod delete;
mod demo;
mod doctor;
mod error;
mod explain;
mod export;
mod filtered;
mod import;
mod list;
mod log;
mod prune;
mod recording;
mod rename;
mod rules;
mod run;
mod search;
mod settings;
mod show;
mod tag;
mod text;
mod ui;
mod wrap;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use etcetera::BaseStrategy;

use crate::store::Location;
use error::Failure;

/// An oscilloscope for the Agent Client Protocol
///
/// Put `acp-scope run --` in front of an agent's command in your editor's settings. The conversation
/// goes on as before; every line that crosses is recorded, and `acp-scope ui` shows it.
#[derive(Debug, Parser)]
#[command(name = "acp-scope", version, max_term_width = 100)]
pub struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Option<Command>,
    /// The agent's command, the same as `acp-scope run -- COMMAND`
    #[arg(last = true, value_name = "COMMAND")]
    agent: Vec<OsString>,
}

#[derive(Debug, Clone, Args)]
struct Common {
    /// Database to use [default: $ACP_SCOPE_HOME/acp-scope.db, or in the data folder of your system]
    #[arg(long, global = true, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Log what acp-scope does, and never what crosses: error, warn, info, debug or trace [default: $ACP_SCOPE_LOG]
    #[arg(long, global = true, value_name = "LEVEL", value_parser = log::level, hide_short_help = true)]
    log: Option<::log::LevelFilter>,
    /// Where to log to [default: $ACP_SCOPE_LOG_FILE, or stderr]
    #[arg(long, global = true, value_name = "FILE", hide_short_help = true)]
    log_file: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(run::Run),
    Ui(ui::Ui),
    Demo(demo::Demo),
    List(list::List),
    Show(show::Show),
    Search(search::Search),
    Check(check::Check),
    Rules(rules::Rules),
    Explain(explain::Explain),
    Import(import::Import),
    Export(export::Export),
    Rename(rename::Rename),
    Tag(tag::Tag),
    Delete(delete::Delete),
    Prune(prune::Prune),
    Doctor(doctor::Doctor),
    Wrap(wrap::Wrap),
    Unwrap(wrap::Unwrap),
    Completions(completions::Completions),
    /// The agent of the demonstration
    #[command(hide = true)]
    DemoAgent(demo::Pace),
}

/// How a result is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON document
    Json,
}

impl Common {
    /// Where the database is, unless others can write there.
    fn location(&self) -> Result<Location, Failure> {
        let location = self.unguarded()?;
        location.guard()?;
        Ok(location)
    }

    fn unguarded(&self) -> Result<Location, Failure> {
        if let Some(database) = &self.db {
            return Ok(Location { database: resolved(database) });
        }
        let home = std::env::var_os("ACP_SCOPE_HOME").filter(|h| !h.is_empty()).map(PathBuf::from);
        let folder = match home {
            Some(home) => home,
            None => etcetera::choose_base_strategy()
                .map_err(|_| {
                    Failure::input(
                        "no home folder: the environment names none: \
                         set ACP_SCOPE_HOME, or name a database with --db",
                    )
                })?
                .data_dir()
                .join("acp-scope"),
        };
        Ok(Location { database: resolved(&folder.join("acp-scope.db")) })
    }
}

/// Links that are followed one behind the other, as many as the system follows.
const LINKS: u32 = 40;

/// The path without links: the journals lie beside the database, by whatever name it is called. Also where a link leads
/// to nothing yet: there the database will be.
fn resolved(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let Ok(target) = path.read_link() else { break };
        // A target with a root replaces all of the path.
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    if let Ok(whole) = path.canonicalize() {
        return whole;
    }
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (folder.canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}

/// A word where a command must stand, and the command that was meant.
fn no_such_command(e: &clap::Error) -> Option<Failure> {
    use clap::error::{ContextKind, ContextValue, ErrorKind};
    let Some(ContextValue::String(word)) = e.get(ContextKind::InvalidArg) else { return None };
    if e.kind() != ErrorKind::UnknownArgument || word.starts_with('-') {
        return None;
    }
    let commands = Cli::command();
    // An argument too many behind a command is not a command.
    let known = |arg: &OsString| commands.find_subcommand(arg).is_some();
    if std::env::args_os().skip(1).any(|arg| known(&arg)) {
        return None;
    }
    let near = commands
        .get_subcommands()
        .filter(|c| !c.is_hide_set())
        .map(|c| (strsim::jaro_winkler(c.get_name(), word), c.get_name()))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .filter(|(likeness, _)| *likeness > 0.7);
    let hint = match near {
        Some((_, name)) => format!("did you mean `{name}`?"),
        None => "to record an agent, write its command behind `--`".to_owned(),
    };
    Some(Failure::input(format!("no command {word:?}: {hint}: see `acp-scope --help`")))
}

/// Parses the command line, does what it says, and gives the exit code.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(e) => match no_such_command(&e) {
            Some(failure) => return error::exit_code(Err(failure)),
            None => e.exit(),
        },
    };
    let common = cli.common;
    let records = match &cli.command {
        None => !cli.agent.is_empty(),
        Some(command) => matches!(command, Command::Run(_)),
    };
    // Beside an agent nothing is printed that is not asked for.
    log::tell_panics(records);
    if let Err(failure) = log::begin(common.log, common.log_file.as_deref()) {
        // A log that cannot be had must not cost the conversation.
        if !records {
            return error::exit_code(Err(failure));
        }
        let _ = error::exit_code(Err(failure));
    }
    let result = match cli.command {
        None if !cli.agent.is_empty() => return run::Run::plain(cli.agent).run(&common),
        None => ui::guide(&common),
        Some(Command::Run(command)) => return command.run(&common),
        Some(Command::Ui(command)) => command.run(&common),
        Some(Command::Demo(command)) => command.run(&common),
        Some(Command::List(command)) => command.run(&common),
        Some(Command::Show(command)) => command.run(&common),
        Some(Command::Search(command)) => command.run(&common),
        Some(Command::Check(command)) => return command.run(&common),
        Some(Command::Rules(command)) => command.run(),
        Some(Command::Explain(command)) => command.run(&common),
        Some(Command::Import(command)) => command.run(&common),
        Some(Command::Export(command)) => command.run(&common),
        Some(Command::Rename(command)) => command.run(&common),
        Some(Command::Tag(command)) => command.run(&common),
        Some(Command::Delete(command)) => command.run(&common),
        Some(Command::Prune(command)) => command.run(&common),
        Some(Command::Doctor(command)) => command.run(&common),
        Some(Command::Wrap(command)) => command.run(),
        Some(Command::Unwrap(command)) => command.run(),
        Some(Command::Completions(command)) => command.run(),
        Some(Command::DemoAgent(pace)) => demo::agent(&pace),
    };
    error::exit_code(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn an_agent_may_be_given_without_run() {
        let cli = Cli::parse_from(["acp-scope", "--db", "x", "--", "run", "--db"]);
        assert!(cli.command.is_none());
        assert_eq!(cli.agent, ["run", "--db"]);
        let cli = Cli::parse_from(["acp-scope", "run", "-v", "--", "list", "--", "-v"]);
        let Some(Command::Run(run)) = cli.command else { panic!() };
        assert_eq!(run.agent(), ["list", "--", "-v"]);
    }
}
