//! A* (Hart, Nilsson and Raphael 1968): always expand the node whose path and estimate together cost least.

use crate::algorithms::best_first::{Ranking, search};
use crate::capability::Packed;
use crate::frontier::TieBreak;
use crate::{Cost, Incremental, LimitKind, Meter, Observer, Run, Search, StateSpace};

/// A*. Optimal with an admissible heuristic; with an inconsistent one it re-opens nodes that it meets again on a
/// cheaper path.
///
/// Goals are recognised when they are generated, and the search ends as soon as the cheapest one found costs no more
/// than any open node promises: mostly well before the goal's own turn. Nodes that promise no better than a solution
/// in hand are dropped.
///
/// ```
/// # use fewest_search::{Limits, Search, Zero, algorithms::AStar, example::Line};
/// let run = AStar::default().run(&Line(5), &0, &Zero, &Limits::default(), &mut ());
/// assert_eq!(run.outcome.cost(), Some(5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AStar {
    /// Which of several equally promising nodes comes first.
    pub tie_break: TieBreak,
}

impl<S: StateSpace + Packed, H: Incremental<S>> Search<S, H> for AStar {
    fn solve<O: Observer>(&self, space: &S, start: &S::State, heuristic: &H, meter: Meter<'_, O>) -> Run<S::Move> {
        search(space, start, heuristic, ByF, self.tie_break, meter)
    }
}

/// The least f first. The queue itself then knows the least f of all, and a node that is taken from it is below the
/// incumbent: the search would be over otherwise.
pub(super) struct ByF;

impl Ranking for ByF {
    const REOPENS: bool = true;

    #[inline]
    fn priority(&self, cost: Cost, estimate: Cost) -> Result<Cost, LimitKind> {
        Ok(cost.saturating_add(estimate))
    }

    #[inline]
    fn least_f(&mut self, priority: Cost) -> Cost {
        priority
    }

    #[inline]
    fn suffices(&self, incumbent: Cost, priority: Cost, lower_bound: Cost) -> bool {
        incumbent <= priority.max(lower_bound)
    }
}
