//! Dijkstra's algorithm (1959), also called uniform-cost search: always expand the node whose path costs least.

use crate::algorithms::AStar;
use crate::capability::Packed;
use crate::{Meter, Observer, Run, Search, StateSpace, Zero};

/// Dijkstra's algorithm: A* that is told nothing about the distance to the goal. Optimal whatever moves cost; the
/// heuristic is ignored.
///
/// ```
/// # use fewest_search::{Cost, Limits, Search, StateSpace, Zero, algorithms::Dijkstra, capability::Packed};
/// # struct Line(i64);
/// # impl StateSpace for Line {
/// #     type State = i64;
/// #     type Move = i64;
/// #     fn is_goal(&self, state: &i64) -> bool { *state == self.0 }
/// #     fn for_each_move(&self, _: &i64, mut visit: impl FnMut(i64)) { visit(1); visit(3) }
/// #     fn apply(&self, state: &mut i64, mv: i64) { *state += mv }
/// #     fn undo(&self, state: &mut i64, mv: i64) { *state -= mv }
/// #     fn cost(&self, mv: i64) -> Cost { if mv == 1 { 1 } else { 4 } }
/// # }
/// # impl Packed for Line {
/// #     type Key = i64;
/// #     fn pack(&self, state: &i64) -> i64 { *state }
/// #     fn unpack(&self, key: &i64) -> i64 { *key }
/// # }
/// // One step costs 1, a leap over three places costs 4: five steps are the cheapest way.
/// let run = Dijkstra.run(&Line(5), &0, &Zero, &Limits::default(), &mut ());
/// assert_eq!(run.outcome.cost(), Some(5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dijkstra;

impl<S: StateSpace + Packed, H> Search<S, H> for Dijkstra {
    fn solve<O: Observer>(&self, space: &S, start: &S::State, _: &H, meter: Meter<'_, O>) -> Run<S::Move> {
        AStar::default().solve(space, start, &Zero, meter)
    }
}
