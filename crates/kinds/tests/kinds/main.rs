//! The engine with every kind of puzzle there is, as its doors use it.
//!
//! One binary, so that the searches of all kinds are linked once.

mod blocks;
mod blocks_generate;
mod blocks_text;
mod cross_check;
mod cube;
mod docs;
mod doors;
mod explanations;
mod explore;
mod korf;
mod optima;
mod pancake;
mod pdb;
mod quick;
mod sat;
mod smallest;
mod sokoban;
mod solve;
mod strength;
mod tiles_text;
mod tree;
mod views;

use fewest_engine::{Answer, Cancel, EngineError, LibraryEntry, Puzzle, Request};
use fewest_kinds::KINDS;

/// Solves without telling of it.
fn solve(request: &Request) -> Result<Answer, EngineError> {
    KINDS.solve(request, &Cancel::new(), &mut |_| ())
}

/// The puzzles of a kind that are built in.
fn library(kind: &str) -> Vec<LibraryEntry> {
    KINDS.named(kind).expect("a kind").library()
}

/// What counts as one move of a puzzle.
fn metric(puzzle: &Puzzle) -> &'static str {
    KINDS.of(puzzle).and_then(|kind| kind.info().metric(puzzle)).expect("a puzzle").name
}

/// All discs from the first peg to the last.
fn tower(discs: usize, pegs: usize) -> Puzzle {
    Puzzle::empty("hanoi").with("discs", discs).with("pegs", pegs)
}

/// An arrangement of tiles on a graph.
fn graph(edges: &str, position: &str) -> Puzzle {
    Puzzle::new("graph", position).with("edges", edges)
}
