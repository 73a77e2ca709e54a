//! What a builder must know of an abstract puzzle: pieces on the cells of a graph, and one blank that changes places with
//! its neighbours.
//!
//! Pieces that the pattern keeps are told apart; all other cells are free, and the blank is on one of them. Which moves
//! count, and whether a value is wanted for each cell of the blank, is the choice of the puzzle's crate.

use std::ops::ControlFlow;

use crate::rank::Placements;

/// Which moves cost 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Those that move a piece. Between them the blank goes at no cost wherever the pieces let it: what counts is not its
    /// cell but the *region* of free cells that it is in.
    Pieces,
    /// Every step of the blank.
    Steps,
    /// Every slide: any number of steps of the blank in one direction.
    Slides,
}

/// An abstract puzzle. Its moves can be taken back.
#[derive(Clone, Debug)]
pub struct Abstraction {
    /// Where the pieces can be.
    pub placements: Placements,
    /// For each direction, the next cell of each cell. For each way there is one back.
    pub directions: Vec<Vec<Option<u8>>>,
    /// The cell of each piece at the goal.
    pub goals: Vec<u8>,
    /// The cell of the blank at the goal.
    pub blank: u8,
    /// What costs.
    pub counting: Counting,
    /// Whether a value is wanted for each free cell as that of the blank, or the least over all of them.
    pub keeps_blank: bool,
    /// What a search knows anyway, and need not be stored.
    pub floor: Floor,
}

/// A lower bound of every value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Floor {
    /// For each piece what it adds on each cell. Empty: nothing is known.
    pub distances: Vec<Vec<u8>>,
    /// Whether values are told from the bound in steps of 2, rounded down, or of 1.
    pub halved: bool,
}

impl Abstraction {
    /// How many values there are: `n − k` for each placement where the blank is kept.
    pub fn entries(&self) -> u64 {
        self.placements.count() * self.rows() as u64
    }

    /// How many values a placement has.
    pub(crate) fn rows(&self) -> usize {
        if self.keeps_blank { self.placements.cells() - self.placements.pieces() } else { 1 }
    }
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
