//! Sliding tiles against the laws of `fewest-conformance` and against data counted elsewhere.

mod algorithms;
mod bounds;
mod census;
mod certificates;
mod construct;
mod edixhoven;
mod exhaustive;
mod exhaustive_bounds;
mod large_boards;
mod layers;
mod memory_bound;
mod parallel;
mod pdb;
mod pinned;
mod samples;
mod sat;
mod slides;
mod small_boards;
mod solvable;
mod support;
mod text;
