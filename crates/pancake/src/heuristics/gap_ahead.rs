//! The gap heuristic with one flip of foresight (Valenzano and Yang 2017, "An analysis and enhancement of the gap heuristic
//! for the pancake puzzle").
//!
//! A flip closes a gap only by laying the top pancake on one that it should touch. There are at most two such pancakes, and
//! at most one where they are burnt. Where no flip closes a gap, every stack after the next flip has as many gaps as this
//! one or more, so one flip more is needed: the stack is *locked*, and counts 1 more than its gaps.
//!
//! The bound is consistent. From a locked stack every flip leads to at least as many gaps; from another the bound is the
//! number of gaps, which drops by at most 1. It is 0 at the goal, which has no gap and is not called locked.

use fewest_search::{Cost, Guarantees, Heuristic, Incremental, StateSpace};

use crate::heuristics::gap::{Gap, touches};
use crate::notation::Flip;
use crate::packing::Packing;
use crate::space::Pancakes;

/// The number of gaps, and one more where no flip closes one.
///
/// ```
/// use fewest_pancake::{Goal, Nibbles, Pancakes, Position, heuristics::GapAhead};
/// use fewest_search::Heuristic;
/// let start: Position = "5 3 6 1 4 2".parse()?; // 6 gaps; 5 could be laid on the 6 or on the 4
/// let space = Pancakes::<Nibbles>::new(&Goal::Sorted.position(start.size())?)?;
/// assert_eq!(GapAhead::new(&space).estimate(&space.state(&start)?), Some(6));
/// let start: Position = "1 2 4 3".parse()?; // 1 could be laid on the 2 alone, where it is
/// let space = Pancakes::<Nibbles>::new(&Goal::Sorted.position(start.size())?)?;
/// assert_eq!(GapAhead::new(&space).estimate(&space.state(&start)?), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GapAhead<'a, P> {
    space: &'a Pancakes<P>,
    gap: Gap<'a, P>,
}

/// What [`GapAhead`] remembers of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GapAheadMemo {
    gaps: Cost,
    is_locked: bool,
}

impl<'a, P: Packing> GapAhead<'a, P> {
    /// For the goal of `space`.
    pub fn new(space: &'a Pancakes<P>) -> Self {
        Self::towards(space, space.goal())
    }

    /// For another stack of `space` as the goal: what a search from both ends asks of the start.
    pub fn towards(space: &'a Pancakes<P>, stack: &P) -> Self {
        Self { space, gap: Gap::towards(space, stack) }
    }

    /// Whether no flip closes a gap of this stack.
    #[inline]
    fn is_locked(&self, state: &P) -> bool {
        let (size, target) = (self.space.size(), self.gap.target());
        let top = target.seen(state.face(size, 0));
        let closes = |side: usize| {
            let at_plate = side == target.plate();
            let place = if at_plate { Some(size.pancakes()) } else { state.find(size, target.own(side)) };
            place.is_some_and(|place| !touches(self.gap.above(state, place), side))
        };
        // What the upper side of the top pancake touches at the goal: of a burnt one, the other neighbour is its own underside.
        match (size.is_burnt(), top % 2 == 0) {
            (false, _) => !closes(top + 1) && (top == 0 || !closes(top - 1)),
            (true, false) => !closes(top + 1),
            (true, true) => top == 0 || !closes(top - 1),
        }
    }
}

impl<P: Packing> Heuristic<Pancakes<P>> for GapAhead<'_, P> {
    fn estimate(&self, state: &P) -> Option<Cost> {
        self.memo(state).map(|memo| self.value(memo))
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }
}

impl<P: Packing> Incremental<Pancakes<P>> for GapAhead<'_, P> {
    type Memo = GapAheadMemo;

    fn memo(&self, state: &P) -> Option<GapAheadMemo> {
        let gaps = self.gap.memo(state)?;
        Some(GapAheadMemo { gaps, is_locked: gaps > 0 && self.is_locked(state) })
    }

    #[inline]
    fn advance(&self, memo: GapAheadMemo, before: &P, flip: Flip) -> Option<GapAheadMemo> {
        self.advance_within(memo, before, flip, Cost::MAX).map(|(memo, _)| memo)
    }

    #[inline]
    fn value(&self, memo: GapAheadMemo) -> Cost {
        memo.gaps + Cost::from(memo.is_locked)
    }

    #[inline]
    fn advance_within(
        &self,
        memo: GapAheadMemo,
        before: &P,
        flip: Flip,
        allowance: Cost,
    ) -> Option<(GapAheadMemo, Cost)> {
        let gaps = self.gap.advance(memo.gaps, before, flip)?;
        if gaps > allowance || gaps == 0 {
            return Some((GapAheadMemo { gaps, is_locked: false }, gaps));
        }
        let mut after = *before;
        self.space.apply(&mut after, flip);
        let memo = GapAheadMemo { gaps, is_locked: self.is_locked(&after) };
        Some((memo, self.value(memo)))
    }
}
