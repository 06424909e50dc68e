//! Lines and columns: what wraps where, in which style. Knows nothing of the protocol.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr as _;

use super::Look;
pub(super) use crate::report::words::harmless;

/// Columns of the words that say who.
const WHO: usize = 9;

/// How a line looks.
pub(super) const PLAIN: Style = Style::new();
pub(super) const BOLD: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();
pub(super) const RED: Style = color(AnsiColor::Red);
pub(super) const GREEN: Style = color(AnsiColor::Green);
pub(super) const YELLOW: Style = color(AnsiColor::Yellow);
pub(super) const BLUE: Style = color(AnsiColor::Blue);
pub(super) const CYAN: Style = color(AnsiColor::Cyan);
pub(super) const MAGENTA: Style = color(AnsiColor::Magenta);

const fn color(color: AnsiColor) -> Style {
    Style::new().fg_color(Some(anstyle::Color::Ansi(color)))
}

/// Text that is being written.
#[derive(Debug)]
pub struct Page {
    look: Look,
    text: String,
}

impl Page {
    /// An empty one.
    #[must_use]
    pub fn new(look: Look) -> Page {
        Page { look: Look { width: look.width.max(40), ..look }, text: String::new() }
    }

    /// Gives out what was written so far.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    pub(super) fn is_full(&self) -> bool {
        self.look.full
    }

    pub(super) fn heading(&mut self, title: &str, words: &str) {
        let title = harmless(title);
        let words = cut(&harmless(words), self.look.width.saturating_sub(title.width() + 2));
        let _ = writeln!(self.text, "\n{BOLD}{title}{BOLD:#}  {DIM}{words}{DIM:#}");
    }

    /// `── Turn 1 ── words ─────`
    pub(super) fn turn(&mut self, title: &str, words: &str, bad: bool) {
        let style = if bad { RED } else { DIM };
        let words = cut(&harmless(words), self.look.width.saturating_sub(title.width() + 8));
        let used = 3 + title.width() + 4 + words.width() + 1;
        let rest = "─".repeat(self.look.width.saturating_sub(used));
        let _ = writeln!(
            self.text,
            "\n{DIM}──{DIM:#} {BOLD}{title}{BOLD:#} {DIM}──{DIM:#} {style}{words}{style:#} {DIM}{rest}{DIM:#}"
        );
    }

    /// A rule through the page with words in it: `═══ words ═══`.
    pub(super) fn rule(&mut self, words: &str, frames: &str, style: Style) {
        let room = self.look.width.saturating_sub(frames.width() + 8);
        let words = cut(&harmless(words), room);
        let used = 4 + words.width() + 1 + 1 + frames.width();
        let rest = "═".repeat(self.look.width.saturating_sub(used));
        let _ = writeln!(self.text, "{style}═══ {words} {rest}{style:#} {DIM}{frames}{DIM:#}");
    }

    /// A line that begins an item: who, what (cut to one line), and the frames at the right edge.
    pub(super) fn line(&mut self, who: &str, style: Style, what: &str, frames: &str) {
        let room = self.look.width.saturating_sub(WHO + 1 + frames.width() + 1);
        let what = cut(what, room);
        let gap = " ".repeat(room.saturating_sub(plain_width(&what)) + 1);
        let label = format!("{who:>WHO$}");
        let _ = writeln!(self.text, "{style}{label}{style:#} {what}{gap}{DIM}{frames}{DIM:#}");
    }

    /// A quiet line without frames.
    pub(super) fn dim(&mut self, who: &str, what: &str) {
        let what = cut(&harmless(what), self.look.width.saturating_sub(WHO + 1));
        let _ = writeln!(self.text, "{DIM}{who:>WHO$} {what}{DIM:#}");
    }

    /// Text that belongs to an item, wrapped below it, with a mark at its left.
    pub(super) fn text(&mut self, mark: &str, text: &str, style: Style) {
        let room = self.look.width.saturating_sub(WHO + 1 + mark.width()).max(20);
        let pad = " ".repeat(WHO + 1);
        for line in wrapped(text, room) {
            let line = format!("{pad}{DIM}{mark}{DIM:#}{style}{line}{style:#}");
            let _ = writeln!(self.text, "{}", line.trim_end());
        }
    }

    /// A message: its first line beside who says it, with the frames; the rest below.
    pub(super) fn said(
        &mut self,
        who: &str,
        style: Style,
        lines: &[String],
        body: Style,
        frames: &str,
    ) {
        let mut lines = lines.iter();
        let first = lines.next().map_or("", String::as_str);
        let room = self.look.width.saturating_sub(WHO + 1 + frames.width() + 1);
        let gap = " ".repeat(room.saturating_sub(first.width()) + 1);
        let _ = writeln!(
            self.text,
            "{style}{who:>WHO$}{style:#} {body}{first}{body:#}{gap}{DIM}{frames}{DIM:#}"
        );
        for line in lines {
            let line = format!("{:WHO$} {body}{line}{body:#}", "");
            let _ = writeln!(self.text, "{}", line.trim_end());
        }
    }

    /// The lines of a message, wrapped to stand beside frames.
    pub(super) fn wrap(&self, text: &str, frames: &str) -> Vec<String> {
        let room = self.look.width.saturating_sub(WHO + 1 + frames.width() + 1).max(20);
        wrapped(text, room)
    }

    /// Something in the margin: at the right, with a dotted rule.
    pub(super) fn margin(&mut self, text: &str, style: Style) {
        let wide = (self.look.width / 2).clamp(30, 60).min(self.look.width.saturating_sub(2));
        let pad = " ".repeat(self.look.width.saturating_sub(wide));
        for line in wrapped(text, wide - 2) {
            let _ = writeln!(self.text, "{pad}{DIM}┊{DIM:#} {style}{line}{style:#}");
        }
    }
}

/// Lines of at most this many columns; line ends of the text stay.
fn wrapped(text: &str, room: usize) -> Vec<String> {
    let options = textwrap::Options::new(room);
    text.split('\n')
        .map(|line| harmless(&line.trim_end_matches('\r').replace('\t', "    ")))
        .flat_map(|line| {
            textwrap::wrap(&line, &options)
                .into_iter()
                .map(std::borrow::Cow::into_owned)
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Cut to this many columns; styles inside do not count and are closed.
fn cut(text: &str, room: usize) -> String {
    if plain_width(text) <= room {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 0;
    let mut inside = false;
    for c in text.chars() {
        if c == '\u{1b}' {
            inside = true;
        }
        if inside {
            out.push(c);
            inside = c != 'm';
            continue;
        }
        let width = unicode_width::UnicodeWidthChar::width(c).unwrap_or(0);
        if used + width + 1 > room {
            break;
        }
        used += width;
        out.push(c);
    }
    out.push('…');
    if text.contains('\u{1b}') {
        out.push_str("\u{1b}[0m");
    }
    out
}

/// Columns of text that may hold our own styles.
fn plain_width(text: &str) -> usize {
    let mut plain = String::new();
    let mut inside = false;
    for c in text.chars() {
        inside |= c == '\u{1b}';
        if !inside {
            plain.push(c);
        }
        inside &= c != 'm';
    }
    plain.width()
}
