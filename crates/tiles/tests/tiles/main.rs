//! Sliding tiles against the laws of `fewest-conformance` and against data counted elsewhere.

mod construct;
mod exhaustive;
mod large_boards;
mod layers;
mod pinned;
mod samples;
mod small_boards;
mod solvable;
mod support;
mod text;
