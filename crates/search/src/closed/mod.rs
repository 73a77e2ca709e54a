//! Remembering visited states: nodes in the order they were found, and an open-addressing index over them; or only as
//! many as fit a table of fixed size.

mod arena;
mod discard;
mod table;
mod transpositions;
mod tree;

pub use arena::Arena;
pub(crate) use discard::discard;
pub use table::{Closed, Found, Node, NodeId};
pub(crate) use transpositions::Transpositions;
pub use tree::{Slot, Tree};
