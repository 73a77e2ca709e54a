//! Tunnel pruning (Junghanns and Schaeffer 2001): a box on its way through a tunnel goes on, before anything else is
//! done.
//!
//! ```text
//! ##########        The upper box, in the tunnel, parts the floor. From the player's side it can be pushed to the
//! #   ##   #        right and in no other way, and it is on no goal: so that push is the only one to be listed.
//! #@  $    #
//! # $ ##.. #
//! #   ##   #
//! ##########
//! ```
//!
//! Usually such a rule makes one long push of several. Here every push stays a move of cost 1, so that all searches can
//! do with them what they like; and as the rule looks at the state alone, it holds however a state was come to, with
//! closed and transposition tables as without.
//!
//! *It costs no push.* Let a box be on a square t that is no goal and that, taken by a box, parts the side A of
//! the player from the square t′ on the other side. Let the push to t′ be the only one by which a lone box leaves t when the player
//! is on A. Every solution pushes this box at some time, and the first time to t′: until then the player stays on A. The
//! pushes p₁ … pₖ before it are pushes of other boxes, on A, to squares of A. If the player can make the push to t′ now,
//! let it come first: the player is then on t, next to A, and of A nothing has changed, so that p₁ … pₖ are
//! as possible as before. After them the player, who could come behind t before, can come to t now: boxes and player are
//! where they were. So some shortest solution begins with the push, from every state where the rule holds.
//!
//! Steps are another matter: the player goes back and forth more often. [`Moves`](crate::Moves) leaves nothing out.

use crate::bits::Squares;
use crate::direction::Direction;
use crate::floor::{Floor, NONE};
use crate::space::{Pushes, Way};

/// For each direction, the squares that a lone box leaves in this direction alone, if the player is behind it, and that it
/// parts from where it goes.
pub(crate) fn find<const W: usize>(floor: &Floor, goals: &Squares<W>) -> [Squares<W>; 4] {
    Direction::ALL.map(|direction| {
        let squares = floor.squares().filter(|&square| {
            let behind = floor.next(square, direction.reversed());
            let can_go = |direction: Direction| {
                let (to, from) = (floor.next(square, direction), floor.next(square, direction.reversed()));
                to != NONE && from != NONE && !floor.is_between(square, behind, from) && !floor.is_dead(to, square)
            };
            behind != NONE
                && !goals.has(square)
                && Direction::ALL.into_iter().all(|other| can_go(other) == (other == direction))
                && floor.is_between(square, behind, floor.next(square, direction))
        });
        squares.collect()
    })
}

impl<const W: usize> Pushes<W> {
    /// The push of a box in a tunnel, for a player who can walk to these squares.
    #[inline]
    pub(crate) fn forced(&self, boxes: &Squares<W>, reached: &Squares<W>) -> Option<Way> {
        Direction::ALL.into_iter().find_map(|direction| {
            let mut inside = boxes.and(&self.tunnels[direction as usize]);
            std::iter::from_fn(|| inside.pop()).find_map(|from| {
                let (behind, to) = (self.floor.next(from, direction.reversed()), self.floor.next(from, direction));
                (reached.has(behind) && !boxes.has(to)).then_some(Way { from, to, direction })
            })
        })
    }
}
