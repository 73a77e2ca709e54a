//! Sliding tiles at the dynamic edge: from text to the compiled search and back.

mod check;
mod explain;
mod explore;
mod heuristics;
mod library;
pub(crate) mod pdb;
mod random;
mod sample;
mod solve;
mod trace;
mod verify;
mod view;

pub(crate) use check::check;
pub(crate) use explain::explain;
pub(crate) use explore::explore;
use fewest_tiles::{Goal, Position, Setup, Size};
pub(crate) use library::library;
pub(crate) use random::random;
pub(crate) use sample::{Sample, sample};
pub(crate) use solve::solve;
pub(crate) use verify::verify;
pub(crate) use view::view;

use crate::error::{EngineError, Faults};
use crate::request::TilesPuzzle;

/// Reads start and goal.
pub(crate) fn read(puzzle: &TilesPuzzle) -> Result<(Position, Position), EngineError> {
    let position = |faults: fewest_tiles::Faults| EngineError::Position(Faults::of(faults.iter()));
    let size = puzzle.size.as_deref().map(str::parse::<Size>).transpose()?;
    let setup = Setup::parse(&puzzle.position).map_err(position)?;
    let start = setup.validate(size).map_err(position)?;
    let goal = read_goal(&puzzle.goal, start.size())?;
    Ok((start, goal))
}

pub(crate) fn read_goal(goal: &str, size: Size) -> Result<Position, EngineError> {
    let goal = goal.parse::<Goal>().and_then(|goal| goal.position(size));
    goal.map_err(|faults| EngineError::Goal(Faults::of(faults.iter())))
}
