//! How many tiles must cross each line between columns and between rows: what bounds slides.

use crate::{Board, Cells, Move, Mtm, Tiles};

/// Counts for each line: first the lines between columns, then those between rows.
#[derive(Clone, Copy, Debug)]
pub struct Crossings<C: Cells>(C::Lanes);

impl<C: Cells> Crossings<C> {
    /// Counts from scratch.
    pub(super) fn of(space: &Tiles<C, Mtm>, board: &Board<C>) -> Self {
        let size = space.size();
        let mut lanes = C::lanes();
        let counts = lanes.as_mut();
        for cell in 0..size.cells() {
            let tile = board.tile(cell);
            if tile == 0 {
                continue;
            }
            let goal = space.goal_cells()[tile];
            for line in between(size.column(cell), size.column(goal)) {
                counts[line] += 1;
            }
            for line in between(size.row(cell), size.row(goal)) {
                counts[size.width() - 1 + line] += 1;
            }
        }
        Self(lanes)
    }

    /// The counts after a move: each tile that moves crosses one line, and no longer must, or now must again.
    #[inline]
    pub(super) fn after(mut self, space: &Tiles<C, Mtm>, before: &Board<C>, mv: Move) -> Self {
        let size = space.size();
        let counts = self.0.as_mut();
        let horizontal = space.layout().is_horizontal(mv);
        space.layout().for_each_tile_step(mv, |from, to| {
            let goal = space.goal_cells()[before.tile(from)];
            let (from, to, goal, first) = if horizontal {
                (size.column(from), size.column(to), size.column(goal), 0)
            } else {
                (size.row(from), size.row(to), size.row(goal), size.width() - 1)
            };
            let line = first + from.min(to);
            if goal.abs_diff(to) < goal.abs_diff(from) {
                counts[line] -= 1;
            } else {
                counts[line] += 1;
            }
        });
        self
    }

    /// The counts of the lines between columns, and of those between rows.
    #[inline]
    pub(super) fn split(&self, space: &Tiles<C, Mtm>) -> (&[u16], &[u16]) {
        let (columns, rows) = self.0.as_ref().split_at(space.size().width() - 1);
        (columns, &rows[..space.size().height() - 1])
    }
}

/// The lines between two columns, or two rows.
#[inline]
fn between(a: usize, b: usize) -> std::ops::Range<usize> {
    a.min(b)..a.max(b)
}
