//! Random boards.

use fewest_tiles::Size;
use fewest_tiles::random::Shuffler;

use crate::error::EngineError;
use crate::random::RandomPositions;
use crate::tiles::read_goal;

/// Random boards from which the goal can be reached.
pub(crate) fn random(size: &str, goal: &str, shuffle: Option<u64>, seed: u64) -> Result<RandomPositions, EngineError> {
    let size: Size = size.parse()?;
    let goal = read_goal(goal, size)?;
    let mut shuffler = Shuffler::new(seed);
    Ok(RandomPositions::new(move || {
        let position = match shuffle {
            Some(moves) => shuffler.walk(&goal, moves),
            None => shuffler.uniform(&goal),
        };
        position.to_string()
    }))
}
