//! Which puzzle: the options that go with every position.

use std::fmt;

use clap::Args;
use fewest_engine::TilesPuzzle;
use fewest_tiles::{Entry, Goal, Size, SizeError};

use crate::options::Metric;

/// Goal and size.
#[derive(Clone, Debug, Args)]
pub(crate) struct PuzzleArgs {
    /// The goal: `blank-last`, `blank-first` or a position
    #[arg(long, default_value = "blank-last", value_parser = goal)]
    pub(crate) goal: String,

    /// The size, such as 4x3, for a position in one row that is not square
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub(crate) size: Option<BoardSize>,
}

impl PuzzleArgs {
    /// The puzzle that starts at a position.
    pub(crate) fn puzzle(&self, position: impl Into<String>, metric: Metric) -> TilesPuzzle {
        TilesPuzzle {
            goal: self.goal.clone(),
            size: self.size.map(|size| size.to_string()),
            metric: metric.into(),
            ..TilesPuzzle::new(position)
        }
    }

    /// How many cells the given size has.
    pub(crate) fn cells(&self) -> Option<usize> {
        self.size.map(|size| size.0.cells())
    }
}

/// A size that a board can have; it prints as it is read, `4x3`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardSize(Size);

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.0.width(), self.0.height())
    }
}

impl From<Size> for BoardSize {
    fn from(size: Size) -> Self {
        Self(size)
    }
}

/// Reads a size.
pub(crate) fn size(text: &str) -> Result<BoardSize, SizeError> {
    text.parse().map(BoardSize)
}

/// Reads a goal. Whether it fits the board is known only with a position, but words that are no tiles fit none.
pub(crate) fn goal(text: &str) -> Result<String, String> {
    if let Goal::Board(setup) = text.parse::<Goal>().map_err(|faults| faults.to_string())? {
        for entry in setup.rows.iter().flatten() {
            if let Entry::Other(word) = entry {
                return Err(format!("{word:?} is not a tile; write blank-last, blank-first or a position"));
            }
        }
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_early() {
        assert_eq!(size("4×3").unwrap().to_string(), "4x3");
        assert!(size("1000x1000").is_err() && size("big").is_err());
        assert!(goal("blank-first").is_ok() && goal("1 2/3 0").is_ok() && goal("blank-middle").is_err());
    }
}
