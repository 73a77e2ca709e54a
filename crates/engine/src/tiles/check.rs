//! Is it a position, can it be solved, and how far is it at least?

use fewest_search::{Heuristic as _, Incremental};
use fewest_tiles::heuristics::{LinearConflict, Manhattan, Misplaced};
use fewest_tiles::{Bytes, Cells, Metric, Mtm, Parity, Position, Solvability, Stm, Tiles, parities, solvability};
use serde::{Deserialize, Serialize};

use crate::catalog::Heuristic;
use crate::error::EngineError;
use crate::request::{self, TilesPuzzle};
use crate::tiles::read;

/// What can be said of a position without searching.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// The position in normal form, where it is one.
    pub position: Option<String>,
    /// The goal in normal form, where it is one.
    pub goal: Option<String>,
    /// Everything that is wrong with the position; empty for a valid one.
    pub faults: Vec<String>,
    /// Width and height.
    pub size: Option<(usize, usize)>,
    /// Whether the goal can be reached.
    pub solvable: Option<bool>,
    /// Why it cannot, in words.
    pub reason: Option<String>,
    /// Whether the permutation that takes the position to the goal, the blank included, is odd.
    pub permutation_is_odd: Option<bool>,
    /// Steps from the blank to its goal.
    pub blank_distance: Option<usize>,
    /// No solution is shorter than these, where there is one.
    pub lower_bounds: Vec<Bound>,
}

/// A lower bound by a heuristic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bound {
    /// The heuristic's name.
    pub heuristic: String,
    /// The metric that it bounds.
    pub metric: request::Metric,
    /// The bound.
    pub moves: u32,
}

/// Checks a position. Faults of the position are part of the answer.
///
/// ```
/// use fewest_engine::{TilesPuzzle, check};
/// let found = check(&TilesPuzzle::new("1 2 3/4 5 6/8 7 0"))?;
/// assert_eq!(found.solvable, Some(false));
/// let found = check(&TilesPuzzle::new("1 2 3/4 5 6/8 8 0"))?;
/// assert_eq!(found.faults, ["tile 8 appears 2 times", "missing: tile 7"]);
/// # Ok::<(), fewest_engine::EngineError>(())
/// ```
///
/// # Errors
/// What is wrong with the goal or the size.
pub fn check(puzzle: &TilesPuzzle) -> Result<Check, EngineError> {
    let (start, goal) = match read(puzzle) {
        Ok(read) => read,
        Err(EngineError::Position(faults)) => {
            return Ok(Check::invalid(faults.iter().map(ToString::to_string).collect()));
        }
        Err(error) => return Err(error),
    };
    let reason = match solvability(&start, &goal) {
        Solvability::Solvable => None,
        Solvability::Unsolvable(obstacle) => Some(obstacle.to_string()),
    };
    let found = parities(&start, &goal);
    let mut lower_bounds = Vec::new();
    if reason.is_none() {
        bounds::<Bytes<256>, Stm>(&start, &goal, request::Metric::Stm, &mut lower_bounds)?;
        bounds::<Bytes<256>, Mtm>(&start, &goal, request::Metric::Mtm, &mut lower_bounds)?;
    }
    Ok(Check {
        position: Some(start.to_string()),
        goal: Some(goal.to_string()),
        faults: Vec::new(),
        size: Some((start.size().width(), start.size().height())),
        solvable: Some(reason.is_none()),
        reason,
        permutation_is_odd: Some(found.permutation == Parity::Odd),
        blank_distance: Some(found.blank_distance),
        lower_bounds,
    })
}

impl Check {
    /// What can be said of something that is no position: its faults.
    pub fn invalid(faults: Vec<String>) -> Self {
        Self {
            position: None,
            goal: None,
            faults,
            size: None,
            solvable: None,
            reason: None,
            permutation_is_odd: None,
            blank_distance: None,
            lower_bounds: Vec::new(),
        }
    }
}

/// Adds the bounds of every heuristic for one metric.
fn bounds<C: Cells, M: Metric>(
    start: &Position,
    goal: &Position,
    metric: request::Metric,
    bounds: &mut Vec<Bound>,
) -> Result<(), EngineError>
where
    for<'h> Manhattan<'h, C, M>: Incremental<Tiles<C, M>>,
    for<'h> LinearConflict<'h, C, M>: Incremental<Tiles<C, M>>,
{
    let space = Tiles::<C, M>::new(goal).map_err(|error| EngineError::Internal(error.to_string()))?;
    let board = space.board(start).map_err(|error| EngineError::Internal(error.to_string()))?;
    let estimates = [
        (Heuristic::Misplaced, Misplaced::new(&space).estimate(&board)),
        (Heuristic::Manhattan, Manhattan::new(&space).estimate(&board)),
        (Heuristic::LinearConflict, LinearConflict::new(&space).estimate(&board)),
    ];
    bounds.extend(estimates.into_iter().filter_map(|(heuristic, estimate)| {
        Some(Bound { heuristic: heuristic.info().name.to_owned(), metric, moves: estimate? })
    }));
    Ok(())
}
