//! Sliding blocks against the laws of `fewest-conformance`, against a naive engine and against what is known.

mod algorithms;
mod design;
mod explore;
mod formats;
mod heuristics;
mod known;
mod laws;
mod library;
mod mirror;
mod naive;
mod pictures;
mod random;
mod sat;
mod spill;
mod text;
