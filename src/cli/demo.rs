//! `acp-scope demo`: a conversation to look at, on a machine without an editor and without an agent.

use std::process::{Command, Stdio};
use std::thread;

use clap::Args;

use super::error::Failure;
use super::{Common, ui};
use crate::demo;
use crate::store::Location;

/// Record a short conversation and open the page on it
///
/// A scripted client and a scripted agent talk through the real proxy, at the pace of a real turn. Nothing
/// is read or written but the recording.
#[derive(Debug, Args)]
pub(super) struct Demo {
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// Record only; serve no page
    #[arg(long)]
    no_page: bool,
    /// Port to serve on; when it is taken, the next free one; 0 for any
    #[arg(long, default_value_t = ui::PORT)]
    port: u16,
    #[command(flatten)]
    pace: Pace,
}

/// How fast the scripted peers are.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct Pace {
    /// Times the pace of a real turn
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = factor)]
    speed: f64,
}

fn factor(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(f) if f > 0.0 && f.is_finite() => Ok(f),
        _ => Err("a number above 0".to_owned()),
    }
}

impl Demo {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let location = common.location()?;
        super::recording::complete_orphans(&location);
        if self.no_page {
            record(&location, self.pace)?;
            anstream::println!("Recorded. See it with `acp-scope ui` or `acp-scope show last`.");
            return Ok(());
        }
        let pace = self.pace;
        ui::serve(&location, self.port, None, ui::claim(&location), |url| {
            anstream::println!("The page is at {url}");
            anstream::println!("A conversation is being recorded now; stop with Ctrl-C.");
            let location = location.clone();
            thread::spawn(move || match record(&location, pace) {
                Ok(()) => {
                    anstream::println!(
                        "The conversation has ended. Yours next: acp-scope run -- YOUR-AGENT"
                    );
                }
                Err(Failure::Input(why)) => anstream::eprintln!("acp-scope: demo: {why}"),
                Err(Failure::OutputClosed) => {}
            });
            if !self.no_open {
                ui::open(url);
            }
        })
    }
}

/// Plays the client, with the agent behind a real proxy.
fn record(location: &Location, pace: Pace) -> Result<(), Failure> {
    let failed = |e: std::io::Error| Failure::input(format!("the demonstration: {e}: try again"));
    let program = std::env::current_exe().map_err(failed)?;
    let speed = pace.speed.to_string();
    let mut proxy = Command::new(&program)
        .arg("--db")
        .arg(&location.database)
        .args(["run", "--origin", "demo", "--"])
        .arg(&program)
        .args(["demo-agent", "--speed", &speed])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    if let (Some(stdin), Some(stdout)) = (proxy.stdin.take(), proxy.stdout.take()) {
        demo::client(stdout, stdin, pace.speed).map_err(failed)?;
    }
    let status = proxy.wait().map_err(failed)?;
    if status.success() {
        Ok(())
    } else {
        Err(Failure::input(format!("the demonstration: its agent ended with {status}: try again")))
    }
}

/// Plays the agent on stdin and stdout.
pub(super) fn agent(pace: &Pace) -> Result<(), Failure> {
    demo::agent(std::io::stdin(), std::io::stdout(), std::io::stderr(), pace.speed)
        .map_err(|e| Failure::output(&e))
}
