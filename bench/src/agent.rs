//! The agent that is measured through: it answers, streams or counts.

use std::io::{BufRead, BufReader, Write};
use std::time::Duration;

use crate::Result;
use crate::session::{now, number_after};

/// `echo`: each request is answered at once, by as many bytes. `sink`: notifications are counted, a prompt is
/// answered with the count. `stream FRAMES BYTES RATE FRAMES_A_WRITE`: a prompt is answered by so many updates
/// first; a rate of 0 is as fast as it goes.
pub fn run(how: &[&str]) -> Result<()> {
    let numbers: Vec<u64> =
        how[1..].iter().map(|n| n.parse()).collect::<std::result::Result<_, _>>()?;
    let mut input = BufReader::with_capacity(256 << 10, std::io::stdin().lock());
    let mut out = std::io::stdout().lock();
    let (mut line, mut seen) = (Vec::new(), 0u64);
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let got = now();
        let head = &line[..line.len().min(160)];
        let text = String::from_utf8_lossy(head);
        let Some(id) = number_after(head, "\"id\":") else {
            seen += 1;
            continue;
        };
        let prompt = text.contains("session/prompt");
        match how[0] {
            "stream" if prompt => stream(&mut out, &numbers)?,
            _ => {}
        }
        let result = if text.contains("\"initialize\"") {
            r#"{"protocolVersion":1,"agentCapabilities":{}}"#.to_owned()
        } else if text.contains("session/new") {
            r#"{"sessionId":"s1"}"#.to_owned()
        } else {
            format!(
                r#"{{"stopReason":"end_turn","_meta":{{"got":{got},"seen":{seen},"sent":{},"pad":""}}}}"#,
                now()
            )
        };
        let mut answer = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#).into_bytes();
        if how[0] == "echo" && prompt && line.len() > answer.len() + 1 {
            let fill = line.len() - answer.len() - 1;
            let at = answer.len() - 4;
            answer.splice(at..at, std::iter::repeat_n(b'x', fill));
        }
        answer.push(b'\n');
        out.write_all(&answer)?;
        out.flush()?;
    }
}

fn stream(out: &mut impl Write, numbers: &[u64]) -> Result<()> {
    let &[frames, bytes, rate, batch] = numbers else {
        return Err("stream wants four numbers".into());
    };
    let begun = now();
    let interval = 1_000_000_000u64.checked_div(rate);
    let mut buffer = Vec::new();
    for i in 0..frames {
        if let Some(interval) = interval {
            let due = begun + i * interval;
            while let Some(left) = due.checked_sub(now()).filter(|&left| left > 0) {
                // The last stretch is spun: a sleep ends when it likes.
                if left > 100_000 {
                    std::thread::sleep(Duration::from_nanos(left - 80_000));
                }
            }
        }
        update(&mut buffer, i, bytes as usize);
        if (i + 1) % batch == 0 || i + 1 == frames {
            out.write_all(&buffer)?;
            out.flush()?;
            buffer.clear();
        }
    }
    Ok(())
}

/// A chunk of an answer, with its number and the time in it.
pub fn update(out: &mut Vec<u8>, number: u64, bytes: usize) {
    let start = out.len();
    out.extend_from_slice(
        format!(
            r#"{{"jsonrpc":"2.0","method":"session/update","params":{{"_meta":{{"n":{number},"t":{}}},"sessionId":"s1","update":{{"sessionUpdate":"agent_message_chunk","content":{{"type":"text","text":""#,
            now()
        )
        .as_bytes(),
    );
    let end = br#""}}}}"#;
    while out.len() - start + end.len() + 1 < bytes {
        out.push(b"lorem ipsum dolor "[out.len() % 18]);
    }
    out.extend_from_slice(end);
    out.push(b'\n');
}
