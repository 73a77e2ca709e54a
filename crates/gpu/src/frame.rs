//! Every puzzle as one whose goal is the standard one: the blank in the first cell, and each tile on the cell of its number.

use crate::error::{Error, Result};

/// Most cells of a board: sets of cells are words of 32 bits, and their ranks know 25.
pub(crate) const MOST_CELLS: usize = 25;

/// How a puzzle becomes the standard one: cells by a reflection that brings the goal's blank into the first cell, tiles by the
/// cell that the goal has them on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub(crate) width: usize,
    pub(crate) height: usize,
    goal: Vec<u8>,
    /// The standard cell of each cell; a reflection, so it leads back too.
    cells: Vec<usize>,
    /// The standard name of each tile.
    tiles: Vec<u8>,
}

impl Frame {
    /// The frame of a goal: the tile on each cell, row by row, 0 for the blank.
    ///
    /// # Errors
    /// A board that is too large or too small, or a blank that is in no corner.
    pub fn new(width: usize, height: usize, goal: &[u8]) -> Result<Self> {
        let count = width.saturating_mul(height);
        if width < 2 || height < 2 || count > MOST_CELLS || goal.len() != count {
            return Err(Error::Board { width, height });
        }
        let blank = goal.iter().position(|&tile| tile == 0).ok_or(Error::Goal)?;
        let (row, column) = (blank / width, blank % width);
        if (row != 0 && row != height - 1) || (column != 0 && column != width - 1) {
            return Err(Error::Goal);
        }
        let reflect = |at: usize, blank: usize, size: usize| if blank == 0 { at } else { size - 1 - at };
        let standard = |cell: usize| reflect(cell / width, row, height) * width + reflect(cell % width, column, width);
        let cells: Vec<usize> = (0..count).map(standard).collect();
        let mut tiles = vec![0; count];
        for (cell, &tile) in goal.iter().enumerate() {
            let tile = tiles.get_mut(usize::from(tile)).ok_or(Error::Goal)?;
            *tile = u8::try_from(cells[cell]).expect("at most 25 cells");
        }
        Ok(Self { width, height, goal: goal.to_vec(), cells, tiles })
    }

    /// How many cells the board has.
    pub(crate) fn count(&self) -> usize {
        self.cells.len()
    }

    /// The goal that it was made for.
    pub fn goal(&self) -> &[u8] {
        &self.goal
    }

    /// A board in the frame.
    pub(crate) fn board(&self, board: &[u8]) -> Vec<u8> {
        let mut standard = vec![0; self.count()];
        for (cell, &tile) in board.iter().enumerate() {
            standard[self.cells[cell]] = self.tiles[usize::from(tile)];
        }
        standard
    }

    /// The cell of the puzzle that a standard cell stands for.
    pub(crate) fn cell(&self, standard: usize) -> usize {
        self.cells[standard]
    }

    /// Whether moves lead from a standard board to the standard goal.
    pub(crate) fn is_solvable(&self, board: &[u8]) -> bool {
        let blank = board.iter().position(|&tile| tile == 0).unwrap_or_default();
        let distance = blank / self.width + blank % self.width;
        let swapped = (0..board.len()).map(|i| board[i + 1..].iter().filter(|tile| **tile < board[i]).count());
        (swapped.sum::<usize>() + distance).is_multiple_of(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_with_the_blank_in_any_corner_become_the_standard_one() {
        for blank in [0, 2, 3, 5] {
            let mut goal = [1, 2, 3, 4, 5, 0];
            goal.swap(blank, 5);
            let frame = Frame::new(3, 2, &goal).unwrap();
            assert_eq!(frame.board(&goal), [0, 1, 2, 3, 4, 5]);
            assert!(frame.is_solvable(&frame.board(&goal)));
        }
        assert_eq!(Frame::new(3, 2, &[1, 0, 2, 3, 4, 5]), Err(Error::Goal));
        assert_eq!(Frame::new(6, 6, &[0; 36]), Err(Error::Board { width: 6, height: 6 }));
    }

    #[test]
    fn a_swap_cannot_be_solved() {
        let frame = Frame::new(3, 3, &[0, 1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
        assert!(!frame.is_solvable(&[0, 2, 1, 3, 4, 5, 6, 7, 8]));
        assert!(frame.is_solvable(&[1, 0, 2, 3, 4, 5, 6, 7, 8]));
    }
}
