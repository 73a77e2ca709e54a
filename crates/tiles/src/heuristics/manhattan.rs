//! Manhattan distance: every tile's steps to its goal, as if it were alone.

use fewest_search::{Cost, Incremental};

use crate::heuristics::crossings::Crossings;
use crate::{Board, Cells, Metric, Move, Mtm, Stm, Tiles};

/// Manhattan distance. Under `mtm` its crossings are counted for each line, and the largest counts bound the slides.
#[derive(Clone, Debug)]
pub struct Manhattan<'a, C: Cells, M> {
    space: &'a Tiles<C, M>,
    /// The space's own, one step nearer.
    distances: &'a C::Pairs,
}

impl<'a, C: Cells, M: Metric> Manhattan<'a, C, M> {
    /// For the goal of `space`.
    pub fn new(space: &'a Tiles<C, M>) -> Self {
        Self { space, distances: space.goal_distances() }
    }
}

estimate_by_memo!([C: Cells] Manhattan<'_, C, Stm>, Tiles<C, Stm>, CONSISTENT);

impl<C: Cells> Incremental<Tiles<C, Stm>> for Manhattan<'_, C, Stm> {
    /// The distance itself.
    type Memo = Cost;

    fn memo(&self, state: &Board<C>) -> Option<Cost> {
        Some((0..self.space.size().cells()).map(|cell| self.space.goal_distance(state.tile(cell), cell)).sum())
    }

    #[inline]
    fn advance(&self, memo: Cost, before: &Board<C>, mv: Move) -> Option<Cost> {
        let (from, to) = (usize::from(mv.target), usize::from(mv.blank));
        let tile = before.tile(from);
        let distance = |cell| Cost::from(self.distances.as_ref()[C::pair(tile, cell)]);
        Some(memo + distance(to) - distance(from))
    }

    #[inline]
    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}

estimate_by_memo!([C: Cells] Manhattan<'_, C, Mtm>, Tiles<C, Mtm>, CONSISTENT);

impl<C: Cells> Incremental<Tiles<C, Mtm>> for Manhattan<'_, C, Mtm> {
    /// The crossings of every line.
    type Memo = Crossings<C>;

    fn memo(&self, state: &Board<C>) -> Option<Crossings<C>> {
        Some(Crossings::of(self.space, state))
    }

    #[inline]
    fn advance(&self, memo: Crossings<C>, before: &Board<C>, mv: Move) -> Option<Crossings<C>> {
        Some(memo.after(self.space, before, mv))
    }

    #[inline]
    fn value(&self, memo: Crossings<C>) -> Cost {
        let (columns, rows) = memo.split(self.space);
        let largest = |counts: &[u16]| Cost::from(counts.iter().copied().max().unwrap_or(0));
        largest(columns) + largest(rows)
    }
}
