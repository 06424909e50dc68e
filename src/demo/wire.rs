//! One side of the wire: messages as lines, and time between them.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

pub(super) struct Wire<R, W> {
    input: BufReader<R>,
    output: W,
    speed: f64,
    next_id: u64,
}

impl<R: Read, W: Write> Wire<R, W> {
    pub(super) fn new(input: R, output: W, speed: f64) -> Wire<R, W> {
        Wire { input: BufReader::new(input), output, speed, next_id: 0 }
    }

    /// Lets so many milliseconds of the script pass.
    pub(super) fn pause(&self, millis: u64) {
        thread::sleep(Duration::from_micros((millis as f64 * 1_000.0 / self.speed) as u64));
    }

    /// The next message; `None` at the end.
    pub(super) fn receive(&mut self) -> io::Result<Option<Value>> {
        let mut line = String::new();
        if self.input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        serde_json::from_str(&line).map(Some).map_err(io::Error::other)
    }

    pub(super) fn send(&mut self, message: &Value) -> io::Result<()> {
        let mut line = serde_json::to_vec(message)?;
        line.push(b'\n');
        self.output.write_all(&line)?;
        self.output.flush()
    }

    pub(super) fn notify(&mut self, method: &str, params: Value) -> io::Result<()> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    pub(super) fn respond(&mut self, id: &Value, result: Value) -> io::Result<()> {
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": result }))
    }

    /// Sends a request; gives its id.
    pub(super) fn request(&mut self, method: &str, params: Value) -> io::Result<u64> {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        Ok(id)
    }
}

/// The conversation has left the script.
pub(super) fn unexpected(what: &str) -> io::Error {
    io::Error::other(format!("the other side sent something else than {what}"))
}
