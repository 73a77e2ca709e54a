//! The page and the native engine over HTTP, for this machine alone: what `fewest serve` runs.
//!
//! A browser's worker has one core and a few gigabytes. Behind this door the page has all cores, all memory and the
//! tables on disk; it speaks to the engine in the same types (`Query`, `Request`, `Event`, `Answer`), as JSON. Events come
//! as a stream of server-sent events (WHATWG HTML, §9.2), a search ends when its client asks for that or goes away.
//!
//! Whatever a client does, the server goes on: sizes, times, jobs, questions and connections are bounded ([`Bounds`]), a
//! search never waits for a reader, and no text of a client names a file. Other pages in the same browser are
//! kept out by the `Host` and `Origin` of each request. `docs/serve.md` describes the interface.
//!
//! | module | concept |
//! |---|---|
//! | `server` | the socket, connections, the end |
//! | `gate` | who may ask: hosts, origins, headers of every response |
//! | `api`, `refusal` | the routes below `/api`, and how a request is refused |
//! | `bounds`, `question` | how much of everything; what may be asked |
//! | `jobs`, `mailbox` | searches, and what waits to be read by their clients |
//! | `page`, `files`, `media` | the files of the page and of the documentation, from the binary or from a folder |
//!
//! ```
//! use fewest_engine::Session;
//! use fewest_serve::{Server, Settings};
//!
//! let server = Server::bind(&Settings { port: 0, ..Settings::default() }, Session::in_memory(fewest_kinds::KINDS))?;
//! assert!(server.url().starts_with("http://127.0.0.1:"));
//! server.stopper().stop(); // from anywhere, such as a handler of Ctrl-C
//! server.run(None)?;
//! # Ok::<(), fewest_serve::ServeError>(())
//! ```

mod api;
mod bounds;
mod error;
mod files;
mod gate;
mod jobs;
mod mailbox;
mod media;
mod page;
mod question;
mod refusal;
mod server;

pub use bounds::Bounds;
pub use error::ServeError;
pub use page::Page;
pub use server::{DEFAULT_PORT, Server, Settings, Stopper};
