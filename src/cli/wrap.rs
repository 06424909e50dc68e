//! `acp-scope wrap` and `acp-scope unwrap`.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use etcetera::BaseStrategy;
use similar::TextDiff;

use super::error::Failure;
use super::settings::{self, Agent};
use super::text::harmless;

#[derive(Debug, Args)]
struct Where {
    /// The editor whose settings are meant
    #[arg(long, value_enum, default_value_t = Editor::Zed)]
    editor: Editor,
    /// The settings file, if it is not in its usual place
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// Only show what would change
    #[arg(long)]
    dry_run: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Editor {
    /// ~/.config/zed/settings.json
    Zed,
    /// ~/.jetbrains/acp.json
    Jetbrains,
}

/// Put acp-scope in front of agents in an editor's settings
///
/// Without names, lists the agents that there are. Comments and order stay; a copy of the file as it was is kept
/// beside it. `acp-scope unwrap` takes acp-scope away again.
#[derive(Debug, Args)]
pub(super) struct Wrap {
    /// Names of agents, as they stand under "agent_servers"
    #[arg(value_name = "AGENT")]
    agents: Vec<String>,
    /// All agents that have a command
    #[arg(long, conflicts_with = "agents")]
    all: bool,
    #[command(flatten)]
    place: Where,
}

/// Take acp-scope away from agents in an editor's settings
///
/// Without names, from all of them. The settings are then as they were before `acp-scope wrap`, to the byte.
#[derive(Debug, Args)]
pub(super) struct Unwrap {
    /// Names of agents, as they stand under "agent_servers"
    #[arg(value_name = "AGENT")]
    agents: Vec<String>,
    #[command(flatten)]
    place: Where,
}

impl Wrap {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let file = Settings::read(&self.place)?;
        if self.agents.is_empty() && !self.all {
            return file.list();
        }
        let names = file.chosen(&self.agents)?;
        let me = std::env::current_exe()
            .map_err(|e| Failure::input(format!("acp-scope: {e}: start it by its path")))?;
        let new =
            settings::wrap(&file.text, &names, &me.to_string_lossy()).map_err(|e| file.bad(&e))?;
        file.write(&new, self.place.dry_run, true)
    }
}

impl Unwrap {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let file = Settings::read(&self.place)?;
        let names = file.chosen(&self.agents)?;
        let new = settings::unwrap(&file.text, &names).map_err(|e| file.bad(&e))?;
        file.write(&new, self.place.dry_run, false)
    }
}

struct Settings {
    path: PathBuf,
    text: String,
    agents: Vec<Agent>,
}

impl Settings {
    fn read(place: &Where) -> Result<Settings, Failure> {
        let path = match &place.settings {
            Some(path) => path.clone(),
            None => usual(place.editor)?,
        };
        // A link, of one who keeps settings elsewhere, stays a link.
        let path = path.canonicalize().unwrap_or(path);
        let text = fs::read_to_string(&path).map_err(|e| {
            Failure::input(format!(
                "{}: cannot be read: {e}: name the file with --settings",
                path.display()
            ))
        })?;
        let mut file = Settings { path, text, agents: Vec::new() };
        file.agents = settings::agents(&file.text).map_err(|e| file.bad(&e))?;
        Ok(file)
    }

    fn bad(&self, why: &str) -> Failure {
        Failure::input(format!(
            "{}: {}: add an agent in your editor first, or name another file with --settings",
            self.path.display(),
            harmless(why)
        ))
    }

    /// The names that are meant; all of them when none is given.
    fn chosen(&self, given: &[String]) -> Result<Vec<String>, Failure> {
        let known: Vec<String> = self.agents.iter().map(|a| a.name.clone()).collect();
        for name in given {
            match self.agents.iter().find(|a| a.name == *name) {
                Some(agent) if agent.has_command => {}
                Some(_) => {
                    return Err(Failure::input(format!(
                        "{name:?}: has no command in the settings: your editor installs it by itself: \
                         add it under another name with its command, and wrap that"
                    )));
                }
                None => {
                    return Err(Failure::input(format!(
                        "no agent {name:?}: there are {}: write one of these names",
                        harmless(&known.join(", "))
                    )));
                }
            }
        }
        Ok(if given.is_empty() { known } else { given.to_vec() })
    }

    fn list(&self) -> Result<(), Failure> {
        for agent in &self.agents {
            let state = match agent {
                Agent { has_command: false, .. } => "has no command of its own",
                Agent { wrapped: true, .. } => "goes through acp-scope",
                _ => "does not go through acp-scope",
            };
            anstream::println!("{}: {state}", harmless(&agent.name));
        }
        Err(Failure::input("wrap: no agent is named: write its name, or --all"))
    }

    fn write(&self, new: &str, dry_run: bool, back_up: bool) -> Result<(), Failure> {
        if new == self.text {
            anstream::println!("{}: nothing to change", self.path.display());
            return Ok(());
        }
        if dry_run {
            let name = self.path.display().to_string();
            let diff = TextDiff::from_lines(self.text.as_str(), new);
            let diff = diff.unified_diff().header(&name, &name).to_string();
            return std::io::stdout().write_all(diff.as_bytes()).map_err(|e| Failure::output(&e));
        }
        let failed = |e: std::io::Error| {
            Failure::input(format!(
                "{}: cannot be written: {e}: check its rights",
                self.path.display()
            ))
        };
        // Of several runs the first one's copy is the one without acp-scope.
        let backup = beside(&self.path, ".before-acp-scope");
        if back_up && !self.agents.iter().any(|a| a.wrapped) {
            replace(&backup, self.text.as_bytes(), &self.path).map_err(failed)?;
            anstream::println!("{}: the settings as they were", backup.display());
        }
        replace(&self.path, new.as_bytes(), &self.path).map_err(failed)?;
        let after = settings::agents(new).unwrap_or_default();
        for agent in after.iter().filter(|a| !self.agents.contains(a)) {
            let state = if agent.wrapped {
                "goes through acp-scope now"
            } else {
                "goes without acp-scope now"
            };
            anstream::println!("{}: {state}", harmless(&agent.name));
        }
        Ok(())
    }
}

fn usual(editor: Editor) -> Result<PathBuf, Failure> {
    let folders = etcetera::choose_base_strategy().map_err(|_| {
        Failure::input("no home folder: the environment names none: name the file with --settings")
    })?;
    Ok(match editor {
        Editor::Zed => folders.config_dir().join("zed/settings.json"),
        Editor::Jetbrains => folders.home_dir().join(".jetbrains/acp.json"),
    })
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Writes a file whole or not at all, with the rights of another one.
fn replace(path: &Path, bytes: &[u8], like: &Path) -> std::io::Result<()> {
    let mode = fs::metadata(like)?.permissions().mode() & 0o777;
    let new = beside(path, &format!(".{}", std::process::id()));
    let written = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(mode)
        .open(&new)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()));
    written.and_then(|()| fs::rename(&new, path)).inspect_err(|_| {
        let _ = fs::remove_file(&new);
    })
}
