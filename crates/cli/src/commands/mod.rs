//! The lesser commands, one a file.

pub(crate) mod algorithms;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod explore;
mod far;
pub(crate) mod lab;
pub(crate) mod library;
pub(crate) mod man;
pub(crate) mod play;
pub(crate) mod prove;
pub(crate) mod random;
pub(crate) mod serve;
pub(crate) mod verify;
