//! Is it a position, can it be solved, and how far is it at least?

use fewest_search::{Heuristic as _, Incremental};
use fewest_tiles::heuristics::{LinearConflict, Manhattan, Misplaced};
use fewest_tiles::{Bytes, Cells, Metric, Mtm, Parity, Position, Solvability, Stm, Tiles, parities, solvability};
use serde::{Deserialize, Serialize};

use crate::catalog::Heuristic;
use crate::error::EngineError;
use crate::request::{self, TilesPuzzle};
use crate::tiles::read;

/// Checks a position.
pub(crate) fn check(puzzle: &TilesPuzzle) -> Result<Check, EngineError> {
    let (start, goal) = read(puzzle)?;
    let reason = match solvability(&start, &goal) {
        Solvability::Solvable => None,
        Solvability::Unsolvable(obstacle) => Some(obstacle.to_string()),
    };
    let found = parities(&start, &goal);
    let mut lower_bounds = Vec::new();
    if reason.is_none() {
        bounds::<Bytes<256>, Stm>(&start, &goal, &mut lower_bounds)?;
        bounds::<Bytes<256>, Mtm>(&start, &goal, &mut lower_bounds)?;
    }
    let size = start.size();
    Ok(Check {
        what: Some(size.to_string()),
        position: Some(start.to_string()),
        goal: Some(goal.to_string()),
        size: Some((size.width(), size.height())),
        solvable: Some(reason.is_none()),
        reason,
        positions: positions(&goal)?,
        permutation_is_odd: Some(found.permutation == Parity::Odd),
        blank_distance: Some(found.blank_distance),
        lower_bounds,
        ..Check::nothing(Kind::Tiles)
    })
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
