//! Which compiled space holds a puzzle, and its nodes in words.

use fewest_engine::kit::Scribe;
use fewest_engine::{EngineError, Notation, Result};
use fewest_graph::{Board, Bytes, GraphPuzzle, Labels, Move, Nibbles, Position, format_moves};
use fewest_search::StateSpace;

/// The packing of every graph, small or large.
pub(crate) type Wide = Bytes<64>;

/// What is done with a puzzle, whatever it is packed in.
pub(crate) trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<L: Labels>(self, space: &GraphPuzzle<L>) -> Result<Self::Output>;
}

/// Packs a puzzle with this goal: up to 16 vertices, of which all positions may be searched, into one word.
pub(crate) fn with_space<V: Visitor>(goal: &Position, visitor: V) -> Result<V::Output> {
    if goal.graph().vertices() <= Nibbles::CAPACITY {
        visitor.visit(&space::<Nibbles>(goal)?)
    } else {
        visitor.visit(&space::<Wide>(goal)?)
    }
}

/// The space of a goal.
pub(crate) fn space<L: Labels>(goal: &Position) -> Result<GraphPuzzle<L>> {
    GraphPuzzle::new(goal).map_err(EngineError::internal)
}

/// Writes down nodes.
pub(crate) struct Words;

impl<L: Labels> Scribe<GraphPuzzle<L>> for Words {
    type Place = Board<L>;

    fn place(&self, _: &GraphPuzzle<L>, state: &Board<L>) -> Board<L> {
        *state
    }

    fn write(&self, space: &GraphPuzzle<L>, place: &Board<L>) -> String {
        space.position(place).to_string()
    }

    fn step(&self, space: &GraphPuzzle<L>, place: &Board<L>, mv: Move, _: Notation) -> (String, Board<L>) {
        let mut after = *place;
        space.apply(&mut after, mv);
        (format_moves(&space.tiles_moved(place, &[mv])), after)
    }
}
