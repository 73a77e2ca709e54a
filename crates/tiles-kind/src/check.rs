//! Is it a position, can it be solved, and how far is it at least?

use fewest_search::Heuristic as _;
use fewest_search::capability::Ranked;
use fewest_tiles::{Bytes, Mtm, Parity, Position, Solvability, Stm, Tiles, parities, remedy, solvability};

use crate::catalog::{Heuristic, heuristics};
use crate::check::{Bound, Check};
use crate::error::EngineError;
use crate::request::{Kind, Metric, TilesPuzzle};
use crate::tiles::heuristics::{Counted, Ground};
use crate::tiles::read;

/// Every board fits this packing.
type Cells = Bytes<256>;

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
        bounds::<Stm>(&start, &goal, Metric::Stm, &mut lower_bounds)?;
        bounds::<Mtm>(&start, &goal, Metric::Mtm, &mut lower_bounds)?;
    }
    let size = start.size();
    Ok(Check {
        what: Some(size.to_string()),
        position: Some(start.to_string()),
        goal: Some(goal.to_string()),
        size: Some((size.width(), size.height())),
        solvable: Some(reason.is_none()),
        reason,
        positions: Tiles::<Cells, Stm>::new(&goal).map_err(EngineError::internal)?.rank_count(),
        permutation_is_odd: Some(found.permutation == Parity::Odd),
        blank_distance: Some(found.blank_distance),
        swap: remedy(&start, &goal).map(|(a, b)| (a.into(), b.into())),
        lower_bounds,
        ..Check::nothing(Kind::Tiles)
    })
}

/// Adds the bounds of every heuristic that this board has for one metric.
fn bounds<M: Counted<Cells>>(
    start: &Position,
    goal: &Position,
    metric: Metric,
    bounds: &mut Vec<Bound>,
) -> Result<(), EngineError> {
    let ground = Ground::<Cells, M>::new(goal).map_err(EngineError::internal)?;
    let board = ground.space.board(start).map_err(EngineError::internal)?;
    let serves = |name: &Heuristic| {
        let info = name.info();
        // Tables may take longer to build than anyone wants to wait for a bound.
        !matches!(name, Heuristic::Zero | Heuristic::Pdb)
            && info.puzzles.contains(&Kind::Tiles)
            && info.metrics.contains(&&*metric.to_string())
    };
    for heuristic in heuristics().iter().map(|info| info.heuristic).filter(serves) {
        let estimate = match M::any(heuristic, &ground) {
            Ok(estimator) => estimator.estimate(&board),
            Err(EngineError::HeuristicUnavailable { .. }) => None,
            Err(error) => return Err(error),
        };
        let name = heuristic.info().name.to_owned();
        bounds.extend(estimate.map(|moves| Bound { heuristic: name, metric: metric.to_string(), moves }));
    }
    Ok(())
}
