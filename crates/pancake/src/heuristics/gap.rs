//! The gap heuristic (Helmert 2010, "Landmark heuristics for the pancake problem").
//!
//! A *gap* is a place where two pancakes touch that do not touch at the goal; the plate counts as a pancake below all
//! others. A flip of the top k pancakes parts those at the places k and k + 1 and brings the top one upon the latter: of
//! the pairs that touch, this one alone is exchanged for another. (Within the flipped part the same pairs touch, upside
//! down.) So the number of gaps changes by at most 1 a flip, up or down, and it is 0 at the goal: it is consistent, and
//! therefore never more than the flips that are left.
//!
//! Where pancakes are burnt, what touches are *sides*: the underside of the upper pancake and the upper side of the lower
//! one. Each side touches one other at the goal, at most. The argument is the same, and the bound is stronger, since a
//! pancake on its wrong side leaves gaps above and below.
//!
//! With the faces of [`Packing`], two sides touch at the goal where they differ by 1, burnt or not. (The two sides of one
//! pancake differ by 1 as well, but never touch.) The plate is the face above all.

use fewest_search::{Cost, Guarantees, Heuristic, Incremental};

use crate::heuristics::target::Target;
use crate::notation::Flip;
use crate::packing::Packing;
use crate::space::Pancakes;

/// How many neighbours, the plate among them, are none at the goal.
///
/// ```
/// use fewest_pancake::{Goal, Nibbles, Pancakes, Position, heuristics::Gap};
/// use fewest_search::Heuristic;
/// let start: Position = "5 3 6 1 4 2".parse()?;
/// let space = Pancakes::<Nibbles>::new(&Goal::Sorted.position(start.size())?)?;
/// assert_eq!(Gap::new(&space).estimate(&space.state(&start)?), Some(6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Gap<'a, P> {
    space: &'a Pancakes<P>,
    target: Target,
}

impl<'a, P: Packing> Gap<'a, P> {
    /// For the goal of `space`.
    pub fn new(space: &'a Pancakes<P>) -> Self {
        Self::towards(space, space.goal())
    }

    /// For another stack of `space` as the goal: what a search from both ends asks of the start.
    pub fn towards(space: &'a Pancakes<P>, stack: &P) -> Self {
        Self { space, target: Target::new(space, stack) }
    }

    /// How faces are numbered here.
    #[inline]
    pub(super) fn target(&self) -> &Target {
        &self.target
    }

    /// The upper side of the pancake at a place, or of the plate.
    #[inline]
    fn below(&self, state: &P, place: usize) -> usize {
        let size = self.space.size();
        if place == size.pancakes() { self.target.plate() } else { self.target.seen(state.face(size, place)) }
    }

    /// The underside of the pancake above a place that is not the top.
    #[inline]
    pub(super) fn above(&self, state: &P, place: usize) -> usize {
        let size = self.space.size();
        self.target.seen(state.face(size, place - 1)) ^ usize::from(size.is_burnt())
    }
}

/// Whether two sides touch at the goal.
#[inline]
pub(super) fn touches(above: usize, below: usize) -> bool {
    above.abs_diff(below) == 1
}

/// 1 where two sides that touch should not.
#[inline]
fn gap(above: usize, below: usize) -> Cost {
    Cost::from(!touches(above, below))
}

impl<P: Packing> Heuristic<Pancakes<P>> for Gap<'_, P> {
    fn estimate(&self, state: &P) -> Option<Cost> {
        self.memo(state)
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }
}

impl<P: Packing> Incremental<Pancakes<P>> for Gap<'_, P> {
    /// The number of gaps.
    type Memo = Cost;

    fn memo(&self, state: &P) -> Option<Cost> {
        let size = self.space.size();
        Some((1..=size.pancakes()).map(|place| gap(self.above(state, place), self.below(state, place))).sum())
    }

    #[inline]
    fn advance(&self, memo: Cost, before: &P, flip: Flip) -> Option<Cost> {
        let below = self.below(before, flip.count());
        let parted = self.above(before, flip.count());
        // The upper side of the top pancake becomes the underside of the flipped part.
        let joined = self.below(before, 0);
        Some(memo + gap(joined, below) - gap(parted, below))
    }

    #[inline]
    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}
