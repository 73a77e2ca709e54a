//! Where positions come from: an argument, a file or stdin, read in bounded memory however large it is.

mod foreign;
mod lines;
mod positions;
mod source;

pub(crate) use positions::rules;
pub(crate) use source::{Input, Locator, kind_shown, looks, named};
