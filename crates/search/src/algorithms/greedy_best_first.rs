//! Greedy best-first search (Doran and Michie 1966): always expand the node that looks nearest to a goal.

use crate::algorithms::best_first::{Ranking, search};
use crate::capability::Packed;
use crate::frontier::TieBreak;
use crate::{Cost, Incremental, LimitKind, Meter, Observer, Run, Search, StateSpace};

/// Greedy best-first search: the estimate alone decides, and the first goal generated ends the search. Fast, and as far
/// from the optimum as the estimate misleads it.
///
/// All it knows about the optimum is what an admissible heuristic says of the start. That is the lower bound it reports,
/// and its proof is no more than [`Bounded`](crate::Proof::Bounded) by it, unless the solution happens to cost just that.
/// A node that was expanded is not opened again: a cheaper path to it would not change its turn.
///
/// ```
/// # use fewest_search::{Fresh, Limits, Outcome, Proof, Search, algorithms::GreedyBestFirst, example::{HalfTheWay, Line}};
/// let space = Line(10);
/// let estimate = Fresh { space: &space, heuristic: HalfTheWay(10) };
/// let run = GreedyBestFirst::default().run(&space, &0, &estimate, &Limits::default(), &mut ());
/// assert_eq!(run.outcome.cost(), Some(10));
/// assert!(matches!(run.outcome, Outcome::Solved { proof: Proof::Bounded { lower_bound: 5 }, .. }));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GreedyBestFirst {
    /// Which of several nodes that look equally near comes first.
    pub tie_break: TieBreak,
}

impl<S: StateSpace + Packed, H: Incremental<S>> Search<S, H> for GreedyBestFirst {
    fn solve<O: Observer>(&self, space: &S, start: &S::State, heuristic: &H, meter: Meter<'_, O>) -> Run<S::Move> {
        search(space, start, heuristic, ByEstimate, self.tie_break, meter)
    }
}

/// The least estimate first.
struct ByEstimate;

impl Ranking for ByEstimate {
    const REOPENS: bool = false;

    #[inline]
    fn priority(&self, _: Cost, estimate: Cost) -> Result<Cost, LimitKind> {
        Ok(estimate)
    }

    #[inline]
    fn suffices(&self, _: Cost, _: Cost, _: Cost) -> bool {
        true
    }
}
