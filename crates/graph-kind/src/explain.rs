//! Estimates of tiles on a graph, taken apart.

use fewest_graph::{Bytes, Class, GraphPuzzle as Space, Solvability};
use fewest_search::Heuristic as _;

use crate::catalog::Heuristic;
use crate::error::EngineError;
use crate::explain::{Explained, Part};
use crate::graph::heuristics::AnyHeuristic;
use crate::graph::read;
use crate::request::GraphPuzzle;

/// Explains an estimate: the way of each tile, and the blank's errands.
pub(crate) fn explain(puzzle: &GraphPuzzle, asked: Option<Heuristic>) -> Result<Explained, EngineError> {
    let (start, goal) = read(puzzle)?;
    let heuristic = asked.unwrap_or(Heuristic::Errands);
    if Class::of(&goal).solvability(&start) != Solvability::Solvable {
        return Ok((heuristic, None, Vec::new()));
    }
    let space = Space::<Bytes<64>>::new(&goal).map_err(EngineError::internal)?;
    let board = space.board(&start).map_err(EngineError::internal)?;
    let value = AnyHeuristic::new(heuristic, &space)?.estimate(&board);
    let tiles = start.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0);
    let away = tiles.filter_map(|(vertex, &tile)| {
        let home = goal.tiles().iter().position(|&other| other == tile)?;
        let distance = start.graph().distances_from(home)[vertex];
        (distance > 0).then_some((u32::from(tile), u32::from(distance)))
    });
    let ways = away.map(|(tile, distance)| Part::of_tile(tile, distance));
    let parts = match heuristic {
        Heuristic::Misplaced => {
            let once = |part: Part| match part {
                Part::Pattern { tiles, name, .. } => Part::Pattern { tiles, value: 1, name },
                other => other,
            };
            ways.map(once).collect()
        }
        Heuristic::GraphDistance => ways.collect(),
        Heuristic::Errands => {
            let ways: Vec<Part> = ways.collect();
            let errands = value.unwrap_or(0).saturating_sub(ways.iter().map(Part::value).sum());
            ways.into_iter().chain([Part::share("errands of the blank", errands)]).collect()
        }
        _ => Vec::new(),
    };
    Ok((heuristic, value, parts))
}
