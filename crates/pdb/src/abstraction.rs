//! What a builder must know of an abstract puzzle.
//!
//! A state is a *placement* (of the pieces that the pattern keeps) and a *spot* out of at most 64 (for sliding tiles: the
//! cell of the blank). All spots of a placement are held as bits of one word, so that spots that are connected at no
//! cost are one flood of a bitboard, and a level of the search is a scan over words: no queue, no set of states.

use std::ops::ControlFlow;

use crate::marks::Spots;

/// An abstract puzzle, whose moves cost 0 or 1 and can be taken back.
pub trait Abstraction: Sync {
    /// The set of spots of a placement.
    type Spots: Spots;

    /// Whether every move of cost 1 changes the colour that [`Block::due`] tells apart. If so, arrivals of this level and
    /// of the next share their bits and nothing is lost; if not, the builder needs half as much memory again.
    const TWO_COLOURED: bool;

    /// A run of placements with consecutive indices.
    type Block<'a>: Block<Spots = Self::Spots>
    where
        Self: 'a;

    /// How many placements there are; at most [`i32::MAX`].
    fn placements(&self) -> usize;

    /// How many spots a placement has.
    fn spots(&self) -> usize;

    /// Whether a value is wanted for each spot, or the least over all spots of a placement.
    fn keeps_spots(&self) -> bool;

    /// Placements in a block; it divides their number.
    fn block_len(&self) -> usize;

    /// A block, by its number.
    fn block(&self, number: usize) -> Self::Block<'_>;

    /// The states of value 0: the index of a placement and its spots.
    fn goal(&self) -> (usize, Self::Spots);

    /// Values are stored as multiples of this above [`Block::base`].
    fn step(&self) -> u32;
}

/// Placements with consecutive indices, one of which is looked at.
pub trait Block {
    /// The set of spots of a placement.
    type Spots: Spots;

    /// Whether an odd or an even level can reach the placement at an offset from the first at all. A quick answer spares
    /// [`seek`](Self::seek); where it is `true`, [`due`](Self::due) says the rest.
    fn may_be_due(&self, offset: usize, odd: bool) -> bool;

    /// Looks at the placement at an offset from the first.
    fn seek(&mut self, offset: usize);

    /// The spots of this placement that an odd or an even level can reach. Where the abstraction is not two-coloured: all.
    fn due(&self, odd: bool) -> Self::Spots;

    /// The spots that can be reached from these at no cost.
    fn close(&self, spots: Self::Spots) -> Self::Spots;

    /// Visits what is reached from closed spots by a move of cost 1: the index of a placement, and spots of it. At most 256
    /// times where the abstraction is two-coloured.
    fn expand(&self, spots: Self::Spots, visit: impl FnMut(usize, Self::Spots));

    /// A lower bound of the value at a spot, that differs from it by a multiple of [`Abstraction::step`]. Without
    /// [`Abstraction::keeps_spots`] it is the same for every spot.
    fn base(&self, spot: usize) -> u32;
}

/// How far a build is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The level that is done.
    pub level: u32,
    /// Values known so far.
    pub known: u64,
    /// Values there are at most: some may be out of reach.
    pub entries: u64,
}

/// Hears of every level, and may end the build.
pub trait Watch {
    /// Called when a level is done.
    fn level(&mut self, progress: &Progress) -> ControlFlow<()>;
}

/// Watches nothing.
impl Watch for () {
    fn level(&mut self, _: &Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(&Progress) -> ControlFlow<()>> Watch for F {
    fn level(&mut self, progress: &Progress) -> ControlFlow<()> {
        self(progress)
    }
}
