//! Remembering visited states: nodes in the order they were found, and an open-addressing index over them; or only as
//! many as fit a table of fixed size.

mod arena;
mod discard;
mod table;
mod transpositions;
mod tree;

pub(crate) use arena::Arena;
pub(crate) use discard::discard;
pub(crate) use table::{Closed, Found, NodeId};
pub(crate) use transpositions::Transpositions;
pub(crate) use tree::{Slot, Tree};
