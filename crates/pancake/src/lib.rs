#![doc = include_str!("../README.md")]

mod fault;
mod goal;
pub mod heuristics;
mod known;
pub mod library;
mod notation;
mod packing;
pub mod pdb;
mod picture;
mod position;
pub mod random;
mod reversals;
pub mod scene;
mod setup;
mod size;
mod space;

pub use fault::{Fault, Faults};
pub use goal::Goal;
pub use known::{most_flips, pancake_number};
pub use notation::{Flip, NotationError, format_flips, parse_flips};
pub use packing::{Bytes, Nibbles, Packing};
pub use picture::{COLUMNS, draw};
pub use position::{GapBetween, IllegalFlip, Pancake, Position};
pub use reversals::Reversals;
pub use setup::{Entry, MAX_TEXT, Setup, Sign};
pub use size::{MAX_PANCAKES, Size, SizeError};
pub use space::{Pancakes, PancakesError};
