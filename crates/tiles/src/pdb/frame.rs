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
        let grow = |mask: u64| (mask | self.beside(mask) | mask << width | mask >> width) & within;
        // Several steps at a time: the way out of a loop is guessed wrong more often than a step costs.
        let mut flooded = grow(grow(grow(seeds)));
        loop {
            let grown = grow(grow(flooded));
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

/// Visits every cell of two masks of at most 32 bits in one loop, with 1 for the first and −1 for the second.
#[inline]
pub(super) fn for_each_signed(plus: u64, minus: u64, mut visit: impl FnMut(usize, i32)) {
    debug_assert!((plus | minus) >> 32 == 0);
    for_each(plus | minus << 32, |bit| visit(bit % 32, if bit < 32 { 1 } else { -1 }));
}

/// Visits every cell of a mask.
#[inline]
pub(super) fn for_each(mut mask: u64, mut visit: impl FnMut(usize)) {
    while mask != 0 {
        visit(mask.trailing_zeros() as usize);
        mask &= mask - 1;
    }
}
