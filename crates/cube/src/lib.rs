#![doc = include_str!("../README.md")]

mod coordinates;
mod cubies;
mod facelet;
mod fault;
mod goal;
mod notation;
mod part;
mod picture;
mod pocket;
mod position;
mod setup;
mod size;
mod space;

pub mod heuristics;
pub mod library;
pub mod quick;
pub mod random;
pub mod scene;
pub mod tables;

pub use cubies::{Class, Cubies, Turn};
pub use facelet::FACES;
pub use fault::{Fault, Faults};
pub use goal::{Goal, Mask};
pub use notation::{MAX_MOVES, Move, NotationError, NotationFault, format_moves, parse_moves};
pub use part::Part;
pub use picture::{draw, net};
pub use pocket::Pocket;
pub use position::{IllegalMove, Position};
pub use setup::{MAX_TEXT, Setup};
pub use size::{Metric, Size, SizeError};
pub use space::{Cube, to_moves};
