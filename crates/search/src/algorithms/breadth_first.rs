//! Breadth-first search (Moore 1959): all states at distance 1, then 2, then 3, until a goal appears.

use crate::algorithms::path::{ended, shown, solution_to, solved_at_start};
use crate::capability::Packed;
use crate::closed::{Closed, Found, NodeId};
use crate::{LimitKind, Meter, Observer, Run, Search, StateSpace};

/// Breadth-first search. Finds a solution with the fewest moves, which is optimal where all moves cost the same.
///
/// A goal is recognised when it is generated, so the layer that holds it is not expanded. The closed table lists
/// states in the order they were found: it is the queue.
///
/// ```
/// # use fewest_search::{Limits, Search, Zero, algorithms::BreadthFirst, example::Line};
/// let run = BreadthFirst.run(&Line(5), &0, &Zero, &Limits::default(), &mut ());
/// assert_eq!(run.outcome.cost(), Some(5));
/// assert_eq!(run.stats.expanded, 8); // 0, both neighbours at distances 1 to 3, and 4, which yields 5
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BreadthFirst;

impl<S: StateSpace + Packed, H> Search<S, H> for BreadthFirst {
    fn solve<O: Observer>(&self, space: &S, start: &S::State, _: &H, mut meter: Meter<'_, O>) -> Run<S::Move> {
        if space.is_goal(start) {
            return solved_at_start(meter);
        }
        let mut closed = Closed::new();
        let end = explore(space, start, &mut closed, &mut meter);
        meter.conclude(
            end.map(|goal| ended(goal.map(|goal| solution_to(space, &closed, goal)), space.uniform_cost().is_some())),
        )
    }
}

/// Finds the node of the goal nearest to a start that is none, or `None` where there is no goal.
fn explore<S: Packed, O: Observer>(
    space: &S,
    start: &S::State,
    closed: &mut Closed<S::Key>,
    meter: &mut Meter<'_, O>,
) -> Result<Option<NodeId>, LimitKind> {
    meter.raise_lower_bound(space.uniform_cost().unwrap_or_default());
    closed.insert(space.pack(start), None, 0, meter)?;
    meter.generate(1);
    let mut children = Vec::new();
    let mut layer_cost = None;
    for parent in 0.. {
        if parent as usize == closed.len() {
            break;
        }
        let node = *closed.node(parent);
        if let Some(step) = space.uniform_cost()
            && layer_cost != Some(node.cost())
        {
            // Every state up to the layer at this cost is known and none is a goal.
            if let Some(finished) = layer_cost.replace(node.cost()) {
                meter.iteration(finished)?;
            }
            meter.begin_iteration();
            meter.raise_lower_bound(node.cost().saturating_add(step));
        }
        meter.visit(node.cost(), || shown(space, closed, parent, false))?;
        let mut state = space.unpack(&node.key());
        children.clear();
        space.for_each_move(&state, |mv| children.push(mv));
        meter.generate(children.len() as u64);
        for &mv in &children {
            space.apply(&mut state, mv);
            let cost = node.cost().saturating_add(space.cost(mv));
            let found = closed.insert(space.pack(&state), Some(parent), cost, meter)?;
            if let Found::New(id) = found
                && space.is_goal(&state)
            {
                return Ok(Some(id));
            }
            space.undo(&mut state, mv);
        }
    }
    Ok(None)
}
