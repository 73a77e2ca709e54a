//! Greedy best-first search (Doran and Michie 1966): always expand the node that looks nearest to a goal.

use crate::Search;
use crate::algorithms::best_first::{Ranking, search};
use crate::capability::Packed;
use crate::frontier::TieBreak;
use crate::heuristic::Incremental;
use crate::limits::{LimitKind, Limits};
use crate::meter::Meter;
use crate::observer::Observer;
use crate::outcome::Run;
use crate::space::{Cost, StateSpace};

/// Greedy best-first search: the estimate alone decides, and the first goal generated ends the search. Fast, and as far
/// from the optimum as the estimate misleads it.
///
/// All it knows about the optimum is what an admissible heuristic says of the start. That is the lower bound it reports,
/// and its proof is no more than [`Bounded`](crate::Proof::Bounded) by it, unless the solution happens to cost just that.
/// A node that was expanded is not opened again: a cheaper path to it would not change its turn.
///
/// ```
/// # use fewest_search::{Cost, Fresh, Guarantees, Heuristic, Limits, Proof, Outcome, Search, StateSpace};
/// # use fewest_search::{algorithms::GreedyBestFirst, capability::Packed};
/// # struct Line(i64);
/// # impl StateSpace for Line {
/// #     type State = i64;
/// #     type Move = i64;
/// #     fn is_goal(&self, state: &i64) -> bool { *state == self.0 }
/// #     fn for_each_move(&self, _: &i64, mut visit: impl FnMut(i64)) { visit(1); visit(-1) }
/// #     fn apply(&self, state: &mut i64, mv: i64) { *state += mv }
/// #     fn undo(&self, state: &mut i64, mv: i64) { *state -= mv }
/// # }
/// # impl Packed for Line {
/// #     type Key = i64;
/// #     fn pack(&self, state: &i64) -> i64 { *state }
/// #     fn unpack(&self, key: &i64) -> i64 { *key }
/// # }
/// # struct HalfTheWay(i64);
/// # impl Heuristic<Line> for HalfTheWay {
/// #     fn estimate(&self, state: &i64) -> Option<Cost> { u32::try_from(state.abs_diff(self.0) / 2).ok() }
/// #     fn guarantees(&self) -> Guarantees { Guarantees::CONSISTENT }
/// # }
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
    fn run<O: Observer>(
        &self,
        space: &S,
        start: &S::State,
        heuristic: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Run<S::Move> {
        search(space, start, heuristic, ByEstimate, self.tie_break, limits, observer)
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
    fn open<O: Observer>(&mut self, _: Cost, _: Cost, _: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        Ok(())
    }

    #[inline]
    fn improve(&mut self, _: Cost, _: Cost) {}

    #[inline]
    fn close(&mut self, _: Cost, _: Cost) -> Cost {
        0
    }

    #[inline]
    fn least_f(&mut self, _: Cost) -> Cost {
        0
    }

    #[inline]
    fn suffices(&self, _: Cost, _: Cost, _: Cost) -> bool {
        true
    }
}
