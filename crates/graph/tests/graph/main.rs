//! Sliding tiles on graphs against exhaustive enumeration, the laws of `fewest-conformance` and known numbers.

mod every_graph;
mod grids;
mod large_graphs;
mod laws;
mod shuffles;
mod support;
mod text;
