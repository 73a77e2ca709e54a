//! Sliding blocks: Klotski, Rush Hour and everything between.
//!
//! ```text
//! baac    The classic start of Klotski, also L'Âne Rouge: four squares `aa/aa`, four upright and one lying
//! baac    pair, four single squares. The large one must reach the middle of the lower edge: 81 moves,
//! dffe    of which each takes one piece along any path; 90 straight slides; 116 single steps.
//! dghe
//! i..j
//! ```
//!
//! Boards of up to 16×16 squares of any outline; pieces of any shape, some of them locked to a row or a column, fixed, or
//! let through gates; exits; goals for any pieces, and alternatives to them. Text becomes a [`Setup`], a `Setup`
//! becomes a [`Puzzle`] or a list of every [`Fault`] in it. A [`Position`] is for people: it prints and checks moves by
//! rules of its own. For the search, [`Blocks`] is the state space under a [`Metric`].
//!
//! ```
//! use std::sync::Arc;
//! use fewest_blocks::{Blocks, Metric, Position, Puzzle};
//! use fewest_search::{Limits, Outcome, Search, Zero, algorithms::BreadthFirst};
//!
//! let klotski: Puzzle = "baac\nbaac\ndffe\ndghe\ni..j\n\n....\n....\n....\n.aa.\n.aa.".parse()?;
//! let space = Blocks::<u64, u64>::new(Arc::new(klotski), Metric::Move)?;
//! let run = BreadthFirst.run(&space, &space.start(), &Zero, &Limits::default(), &mut ());
//! let Outcome::Solved { moves, cost: 81, .. } = run.outcome else { panic!("81 moves") };
//! let mut position = Position::start(space.puzzle().clone());
//! for shift in space.shifts(&position.clone(), &moves)? {
//!     position.try_shift(&shift, Metric::Move)?;
//! }
//! assert!(position.is_goal());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
pub mod design;
pub mod exhaustive;
pub mod explore;
mod fault;
pub mod formats;
mod generate;
mod geometry;
mod goal;
mod group;
pub mod heuristics;
mod key;
mod kind;
mod length;
pub mod library;
mod list;
mod metric;
mod moves;
mod needs;
mod notation;
mod onward;
mod packing;
mod position;
mod puzzle;
pub mod random;
mod replay;
pub mod sat;
pub mod scene;
mod setup;
mod space;
mod text;
mod validate;

pub use bits::{Bits, Bits256};
pub use fault::{Fault, Faults};
pub use geometry::{Direction, Lock, MAX_SIDE, Square};
pub use key::{Field, Key, Wide};
pub use length::length;
pub use list::TooManyGoals;
pub use metric::{Metric, MetricError};
pub use moves::Move;
pub use needs::Needs;
pub use notation::{NotationError, Shift, format_shifts, parse_shifts};
pub use packing::Packing;
pub use position::{IllegalShift, Place, Position};
pub use puzzle::{Condition, Exit, Gate, Piece, Puzzle, Target};
pub use setup::{ConditionSetup, ExitSetup, GateSetup, Ground, PieceSetup, Setup, TargetSetup};
pub use space::{Blocks, BlocksError, Board, MAX_GROUP_PIECES};
pub use text::MAX_TEXT;
