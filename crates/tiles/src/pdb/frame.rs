//! A board as bits: one a cell, the first cell lowest.

use crate::size::Size;

/// The masks of a board of at most 64 cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) width: usize,
    pub(super) cells: usize,
    /// All cells.
    pub(super) all: u64,
    /// All but the first column.
    not_first: u64,
    /// All but the last column.
    not_last: u64,
    /// The cells whose row and column add up to an even number.
    even: u64,
}

impl Frame {
    pub(super) fn new(size: Size) -> Self {
        debug_assert!(size.cells() <= 64);
        let mask = |keep: &dyn Fn(usize) -> bool| {
            (0..size.cells()).filter(|&cell| keep(cell)).fold(0, |mask, cell| mask | 1u64 << cell)
        };
        Self {
            width: size.width(),
            cells: size.cells(),
            all: mask(&|_| true),
            not_first: mask(&|cell| size.column(cell) > 0),
            not_last: mask(&|cell| size.column(cell) + 1 < size.width()),
            even: mask(&|cell| (size.row(cell) + size.column(cell)).is_multiple_of(2)),
        }
    }

    /// The cells with a neighbour to their right, moved there.
    #[inline]
    pub(super) fn right(&self, mask: u64) -> u64 {
        (mask & self.not_last) << 1
    }

    /// The cells with a neighbour to their left, moved there.
    #[inline]
    pub(super) fn left(&self, mask: u64) -> u64 {
        (mask & self.not_first) >> 1
    }

    /// The neighbours of cells in their rows.
    #[inline]
    pub(super) fn beside(&self, mask: u64) -> u64 {
        self.right(mask) | self.left(mask)
    }

    /// All cells of `within` that are connected with `seeds` in it.
    #[inline]
    pub(super) fn flood(&self, seeds: u64, within: u64, width: usize) -> u64 {
        let mut flooded = seeds;
        loop {
            let grown = (flooded | self.beside(flooded) | flooded << width | flooded >> width) & within;
            if grown == flooded {
                return flooded;
            }
            flooded = grown;
        }
    }

    /// The cells of one colour of the chessboard.
    #[inline]
    pub(super) fn coloured(&self, odd: bool) -> u64 {
        if odd { self.all & !self.even } else { self.even }
    }

    /// Whether an odd number of these cells is of the even colour.
    #[inline]
    pub(super) fn parity(&self, mask: u64) -> bool {
        (mask & self.even).count_ones() % 2 == 1
    }
}

/// Visits every cell of a mask.
#[inline]
pub(super) fn for_each(mut mask: u64, mut visit: impl FnMut(usize)) {
    while mask != 0 {
        visit(mask.trailing_zeros() as usize);
        mask &= mask - 1;
    }
}
