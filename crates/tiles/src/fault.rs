//! What can be wrong with a position, said so that it can be mended.

use std::fmt;

use crate::setup::MAX_TEXT;
use crate::size::{MAX_CELLS, Size};

/// One thing that is wrong. Rows and columns are counted from 1, as people do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// There is nothing to read.
    #[error("the position is empty: write rows of numbers such as `1 2 3/4 5 6/7 8 0`")]
    Empty,
    /// More text than any position needs.
    #[error("the text is longer than {MAX_TEXT} bytes; no position needs so many")]
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
        "{cells} cells in one row are no square board: put `/` between rows (for a board of one row, at its end), or give the size"
    )]
    NotSquare {
        /// How many cells there are.
        cells: usize,
    },
    /// A row of another length than the others.
    #[error("row {row} has {found} cell{} where {expected} were expected", if *found == 1 { "" } else { "s" })]
    RowLength {
        /// The row.
        row: usize,
        /// Its length.
        found: usize,
        /// The right length.
        expected: usize,
    },
    /// More or fewer rows than the size says.
    #[error("there are {found} rows where a board of {size} has {}", size.height())]
    RowCount {
        /// How many there are.
        found: usize,
        /// The size that was given.
        size: Size,
    },
    /// More or fewer cells in one row than a board of the given size has in all.
    #[error("there are {found} cells where a board of {size} has {}", size.cells())]
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
    #[error("missing: tile{} {}", if tiles.len() == 1 { "" } else { "s" }, Listed(tiles))]
    Missing {
        /// The tiles, in order.
        tiles: Vec<u16>,
    },
    /// No blank.
    #[error("there is no blank: write `0`, `_`, `x` or `.` in its cell")]
    NoBlank,
    /// More than one blank.
    #[error("there are {count} blanks where there must be one")]
    ManyBlanks {
        /// How many there are.
        count: usize,
    },
}

/// Everything that is wrong with a position; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// The faults, or `None` where there are none.
    pub(crate) fn new(faults: Vec<Fault>) -> Option<Self> {
        (!faults.is_empty()).then_some(Self(faults))
    }

    /// The faults in the order they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.0.iter()
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self(vec![fault])
    }
}

impl fmt::Display for Faults {
    /// All faults, separated by semicolons.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// Numbers in order, with runs of three or more written as `3–9`.
struct Listed<'a>(&'a [u16]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs = self.0.chunk_by(|a, b| a + 1 == *b);
        for (index, run) in runs.enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            match run {
                [first, _, .., last] => write!(f, "{first}–{last}")?,
                [first, second] => write!(f, "{first}, {second}")?,
                [only] => write!(f, "{only}")?,
                [] => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_tiles_are_listed_shortly() {
        let missing = |tiles: &[u16]| Fault::Missing { tiles: tiles.to_vec() }.to_string();
        assert_eq!(missing(&[7]), "missing: tile 7");
        assert_eq!(missing(&[1, 2, 5, 7, 8, 9, 10]), "missing: tiles 1, 2, 5, 7–10");
    }
}
