//! Which compiled space holds a puzzle, and its nodes in words.

use fewest_engine::kit::Scribe;
use fewest_engine::{EngineError, Notation, Result};
use fewest_graph::{Board, Bytes, GraphPuzzle, Labels, Move, Position, format_moves};
use fewest_search::StateSpace;

/// The packing of every graph, small or large.
pub(crate) type Wide = Bytes<64>;

/// Does something with the space that holds a puzzle, compiled for each packing: up to 16 vertices, of which all
/// positions may be searched, are one word.
macro_rules! with_space {
    ($goal:expr, |$space:ident| $done:expr) => {
        if $goal.graph().vertices() <= fewest_graph::Nibbles::CAPACITY {
            let $space = &$crate::packing::space::<fewest_graph::Nibbles>($goal)?;
            $done
        } else {
            let $space = &$crate::packing::space::<$crate::packing::Wide>($goal)?;
            $done
        }
    };
}

pub(crate) use with_space;

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
