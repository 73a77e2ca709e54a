//! Boxes that can never move again, and what else is known to be lost.
//!
//! A box is *frozen* where it can be pushed along neither axis: a wall or a frozen box is beside it on that axis, or both
//! pushes would leave it, even alone, without a way to any goal. The frozen boxes are the largest set that
//! bears this out: take all boxes, and leave out one that can move until there is none. Were there a solution that moves
//! some of them, the first to be moved could not be. So a frozen box off its goal is a deadlock; four boxes in a square, or
//! two along a wall, are the smallest examples. [Pairs](crate::pairs) of boxes are lost in other ways too.

use crate::bits::Squares;
use crate::direction::Direction;
use crate::floor::NONE;
use crate::space::Pushes;

impl<const W: usize> Pushes<W> {
    /// Whether it is known that nothing can be done: a box is frozen off its goal, or a [pair](crate::pairs) is dead.
    pub(crate) fn is_deadlock(&self, boxes: &Squares<W>, player: u16) -> bool {
        self.is_frozen_off_goal(boxes)
            || boxes.iter().any(|one| boxes.iter().any(|other| other < one && self.pairs.is_dead(one, other, player)))
    }

    /// The same, where it is known that this was not so before a box was pushed from `from` to `to`: it must be part of
    /// what is wrong now.
    #[inline]
    pub(crate) fn brings_deadlock(&self, boxes: &Squares<W>, from: u16, to: u16) -> bool {
        self.freezes(boxes, to) || boxes.iter().any(|other| other != to && self.pairs.is_dead(to, other, from))
    }

    /// Whether a box is frozen off its goal.
    fn is_frozen_off_goal(&self, boxes: &Squares<W>) -> bool {
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
    fn freezes(&self, boxes: &Squares<W>, to: u16) -> bool {
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
