//! Manhattan distance plus linear conflicts (Hansson, Mayer and Yung 1992).

use fewest_search::{Cost, Incremental};

use crate::heuristics::lines::Lines;
use crate::heuristics::{AxisBounds, ByAxis, Crossings};
use crate::{Board, Cells, Metric, Move, Mtm, Stm, Tiles};

/// Manhattan distance plus what linear conflicts add to it.
///
/// A tile that must leave its goal row crosses a line between rows and comes back over the same one: two crossings
/// that Manhattan distance, which has it in the right row already, does not count. Under `stm` each such tile adds 2.
/// Under `mtm` it adds 2 to the count of the line above its row or of the one below, and the bound is the least
/// largest count that any choice of those sides leaves.
#[derive(Clone, Debug)]
pub struct LinearConflict<'a, C: Cells, M> {
    space: &'a Tiles<C, M>,
    rows: Lines,
    columns: Lines,
}

impl<'a, C: Cells, M: Metric> LinearConflict<'a, C, M> {
    /// For the goal of `space`.
    pub fn new(space: &'a Tiles<C, M>) -> Self {
        Self { space, rows: Lines::rows(space), columns: Lines::columns(space) }
    }
}

/// The estimate under `stm`: the part of the horizontal moves in the low half of a word, that of the vertical moves in
/// the high half. So one addition updates the part that a move changes.
#[derive(Clone, Copy, Debug)]
pub struct StepMemo(u32);

impl StepMemo {
    /// Where the part of the vertical moves begins.
    const VERTICAL: u32 = 16;

    fn new(bounds: AxisBounds) -> Self {
        Self(bounds.vertical << Self::VERTICAL | bounds.horizontal)
    }

    #[inline]
    fn bounds(self) -> AxisBounds {
        AxisBounds { vertical: self.0 >> Self::VERTICAL, horizontal: self.0 & ((1 << Self::VERTICAL) - 1) }
    }

    #[inline]
    fn grown(self, horizontal: bool, growth: i32) -> Self {
        let part = if horizontal { growth } else { growth << Self::VERTICAL };
        Self(self.0.wrapping_add_signed(part))
    }
}

impl<C: Cells> LinearConflict<'_, C, Stm> {
    /// Whether a step is horizontal, and how much greater the estimate is after it.
    ///
    /// A step along a column changes neither the order in that column nor any other column; of the two rows, only one
    /// that is the tile's goal row can change.
    #[inline]
    pub(crate) fn growth(&self, before: &Board<C>, mv: Move) -> (bool, i32) {
        let horizontal = self.space.layout().is_horizontal(mv);
        let (from, to) = (usize::from(mv.target), usize::from(mv.blank));
        let tile = before.tile(from);
        let across = if horizontal { &self.columns } else { &self.rows };
        let (left, entered) = (across.line_of(from), across.line_of(to));
        let conflicts = if across.is_home(tile, left) {
            across.growth_without(before, left, from)
        } else if across.is_home(tile, entered) {
            across.growth_with(before, entered, to, tile)
        } else {
            0
        };
        let (here, there) = (self.space.goal_distance(tile, from), self.space.goal_distance(tile, to));
        (horizontal, there.cast_signed() - here.cast_signed() + 2 * conflicts)
    }
}

estimate_by_memo!([C: Cells] LinearConflict<'_, C, Stm>, Tiles<C, Stm>, CONSISTENT);

impl<C: Cells> Incremental<Tiles<C, Stm>> for LinearConflict<'_, C, Stm> {
    type Memo = StepMemo;

    fn memo(&self, state: &Board<C>) -> Option<StepMemo> {
        let size = self.space.size();
        let all =
            |lines: &Lines| -> Cost { (0..lines.count).map(|line| Cost::from(lines.conflicts(state, line))).sum() };
        // A tile that leaves its row moves vertically.
        let mut bounds = AxisBounds { vertical: 2 * all(&self.rows), horizontal: 2 * all(&self.columns) };
        for cell in (0..size.cells()).filter(|&cell| cell != state.blank()) {
            let goal = self.space.goal_cells()[state.tile(cell)];
            let steps = |a: usize, b: usize| Cost::try_from(a.abs_diff(b)).expect("a board is small");
            bounds.vertical += steps(size.row(cell), size.row(goal));
            bounds.horizontal += steps(size.column(cell), size.column(goal));
        }
        Some(StepMemo::new(bounds))
    }

    #[inline]
    fn advance(&self, memo: StepMemo, before: &Board<C>, mv: Move) -> Option<StepMemo> {
        let (horizontal, growth) = self.growth(before, mv);
        Some(memo.grown(horizontal, growth))
    }

    #[inline]
    fn value(&self, memo: StepMemo) -> Cost {
        memo.bounds().sum()
    }
}

impl<C: Cells> ByAxis<C, Stm> for LinearConflict<'_, C, Stm> {
    #[inline]
    fn bounds(&self, memo: StepMemo) -> AxisBounds {
        memo.bounds()
    }
}

estimate_by_memo!([C: Cells] LinearConflict<'_, C, Mtm>, Tiles<C, Mtm>, CONSISTENT);

/// What slides change: the crossings of every line, and the conflicts in every column, then every row.
#[derive(Clone, Copy, Debug)]
pub struct SlideMemo<C: Cells> {
    crossings: Crossings<C>,
    conflicts: C::Lanes,
}

impl<C: Cells> Incremental<Tiles<C, Mtm>> for LinearConflict<'_, C, Mtm> {
    type Memo = SlideMemo<C>;

    fn memo(&self, state: &Board<C>) -> Option<SlideMemo<C>> {
        let mut conflicts = C::lanes();
        let (columns, rows) = conflicts.as_mut().split_at_mut(self.columns.count);
        for (line, count) in columns.iter_mut().enumerate() {
            *count = self.columns.conflicts(state, line);
        }
        for (line, count) in rows.iter_mut().enumerate().take(self.rows.count) {
            *count = self.rows.conflicts(state, line);
        }
        Some(SlideMemo { crossings: Crossings::of(self.space, state), conflicts })
    }

    /// A slide along a row keeps the order in that row, but changes every column that a tile leaves or enters.
    fn advance(&self, memo: SlideMemo<C>, before: &Board<C>, mv: Move) -> Option<SlideMemo<C>> {
        let SlideMemo { crossings, mut conflicts } = memo;
        let crossings = crossings.after(self.space, before, mv);
        let mut after = *before;
        self.space.layout().make(&mut after, mv);
        let (across, first) =
            if self.space.layout().is_horizontal(mv) { (&self.columns, 0) } else { (&self.rows, self.columns.count) };
        let (a, b) = (across.line_of(usize::from(mv.blank)), across.line_of(usize::from(mv.target)));
        for line in a.min(b)..=a.max(b) {
            conflicts.as_mut()[first + line] = across.conflicts(&after, line);
        }
        Some(SlideMemo { crossings, conflicts })
    }

    fn value(&self, memo: SlideMemo<C>) -> Cost {
        self.bounds(memo).sum()
    }
}

impl<C: Cells> ByAxis<C, Mtm> for LinearConflict<'_, C, Mtm> {
    fn bounds(&self, memo: SlideMemo<C>) -> AxisBounds {
        let (between_columns, between_rows) = memo.crossings.split(self.space);
        let (in_columns, in_rows) = memo.conflicts.as_ref().split_at(self.columns.count);
        AxisBounds {
            vertical: least_largest(between_rows, &in_rows[..self.rows.count]),
            horizontal: least_largest(between_columns, in_columns),
        }
    }
}

/// The least possible largest count of crossings: `crossings[i]` is the count between lines `i` and `i + 1`, and each of
/// the `conflicts[i]` tiles that leave line `i` adds 2 to the count before it or to the one behind it.
fn least_largest(crossings: &[u16], conflicts: &[u16]) -> Cost {
    let mut largest = crossings.iter().copied().max().unwrap_or(0);
    while !crossings.is_empty() && !is_possible(crossings, conflicts, largest) {
        largest += 1;
    }
    Cost::from(largest)
}

/// Whether no count need exceed `largest`. Line by line, as many tiles as possible leave towards the lines already
/// dealt with: what room is left there helps nobody else.
fn is_possible(crossings: &[u16], conflicts: &[u16], largest: u16) -> bool {
    let mut room_before = 0;
    for (line, &leaving) in conflicts.iter().enumerate() {
        let behind = leaving - leaving.min(room_before / 2);
        let Some(&crossed) = crossings.get(line) else { return behind == 0 };
        let Some(room) = largest.checked_sub(crossed + 2 * behind) else { return false };
        room_before = room;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_chosen_for_the_best() {
        // The tile of the middle line leaves towards the emptier side.
        assert_eq!(least_largest(&[5, 2], &[0, 1, 0]), 5);
        assert_eq!(least_largest(&[4, 4], &[0, 1, 0]), 6);
        // The outer lines have no choice.
        assert_eq!(least_largest(&[3, 0], &[1, 0, 0]), 5);
        assert_eq!(least_largest(&[0, 3], &[0, 0, 2]), 7);
        assert_eq!(least_largest(&[0, 0], &[1, 2, 1]), 4);
        assert_eq!(least_largest(&[], &[0]), 0);
    }
}
