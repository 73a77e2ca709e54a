//! Rotations and reflections of a board, and how they show a position to a table.
//!
//! A table is built for one orientation of its pattern only. Positions with the pattern turned or mirrored, with the
//! goal's blank in another corner, or on a board that stands instead of lying, are looked up in the same table: every cell
//! goes by the name it has in the table's orientation.

use crate::size::Size;

/// The most cells that a tile passes in a step, in a table's orientation: tables lie on boards that are no wider than
/// high, and have at most 64 cells.
pub(super) const REACH: usize = 8;

/// A way to lay a board onto another: the image of each cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Orientation {
    /// The frame it is laid on.
    pub(super) size: Size,
    pub(super) image: Vec<u8>,
}

impl Orientation {
    /// All ways to lay a board onto itself or onto the board that has width and height exchanged.
    pub(super) fn all(size: Size) -> Vec<Self> {
        let mut found: Vec<Self> = Vec::new();
        for transpose in [false, true] {
            for (flip_rows, flip_columns) in [(false, false), (false, true), (true, false), (true, true)] {
                let target = if transpose { (size.height(), size.width()) } else { (size.width(), size.height()) };
                let target = Size::new(target.0, target.1).expect("the same cells");
                let image = (0..size.cells()).map(|cell| {
                    let (row, column) = (size.row(cell), size.column(cell));
                    let (row, column) = if transpose { (column, row) } else { (row, column) };
                    let row = if flip_rows { target.height() - 1 - row } else { row };
                    let column = if flip_columns { target.width() - 1 - column } else { column };
                    u8::try_from(target.cell(row, column)).expect("a board has at most 256 cells")
                });
                let orientation = Self { size: target, image: image.collect() };
                if !found.contains(&orientation) {
                    found.push(orientation);
                }
            }
        }
        found
    }

    /// The symmetries of a board that keep one cell in place; the identity first.
    pub(super) fn symmetries(size: Size, fixed: usize) -> Vec<Self> {
        let all = Self::all(size).into_iter();
        all.filter(|orientation| orientation.size == size && usize::from(orientation.image[fixed]) == fixed).collect()
    }

    /// How every step of the board looks in this orientation, by the blank's cell and then the tile's.
    pub(super) fn steps(&self, size: Size) -> Vec<Step> {
        let cells = size.cells();
        let mut steps = vec![Step::default(); cells * cells];
        let mut cell_of = vec![0u8; cells];
        for (cell, &image) in (0u8..).zip(&self.image) {
            cell_of[usize::from(image)] = cell;
        }
        for to in 0..cells {
            for from in (0..cells).filter(|&from| size.distance(from, to) == 1) {
                let (low, high) = (self.image[from].min(self.image[to]), self.image[from].max(self.image[to]));
                let sign = if self.image[to] == high { 1 } else { -1 };
                let mut between = [u8::try_from(from).expect("at most 64 cells"); REACH];
                for (place, image) in between.iter_mut().zip(low + 1..high) {
                    *place = cell_of[usize::from(image)];
                }
                steps[to * cells + from] = Step { exchanged: 1 << low | 1 << high, sign, between };
            }
        }
        steps
    }
}

/// A tile's step from one cell to the next, as a table sees it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step {
    /// The two cells.
    pub(super) exchanged: u64,
    /// Towards higher or lower cells.
    pub(super) sign: i32,
    /// The cells that are passed; where there are fewer, the tile's own, which counts for nothing.
    pub(super) between: [u8; REACH],
}
