//! Sliding tiles at the dynamic edge: from text to the compiled search and back.

mod check;
mod random;
mod solve;
mod verify;

use fewest_tiles::{Goal, Position, Setup, Size};

pub use check::{Bound, Check, check};
pub use random::{RandomPositions, RandomRequest, random};
pub(crate) use solve::solve;
pub use verify::{Verification, verify};

use crate::error::EngineError;
use crate::request::TilesPuzzle;

/// Reads start and goal.
fn read(puzzle: &TilesPuzzle) -> Result<(Position, Position), EngineError> {
    let size = puzzle.size.as_deref().map(str::parse::<Size>).transpose()?;
    let setup = Setup::parse(&puzzle.position).map_err(EngineError::Position)?;
    let start = setup.validate(size).map_err(EngineError::Position)?;
    let goal = read_goal(&puzzle.goal, start.size())?;
    Ok((start, goal))
}

fn read_goal(goal: &str, size: Size) -> Result<Position, EngineError> {
    goal.parse::<Goal>().and_then(|goal| goal.position(size)).map_err(EngineError::Goal)
}
