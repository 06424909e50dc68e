//! One message as the rules and the state see it: who said it, what it is, what it answers.
//!
//! A [`Said`] only describes. It borrows the parsed value, so that a frame is parsed once for all rules.

use std::sync::Arc;

use crate::core::frame::{Dir, FrameNumber, Moment};
use crate::core::message::{Kind, Reading, Remark, RequestId};
use crate::core::protocol::Side;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::methods::{Call, Method};
use crate::core::tree::Value;

use super::requests::Asked;

static NULL: Value<'static> = Value::Null;

/// A line that is no message of its own but a piece of one that was printed over several lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// The line that began it.
    pub first: FrameNumber,
    /// This line completes it.
    pub completes: bool,
}

/// One message of a frame; or a frame that is no message.
#[derive(Debug)]
pub struct Said<'a> {
    /// The frame's number.
    pub frame: FrameNumber,
    /// Its direction.
    pub dir: Dir,
    /// When it was read.
    pub t: Moment,
    /// Its bytes.
    pub raw: &'a [u8],
    /// A line feed followed.
    pub terminated: bool,
    /// What the reader made of the whole frame.
    pub reading: &'a Reading,
    /// A piece of a message over several lines.
    pub piece: Option<Piece>,
    /// The place in a batch.
    pub item: Option<usize>,
    /// What kind of message it is.
    pub kind: Kind,
    /// `method`.
    pub method: Option<&'a str>,
    /// `id`.
    pub id: Option<&'a RequestId>,
    /// The message; null where the frame is not JSON.
    pub value: &'a Value<'a>,
    /// The frame is JSON but was not held: the value is made of its envelope, and what else it says is not
    /// known.
    pub unread: bool,
    /// `params`, looked up once; null if there are none.
    pub params: &'a Value<'a>,
    /// `params.update`, looked up once; null if there is none.
    pub update: &'a Value<'a>,
    /// `params.update.sessionUpdate` of a `session/update` from the agent, looked up once.
    pub variant: Option<&'a str>,
    /// `params.sessionId`, looked up once.
    pub own_session: Option<&'a str>,
    /// For a response: the request that it answers.
    pub asked: Option<Arc<Asked>>,
    /// The method of the message, or of the request that it answers, if the protocol has it.
    pub known: Option<&'static Method>,
    /// The call that its shape is checked against.
    pub call: Option<&'static Call>,
    /// Deviations from its shape; pointers begin at the message.
    pub issues: Vec<Issue>,
}

impl<'a> Said<'a> {
    /// Looks up what nearly every rule asks for.
    pub(in crate::core) fn look_up(&mut self) {
        self.params = self.value.get("params").unwrap_or(&NULL);
        self.update = self.params.get("update").unwrap_or(&NULL);
        self.own_session = self.params.get("sessionId").and_then(Value::as_str);
        let update = self.method == Some("session/update") && self.dir == Dir::AgentToClient;
        self.variant =
            if update { self.update.get("sessionUpdate").and_then(Value::as_str) } else { None };
    }

    /// The side that sent it.
    #[must_use]
    pub fn side(&self) -> Side {
        Side::sending(self.dir)
    }

    /// What is odd about the form of this message, or of the frame that holds a batch.
    pub fn remarks(&self) -> impl Iterator<Item = &'a Remark> {
        let item = self.item.map(|at| at + 1);
        self.reading.remarks.iter().filter_map(move |remark| match (item, remark) {
            (Some(at), Remark::InBatch(of, inner)) if at == *of => Some(&**inner),
            (None, Remark::InBatch(..)) | (Some(_), _) => None,
            (None, remark) => Some(remark),
        })
    }

    /// The value at a JSON pointer of the message, null if there is none.
    #[must_use]
    pub fn at(&self, pointer: &str) -> &'a Value<'a> {
        let (value, rest) = if let Some(rest) = pointer.strip_prefix("/params/update/") {
            (self.update, rest)
        } else if let Some(rest) = pointer.strip_prefix("/params/") {
            (self.params, rest)
        } else if let Some(rest) = pointer.strip_prefix('/') {
            (self.value, rest)
        } else {
            return self.value;
        };
        value.follow(rest).unwrap_or(&NULL)
    }

    /// The text at a JSON pointer.
    #[must_use]
    pub fn text(&self, pointer: &str) -> Option<&'a str> {
        self.at(pointer).as_str()
    }

    /// The items of the list at a JSON pointer, none if there is no list.
    #[must_use]
    pub fn list(&self, pointer: &str) -> &'a [Value<'a>] {
        self.at(pointer).as_array().map_or(&[], Vec::as_slice)
    }

    /// `params`.
    #[must_use]
    pub fn params(&self) -> &'a Value<'a> {
        self.params
    }

    /// `params.update`.
    #[must_use]
    pub fn update(&self) -> &'a Value<'a> {
        self.update
    }

    /// `params.update.sessionUpdate` of a `session/update` from the agent.
    #[must_use]
    pub fn variant(&self) -> Option<&'a str> {
        self.variant
    }

    /// `result`.
    #[must_use]
    pub fn result(&self) -> &'a Value<'a> {
        self.value.get("result").unwrap_or(&NULL)
    }

    /// It is a successful response.
    #[must_use]
    pub fn succeeds(&self) -> bool {
        self.kind == Kind::Response && self.value.get("result").is_some()
    }

    /// `error.code`.
    #[must_use]
    pub fn code(&self) -> Option<i64> {
        self.at("/error/code").as_i64()
    }

    /// All that an error says, in lower case: its message, and its data where that is text.
    #[must_use]
    pub fn complaint(&self) -> String {
        let Some(error) = self.value.get("error") else { return String::new() };
        let mut text = String::new();
        let mut take = |v: Option<&Value<'_>>| {
            if let Some(words) = v.and_then(Value::as_str) {
                text.extend(words.chars().take(2_000).flat_map(char::to_lowercase));
                text.push('\n');
            }
        };
        take(error.get("message"));
        let data = error.get("data");
        take(data);
        for key in ["error", "message", "details", "reason"] {
            take(data.and_then(|d| d.get(key)));
        }
        text
    }

    /// The session that it is about: of its own params, or of the request that it answers.
    #[must_use]
    pub fn session(&self) -> Option<&str> {
        match &self.asked {
            Some(asked) => asked.session.as_deref(),
            None => self.own_session,
        }
    }

    /// It has no issue that makes readers refuse or lose what is at this pointer or above it.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        use crate::core::protocol::issue::IssueClass;
        !self.issues.iter().any(|i| matches!(i.class(), IssueClass::Fault | IssueClass::Format))
    }
}
