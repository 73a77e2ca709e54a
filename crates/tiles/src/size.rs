//! The frame of a board, and directions on it.

use std::fmt;
use std::str::FromStr;

/// The most cells a board may have.
pub const MAX_CELLS: usize = 256;

/// The size of a board: at least 1×1, at most [`MAX_CELLS`] cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    width: u16,
    height: u16,
}

/// A size that no board has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SizeError {
    /// Too many cells, or none.
    #[error(
        "a board of {width}×{height} is not possible: width and height are at least 1 and their product is at most {MAX_CELLS}"
    )]
    OutOfRange {
        /// The width asked for.
        width: usize,
        /// The height asked for.
        height: usize,
    },
    /// Not of the form `4x4`.
    #[error("{0:?} is not a size: write width and height, such as 4x4 or 3x5")]
    Malformed(String),
}

impl Size {
    /// A size, if a board can have it.
    ///
    /// # Errors
    /// [`SizeError::OutOfRange`] where a side is 0 or there are too many cells.
    pub fn new(width: usize, height: usize) -> Result<Self, SizeError> {
        match (u16::try_from(width), u16::try_from(height)) {
            (Ok(w @ 1..), Ok(h @ 1..)) if usize::from(w) * usize::from(h) <= MAX_CELLS => {
                Ok(Self { width: w, height: h })
            }
            _ => Err(SizeError::OutOfRange { width, height }),
        }
    }

    /// Cells in a row.
    #[inline]
    pub fn width(self) -> usize {
        usize::from(self.width)
    }

    /// Cells in a column.
    #[inline]
    pub fn height(self) -> usize {
        usize::from(self.height)
    }

    /// Cells in all.
    #[inline]
    pub fn cells(self) -> usize {
        self.width() * self.height()
    }

    /// The row of a cell; cells are numbered row by row from the top left.
    #[inline]
    pub fn row(self, cell: usize) -> usize {
        cell / self.width()
    }

    /// The column of a cell.
    #[inline]
    pub fn column(self, cell: usize) -> usize {
        cell % self.width()
    }

    /// The cell in this row and column.
    #[inline]
    pub fn cell(self, row: usize, column: usize) -> usize {
        row * self.width() + column
    }

    /// Whether the board is one line, on which tiles never pass each other.
    pub fn is_line(self) -> bool {
        self.width == 1 || self.height == 1
    }

    /// How many steps apart two cells are.
    #[inline]
    pub fn distance(self, a: usize, b: usize) -> usize {
        self.row(a).abs_diff(self.row(b)) + self.column(a).abs_diff(self.column(b))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = SizeError;

    /// Reads `4x4`, `4X4`, `4×4` or `4` (a square).
    fn from_str(text: &str) -> Result<Self, SizeError> {
        let malformed = || SizeError::Malformed(text.chars().take(40).collect());
        let number = |part: &str| part.trim().parse::<usize>().map_err(|_| malformed());
        match text.split_once(['x', 'X', '×']) {
            Some((width, height)) => Self::new(number(width)?, number(height)?),
            None => number(text).and_then(|side| Self::new(side, side)),
        }
    }
}

/// The direction in which a tile moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards the first row.
    Up,
    /// Towards the last row.
    Down,
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
}

impl Direction {
    /// All four, in the order in which moves are generated.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The other way.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// `U`, `D`, `L` or `R`.
    pub fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Down => 'D',
            Self::Left => 'L',
            Self::Right => 'R',
        }
    }
}

/// Tiles in a line that move one cell together: `length` of them, towards the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// Where the tiles move; the blank goes the other way.
    pub direction: Direction,
    /// How many tiles move, which is how many cells the blank moves.
    pub length: u8,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_checked() {
        assert!(Size::new(1, 256).is_ok() && Size::new(256, 1).is_ok() && Size::new(16, 16).is_ok());
        for (width, height) in [(0, 3), (3, 0), (257, 1), (17, 16), (usize::MAX, usize::MAX)] {
            assert_eq!(Size::new(width, height), Err(SizeError::OutOfRange { width, height }));
        }
    }

    #[test]
    fn sizes_are_read() {
        assert_eq!("4x5".parse(), Size::new(4, 5));
        assert_eq!("3×2".parse(), Size::new(3, 2));
        assert_eq!("4".parse(), Size::new(4, 4));
        for bad in ["", "x", "4x", "x4", "-1x2", "4x4x4", "99999999999999999999x2"] {
            assert!(matches!(bad.parse::<Size>(), Err(SizeError::Malformed(_))), "{bad}");
        }
    }
}
