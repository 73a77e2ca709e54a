//! Line after line: a solution that is easy to find.
//!
//! Of the walks of any length the same small part ends at the goal, so a longer horizon alone makes no solution easier to
//! find. A plan does: one line of the goal is put in order and never touched again, then the next on the board that is left.
//! Each stage is a small puzzle with many solutions. Not every solution is of this kind, so that there is none proves nothing.

use crate::size::Size;

/// A region of at most this many cells is the last stage.
const LAST_CELLS: usize = 6;

/// No position of 2×3 is farther from another than 21 moves, and none of a smaller board.
const LAST_MOVES: usize = 21;

/// When each cell is to be in order.
#[derive(Clone, Debug)]
pub(super) struct Stages {
    /// By cell: the step from which on its tile, that of the goal, stays there.
    settled: Vec<usize>,
}

impl Stages {
    /// The stages of a goal with the blank in this cell, and their moves; those of the last stage are one more where the
    /// parity of the start asks for it. `None` where the horizon is too short for them.
    pub(super) fn new(size: Size, blank: usize, horizon: usize, is_odd: bool) -> Option<(Self, usize)> {
        let (mut rows, mut columns) = (0..size.height(), 0..size.width());
        let (mut lines, mut steps) = (Vec::new(), 0);
        while rows.len() * columns.len() > LAST_CELLS && rows.len() > 1 && columns.len() > 1 {
            let (tall, wide) = (rows.len(), columns.len());
            let by_row = tall >= wide;
            let (side, at) = if by_row { (&mut rows, size.row(blank)) } else { (&mut columns, size.column(blank)) };
            // The line farther from the blank's place.
            let line = if at == side.start { side.end - 1 } else { side.start };
            if line == side.start {
                side.start += 1;
            } else {
                side.end -= 1;
            }
            // Generous: a tile needs fewer moves for each cell of its way.
            steps += if by_row { wide } else { tall } * (tall + wide + 4);
            lines.push((by_row, line, steps));
        }
        let needed = steps + LAST_MOVES;
        let scale = horizon / (needed + 1);
        if scale == 0 || size.is_line() {
            return None;
        }
        let settled = |cell: usize| {
            let inside = |&&(by_row, line, _): &&(bool, usize, usize)| {
                line == if by_row { size.row(cell) } else { size.column(cell) }
            };
            lines.iter().find(inside).map_or(usize::MAX, |&(_, _, steps)| steps * scale)
        };
        let moves = needed * scale;
        let moves = if (moves % 2 == 1) == is_odd { moves } else { moves + 1 };
        Some((Self { settled: (0..size.cells()).map(settled).collect() }, moves))
    }

    /// Whether something can be in a cell after so many moves; `goal` is its own cell.
    pub(super) fn allow(&self, step: usize, cell: usize, goal: usize) -> bool {
        cell == goal || step < self.settled[cell].min(self.settled[goal])
    }
}
