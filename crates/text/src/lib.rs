//! What every reader and writer of text shares, so that all puzzles read numbers, list faults and write counts alike.
//!
//! [`Faults`] lists everything that is wrong with a text. [`Word`] and [`Tally`] read and count numbered pieces. The rest writes
//! numbers and names for people. The crate depends on nothing and knows no puzzle.

mod faults;
mod tally;
mod word;
mod write;

pub use faults::Faults;
pub use tally::{Tally, Unfit};
pub use word::{Word, number, words};
pub use write::{Listed, bytes, escape, plural, raised, scaled, thousands, with_commas};
