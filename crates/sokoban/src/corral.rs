//! PI-corral pruning (Brian Damgaard, in YASC): what must be done behind a barrier of boxes is done first, where it can be.
//!
//! ```text
//! #########        The player cannot come to the squares left of the two boxes: they are a corral, and the boxes its
//! #.   $  #        barrier. These can only be pushed inwards (it is an I-corral), and every such push can be made now
//! #.   $@ #        (it is a PI-corral).
//! ######  #
//!      ####
//! ```
//!
//! *What is looked for* is a set K of squares that the player cannot walk to, such that
//! 1. all neighbours of a square of K without a box are in K;
//! 2. each push of a box of K by a player outside of K goes to a square of K, and the player can walk to where it is
//!    made; pushes against a box of K, and those that would leave a box hopeless among the boxes of K, are not counted;
//! 3. a box of K is not on a goal.
//!
//! *It costs no push* to list those pushes alone. Every solution pushes a box of K at some time. Until then
//! the player is outside of K and no box comes into K, for it would have to come by a square of K without a box. So
//! the first push that touches K is a push q of a box of K by a player outside, one of those counted, as the boxes of
//! K still are where they are now. The pushes p₁ … pₖ before it are of boxes outside of K, to squares outside of K. Let q,
//! which can be made now, come first: it changes K alone, and the player stands next to a square that was within
//! reach. So p₁ … pₖ are as possible as before, and after them the player, who could come to where q is made, can come
//! to where the box of q was: boxes and player are where they were. So some shortest solution begins with a push that is
//! counted, from every state that has such a set; where none is counted there is no solution.
//!
//! The argument needs the state alone, as that of [tunnels](crate::tunnel), so that both hold together, in every search.
//!
//! *How it is found.* From each part of the floor that the player cannot walk to, K grows: by 1, and by the square of the
//! player or of the box that stands against 2. Where both are squares that the player can walk to, there is no such K. Of
//! several, the one with the fewest pushes is taken. K may thus be several corrals side by side, of which none would do
//! alone.
//!
//! Steps are another matter, as for tunnels: [`Moves`](crate::Moves) leaves nothing out.

use crate::bits::Squares;
use crate::direction::Direction;
use crate::floor::NONE;
use crate::space::{Pushes, Way};

/// The pushes into a PI-corral.
pub(crate) struct Corral<'a, const W: usize> {
    space: &'a Pushes<W>,
    /// The boxes that are pushed in each direction.
    from: [Squares<W>; 4],
    count: usize,
}

impl<const W: usize> Corral<'_, W> {
    /// The pushes.
    #[inline]
    pub(crate) fn ways(&self) -> impl Iterator<Item = Way> {
        Direction::ALL.into_iter().flat_map(move |direction| {
            let to = move |from| self.space.floor.next(from, direction);
            self.from[direction as usize].iter().map(move |from| Way { from, to: to(from), direction })
        })
    }
}

impl<const W: usize> Pushes<W> {
    /// The PI-corral with the fewest pushes, where there is one, for a player who can walk to these squares.
    #[inline]
    pub(crate) fn corral(&self, boxes: &Squares<W>, reached: &Squares<W>) -> Option<Corral<'_, W>> {
        let mut left = self.squares.without(reached).without(boxes);
        let mut best: Option<Corral<'_, W>> = None;
        while let Some(seed) = left.first() {
            let part = self.reached(boxes, seed);
            left = left.without(&part);
            if let Some(corral) = self.grow(boxes, reached, &part)
                && best.as_ref().is_none_or(|best| corral.count < best.count)
            {
                let is_least = corral.count <= 1;
                best = Some(corral);
                if is_least {
                    break;
                }
            }
        }
        best
    }

    /// Grows a PI-corral from a part of the floor.
    fn grow(&self, boxes: &Squares<W>, reached: &Squares<W>, part: &Squares<W>) -> Option<Corral<'_, W>> {
        let mut inside = Squares::EMPTY;
        let mut more = *part;
        loop {
            while let Some(square) = more.pop() {
                inside.insert(square);
                if !boxes.has(square) {
                    more = more.or(&self.near[usize::from(square)].without(&inside));
                }
            }
            let barrier = boxes.and(&inside);
            let mut corral = Corral { space: self, from: [Squares::EMPTY; 4], count: 0 };
            for from in barrier.iter() {
                let around = self.floor.around(from);
                for direction in Direction::ALL {
                    let (to, behind) = (around[direction as usize], around[direction.reversed() as usize]);
                    if to == NONE || behind == NONE || inside.has(behind) || barrier.has(to) {
                        continue;
                    }
                    let (is_inward, is_reached) = (inside.has(to), reached.has(behind));
                    if self.is_hopeless_push(&barrier, from, to) {
                        continue;
                    }
                    match (is_inward, is_reached) {
                        (true, true) => {
                            corral.from[direction as usize].insert(from);
                            corral.count += 1;
                        }
                        (false, _) if !reached.has(to) => more.insert(to),
                        (_, false) => more.insert(behind),
                        (false, true) => return None,
                    }
                }
            }
            if more.is_empty() {
                return barrier.exceeds(&self.goals).then_some(corral);
            }
        }
    }

    /// Whether no solution has this push, be the other boxes where they like but for those in `still`.
    #[inline]
    fn is_hopeless_push(&self, still: &Squares<W>, from: u16, to: u16) -> bool {
        self.floor.is_dead(to, from) || {
            let mut after = *still;
            after.remove(from);
            after.insert(to);
            self.brings_deadlock(&after, from, to)
        }
    }
}
