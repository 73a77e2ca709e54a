//! The pancake puzzle against the laws of `fewest-conformance`, against each other and against what is known.

mod counts;
mod pinned;
mod small;
mod stacks;
mod support;
mod tables;
mod text;
