//! Boxes that can never move again.
//!
//! A box is *frozen* where it can be pushed along neither axis: a wall or a frozen box is beside it on that axis, or both
//! pushes would leave it, even alone, without a way to any goal. The frozen boxes are the largest set that
//! bears this out: take all boxes, and leave out one that can move until there is none. Were there a solution that moves
//! some of them, the first to be moved could not be. So a frozen box off its goal is a deadlock; four boxes in a square, or
//! two along a wall, are the smallest examples.

use crate::bits::Squares;
use crate::direction::Direction;
use crate::floor::NONE;
use crate::space::Pushes;

impl<const W: usize> Pushes<W> {
    /// Whether a box is frozen off its goal.
    pub(crate) fn is_frozen_off_goal(&self, boxes: &Squares<W>) -> bool {
        let mut frozen = *boxes;
        loop {
            let before = frozen;
            for square in before.iter() {
                if !self.is_blocked(&frozen, square) {
                    frozen.remove(square);
                }
            }
            if frozen == before {
                return frozen.exceeds(&self.goals);
            }
            // Boxes on goals alone do no harm.
            if !frozen.exceeds(&self.goals) {
                return false;
            }
        }
    }

    /// The same, where it is known that no box was frozen off its goal before a box came to `to`: it must be among those
    /// that are now.
    #[inline]
    pub(crate) fn freezes(&self, boxes: &Squares<W>, to: u16) -> bool {
        self.is_blocked(boxes, to) && self.is_frozen_off_goal(boxes)
    }

    /// Whether the box on a square can be pushed along neither axis, if those in `frozen` stay.
    #[inline]
    fn is_blocked(&self, frozen: &Squares<W>, square: u16) -> bool {
        [Direction::Left, Direction::Up].into_iter().all(|direction| {
            let beside = [direction, direction.reversed()].map(|direction| self.floor.next(square, direction));
            beside.into_iter().any(|beside| beside == NONE || frozen.has(beside))
                || beside.into_iter().all(|beside| self.floor.is_dead(beside, square))
        })
    }
}
