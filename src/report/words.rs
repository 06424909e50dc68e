//! Words that several texts for people share.

use crate::core::protocol::Side;

/// Text from the wire with control characters made visible, so that it cannot steer the terminal.
#[must_use]
pub fn harmless(text: &str) -> String {
    text.chars().map(visible).collect()
}

/// A character that cannot steer a terminal: control characters have pictures, and what turns the order of the
/// text around has a replacement. One character for one, so that carets below a text keep their places.
#[must_use]
pub fn visible(c: char) -> char {
    match c {
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('?'),
        '\u{7f}' => '\u{2421}',
        '\u{80}'..='\u{9f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        c => c,
    }
}

/// `1 frame`, `2 frames`.
pub(super) fn plural(n: u64, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}

/// `client` or `agent`.
pub(super) fn side(side: Side) -> &'static str {
    match side {
        Side::Client => "client",
        Side::Agent => "agent",
    }
}

/// The lines of an example without the indentation of the source file.
pub(super) fn dedent(example: &str) -> String {
    let lines: Vec<&str> = example.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_from_the_wire_cannot_steer_the_terminal() {
        assert_eq!(harmless("a\u{1b}[31m\r\nb\u{202e}é"), "a␛[31m␍␊b\u{fffd}é");
    }
}
