//! Sokoban: levels, positions, moves as text.

mod direction;
mod fault;
mod level;
mod notation;
mod position;
mod setup;
mod xsb;

pub use direction::Direction;
pub use fault::{Fault, Faults};
pub use level::{Level, MAX_SIDE, Place};
pub use notation::{NotationError, Step, format_steps, parse_steps};
pub use position::{IllegalStep, Position};
pub use setup::Setup;
pub use xsb::{read, write};
