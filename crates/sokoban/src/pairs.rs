//! Two boxes that cannot both be brought to goals, be all others gone.
//!
//! ```text
//! #########        Each of the boxes could be brought to a goal if it were alone. Together they cannot, although
//! #@ $ $..#        neither is frozen: the player never comes behind the second.
//! #########
//! ```
//!
//! Other boxes only take ways away, so no position with such a pair has a solution. For each pair of squares the table
//! holds where the player must be for the pair to be solvable. It is searched once, backwards from all pairs of
//! goals by pulls (retrograde analysis, Ströhlein 1970), over the squares from which a lone box can come to a goal, if
//! there are at most [`MOST`] of them: then it has at most 128² entries of `W` words each. For larger floors nothing is
//! known of pairs.

use crate::bits::Squares;
use crate::direction::Direction;
use crate::floor::{Floor, NONE};

/// The most squares that pairs are made of.
const MOST: usize = 128;

/// Which pairs can be solved.
#[derive(Clone, Debug)]
pub(crate) struct Pairs<const W: usize> {
    /// The number of each square among those that pairs are made of, or [`NONE`].
    numbers: Vec<u16>,
    /// How many of these there are.
    count: usize,
    /// For each pair, the squares of a player with whom it can be solved.
    solvable: Vec<Squares<W>>,
}

impl<const W: usize> Pairs<W> {
    /// Searches all pairs; `reached` tells where a player can walk past two boxes.
    pub(crate) fn new(floor: &Floor, reached: impl Fn(&Squares<W>, u16) -> Squares<W>) -> Self {
        let mut numbers = vec![NONE; floor.len()];
        let is_alive = |square: u16| {
            let near = floor.around(square).into_iter().filter(|&near| near != NONE);
            near.into_iter().any(|near| !floor.is_dead(square, near))
        };
        let alive: Vec<u16> = floor.squares().filter(|&square| is_alive(square)).collect();
        if alive.len() > MOST || floor.goals().len() < 2 {
            return Self { numbers, count: 0, solvable: Vec::new() };
        }
        for (number, &square) in (0..).zip(&alive) {
            numbers[usize::from(square)] = number;
        }
        let count = alive.len();
        let mut pairs = Self { numbers, count, solvable: vec![Squares::EMPTY; count * count] };
        let mut waiting = Vec::new();
        for (index, &one) in floor.goals().iter().enumerate() {
            for &other in &floor.goals()[..index] {
                for player in floor.squares().filter(|&player| player != one && player != other) {
                    pairs.solve((one, other), player, &reached, &mut waiting);
                }
            }
        }
        while let Some((one, other, players)) = waiting.pop() {
            for (moved, still) in [(one, other), (other, one)] {
                for direction in Direction::ALL {
                    // The player stands where the box was, and came from behind.
                    let from = floor.next(moved, direction.reversed());
                    if from == NONE || !players.has(from) {
                        continue;
                    }
                    let behind = floor.next(from, direction.reversed());
                    if behind != NONE && behind != still {
                        pairs.solve((from, still), behind, &reached, &mut waiting);
                    }
                }
            }
        }
        pairs
    }

    /// Notes that a pair can be solved with this player.
    fn solve(
        &mut self,
        (one, other): (u16, u16),
        player: u16,
        reached: &impl Fn(&Squares<W>, u16) -> Squares<W>,
        waiting: &mut Vec<(u16, u16, Squares<W>)>,
    ) {
        let (Some(pair), Some(twin)) = (self.pair(one, other), self.pair(other, one)) else { return };
        if self.solvable[pair].has(player) {
            return;
        }
        let players = reached(&[one, other].into_iter().collect(), player);
        self.solvable[pair] = self.solvable[pair].or(&players);
        self.solvable[twin] = self.solvable[pair];
        waiting.push((one, other, players));
    }

    /// Whether it is known that two boxes cannot both be brought to goals.
    #[inline]
    pub(crate) fn is_dead(&self, one: u16, other: u16, player: u16) -> bool {
        self.pair(one, other).is_some_and(|pair| !self.solvable[pair].has(player))
    }

    #[inline]
    fn pair(&self, one: u16, other: u16) -> Option<usize> {
        let (one, other) = (self.numbers[usize::from(one)], self.numbers[usize::from(other)]);
        (one != NONE && other != NONE).then(|| usize::from(one) * self.count + usize::from(other))
    }
}
