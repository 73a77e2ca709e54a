//! The distance of every position of a small board.

use fewest_pdb::encoding::Encoding;
use fewest_pdb::table::Codes;
use fewest_search::{Cost, Guarantees, Heuristic, Incremental, StateSpace};

use super::MismatchError;
use super::most::Tabled;
use super::partition::Partition;
use super::plan::Plan;
use super::shape::ShapeError;
use super::tables::Tables;
use super::view::{Place, View};
use crate::board::Board;
use crate::cells::Cells;
use crate::layout::Move;
use crate::position::Position;
use crate::space::Tiles;

/// The plan of a table of all distances on a board, packed into two bits a position: 60 MB for 3×4.
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
    Plan::new(goal, &[partition], M::FULL, Encoding::Mod3)
}

/// The exact distance to the goal. A search that follows it never errs.
///
/// The table holds distances modulo 3. A memo knows its distance, and a neighbour's differs by at most 1; a position that
/// comes from nowhere is followed down to the goal once.
#[derive(Clone, Debug)]
pub struct Exact<'a, C: Cells, M> {
    space: &'a Tiles<C, M>,
    view: View,
    codes: Codes<'a>,
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
        if plan.kind() != M::FULL || plan.encoding() != Encoding::Mod3 {
            return Err(MismatchError::Kind { kind: plan.kind(), encoding: plan.encoding() });
        }
        let cells = plan.size().cells();
        let [group] = plan.groups() else {
            return Err(MismatchError::Count { partitions: plan.partitions(), patterns: plan.most_patterns() });
        };
        let [lookup] = &group[..] else {
            return Err(MismatchError::Count { partitions: 1, patterns: group.len() });
        };
        if lookup.tiles.len() != cells.saturating_sub(3) {
            return Err(MismatchError::Kind { kind: plan.kind(), encoding: plan.encoding() });
        }
        Ok(Self { space, view: View::new::<C>(plan, group), codes: tables.get(lookup.shape).codes() })
    }

    #[inline]
    fn remainder(&self, place: Place, blank: usize) -> Cost {
        Cost::from(self.codes.get(self.view.index_with_blank(0, place, blank)))
    }

    #[inline]
    fn place_after(&self, place: Place, before: &Board<C>, mv: Move) -> Place {
        let mut place = place;
        // The tiles between are where they were: each step passes only cells beyond those of the last.
        self.space.layout().for_each_tile_step(mv, |from, to| {
            let tile = before.tile(from);
            if self.view.table(tile).is_some() {
                place = self.view.step(0, place, before, tile, from, to);
            }
        });
        place
    }
}

impl<C: Cells, M: Tabled> Heuristic<Tiles<C, M>> for Exact<'_, C, M> {
    fn estimate(&self, state: &Board<C>) -> Option<Cost> {
        self.memo(state).map(|memo| memo.distance)
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }
}

impl<C: Cells, M: Tabled> Incremental<Tiles<C, M>> for Exact<'_, C, M> {
    type Memo = ExactMemo;

    /// `None` for a position that cannot reach the goal.
    fn memo(&self, state: &Board<C>) -> Option<ExactMemo> {
        let start = self.view.places(state).next()?;
        let mut board = *state;
        let mut place = start;
        let mut distance = 0;
        while !self.space.is_goal(&board) {
            let wanted = (self.remainder(place, board.blank()) + 2) % 3;
            let mut next = None;
            self.space.for_each_move(&board, |mv| {
                let after = self.place_after(place, &board, mv);
                if self.remainder(after, usize::from(mv.target)) == wanted {
                    next = Some((mv, after));
                }
            });
            let (mv, after) = next?;
            M::make(self.space.layout(), &mut board, mv);
            place = after;
            distance += 1;
            // The table does not tell a position from the one with its last two tiles exchanged: at the goal of the
            // one the other is out of reach.
            if distance > Cost::from(u8::MAX) {
                return None;
            }
        }
        Some(ExactMemo { place: start, distance })
    }

    #[inline]
    fn advance(&self, memo: ExactMemo, before: &Board<C>, mv: Move) -> Option<ExactMemo> {
        let place = self.place_after(memo.place, before, mv);
        let remainder = self.remainder(place, usize::from(mv.target));
        // 0, 1 or 2 more than before, modulo 3; 2 more is 1 less.
        let distance = match (remainder + 3 - memo.distance % 3) % 3 {
            0 => memo.distance,
            1 => memo.distance + 1,
            _ => memo.distance - 1,
        };
        Some(ExactMemo { place, distance })
    }

    #[inline]
    fn value(&self, memo: ExactMemo) -> Cost {
        memo.distance
    }
}
