#![doc = include_str!("../README.md")]

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
