//! Making a solution shorter by windows of growing length.

use fewest_search::algorithms::improve::{Windows, remove_loops};
use fewest_search::{Cost, LimitKind, Meter, Observer};

use crate::construct::best::Best;
use crate::construct::window::{Crossed, Shortcuts};
use crate::{Board, Cells, Move, Tiles};

/// The first windows have so many moves; the next are half as long again.
const SHORTEST: usize = 12;

/// What looks for shortcuts in solutions from one start.
#[derive(Debug)]
pub(super) struct Polish<'a, C: Cells, M: Crossed> {
    space: &'a Tiles<C, M>,
    start: &'a Board<C>,
    shortcuts: Shortcuts<'a, C, M>,
}

impl<'a, C: Cells, M: Crossed> Polish<'a, C, M> {
    pub(super) fn new(space: &'a Tiles<C, M>, start: &'a Board<C>) -> Self {
        Self { space, start, shortcuts: Shortcuts::new(space) }
    }

    /// Takes the detours out of a solution, for at most `budget` expansions in all and `allowance` in each window, until
    /// windows of no length bring anything. After each pass the moves are offered to `best`.
    ///
    /// # Errors
    /// The limit that was reached; the moves are a solution then too, and never more than before.
    pub(super) fn shorten<O: Observer>(
        &mut self,
        moves: &mut Vec<Move>,
        allowance: u64,
        budget: u64,
        best: &mut Best,
        meter: &mut Meter<'_, O>,
    ) -> Result<(), LimitKind> {
        if budget == 0 {
            return Ok(());
        }
        remove_loops(self.space, self.start, moves, meter)?;
        let mut left = budget;
        loop {
            let mut saved: Cost = 0;
            let mut length = SHORTEST;
            loop {
                let windows = Windows { length, stride: length / 4, allowance };
                let before = left;
                let end = windows.pass(self.space, self.start, moves, &mut self.shortcuts, &mut left, meter);
                let told = best.offer(moves, meter);
                saved += end?;
                told?;
                // Where nearly every window used up its allowance, longer ones would too.
                let windows = (moves.len() / windows.stride).max(1) as u64;
                if length >= moves.len() || left == 0 || before - left >= windows * allowance / 2 {
                    break;
                }
                length += length / 2;
            }
            if saved == 0 || left == 0 {
                return Ok(());
            }
        }
    }
}
