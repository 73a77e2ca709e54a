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
//! The bound is consistent. When a disc moves from a to b, no smaller disc is on a or b, and so no smaller disc counted
//! 2 because of it before the move but not after. The disc itself, if it counted 2, is then away from its goal, or has
//! come to g while M is still away; either way it still counts.

use fewest_search::{Cost, Guarantees, Heuristic, Incremental, StateSpace};

use crate::discs::Discs;
use crate::size::MAX_PEGS;
use crate::space::{Hanoi, Move};

/// Discs away from their goals, those that must go out and back counted twice.
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
                twice[home] |= 1 << home;
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
