//! Sliding-tile puzzles proven on a graphics card.
//!
//! A [`Device`] is a card (with the feature `cuda`), or whatever else compiles and runs the kernels: the tests use the
//! processor. A [`Solver`] builds the tables of one goal in the device's memory, in a second or so, and proves the optimum
//! of any start by rounds of IDA* on all of its processors. `docs/gpu.md` explains how, with a picture.
//!
//! | file | concept |
//! |---|---|
//! | `frame.rs` | every puzzle as one with the standard goal |
//! | `shape.rs` | the layout of a table: sets of cells, regions of the blank, orders of the tiles |
//! | `plan.rs` | partitions, views, and nodes as kernels know them |
//! | `automaton.rs` | which moves need not follow which |
//! | `tables.rs` | tables, built and asked |
//! | `search.rs` | rounds, limits, and the path of a solution |
//! | `kernels/` | what runs on the card, in C that a compiler for processors reads too |
//! | `cuda.rs` | cards of NVIDIA |

mod automaton;
#[cfg(feature = "cuda")]
pub mod cuda;
pub mod device;
#[cfg(test)]
mod emulated;
mod error;
mod frame;
mod plan;
mod search;
mod shape;
mod solver;
mod tables;

pub use device::{Device, Facts};
pub use error::{Error, Result};
pub use frame::Frame;
pub use plan::Partition;
pub use search::{Counts, Sizes};
pub use solver::{Need, Solver};
pub use tables::Level;
