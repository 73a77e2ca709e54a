#![doc = include_str!("../README.md")]

mod discs;
mod fault;
mod goal;
pub mod heuristics;
mod known;
mod notation;
mod picture;
mod position;
mod pruning;
pub mod random;
mod route;
mod setup;
mod shifts;
mod size;
mod space;

pub use discs::{Bytes, Discs, PerPegItem, Word64};
pub use fault::{Fault, Faults};
pub use fewest_text::Word;
pub use goal::Goal;
pub use known::frame_stewart;
pub use notation::{NotationError, Transfer, format_transfers, parse_transfers};
pub use picture::{COLUMNS, draw};
pub use position::{IllegalTransfer, Position};
pub use pruning::PegTrace;
pub use route::{Route, Transfers};
pub use setup::{MAX_TEXT, Setup};
pub use shifts::Shifts;
pub use size::{MAX_DISCS, MAX_PEGS, MIN_PEGS, Peg, Size, SizeError};
pub use space::{Hanoi, HanoiError, Move};
