//! Depth-limited search: depth-first through every path up to a depth, remembering nothing but the path.

use crate::algorithms::path::solved_at_start;
use crate::algorithms::trail::Trail;
use crate::capability::MovePruning;
use crate::{Cost, LimitKind, Meter, Observer, Outcome, Proof, Run, Search, StateSpace, UnsolvableProof};

/// Depth-limited search: one round of iterative deepening. Ends with the first solution it meets within the depth and
/// proves nothing about its cost. Memory grows with the length of the path alone; the heuristic is ignored.
///
/// **No goal within the depth is missed**, though paths are left out that the space's
/// [move pruning](MovePruning) forbids. It forbids a string of moves only where another of the same effect, which costs
/// no more, is kept. So each state within the depth has a kept string that costs no more than the cheapest path to it,
/// and what begins a kept string is kept, and costs no more than the whole: all of it is within the depth.
///
/// For the same reason, where there is no solution within the depth, the cheapest kept path that was cut off bounds
/// every solution from below, and the search ends at the [depth limit](LimitKind::Depth) with that bound. Was nothing
/// cut off, all there is was searched and there is no solution.
///
/// ```
/// # use fewest_search::{LimitKind, Limits, Outcome, Search, Zero, algorithms::DepthLimited, example::Line};
/// let run = DepthLimited { depth: 9 }.run(&Line(5), &0, &Zero, &Limits::default(), &mut ());
/// assert_eq!(run.outcome.cost(), Some(5));
/// let run = DepthLimited { depth: 4 }.run(&Line(5), &0, &Zero, &Limits::default(), &mut ());
/// assert!(matches!(run.outcome, Outcome::LimitReached { limit: LimitKind::Depth, lower_bound: 5, .. }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthLimited {
    /// The greatest cost of a path that is followed.
    pub depth: Cost,
}

impl<S: StateSpace + MovePruning, H> Search<S, H> for DepthLimited {
    fn solve<O: Observer>(&self, space: &S, start: &S::State, _: &H, mut meter: Meter<'_, O>) -> Run<S::Move> {
        if space.is_goal(start) {
            return solved_at_start(meter);
        }
        meter.raise_lower_bound(space.uniform_cost().unwrap_or_default());
        let mut trail = Trail::new();
        let end = match explore(space, start, self.depth, &mut trail, &mut meter) {
            Ok(End::Solved) => Ok(Outcome::Solved { moves: trail.moves(), cost: trail.cost, proof: Proof::None }),
            Ok(End::Exhausted) => Ok(Outcome::Unsolvable { proof: UnsolvableProof::Exhausted }),
            Ok(End::CutOff { cheapest }) => {
                meter.raise_lower_bound(cheapest);
                Err(LimitKind::Depth)
            }
            Err(limit) => Err(limit),
        };
        meter.conclude(end)
    }
}

enum End {
    /// At a goal; the trail leads there.
    Solved,
    /// With everything within the depth searched; this is the cheapest path that was cut off.
    CutOff { cheapest: Cost },
    /// With everything searched there is.
    Exhausted,
}

/// Follows every kept path from a start that is no goal, or until a goal.
fn explore<S: MovePruning, O: Observer>(
    space: &S,
    start: &S::State,
    depth: Cost,
    trail: &mut Trail<S::Move, S::Trace>,
    meter: &mut Meter<'_, O>,
) -> Result<End, LimitKind> {
    let mut state = start.clone();
    let mut trace = space.root_trace();
    let mut cheapest = None;
    meter.generate(1);
    loop {
        meter.visit(trail.cost, || trail.shown(space, &state))?;
        let mut generated = 0;
        let mut full = Ok(());
        space.for_each_allowed(&state, trace, |mv, trace| {
            generated += 1;
            match trail.cost.checked_add(space.cost(mv)) {
                Some(cost) if cost <= depth => full = full.and_then(|()| trail.offer(mv, trace, meter)),
                beyond => {
                    let cost = beyond.unwrap_or(Cost::MAX);
                    cheapest = Some(cheapest.map_or(cost, |cheapest: Cost| cheapest.min(cost)));
                }
            }
        });
        full?;
        meter.generate(generated);
        let Some((mv, next_trace)) = trail.next(space, &mut state) else {
            return Ok(cheapest.map_or(End::Exhausted, |cheapest| End::CutOff { cheapest }));
        };
        space.apply(&mut state, mv);
        trail.follow(mv, trail.cost + space.cost(mv), meter)?;
        trace = next_trace;
        if space.is_goal(&state) {
            return Ok(End::Solved);
        }
    }
}
