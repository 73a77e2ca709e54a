//! Discs away from their goals: each must move at least once.

use fewest_search::{Cost, Guarantees, Heuristic, Incremental};

use crate::discs::Discs;
use crate::space::{Hanoi, Move};

/// How many discs are on another peg than at the goal.
#[derive(Clone, Debug)]
pub struct DiscsAway<'a, D> {
    space: &'a Hanoi<D>,
}

impl<'a, D: Discs> DiscsAway<'a, D> {
    /// For the goal of `space`.
    pub fn new(space: &'a Hanoi<D>) -> Self {
        Self { space }
    }

    /// 1 for a disc that is not at home on this peg.
    #[inline]
    fn away(&self, disc: usize, peg: usize) -> Cost {
        Cost::from(self.space.goal().peg(disc) != peg)
    }
}

impl<D: Discs> Heuristic<Hanoi<D>> for DiscsAway<'_, D> {
    fn estimate(&self, state: &D) -> Option<Cost> {
        self.memo(state)
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }
}

impl<D: Discs> Incremental<Hanoi<D>> for DiscsAway<'_, D> {
    /// The number of discs away.
    type Memo = Cost;

    fn memo(&self, state: &D) -> Option<Cost> {
        Some((0..self.space.size().discs()).map(|disc| self.away(disc, state.peg(disc))).sum())
    }

    #[inline]
    fn advance(&self, memo: Cost, _: &D, mv: Move) -> Option<Cost> {
        let disc = usize::from(mv.disc);
        Some(memo + self.away(disc, usize::from(mv.to)) - self.away(disc, usize::from(mv.from)))
    }

    #[inline]
    fn value(&self, memo: Cost) -> Cost {
        memo
    }
}
