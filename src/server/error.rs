//! Every way in which the API says no.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::dto::Problem;
use crate::core::explain;
use crate::core::filter::ParseError;
use crate::core::rules;
use crate::store;

#[derive(Debug)]
pub(super) enum Error {
    NoToken,
    Refused(&'static str),
    NoRecording(i64),
    NoFrame(i64, u32),
    NoSession(i64, String),
    NoItem(i64, usize),
    BadFilter(ParseError),
    BadRequest(&'static str),
    /// A file that was not imported, in the form `what: why: what to do`.
    BadFile(String),
    NoName(String),
    NoRule(String),
    NoRoute,
    StillLive(i64),
    Store(store::Error),
    Internal,
}

impl From<store::Error> for Error {
    fn from(e: store::Error) -> Error {
        Error::Store(e)
    }
}

impl From<ParseError> for Error {
    fn from(e: ParseError) -> Error {
        Error::BadFilter(e)
    }
}

impl Error {
    /// What the status, the kind and the title of the problem are.
    fn kind(&self) -> (StatusCode, &'static str, &'static str) {
        match self {
            Error::NoToken => (StatusCode::UNAUTHORIZED, "no-token", "No token"),
            Error::Refused(_) => (StatusCode::FORBIDDEN, "refused", "Refused"),
            Error::NoRecording(_) => (StatusCode::NOT_FOUND, "no-recording", "No such recording"),
            Error::NoFrame(..) => (StatusCode::NOT_FOUND, "no-frame", "No such frame"),
            Error::NoSession(..) => (StatusCode::NOT_FOUND, "no-session", "No such session"),
            Error::NoItem(..) => (StatusCode::NOT_FOUND, "no-item", "No such item"),
            Error::BadFilter(_) => (StatusCode::BAD_REQUEST, "bad-filter", "Not a filter"),
            Error::NoName(_) => (StatusCode::NOT_FOUND, "no-name", "No such name"),
            Error::NoRule(_) => (StatusCode::NOT_FOUND, "no-rule", "No such rule"),
            Error::BadRequest(_) => (StatusCode::BAD_REQUEST, "bad-request", "Not understood"),
            Error::BadFile(_) => {
                (StatusCode::UNPROCESSABLE_ENTITY, "bad-file", "Nothing was imported")
            }
            Error::NoRoute => (StatusCode::NOT_FOUND, "no-address", "No such address"),
            Error::StillLive(_) => (StatusCode::CONFLICT, "still-live", "Still live"),
            Error::Store(_) => {
                (StatusCode::SERVICE_UNAVAILABLE, "database", "The database cannot be used")
            }
            Error::Internal => {
                (StatusCode::INTERNAL_SERVER_ERROR, "internal", "A fault of our own")
            }
        }
    }

    /// What went wrong here, and what to do.
    fn detail(&self) -> String {
        match self {
            Error::NoToken => "no token: open the link that acp-scope has printed".to_owned(),
            Error::Refused(why) | Error::BadRequest(why) => (*why).to_owned(),
            Error::NoRecording(n) => format!("no recording {n}: it may have been deleted"),
            Error::NoFrame(recording, n) => format!("recording {recording} has no frame {n}"),
            Error::NoSession(recording, id) => {
                format!("recording {recording} has no session {id:?}")
            }
            Error::NoItem(recording, index) => {
                format!("recording {recording} has no item {index} there at this moment")
            }
            Error::BadFile(message) => message.clone(),
            Error::BadFilter(e) => e.to_string(),
            Error::NoName(name) => match explain::near(name) {
                Some(near) => format!("nothing is called {name:?}: did you mean {near:?}?"),
                None => format!("nothing is called {name:?}"),
            },
            Error::NoRule(id) => match rules::near(id) {
                Some(near) => format!("no rule is called {id:?}: did you mean {near:?}?"),
                None => format!("no rule is called {id:?}"),
            },
            Error::NoRoute => "the API has no such address".to_owned(),
            Error::StillLive(n) => {
                format!("recording {n} is live: it can be deleted when its agent has ended")
            }
            Error::Store(e) => e.to_string(),
            Error::Internal => "a fault of acp-scope's own: its terminal may tell more".to_owned(),
        }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let (status, kind, title) = self.kind();
        problem(status, kind, title, self.detail())
    }
}

fn problem(status: StatusCode, kind: &str, title: &str, detail: String) -> Response {
    let problem = Problem {
        kind: format!("urn:acp-scope:problem:{kind}"),
        title: title.to_owned(),
        status: status.as_u16(),
        detail,
    };
    (status, [(header::CONTENT_TYPE, "application/problem+json")], Json(problem)).into_response()
}

/// What the framework refuses by itself (a number that is none, a method that is not offered) it says as plain text:
/// here it gets the form of all other errors.
pub(super) async fn as_json(response: Response) -> Response {
    let status = response.status();
    let plain = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_none_or(|kind| kind.as_bytes().starts_with(b"text/plain"));
    if !status.is_client_error() || !plain {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let text = axum::body::to_bytes(body, 4 << 10).await.unwrap_or_default();
    let said = String::from_utf8_lossy(&text).trim().to_owned();
    let reason = || status.canonical_reason().unwrap_or("refused").to_lowercase();
    let detail = if said.is_empty() { reason() } else { said };
    parts.headers.remove(header::CONTENT_TYPE);
    parts.headers.remove(header::CONTENT_LENGTH);
    let allow = parts.headers.remove(header::ALLOW);
    let mut response = problem(status, "bad-request", "Not understood", detail);
    response.headers_mut().extend(parts.headers);
    if let Some(allow) = allow {
        response.headers_mut().insert(header::ALLOW, allow);
    }
    response
}

pub(super) async fn no_route() -> Error {
    Error::NoRoute
}
