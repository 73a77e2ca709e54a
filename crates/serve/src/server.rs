//! The socket and its connections, from the first to the last.

use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use fewest_engine::Session;
use futures_util::future::select;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Notify, Semaphore};
use tokio::time::sleep;
use tokio_io_timeout::TimeoutStream;

use crate::api::{AppState, routes};
use crate::bounds::Bounds;
use crate::error::ServeError;
use crate::gate::Gate;
use crate::jobs::Jobs;
use crate::page::Page;

/// The port where nobody names another.
pub const DEFAULT_PORT: u16 = 7878;
/// This machine alone.
const LOOPBACK: &str = "127.0.0.1";
/// The time between two looks at searches that nobody reads.
const ROUND: Duration = Duration::from_millis(250);
/// The time for which nobody is let in when the system has no room for a connection.
const PAUSE: Duration = Duration::from_millis(100);
/// How long searches may take to end when the server does.
const LAST_WORDS: Duration = Duration::from_secs(2);
/// The most bytes of a request's head.
const HEAD: usize = 1 << 16;

/// Where a server listens, and how much it gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// An address of this machine, or a name of it.
    pub host: String,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// How much of everything.
    pub bounds: Bounds,
}

impl Default for Settings {
    /// On loopback, within the usual bounds.
    fn default() -> Self {
        Self { host: LOOPBACK.to_owned(), port: DEFAULT_PORT, bounds: Bounds::default() }
    }
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    host: String,
    runtime: Runtime,
    session: Session,
    bounds: Bounds,
    stop: Arc<Notify>,
}

/// Ends a server from anywhere.
#[derive(Clone, Debug)]
pub struct Stopper(Arc<Notify>);

impl Stopper {
    /// Ends it, now or as soon as it runs.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

impl Server {
    /// Begins to listen; connections wait until they are answered by [`run`](Self::run).
    ///
    /// # Errors
    /// A port that is taken, an address that is not this machine's.
    pub fn bind(settings: &Settings, session: Session) -> Result<Self, ServeError> {
        let Settings { host, port, bounds } = settings;
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let listener = listen(host, *port).map_err(|error| match error.kind() {
            ErrorKind::AddrInUse => ServeError::Taken(host.to_owned(), *port),
            _ => ServeError::Listen(host.to_owned(), *port, error),
        })?;
        let address = listener.local_addr().map_err(ServeError::System)?;
        let mut runtime = Builder::new_current_thread();
        let runtime = runtime.enable_all().max_blocking_threads(bounds.queries.max(1)).build();
        Ok(Self {
            listener,
            address,
            host: host.to_owned(),
            runtime: runtime.map_err(ServeError::System)?,
            session,
            bounds: *bounds,
            stop: Arc::default(),
        })
    }

    /// The address it listens at.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address to open in a browser on this machine.
    pub fn url(&self) -> String {
        let port = self.address.port();
        match self.address {
            address if address.ip().is_unspecified() => format!("http://{LOOPBACK}:{port}/"),
            SocketAddr::V6(_) if self.host.contains(':') => format!("http://[{}]:{port}/", self.host),
            _ => format!("http://{}:{port}/", self.host),
        }
    }

    /// Whether other machines can reach it.
    pub fn is_open_to_others(&self) -> bool {
        !self.address.ip().is_loopback()
    }

    /// What ends it.
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.stop))
    }

    /// Serves the page, or without one the engine alone, until it is stopped; then searches are cancelled and connections
    /// dropped.
    ///
    /// # Errors
    /// A system that lets nobody wait for connections.
    pub fn run(self, page: Option<Page>) -> Result<(), ServeError> {
        let Self { listener, address, host, runtime, session, bounds, stop } = self;
        let session = Arc::new(session);
        let jobs = Arc::new(Jobs::new(Arc::clone(&session), bounds));
        let state = AppState {
            session,
            jobs: Arc::clone(&jobs),
            page: page.map(Arc::new),
            queries: Arc::new(Semaphore::new(bounds.queries)),
            costly_queries: Arc::new(Semaphore::new(bounds.costly_queries())),
            bounds,
        };
        let router = routes(state, Gate::new(&host, address));
        let result = runtime.block_on(async {
            listener.set_nonblocking(true)?;
            let listener = tokio::net::TcpListener::from_std(listener)?;
            tokio::spawn(sweep(Arc::clone(&jobs)));
            select(pin!(accept(listener, router, bounds)), pin!(stop.notified())).await;
            Ok(())
        });
        jobs.stop(LAST_WORDS);
        // A question that is still being answered has nobody left to be told to.
        runtime.shutdown_background();
        result.map_err(ServeError::System)
    }
}

/// The first of the host's addresses that can be listened at.
fn listen(host: &str, port: u16) -> io::Result<TcpListener> {
    let addresses: Vec<SocketAddr> = (host, port).to_socket_addrs()?.collect();
    TcpListener::bind(addresses.as_slice())
}

/// Lets connections in, one after the other, while there are places.
async fn accept(listener: tokio::net::TcpListener, router: Router, bounds: Bounds) {
    let places = Arc::new(Semaphore::new(bounds.connections.max(1)));
    loop {
        let place = Arc::clone(&places).acquire_owned().await.expect("never closed");
        match listener.accept().await {
            Ok((stream, _)) => {
                let connection = converse(stream, router.clone(), bounds.patience);
                tokio::spawn(async move {
                    connection.await;
                    drop(place);
                });
            }
            // The client has gone, or the system has no room for it; the next may do better.
            Err(_) => sleep(PAUSE).await,
        }
    }
}

async fn converse(stream: TcpStream, router: Router, patience: Duration) {
    // Without it a short event waits for the acknowledgement of the one before; where it cannot be set, it does.
    let _ = stream.set_nodelay(true);
    // A client that hangs leaves its socket full, and nothing else would ever end that: a write that has waited for so long
    // fails, and a search loses its reader as if the client had gone away.
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(patience));
    let mut protocol = http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(patience).max_buf_size(HEAD);
    // A connection that breaks has nobody to be told of it.
    let _ = protocol.serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(router)).await;
}

async fn sweep(jobs: Arc<Jobs>) {
    loop {
        sleep(ROUND).await;
        jobs.sweep(Instant::now());
    }
}
