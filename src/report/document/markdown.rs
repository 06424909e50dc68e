//! The document as Markdown. What comes from the wire stands in fences that nothing in it can close, or has its
//! punctuation escaped: whoever shows the file loads and runs nothing.

use std::fmt::Write as _;

use super::{Block, Document, Entry, Frame, Line, clock, frames_words};
use crate::core::frame::Dir;
use crate::report::words::visible;

/// All of it.
#[must_use]
pub fn write(d: &Document) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "# {}\n", line(&d.title));
    let _ = writeln!(out, "{} ⇄ {}\n", line(&d.ends[0]), line(&d.ends[1]));
    for (what, value) in &d.facts {
        let _ = writeln!(out, "- {what}: {}", line(value));
    }
    match &d.redacted {
        None => out.push_str("- secrets: **everything is included**\n"),
        Some(none) if none.is_empty() => out.push_str("- secrets: none were found\n"),
        Some(all) => {
            out.push_str("- secrets: replaced\n");
            for one in all {
                let _ = writeln!(out, "  - {}", line(one));
            }
        }
    }
    if !d.findings.is_empty() {
        let _ = writeln!(out, "\n## Findings\n");
        out.push_str("| | frame | who | what | rule |\n|---|---|---|---|---|\n");
        for f in &d.findings {
            let [severity, who, message, rule] =
                [&f.severity, &f.who, &f.message, &f.rule].map(|t| line(t));
            let _ = writeln!(out, "| {severity} | {} | {who} | {message} | {rule} |", f.frame);
        }
    }
    for part in &d.sessions {
        let _ = writeln!(out, "\n## {}", line(&part.title));
        for one in &part.lines {
            match one {
                Line::Turn { number, words, .. } => {
                    let _ = writeln!(out, "\n### Turn {number} · {}", line(words));
                }
                Line::Entry(e) => entry(&mut out, e),
            }
        }
    }
    if !d.frames.is_empty() {
        let _ = writeln!(out, "\n## Frames");
    }
    for f in &d.frames {
        frame(&mut out, f);
    }
    if d.left_out > 0 {
        let _ = writeln!(out, "\n{} more frames are in the capture file only.", d.left_out);
    }
    out
}

fn entry(out: &mut String, e: &Entry) {
    let mut head = format!("**{}**", e.who);
    for (text, sign) in [(&e.title, ""), (&e.outcome, "· ")] {
        if !text.is_empty() {
            let _ = write!(head, " {sign}{}", line(text));
        }
    }
    let _ = writeln!(out, "\n{head} · {} · {}", clock(e.t), frames_words(e.frames));
    for block in &e.blocks {
        match block {
            Block::Prose(text) | Block::Output(text) if text.trim().is_empty() => {}
            Block::Prose(text) | Block::Output(text) => fenced(out, "text", text),
            Block::Diff { path, lines } => {
                let _ = writeln!(out, "\n{}", line(path));
                let text: Vec<String> = lines.iter().map(|(s, t)| format!("{s}{t}")).collect();
                fenced(out, "diff", &text.join("\n"));
            }
            Block::Options(options) => {
                out.push('\n');
                for (chosen, name) in options {
                    let _ = writeln!(out, "- [{}] {}", if *chosen { 'x' } else { ' ' }, line(name));
                }
            }
            Block::Steps(steps) => {
                out.push('\n');
                for (status, text) in steps {
                    let done = if status == "completed" { 'x' } else { ' ' };
                    let _ = writeln!(out, "- [{done}] {} ({})", line(text), line(status));
                }
            }
        }
    }
}

fn frame(out: &mut String, f: &Frame) {
    let arrow = if f.dir == Dir::ClientToAgent { "client → agent" } else { "agent → client" };
    let _ = writeln!(
        out,
        "\n**{}** {arrow} {} · {} · {} bytes{}",
        f.number,
        line(&f.what),
        clock(f.t),
        f.size,
        if f.cut { ", of which the start" } else { "" }
    );
    fenced(out, "json", &f.text);
}

/// A text on one line, in which nothing is markup.
fn line(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars().take(2_000) {
        match c {
            '\n' | '\r' | '\t' => out.push(' '),
            c if c.is_ascii_punctuation() && !",.:;'\"/?%-".contains(c) => {
                out.push('\\');
                out.push(c);
            }
            // An address would be made a link of, and a link's picture be loaded.
            ':' => out.push_str("&#58;"),
            c => out.push(visible(c)),
        }
    }
    out
}

/// A text in a fence that is longer than any in it.
fn fenced(out: &mut String, language: &str, text: &str) {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let _ = writeln!(out, "\n{fence}{language}");
    for line in text.trim_end_matches('\n').split('\n') {
        out.extend(line.chars().map(|c| if c == '\t' { c } else { visible(c) }));
        out.push('\n');
    }
    let _ = writeln!(out, "{fence}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markup() {
        let text = line("![x](http://evil.example/x.png) <script> a\nb | `c` \u{202e}");
        assert_eq!(
            text,
            "\\!\\[x\\]\\(http&#58;//evil.example/x.png\\) \\<script\\> a b \\| \\`c\\` \u{fffd}"
        );
        let mut out = String::new();
        fenced(&mut out, "text", "a\n````\n# no heading");
        assert!(out.starts_with("\n`````text\n") && out.ends_with("\n`````\n"), "{out}");
    }
}
