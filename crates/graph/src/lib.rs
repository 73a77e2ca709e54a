//! Sliding tiles on any connected graph, as R. M. Wilson generalised the 15-puzzle ("Graph puzzles, homotopy, and the
//! alternating group", 1974): numbered tiles and one blank on the vertices; a move slides a tile along an edge into the
//! blank.
//!
//! ```text
//!  2---1---6      the graph θ₀, written 1-2 2-3 3-4 4-5 5-6 6-1 1-7 7-4:
//!  |   |   |      its six tiles have six classes of positions, none of
//!  |   7   |      which can be reached from another
//!  |   |   |
//!  3---4---5
//! ```
//!
//! Text becomes a [`GraphSetup`], which becomes a [`Graph`], or a list of every [`Fault`] in it; likewise a [`Setup`]
//! becomes a [`Position`]. Positions are for people: they print and check moves. For the search, [`GraphPuzzle`] is the
//! state space and [`Board`] its packed state, sized by a choice of [`Labels`].
//!
//! Vertices are numbered from 1 in text and from 0 in code.
//!
//! ```
//! use std::sync::Arc;
//! use fewest_graph::{Goal, Graph, GraphPuzzle, Nibbles, Setup, format_moves, heuristics::Distances};
//! use fewest_search::{Limits, Outcome, Search, algorithms::IdaStar};
//!
//! let graph: Arc<Graph> = Arc::new("1-2 2-3 3-1 3-4".parse()?);
//! let start = Setup::parse("2 1 3 0")?.validate(&graph)?;
//! let goal = Goal::BlankLast.position(&graph)?;
//! let space = GraphPuzzle::<Nibbles>::new(&goal)?;
//! let board = space.board(&start)?;
//! let run = IdaStar::default().run(&space, &board, &Distances::new(&space), &Limits::default(), &mut ());
//! let Outcome::Solved { moves, cost, .. } = run.outcome else { panic!("solvable") };
//! assert_eq!(cost, 5);
//! assert_eq!(format_moves(&space.tiles_moved(&board, &moves)), "3 2 1 2 3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocks;
mod class;
pub mod drawing;
mod fault;
mod goal;
mod graph;
mod graph_setup;
mod group;
pub mod heuristics;
mod notation;
mod position;
pub mod random;
mod setup;
mod solvability;
mod space;

pub use blocks::{Block, BlockKind, blocks};
pub use class::{Class, reachable_count};
pub use fault::{Fault, Faults};
pub use fewest_search::labels::{Board, Bytes, Labels, Nibbles};
pub use fewest_text::Word;
pub use goal::Goal;
pub use graph::{Graph, MAX_TEXT, MAX_VERTICES};
pub use graph_setup::{GraphEntry, GraphSetup};
pub use notation::{MAX_MOVES_TEXT, NotationError, format_moves, parse_moves};
pub use position::{IllegalMove, Position};
pub use setup::Setup;
pub use solvability::{Obstacle, Solvability, solvability};
pub use space::{GraphPuzzle, GraphPuzzleError, Move, Trail};
