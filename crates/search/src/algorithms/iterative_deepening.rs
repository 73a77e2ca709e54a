//! Depth-first iterative deepening (Korf 1985): depth-first search under a bound on the cost of the path, repeated with
//! the least cost that the last bound cut off.

use crate::algorithms::ida_star;
use crate::capability::MovePruning;
use crate::{Meter, Observer, Run, Search, StateSpace, Zero};

/// Depth-first iterative deepening: IDA* that is told nothing about the distance to the goal. Optimal whatever moves
/// cost, in memory that grows with the length of the solution alone; the heuristic is ignored.
///
/// It keeps no table of visited states. Where a cycle can be reached that the space's move pruning does not forbid, it
/// never learns that there is no solution: its bounds rise until a limit stops it.
///
/// ```
/// # use fewest_search::{Limits, Search, Zero, algorithms::IterativeDeepening, example::Line};
/// let run = IterativeDeepening.run(&Line(5), &0, &Zero, &Limits::default(), &mut ());
/// assert_eq!(run.outcome.cost(), Some(5));
/// assert_eq!(run.stats.iterations, 6); // bounds 0 to 5
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IterativeDeepening;

impl<S: StateSpace + MovePruning, H> Search<S, H> for IterativeDeepening {
    fn solve<O: Observer>(&self, space: &S, start: &S::State, _: &H, meter: Meter<'_, O>) -> Run<S::Move> {
        ida_star::plain(space, start, &Zero, meter)
    }
}
