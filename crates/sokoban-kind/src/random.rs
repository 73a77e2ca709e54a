//! Random levels of Sokoban.

use fewest_engine::{EngineError, Faults, Puzzle, RandomPositions, RandomRequest, Result};
use fewest_search::Limits;
use fewest_sokoban::random::Shuffler;

use crate::INFO;

/// The size of a room where none is given.
pub(crate) const SIZE: &str = "7x6";
/// How many boxes there are where no number is given.
pub(crate) const BOXES: &str = "3";

/// Random levels that have a solution, each titled with where it comes from.
pub(crate) fn random(request: &RandomRequest, limits: &Limits) -> Result<RandomPositions> {
    if request.shuffle.is_some() {
        return Err(EngineError::NotOffered { what: "shuffled levels", puzzle: INFO.name });
    }
    let (width, height, boxes) = room(&request.puzzle)?;
    let seed = request.seed;
    let mut shuffler = Shuffler::new(seed);
    let first = shuffler.level(width, height, boxes).map_err(|error| EngineError::Position(Faults::of([error])))?;
    let mut next = Some(first);
    let mut number = 0u64;
    let cancel = limits.cancel.clone();
    Ok(RandomPositions::new(move || {
        number += 1;
        // Where there is one level there are others: a room that is too crowded is followed by one that is not.
        let level = loop {
            if cancel.is_cancelled() {
                return None;
            }
            if let Some(level) = next.take().or_else(|| shuffler.level(width, height, boxes).ok()) {
                break level;
            }
        };
        Some(format!("; Random, seed {seed}, number {number}\n{level}\n"))
    }))
}

/// About how much work one level is: all pulls of all boxes are tried, over the whole room.
pub(crate) fn cost(request: &RandomRequest) -> u64 {
    room(&request.puzzle).map_or(0, |(width, height, boxes)| width.saturating_mul(height).saturating_mul(boxes) as u64)
}

/// Width, height and the number of boxes.
fn room(puzzle: &Puzzle) -> Result<(usize, usize, usize)> {
    let size = puzzle.text("size").unwrap_or(SIZE);
    let (width, height) = size.split_once(['x', 'X', '×']).unwrap_or_default();
    let (Ok(width), Ok(height)) = (width.trim().parse(), height.trim().parse()) else {
        let found: String = size.chars().take(40).collect();
        let fault = format!("{found:?} is not the size of a room: write its width and height, such as {SIZE}");
        return Err(EngineError::Size(fault));
    };
    let usual = BOXES.parse().map_err(EngineError::internal)?;
    Ok((width, height, puzzle.number("boxes")?.unwrap_or(usual)))
}
