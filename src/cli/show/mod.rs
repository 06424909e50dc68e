//! `acp-scope show`.

mod frames;
mod numbers;
mod play;
mod timeline;

use std::io::{BufWriter, Write};
use std::path::Path;

use clap::builder::ArgPredicate;
use clap::{Args, ValueEnum};

use super::check::Check;
use super::error::Failure;
use super::{Common, Format, filtered, recording};
use crate::core::frame::FrameNumber;
use crate::import;
use crate::store::{RecordingRow, Store};

/// Print a recording, or a capture file without importing it
#[derive(Debug, Args)]
pub(super) struct Show {
    /// Number, beginning of the uuid, `last` or `live`; or a capture file
    #[arg(value_name = "REC|FILE")]
    recording: String,
    /// What to print
    #[arg(long, value_enum, default_value_t = View::Timeline)]
    #[arg(default_value_if("filter", ArgPredicate::IsPresent, "frames"))]
    view: View,
    /// As of this frame: nothing that came later
    #[arg(long, value_name = "FRAME")]
    at: Option<u32>,
    /// Timeline and stats: only this session
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// Timeline: only this turn of each session, counted from 1
    #[arg(long, value_name = "N")]
    turn: Option<u32>,
    /// Timeline: leave nothing out of long texts, outputs and summaries
    #[arg(long)]
    full: bool,
    /// Timeline: the agent's stderr, too, each line at its moment
    #[arg(long)]
    stderr: bool,
    /// Timeline: go on as a live recording grows, until it ends
    #[arg(long, conflicts_with = "at")]
    follow: bool,
    /// Frames: only those that pass, as in `--filter 'dir:agent kind:error'` (docs/filter.md)
    #[arg(long, value_name = "FILTER", allow_hyphen_values = true)]
    filter: Option<String>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum View {
    /// The conversation: turns, messages, tool calls, plans, compactions, notices
    Timeline,
    /// The wire: a line for each frame
    Frames,
    /// Violations of the protocol, as `check` prints them
    Findings,
    /// What each side knows: capabilities, open requests, modes, options, plans
    State,
    /// Numbers: calls and how long they took, turns, updates
    Stats,
}

impl Show {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        self.fits()?;
        let filter = filtered::parse("--filter", self.filter.as_deref().unwrap_or(""))?;
        if self.view == View::Findings {
            return Check::only(&self.recording, self.format == Format::Json)
                .check(common)
                .map(drop);
        }
        let (store, row) = self.source(common)?;
        let out = &mut BufWriter::new(anstream::stdout());
        match (self.view, self.format) {
            (View::Frames, format) => {
                let is_file = Path::new(&self.recording).is_file();
                let print = match format {
                    Format::Text => frames::text,
                    Format::Json => frames::json,
                };
                print(&store, &row, &filter, self.last(), is_file, out)
            }
            _ => timeline::show(self, &store, &row, out),
        }?;
        out.flush().map_err(|e| Failure::output(&e))
    }

    /// Options that the view cannot heed are told, not passed over.
    fn fits(&self) -> Result<(), Failure> {
        let timeline = self.view == View::Timeline;
        let no = |option: &str, why: &str| {
            Err(Failure::input(format!("show: {option} {why}: leave it out")))
        };
        if self.view == View::Findings && self.at.is_some() {
            return no(
                "--at",
                "does not go with --view findings: findings are those of the whole recording",
            );
        }
        if self.filter.is_some() && self.view != View::Frames {
            return no("--filter", "goes with --view frames");
        }
        if self.session.is_some() && !matches!(self.view, View::Timeline | View::Stats) {
            return no("--session", "goes with --view timeline and stats");
        }
        for (given, option) in [
            (self.turn.is_some(), "--turn"),
            (self.full, "--full"),
            (self.stderr, "--stderr"),
            (self.follow, "--follow"),
        ] {
            if given && !timeline {
                return no(option, "goes with --view timeline");
            }
        }
        if self.follow && self.format == Format::Json {
            return no("--follow", "goes with --format text: JSON is one document");
        }
        Ok(())
    }

    fn last(&self) -> u32 {
        self.at.unwrap_or(u32::MAX)
    }

    /// The recording, or the file as a recording that exists only in memory.
    fn source(&self, common: &Common) -> Result<(Store, RecordingRow), Failure> {
        if Path::new(&self.recording).is_file() {
            let mut store = Store::in_memory()?;
            let number = import::one(&mut store, Path::new(&self.recording), &self.recording)?;
            let row = store.recording(number)?.ok_or(Failure::OutputClosed)?;
            return Ok((store, row));
        }
        if self.recording.contains(['/', '.']) {
            return Err(Failure::input(format!(
                "{}: no such file: check its name, or name a recording: see `acp-scope list`",
                self.recording
            )));
        }
        let store = recording::open(common)?;
        let row = recording::find(&store, &self.recording)?;
        Ok((store, row))
    }

    /// The frame of the moment.
    fn moment(&self, row: &RecordingRow) -> FrameNumber {
        let last = u32::try_from(row.frames).unwrap_or(u32::MAX);
        FrameNumber(self.last().min(last))
    }
}
