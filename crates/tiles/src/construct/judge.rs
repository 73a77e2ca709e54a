//! How promising a board looks to the beam. Nothing here needs to be a lower bound.

use fewest_search::Heuristic;

use crate::heuristics::LinearConflict;
use crate::{Board, Cells, Move, Stm, Tiles};

/// A step of a tile weighs this much.
pub(super) const STEP: u32 = 4;

/// The most that one step of the blank can make a board look worse, or better: a tile that leaves its place in the
/// outermost line, or one step and a conflict, which takes two.
pub(super) const LARGEST_CHANGE: u32 = 3 * STEP;

/// Conflicts are looked up in a table only where the lines are no longer than this; elsewhere they cost more than they
/// are worth.
const LONGEST_LINE: usize = 6;

/// Judges boards under every metric by single steps: a slide of several tiles is worth what it brings.
#[derive(Debug)]
pub(super) enum Judge<'a, C: Cells> {
    /// Small boards, by Manhattan distance and linear conflicts.
    Conflicts(Box<LinearConflict<'a, C, Stm>>),
    /// Large boards, by Manhattan distance, in which a tile weighs the more the earlier its line will be placed.
    Weights(&'a Tiles<C, Stm>, Vec<u32>),
}

impl<'a, C: Cells> Judge<'a, C> {
    pub(super) fn new(space: &'a Tiles<C, Stm>) -> Self {
        let size = space.size();
        let longest = size.width().max(size.height());
        if longest <= LONGEST_LINE {
            return Self::Conflicts(Box::new(LinearConflict::new(space)));
        }
        let blank = space.goal_cells()[0];
        let weight = |&home: &usize| {
            let rows = size.row(home).abs_diff(size.row(blank));
            let columns = size.column(home).abs_diff(size.column(blank));
            let heavier = (LARGEST_CHANGE - STEP) as usize * rows.max(columns) / longest;
            STEP + u32::try_from(heavier).expect("at most the largest change")
        };
        Self::Weights(space, space.goal_cells().iter().map(weight).collect())
    }

    /// How far a board looks from the goal; 0 for the goal alone.
    pub(super) fn distance(&self, board: &Board<C>) -> u32 {
        match self {
            Self::Conflicts(estimate) => STEP * estimate.estimate(board).expect("no board is a dead end"),
            Self::Weights(space, weights) => {
                let cells = 0..space.size().cells();
                cells.map(|cell| weights[board.tile(cell)] * space.goal_distance(board.tile(cell), cell)).sum()
            }
        }
    }

    /// How far it looks after a move of a tile next to the blank, when it looked `distance` before.
    #[inline]
    pub(super) fn after(&self, distance: u32, before: &Board<C>, step: Move) -> u32 {
        match self {
            Self::Conflicts(estimate) => {
                let (_, growth) = estimate.growth(before, step);
                distance.wrapping_add_signed(STEP.cast_signed() * growth)
            }
            Self::Weights(space, weights) => {
                let (from, to) = (usize::from(step.target), usize::from(step.blank));
                let tile = before.tile(from);
                distance + weights[tile] * space.goal_distance(tile, to)
                    - weights[tile] * space.goal_distance(tile, from)
            }
        }
    }
}
