//! The page's server: reads the store, shows it on a loopback port.
//!
//! It is a process of its own and shares nothing with a proxy but files. It answers to nobody who does not
//! hold its token, to no name but that of this machine, and never sends a page elsewhere. Routes are listed
//! here; each resource is a file.

mod access;
mod assets;
mod bookmarks;
mod changes;
mod columns;
mod convert;
mod density;
pub mod dto;
mod error;
mod explain;
mod export;
mod filters;
mod frames;
mod live;
mod recordings;
mod rules;
mod saved;
mod searches;
mod serve;
mod timeline;
mod upload;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware;
use axum::routing::{get, put};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::background;
use crate::store::{self, Location, Store};
use error::Error;

pub use access::Token;

/// What an answer may load and run. The page itself lets in one stylesheet more, by a nonce: see `assets`.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     media-src data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// What every handler may use.
#[derive(Debug)]
struct App {
    location: Location,
    token: Token,
    port: u16,
    /// Connections that are not in use.
    idle: std::sync::Mutex<Vec<Store>>,
    live: live::Hub,
    timelines: timeline::Timelines,
    /// Recordings that were drawn, in rough.
    profiles: density::Profiles,
    /// What filters have found.
    searches: searches::Searches,
    /// What replaces secrets.
    redactors: export::Redactors,
    started: Instant,
    /// Milliseconds from the start to the last request.
    last_request: AtomicU64,
    closing: CancellationToken,
}

type Shared = Arc<App>;

impl App {
    /// Runs a query on a thread that may block.
    async fn read<T: Send + 'static>(
        self: &Shared,
        query: impl FnOnce(&mut Store) -> Result<T, store::Error> + Send + 'static,
    ) -> Result<T, Error> {
        let app = Arc::clone(self);
        let task = tokio::task::spawn_blocking(move || app.query(query));
        Ok(task.await.map_err(|_| Error::Internal)??)
    }

    /// The same for what takes long and is not waited for: on a thread that gives way to the others.
    async fn read_aside<T: Send + 'static>(
        self: &Shared,
        query: impl FnOnce(&mut Store) -> Result<T, store::Error> + Send + 'static,
    ) -> Result<T, Error> {
        let app = Arc::clone(self);
        let (tell, told) = tokio::sync::oneshot::channel();
        let spawned = std::thread::Builder::new().name("aside".to_owned()).spawn(move || {
            background::give_way();
            let _ = tell.send(app.query(query));
        });
        spawned.map_err(|_| Error::Internal)?;
        Ok(told.await.map_err(|_| Error::Internal)??)
    }

    fn query<T>(
        &self,
        query: impl FnOnce(&mut Store) -> Result<T, store::Error>,
    ) -> Result<T, store::Error> {
        let idle = self.idle.lock().ok().and_then(|mut idle| idle.pop());
        let mut store = match idle {
            Some(store) if store.is_at(&self.location.database).is_ok() => store,
            _ => Store::open(&self.location.database)?,
        };
        let result = query(&mut store);
        if let Ok(mut idle) = self.idle.lock() {
            idle.push(store);
        }
        result
    }

    fn idle_for(&self) -> Duration {
        let last = Duration::from_millis(self.last_request.load(Ordering::Relaxed));
        self.started.elapsed().saturating_sub(last)
    }
}

/// A server that has its port.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    app: Shared,
}

impl Server {
    /// Takes a port of the loopback interface: this one, or one of the next hundred; 0 takes any.
    ///
    /// # Errors
    /// The database cannot be used, or no port is free.
    pub async fn bind(location: Location, port: u16, token: Token) -> std::io::Result<Server> {
        let mut last = std::io::ErrorKind::AddrInUse.into();
        let ports = if port == 0 { 0..=0 } else { port..=port.saturating_add(100) };
        for port in ports {
            match TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await {
                Ok(listener) => {
                    let port = listener.local_addr()?.port();
                    let app = App {
                        location,
                        token,
                        port,
                        idle: std::sync::Mutex::default(),
                        live: live::Hub::new(),
                        timelines: timeline::Timelines::default(),
                        profiles: density::Profiles::default(),
                        searches: searches::Searches::default(),
                        redactors: export::Redactors::default(),
                        started: Instant::now(),
                        last_request: AtomicU64::new(0),
                        closing: CancellationToken::new(),
                    };
                    return Ok(Server { listener, app: Arc::new(app) });
                }
                Err(e) => last = e,
            }
        }
        Err(last)
    }

    /// The port that was taken.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.app.port
    }

    /// The address to open, with the token.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/?token={}", self.app.port, self.app.token.text())
    }

    /// Serves until SIGINT or SIGTERM, or until nobody has looked for `idle_exit`.
    ///
    /// # Errors
    /// The listener fails.
    pub async fn serve(self, idle_exit: Option<Duration>) -> std::io::Result<()> {
        let Server { listener, app } = self;
        let closing = app.closing.clone();
        tokio::spawn(live::complete_orphans(Arc::clone(&app)));
        tokio::spawn(searches::index(Arc::clone(&app)));
        live::watch(Arc::clone(&app));
        let ends = tokio::spawn(until_end(Arc::clone(&app), idle_exit));
        let served = serve::serve(listener, router(app), closing).await;
        ends.abort();
        served
    }
}

/// Tells the log of a request: what it is for and how it went. Names and text in its address are the user's.
async fn logged(
    request: axum::extract::Request,
    next: axum::middleware::Next,
) -> axum::response::Response {
    if !log::log_enabled!(log::Level::Debug) {
        return next.run(request).await;
    }
    let began = Instant::now();
    let method = request.method().clone();
    let path = request.uri().path().split('/').take(3).collect::<Vec<_>>().join("/");
    let kind = if path.starts_with("/api/") { path } else { "/".to_owned() };
    let response = next.run(request).await;
    let status = response.status().as_u16();
    log::debug!("{method} {kind}…: {status} after {} us", began.elapsed().as_micros());
    response
}

fn router(app: Shared) -> Router {
    let header = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
    };
    Router::new()
        .route("/api/about", get(recordings::about))
        .route(
            "/api/recordings/{number}",
            get(recordings::one).patch(recordings::change).delete(recordings::delete),
        )
        .route("/api/recordings/{number}/frames", get(frames::page))
        .route("/api/recordings/{number}/frames/{frame}", get(frames::one))
        .route("/api/recordings/{number}/frames/{frame}/raw", get(frames::raw))
        .route("/api/recordings/{number}/frames/{frame}/redacted", get(export::frame))
        .route("/api/recordings/{number}/frames/{frame}/explain", get(explain::frame))
        .route("/api/recordings/{number}/frames/{frame}/item", get(timeline::items::place))
        .route("/api/recordings/{number}/findings", get(frames::findings))
        .route("/api/recordings/{number}/why", get(filters::why))
        .route("/api/recordings/{number}/export", get(export::export))
        .route("/api/recordings/{number}/redactions", get(export::redactions))
        .route("/api/recordings/{number}/bookmarks", get(bookmarks::list))
        .route(
            "/api/recordings/{number}/bookmarks/{frame}",
            put(bookmarks::set).delete(bookmarks::remove),
        )
        .route("/api/explain/{*name}", get(explain::name))
        .route("/api/rules/{*id}", get(rules::one))
        .route("/api/filters", get(saved::list))
        .route("/api/filters/{name}", put(saved::keep).delete(saved::forget))
        .route("/api/filter", get(filters::check))
        .route("/api/search", get(filters::search))
        .route("/api/recordings/{number}/stderr", get(frames::stderr))
        .route("/api/recordings/{number}/sessions", get(timeline::turns::sessions))
        .route("/api/recordings/{number}/turns", get(timeline::turns::page))
        .route("/api/recordings/{number}/turns/places", get(timeline::turns::places))
        .route("/api/recordings/{number}/steps", get(timeline::turns::steps))
        .route("/api/recordings/{number}/calls", get(timeline::turns::calls))
        .route("/api/recordings/{number}/marks", get(timeline::marks::get))
        .route("/api/recordings/{number}/timeline", get(timeline::items::page))
        .route("/api/recordings/{number}/items/{index}", get(timeline::items::one))
        .route("/api/recordings/{number}/items/{index}/patches", get(timeline::items::patches))
        .route("/api/recordings/{number}/state", get(timeline::state::state))
        .route("/api/recordings/{number}/density", get(density::get))
        .route("/api/recordings/{number}/columns", get(columns::get))
        .route("/api/live", get(live::stream))
        .route("/api/{*rest}", get(error::no_route))
        .fallback(get(assets::serve))
        .layer(RequestBodyLimitLayer::new(1 << 20))
        // Files are larger than all else that is sent, and limit themselves.
        .route("/api/recordings", get(recordings::list).post(upload::upload))
        .layer(middleware::map_response(error::as_json))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), access::check))
        .layer(SetResponseHeaderLayer::if_not_present(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(CONTENT_POLICY),
        ))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(header::REFERRER_POLICY, "no-referrer"))
        .layer(header(HeaderName::from_static("cross-origin-resource-policy"), "same-origin"))
        .layer(header(HeaderName::from_static("cross-origin-opener-policy"), "same-origin"))
        .layer(axum::middleware::from_fn(logged))
        .with_state(app)
}

async fn until_end(app: Shared, idle_exit: Option<Duration>) {
    let idle = async {
        let Some(limit) = idle_exit else { return std::future::pending().await };
        loop {
            let left = limit.saturating_sub(app.idle_for());
            if left.is_zero() && app.live.watchers() == 0 {
                return;
            }
            tokio::time::sleep(left.max(Duration::from_secs(1))).await;
        }
    };
    tokio::select! {
        () = idle => {}
        () = signalled() => {}
    }
    app.closing.cancel();
}

async fn signalled() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut term), Ok(mut int)) =
        (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = term.recv() => {}
        _ = int.recv() => {}
    }
}
