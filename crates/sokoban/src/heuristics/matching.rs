//! The minimum matching (Junghanns and Schaeffer 2001): each box to a goal of its own, by the pushes that a lone box
//! needs.
//!
//! A push changes the distances of one box by at most one each, and hence the cost of every assignment and of the
//! cheapest. The player's walk to it goes round all boxes, so it changes the side of none of them: the bound is
//! consistent. A push is a step of the player, so the bound holds for steps too; it counts none of the walks.

use fewest_search::{Cost, Guarantees, Heuristic, Incremental};

use crate::bits::Squares;
use crate::heuristics::assignment::cheapest;
use crate::moves::{Moves, Walk};
use crate::space::{Board, Push, Pushes};

/// The cheapest assignment of boxes to goals; no goal can be reached where there is none or where a box is frozen off
/// its goal.
///
/// ```
/// use std::sync::Arc;
/// use fewest_search::Heuristic;
/// use fewest_sokoban::{Level, Pushes, heuristics::Matching};
/// let level: Level = "########\n#@ $ $.#\n#     .#\n########".parse()?;
/// let space = Pushes::<1>::new(Arc::new(level))?;
/// // Along the wall the boxes cannot leave their row: one goal cannot be had.
/// let bound = Heuristic::<Pushes<1>>::estimate(&Matching::new(&space), &space.start());
/// assert_eq!(bound, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Matching<'a, const W: usize> {
    space: &'a Pushes<W>,
}

impl<'a, const W: usize> Matching<'a, W> {
    /// For the goals of `space`.
    pub fn new(space: &'a Pushes<W>) -> Self {
        Self { space }
    }

    /// The bound after a push, where no box was frozen off its goal before.
    #[inline]
    fn after(self, before: &Board<W>, push: Push) -> Option<Cost> {
        let mut boxes = before.boxes;
        boxes.remove(push.from);
        boxes.insert(push.to);
        if self.space.freezes(&boxes, push.to) {
            return None;
        }
        self.matching(&boxes, push.from)
    }

    fn matching(self, boxes: &Squares<W>, player: u16) -> Option<Cost> {
        let floor = &self.space.floor;
        let mut rows = [[0u16; 64]; W];
        let rows = rows.as_flattened_mut();
        let mut count = 0;
        for (row, square) in rows.iter_mut().zip(boxes.iter()) {
            *row = square;
            count += 1;
        }
        cheapest::<W>(count, |row| floor.distances(rows[row], player))
    }
}

impl<const W: usize> Heuristic<Pushes<W>> for Matching<'_, W> {
    fn estimate(&self, state: &Board<W>) -> Option<Cost> {
        if self.space.is_hopeless
            || state.boxes.len() != self.space.goals.len()
            || self.space.is_frozen_off_goal(&state.boxes)
        {
            return None;
        }
        self.matching(&state.boxes, state.player)
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }
}

impl<const W: usize> Incremental<Pushes<W>> for Matching<'_, W> {
    type Memo = Cost;

    fn memo(&self, state: &Board<W>) -> Option<Cost> {
        Heuristic::<Pushes<W>>::estimate(self, state)
    }

    #[inline]
    fn advance(&self, _: Cost, before: &Board<W>, mv: Push) -> Option<Cost> {
        self.after(before, mv)
    }

    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}

impl<const W: usize> Heuristic<Moves<W>> for Matching<'_, W> {
    fn estimate(&self, state: &Board<W>) -> Option<Cost> {
        Heuristic::<Pushes<W>>::estimate(self, state)
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }
}

impl<const W: usize> Incremental<Moves<W>> for Matching<'_, W> {
    type Memo = Cost;

    fn memo(&self, state: &Board<W>) -> Option<Cost> {
        Heuristic::<Pushes<W>>::estimate(self, state)
    }

    #[inline]
    fn advance(&self, _: Cost, before: &Board<W>, mv: Walk) -> Option<Cost> {
        self.after(before, mv.push)
    }

    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}
