//! `acp-scope completions`.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Cli;
use super::error::Failure;

/// Print a script that completes commands and options in your shell
///
/// For bash: `acp-scope completions bash > ~/.local/share/bash-completion/completions/acp-scope`. For zsh: into a file
/// `_acp-scope` in a folder of `$fpath`. For fish: into `~/.config/fish/completions/acp-scope.fish`.
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "acp-scope", &mut script);
        use std::io::Write as _;
        std::io::stdout().write_all(&script).map_err(|e| Failure::output(&e))
    }
}
