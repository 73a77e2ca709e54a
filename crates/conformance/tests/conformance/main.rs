//! The checks themselves, and the algorithms, on graphs small enough to be sure of.

mod broken;
mod graph;
mod graphs;
mod line;
mod parallel;
mod pruned;
