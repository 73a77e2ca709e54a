//! Makes slides by the rules of a position.

use std::collections::BTreeMap;

use fewest_tiles::{format_slides, parse_slides};

use crate::error::EngineError;
use crate::request::{Notation, TilesPuzzle};
use crate::tiles::read;
use crate::verify::{Verification, make_all};

/// Makes the moves one by one.
pub(crate) fn verify(puzzle: &TilesPuzzle, moves: &str, notation: Notation) -> Result<Verification, EngineError> {
    let (start, goal) = read(puzzle)?;
    let slides = parse_slides(moves, notation.into()).map_err(|error| EngineError::Notation(error.to_string()))?;
    let mut end = start.clone();
    let (made, illegal) = make_all(&slides, |&slide| end.try_slide(slide));
    let legal = &slides[..made];
    let stm = legal.iter().map(|slide| u64::from(slide.length)).sum();
    let mtm = legal.chunk_by(|a, b| a.direction == b.direction).count() as u64;
    Ok(Verification {
        position: start.to_string(),
        goal: goal.to_string(),
        moves: format_slides(legal, notation.into()),
        solves: illegal.is_none() && end == goal,
        illegal,
        end: end.to_string(),
        lengths: BTreeMap::from([("stm".to_owned(), stm), ("mtm".to_owned(), mtm)]),
    })
}
