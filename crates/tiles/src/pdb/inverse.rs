//! The inverse of a position, looked up as well (Zahavi, Felner, Holte and Schaeffer 2008).
//!
//! Read a position as a permutation of the goal. A solution is a walk of the blank; where the blank stands at its goal,
//! the walk is closed, and the same walk made backward from the goal ends in the inverse permutation: position and
//! inverse are equally far. With the blank elsewhere the inverse has its blank in another cell, and nothing follows.

use fewest_search::{Cost, Guarantees, Heuristic, Incremental};

use crate::board::Board;
use crate::cells::Cells;
use crate::layout::Move;
use crate::metric::Metric;
use crate::space::Tiles;

/// The greater of the estimates of a position and of its inverse, where the blank is at its goal; elsewhere the position's
/// alone. Admissible whenever the estimate is, under both metrics, and not consistent.
#[derive(Clone, Debug)]
pub struct WithInverse<'a, C: Cells, M, H> {
    space: &'a Tiles<C, M>,
    heuristic: H,
}

impl<'a, C: Cells, M: Metric, H: Heuristic<Tiles<C, M>>> WithInverse<'a, C, M, H> {
    /// Asks a heuristic twice where that is valid.
    pub fn new(space: &'a Tiles<C, M>, heuristic: H) -> Self {
        Self { space, heuristic }
    }

    /// The estimate of the inverse; 0 where it says nothing.
    fn of_inverse(&self, state: &Board<C>) -> Option<Cost> {
        let goal_cells = self.space.goal_cells();
        if state.blank() != goal_cells[0] {
            return Some(0);
        }
        let mut tiles = vec![0; goal_cells.len()];
        for cell in 0..goal_cells.len() {
            // The tile in this cell belongs to another; in the inverse, that one holds this cell's tile.
            let tile = self.space.goal().tile(cell);
            tiles[goal_cells[state.tile(cell)]] = u8::try_from(tile).expect("a tile fits a byte");
        }
        self.heuristic.estimate(&Board::pack(&tiles))
    }
}

impl<C: Cells, M: Metric, H: Heuristic<Tiles<C, M>>> Heuristic<Tiles<C, M>> for WithInverse<'_, C, M, H> {
    fn estimate(&self, state: &Board<C>) -> Option<Cost> {
        Some(self.heuristic.estimate(state)?.max(self.of_inverse(state)?))
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees { consistent: false, ..self.heuristic.guarantees() }
    }
}

impl<C: Cells, M: Metric, H: Incremental<Tiles<C, M>>> Incremental<Tiles<C, M>> for WithInverse<'_, C, M, H> {
    /// The heuristic's own, and the estimate of the inverse.
    type Memo = (H::Memo, Cost);

    fn memo(&self, state: &Board<C>) -> Option<Self::Memo> {
        Some((self.heuristic.memo(state)?, self.of_inverse(state)?))
    }

    #[inline]
    fn advance(&self, memo: Self::Memo, before: &Board<C>, mv: Move) -> Option<Self::Memo> {
        self.advance_within(memo, before, mv, Cost::MAX).map(|(memo, _)| memo)
    }

    #[inline]
    fn value(&self, memo: Self::Memo) -> Cost {
        self.heuristic.value(memo.0).max(memo.1)
    }

    #[inline]
    fn advance_within(
        &self,
        memo: Self::Memo,
        before: &Board<C>,
        mv: Move,
        allowance: Cost,
    ) -> Option<(Self::Memo, Cost)> {
        let (own, value) = self.heuristic.advance_within(memo.0, before, mv, allowance)?;
        if value > allowance || usize::from(mv.target) != self.space.goal_cells()[0] {
            return Some(((own, 0), value));
        }
        let mut after = *before;
        M::make(self.space.layout(), &mut after, mv);
        let inverse = self.of_inverse(&after)?;
        Some(((own, inverse), value.max(inverse)))
    }
}
