#![doc = include_str!("../README.md")]

mod faults;
mod tally;
mod word;
mod write;

pub use faults::Faults;
pub use tally::{Tally, Unfit};
pub use word::{Word, number, words};
pub use write::{Listed, bytes, escape, plural, raised, scaled, thousands, with_commas};
