//! The page itself, packed into the binary by the build script.

use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use super::{CONTENT_POLICY, access};

/// What stands for the nonce in index.html: the editor that shows JSON makes its own stylesheet.
const NONCE: &str = "style-nonce";

struct Asset {
    path: &'static str,
    mime: &'static str,
    etag: &'static str,
    bytes: &'static [u8],
    brotli: Option<&'static [u8]>,
}

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// A file of the page; any other address that a person opens is the page, which finds its place by the
/// address.
pub(super) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let found = ASSETS.iter().find(|a| a.path == path);
    let asset = match found {
        Some(asset) => asset,
        None if path.is_empty()
            || accepts(&headers, header::ACCEPT, "text/html") && !path.starts_with("assets/") =>
        {
            match ASSETS.iter().find(|a| a.path == "index.html") {
                Some(index) => index,
                None => return StatusCode::NOT_FOUND.into_response(),
            }
        }
        None => return StatusCode::NOT_FOUND.into_response(),
    };
    if asset.path == "index.html" {
        return html(StatusCode::OK, &String::from_utf8_lossy(asset.bytes));
    }
    // Names below assets/ hold a hash of the content.
    let cache = if asset.path.starts_with("assets/") {
        "private, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let common = [
        (header::CONTENT_TYPE, asset.mime),
        (header::CACHE_CONTROL, cache),
        (header::ETAG, asset.etag),
        (header::VARY, "Accept-Encoding"),
    ];
    if accepts(&headers, header::IF_NONE_MATCH, asset.etag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    match asset.brotli {
        Some(small) if accepts(&headers, header::ACCEPT_ENCODING, "br") => {
            (common, [(header::CONTENT_ENCODING, "br")], small).into_response()
        }
        _ => (common, asset.bytes).into_response(),
    }
}

/// HTML that holds `style-nonce` where its one stylesheet's nonce goes, with a nonce that is good for this answer
/// only: so nothing of this answer may be kept for another.
pub(super) fn html(status: StatusCode, html: &str) -> Response {
    let Ok(nonce) = access::secret() else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let policy = CONTENT_POLICY.replacen("style-src", &format!("style-src 'nonce-{nonce}'"), 1);
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
    ];
    (status, headers, html.replacen(NONCE, &nonce, 1)).into_response()
}

fn accepts(headers: &HeaderMap, name: header::HeaderName, what: &str) -> bool {
    headers.get(name).and_then(|v| v.to_str().ok()).is_some_and(|v| {
        v.split(',').any(|part| part.split(';').next().is_some_and(|p| p.trim() == what))
    })
}
