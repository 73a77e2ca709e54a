//! Numbers for a placement together with the *region* of free cells that the blank is in, on a rectangle of cells.
//!
//! Between two moves of its pieces a pattern lets the blank walk wherever it likes, so what matters of the blank is its region
//! alone. A set of occupied cells has one region or several. The largest is its *main* region (of several largest ones, that
//! with the lowest cell). Spots, sets with a region, are numbered so that most lookups need the number of the set alone: first
//! all sets with their main regions, in the order of [`crate::rank`], then the other regions, set by set, each by its lowest
//! cell. A mask of the cells outside the main region, four bytes a set on up to 32 cells, tells which case it is.
//!
//! The index of a state is `spot · k! + arrangement`.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::abstraction::{Abstraction, Counting, Floor};
use crate::planes::following;
use crate::rank::{Placements, RankError};

/// The most pieces of a pattern: their arrangements fit 16 bits.
pub const MAX_PIECES: usize = 8;

/// The most sets that are numbered.
const MAX_SETS: usize = 1 << 27;

/// Sets that are numbered between two looks at whether to stop.
const PERIOD: usize = 1 << 12;

/// The most cells whose halves have tables of their own.
const MAX_HALVED: usize = 40;

/// All spots of some pieces on a rectangle of cells.
///
/// ```
/// use fewest_pdb::regions::Regions;
/// // Two pieces on 3×3. In 8 of 36 sets they cut off one corner, each in one way: 40 spots.
/// let regions = Regions::shared(3, 3, 2)?;
/// assert_eq!((regions.sets(), regions.spots()), (36, 40));
/// // The pieces are on cells 1 and 3; corner 0 is cut off from all the rest.
/// let (rest, corner) = (regions.spot(0b1010, 8), regions.spot(0b1010, 0));
/// assert!(rest < 36 && corner >= 36);
/// # Ok::<(), fewest_pdb::rank::RankError>(())
/// ```
#[derive(Debug)]
pub struct Regions {
    board: Rectangle,
    placements: Placements,
    arrangements: usize,
    /// A set has as number the sum of what its upper and its lower cells add; empty where the board is too large for that.
    upper: Vec<u32>,
    lower: Vec<u32>,
    /// How many cells the lower ones are.
    split: u32,
    /// The free cells outside the main region of each set: of cells 0–31, and of those above where there are any.
    beside_low: Vec<u32>,
    beside_high: Vec<u32>,
    /// The number of the first region beside the main one.
    first_beside: Vec<u32>,
    spots: usize,
}

/// A rectangle of at most 64 cells, as masks.
#[derive(Clone, Copy, Debug)]
struct Rectangle {
    width: u32,
    all: u64,
    /// The cells with a neighbour to the right, and to the left.
    not_last: u64,
    not_first: u64,
    /// Every other cell.
    dark: u64,
}

impl Rectangle {
    fn new(width: usize, height: usize) -> Self {
        let cells = width * height;
        let all = u64::MAX >> (64 - cells);
        let first = (0..height).fold(0u64, |mask, row| mask | 1 << (row * width));
        let last = first << (width - 1);
        let is_dark = |cell: &usize| (cell / width + cell % width) % 2 == 1;
        let dark = (0..cells).filter(is_dark).fold(0, |mask, cell| mask | 1 << cell);
        #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
        let width = width as u32;
        Self { width, all, not_last: all & !last, not_first: all & !first, dark }
    }

    /// The region of a cell among some cells.
    #[inline]
    fn region(self, start: u64, among: u64) -> u64 {
        // Shifts by the width of a board of one row leave nothing.
        let up = |mask: u64| mask.checked_shl(self.width).unwrap_or(0);
        let down = |mask: u64| mask.checked_shr(self.width).unwrap_or(0);
        let mut region = start;
        loop {
            let sideways = (region & self.not_last) << 1 | (region & self.not_first) >> 1;
            let next = (region | sideways | up(region) | down(region)) & among;
            if next == region {
                return region;
            }
            region = next;
        }
    }

    /// The regions of some cells, each by its lowest cell.
    fn regions(self, mut among: u64) -> impl Iterator<Item = u64> {
        std::iter::from_fn(move || {
            let lowest = among & among.wrapping_neg();
            (lowest != 0).then(|| {
                let region = self.region(lowest, among);
                among &= !region;
                region
            })
        })
    }

    /// The main region beside some occupied cells.
    fn main(self, occupied: u64) -> u64 {
        let larger = |main: u64, other: u64| if other.count_ones() > main.count_ones() { other } else { main };
        self.regions(self.all & !occupied).fold(0, larger)
    }
}

/// Those that were made in this process: patterns of as many pieces on boards of one size share them.
static MADE: Mutex<BTreeMap<[usize; 3], Arc<Regions>>> = Mutex::new(BTreeMap::new());

impl Regions {
    /// The spots of so many pieces on a rectangle, made when they are asked for first.
    ///
    /// # Errors
    /// [`RankError`] where there are too many pieces, cells or sets.
    ///
    /// # Panics
    /// Where a side is 0.
    pub fn shared(width: usize, height: usize, pieces: usize) -> Result<Arc<Self>, RankError> {
        Ok(Self::shared_unless(width, height, pieces, &|| false)?.expect("nobody stops it"))
    }

    /// The same, unless `stop` says so while they are made: 14 million sets, six pieces on 7×7, take seconds.
    ///
    /// # Errors
    /// As for [`Self::shared`].
    ///
    /// # Panics
    /// Where a side is 0.
    pub fn shared_unless(
        width: usize,
        height: usize,
        pieces: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Arc<Self>>, RankError> {
        let made = || MADE.lock().unwrap_or_else(PoisonError::into_inner);
        let key = [width, height, pieces];
        if let Some(regions) = made().get(&key) {
            return Ok(Some(Arc::clone(regions)));
        }
        // Nobody waits for this: at worst two threads make the same.
        let Some(regions) = Self::new(width, height, pieces, stop)? else { return Ok(None) };
        Ok(Some(Arc::clone(made().entry(key).or_insert_with(|| Arc::new(regions)))))
    }

    /// The bytes that the spots of so many pieces take, before any is made.
    ///
    /// # Errors
    /// [`RankError`] where there are too many pieces, cells or sets.
    pub fn bytes(width: usize, height: usize, pieces: usize) -> Result<u64, RankError> {
        let cells = width * height;
        let arrays = if cells > 32 { 3 } else { 2 };
        Ok(Self::admitted(cells, pieces)?.set_count() as u64 * arrays * size_of::<u32>() as u64)
    }

    /// The placements of so many pieces, where they are not too many.
    fn admitted(cells: usize, pieces: usize) -> Result<Placements, RankError> {
        let placements = Placements::new(cells, pieces)?;
        if pieces > MAX_PIECES || pieces == cells {
            return Err(RankError::Size { cells, pieces });
        }
        if placements.set_count() > MAX_SETS {
            return Err(RankError::Count { cells, pieces });
        }
        Ok(placements)
    }

    fn new(width: usize, height: usize, pieces: usize, stop: &dyn Fn() -> bool) -> Result<Option<Self>, RankError> {
        let cells = width * height;
        let placements = Self::admitted(cells, pieces)?;
        let sets = placements.set_count();
        let board = Rectangle::new(width, height);
        let split = cells.div_ceil(2);
        let (uppers, lowers) = if cells > MAX_HALVED { (0, 0) } else { (1 << (cells - split), 1 << split) };
        // Within one number of pieces, sets are numbered as their masks are ordered.
        let mut by_count = vec![0u32; cells + 1];
        let mut lower = vec![0; lowers];
        for (mask, number) in lower.iter_mut().enumerate() {
            let count = &mut by_count[mask.count_ones() as usize];
            *number = *count;
            *count += 1;
        }
        let mut upper = vec![0; uppers];
        let mut before = 0;
        for (mask, number) in upper.iter_mut().enumerate() {
            *number = before;
            let others = pieces.checked_sub(mask.count_ones() as usize);
            before += others.map_or(0, |others| by_count[others]);
        }
        let mut regions = Self {
            board,
            arrangements: placements.arrangement_count(),
            placements,
            upper,
            lower,
            split: u32::try_from(split).expect("at most 32"),
            beside_low: Vec::with_capacity(sets),
            beside_high: Vec::with_capacity(if cells > 32 { sets } else { 0 }),
            first_beside: Vec::with_capacity(sets),
            spots: sets,
        };
        let mut occupied = (1u64 << pieces) - 1;
        for set in 0..sets {
            if set.is_multiple_of(PERIOD) && stop() {
                return Ok(None);
            }
            debug_assert_eq!(regions.set(occupied), set);
            let beside = board.all & !occupied & !board.main(occupied);
            #[expect(clippy::cast_possible_truncation, reason = "the upper half has an array of its own")]
            regions.beside_low.push(beside as u32);
            if cells > 32 {
                regions.beside_high.push((beside >> 32) as u32);
            }
            let first = u32::try_from(regions.spots).map_err(|_| RankError::Count { cells, pieces })?;
            regions.first_beside.push(first);
            regions.spots += board.regions(beside).count();
            occupied = following(occupied);
        }
        Ok(Some(regions))
    }

    /// Where the pieces can be.
    pub fn placements(&self) -> &Placements {
        &self.placements
    }

    /// The puzzle of moving pieces to goals, where only their steps count and the blank ends in the region of a cell.
    pub(crate) fn abstraction(&self, goals: &[u8], blank: u8) -> Abstraction {
        let Rectangle { width, not_first, not_last, all, .. } = self.board;
        let cells = 0..self.placements.cells();
        let next = |from: u64, by: i32| {
            let next = |cell: usize| u8::try_from(cell).ok().and_then(|cell| u8::try_from(i32::from(cell) + by).ok());
            let inside = |cell: usize| from >> cell & 1 == 1;
            cells.clone().map(|cell| next(cell).filter(|&next| inside(cell) && all >> next & 1 == 1)).collect()
        };
        let width = i32::try_from(width).expect("at most 64");
        Abstraction {
            placements: self.placements.clone(),
            directions: vec![next(all, -width), next(not_first, -1), next(not_last, 1), next(all, width)],
            goals: goals.to_vec(),
            blank,
            counting: Counting::Pieces,
            keeps_blank: false,
            floor: Floor { distances: Vec::new(), halved: false },
        }
    }

    /// How many moves of pieces lead from spots to spots: each pair of neighbours, in both orders, with a piece on the one and
    /// none on the other.
    pub(crate) fn links(&self) -> u64 {
        let (cells, pieces) = (self.placements.cells() as u64, self.placements.pieces() as u64);
        if cells < 2 {
            return 0;
        }
        let (width, height) = (u64::from(self.board.width), cells / u64::from(self.board.width));
        let pairs = 2 * (width * (height - 1) + height * (width - 1));
        let ways = u128::from(pairs * pieces * (cells - pieces)) * self.sets() as u128;
        u64::try_from(ways / u128::from(cells * (cells - 1))).unwrap_or(u64::MAX)
    }

    /// Whether an odd number of pieces stands on the dark cells of a checkerboard. Every move of a piece changes it.
    #[inline]
    pub fn is_odd(&self, occupied: u64) -> bool {
        (occupied & self.board.dark).count_ones() & 1 == 1
    }

    /// How many sets of cells there are.
    pub fn sets(&self) -> usize {
        self.first_beside.len()
    }

    /// How many sets with a region there are.
    pub fn spots(&self) -> usize {
        self.spots
    }

    /// How many states there are.
    pub fn count(&self) -> u64 {
        self.spots as u64 * self.arrangements as u64
    }

    /// The number of a set, as in [`crate::rank`].
    #[inline]
    pub fn set(&self, occupied: u64) -> usize {
        if self.lower.is_empty() {
            return self.placements.set(occupied);
        }
        #[expect(clippy::cast_possible_truncation, reason = "half of the cells fit")]
        let (low, high) = ((occupied & ((1 << self.split) - 1)) as usize, (occupied >> self.split) as usize);
        (self.upper[high] + self.lower[low]) as usize
    }

    /// The number of a set with the region of a free cell.
    #[inline]
    pub fn spot(&self, occupied: u64, blank: usize) -> usize {
        debug_assert_eq!(occupied >> blank & 1, 0);
        let set = self.set(occupied);
        let is_beside =
            if blank < 32 { self.beside_low[set] >> blank & 1 } else { self.beside_high[set] >> (blank - 32) & 1 };
        if is_beside == 0 { set } else { self.beside(set, blank) }
    }

    /// A region beside the main one.
    #[cold]
    fn beside(&self, set: usize, blank: usize) -> usize {
        let high = self.beside_high.get(set).map_or(0, |&high| u64::from(high) << 32);
        let mut regions = self.board.regions(u64::from(self.beside_low[set]) | high);
        let place = regions.position(|region| region >> blank & 1 == 1).expect("the cell is in one of them");
        self.first_beside[set] as usize + place
    }

    /// The index of a state.
    #[inline]
    pub fn index(&self, occupied: u64, blank: usize, arrangement: usize) -> usize {
        self.spot(occupied, blank) * self.arrangements + arrangement
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbering_can_be_stopped() {
        assert!(Regions::shared_unless(5, 4, 5, &|| true).unwrap().is_none());
        assert!(Regions::shared_unless(5, 4, 5, &|| false).unwrap().is_some_and(|regions| regions.sets() == 15_504));
        assert_eq!(Regions::bytes(5, 4, 5), Ok(15_504 * 8));
        assert!(Regions::bytes(8, 8, 8).is_err());
    }

    /// Every free cell of every set has a spot; two cells share it where they are connected, and all spots are used.
    #[test]
    fn spots_are_numbered_without_gaps() {
        for (width, height, pieces) in [(3, 3, 3), (4, 3, 4), (1, 5, 2), (5, 1, 2), (7, 5, 3), (2, 2, 0)] {
            let regions = Regions::new(width, height, pieces, &|| false).unwrap().unwrap();
            let placements = Placements::new(width * height, pieces).unwrap();
            let beside = |cell: usize, other: usize| {
                let (row, column) = (cell / width, cell % width);
                row.abs_diff(other / width) + column.abs_diff(other % width) == 1
            };
            let mut used = vec![false; regions.spots()];
            for set in 0..placements.set_count() {
                let occupied = placements.occupied(set);
                assert_eq!(regions.set(occupied), set);
                let free: Vec<usize> = (0..width * height).filter(|cell| occupied >> cell & 1 == 0).collect();
                // Labels that are made equal along every pair of neighbours.
                let mut labels: Vec<usize> = free.clone();
                for _ in &free {
                    for (a, b) in (0..free.len()).flat_map(|a| (0..free.len()).map(move |b| (a, b))) {
                        if beside(free[a], free[b]) {
                            labels[a] = labels[a].min(labels[b]);
                        }
                    }
                }
                for (a, b) in (0..free.len()).flat_map(|a| (0..free.len()).map(move |b| (a, b))) {
                    let together = regions.spot(occupied, free[a]) == regions.spot(occupied, free[b]);
                    assert_eq!(together, labels[a] == labels[b]);
                }
                for &cell in &free {
                    used[regions.spot(occupied, cell)] = true;
                }
                assert!(free.iter().any(|&cell| regions.spot(occupied, cell) == set), "a main region");
            }
            assert!(used.iter().all(|used| *used));
        }
    }

    #[test]
    fn too_much_is_refused() {
        for (width, height, pieces) in [(5, 5, 9), (8, 9, 2), (8, 8, 8), (2, 2, 4), (2, 2, 5)] {
            assert!(Regions::new(width, height, pieces, &|| false).is_err(), "{pieces} on {width}×{height}");
        }
    }
}
