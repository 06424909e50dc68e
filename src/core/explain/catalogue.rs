//! The three data files, read once.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// What a method is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MethodWords {
    /// The request, or the notification.
    pub ask: &'static str,
    /// Its answer; empty for a notification.
    pub answer: &'static str,
    /// An error in place of the answer; empty for a notification.
    pub fails: &'static str,
    /// When it may be sent.
    pub when: &'static str,
    /// What may come next.
    pub next: &'static str,
    /// The same once it has been answered; empty where nothing else is to be said.
    pub then: &'static str,
}

/// What a variant of `session/update` says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct VariantWords {
    /// What it says.
    pub say: &'static str,
    /// When it may come.
    pub when: &'static str,
    /// What may come next.
    pub next: &'static str,
}

/// A type of the protocol.
#[derive(Debug, Clone, Default)]
pub(super) struct TypeWords {
    pub(super) what: &'static str,
    /// Fields; `field=value` and `=value` are values.
    pub(super) lines: BTreeMap<&'static str, &'static str>,
}

#[derive(Debug, Default)]
pub(super) struct Catalogue {
    pub(super) methods: BTreeMap<&'static str, MethodWords>,
    pub(super) variants: BTreeMap<&'static str, VariantWords>,
    pub(super) types: BTreeMap<&'static str, TypeWords>,
}

/// All that is known.
pub(super) fn catalogue() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(|| Catalogue {
        methods: sections(include_str!("methods.txt"))
            .map(|(name, lines)| {
                let line = |key| find(&lines, key);
                let words = MethodWords {
                    ask: line("ask"),
                    answer: line("answer"),
                    fails: line("fails"),
                    when: line("when"),
                    next: line("next"),
                    then: line("then"),
                };
                (name, words)
            })
            .collect(),
        variants: sections(include_str!("variants.txt"))
            .map(|(name, lines)| {
                let line = |key| find(&lines, key);
                (name, VariantWords { say: line("say"), when: line("when"), next: line("next") })
            })
            .collect(),
        types: types(include_str!("types.txt")),
    })
}

fn find(lines: &[(&'static str, &'static str)], key: &str) -> &'static str {
    lines.iter().find(|(k, _)| *k == key).map_or("", |(_, text)| text)
}

type Section = (&'static str, Vec<(&'static str, &'static str)>);

/// Sections that begin with a name in brackets.
fn sections(text: &'static str) -> impl Iterator<Item = Section> {
    let mut out: Vec<Section> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            out.push((name, Vec::new()));
        } else if let (Some((key, text)), Some((_, lines))) =
            (line.split_once(": "), out.last_mut())
        {
            lines.push((key, text));
        }
    }
    out.into_iter()
}

fn types(text: &'static str) -> BTreeMap<&'static str, TypeWords> {
    let mut out: BTreeMap<&'static str, TypeWords> = BTreeMap::new();
    let mut name = "";
    // The paragraph at the top tells people how the file is written.
    let body = text.split_once("\n\n").map_or("", |(_, body)| body);
    for line in body.lines() {
        let Some((key, words)) = line.split_once(": ") else { continue };
        match key.strip_prefix("# ") {
            Some(new) => {
                name = new;
                out.entry(name).or_default().what = words;
            }
            None => {
                out.entry(name).or_default().lines.insert(key, words);
            }
        }
    }
    out
}
