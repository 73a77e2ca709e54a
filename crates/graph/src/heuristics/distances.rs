//! Distances: every tile's steps to its goal along shortest paths, as if it were alone. On a grid this is Manhattan
//! distance.

use fewest_search::labels::{Board, Labels};
use fewest_search::{Cost, Guarantees, Heuristic, Incremental};

use crate::space::{GraphPuzzle, Move};

/// The sum of the tiles' distances. A move takes one tile one step.
#[derive(Clone, Debug)]
pub struct Distances<'a, L: Labels> {
    space: &'a GraphPuzzle<L>,
}

impl<'a, L: Labels> Distances<'a, L> {
    /// For the goal of `space`.
    pub fn new(space: &'a GraphPuzzle<L>) -> Self {
        Self { space }
    }
}

impl<L: Labels> Heuristic<GraphPuzzle<L>> for Distances<'_, L> {
    fn estimate(&self, state: &Board<L>) -> Option<Cost> {
        self.memo(state)
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }
}

impl<L: Labels> Incremental<GraphPuzzle<L>> for Distances<'_, L> {
    /// The sum itself.
    type Memo = Cost;

    fn memo(&self, state: &Board<L>) -> Option<Cost> {
        let vertices = 0..self.space.graph().vertices();
        Some(vertices.map(|vertex| self.space.goal_distance(state.tile(vertex), vertex)).sum())
    }

    #[inline]
    fn advance(&self, memo: Cost, before: &Board<L>, mv: Move) -> Option<Cost> {
        let (from, to) = (usize::from(mv.target), usize::from(mv.blank));
        let tile = before.tile(from);
        Some(memo + self.space.goal_distance(tile, to) - self.space.goal_distance(tile, from))
    }

    #[inline]
    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}
