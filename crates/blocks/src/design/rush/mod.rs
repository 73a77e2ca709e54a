//! Rush Hour: boards, a census of all of them, and hard ones.

mod board;
mod census;
mod hunt;
mod lines;
mod lot;
mod marks;
mod yard;

pub use board::{BoardError, Car, RushBoard};
pub use census::{Census, CensusError, Cluster, Tally};
pub use hunt::{RushBench, RushHunt};
pub use lines::RushMetric;
