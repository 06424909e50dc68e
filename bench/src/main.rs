//! Measures acp-scope: on the wire beside a plain pipe, in its parts, and how its cost grows.
//!
//! `bench/run` builds and starts it. One binary plays all parts: the client that measures, and, as
//! `acp-scope-bench agent …`, the agent that the proxy under test starts.

mod agent;
mod core;
mod growth;
mod many;
mod report;
mod sample;
mod session;
mod wire;

use std::path::PathBuf;
use std::process::ExitCode;

/// Anything that stops the measuring is told and ends it.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// What is measured, and how much of it.
pub struct Plan {
    /// The program under test.
    pub program: PathBuf,
    /// Small counts, and nothing is written.
    pub quick: bool,
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["agent", ref how @ ..] => agent::run(how),
        ["measure", ref how @ ..] => measure(how),
        ["sample", frames, file] => frames
            .parse()
            .map_err(Into::into)
            .and_then(|frames| sample::write(frames, file.as_ref())),
        _ => Err("use: bench/run [wire|core|growth|many] [--quick]".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("acp-scope-bench: {e}");
            ExitCode::FAILURE
        }
    }
}

fn measure(args: &[&str]) -> Result<()> {
    let mut plan = Plan { program: PathBuf::new(), quick: false };
    let (mut docs, mut only) = (PathBuf::new(), Vec::new());
    let mut args = args.iter();
    while let Some(&arg) = args.next() {
        match arg {
            "--program" => {
                plan.program = std::path::absolute(args.next().ok_or("--program FILE")?)?
            }
            "--docs" => docs = args.next().ok_or("--docs FOLDER")?.into(),
            "--quick" => plan.quick = true,
            part => only.push(part),
        }
    }
    type Measure = fn(&Plan) -> Result<report::Part>;
    let parts: [(&str, Measure); 4] = [
        ("wire", wire::measure),
        ("core", core::measure),
        ("growth", growth::measure),
        ("many", many::measure),
    ];
    if let Some(unknown) = only.iter().find(|o| parts.iter().all(|(name, _)| name != *o)) {
        return Err(format!("no part {unknown}: wire, core, growth or many").into());
    }
    for (name, measure) in parts {
        if !only.is_empty() && !only.contains(&name) {
            continue;
        }
        let part = measure(&plan)?;
        println!("{}", part.text);
        if !plan.quick {
            report::put(&docs, name, &part)?;
        }
    }
    Ok(())
}
