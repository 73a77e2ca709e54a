//! What can be said of a position at once: whether a theorem allows a solution, bounds, and how an estimate comes about.

use fewest_engine::explain::Part;
use fewest_engine::kit::{Explained, Subject as _};
use fewest_engine::{Bound, Check, EngineError, HeuristicInfo, Result};
use fewest_graph::{Class, Obstacle, Solvability};
use fewest_search::Heuristic as _;

use crate::METRIC;
use crate::asked::Asked;
use crate::heuristics::{AnyHeuristic, Named};
use crate::packing::{Wide, space};

/// Checks a position: whether it can be solved is a theorem's to say.
pub(crate) fn check(asked: &Asked) -> Result<Check> {
    let class = Class::of(&asked.goal);
    let reason = match class.solvability(&asked.start) {
        Solvability::Solvable => None,
        Solvability::Unsolvable(obstacles) => Some(why_not(&obstacles)),
    };
    let mut lower_bounds = Vec::new();
    if reason.is_none() {
        for named in [Named::Misplaced, Named::GraphDistance, Named::Errands] {
            lower_bounds.extend(estimate(asked, named)?.map(|moves| Bound::new(named.info(), METRIC, moves)));
        }
    }
    Ok(Check {
        solvable: Some(reason.is_none()),
        reason,
        positions: class.count().and_then(|count| u64::try_from(count).ok()),
        lower_bounds,
        ..asked.checked()
    })
}

/// Everything that is in the way, in words.
pub(crate) fn why_not(obstacles: &[Obstacle]) -> String {
    obstacles.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Explains an estimate: the way of each tile, and the blank's errands.
pub(crate) fn explain(puzzle: &Asked, asked: Option<&'static HeuristicInfo>) -> Result<Explained> {
    let named = asked.map_or(Named::Errands, Named::of);
    let Asked { start, goal } = puzzle;
    if Class::of(goal).solvability(start) != Solvability::Solvable {
        return Ok(Explained { heuristic: named.info(), value: None, parts: Vec::new() });
    }
    let value = estimate(puzzle, named)?;
    let tiles = start.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0);
    let away = tiles.filter_map(|(vertex, &tile)| {
        let home = goal.tiles().iter().position(|&other| other == tile)?;
        let distance = start.graph().distances_from(home)[vertex];
        (distance > 0).then_some((u32::from(tile), u32::from(distance)))
    });
    let parts = match named {
        Named::Zero => Vec::new(),
        Named::Misplaced => away.map(|(tile, _)| Part::of_tile(tile, 1)).collect(),
        Named::GraphDistance => away.map(|(tile, distance)| Part::of_tile(tile, distance)).collect(),
        Named::Errands => {
            let ways: Vec<Part> = away.map(|(tile, distance)| Part::of_tile(tile, distance)).collect();
            let errands = value.unwrap_or(0).saturating_sub(ways.iter().map(Part::value).sum());
            ways.into_iter().chain([Part::share("errands of the blank", errands)]).collect()
        }
    };
    Ok(Explained { heuristic: named.info(), value, parts })
}

/// What a heuristic says of the start.
fn estimate(asked: &Asked, named: Named) -> Result<Option<u32>> {
    let space = space::<Wide>(&asked.goal)?;
    let board = space.board(&asked.start).map_err(EngineError::internal)?;
    Ok(AnyHeuristic::new(named, &space).estimate(&board))
}
