//! Misplaced tiles: how many are not where they belong.

use fewest_search::labels::{Board, Labels};
use fewest_search::{Cost, Guarantees, Heuristic, Incremental};

use crate::space::{GraphPuzzle, Move};

/// Misplaced tiles. A move places at most one.
#[derive(Clone, Debug)]
pub struct Misplaced<'a, L: Labels> {
    space: &'a GraphPuzzle<L>,
}

impl<'a, L: Labels> Misplaced<'a, L> {
    /// For the goal of `space`.
    pub fn new(space: &'a GraphPuzzle<L>) -> Self {
        Self { space }
    }

    /// 1 for a tile away from its goal.
    #[inline]
    fn away(&self, tile: usize, vertex: usize) -> Cost {
        Cost::from(usize::from(self.space.goal_vertices()[tile]) != vertex)
    }
}

impl<L: Labels> Heuristic<GraphPuzzle<L>> for Misplaced<'_, L> {
    fn estimate(&self, state: &Board<L>) -> Option<Cost> {
        self.memo(state)
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }
}

impl<L: Labels> Incremental<GraphPuzzle<L>> for Misplaced<'_, L> {
    /// The number itself.
    type Memo = Cost;

    fn memo(&self, state: &Board<L>) -> Option<Cost> {
        let vertices = (0..self.space.graph().vertices()).filter(|&vertex| vertex != state.blank());
        Some(vertices.map(|vertex| self.away(state.tile(vertex), vertex)).sum())
    }

    #[inline]
    fn advance(&self, memo: Cost, before: &Board<L>, mv: Move) -> Option<Cost> {
        let (from, to) = (usize::from(mv.target), usize::from(mv.blank));
        let tile = before.tile(from);
        Some(memo + self.away(tile, to) - self.away(tile, from))
    }

    #[inline]
    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}
