//! Who may look: a token on every request, no foreign host names, no foreign origins.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::atomic::Ordering;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::error::Error;
use super::{Shared, assets};

/// 128 random bits in hex.
pub(super) fn secret() -> io::Result<String> {
    let mut random = [0u8; 16];
    getrandom::fill(&mut random).map_err(|e| io::Error::other(e.to_string()))?;
    Ok(random.iter().map(|b| format!("{b:02x}")).collect())
}

/// The secret that opens the page: 128 random bits.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

impl Token {
    /// The token of a database, made when there is none yet. It is kept, so that links stay good.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn of(path: &Path) -> io::Result<Token> {
        let kept = || {
            let text = fs::read_to_string(path).ok()?;
            let good = text.len() == 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
            good.then_some(Token(text))
        };
        if let Some(token) = kept() {
            return Ok(token);
        }
        let text = secret()?;
        // Another process may make one at the same time: whole files only, and the first one counts.
        let mut new = path.as_os_str().to_owned();
        new.push(format!(".{}", std::process::id()));
        let new = Path::new(&new);
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(new)?;
        file.write_all(text.as_bytes())?;
        if path.exists() && kept().is_none() {
            fs::remove_file(path)?;
        }
        let linked = fs::hard_link(new, path);
        fs::remove_file(new)?;
        match linked {
            Ok(()) => Ok(Token(text)),
            Err(e) => kept().ok_or(e),
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// Compares without telling by its time how much was right.
    fn is(&self, other: &str) -> bool {
        let same_length = self.0.len() == other.len();
        let difference = self.0.bytes().zip(other.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
        same_length && difference == 0
    }
}

/// Lets a request through, or answers it.
pub(super) async fn check(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    if !host_is_ours(headers, app.port) {
        return Error::Refused("this server answers to 127.0.0.1 and localhost only")
            .into_response();
    }
    if !origin_is_ours(request.method(), headers, app.port) || asked_by_another_page(headers) {
        return Error::Refused("requests from other pages are not answered").into_response();
    }
    let cookie = cookie_name(app.port);
    if let Some(given) = query_token(request.uri().query().unwrap_or("")) {
        return if app.token.is(&given) && request.method() == Method::GET {
            welcome(&request, &cookie, &given)
        } else {
            unknown(headers)
        };
    }
    let known = bearer(headers).is_some_and(|t| app.token.is(t))
        || cookies(headers).any(|(name, value)| name == cookie && app.token.is(value));
    if !known {
        return unknown(headers);
    }
    app.last_request.store(app.started.elapsed().as_millis() as u64, Ordering::Relaxed);
    next.run(request).await
}

/// Cookies do not know ports: two pages on one machine need two names.
fn cookie_name(port: u16) -> String {
    format!("acp_scope_{port}")
}

/// The token becomes a cookie and leaves the address, so that it is in no history and no screenshot.
fn welcome(request: &Request, cookie: &str, token: &str) -> Response {
    let uri = request.uri();
    let rest: Vec<&str> =
        uri.query().unwrap_or("").split('&').filter(|p| !p.starts_with("token=")).collect();
    // A path that begins with two slashes would be another host.
    let path = format!("/{}", uri.path().trim_start_matches('/'));
    let target = if rest.is_empty() { path } else { format!("{path}?{}", rest.join("&")) };
    let cookie = format!("{cookie}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000");
    (
        StatusCode::SEE_OTHER,
        [(header::LOCATION, target), (header::SET_COOKIE, cookie)],
        [(header::CACHE_CONTROL, "no-store")],
    )
        .into_response()
}

fn unknown(headers: &HeaderMap) -> Response {
    let html = headers
        .get(header::ACCEPT)
        .and_then(|a| a.to_str().ok())
        .is_some_and(|a| a.contains("text/html"));
    if !html {
        return Error::NoToken.into_response();
    }
    let page = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>acp-scope</title>\
        <style nonce=\"style-nonce\">:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}\
        body{max-width:34em;margin:18vh auto;padding:0 24px}h1{font-size:20px}\
        code{font-family:ui-monospace,monospace}</style><h1>Open the link that acp-scope printed</h1>\
        <p>Recordings can hold prompts, files and secrets, so the page opens only from the link that \
        acp-scope has printed. Run <code>acp-scope ui</code> and open the address that it prints.</p></html>";
    assets::html(StatusCode::UNAUTHORIZED, page)
}

fn host_is_ours(headers: &HeaderMap, port: u16) -> bool {
    let Some(host) = headers.get(header::HOST).and_then(|h| h.to_str().ok()) else { return false };
    [format!("127.0.0.1:{port}"), format!("localhost:{port}")].iter().any(|ours| ours == host)
}

/// Reading is guarded by the browser; whatever changes something must come from this page, or from no
/// page at all.
fn origin_is_ours(method: &Method, headers: &HeaderMap, port: u16) -> bool {
    if matches!(*method, Method::GET | Method::HEAD) {
        return true;
    }
    match headers.get(header::ORIGIN).map(|o| o.to_str().unwrap_or("")) {
        None => true,
        Some(origin) => [format!("http://127.0.0.1:{port}"), format!("http://localhost:{port}")]
            .iter()
            .any(|ours| ours == origin),
    }
}

/// What a page of another origin asks for, other ports of this machine among them: those share our cookie. Only that
/// somebody follows a link to the page itself is let through. Programs that are no browsers send no such headers.
fn asked_by_another_page(headers: &HeaderMap) -> bool {
    let is = |name: &str, what: &[&str]| {
        headers.get(name).is_some_and(|v| what.iter().any(|w| v.as_bytes() == w.as_bytes()))
    };
    is("sec-fetch-site", &["cross-site", "same-site"])
        && !(is("sec-fetch-mode", &["navigate"]) && is("sec-fetch-dest", &["document"]))
}

fn query_token(query: &str) -> Option<String> {
    query.split('&').find_map(|p| p.strip_prefix("token=")).map(ToOwned::to_owned)
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|c| c.to_str().ok())
        .flat_map(|c| c.split(';'))
        .filter_map(|c| c.trim().split_once('='))
}
