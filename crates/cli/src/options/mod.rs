//! Options that several commands share, and how their values are read.

mod amount;
mod names;
mod pdb;
mod puzzle;
mod values;

pub(crate) use amount::{bytes, count, seconds};
pub(crate) use names::{Hinted, algorithm_names, heuristic_names};
pub(crate) use pdb::{PdbArgs, TableArgs};
pub(crate) use puzzle::{PuzzleArgs, RandomFieldArgs, Spec, metric, position, usage};
pub(crate) use values::{Choices, Color, Evaluation, JsonArg, NOTATIONS, ORDERS, TIE_BREAKS, choice};
