//! What can keep a server from starting.

use std::io;
use std::path::PathBuf;

/// Why there is no server. Every message says what would be right.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another program listens at this host and port.
    #[error(
        "port {1} of {0} is in use by another program, perhaps another `fewest serve`; choose another one with --port, \
         or any free one with --port 0"
    )]
    Taken(String, u16),
    /// An address that is not this machine's, or that may not be listened at.
    #[error(
        "cannot listen on port {1} of {0}: {2}; without --host, the address is 127.0.0.1, which only this machine can reach"
    )]
    Listen(String, u16, io::Error),
    /// The system gives no threads or no way to wait for connections.
    #[error("cannot serve: {0}")]
    System(io::Error),
    /// A folder that holds no page.
    #[error("cannot read the page in {0}: {1}; build it with `cargo xtask web`")]
    Folder(PathBuf, io::Error),
    /// A page that cannot be told that it has a server.
    #[error("the index.html of the page has no <head>; build the page again with `cargo xtask web`")]
    NoHead,
}
