//! Sokoban (Hiroyuki Imabayashi 1982): push every box onto a goal.
//!
//! ```text
//! ####         ####
//! # .#         # *#
//! #  ###       #  ###
//! #*@  #       #* @ #
//! #  $ #       #    #
//! #  ###       #  ###
//! ####         ####
//! ```
//!
//! Text in XSB becomes a [`Setup`], a `Setup` becomes a [`Level`] or a list of every [`Fault`] in it. A [`Position`] of a
//! level is for people: it prints and checks moves, written in LURD. For the search, [`Pushes`] is the state space of a
//! level that counts pushes, and [`Moves`] the one that counts every step.

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
