//! What can be wrong with a position, said so that it can be mended.

use fewest_text::{Listed, plural};

use crate::{MAX_CELLS, MAX_TEXT, Size};

/// One thing that is wrong. Rows and columns are counted from 1, as people do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// There is nothing to read.
    #[error("the position is empty: write rows of numbers such as `1 2 3/4 5 6/7 8 0`")]
    Empty,
    /// More text than any position needs.
    #[error("the text is longer than {MAX_TEXT} bytes; no position needs that many")]
    TooLong,
    /// A word that is no tile.
    #[error("row {row}, place {place}: {word:?} is not a tile; write a number, or `0`, `_`, `x` or `.` for the blank")]
    NotATile {
        /// What stands there, cut short where it is long.
        word: String,
        /// The row.
        row: usize,
        /// The place in the row.
        place: usize,
    },
    /// One row whose length is no square number.
    #[error(
        "{0} cells in one row do not form a square board: put `/` between rows (for a board of one row, at its end), \
         or give the size"
    )]
    NotSquare(usize),
    /// A row of another length than the others.
    #[error("row {row} has {found} {}, but {expected} were expected", plural(*found, "cell", "cells"))]
    RowLength {
        /// The row.
        row: usize,
        /// Its length.
        found: usize,
        /// The right length.
        expected: usize,
    },
    /// More or fewer rows than the size says.
    #[error("there are {found} rows, but a board of {size} has {}", size.height())]
    RowCount {
        /// How many there are.
        found: usize,
        /// The size that was given.
        size: Size,
    },
    /// More or fewer cells in one row than a board of the given size has in all.
    #[error("there are {found} cells, but a board of {size} has {}", size.cells())]
    CellCount {
        /// How many there are.
        found: usize,
        /// The size that was given.
        size: Size,
    },
    /// A board that is too large.
    #[error("a board of {width}×{height} is too large: at most {MAX_CELLS} cells are possible")]
    TooLarge {
        /// Its width.
        width: usize,
        /// Its height.
        height: usize,
    },
    /// A number that no tile of this board has.
    #[error("row {row}, place {place}: tile {tile} is out of range; this board has tiles 1 to {largest}")]
    OutOfRange {
        /// The number, as written.
        tile: String,
        /// The row.
        row: usize,
        /// The place in the row.
        place: usize,
        /// The largest tile of this board.
        largest: usize,
    },
    /// A tile that stands in more than one cell.
    #[error("tile {tile} appears {count} times")]
    Doubled {
        /// The tile.
        tile: u16,
        /// How often it appears.
        count: usize,
    },
    /// Tiles that stand nowhere.
    #[error("missing: {} {}", plural(.0.len(), "tile", "tiles"), Listed(.0))]
    Missing(Vec<u16>),
    /// No blank.
    #[error("there is no blank: write `0`, `_`, `x` or `.` in its cell")]
    NoBlank,
    /// More than one blank.
    #[error("there are {0} blanks, but there must be exactly one")]
    ManyBlanks(usize),
}

/// Everything that is wrong with a position; never empty.
pub type Faults = fewest_text::Faults<Fault>;
