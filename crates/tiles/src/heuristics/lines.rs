//! Conflicts in a line: tiles that stand in their goal row (or column) in the wrong order.
//!
//! Of two tiles in their goal line whose order is inverted, one must leave the line for the other to pass. The fewest
//! tiles whose leaving mends all inversions are those outside a longest increasing subsequence; counting pairs would
//! count too many where three or more tiles conflict (Hansson, Mayer and Yung 1992 take them out greedily).

use crate::{Board, Cells, Metric, Tiles};

/// The longest line whose conflicts are looked up; longer ones are worked out each time.
const LONGEST_IN_TABLE: usize = 6;

/// The rows of a board, or its columns.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// How many there are.
    pub(super) count: usize,
    /// Cells in a line.
    length: usize,
    /// Cells from the start of a line to that of the next.
    line_stride: usize,
    /// Cells from one place in a line to the next.
    place_stride: usize,
    /// The line of every cell.
    line_of: Vec<u8>,
    /// The line that every tile belongs in.
    home: Vec<u8>,
    /// The place, from 1, that a tile wants in a line; 0 for another line's tiles. By line and tile.
    wants: Vec<u16>,
    /// Tiles, the blank among them.
    tiles: usize,
    /// Conflicts by what the tiles of a line want, read as digits.
    table: Option<Vec<u8>>,
    /// What a tile in a cell adds to the key of the cell's line: the place that it wants there, as a digit. By
    /// [`Cells::pair`]; empty where there is no table.
    digits: Vec<u32>,
}

impl Lines {
    pub(super) fn rows<C: Cells, M: Metric>(space: &Tiles<C, M>) -> Self {
        let size = space.size();
        let locate = |cell| (size.row(cell), size.column(cell));
        Self::new::<C>(size.height(), size.width(), (size.width(), 1), space.goal_cells(), locate)
    }

    pub(super) fn columns<C: Cells, M: Metric>(space: &Tiles<C, M>) -> Self {
        let size = space.size();
        let locate = |cell| (size.column(cell), size.row(cell));
        Self::new::<C>(size.width(), size.height(), (1, size.width()), space.goal_cells(), locate)
    }

    fn new<C: Cells>(
        count: usize,
        length: usize,
        (line_stride, place_stride): (usize, usize),
        goal_cells: &[usize],
        locate: impl Fn(usize) -> (usize, usize),
    ) -> Self {
        let tiles = goal_cells.len();
        let mut wants = vec![0; count * tiles];
        for (tile, &cell) in goal_cells.iter().enumerate().skip(1) {
            let (line, place) = locate(cell);
            wants[line * tiles + tile] = u16::try_from(place + 1).expect("a line has at most 256 cells");
        }
        let byte = |number: usize| u8::try_from(number).expect("a board has at most 256 cells");
        let line_of: Vec<u8> = (0..tiles).map(|cell| byte(locate(cell).0)).collect();
        let home = goal_cells.iter().map(|&cell| line_of[cell]).collect();
        let table = (length <= LONGEST_IN_TABLE).then(|| table(length));
        let mut digits = vec![0; if table.is_some() { C::CAPACITY * C::CAPACITY } else { 0 }];
        if table.is_some() {
            for cell in 0..tiles {
                let (line, place) = locate(cell);
                let worth = (length + 1).pow(u32::try_from(place).expect("a short line"));
                for tile in 1..tiles {
                    let digit = worth * usize::from(wants[line * tiles + tile]);
                    digits[C::pair(tile, cell)] = u32::try_from(digit).expect("a short line");
                }
            }
        }
        Self { count, length, line_stride, place_stride, line_of, home, wants, tiles, table, digits }
    }

    /// Whether a tile belongs in a line.
    #[inline]
    pub(super) fn is_home(&self, tile: usize, line: usize) -> bool {
        usize::from(self.home[tile]) == line
    }

    /// The line that a cell is in.
    #[inline]
    pub(super) fn line_of(&self, cell: usize) -> usize {
        usize::from(self.line_of[cell])
    }

    /// The fewest tiles that must leave a line.
    #[inline]
    pub(super) fn conflicts<C: Cells>(&self, board: &Board<C>, line: usize) -> u16 {
        match &self.table {
            Some(table) => u16::from(table[self.key(board, line)]),
            None => conflicts((0..self.length).map(|place| self.want(board.tile(self.cell(line, place)), line))),
        }
    }

    /// By how much the conflicts of a line grow when the blank takes the place of a tile in `cell`.
    #[inline]
    pub(super) fn growth_without<C: Cells>(&self, board: &Board<C>, line: usize, cell: usize) -> i32 {
        self.growth(board, line, cell, board.tile(cell), 0)
    }

    /// By how much the conflicts of a line grow when a tile takes the place of the blank in `cell`.
    #[inline]
    pub(super) fn growth_with<C: Cells>(&self, board: &Board<C>, line: usize, cell: usize, tile: usize) -> i32 {
        self.growth(board, line, cell, 0, tile)
    }

    #[inline]
    fn growth<C: Cells>(&self, board: &Board<C>, line: usize, cell: usize, old: usize, new: usize) -> i32 {
        if let Some(table) = &self.table {
            let key = self.key(board, line);
            let changed = key + self.digit::<C>(new, cell) - self.digit::<C>(old, cell);
            i32::from(table[changed]) - i32::from(table[key])
        } else {
            let cells = (0..self.length).map(|place| self.cell(line, place));
            let after = cells.map(|at| if at == cell { new } else { board.tile(at) });
            i32::from(conflicts(after.map(|tile| self.want(tile, line)))) - i32::from(self.conflicts(board, line))
        }
    }

    /// What the tiles of a line want, as the digits of a number.
    #[inline]
    fn key<C: Cells>(&self, board: &Board<C>, line: usize) -> usize {
        let cells = (0..self.length).map(|place| self.cell(line, place));
        cells.map(|cell| self.digit::<C>(board.tile(cell), cell)).sum()
    }

    #[inline]
    fn digit<C: Cells>(&self, tile: usize, cell: usize) -> usize {
        self.digits[C::pair(tile, cell)] as usize
    }

    #[inline]
    fn want(&self, tile: usize, line: usize) -> usize {
        usize::from(self.wants[line * self.tiles + tile])
    }

    #[inline]
    fn cell(&self, line: usize, place: usize) -> usize {
        line * self.line_stride + place * self.place_stride
    }
}

/// The conflicts of every line of this length.
fn table(length: usize) -> Vec<u8> {
    let base = length + 1;
    let size = base.pow(u32::try_from(length).expect("a short line"));
    let wants = |key: usize| (0..length).scan(key, move |rest, _| Some(std::mem::replace(rest, *rest / base) % base));
    (0..size).map(|key| u8::try_from(conflicts(wants(key))).expect("a short line")).collect()
}

/// Tiles at home in the line, less the longest increasing subsequence of what they want (by patience sorting).
fn conflicts(wants: impl Iterator<Item = usize>) -> u16 {
    let mut piles = [0usize; crate::size::MAX_CELLS];
    let (mut at_home, mut height) = (0, 0);
    for want in wants.filter(|&want| want > 0) {
        at_home += 1;
        let pile = piles[..height].partition_point(|&top| top < want);
        piles[pile] = want;
        height = height.max(pile + 1);
    }
    u16::try_from(at_home - height).expect("a line has at most 256 cells")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fewest elements whose removal leaves an increasing sequence, by trying all subsets.
    fn by_force(wants: &[usize]) -> u16 {
        let home: Vec<usize> = wants.iter().copied().filter(|&want| want > 0).collect();
        let kept = (0u32..1 << home.len())
            .filter(|kept| {
                let chosen: Vec<usize> =
                    home.iter().enumerate().filter(|(bit, _)| kept >> bit & 1 == 1).map(|(_, &want)| want).collect();
                chosen.is_sorted_by(|a, b| a < b)
            })
            .map(u32::count_ones)
            .max();
        u16::try_from(home.len() - kept.unwrap() as usize).unwrap()
    }

    #[test]
    fn counts_the_fewest_tiles_that_must_leave() {
        assert_eq!(conflicts([3, 2, 1].into_iter()), 2);
        assert_eq!(conflicts([4, 1, 2, 3].into_iter()), 1);
        assert_eq!(conflicts([2, 0, 1, 3].into_iter()), 1);
        assert_eq!(conflicts([0, 0, 0].into_iter()), 0);
        let base = 5usize;
        for key in 0..base.pow(4) {
            let wants: Vec<usize> = (0..4).map(|place| key / base.pow(place) % base).collect();
            assert_eq!(conflicts(wants.iter().copied()), by_force(&wants), "{wants:?}");
            assert_eq!(u16::from(table(4)[key]), by_force(&wants));
        }
    }
}
