//! The abstract puzzle in which only the pattern's tiles count (Korf and Felner 2002).
//!
//! A step of a pattern's tile costs 1, a step of any other is free: between two counted moves the blank walks wherever
//! the pattern's tiles let it. So a state is a placement of those tiles and the *region* of cells that hold the blank. No
//! move counts for two disjoint patterns, and their values may be added.
//!
//! Only single steps can be counted so. A slide may carry tiles of several patterns at once and costs 1 in all.

use std::marker::PhantomData;

use fewest_pdb::abstraction::{Abstraction, Block};
use fewest_pdb::marks::Spots;
use fewest_pdb::radix::{Blocks, Cursor, Passing};

use super::frame::{Frame, for_each, for_each_signed};
use super::shape::Shape;

/// `W` is the width of the board where it is known to the compiler, or 0.
#[derive(Clone, Debug)]
pub(super) struct Additive<S, const W: usize> {
    frame: Frame,
    blocks: Blocks,
    passing: Passing,
    weights: [i32; 16],
    /// The steps of each piece on each cell to its goal.
    distances: Vec<[u8; 64]>,
    goal: (usize, u64),
    goal_parity: bool,
    keeps_blank: bool,
    spots: PhantomData<S>,
}

impl<S: Spots, const W: usize> Additive<S, W> {
    /// The puzzle of a shape; `keeps_blank` asks for a value for each place of the blank.
    pub(super) fn new(shape: &Shape, keeps_blank: bool) -> Self {
        let frame = Frame::new(shape.size());
        debug_assert!(frame.cells <= S::CAPACITY && (W == 0 || W == frame.width));
        let placements = shape.placements();
        let goal = (placements.rank(shape.goals()) as usize, 1 << shape.blank());
        let goal_mask = shape.goals().iter().fold(0, |mask, &cell| mask | 1u64 << cell);
        Self {
            passing: placements.passing(),
            weights: std::array::from_fn(
                |piece| if piece < placements.pieces() { placements.weight(piece) } else { 0 },
            ),
            distances: shape.distances(),
            blocks: Blocks::new(placements),
            goal,
            goal_parity: frame.parity(goal_mask),
            frame,
            keeps_blank,
            spots: PhantomData,
        }
    }

    #[inline]
    fn width(&self) -> usize {
        if W == 0 { self.frame.width } else { W }
    }
}

impl<S: Spots, const W: usize> Abstraction for Additive<S, W> {
    type Spots = S;

    /// A counted move changes the colour of the cell of one tile.
    const TWO_COLOURED: bool = true;

    type Block<'a> = AdditiveBlock<'a, S, W>;

    fn placements(&self) -> usize {
        self.blocks.placements().count() as usize
    }

    fn spots(&self) -> usize {
        self.frame.cells
    }

    fn keeps_spots(&self) -> bool {
        self.keeps_blank
    }

    fn block_len(&self) -> usize {
        self.blocks.block_len()
    }

    fn block(&self, number: usize) -> AdditiveBlock<'_, S, W> {
        let cursor = self.blocks.cursor(number);
        let parity = self.frame.parity(cursor.fixed()) != self.goal_parity;
        AdditiveBlock { of: self, even: cursor.among_free(self.frame.coloured(false)), parity, cursor }
    }

    fn goal(&self) -> (usize, S) {
        (self.goal.0, S::truncate(self.goal.1))
    }

    /// Every counted move changes the Manhattan distance of the pattern by 1.
    fn step(&self) -> u32 {
        2
    }
}

/// A placement of the pattern's tiles.
#[derive(Clone, Debug)]
pub(super) struct AdditiveBlock<'a, S, const W: usize> {
    of: &'a Additive<S, W>,
    cursor: Cursor<'a>,
    /// Those of the free cells that are of the even colour.
    even: u64,
    /// Whether the fixed tiles are an odd number of steps from where they belong.
    parity: bool,
}

impl<S: Spots, const W: usize> AdditiveBlock<'_, S, W> {
    #[inline]
    fn piece(&self, cell: usize) -> usize {
        if S::CAPACITY > 16 {
            return self.cursor.piece(cell);
        }
        // All pieces are in one register.
        #[expect(clippy::cast_possible_truncation, reason = "only four bits are kept")]
        let piece = (self.cursor.first_pieces() >> (4 * (cell % 16))) as usize;
        piece & 15
    }
}

impl<S: Spots, const W: usize> Block for AdditiveBlock<'_, S, W> {
    type Spots = S;

    #[inline]
    fn may_be_due(&self, offset: usize, odd: bool) -> bool {
        let loose = (self.cursor.taken(offset) & self.even).count_ones() % 2 == 1;
        (self.parity != loose) == odd
    }

    #[inline]
    fn seek(&mut self, offset: usize) {
        self.cursor.seek(offset);
    }

    /// All of them: it is the placement that has a colour.
    #[inline]
    fn due(&self, _: bool) -> S {
        S::truncate(self.of.frame.all)
    }

    #[inline]
    fn close(&self, spots: S) -> S {
        let free = self.of.frame.all & !self.cursor.occupied();
        S::truncate(self.of.frame.flood(spots.bits(), free, self.of.width()))
    }

    #[inline]
    fn expand(&self, spots: S, mut visit: impl FnMut(usize, S)) {
        let Additive { frame, passing, weights, .. } = self.of;
        let width = self.of.width();
        let (region, occupied) = (spots.bits(), self.cursor.occupied());
        let index = self.cursor.index();
        let mut arrive = |change: i32, cell: usize| visit(index.wrapping_add_signed(change) as usize, S::one(cell));
        #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "a width is at most 64")]
        let far = width as i32;
        let mut along_row = |cell: usize, sign: i32| arrive(sign * weights[self.piece(cell)], cell);
        let (right, left) = (frame.left(region) & occupied, frame.right(region) & occupied);
        if S::CAPACITY <= 32 {
            for_each_signed(right, left, along_row);
        } else {
            for_each(right, |cell| along_row(cell, 1));
            for_each(left, |cell| along_row(cell, -1));
        }
        let mut along_column = |cell: usize, sign: i32| {
            let piece = self.piece(cell);
            let low = if sign > 0 { cell } else { cell - width };
            let between = (1..width).map(|step| passing[piece][self.piece(low + step)]).sum::<i32>();
            arrive(sign * (far * weights[piece] + between), cell);
        };
        let (down, up) = (region >> width & occupied, region << width & occupied);
        if S::CAPACITY <= 32 {
            for_each_signed(down, up, along_column);
        } else {
            for_each(down, |cell| along_column(cell, 1));
            for_each(up, |cell| along_column(cell, -1));
        }
    }

    /// The Manhattan distance of the pattern's tiles.
    #[inline]
    fn base(&self, _: usize) -> u32 {
        let cells = self.cursor.cells();
        cells.iter().zip(&self.of.distances).map(|(&cell, steps)| u32::from(steps[usize::from(cell) % 64])).sum()
    }
}
