//! Where positions come from: an argument, a file or stdin, read in bounded memory however large it is.

mod foreign;
mod lines;
mod pick;
mod positions;
mod source;

pub(crate) use foreign::meant;
pub(crate) use pick::Pick;
pub(crate) use positions::rules;
pub(crate) use source::{Argument, Found, Input, Locator, kind_shown, looks, named, no_input};
