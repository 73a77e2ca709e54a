//! The distance of every position of a small board.

use fewest_pdb::encoding::Encoding;
use fewest_pdb::table::Codes;
use fewest_search::{Cost, Incremental, StateSpace};

use super::remainder::Remainders;
use super::view::{Place, View};
use super::{Kind, MismatchError, Partition, Plan, ShapeError, Tabled, Tables};
use crate::heuristics::estimate_by_memo;
use crate::{Board, Cells, Move, Position, Tiles};

/// The plan of a table of all distances on a board: in one bit a position under `stm`, 30 MB for 3×4, in two under `mtm`.
///
/// All tiles but two are kept. Where those two are follows from the parity of the others, so the values are no bounds
/// but the distances themselves.
///
/// # Errors
/// [`ShapeError`] where the board is too large.
pub fn exact_plan<M: Tabled>(goal: &Position) -> Result<Plan, ShapeError> {
    let tiles: Vec<usize> = (0..goal.size().cells()).filter(|&cell| goal.tiles()[cell] != 0).collect();
    let kept = tiles.len().saturating_sub(2);
    let partition = Partition::of_cells_or_empty(goal, &tiles[..kept]);
    let encoding = if M::FULL == Kind::FullSteps { Encoding::Mod4 } else { Encoding::Mod3 };
    Plan::new(goal, &[partition], M::FULL, encoding)
}

/// The exact distance to the goal. A search that follows it never errs.
///
/// The table holds distances modulo 3, or modulo 4 less what the blank's cell tells. A memo knows its distance, and a
/// neighbour's differs by at most 1; a position that comes from nowhere is followed down to the goal once.
#[derive(Clone, Debug)]
pub struct Exact<'a, C: Cells, M> {
    space: &'a Tiles<C, M>,
    view: View,
    codes: Codes<'a>,
    remainders: Remainders,
}

/// What [`Exact`] remembers of a position.
#[derive(Clone, Copy, Debug)]
pub struct ExactMemo {
    place: Place,
    distance: Cost,
}

impl<'a, C: Cells, M: Tabled> Exact<'a, C, M> {
    /// Looks up in the table of an [`exact_plan`].
    ///
    /// # Errors
    /// [`MismatchError`] where plan or tables are another's.
    pub fn new(space: &'a Tiles<C, M>, plan: &Plan, tables: &'a Tables) -> Result<Self, MismatchError> {
        MismatchError::check(space, plan, tables)?;
        let other = || MismatchError::Kind { kind: plan.kind(), encoding: plan.encoding() };
        let remainders = Remainders::new(plan).filter(|_| plan.kind() == M::FULL).ok_or_else(other)?;
        let cells = plan.size().cells();
        let [group] = plan.groups() else {
            return Err(MismatchError::Count { partitions: plan.partitions(), patterns: plan.most_patterns() });
        };
        let [lookup] = &group[..] else {
            return Err(MismatchError::Count { partitions: 1, patterns: group.len() });
        };
        if lookup.tiles.len() != cells.saturating_sub(3) {
            return Err(other());
        }
        Ok(Self { space, view: View::new::<C>(plan, group), codes: tables.get(lookup.shape).codes(), remainders })
    }

    #[inline]
    fn code(&self, place: Place, blank: usize) -> u8 {
        self.codes.get(self.view.index_with_blank(0, place, blank))
    }
}

estimate_by_memo!([C: Cells, M: Tabled] Exact<'_, C, M>, Tiles<C, M>, CONSISTENT);

impl<C: Cells, M: Tabled> Incremental<Tiles<C, M>> for Exact<'_, C, M> {
    type Memo = ExactMemo;

    /// `None` for a position that cannot reach the goal.
    fn memo(&self, state: &Board<C>) -> Option<ExactMemo> {
        // The table does not tell a position from the one with its last two tiles exchanged: the goal must be the goal.
        let is_goal = |board: &Board<C>, _| self.space.is_goal(board);
        let distance = self.remainders.follow(self.space, (&self.view, self.codes), state, is_goal)?;
        Some(ExactMemo { place: self.view.places(state).next()?, distance })
    }

    #[inline]
    fn advance(&self, memo: ExactMemo, before: &Board<C>, mv: Move) -> Option<ExactMemo> {
        let place = self.view.slide(self.space, memo.place, before, mv);
        let blank = usize::from(mv.target);
        let distance = self.remainders.beside(memo.distance, self.code(place, blank), blank);
        Some(ExactMemo { place, distance })
    }

    #[inline]
    fn value(&self, memo: ExactMemo) -> Cost {
        memo.distance
    }
}
