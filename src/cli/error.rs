//! What a command can fail with, and the one place that makes exit codes of it.

use std::io;
use std::process::ExitCode;

use crate::{capture, import, indexer, share, store};

/// Why a command failed, in the form `what: why: what to do`.
#[derive(Debug)]
pub(super) enum Failure {
    /// The user's input cannot be used.
    Input(String),
    /// Whoever read our output has gone; nobody is to be told.
    OutputClosed,
}

impl Failure {
    pub(super) fn input(message: impl Into<String>) -> Failure {
        Failure::Input(message.into())
    }

    /// Turns an error of stdout into a failure, or silence when the reader has gone.
    pub(super) fn output(e: &io::Error) -> Failure {
        if e.kind() == io::ErrorKind::BrokenPipe {
            Failure::OutputClosed
        } else {
            Failure::Input(format!("output: {e}: check where it goes to"))
        }
    }
}

impl From<store::Error> for Failure {
    fn from(e: store::Error) -> Failure {
        Failure::Input(e.to_string())
    }
}

impl From<capture::Error> for Failure {
    fn from(e: capture::Error) -> Failure {
        match e {
            capture::Error::Store(e) => e.into(),
            capture::Error::Output(e) => Failure::output(&e),
        }
    }
}

impl From<import::Error> for Failure {
    fn from(e: import::Error) -> Failure {
        Failure::Input(e.to_string())
    }
}

impl From<share::Error> for Failure {
    fn from(e: share::Error) -> Failure {
        match e {
            share::Error::Capture(e) => e.into(),
            share::Error::Import(e) => e.into(),
            share::Error::TooLarge(_) => Failure::Input(e.to_string()),
        }
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(e: rusqlite::Error) -> Failure {
        store::Error::from(e).into()
    }
}

impl From<indexer::Error> for Failure {
    fn from(e: indexer::Error) -> Failure {
        Failure::Input(e.to_string())
    }
}

pub(super) fn exit_code(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) | Err(Failure::OutputClosed) => ExitCode::SUCCESS,
        Err(Failure::Input(message)) => {
            anstream::eprintln!("acp-scope: {message}");
            ExitCode::from(2)
        }
    }
}
