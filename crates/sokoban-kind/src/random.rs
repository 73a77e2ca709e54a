//! Random levels of Sokoban.

use fewest_sokoban::random::Shuffler;

use crate::error::{EngineError, Faults};
use crate::random::RandomPositions;

/// Random levels that have a solution, each titled with where it comes from.
pub(crate) fn random(
    (width, height): (usize, usize),
    boxes: usize,
    shuffle: Option<u64>,
    seed: u64,
) -> Result<RandomPositions, EngineError> {
    if shuffle.is_some() {
        let fault = "levels of Sokoban are not shuffled: they are made from their goals as far from them as it goes";
        return Err(EngineError::Position(Faults::of([fault])));
    }
    let mut shuffler = Shuffler::new(seed);
    let first = shuffler.level(width, height, boxes).map_err(|error| EngineError::Position(Faults::of([error])))?;
    let mut next = Some(first);
    let mut number = 0u64;
    Ok(RandomPositions::new(move || {
        number += 1;
        // Where there is one level there are others: a room that is too crowded is followed by one that is not.
        let level = loop {
            if let Some(level) = next.take().or_else(|| shuffler.level(width, height, boxes).ok()) {
                break level;
            }
        };
        format!("; Random, seed {seed}, number {number}\n{level}\n")
    }))
}
