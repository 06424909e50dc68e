//! Requests that wait for their response, per direction, and the ids that were answered lately.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use crate::core::frame::{FrameNumber, Moment};
use crate::core::message::RequestId;
use crate::core::tree::Value;

/// Answered requests that are remembered, per direction.
const REMEMBERED: usize = 1_000;
/// Texts of kept parameters are cut to this many bytes: rules compare names, paths and ids.
const TEXT: usize = 2_048;
/// Lists and objects of kept parameters are cut to this many entries.
const ENTRIES: usize = 2_000;

/// A request as far as its answer is judged by it.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// Its id.
    pub id: RequestId,
    /// Its frame.
    pub frame: FrameNumber,
    /// When it was read.
    pub t: Moment,
    /// Its method; none if it is not a string.
    pub method: Option<String>,
    /// The session that it names.
    pub session: Option<String>,
    /// Its parameters, long texts and lists cut.
    pub params: Value<'static>,
    /// Its parameters do not have the shape of its method.
    pub malformed: bool,
    /// It is no valid request at all.
    pub broken: bool,
}

impl Asked {
    /// It asks for this method.
    #[must_use]
    pub fn is(&self, method: &str) -> bool {
        self.method.as_deref() == Some(method)
    }

    /// The text of a parameter.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.params.get(name).and_then(Value::as_str)
    }

    /// The items of a list parameter.
    #[must_use]
    pub fn list(&self, name: &str) -> &[Value<'static>] {
        self.params.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }
}

/// An open request and what has been asked of it since.
#[derive(Debug, Clone)]
pub struct Open {
    /// The request.
    pub asked: Arc<Asked>,
    /// The frame of a `$/cancel_request` for it.
    pub cancelled: Option<FrameNumber>,
    /// The frame of a `session/cancel` or `session/close` while it was open.
    pub session_cancelled: Option<FrameNumber>,
}

/// A request that was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// The request's frame.
    pub request: FrameNumber,
    /// The response's frame.
    pub response: FrameNumber,
}

/// The requests of one direction.
#[derive(Debug, Default)]
pub struct Requests {
    open: HashMap<RequestId, Open>,
    answered: HashMap<RequestId, Answered>,
    order: VecDeque<RequestId>,
}

impl Requests {
    /// The open request of this id.
    #[must_use]
    pub fn open(&self, id: &RequestId) -> Option<&Open> {
        self.open.get(id)
    }

    /// All open requests, in no order.
    pub fn all_open(&self) -> impl Iterator<Item = &Open> {
        self.open.values()
    }

    /// The answer that a request of this id got lately.
    #[must_use]
    pub fn answered(&self, id: &RequestId) -> Option<&Answered> {
        self.answered.get(id)
    }

    /// Nothing was ever asked in this direction.
    #[must_use]
    pub fn is_unused(&self) -> bool {
        self.open.is_empty() && self.answered.is_empty()
    }

    pub(super) fn all_open_mut(&mut self) -> impl Iterator<Item = &mut Open> {
        self.open.values_mut()
    }

    pub(super) fn open_mut(&mut self, id: &RequestId) -> Option<&mut Open> {
        self.open.get_mut(id)
    }

    pub(super) fn ask(&mut self, asked: Asked) {
        let open = Open { asked: Arc::new(asked), cancelled: None, session_cancelled: None };
        self.open.insert(open.asked.id.clone(), open);
    }

    pub(super) fn answer(&mut self, id: &RequestId, response: FrameNumber) -> Option<Open> {
        let open = self.open.remove(id)?;
        let answered = Answered { request: open.asked.frame, response };
        if self.answered.insert(id.clone(), answered).is_none() {
            self.order.push_back(id.clone());
        }
        if self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.answered.remove(&oldest);
        }
        Some(open)
    }
}

/// A copy with long texts, lists and objects cut, so that what is kept is bounded.
pub(super) fn kept(value: &Value<'_>) -> Value<'static> {
    match value {
        Value::String(text) if text.len() > TEXT => {
            let mut end = TEXT;
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            Value::String(Cow::Owned(text[..end].to_owned()))
        }
        Value::Array(items) => Value::Array(items.iter().take(ENTRIES).map(kept).collect()),
        Value::Object(members) => {
            let member = |(key, value): (&str, &Value<'_>)| (key.to_owned().into(), kept(value));
            Value::Object(members.iter().take(ENTRIES).map(member).collect())
        }
        other => other.clone().into_owned(),
    }
}
