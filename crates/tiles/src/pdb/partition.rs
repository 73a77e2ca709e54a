//! Which tiles go into which pattern.

use std::fmt;

use super::orientation::Orientation;
use crate::position::joined;
use crate::{Position, Size};

/// Disjoint patterns: groups of tiles, none in two of them. A tile in no pattern counts with its distance alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Partition(Vec<Vec<u8>>);

/// One thing that is wrong with a partition. Patterns and places are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartitionFault {
    /// There is nothing to read.
    #[error("the partition is empty: write patterns such as `1,2,5,6/3,4,7,8`")]
    Empty,
    /// A pattern without tiles.
    #[error("pattern {0} is empty: write its tiles between `/` and `/`")]
    EmptyPattern(usize),
    /// A word that is no tile.
    #[error("pattern {pattern}, place {place}: {word:?} is not a tile; write a number from 1 to {largest}")]
    NotATile {
        /// The pattern.
        pattern: usize,
        /// The place in it.
        place: usize,
        /// What stands there, cut short where it is long.
        word: String,
        /// The largest tile of the board.
        largest: usize,
    },
    /// A tile that is named more than once.
    #[error("tile {tile} is named {count} times: patterns of one partition share no tile")]
    Doubled {
        /// The tile.
        tile: u8,
        /// How often.
        count: usize,
    },
}

/// Everything that is wrong with a partition; never empty.
pub type PartitionFaults = fewest_text::Faults<PartitionFault>;

impl Partition {
    /// Reads `1,2,5,6/3,4,7,8/…` for a board of a size.
    ///
    /// ```
    /// use fewest_tiles::{Size, pdb::Partition};
    /// let size = Size::new(3, 3)?;
    /// assert_eq!(Partition::parse("4,2,1/3 5 6", size)?.to_string(), "1,2,4/3,5,6");
    /// let faults = Partition::parse("1,2,x/2,9/", size).unwrap_err();
    /// assert_eq!(faults.iter().count(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Every fault there is.
    pub fn parse(text: &str, size: Size) -> Result<Self, PartitionFaults> {
        if text.trim().is_empty() {
            return Err(PartitionFault::Empty.into());
        }
        let largest = size.cells() - 1;
        let mut faults = Vec::new();
        let mut count = vec![0usize; size.cells()];
        let mut patterns = Vec::new();
        for (pattern, tiles) in (1..).zip(text.split('/')) {
            let words = tiles.split([',', ' ']).filter(|word| !word.is_empty());
            let mut read = Vec::new();
            for (place, word) in (1..).zip(words) {
                match word.parse::<usize>() {
                    Ok(tile) if (1..=largest).contains(&tile) => {
                        count[tile] += 1;
                        read.push(u8::try_from(tile).expect("a tile fits a byte"));
                    }
                    _ => faults.push(PartitionFault::NotATile {
                        pattern,
                        place,
                        word: word.chars().take(20).collect(),
                        largest,
                    }),
                }
            }
            if tiles.split([',', ' ']).all(str::is_empty) {
                faults.push(PartitionFault::EmptyPattern(pattern));
            }
            read.sort_unstable();
            patterns.push(read);
        }
        let doubled = (0u8..=u8::MAX).zip(count).filter(|(_, count)| *count > 1);
        faults.extend(doubled.map(|(tile, count)| PartitionFault::Doubled { tile, count }));
        PartitionFaults::new(faults).map_or(Ok(Self(patterns)), Err)
    }

    /// Patterns out of goal cells: the tiles that belong there. The blank's cell is left out, and so is a pattern that
    /// has no other.
    pub(super) fn of_cells(goal: &Position, patterns: &[Vec<usize>]) -> Self {
        let tiles = |cells: &Vec<usize>| {
            let mut tiles: Vec<u8> = cells.iter().map(|&cell| goal.tiles()[cell]).filter(|&tile| tile != 0).collect();
            tiles.sort_unstable();
            tiles
        };
        Self(patterns.iter().map(tiles).filter(|tiles| !tiles.is_empty()).collect())
    }

    /// One pattern out of goal cells, which may be none.
    pub(super) fn of_cells_or_empty(goal: &Position, cells: &[usize]) -> Self {
        let mut partition = Self::of_cells(goal, &[cells.to_vec()]);
        if partition.0.is_empty() {
            partition.0.push(Vec::new());
        }
        partition
    }

    /// Every pattern as a partition of its own; a partition without a pattern, as a board of one cell has it, stays as it is.
    pub fn singly(&self) -> Vec<Self> {
        let singles: Vec<Self> = self.0.iter().map(|pattern| Self(vec![pattern.clone()])).collect();
        if singles.is_empty() { vec![self.clone()] } else { singles }
    }

    /// The tiles of each pattern.
    pub fn patterns(&self) -> &[Vec<u8>] {
        &self.0
    }

    /// This partition and its images under the symmetries of the board that keep the goal's blank in place, each once. All
    /// of them are served by the same tables.
    pub fn with_mirrors(&self, goal: &Position) -> Vec<Self> {
        let goal_cells = goal.cells_of_tiles();
        let mut found = Vec::new();
        for symmetry in Orientation::symmetries(goal.size(), goal.blank()) {
            let image = |tile: &u8| usize::from(symmetry.image[goal_cells[usize::from(*tile)]]);
            let patterns: Vec<Vec<usize>> = self.0.iter().map(|tiles| tiles.iter().map(image).collect()).collect();
            let mut partition = Self::of_cells(goal, &patterns);
            partition.0.sort_unstable();
            if !found.contains(&partition) {
                found.push(partition);
            }
        }
        found
    }
}

impl fmt::Display for Partition {
    /// As it is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().map(|tiles| joined(tiles, ",")).collect::<Vec<_>>().join("/"))
    }
}
