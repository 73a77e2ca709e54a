#![doc = include_str!("../README.md")]

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
