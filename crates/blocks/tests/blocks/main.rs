//! Sliding blocks against the laws of `fewest-conformance`, against a naive engine and against what is known.

mod algorithms;
mod explore;
mod heuristics;
mod known;
mod laws;
mod mirror;
mod naive;
mod random;
mod spill;
mod text;
