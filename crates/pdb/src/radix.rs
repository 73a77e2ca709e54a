//! Numbers for placements: k distinct pieces on n cells, as an index without gaps.
//!
//! Piece `i` has the digit *its cell, less the earlier pieces on cells below it*, of `n − i` possible values (the Lehmer
//! code of a partial permutation); the index is the number with those digits. Ranking takes a population count a piece
//! and no division. When one piece moves, only pieces between its old and its new cell matter: the index changes by a
//! sum of a few numbers out of a small table ([`Passing`]), and by one number alone where the cells are neighbours in
//! order. Searches and builders carry the index along and never rank afresh.

use std::cmp::Ordering;

/// The most pieces a placement may have.
pub const MAX_PIECES: usize = 15;

/// The most cells.
pub const MAX_CELLS: usize = 64;

/// The number of no piece, in [`Passing`] and in [`Cursor::piece`].
pub const NO_PIECE: u8 = 15;

/// Suffixes of so many placements make a block: some kilobytes, which stay in the fastest memory.
const LONGEST_BLOCK: u64 = 4096;

/// The most pieces of a suffix: 7! is beyond a block.
const LONGEST_SUFFIX: usize = 7;

/// Placements that cannot be numbered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RankError {
    /// More pieces than cells, or than can be handled.
    #[error(
        "{pieces} pieces on {cells} cells: at most {MAX_PIECES} pieces, no more than cells, on at most {MAX_CELLS} cells"
    )]
    Size {
        /// The cells.
        cells: usize,
        /// The pieces.
        pieces: usize,
    },
    /// More placements than an index can name.
    #[error("{pieces} pieces on {cells} cells have more than {} placements: choose fewer pieces", i32::MAX)]
    Count {
        /// The cells.
        cells: usize,
        /// The pieces.
        pieces: usize,
    },
}

/// All placements of some pieces on some cells.
///
/// ```
/// use fewest_pdb::radix::Placements;
/// let placements = Placements::new(16, 6)?;
/// assert_eq!(placements.count(), 5_765_760);
/// let index = placements.rank(&[3, 1, 4, 15, 9, 2]);
/// let mut cells = [0; 6];
/// placements.unrank(index, &mut cells);
/// assert_eq!(cells, [3, 1, 4, 15, 9, 2]);
/// # Ok::<(), fewest_pdb::radix::RankError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Placements {
    cells: usize,
    pieces: usize,
    /// The worth of each piece's digit.
    weights: [u32; MAX_PIECES],
    count: u32,
}

/// By how much an index changes when one piece passes another: by the piece that moves, then by the one it passes.
/// [`NO_PIECE`] is passed at no cost.
pub type Passing = [[i32; 16]; 16];

impl Placements {
    /// The placements of `pieces` on `cells`.
    ///
    /// # Errors
    /// [`RankError`] where there are too many.
    pub fn new(cells: usize, pieces: usize) -> Result<Self, RankError> {
        if pieces > cells || pieces > MAX_PIECES || cells > MAX_CELLS {
            return Err(RankError::Size { cells, pieces });
        }
        let mut weights = [0; MAX_PIECES];
        let mut worth = 1u64;
        for piece in (0..pieces).rev() {
            weights[piece] = u32::try_from(worth).map_err(|_| RankError::Count { cells, pieces })?;
            worth *= (cells - piece) as u64;
            if worth > i32::MAX as u64 {
                return Err(RankError::Count { cells, pieces });
            }
        }
        let count = u32::try_from(worth).map_err(|_| RankError::Count { cells, pieces })?;
        Ok(Self { cells, pieces, weights, count })
    }

    /// Cells.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// Pieces.
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// How many placements there are.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// By how much the index changes when a piece moves to the next free cell in order, passing nobody.
    pub fn weight(&self, piece: usize) -> i32 {
        i32::try_from(self.weights[piece]).expect("a weight is below the count")
    }

    /// The index of a placement, given as the cell of each piece.
    #[inline]
    pub fn rank(&self, cells: &[u8]) -> u32 {
        debug_assert_eq!(cells.len(), self.pieces);
        let mut taken = 0u64;
        let mut index = 0u32;
        for (piece, &cell) in cells.iter().enumerate() {
            let below = (taken & ((1 << cell) - 1)).count_ones();
            taken |= 1 << cell;
            index += (u32::from(cell) - below) * self.weights[piece];
        }
        index
    }

    /// The placement of an index: the cell of each piece.
    pub fn unrank(&self, index: u32, cells: &mut [u8]) {
        debug_assert!(cells.len() == self.pieces && index < self.count);
        let mut free: Vec<u8> = (0u8..64).take(self.cells).collect();
        let mut rest = index;
        for (cell, weight) in cells.iter_mut().zip(self.weights) {
            *cell = free.remove((rest / weight) as usize);
            rest %= weight;
        }
    }

    /// The changes of the index for a piece that moves towards higher cells from cell to cell: the distance times its
    /// weight, plus an entry for each piece that it passes. On the way back the change is the negative.
    ///
    /// ```
    /// use fewest_pdb::radix::Placements;
    /// let placements = Placements::new(9, 3)?;
    /// let passing = placements.passing();
    /// // Piece 1 moves from cell 2 to cell 5 and passes piece 2 on cell 4.
    /// let change = 3 * placements.weight(1) + passing[1][2];
    /// assert_eq!(placements.rank(&[8, 5, 4]), placements.rank(&[8, 2, 4]).wrapping_add_signed(change));
    /// # Ok::<(), fewest_pdb::radix::RankError>(())
    /// ```
    pub fn passing(&self) -> Passing {
        let mut passing = Passing::default();
        for (moving, row) in passing.iter_mut().enumerate().take(self.pieces) {
            for (passed, change) in row.iter_mut().enumerate().take(self.pieces) {
                *change = match passed.cmp(&moving) {
                    Ordering::Less => -self.weight(moving),
                    Ordering::Equal => 0,
                    Ordering::Greater => self.weight(passed),
                };
            }
        }
        passing
    }

    /// The changes for a piece that jumps over its neighbours in order, which close ranks behind it: it moves up by as
    /// many cells as it passes pieces *or free cells*, each of those moves down by one. The change is that number times
    /// the weight, plus an entry for each; a free cell ([`NO_PIECE`] in `moving`) may jump too.
    ///
    /// This is how pieces move that are numbered without one cell, the hole: a sliding tile that goes around the corner
    /// of a row into the blank.
    pub fn jumping(&self) -> Passing {
        let mut jumping = Passing::default();
        for (moving, row) in jumping.iter_mut().enumerate().take(self.pieces) {
            for (passed, change) in row.iter_mut().enumerate().take(moving) {
                *change = -self.weight(moving) - self.weight(passed);
            }
        }
        for (passed, change) in jumping[usize::from(NO_PIECE)].iter_mut().enumerate().take(self.pieces) {
            *change = -self.weight(passed);
        }
        jumping
    }
}

/// Placements cut into blocks of consecutive indices that share where their first pieces are, so that the rest of a
/// placement is found in a small table.
#[derive(Clone, Debug)]
pub struct Blocks {
    placements: Placements,
    /// How many pieces a block fixes.
    fixed: usize,
    /// For each index within a block, which of the cells that the fixed pieces leave free each further piece has.
    suffixes: Vec<[u8; LONGEST_SUFFIX]>,
    /// The same as sets: which of the free cells are taken.
    taken: Vec<u64>,
}

impl Blocks {
    /// Cuts placements into blocks.
    pub fn new(placements: Placements) -> Self {
        let mut fixed = placements.pieces;
        while fixed > 0
            && placements.pieces - fixed < LONGEST_SUFFIX
            && u64::from(placements.weights[fixed - 1]) * (placements.cells - fixed + 1) as u64 <= LONGEST_BLOCK
        {
            fixed -= 1;
        }
        let (free, loose) = (placements.cells - fixed, placements.pieces - fixed);
        let within = Placements::new(free, loose).expect("a part of what was possible");
        let suffixes = (0..within.count()).map(|index| {
            let mut suffix = [0; LONGEST_SUFFIX];
            within.unrank(index, &mut suffix[..loose]);
            suffix
        });
        let suffixes: Vec<[u8; LONGEST_SUFFIX]> = suffixes.collect();
        let taken =
            suffixes.iter().map(|suffix| suffix[..loose].iter().fold(0, |set, place| set | 1 << place)).collect();
        Self { placements, fixed, suffixes, taken }
    }

    /// The placements.
    pub fn placements(&self) -> &Placements {
        &self.placements
    }

    /// Placements in a block; every block has as many.
    pub fn block_len(&self) -> usize {
        self.suffixes.len()
    }

    /// A cursor at the first placement of a block.
    pub fn cursor(&self, block: usize) -> Cursor<'_> {
        let first = u32::try_from(block * self.block_len()).expect("a block of these placements");
        let mut cells = [0; 16];
        self.placements.unrank(first, &mut cells[..self.placements.pieces]);
        let mut fixed_pieces = [u64::MAX; 4];
        let mut fixed_occupied = 0;
        for (piece, &cell) in (0u8..).zip(&cells[..self.fixed]) {
            place(&mut fixed_pieces, cell, piece);
            fixed_occupied |= 1 << cell;
        }
        let mut free = [0; MAX_CELLS];
        let left = (0u8..64).take(self.placements.cells).filter(|cell| fixed_occupied >> cell & 1 == 0);
        for (slot, cell) in free.iter_mut().zip(left) {
            *slot = cell;
        }
        let (pieces, occupied) = (fixed_pieces, fixed_occupied);
        let mut cursor =
            Cursor { blocks: self, first, index: first, cells, pieces, occupied, free, fixed_pieces, fixed_occupied };
        cursor.seek(0);
        cursor
    }
}

/// Writes a piece onto an empty cell: four bits a cell, all set where there is none.
#[inline]
fn place(pieces: &mut [u64; 4], cell: u8, piece: u8) {
    pieces[usize::from(cell >> 4) % 4] ^= u64::from(piece ^ NO_PIECE) << (4 * (cell & 15));
}

/// A placement within a block, which can be exchanged for another at little cost.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    blocks: &'a Blocks,
    first: u32,
    index: u32,
    cells: [u8; 16],
    pieces: [u64; 4],
    occupied: u64,
    /// The cells that the fixed pieces leave free, in order.
    free: [u8; MAX_CELLS],
    fixed_pieces: [u64; 4],
    fixed_occupied: u64,
}

impl Cursor<'_> {
    /// Goes to the placement at an offset from the first of the block.
    #[inline]
    pub fn seek(&mut self, offset: usize) {
        let (fixed, all) = (self.blocks.fixed, self.blocks.placements.pieces);
        let suffix = &self.blocks.suffixes[offset];
        self.pieces = self.fixed_pieces;
        self.occupied = self.fixed_occupied;
        for (piece, &slot) in (fixed..all).zip(suffix) {
            let cell = self.free[usize::from(slot) % MAX_CELLS];
            self.cells[piece % 16] = cell;
            #[expect(clippy::cast_possible_truncation, reason = "there are at most 15 pieces")]
            place(&mut self.pieces, cell, piece as u8);
            self.occupied |= 1 << cell;
        }
        #[expect(clippy::cast_possible_truncation, reason = "an offset is below the number of placements")]
        let offset = offset as u32;
        self.index = self.first + offset;
    }

    /// The cells of a set that are free before the loose pieces are placed, as a set of places among those free.
    pub fn among_free(&self, cells: u64) -> u64 {
        let free = &self.free[..self.blocks.placements.cells - self.blocks.fixed];
        (0..).zip(free).fold(0, |set, (slot, cell): (u32, _)| set | (cells >> cell & 1) << slot)
    }

    /// The cells of the pieces that are the same in the whole block.
    pub fn fixed(&self) -> u64 {
        self.fixed_occupied
    }

    /// Which of the free cells the loose pieces take at an offset, as [`among_free`](Self::among_free) numbers them.
    #[inline]
    pub fn taken(&self, offset: usize) -> u64 {
        self.blocks.taken[offset]
    }

    /// The index of the placement.
    #[inline]
    pub fn index(&self) -> u32 {
        self.index
    }

    /// The cell of each piece.
    pub fn cells(&self) -> &[u8] {
        &self.cells[..self.blocks.placements.pieces]
    }

    /// The piece on a cell, or [`NO_PIECE`].
    #[inline]
    pub fn piece(&self, cell: usize) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "only four bits are kept")]
        let piece = (self.pieces[cell / 16 % 4] >> (4 * (cell % 16))) as usize;
        piece & 15
    }

    /// The pieces on the first 16 cells, four bits each, the first cell lowest.
    #[inline]
    pub fn first_pieces(&self) -> u64 {
        self.pieces[0]
    }

    /// The occupied cells, the first cell lowest.
    #[inline]
    pub fn occupied(&self) -> u64 {
        self.occupied
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(cells: usize, pieces: usize) -> impl Iterator<Item = (u32, Vec<u8>)> {
        let placements = Placements::new(cells, pieces).unwrap();
        (0..placements.count()).map(move |index| {
            let mut at = vec![0; pieces];
            placements.unrank(index, &mut at);
            (index, at)
        })
    }

    #[test]
    fn ranks_are_a_bijection() {
        for (cells, pieces) in [(1, 0), (1, 1), (5, 0), (4, 4), (6, 3), (7, 5), (64, 2)] {
            let placements = Placements::new(cells, pieces).unwrap();
            let mut seen = std::collections::BTreeSet::new();
            for (index, at) in all(cells, pieces) {
                assert_eq!(placements.rank(&at), index);
                assert!(seen.insert(at));
            }
            let expected: usize = (0..pieces).map(|piece| cells - piece).product();
            assert_eq!(seen.len(), expected);
        }
    }

    #[test]
    fn counts_are_the_published_ones() {
        let count = |pieces| Placements::new(16, pieces).unwrap().count();
        assert_eq!((count(3), count(6), count(7), count(8)), (3_360, 5_765_760, 57_657_600, 518_918_400));
        assert_eq!(Placements::new(16, 9).unwrap_err(), RankError::Count { cells: 16, pieces: 9 });
        assert_eq!(Placements::new(3, 4).unwrap_err(), RankError::Size { cells: 3, pieces: 4 });
        assert_eq!(Placements::new(65, 1).unwrap_err(), RankError::Size { cells: 65, pieces: 1 });
    }

    #[test]
    fn a_moving_piece_changes_the_index_by_what_it_passes() {
        for (cells, pieces) in [(6, 4), (7, 3), (5, 4)] {
            let placements = Placements::new(cells, pieces).unwrap();
            let passing = placements.passing();
            for (index, at) in all(cells, pieces) {
                for moving in 0..pieces {
                    for to in (at[moving] + 1..u8::try_from(cells).unwrap()).filter(|to| !at.contains(to)) {
                        let mut change = i32::from(to - at[moving]) * placements.weight(moving);
                        let between = (0..pieces).filter(|&piece| at[piece] > at[moving] && at[piece] < to);
                        change += between.map(|passed| passing[moving][passed]).sum::<i32>();
                        let mut after = at.clone();
                        after[moving] = to;
                        assert_eq!(placements.rank(&after), index.wrapping_add_signed(change));
                    }
                }
            }
        }
    }

    #[test]
    fn a_jumping_piece_changes_the_index_by_what_it_passes() {
        let (cells, pieces) = (6u8, 4);
        let placements = Placements::new(usize::from(cells), pieces).unwrap();
        let jumping = placements.jumping();
        let none = usize::from(NO_PIECE);
        for (index, at) in all(usize::from(cells), pieces) {
            for from in 0..cells {
                let piece_at = |cell: u8| at.iter().position(|&other| other == cell).unwrap_or(none);
                let moving = piece_at(from);
                for to in from + 1..cells {
                    let weight = if moving == none { 0 } else { placements.weight(moving) };
                    let mut change = i32::from(to - from) * weight;
                    change += (from + 1..=to).map(|cell| jumping[moving][piece_at(cell)]).sum::<i32>();
                    let after: Vec<u8> = at
                        .iter()
                        .map(|&cell| match cell {
                            cell if cell == from => to,
                            cell if cell > from && cell <= to => cell - 1,
                            cell => cell,
                        })
                        .collect();
                    assert_eq!(placements.rank(&after), index.wrapping_add_signed(change), "{at:?} {from} {to}");
                }
            }
        }
    }

    #[test]
    fn cursors_show_every_placement() {
        for (cells, pieces) in [(16, 4), (9, 5), (9, 0), (12, 9), (64, 2), (8, 8)] {
            let blocks = Blocks::new(Placements::new(cells, pieces).unwrap());
            let stride = if cells == 12 { 997 } else { 1 };
            let count = blocks.placements().count() as usize;
            assert_eq!(count % blocks.block_len(), 0);
            for index in (0..count).step_by(stride) {
                let mut cursor = blocks.cursor(index / blocks.block_len());
                cursor.seek(blocks.block_len() - 1);
                cursor.seek(index % blocks.block_len());
                assert_eq!(cursor.index() as usize, index);
                assert_eq!(blocks.placements().rank(cursor.cells()) as usize, index);
                let occupied = cursor.cells().iter().fold(0u64, |mask, &cell| mask | 1 << cell);
                assert_eq!(cursor.occupied(), occupied);
                for cell in 0..cells {
                    let piece = cursor.cells().iter().position(|&at| usize::from(at) == cell);
                    assert_eq!(cursor.piece(cell), piece.unwrap_or(usize::from(NO_PIECE)));
                }
            }
        }
    }
}
