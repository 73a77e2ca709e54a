//! Conflicts in a line: tiles that stand in their goal row (or column) in the wrong order.
//!
//! Of two tiles in their goal line whose order is inverted, one must leave the line for the other to pass. The fewest
//! tiles whose leaving mends all inversions are those outside a longest increasing subsequence; counting pairs would
//! count too many where three or more tiles conflict (Hansson, Mayer and Yung 1992 take them out greedily).

use crate::board::Board;
use crate::cells::Cells;
use crate::metric::Metric;
use crate::space::Tiles;

/// The longest line whose conflicts are looked up; longer ones are worked out each time.
const LONGEST_IN_TABLE: usize = 6;

/// The rows of a board, or its columns.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// How many there are.
    count: usize,
    /// Cells in a line.
    length: usize,
    /// Cells from the start of a line to that of the next.
    line_stride: usize,
    /// Cells from one place in a line to the next.
    place_stride: usize,
    /// The line that each tile belongs in; none for the blank.
    goal_line: Vec<usize>,
    /// Its place in that line.
    goal_place: Vec<usize>,
    /// Conflicts by the places that the tiles of a line want, read as digits.
    table: Option<Vec<u8>>,
}

impl Lines {
    /// The rows.
    pub(super) fn rows<C: Cells, M: Metric>(space: &Tiles<C, M>) -> Self {
        let size = space.size();
        let goals = space.goal_cells();
        Self::new(size.height(), size.width(), (size.width(), 1), goals, |cell| (size.row(cell), size.column(cell)))
    }

    /// The columns.
    pub(super) fn columns<C: Cells, M: Metric>(space: &Tiles<C, M>) -> Self {
        let size = space.size();
        let goals = space.goal_cells();
        Self::new(size.width(), size.height(), (1, size.width()), goals, |cell| (size.column(cell), size.row(cell)))
    }

    fn new(
        count: usize,
        length: usize,
        (line_stride, place_stride): (usize, usize),
        goal_cells: &[usize],
        locate: impl Fn(usize) -> (usize, usize),
    ) -> Self {
        let (mut goal_line, goal_place): (Vec<_>, Vec<_>) = goal_cells.iter().map(|&cell| locate(cell)).unzip();
        goal_line[0] = usize::MAX;
        let table = (length <= LONGEST_IN_TABLE).then(|| table(length));
        Self { count, length, line_stride, place_stride, goal_line, goal_place, table }
    }

    /// How many lines there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Whether a tile belongs in a line.
    #[inline]
    pub(super) fn is_home(&self, tile: usize, line: usize) -> bool {
        self.goal_line[tile] == line
    }

    /// The line that a cell is in.
    #[inline]
    pub(super) fn line_of(&self, cell: usize) -> usize {
        if self.place_stride == 1 { cell / self.line_stride } else { cell % self.place_stride }
    }

    /// The fewest tiles that must leave a line.
    #[inline]
    pub(super) fn conflicts<C: Cells>(&self, board: &Board<C>, line: usize) -> u16 {
        self.conflicts_among(line, |cell| board.tile(cell))
    }

    /// The same if another tile, or the blank, stood in one cell.
    #[inline]
    pub(super) fn conflicts_with<C: Cells>(&self, board: &Board<C>, line: usize, at: usize, other: usize) -> u16 {
        self.conflicts_among(line, |cell| if cell == at { other } else { board.tile(cell) })
    }

    #[inline]
    fn conflicts_among(&self, line: usize, tile_in: impl Fn(usize) -> usize) -> u16 {
        // What a cell's tile wants: 0 for another line, else its place from 1.
        let want = |place: usize| {
            let tile = tile_in(line * self.line_stride + place * self.place_stride);
            if self.is_home(tile, line) { self.goal_place[tile] + 1 } else { 0 }
        };
        match &self.table {
            Some(table) => {
                let key = (0..self.length).rev().fold(0, |key, place| key * (self.length + 1) + want(place));
                u16::from(table[key])
            }
            None => conflicts((0..self.length).map(want)),
        }
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
