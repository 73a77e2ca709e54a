#![doc = include_str!("../README.md")]

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
