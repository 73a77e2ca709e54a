#![doc = include_str!("../README.md")]

mod bits;
mod corral;
mod deadlock;
mod direction;
mod fault;
mod floor;
pub mod heuristics;
mod level;
pub mod library;
mod metric;
mod moves;
mod notation;
mod pairs;
mod position;
pub mod random;
mod ring;
mod rules;
pub mod sat;
pub mod scene;
mod setup;
mod space;
mod tunnel;
mod ways;
mod xsb;

pub use direction::Direction;
pub use fault::{Fault, Faults};
pub use level::{Level, MAX_SIDE, Place};
pub use metric::Metric;
pub use moves::{Moves, Walk};
pub use notation::{NotationError, Step, format_steps, parse_steps};
pub use position::{IllegalStep, Position};
pub use rules::{Act, Rules};
pub use setup::Setup;
pub use space::{Board, Pruning, Push, Pushes, SokobanError};
pub use xsb::{Reader, read, write};
