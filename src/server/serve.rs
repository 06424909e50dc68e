//! Connections: how many there may be, and how long they may take to say what they want.
//!
//! Anybody on this machine can connect to a loopback port. Whoever connects and says nothing must not use up
//! what the page needs.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

/// Connections at a time. A browser opens six for a page.
const CONNECTIONS: usize = 256;
/// Time for a request's headers, from the connection or the answer before it.
const HEADERS: Duration = Duration::from_secs(10);
/// Bytes of a request's headers.
const HEADER_BYTES: usize = 64 << 10;
/// Time for answers that are under way when the server ends.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// Answers until `closing`.
pub(super) async fn serve(
    listener: TcpListener,
    router: Router,
    closing: CancellationToken,
) -> std::io::Result<()> {
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    let open = GracefulShutdown::new();
    loop {
        let permit = tokio::select! {
            permit = Arc::clone(&room).acquire_owned() => permit,
            () = closing.cancelled() => break,
        };
        let stream = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(_) => {
                    // Out of descriptors, for example: it passes when others close.
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = closing.cancelled() => break,
        };
        let _ = stream.set_nodelay(true);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADERS)
            .max_buf_size(HEADER_BYTES)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router.clone()));
        let connection = open.watch(connection);
        tokio::spawn(async move {
            // How a connection ends is its client's business.
            let _ = connection.await;
            drop(permit);
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(LAST_ANSWERS, open.shutdown()).await;
    Ok(())
}
