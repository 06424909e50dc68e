//! Findings as text and as documents for other programs. Pure: values in, text out.

pub mod document;
pub mod json;
pub mod junit;
pub mod place;
pub mod sarif;
pub mod screenplay;
pub mod stats;
pub mod text;
pub mod timeline;
pub mod words;

use std::collections::BTreeMap;

use crate::core::frame::Dir;
use crate::core::rules::{Finding, Severity};

/// Findings of one rule that are kept for one recording; more are counted.
pub const KEPT: usize = 10_000;

/// A recording that was judged.
#[derive(Debug, Default)]
pub struct Judged {
    /// Its file, or its number.
    pub source: String,
    /// How many frames it has.
    pub frames: u32,
    /// The version that both sides agreed on.
    pub version: Option<u64>,
    /// Client and agent, name and version.
    pub peers: [Option<String>; 2],
    /// How many findings of each severity there are.
    pub counts: Counts,
    /// What was found, by frame.
    pub findings: Vec<Shown>,
    /// How many findings of a rule are kept.
    kept: BTreeMap<&'static str, usize>,
    /// How many findings of a rule were counted but not kept.
    pub left_out: BTreeMap<&'static str, u64>,
    /// Why it could not be read to its end.
    pub broken: Option<String>,
}

/// How many findings there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Errors.
    pub error: u64,
    /// Warnings.
    pub warning: u64,
    /// Infos.
    pub info: u64,
}

impl Counts {
    /// Counts one more.
    pub fn add(&mut self, severity: Severity) {
        *match severity {
            Severity::Error => &mut self.error,
            Severity::Warning => &mut self.warning,
            Severity::Info => &mut self.info,
        } += 1;
    }

    /// Adds those of another recording.
    pub fn merge(&mut self, other: Counts) {
        self.error += other.error;
        self.warning += other.warning;
        self.info += other.info;
    }

    /// There are findings that weigh as much as this or more.
    #[must_use]
    pub fn reach(&self, severity: Severity) -> bool {
        match severity {
            Severity::Error => self.error > 0,
            Severity::Warning => self.error + self.warning > 0,
            Severity::Info => self.error + self.warning + self.info > 0,
        }
    }
}

/// A finding and the frame that it is about.
#[derive(Debug, Clone)]
pub struct Shown {
    /// The finding.
    pub finding: Finding,
    /// The frame's direction, if it was kept.
    pub dir: Option<Dir>,
    /// The frame's line in its file, counted from 1, if it was kept.
    pub line: Option<u64>,
    /// The piece of the frame around the place, if it was kept.
    pub excerpt: Option<place::Excerpt>,
}

impl Judged {
    /// Nothing judged yet of this file or recording.
    #[must_use]
    pub fn new(source: &str) -> Judged {
        Judged { source: source.to_owned(), ..Judged::default() }
    }

    /// Takes a finding, if there are not too many of its rule.
    pub fn take(&mut self, shown: Shown) {
        self.counts.add(shown.finding.severity);
        let rule = shown.finding.rule;
        let kept = self.kept.entry(rule).or_default();
        if *kept < KEPT {
            *kept += 1;
            self.findings.push(shown);
        } else {
            *self.left_out.entry(rule).or_default() += 1;
        }
    }

    /// Puts the findings in the order of their frames.
    pub fn settle(&mut self) {
        self.findings.sort_by(|a, b| {
            let key = |s: &Shown| (s.finding.frame, std::cmp::Reverse(s.finding.severity));
            key(a).cmp(&key(b)).then_with(|| a.finding.rule.cmp(b.finding.rule))
        });
    }
}
