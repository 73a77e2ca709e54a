//! The abstract puzzle in which every move counts (Culberson and Schaeffer 1998), for both metrics.
//!
//! The pattern keeps some tiles and the blank. Tiles are numbered by their places in reading order *without the blank*:
//! a move along a row leaves that order alone and changes the blank's cell only; a move along a column makes one tile jump
//! over a row's worth of others. So a placement stands for one order of the tiles and its spots for the blank's cells,
//! and moves along rows are shifts of a bitboard.
//!
//! Under `mtm` a slide of any length is one move here as it is in the puzzle, so a value bounds slides, whatever they
//! carry. With all but two tiles kept the abstraction is exact: the parity of the rest tells those two apart.

use std::marker::PhantomData;

use fewest_pdb::abstraction::{Abstraction, Block};
use fewest_pdb::marks::Spots;
use fewest_pdb::radix::{Blocks, Cursor, Passing};

use super::frame::{Frame, for_each};
use super::shape::Shape;

/// `SLIDES`: whether a move is a slide of any length.
#[derive(Clone, Debug)]
pub(super) struct Full<S, const SLIDES: bool> {
    frame: Frame,
    blocks: Blocks,
    jumping: Passing,
    weights: [i32; 16],
    distances: Vec<[u8; 64]>,
    blank: usize,
    goal: (usize, u64),
    spots: PhantomData<S>,
}

impl<S: Spots, const SLIDES: bool> Full<S, SLIDES> {
    pub(super) fn new(shape: &Shape) -> Self {
        let frame = Frame::new(shape.size());
        debug_assert!(frame.cells <= S::CAPACITY);
        let placements = shape.placements();
        let blank = shape.blank();
        let goals: Vec<u8> = shape.goals().iter().map(|&cell| cell - u8::from(usize::from(cell) > blank)).collect();
        Self {
            jumping: placements.jumping(),
            weights: std::array::from_fn(
                |piece| if piece < placements.pieces() { placements.weight(piece) } else { 0 },
            ),
            distances: shape.distances(),
            goal: (placements.rank(&goals) as usize, 1 << blank),
            blocks: Blocks::new(placements),
            blank,
            frame,
            spots: PhantomData,
        }
    }
}

impl<S: Spots, const SLIDES: bool> Abstraction for Full<S, SLIDES> {
    type Spots = S;

    /// A single step changes the colour of the blank's cell; a slide may not.
    const TWO_COLOURED: bool = !SLIDES;

    type Block<'a> = FullBlock<'a, S, SLIDES>;

    fn placements(&self) -> usize {
        self.blocks.placements().count() as usize
    }

    fn spots(&self) -> usize {
        self.frame.cells
    }

    fn keeps_spots(&self) -> bool {
        true
    }

    fn block_len(&self) -> usize {
        self.blocks.block_len()
    }

    fn block(&self, number: usize) -> FullBlock<'_, S, SLIDES> {
        FullBlock { of: self, cursor: self.blocks.cursor(number) }
    }

    fn goal(&self) -> (usize, S) {
        (self.goal.0, S::truncate(self.goal.1))
    }

    /// A single step changes the parity of the blank's way home.
    fn step(&self) -> u32 {
        if SLIDES { 1 } else { 2 }
    }
}

/// One order of the tiles.
#[derive(Clone, Debug)]
pub(super) struct FullBlock<'a, S, const SLIDES: bool> {
    of: &'a Full<S, SLIDES>,
    cursor: Cursor<'a>,
}

impl<S: Spots, const SLIDES: bool> FullBlock<'_, S, SLIDES> {
    /// The change of the index when the blank in `cell` goes down a row: the tile below jumps back over a row's worth.
    #[inline]
    fn down(&self, cell: usize) -> i32 {
        let Full { frame, jumping, weights, .. } = self.of;
        // Cells behind the blank have places one lower.
        let piece = self.cursor.piece(cell + frame.width - 1);
        let passed = (cell..cell + frame.width - 1).map(|place| jumping[piece][self.cursor.piece(place)]).sum::<i32>();
        -(reach(frame.width) * weights[piece] + passed)
    }

    /// The change when the blank goes up a row.
    #[inline]
    fn up(&self, cell: usize) -> i32 {
        let Full { frame, jumping, weights, .. } = self.of;
        let piece = self.cursor.piece(cell - frame.width);
        let between = cell - frame.width + 1..cell;
        let passed = between.map(|place| jumping[piece][self.cursor.piece(place)]).sum::<i32>();
        reach(frame.width) * weights[piece] + passed
    }
}

/// How many places a tile jumps.
#[inline]
fn reach(width: usize) -> i32 {
    i32::try_from(width - 1).unwrap_or(i32::MAX)
}

impl<S: Spots, const SLIDES: bool> Block for FullBlock<'_, S, SLIDES> {
    type Spots = S;

    #[inline]
    fn may_be_due(&self, _: usize, _: bool) -> bool {
        true
    }

    #[inline]
    fn seek(&mut self, offset: usize) {
        self.cursor.seek(offset);
    }

    #[inline]
    fn due(&self, odd: bool) -> S {
        let frame = &self.of.frame;
        if SLIDES {
            return S::truncate(frame.all);
        }
        let goal_is_odd = frame.coloured(true) >> self.of.blank & 1 == 1;
        S::truncate(frame.coloured(odd != goal_is_odd))
    }

    #[inline]
    fn close(&self, spots: S) -> S {
        spots
    }

    #[inline]
    fn expand(&self, spots: S, mut visit: impl FnMut(usize, S)) {
        let frame = &self.of.frame;
        let index = self.cursor.index();
        let blanks = spots.bits();
        if SLIDES {
            let mut row = blanks;
            for _ in 1..frame.width {
                row |= frame.beside(row);
            }
            visit(index as usize, S::truncate(row));
            for_each(blanks, |blank| {
                let (mut cell, mut change) = (blank, 0);
                while cell + frame.width < frame.cells {
                    change += self.down(cell);
                    cell += frame.width;
                    visit(index.wrapping_add_signed(change) as usize, S::one(cell));
                }
                let (mut cell, mut change) = (blank, 0);
                while cell >= frame.width {
                    change += self.up(cell);
                    cell -= frame.width;
                    visit(index.wrapping_add_signed(change) as usize, S::one(cell));
                }
            });
        } else {
            visit(index as usize, S::truncate(frame.beside(blanks)));
            for_each(blanks & frame.all >> frame.width, |cell| {
                visit(index.wrapping_add_signed(self.down(cell)) as usize, S::one(cell + frame.width));
            });
            for_each(blanks & frame.all << frame.width, |cell| {
                visit(index.wrapping_add_signed(self.up(cell)) as usize, S::one(cell - frame.width));
            });
        }
    }

    /// Under `stm` the Manhattan distance of the pattern's tiles, or 1 more where the parity of the blank's way says so.
    /// Under `mtm` 0.
    #[inline]
    fn base(&self, blank: usize) -> u32 {
        if SLIDES {
            return 0;
        }
        let width = self.of.frame.width;
        let steps: u32 = self
            .cursor
            .cells()
            .iter()
            .zip(&self.of.distances)
            .map(|(&place, steps)| {
                let cell = usize::from(place) + usize::from(usize::from(place) >= blank);
                u32::from(steps[cell % 64])
            })
            .sum();
        let way = blank / width + blank % width + self.of.blank / width + self.of.blank % width;
        steps + (steps + u32::try_from(way).unwrap_or(0)) % 2
    }
}
