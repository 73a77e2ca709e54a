//! What is asked about: start and goal on their graph, read and checked, and moves that are made from there.

use std::sync::Arc;

use fewest_engine::kit::Subject;
use fewest_engine::stage::Picture;
use fewest_engine::{EngineError, Faults, KindInfo, Notation, Puzzle, Result};
use fewest_graph::{Goal, Graph, Position, Setup, format_moves, parse_moves};

use crate::{INFO, USUAL_GOAL};

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
}

impl Subject for Asked {
    type Position = Position;
    /// The tile that moves.
    type Move = u8;

    fn kind(&self) -> &'static KindInfo {
        &INFO
    }

    fn what(&self) -> String {
        what(self.start.graph())
    }

    fn start(&self) -> Position {
        self.start.clone()
    }

    fn goal(&self) -> String {
        self.goal.to_string()
    }

    fn edges(&self) -> Option<String> {
        Some(self.start.graph().to_string())
    }

    fn is_solved(&self, position: &Position) -> bool {
        *position == self.goal
    }

    fn read_moves(moves: &str, _: Notation) -> Result<Vec<u8>, String> {
        parse_moves(moves).map_err(|error| error.to_string())
    }

    fn write_moves(tiles: &[u8], _: Notation) -> String {
        format_moves(tiles)
    }

    fn make(position: &mut Position, tile: &u8) -> Result<(), String> {
        position.try_move(*tile).map_err(|illegal| illegal.to_string())
    }

    fn draw(&self, position: &Position, _: usize, _: bool) -> Picture {
        Picture::plain(position.listing())
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
