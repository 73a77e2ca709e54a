//! Remembering visited states: nodes in the order they were found, and an open-addressing index over them; or only as
//! many as fit a table of fixed size.

mod arena;
mod discard;
mod table;
mod transpositions;
mod tree;

pub(crate) use arena::Arena;
pub(crate) use discard::discard;
pub(crate) use table::{Closed, Found, NodeId, home};
pub(crate) use transpositions::Transpositions;
pub(crate) use tree::{Slot, Tree};

/// A key whose hash is always the same, for tests: everything hangs on comparing whole keys.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Colliding(pub(crate) u32);

#[cfg(test)]
impl std::hash::Hash for Colliding {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u8(7);
    }
}
