//! Sliding blocks: Klotski, Rush Hour and everything between.
mod fault;
pub mod formats;
mod geometry;
mod metric;
mod notation;
mod position;
mod puzzle;
mod setup;
mod text;
mod validate;

pub use fault::{Fault, Faults, Thing};
pub use geometry::{Direction, Lock, MAX_SIDE, Square};
pub use metric::{Metric, MetricError};
pub use notation::{NotationError, Shift, format_shifts, parse_shifts};
pub use position::{IllegalShift, Obstacle, Place, Position};
pub use puzzle::{Condition, Exit, Gate, Piece, Puzzle, Target};
pub use setup::{ConditionSetup, ExitSetup, GateSetup, Ground, PieceSetup, Setup, TargetSetup};
pub use text::MAX_TEXT;
