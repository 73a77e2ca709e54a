//! Is it a position, can it be solved, and how far is it at least?

use fewest_engine::kit::Subject as _;
use fewest_engine::{Bound, Check, EngineError, Result};
use fewest_search::Heuristic as _;
use fewest_search::capability::Ranked;
use fewest_tiles::{Bytes, Position, Solvability, Stm, Tiles, parities, remedy, solvability};

use crate::game::Game;
use crate::heuristics::{Any, HEURISTICS, Named};
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
        bounds(start, goal, Metric::Stm, &mut lower_bounds)?;
        bounds(start, goal, Metric::Mtm, &mut lower_bounds)?;
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
fn bounds(start: &Position, goal: &Position, metric: Metric, bounds: &mut Vec<Bound>) -> Result<()> {
    let game = Game::<Cells>::new(goal, metric)?;
    let board = game.board(start)?;
    for info in HEURISTICS.iter().filter(|info| info.serves(metric.name())) {
        let heuristic = Named::of(info);
        // Tables may take longer to build than anyone wants to wait for a bound.
        if matches!(heuristic, Named::Zero | Named::Pdb) {
            continue;
        }
        let estimate = match Any::new(heuristic, &game, None) {
            Ok(estimator) => estimator.estimate(&board),
            Err(EngineError::HeuristicUnavailable { .. }) => None,
            Err(error) => return Err(error),
        };
        bounds.extend(estimate.map(|moves| Bound::new(info, metric.name(), moves)));
    }
    Ok(())
}
