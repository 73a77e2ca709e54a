//! Numbers for placements: k distinct pieces on n cells, as an index without gaps.
//!
//! A placement is *where* pieces are, a set of k cells, and *which* of them is where, an arrangement. The set is numbered in
//! the combinatorial number system (Lehmer 1964): the cells c₀ < c₁ < … have the number Σ C(cᵢ, i + 1), found by one lookup
//! for every eight cells. The arrangement has for piece q the digit *how many earlier pieces stand before it*, worth q!.
//! The index is `set · k! + arrangement`, so that all arrangements of a set lie side by side.
//!
//! A search carries the set as a mask and the arrangement as a number. A piece that moves exchanges two bits of the
//! mask. Of the arrangement it changes ±q! for each piece that it passes in reading order, where q is the later of the
//! two ([`Placements::passing`]): nothing along a row, at most `width − 1` additions along a column. No division, and
//! nothing is ever ranked afresh.
//!
//! Where the cell of one more thing is kept, the blank, the index is `(set · (n − k) + place) · k! + arrangement`, its place
//! being the number of free cells before it.

use std::cmp::Ordering;

/// The most pieces a placement may have: arrangements of more have no 32-bit numbers.
pub const MAX_PIECES: usize = 12;

/// The most cells.
pub const MAX_CELLS: usize = 64;

/// The most placements.
pub const MAX_COUNT: u64 = if usize::BITS < 64 { i32::MAX as u64 } else { 1 << 40 };

/// Placements that cannot be numbered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RankError {
    /// More pieces than cells, or than can be handled.
    #[error(
        "{pieces} pieces on {cells} cells are not possible: there are at most {MAX_PIECES} pieces, no more than cells, \
         on at most {MAX_CELLS} cells"
    )]
    Size {
        /// The cells.
        cells: usize,
        /// The pieces.
        pieces: usize,
    },
    /// More placements than an index can name.
    #[error("{pieces} pieces on {cells} cells have more than {MAX_COUNT} placements: choose fewer pieces")]
    Count {
        /// The cells.
        cells: usize,
        /// The pieces.
        pieces: usize,
    },
}

/// By how much an arrangement changes when a piece that moves towards higher cells passes another: by the piece that
/// moves, then by the one it passes. Towards lower cells it is the negative.
pub type Passing = [[i32; 16]; 16];

/// All placements of some pieces on some cells.
///
/// ```
/// use fewest_pdb::rank::Placements;
/// let placements = Placements::new(16, 6)?;
/// assert_eq!(placements.count(), 5_765_760);
/// let index = placements.rank(&[3, 1, 4, 15, 9, 2]);
/// let mut cells = [0; 6];
/// placements.unrank(index, &mut cells);
/// assert_eq!(cells, [3, 1, 4, 15, 9, 2]);
/// # Ok::<(), fewest_pdb::rank::RankError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Placements {
    cells: usize,
    pieces: usize,
    /// By the number of an octet, then by how many cells before it are taken, then by its bits: what it adds to the
    /// number of a set.
    octets: Vec<u32>,
    sets: u32,
    arrangements: u32,
}

/// The ones of a byte: a lookup, as not every processor that the program is compiled for counts them.
const ONES: [u8; 256] = {
    let mut ones = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        ones[byte] = ones[byte / 2] + if byte % 2 == 1 { 1 } else { 0 };
        byte += 1;
    }
    ones
};

/// C(n, k), or `None` beyond 64 bits.
fn binomial(n: usize, k: usize) -> Option<u64> {
    (0..k.min(n + 1)).try_fold(1u64, |product, i| Some(product.checked_mul((n - i) as u64)? / (i as u64 + 1)))
}

/// q!, for what a placement may have.
fn factorial(q: usize) -> u32 {
    (1..).take(q).product()
}

impl Placements {
    /// The placements of `pieces` on `cells`.
    ///
    /// # Errors
    /// [`RankError`] where there are too many.
    pub fn new(cells: usize, pieces: usize) -> Result<Self, RankError> {
        if pieces > cells || pieces > MAX_PIECES || cells > MAX_CELLS {
            return Err(RankError::Size { cells, pieces });
        }
        let too_many = || RankError::Count { cells, pieces };
        let arrangements = factorial(pieces);
        let sets = binomial(cells, pieces).ok_or_else(too_many)?;
        if sets.checked_mul(u64::from(arrangements)).is_none_or(|count| count > MAX_COUNT) {
            return Err(too_many());
        }
        let sets = u32::try_from(sets).map_err(|_| too_many())?;
        let mut octets = vec![0u32; cells.div_ceil(8).max(1) * (pieces + 1) * 256];
        for (number, worths) in octets.chunks_mut(256).enumerate() {
            let (octet, before) = (number / (pieces + 1), number % (pieces + 1));
            // What exceeds the number of sets belongs to no set of so many pieces, and is never looked up.
            let worth = |bit: usize, rank: usize| {
                binomial(8 * octet + bit, rank).and_then(|worth| u32::try_from(worth).ok()).unwrap_or(0)
            };
            for highest in 0..8 {
                let by_rank: [u32; 8] = std::array::from_fn(|lower| worth(highest, before + lower + 1));
                // A byte is worth what its other bits are, and its highest one in addition.
                for others in 0..1 << highest {
                    let worth = by_rank[usize::from(ONES[others])];
                    worths[1 << highest | others] = worths[others].wrapping_add(worth);
                }
            }
        }
        Ok(Self { cells, pieces, octets, sets, arrangements })
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
    pub fn count(&self) -> u64 {
        u64::from(self.sets) * u64::from(self.arrangements)
    }

    /// How many sets of cells there are for the pieces.
    pub fn set_count(&self) -> usize {
        self.sets as usize
    }

    /// How many arrangements a set has: k!.
    pub fn arrangement_count(&self) -> usize {
        self.arrangements as usize
    }

    /// The number of a set of cells, the first cell being the lowest bit: of as many as there are pieces.
    #[inline]
    pub fn set(&self, occupied: u64) -> usize {
        debug_assert_eq!(occupied.count_ones() as usize, self.pieces);
        let rows = self.pieces + 1;
        let first = (occupied & 255) as usize;
        let (mut number, mut before) = (self.octets[first], usize::from(ONES[first]));
        let (mut rest, mut row) = (occupied >> 8, rows);
        while rest != 0 {
            let byte = (rest & 255) as usize;
            number = number.wrapping_add(self.octets[(row + before) * 256 + byte]);
            before += usize::from(ONES[byte]);
            rest >>= 8;
            row += rows;
        }
        number as usize
    }

    /// The set of cells of a number.
    pub fn occupied(&self, set: usize) -> u64 {
        debug_assert!(set < self.set_count());
        let mut rest = set as u64;
        let mut occupied = 0;
        let mut cell = self.cells;
        for taken in (1..=self.pieces).rev() {
            // The highest cell whose sets of so many cells below it are all numbered before.
            loop {
                cell -= 1;
                let below = binomial(cell, taken).unwrap_or(u64::MAX);
                if below <= rest {
                    rest -= below;
                    break;
                }
            }
            occupied |= 1 << cell;
        }
        occupied
    }

    /// The number of the arrangement of pieces, given as the cell of each.
    #[inline]
    pub fn arrangement(&self, cells: &[u8]) -> u32 {
        debug_assert_eq!(cells.len(), self.pieces);
        let digit = |piece: usize| cells[..piece].iter().filter(|&&cell| cell < cells[piece]).count();
        (0..cells.len()).map(|piece| factorial(piece) * u32::try_from(digit(piece)).expect("at most 12")).sum()
    }

    /// The index of a placement that is known as mask and arrangement.
    #[inline]
    pub fn index(&self, occupied: u64, arrangement: u32) -> usize {
        self.set(occupied) * self.arrangements as usize + arrangement as usize
    }

    /// The index of a placement with the blank on a free cell: there are `n − k` times as many.
    #[inline]
    pub fn index_with_blank(&self, occupied: u64, blank: usize, arrangement: u32) -> usize {
        debug_assert_eq!(occupied >> blank & 1, 0);
        let before = !occupied & ((1 << blank) - 1);
        let place = before.count_ones() as usize;
        (self.set(occupied) * (self.cells - self.pieces) + place) * self.arrangements as usize + arrangement as usize
    }

    /// The index of a placement, given as the cell of each piece.
    pub fn rank(&self, cells: &[u8]) -> usize {
        self.index(cells.iter().fold(0, |occupied, cell| occupied | 1 << cell), self.arrangement(cells))
    }

    /// The placement of an index: the cell of each piece.
    pub fn unrank(&self, index: usize, cells: &mut [u8]) {
        debug_assert_eq!(cells.len(), self.pieces);
        let occupied = self.occupied(index / self.arrangement_count());
        let mut places = [0; MAX_PIECES];
        let arrangement = index % self.arrangement_count();
        unrank_arrangement(u32::try_from(arrangement).expect("below 12!"), &mut places[..self.pieces]);
        let mut taken: Vec<u8> = (0u8..64).filter(|cell| occupied >> cell & 1 == 1).collect();
        taken.truncate(self.pieces);
        for (cell, &place) in cells.iter_mut().zip(&places) {
            *cell = taken[usize::from(place)];
        }
    }

    /// What the arrangement changes by when one piece passes another.
    ///
    /// ```
    /// use fewest_pdb::rank::Placements;
    /// let placements = Placements::new(9, 3)?;
    /// let (before, after) = ([8, 2, 4], [8, 5, 4]);
    /// // Piece 1 moves from cell 2 to cell 5 and passes piece 2 on cell 4.
    /// let arrangement = placements.arrangement(&before).wrapping_add_signed(placements.passing()[1][2]);
    /// let occupied = 1 << 8 | 1 << 5 | 1 << 4;
    /// assert_eq!(placements.index(occupied, arrangement), placements.rank(&after));
    /// # Ok::<(), fewest_pdb::rank::RankError>(())
    /// ```
    pub fn passing(&self) -> Passing {
        let worth = |piece: usize| i32::try_from(factorial(piece)).expect("11! is the largest");
        let mut passing = Passing::default();
        for (moving, row) in passing.iter_mut().enumerate().take(self.pieces) {
            for (passed, change) in row.iter_mut().enumerate().take(self.pieces) {
                *change = match passed.cmp(&moving) {
                    // The earlier piece now stands before the one that moved, or no longer before the one it passed.
                    Ordering::Less => worth(moving),
                    Ordering::Equal => 0,
                    Ordering::Greater => -worth(passed),
                };
            }
        }
        passing
    }
}

/// The place of each piece in reading order, in an arrangement of as many.
pub(crate) fn unrank_arrangement(arrangement: u32, places: &mut [u8]) {
    let mut free: [u8; MAX_PIECES] = std::array::from_fn(|place| u8::try_from(place).expect("at most 12"));
    let mut rest = arrangement;
    for piece in (0..places.len()).rev() {
        // All other pieces that are left are earlier ones: so many of them stand before this piece.
        let digit = (rest / factorial(piece)) as usize;
        rest %= factorial(piece);
        places[piece] = free[digit];
        free.copy_within(digit + 1..=piece, digit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [(usize, usize); 10] =
        [(1, 0), (1, 1), (5, 0), (4, 4), (6, 3), (7, 5), (9, 4), (17, 3), (20, 2), (64, 2)];

    fn all(placements: &Placements) -> impl Iterator<Item = (usize, Vec<u8>)> {
        (0..placements.count()).map(move |index| {
            let index = usize::try_from(index).unwrap();
            let mut at = vec![0; placements.pieces()];
            placements.unrank(index, &mut at);
            (index, at)
        })
    }

    fn mask(at: &[u8]) -> u64 {
        at.iter().fold(0, |mask, cell| mask | 1 << cell)
    }

    #[test]
    fn ranks_are_a_bijection() {
        for (cells, pieces) in SIZES {
            let placements = Placements::new(cells, pieces).unwrap();
            let mut seen = std::collections::BTreeSet::new();
            for (index, at) in all(&placements) {
                assert_eq!(placements.rank(&at), index);
                assert!(at.iter().all(|&cell| usize::from(cell) < cells));
                assert_eq!(placements.occupied(placements.set(mask(&at))), mask(&at));
                assert!(seen.insert(at));
            }
            let expected: usize = (0..pieces).map(|piece| cells - piece).product();
            assert_eq!(seen.len(), expected);
        }
    }

    #[test]
    fn large_sets_are_numbered_without_gaps() {
        for (cells, pieces) in [(16, 8), (12, 9), (25, 6), (64, 4)] {
            let placements = Placements::new(cells, pieces).unwrap();
            let mut last = 0;
            for set in 0..placements.set_count() {
                let occupied = placements.occupied(set);
                assert!(set == 0 || occupied > last, "numbers follow the masks");
                assert_eq!((placements.set(occupied), occupied.count_ones() as usize), (set, pieces));
                last = occupied;
            }
            assert!(last >> (cells - 1) == 1);
        }
    }

    #[test]
    fn counts_are_the_published_ones() {
        let count = |pieces| Placements::new(16, pieces).unwrap().count();
        assert_eq!((count(3), count(6), count(7), count(8)), (3_360, 5_765_760, 57_657_600, 518_918_400));
        assert_eq!(Placements::new(16, 12).unwrap().count(), 871_782_912_000);
        assert_eq!(Placements::new(64, 8).unwrap_err(), RankError::Count { cells: 64, pieces: 8 });
        assert_eq!(Placements::new(16, 13).unwrap_err(), RankError::Size { cells: 16, pieces: 13 });
        assert_eq!(Placements::new(3, 4).unwrap_err(), RankError::Size { cells: 3, pieces: 4 });
        assert_eq!(Placements::new(65, 1).unwrap_err(), RankError::Size { cells: 65, pieces: 1 });
    }

    #[test]
    fn a_moving_piece_changes_the_arrangement_by_what_it_passes() {
        for (cells, pieces) in [(6, 4), (7, 3), (5, 4), (12, 3)] {
            let placements = Placements::new(cells, pieces).unwrap();
            let passing = placements.passing();
            for (_, at) in all(&placements) {
                for moving in 0..pieces {
                    for to in (at[moving] + 1..u8::try_from(cells).unwrap()).filter(|to| !at.contains(to)) {
                        let between = (0..pieces).filter(|&piece| at[piece] > at[moving] && at[piece] < to);
                        let change = between.map(|passed| passing[moving][passed]).sum::<i32>();
                        let mut after = at.clone();
                        after[moving] = to;
                        let there = placements.arrangement(&at).wrapping_add_signed(change);
                        assert_eq!(placements.arrangement(&after), there);
                        let occupied = mask(&at) ^ 1 << at[moving] ^ 1 << to;
                        assert_eq!(placements.rank(&after), placements.index(occupied, there));
                        assert_eq!(placements.arrangement(&at), there.wrapping_add_signed(-change));
                    }
                }
            }
        }
    }

    #[test]
    fn the_blank_is_numbered_between() {
        let placements = Placements::new(7, 3).unwrap();
        let mut seen = std::collections::BTreeSet::new();
        for (_, at) in all(&placements) {
            for blank in (0..7).filter(|blank| !at.contains(blank)) {
                let index = placements.index_with_blank(mask(&at), usize::from(blank), placements.arrangement(&at));
                assert!(index < 7 * 6 * 5 * 4 && seen.insert(index));
            }
        }
        assert_eq!(seen.len(), 7 * 6 * 5 * 4);
    }
}
