//! Remembering visited states: nodes in the order they were found, and an open-addressing index over them.

mod arena;
mod discard;
mod table;
mod tree;

pub use arena::Arena;
pub use table::{Closed, Found, Node, NodeId};
pub use tree::{Slot, Tree};
