//! Tiles on a graph at the dynamic edge: from text to the compiled search and back.

mod explain;
mod explore;
mod heuristics;
mod library;
mod solve;
mod trace;
mod view;

use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) use explain::explain;
pub(crate) use explore::explore;
use fewest_graph::random::Shuffler;
use fewest_graph::{
    Class, Goal, Graph, GraphPuzzle as Space, Obstacle, Position, Setup, Solvability, format_moves, parse_moves,
};
use fewest_search::Heuristic as _;
pub(crate) use library::library;
pub(crate) use solve::solve;
pub(crate) use view::view;

use crate::catalog::Heuristic;
use crate::check::{Bound, Check};
use crate::error::{EngineError, Faults};
use crate::graph::heuristics::AnyHeuristic;
use crate::random::RandomPositions;
use crate::request::{GraphPuzzle, Kind};
use crate::verify::{Verification, make_all};

/// What counts as one move.
const METRIC: &str = "moves";

/// Reads start and goal.
fn read(puzzle: &GraphPuzzle) -> Result<(Position, Position), EngineError> {
    let graph = read_graph(&puzzle.edges)?;
    let start = Setup::parse(&puzzle.position).and_then(|setup| setup.validate(&graph));
    let start = start.map_err(|faults| EngineError::Position(Faults::of(faults.iter())))?;
    Ok((start, read_goal(&puzzle.goal, &graph)?))
}

fn read_graph(edges: &str) -> Result<Arc<Graph>, EngineError> {
    let graph = edges.parse::<Graph>().map_err(|faults| EngineError::Graph(Faults::of(faults.iter())))?;
    Ok(Arc::new(graph))
}

fn read_goal(goal: &str, graph: &Arc<Graph>) -> Result<Position, EngineError> {
    let goal = goal.parse::<Goal>().and_then(|goal| goal.position(graph));
    goal.map_err(|faults| EngineError::Goal(Faults::of(faults.iter())))
}

/// What it is, in words.
fn what(graph: &Graph) -> String {
    format!("a graph of {} vertices and {} edges", graph.vertices(), graph.edges().len())
}

/// Checks a position: whether it can be solved is a theorem's to say.
pub(crate) fn check(puzzle: &GraphPuzzle) -> Result<Check, EngineError> {
    let (start, goal) = read(puzzle)?;
    let class = Class::of(&goal);
    let reason = match class.solvability(&start) {
        Solvability::Solvable => None,
        Solvability::Unsolvable(obstacles) => Some(why_not(&obstacles)),
    };
    let mut lower_bounds = Vec::new();
    if reason.is_none() {
        let space = Space::<fewest_graph::Bytes<64>>::new(&goal).map_err(EngineError::internal)?;
        let board = space.board(&start).map_err(EngineError::internal)?;
        for heuristic in [Heuristic::Misplaced, Heuristic::GraphDistance, Heuristic::Errands] {
            let estimate = AnyHeuristic::new(heuristic, &space)?.estimate(&board);
            lower_bounds.extend(estimate.map(|moves| Bound {
                heuristic: heuristic.info().name.to_owned(),
                metric: METRIC.to_owned(),
                moves,
            }));
        }
    }
    let graph = start.graph();
    Ok(Check {
        what: Some(what(graph)),
        position: Some(start.to_string()),
        goal: Some(goal.to_string()),
        edges: Some(graph.to_string()),
        solvable: Some(reason.is_none()),
        reason,
        positions: class.count().and_then(|count| u64::try_from(count).ok()),
        lower_bounds,
        ..Check::nothing(Kind::Graph)
    })
}

/// Everything that is in the way, in words.
fn why_not(obstacles: &[Obstacle]) -> String {
    obstacles.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Makes the moves one by one.
pub(crate) fn verify(puzzle: &GraphPuzzle, moves: &str) -> Result<Verification, EngineError> {
    let (start, goal) = read(puzzle)?;
    let tiles = parse_moves(moves).map_err(|error| EngineError::Notation(error.to_string()))?;
    let mut end = start.clone();
    let (made, illegal) = make_all(&tiles, |&tile| end.try_move(tile));
    Ok(Verification {
        position: start.to_string(),
        goal: goal.to_string(),
        moves: format_moves(&tiles[..made]),
        solves: illegal.is_none() && end == goal,
        illegal,
        end: end.to_string(),
        lengths: BTreeMap::from([(METRIC.to_owned(), made as u64)]),
    })
}

/// Random positions from which the goal can be reached.
pub(crate) fn random(edges: &str, goal: &str, shuffle: Option<u64>, seed: u64) -> Result<RandomPositions, EngineError> {
    let goal = read_goal(goal, &read_graph(edges)?)?;
    let mut shuffler = Shuffler::new(seed);
    Ok(RandomPositions::new(move || {
        let position = match shuffle {
            Some(moves) => shuffler.walk(&goal, moves),
            None => shuffler.uniform(&goal),
        };
        position.to_string()
    }))
}
