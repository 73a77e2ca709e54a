//! What can keep a server from starting.

use std::io;
use std::path::PathBuf;

/// Why there is no server. Every message says what would be right.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another program listens there.
    #[error(
        "port {port} of {host} is taken by another program, perhaps another `fewest serve`; choose another with --port, or any \
         free one with --port 0"
    )]
    Taken {
        /// The address that was asked for.
        host: String,
        /// The port that was asked for.
        port: u16,
    },
    /// An address that is not this machine's, or that may not be listened at.
    #[error("cannot listen at port {port} of {host}: {error}; without --host it is 127.0.0.1, for this machine alone")]
    Listen {
        /// The address that was asked for.
        host: String,
        /// The port that was asked for.
        port: u16,
        /// What the system said.
        error: io::Error,
    },
    /// The system gives no threads or no way to wait for connections.
    #[error("cannot serve: {0}")]
    System(io::Error),
    /// A folder that holds no page.
    #[error("cannot read the page in {folder}: {error}; build it with `cargo xtask web`")]
    Folder {
        /// The folder that was asked for.
        folder: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// A page that cannot be told that it has a server.
    #[error("the page has no <head> in its index.html; build it again with `cargo xtask web`")]
    NoHead,
}
