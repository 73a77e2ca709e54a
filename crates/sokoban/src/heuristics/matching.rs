//! The minimum matching (Junghanns and Schaeffer 2001): each box to a goal of its own, by the pushes that a lone box
//! needs.
//!
//! A push changes the distances of one box by at most one each, and hence the cost of every assignment and of the
//! cheapest. The player's walk to it goes round all boxes, so it changes the side of none of them: the bound is
//! consistent. A push is a step of the player, so the bound holds for steps too; it counts none of the walks.
//!
//! For the same reason a push changes one row of the assignment, and the cheapest is had from that of the state before by
//! one augmenting path. It travels with the search where there are at most 16 `W` boxes; more of them, on a floor of
//! 64 `W` squares, are matched afresh.

use fewest_search::{Cost, Guarantees, Heuristic, Incremental};

use crate::bits::Squares;
use crate::heuristics::assignment::Assignment;
use crate::level::Place;
use crate::moves::{Moves, Walk};
use crate::space::{Board, Push, Pushes};

/// The cheapest assignment of boxes to goals; no goal can be reached where there is none, where a box is frozen off
/// its goal or where a pair of boxes is lost.
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

    /// Which box of a state goes to which goal, and the pushes that takes, boxes in reading order: what adds up to the estimate.
    /// `None` where there is no matching, or more boxes than one is remembered for.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use fewest_sokoban::{Level, Pushes, heuristics::Matching};
    /// let level: Level = "#######\n#@ $ .#\n# $  .#\n#     #\n#######".parse()?;
    /// let space = Pushes::<1>::new(Arc::new(level))?;
    /// let pairs = Matching::new(&space).pairs(&space.start()).expect("a matching");
    /// assert_eq!(pairs.iter().map(|(_, _, pushes)| pushes).sum::<u32>(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pairs(&self, state: &Board<W>) -> Option<Vec<(Place, Place, Cost)>> {
        let goals = self.space.floor.goals();
        if goals.len() > Matched::<W>::CAPACITY {
            return None;
        }
        let matched = self.afresh(state)?;
        let mut pairs: Vec<(Place, Place, Cost)> = Vec::with_capacity(goals.len());
        for (column, (&owner, &goal)) in matched.owners(goals.len()).iter().zip(goals).enumerate() {
            let pushes = self.space.floor.distances(owner, state.player)[column];
            pairs.push((self.space.floor.place(owner), self.space.floor.place(goal), pushes.into()));
        }
        pairs.sort_unstable();
        Some(pairs)
    }

    /// The bound after a push, where no box was frozen off its goal before.
    #[inline]
    fn after(self, memo: Matched<W>, before: &Board<W>, push: Push) -> Option<Matched<W>> {
        let boxes = pushed(before, push);
        if self.space.brings_deadlock(&boxes, push.from, push.to) {
            return None;
        }
        self.rematched(memo, before, &boxes, push)
    }

    /// The same, where it is enough to know that the bound exceeds an allowance.
    #[inline]
    fn after_within(
        self,
        memo: Matched<W>,
        before: &Board<W>,
        push: Push,
        allowance: Cost,
    ) -> Option<(Matched<W>, Cost)> {
        let boxes = pushed(before, push);
        let after = self.rematched(memo, before, &boxes, push)?;
        (after.total() > allowance || !self.space.brings_deadlock(&boxes, push.from, push.to))
            .then_some((after, after.total()))
    }

    /// The matching after a push.
    #[inline]
    fn rematched(self, memo: Matched<W>, before: &Board<W>, boxes: &Squares<W>, push: Push) -> Option<Matched<W>> {
        if self.space.floor.goals().len() <= Matched::<W>::CAPACITY {
            let costs = |square| self.space.floor.distances(square, push.from);
            let row = (push.from, self.space.floor.distances(push.from, before.player));
            memo.replaced(row, push.to, costs)
        } else {
            self.matching(boxes, push.from)
        }
    }

    fn matching(self, boxes: &Squares<W>, player: u16) -> Option<Matched<W>> {
        let count = self.space.floor.goals().len();
        let costs = |square| self.space.floor.distances(square, player);
        if count <= Matched::<W>::CAPACITY {
            Matched::cheapest(count, boxes.iter(), costs)
        } else {
            Assignment::<64, W>::cheapest(count, boxes.iter(), costs).map(|all| Matched::of_total(all.total()))
        }
    }

    fn afresh(self, state: &Board<W>) -> Option<Matched<W>> {
        if self.space.is_hopeless
            || state.boxes.len() != self.space.floor.goals().len()
            || self.space.is_deadlock(&state.boxes, state.player)
        {
            return None;
        }
        self.matching(&state.boxes, state.player)
    }
}

/// What travels with the search: the matching of a state.
type Matched<const W: usize> = Assignment<16, W>;

/// The boxes after a push.
#[inline]
fn pushed<const W: usize>(before: &Board<W>, push: Push) -> Squares<W> {
    let mut boxes = before.boxes;
    boxes.remove(push.from);
    boxes.insert(push.to);
    boxes
}

/// The same bound for both spaces, of whose moves `$push` makes the push.
macro_rules! matching_for {
    ($space:ident, $move:ty, $push:expr) => {
        impl<const W: usize> Heuristic<$space<W>> for Matching<'_, W> {
            fn estimate(&self, state: &Board<W>) -> Option<Cost> {
                self.afresh(state).map(|matched| matched.total())
            }

            fn guarantees(&self) -> Guarantees {
                Guarantees::CONSISTENT
            }
        }

        impl<const W: usize> Incremental<$space<W>> for Matching<'_, W> {
            type Memo = Assignment<16, W>;

            fn memo(&self, state: &Board<W>) -> Option<Self::Memo> {
                self.afresh(state)
            }

            #[inline]
            fn advance(&self, memo: Self::Memo, before: &Board<W>, mv: $move) -> Option<Self::Memo> {
                self.after(memo, before, $push(mv))
            }

            #[inline]
            fn value(&self, memo: Self::Memo) -> Cost {
                memo.total()
            }

            #[inline]
            fn advance_within(
                &self,
                memo: Self::Memo,
                before: &Board<W>,
                mv: $move,
                allowance: Cost,
            ) -> Option<(Self::Memo, Cost)> {
                self.after_within(memo, before, $push(mv), allowance)
            }
        }
    };
}

matching_for!(Pushes, Push, |push| push);
matching_for!(Moves, Walk, |walk: Walk| walk.push);
