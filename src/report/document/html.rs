//! The document as one page of HTML: no script, nothing loaded from anywhere, light and dark as the reader's system is.

use std::fmt::Write as _;

use super::{Block, Document, Entry, Finding, Frame, Hue, Line, clock, frames_words};
use crate::core::frame::Dir;
use crate::report::words::visible;

/// The page's own rules; a policy in the page forbids all others.
const STYLE: &str = include_str!("page.css");
/// Nothing runs, nothing is loaded, no look but our own: whatever might have slipped through. The hash is that of
/// `STYLE`; a test tells what it must be.
const POLICY: &str = "default-src 'none'; \
     style-src 'sha256-vd0t1GMwPOPTC4Ys/eqppzfI4zt3iOUEh5Cg6QA04j0='; img-src data:; base-uri 'none'; form-action 'none'";

/// All of it.
#[must_use]
pub fn write(d: &Document) -> String {
    let mut out = String::new();
    let title = text(&d.title);
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n<title>{title} · acp-scope</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<header>\n<h1><bdi>{title}</bdi></h1>\n\
         <p class=\"ends\"><bdi class=\"client\">{}</bdi> ⇄ <bdi class=\"agent\">{}</bdi></p>\n<dl>\n",
        text(&d.ends[0]),
        text(&d.ends[1]),
    );
    for (what, value) in &d.facts {
        let _ = writeln!(out, "<div><dt>{what}</dt><dd><bdi>{}</bdi></dd></div>", text(value));
    }
    out.push_str("</dl>\n");
    secrets(&mut out, d.redacted.as_deref());
    out.push_str("</header>\n<main>\n");
    findings(&mut out, &d.findings);
    for part in &d.sessions {
        let _ = write!(out, "<section>\n<h2><bdi>{}</bdi></h2>\n", text(&part.title));
        for line in &part.lines {
            match line {
                Line::Turn { number, words, bad } => {
                    let class = if *bad { " class=\"error\"" } else { "" };
                    let words = text(words);
                    let _ = writeln!(
                        out,
                        "<h3>Turn {number} <small{class}><bdi>{words}</bdi></small></h3>"
                    );
                }
                Line::Entry(e) => entry(&mut out, e),
            }
        }
        out.push_str("</section>\n");
    }
    if !d.frames.is_empty() {
        out.push_str("<section class=\"wire\">\n<h2>Frames</h2>\n");
        for f in &d.frames {
            frame(&mut out, f);
        }
        if d.left_out > 0 {
            let _ = writeln!(
                out,
                "<p class=\"quiet\">{} more are in the capture file only.</p>",
                d.left_out
            );
        }
        out.push_str("</section>\n");
    }
    let _ = writeln!(
        out,
        "</main>\n<footer>Written by acp-scope {}. Nothing on this page runs or is loaded from anywhere.</footer>\n</body>\n</html>",
        env!("CARGO_PKG_VERSION")
    );
    out
}

fn secrets(out: &mut String, redacted: Option<&[String]>) {
    match redacted {
        None => out.push_str(
            "<p class=\"warning\">Nothing was redacted: secrets that crossed are on this page.</p>\n",
        ),
        Some([]) => out.push_str("<p class=\"quiet\">Secrets were looked for; none were found.</p>\n"),
        Some(all) => {
            let words = if all.len() == 1 { "1 secret".to_owned() } else { format!("{} secrets", all.len()) };
            let _ = writeln!(out, "<details class=\"quiet\"><summary>{words} replaced</summary><ul>");
            for one in all {
                let _ = writeln!(out, "<li><bdi>{}</bdi></li>", text(one));
            }
            out.push_str("</ul></details>\n");
        }
    }
}

fn findings(out: &mut String, all: &[Finding]) {
    if all.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "<section>\n<h2>Findings <small>{}</small></h2>\n<ol class=\"findings\">",
        all.len()
    );
    for f in all {
        // The severity is a class: only the three that there are.
        let severity = match f.severity.as_str() {
            "error" => "error",
            "warning" => "warning",
            _ => "info",
        };
        let _ = writeln!(
            out,
            "<li class=\"{severity}\"><b>{severity}</b> <bdi>{}</bdi> <small><a href=\"#f{n}\">frame {n}</a>, \
             <bdi>{}</bdi> at fault, <code>{}</code></small></li>",
            text(&f.message),
            text(&f.who),
            text(&f.rule),
            n = f.frame,
        );
    }
    out.push_str("</ol>\n</section>\n");
}

fn hue(hue: Hue) -> &'static str {
    match hue {
        Hue::Client => "client",
        Hue::Agent => "agent",
        Hue::Human => "human",
        Hue::Tool => "tool",
        Hue::Quiet => "quiet",
        Hue::Error => "error",
    }
}

fn entry(out: &mut String, e: &Entry) {
    let dim = if e.dim { " dim" } else { "" };
    let _ = write!(
        out,
        "<article class=\"{}{dim}\"><p class=\"who\">{}</p><div class=\"body\">",
        if e.who == "User" { "user" } else { "item" },
        format_args!("<span class=\"{}\">{}</span>", hue(e.hue), e.who),
    );
    if !e.title.is_empty() || !e.outcome.is_empty() {
        let _ = write!(
            out,
            "<p class=\"title\"><bdi class=\"{}\">{}</bdi> <small class=\"{}\"><bdi>{}</bdi></small></p>",
            if e.hue == Hue::Quiet { "quiet" } else { "strong" },
            text(&e.title),
            hue(e.hue),
            text(&e.outcome),
        );
    }
    for block in &e.blocks {
        self::block(out, block, e.who == "Thought");
    }
    let _ = writeln!(
        out,
        "</div><p class=\"when\">{} <a href=\"#f{}\">{}</a></p></article>",
        clock(e.t),
        e.frames.0,
        frames_words(e.frames),
    );
}

fn block(out: &mut String, block: &Block, folded: bool) {
    match block {
        Block::Prose(said) | Block::Output(said) if said.trim().is_empty() => {}
        Block::Prose(said) if folded => {
            let first: String = said.trim().chars().take(90).collect();
            let _ = write!(
                out,
                "<details class=\"quiet\"><summary><bdi>{}</bdi></summary><div class=\"prose\">{}</div></details>",
                text(&first.replace('\n', " ")),
                lines(said.trim_end()),
            );
        }
        Block::Prose(said) => {
            let _ = write!(out, "<div class=\"prose\">{}</div>", lines(said.trim_end()));
        }
        Block::Output(said) => {
            let _ = write!(out, "<pre tabindex=\"0\">{}</pre>", lines(said.trim_end()));
        }
        Block::Diff { path, lines: changes } => {
            let _ = write!(
                out,
                "<p class=\"path\"><code>{}</code></p><pre tabindex=\"0\" class=\"diff\">",
                text(path)
            );
            for (sign, line) in changes {
                let tag = match sign {
                    '-' => "del",
                    '+' => "ins",
                    _ => "span",
                };
                let _ = write!(out, "<{tag}>{sign} {}</{tag}>", lines(line));
            }
            out.push_str("</pre>");
        }
        Block::Options(options) => {
            out.push_str("<ul class=\"options\">");
            for (chosen, name) in options {
                let (class, sign) = if *chosen { ("chosen", "✓ ") } else { ("quiet", "") };
                let _ = write!(out, "<li class=\"{class}\">{sign}<bdi>{}</bdi></li>", text(name));
            }
            out.push_str("</ul>");
        }
        Block::Steps(steps) => {
            out.push_str("<ul class=\"steps\">");
            for (status, step) in steps {
                let sign = match status.as_str() {
                    "completed" => "●",
                    "in_progress" => "◐",
                    _ => "○",
                };
                let (step, status) = (text(step), text(status));
                let _ = write!(
                    out,
                    "<li><span title=\"{status}\">{sign}</span> <bdi>{step}</bdi></li>"
                );
            }
            out.push_str("</ul>");
        }
    }
}

fn frame(out: &mut String, f: &Frame) {
    let (class, arrow) = match f.dir {
        Dir::ClientToAgent => ("client", "→"),
        Dir::AgentToClient => ("agent", "←"),
    };
    let _ = writeln!(
        out,
        "<details id=\"f{n}\"><summary><span class=\"n\">{n}</span> <span class=\"t\">{}</span> \
         <span class=\"{class}\">{arrow}</span> <code>{}</code> <small>{} B{}</small></summary>\
         <pre tabindex=\"0\">{}</pre></details>",
        clock(f.t),
        text(&f.what),
        f.size,
        if f.cut { ", only the start" } else { "" },
        lines(&f.text),
        n = f.number,
    );
}

/// A text on one line, as text.
fn text(text: &str) -> String {
    escaped(text, visible)
}

/// A text that keeps its lines.
fn lines(text: &str) -> String {
    escaped(text, |c| if matches!(c, '\n' | '\t') { c } else { visible(c) })
}

fn escaped(text: &str, shown: impl Fn(char) -> char) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().map(shown) {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_lets_in_the_rules_as_they_are() {
        use base64::Engine as _;
        use sha2::Digest as _;
        let hash = base64::engine::general_purpose::STANDARD.encode(sha2::Sha256::digest(STYLE));
        assert!(POLICY.contains(&format!("style-src 'sha256-{hash}';")), "the hash is {hash}");
    }

    #[test]
    fn text_from_the_wire_is_text() {
        assert_eq!(
            text("<a href='x' b=\"y\">&\n\u{202e}"),
            "&lt;a href=&#39;x&#39; b=&quot;y&quot;&gt;&amp;␊\u{fffd}"
        );
        assert_eq!(lines("a\n\tb\u{1b}"), "a\n\tb␛");
    }
}
