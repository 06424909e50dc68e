//! What a rule has found: data for all who show it.

use crate::core::frame::FrameNumber;
use crate::core::protocol::{Side, Stability};

use super::{Rule, Said};

/// How much it weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing, no fault.
    Info,
    /// A SHOULD is broken, or a MUST as far as the recording can tell.
    Warning,
    /// A MUST is broken.
    Error,
}

impl Severity {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }

    /// One step less.
    #[must_use]
    pub fn lower(self) -> Severity {
        match self {
            Severity::Error => Severity::Warning,
            Severity::Warning | Severity::Info => Severity::Info,
        }
    }
}

/// One fault, at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule's id.
    pub rule: &'static str,
    /// How much it weighs.
    pub severity: Severity,
    /// The side at fault.
    pub side: Side,
    /// The frame at fault.
    pub frame: FrameNumber,
    /// Frames that show it is one.
    pub related: Vec<FrameNumber>,
    /// JSON pointer into the frame; empty for the whole.
    pub pointer: String,
    /// One plain sentence.
    pub message: String,
    /// The session it is about.
    pub session: Option<String>,
    /// Whether the broken rule belongs to a draft part of the protocol.
    pub stability: Stability,
}

impl Finding {
    /// What is to be said about the judging itself, at which neither side is at fault.
    #[must_use]
    pub fn of_the_judging(rule: &'static str, frame: FrameNumber, message: &str) -> Finding {
        Finding {
            rule,
            severity: Severity::Info,
            side: Side::Agent,
            frame,
            related: Vec::new(),
            pointer: String::new(),
            message: message.to_owned(),
            session: None,
            stability: Stability::Stable,
        }
    }

    /// Names a frame that shows why.
    pub fn related(&mut self, frame: FrameNumber) -> &mut Finding {
        if frame != self.frame && !self.related.contains(&frame) {
            self.related.push(frame);
        }
        self
    }

    /// Weighs it otherwise than the rule says.
    pub fn severity(&mut self, severity: Severity) -> &mut Finding {
        self.severity = severity;
        self
    }

    /// Blames the other side.
    pub fn side(&mut self, side: Side) -> &mut Finding {
        self.side = side;
        self
    }

    /// Moves it to an earlier frame.
    pub fn frame(&mut self, frame: FrameNumber) -> &mut Finding {
        self.frame = frame;
        self
    }

    /// Says which session it is about.
    pub fn session(&mut self, session: &str) -> &mut Finding {
        self.session = Some(session.to_owned());
        self
    }

    /// It belongs to a draft part of the protocol.
    pub fn draft(&mut self) -> &mut Finding {
        self.stability = Stability::Draft;
        self
    }
}

/// Where rules put what they find.
#[derive(Debug, Default)]
pub struct Findings {
    pub(super) list: Vec<Finding>,
    pub(super) rule: Option<&'static Rule>,
}

impl Findings {
    pub(in crate::core) fn into_list(self) -> Vec<Finding> {
        self.list
    }

    /// A finding at a place of a message.
    pub fn at(
        &mut self,
        said: &Said<'_>,
        pointer: impl Into<String>,
        message: impl Into<String>,
    ) -> &mut Finding {
        let place = said.item.map(|i| format!("/{i}")).unwrap_or_default();
        let session = said.session().map(str::to_owned);
        let finding = self.push(said.frame, said.side(), message.into());
        finding.pointer = format!("{place}{}", pointer.into());
        finding.session = session;
        finding
    }

    /// A finding about an earlier frame, or about something that never came.
    pub fn about(
        &mut self,
        frame: FrameNumber,
        side: Side,
        message: impl Into<String>,
    ) -> &mut Finding {
        self.push(frame, side, message.into())
    }

    fn push(&mut self, frame: FrameNumber, side: Side, message: String) -> &mut Finding {
        let (rule, severity, stability) = match self.rule {
            Some(rule) => (rule.id, rule.severity, rule.stability),
            None => ("", Severity::Info, Stability::Stable),
        };
        let at = self.list.len();
        self.list.push(Finding {
            rule,
            severity,
            side,
            frame,
            related: Vec::new(),
            pointer: String::new(),
            message,
            session: None,
            stability,
        });
        &mut self.list[at]
    }
}
