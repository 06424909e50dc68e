//! Every way in which the API says no.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::dto::ApiError;
use crate::core::explain;
use crate::core::filter::ParseError;
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
    NoName(String),
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

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let (status, error) = match self {
            Error::NoToken => (
                StatusCode::UNAUTHORIZED,
                "no token: open the link that acp-scope has printed".to_owned(),
            ),
            Error::Refused(why) => (StatusCode::FORBIDDEN, why.to_owned()),
            Error::NoRecording(n) => {
                (StatusCode::NOT_FOUND, format!("no recording {n}: it may have been deleted"))
            }
            Error::NoFrame(recording, n) => {
                (StatusCode::NOT_FOUND, format!("recording {recording} has no frame {n}"))
            }
            Error::NoSession(recording, id) => (
                StatusCode::NOT_FOUND,
                format!("recording {recording} has no session {id:?} at this moment"),
            ),
            Error::NoItem(recording, index) => (
                StatusCode::NOT_FOUND,
                format!("recording {recording} has no item {index} there at this moment"),
            ),
            Error::BadFilter(e) => (StatusCode::BAD_REQUEST, e.to_string()),
            Error::NoName(name) => (
                StatusCode::NOT_FOUND,
                match explain::near(&name) {
                    Some(near) => format!("nothing is called {name:?}: did you mean {near:?}?"),
                    None => format!("nothing is called {name:?}"),
                },
            ),
            Error::BadRequest(why) => (StatusCode::BAD_REQUEST, why.to_owned()),
            Error::NoRoute => (StatusCode::NOT_FOUND, "the API has no such address".to_owned()),
            Error::StillLive(n) => (
                StatusCode::CONFLICT,
                format!("recording {n} is live: it can be deleted when its agent has ended"),
            ),
            Error::Store(e) => (StatusCode::SERVICE_UNAVAILABLE, e.to_string()),
            Error::Internal => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "a fault of acp-scope's own: its terminal may tell more".to_owned(),
            ),
        };
        (status, Json(ApiError { error })).into_response()
    }
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
    let error = if said.is_empty() { reason() } else { said };
    parts.headers.remove(header::CONTENT_TYPE);
    parts.headers.remove(header::CONTENT_LENGTH);
    let allow = parts.headers.remove(header::ALLOW);
    let mut response = (status, Json(ApiError { error })).into_response();
    response.headers_mut().extend(parts.headers);
    if let Some(allow) = allow {
        response.headers_mut().insert(header::ALLOW, allow);
    }
    response
}

pub(super) async fn no_route() -> Error {
    Error::NoRoute
}
