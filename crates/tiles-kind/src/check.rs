//! Is it a position, can it be solved, and how far is it at least?

use fewest_engine::kit::Subject as _;
use fewest_engine::{Bound, Check, EngineError, Result};
use fewest_search::capability::Ranked;
use fewest_search::{Cost, Heuristic as _};
use fewest_tiles::heuristics::{
    Alternating, InversionDistance, LinearConflict, Manhattan, Misplaced, WalkingConflict, WalkingDistance,
};
use fewest_tiles::{
    Board, Bytes, Metric as Counting, Mtm, Position, Solvability, Stm, Tiles, parities, remedy, solvability,
};

use crate::heuristics::{HEURISTICS, Named, made};
use crate::{Asked, Metric};

/// Every board fits this packing.
type Cells = Bytes<256>;

/// Checks a position.
pub(crate) fn check(asked: &Asked) -> Result<Check> {
    let Asked { start, goal, .. } = asked;
    let reason = match solvability(start, goal) {
        Solvability::Solvable => None,
        Solvability::Unsolvable(obstacle) => Some(obstacle.to_string()),
    };
    let found = parities(start, goal);
    let mut lower_bounds = Vec::new();
    if reason.is_none() {
        bounds((start, goal), Metric::Stm, bound_in_steps, &mut lower_bounds)?;
        bounds((start, goal), Metric::Mtm, bound_in_slides, &mut lower_bounds)?;
    }
    let size = start.size();
    Ok(Check {
        what: Some(size.to_string()),
        size: Some((size.width(), size.height())),
        solvable: Some(reason.is_none()),
        reason,
        positions: Tiles::<Cells, Stm>::new(goal).map_err(EngineError::internal)?.rank_count(),
        permutation_is_odd: Some(found.permutation_is_odd),
        blank_distance: Some(found.blank_distance),
        swap: remedy(start, goal).map(|(a, b)| (a.into(), b.into())),
        lower_bounds,
        ..asked.checked()
    })
}

/// Adds the bounds of every heuristic that this board has for one metric.
fn bounds<M: Counting>(
    (start, goal): (&Position, &Position),
    metric: Metric,
    bound: impl Fn(Named, &Tiles<Cells, M>, &Board<Cells>) -> Result<Option<Cost>>,
    bounds: &mut Vec<Bound>,
) -> Result<()> {
    let space = Tiles::<Cells, M>::new(goal).map_err(EngineError::internal)?;
    let board = space.board(start).map_err(EngineError::internal)?;
    for info in HEURISTICS.iter().filter(|info| info.serves(metric.name())) {
        let estimate = match bound(Named::of(info), &space, &board) {
            Err(EngineError::HeuristicUnavailable { .. }) => None,
            estimate => estimate?,
        };
        bounds.extend(estimate.map(|moves| Bound::new(info, metric.name(), moves)));
    }
    Ok(())
}

/// What a heuristic says of a board under one metric. Each is made here by its name, so that a check needs no code of
/// pattern databases, whose tables may take longer to build than anyone wants to wait for a bound.
macro_rules! bound {
    ($bound:ident, $metric:ident $(, $extra:ident)?) => {
        fn $bound(named: Named, space: &Tiles<Cells, $metric>, board: &Board<Cells>) -> Result<Option<Cost>> {
            Ok(match named {
                Named::Misplaced => Misplaced::new(space).estimate(board),
                Named::Manhattan => Manhattan::new(space).estimate(board),
                Named::LinearConflict => LinearConflict::new(space).estimate(board),
                Named::WalkingDistance => made(named, WalkingDistance::new(space))?.estimate(board),
                Named::WalkingConflict => made(named, WalkingConflict::new(space))?.estimate(board),
                Named::InversionDistance => InversionDistance::new(space).estimate(board),
                $(Named::$extra => $extra(made(named, WalkingConflict::new(space))?).estimate(board),)?
                _ => None,
            })
        }
    };
}

bound!(bound_in_steps, Stm);
bound!(bound_in_slides, Mtm, Alternating);
