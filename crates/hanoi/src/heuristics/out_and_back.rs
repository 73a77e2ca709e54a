//! Out and back: discs that must make way for a larger one and return.
//!
//! Let M be a disc on peg s whose goal is peg g ≠ s. Before M first moves, every smaller disc must have left s; when M
//! moves last, none may be on g. So of the smaller discs these move at least twice:
//!
//! * those on s whose goal is s: they leave before M's first move, and come back;
//! * those on s whose goal is g: they leave s before M's first move, and M's last move finds them elsewhere than on g;
//! * those on g whose goal is g: they are elsewhere at M's last move, and come back.
//!
//! All other discs move once if they are away. Each disc counts for its own moves, so the sum over all discs is a lower
//! bound; a disc counts 2 at most, however many larger ones drive it out.
//!
//! One more move is owed where discs trade places: if E, smaller than M, is on g and its goal is s, then either M moves
//! twice, or E is on neither peg when M moves, and moves twice itself. Take M and E as the largest of their way: M
//! counted 1, and so did E, while every other disc between these two pegs counts 2 already. So each pair of pegs owes one
//! move at most, by discs that owe no other, and the sum stays a bound when E counts 2.
//!
//! The bound is consistent. When a disc X moves from a to b, no smaller disc is on a or b, and a smaller one that
//! counted 2 because of X still does, but for one: that which would trade places with X, and then only if X counted 1
//! and still does. X itself, if it counted 2, is then away from its goal, or has come to a goal from which a larger one
//! drives it out again; either way it still counts.

use fewest_search::{Cost, Guarantees, Heuristic, Incremental, StateSpace};

use crate::discs::Discs;
use crate::size::MAX_PEGS;
use crate::space::{Hanoi, Move};

/// Discs away from their goals, those that must go out and back or trade places counted twice.
///
/// ```
/// use fewest_hanoi::{Goal, Hanoi, Position, Word64, heuristics::OutAndBack};
/// use fewest_search::Heuristic;
/// let start: Position = "3 1/-/-/2".parse()?;
/// let space = Hanoi::<Word64<2>>::new(&Goal::Last.position(start.size())?)?;
/// // Disc 3 must move; 1 must leave it and come to the goal after it; 2 must leave the goal and come back.
/// assert_eq!(OutAndBack::new(&space).estimate(&space.state(&start)?), Some(5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OutAndBack<'a, D> {
    space: &'a Hanoi<D>,
}

impl<'a, D: Discs> OutAndBack<'a, D> {
    /// For the goal of `space`.
    pub fn new(space: &'a Hanoi<D>) -> Self {
        Self { space }
    }
}

impl<D: Discs> Heuristic<Hanoi<D>> for OutAndBack<'_, D> {
    #[inline]
    fn estimate(&self, state: &D) -> Option<Cost> {
        let goal = self.space.goal();
        // For each peg, the goals (a bit each) that make a disc on it move twice.
        let mut twice = [0u32; MAX_PEGS];
        let mut moves = 0;
        for disc in (0..self.space.size().discs()).rev() {
            let (here, home) = (state.peg(disc), goal.peg(disc));
            let is_away = here != home;
            moves += if twice[here] & 1 << home != 0 { 2 } else { Cost::from(is_away) };
            if is_away {
                twice[here] |= 1 << here | 1 << home;
                twice[home] |= 1 << here | 1 << home;
            }
        }
        Some(moves)
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }
}

impl<D: Discs> Incremental<Hanoi<D>> for OutAndBack<'_, D> {
    /// The bound itself. One disc that moves changes what all smaller ones count, so it is worked out anew.
    type Memo = Cost;

    fn memo(&self, state: &D) -> Option<Cost> {
        self.estimate(state)
    }

    #[inline]
    fn advance(&self, _: Cost, before: &D, mv: Move) -> Option<Cost> {
        let mut after = *before;
        self.space.apply(&mut after, mv);
        self.estimate(&after)
    }

    #[inline]
    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discs::Word64;
    use crate::position::Position;

    fn bound(start: &str, goal: &str) -> Option<Cost> {
        let (start, goal): (Position, Position) = (start.parse().unwrap(), goal.parse().unwrap());
        let space = Hanoi::<Word64<2>>::new(&goal).unwrap();
        OutAndBack::new(&space).estimate(&space.state(&start).unwrap())
    }

    #[test]
    fn each_reason_counts() {
        // On the peg to be left, at home there or at home where the larger disc goes.
        assert_eq!(bound("2 1/-/-/-", "1/2/-/-"), Some(3));
        assert_eq!(bound("2 1/-/-/-", "-/2 1/-/-"), Some(3));
        // At home where the larger disc goes.
        assert_eq!(bound("2/1/-/-", "-/2 1/-/-"), Some(3));
        // Trading places.
        assert_eq!(bound("2/1/-/-", "1/2/-/-"), Some(3));
        // Out of the way, now or in the end.
        assert_eq!(bound("2 1/-/-/-", "-/2/1/-"), Some(2));
        assert_eq!(bound("2/-/1/-", "-/2 1/-/-"), Some(2));
        assert_eq!(bound("2/-/1/-", "-/2/1/-"), Some(1));
    }
}
