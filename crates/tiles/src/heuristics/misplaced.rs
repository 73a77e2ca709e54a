//! Misplaced tiles: how many are not where they belong.

use fewest_search::{Cost, Incremental};

use crate::{Board, Cells, Metric, Move, Tiles};

/// Misplaced tiles. A step places at most one tile; a slide at most as many as the longer side has cells less one.
#[derive(Clone, Debug)]
pub struct Misplaced<'a, C: Cells, M> {
    space: &'a Tiles<C, M>,
    /// The most tiles that one move can place.
    tiles_a_move: Cost,
}

impl<'a, C: Cells, M: Metric> Misplaced<'a, C, M> {
    /// For the goal of `space`.
    pub fn new(space: &'a Tiles<C, M>) -> Self {
        Self { space, tiles_a_move: Cost::from(M::longest_move(space.size())) }
    }

    /// 1 for a tile away from its goal.
    #[inline]
    fn away(&self, tile: usize, cell: usize) -> Cost {
        Cost::from(self.space.goal_cells()[tile] != cell)
    }
}

estimate_by_memo!([C: Cells, M: Metric] Misplaced<'_, C, M>, Tiles<C, M>, CONSISTENT);

impl<C: Cells, M: Metric> Incremental<Tiles<C, M>> for Misplaced<'_, C, M> {
    /// The number of misplaced tiles.
    type Memo = Cost;

    fn memo(&self, state: &Board<C>) -> Option<Cost> {
        let cells = (0..self.space.size().cells()).filter(|&cell| state.tile(cell) != 0);
        Some(cells.map(|cell| self.away(state.tile(cell), cell)).sum())
    }

    #[inline]
    fn advance(&self, memo: Cost, before: &Board<C>, mv: Move) -> Option<Cost> {
        let mut misplaced = memo;
        self.space.layout().for_each_tile_step(mv, |from, to| {
            let tile = before.tile(from);
            misplaced = misplaced + self.away(tile, to) - self.away(tile, from);
        });
        Some(misplaced)
    }

    #[inline]
    fn value(&self, memo: Cost) -> Cost {
        memo.div_ceil(self.tiles_a_move)
    }
}
