//! The checks themselves, and the algorithms, on graphs small enough to be sure of.

mod basics;
mod bidirectional;
mod broken;
mod graph;
mod graphs;
mod line;
mod memory_bound;
mod parallel;
mod pruned;
