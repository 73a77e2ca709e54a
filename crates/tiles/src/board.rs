//! The state that the search works on.

use crate::cells::Cells;
use crate::position::Position;
use crate::size::Size;

/// A position packed for the search. It does not know its size: the space does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<C> {
    cells: C,
    blank: u8,
}

impl<C: Cells> Board<C> {
    /// Packs tiles, 0 for the blank.
    pub(crate) fn pack(tiles: &[u8]) -> Self {
        Self::from_cells(C::pack(tiles))
    }

    /// A board from its packed cells alone.
    #[inline]
    pub(crate) fn from_cells(cells: C) -> Self {
        let blank = u8::try_from(cells.find_blank()).expect("a board has at most 256 cells");
        Self { cells, blank }
    }

    /// The packed cells.
    #[inline]
    pub fn cells(&self) -> C {
        self.cells
    }

    /// The tile in a cell, 0 for the blank.
    #[inline]
    pub fn tile(&self, cell: usize) -> usize {
        self.cells.get(cell)
    }

    /// The cell of the blank.
    #[inline]
    pub fn blank(&self) -> usize {
        usize::from(self.blank)
    }

    /// The blank trades places with the tile in a neighbouring cell.
    #[inline]
    pub(crate) fn step(&mut self, target: u8) {
        self.cells.slide(usize::from(target), usize::from(self.blank));
        self.blank = target;
    }

    /// The board as a position of this size.
    pub(crate) fn position(&self, size: Size) -> Position {
        let tiles = (0..size.cells()).map(|cell| u8::try_from(self.tile(cell)).expect("a tile fits a byte"));
        Position::from_checked(size, tiles.collect())
    }
}
