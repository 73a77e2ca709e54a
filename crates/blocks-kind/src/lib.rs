//! Sliding blocks at the dynamic edge: from text to the compiled search and back.

mod check;
mod explain;
mod explore;
mod heuristics;
mod library;
mod packing;
mod random;
mod solve;
mod trace;
mod view;

use std::collections::BTreeMap;
use std::sync::Arc;

use fewest_blocks::formats::{self, Format};
use fewest_blocks::{
    IllegalShift, Metric, Position, Puzzle, Shift, format_shifts, length, library as known, parse_shifts,
};

pub(crate) use check::check;
pub(crate) use explain::explain;
pub(crate) use explore::explore;
pub(crate) use library::library;
pub(crate) use random::random;
pub(crate) use solve::solve;
pub(crate) use view::view;

use crate::error::{EngineError, Faults};
use crate::request::BlocksPuzzle;
use crate::verify::{Verification, make_all};

/// Reads a puzzle in the format that is named, or in the one it looks like, or from the library.
fn read(text: &str, format: Option<&str>) -> Result<Arc<Puzzle>, EngineError> {
    let faults = |faults: fewest_blocks::Faults| EngineError::Position(Faults::of(faults.iter()));
    let setup = match format {
        Some(name) => {
            let format: Format = name.parse().map_err(|error| EngineError::Format(format!("{error}")))?;
            format.read(text)
        }
        None => match known::find(text.trim()) {
            Some(entry) => return Ok(Arc::new(entry.puzzle())),
            None => formats::read(text).map(|(_, setup)| setup),
        },
    };
    setup.and_then(|setup| setup.validate()).map(Arc::new).map_err(faults)
}

/// What it is, in words.
fn what(puzzle: &Puzzle) -> String {
    let (width, height, pieces) = (puzzle.width(), puzzle.height(), puzzle.pieces().len());
    let plural = if pieces == 1 { "" } else { "s" };
    format!("{width}×{height} sliding blocks with {pieces} piece{plural}")
}

/// The part of a puzzle's normal form that says what is wanted.
fn goal(puzzle: &Puzzle) -> String {
    let text = puzzle.to_string();
    text.find("\ngoal:\n").map_or_else(String::new, |at| text[at + 1..].to_owned())
}

/// Why there is no solution, in words.
fn exhausted(positions: Option<u64>) -> String {
    match positions {
        Some(1) => "the start is the only position that can be reached".to_owned(),
        Some(positions) => format!("all {positions} positions that can be reached were looked at, and none is a goal"),
        None => "every position that can be reached was looked at".to_owned(),
    }
}

/// Makes the moves one by one, however they are counted.
pub(crate) fn verify(puzzle: &BlocksPuzzle, moves: &str) -> Result<Verification, EngineError> {
    let start = Position::start(read(&puzzle.position, puzzle.format.as_deref())?);
    let shifts = parse_shifts(moves).map_err(|error| EngineError::Notation(error.to_string()))?;
    let mut end = start.clone();
    let (made, illegal) = make_all(&shifts, |shift| make(&mut end, shift));
    let shifts = &shifts[..made];
    Ok(Verification {
        position: start.puzzle().to_string(),
        goal: goal(start.puzzle()),
        moves: format_shifts(shifts),
        solves: illegal.is_none() && end.is_goal(),
        illegal,
        end: end.to_string(),
        lengths: BTreeMap::from(Metric::ALL.map(|metric| (metric.to_string(), length(shifts, metric)))),
    })
}

/// Makes a move of any metric: straight line by straight line, of which each is one of a group.
fn make(position: &mut Position, shift: &Shift) -> Result<(), IllegalShift> {
    let mut after = position.clone();
    for run in shift.path.chunk_by(|a, b| a == b) {
        after.try_shift(&Shift { pieces: shift.pieces.clone(), path: run.to_vec() }, Metric::Group)?;
    }
    *position = after;
    Ok(())
}
