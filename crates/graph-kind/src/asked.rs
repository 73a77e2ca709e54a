//! What is asked about: start and goal on their graph, read and checked, and moves that are made from there.

use std::collections::BTreeMap;
use std::sync::Arc;

use fewest_engine::kit::make_all;
use fewest_engine::{EngineError, Faults, Puzzle, Result};
use fewest_graph::{Goal, Graph, Position, Setup, parse_moves};

use crate::{METRIC, USUAL_GOAL};

/// A puzzle that was read.
pub(crate) struct Asked {
    pub(crate) start: Position,
    pub(crate) goal: Position,
}

impl Asked {
    /// Reads start and goal.
    pub(crate) fn read(puzzle: &Puzzle) -> Result<Self> {
        let graph = read_graph(puzzle)?;
        Ok(Self { start: read_start(puzzle, &graph)?, goal: read_goal(puzzle, &graph)? })
    }

    /// Moves all of which can be made.
    pub(crate) fn legal_moves(&self, moves: &str) -> Result<Vec<u8>> {
        let Replay { made, illegal, .. } = self.replay(moves)?;
        match illegal {
            Some((number, reason)) => Err(EngineError::Notation(format!("move {number}: {reason}"))),
            None => Ok(made),
        }
    }

    /// Makes moves one by one.
    pub(crate) fn replay(&self, moves: &str) -> Result<Replay> {
        let mut made = parse_moves(moves).map_err(|error| EngineError::Notation(error.to_string()))?;
        let mut end = self.start.clone();
        let (legal, illegal) = make_all(&made, |&tile| end.try_move(tile));
        made.truncate(legal);
        Ok(Replay { made, illegal, end })
    }
}

/// What came of making moves.
pub(crate) struct Replay {
    /// The tiles that moved.
    pub(crate) made: Vec<u8>,
    /// Which one, from 1, cannot move, and why.
    pub(crate) illegal: Option<(usize, String)>,
    /// Where they lead.
    pub(crate) end: Position,
}

impl Replay {
    /// How many moves were made, by metric.
    pub(crate) fn lengths(&self) -> BTreeMap<String, u64> {
        BTreeMap::from([(METRIC.to_owned(), self.made.len() as u64)])
    }
}

/// The graph of a puzzle. Lines that begin with `#` are comments.
pub(crate) fn read_graph(puzzle: &Puzzle) -> Result<Arc<Graph>> {
    let lines = puzzle.text("edges").unwrap_or_default().lines();
    let edges: Vec<&str> = lines.filter(|line| !line.trim_start().starts_with('#')).collect();
    let graph = edges.join("\n").parse::<Graph>();
    graph.map(Arc::new).map_err(|faults| EngineError::Graph(Faults::of(faults.iter())))
}

/// The start of a puzzle on this graph.
pub(crate) fn read_start(puzzle: &Puzzle, graph: &Arc<Graph>) -> Result<Position> {
    let start = Setup::parse(puzzle.position()).and_then(|setup| setup.validate(graph));
    start.map_err(|faults| EngineError::Position(Faults::of(faults.iter())))
}

/// The goal of a puzzle on this graph.
pub(crate) fn read_goal(puzzle: &Puzzle, graph: &Arc<Graph>) -> Result<Position> {
    let goal = puzzle.goal().unwrap_or(USUAL_GOAL).parse::<Goal>().and_then(|goal| goal.position(graph));
    goal.map_err(|faults| EngineError::Goal(Faults::of(faults.iter())))
}

/// What it is, in words.
pub(crate) fn what(graph: &Graph) -> String {
    format!("a graph of {} vertices and {} edges", graph.vertices(), graph.edges().len())
}
