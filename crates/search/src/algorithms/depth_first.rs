//! Depth-first search with a table of visited states (Tarjan 1972), within a depth or without bound.

use crate::algorithms::path::solved_at_start;
use crate::algorithms::trail::Trail;
use crate::capability::Packed;
use crate::closed::{Closed, Found, NodeId};
use crate::{Cost, LimitKind, Meter, Observer, Outcome, Proof, Run, Search, StateSpace, UnsolvableProof};

/// States that lead nowhere new between two looks at the clock: unwinding a long path meets nothing else.
const REFUSED_POLL: u32 = 1 << 10;

/// Depth-first search. Ends with the first solution it meets, however long, and proves nothing about its cost. The
/// heuristic is ignored.
///
/// Without a depth every state is looked at once: a second path to it leads nowhere new. Within a depth that is not
/// enough. A state met first on a dear path may have been left with too little depth for the goal behind it, so a state
/// that is met again on a cheaper path is looked at again (and counted as re-opened). Then every state within the depth
/// is at last looked at on a cheapest path to it, by induction along that path, and a goal within the depth is never
/// missed; but a state can be looked at many times, in the worst case exponentially often.
///
/// Where no solution is found, the table tells what that means. It holds the states beyond the depth too, those that are
/// one move too far. Are there none, the space is exhausted and there is no solution. Otherwise the search ends at the
/// [depth limit](LimitKind::Depth), and the cheapest path that was cut off there bounds every solution from below.
///
/// ```
/// # use fewest_search::{LimitKind, Limits, Outcome, Search, StateSpace, Zero, algorithms::DepthFirst, capability::Packed};
/// # struct Ring(i64);
/// # impl StateSpace for Ring {
/// #     type State = i64;
/// #     type Move = i64;
/// #     fn is_goal(&self, state: &i64) -> bool { *state == self.0 }
/// #     fn for_each_move(&self, _: &i64, mut visit: impl FnMut(i64)) { visit(1); visit(-1) }
/// #     fn apply(&self, state: &mut i64, mv: i64) { *state = (*state + mv).rem_euclid(12) }
/// #     fn undo(&self, state: &mut i64, mv: i64) { *state = (*state - mv).rem_euclid(12) }
/// # }
/// # impl Packed for Ring {
/// #     type Key = i64;
/// #     fn pack(&self, state: &i64) -> i64 { *state }
/// #     fn unpack(&self, key: &i64) -> i64 { *key }
/// # }
/// // Twelve places in a ring. It goes down one way, and 5 is nearer by the other.
/// let run = DepthFirst::default().run(&Ring(5), &0, &Zero, &Limits::default(), &mut ());
/// assert_eq!(run.outcome.cost(), Some(7));
/// let run = DepthFirst { depth: Some(6) }.run(&Ring(5), &0, &Zero, &Limits::default(), &mut ());
/// assert_eq!(run.outcome.cost(), Some(5));
/// let run = DepthFirst { depth: Some(4) }.run(&Ring(5), &0, &Zero, &Limits::default(), &mut ());
/// assert!(matches!(run.outcome, Outcome::LimitReached { limit: LimitKind::Depth, lower_bound: 5, .. }));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DepthFirst {
    /// The greatest cost of a path that is followed; `None` for any.
    pub depth: Option<Cost>,
}

impl<S: StateSpace + Packed, H> Search<S, H> for DepthFirst {
    fn solve<O: Observer>(&self, space: &S, start: &S::State, _: &H, mut meter: Meter<'_, O>) -> Run<S::Move> {
        if space.is_goal(start) {
            return solved_at_start(meter);
        }
        meter.raise_lower_bound(space.uniform_cost().unwrap_or_default());
        let mut visited =
            Visited { depth: self.depth, closed: Closed::new(), beyond: 0, cheapest_beyond: Cost::MAX, refused: 0 };
        let mut trail = Trail::new();
        let end = match explore(space, start, &mut visited, &mut trail, &mut meter) {
            Ok(true) => Ok(Outcome::Solved { moves: trail.moves(), cost: trail.cost, proof: Proof::None }),
            Ok(false) if visited.beyond == 0 => Ok(Outcome::Unsolvable { proof: UnsolvableProof::Exhausted }),
            Ok(false) => {
                meter.raise_lower_bound(visited.cheapest_beyond);
                Err(LimitKind::Depth)
            }
            Err(limit) => Err(limit),
        };
        meter.conclude(end)
    }
}

/// Follows paths from a start that is no goal until one ends at a goal, where the trail then leads; `false` where none
/// within the depth does.
fn explore<S: Packed, O: Observer>(
    space: &S,
    start: &S::State,
    visited: &mut Visited<S::Key>,
    trail: &mut Trail<S::Move, NodeId>,
    meter: &mut Meter<'_, O>,
) -> Result<bool, LimitKind> {
    let mut state = start.clone();
    meter.generate(1);
    visited.closed.insert(space.pack(&state), None, 0, meter)?;
    let mut node = 0;
    loop {
        meter.visit(trail.cost, || trail.shown(space, &state))?;
        let mut moves = 0;
        let mut full = Ok(());
        space.for_each_move(&state, |mv| {
            moves += 1;
            full = full.and_then(|()| trail.offer(mv, node, meter));
        });
        full?;
        meter.generate(moves);
        node = loop {
            let Some((mv, parent)) = trail.next(space, &mut state) else { return Ok(false) };
            let cost = trail.cost.saturating_add(space.cost(mv));
            space.apply(&mut state, mv);
            if let Some(node) = visited.enter(space.pack(&state), parent, cost, meter)? {
                trail.follow(mv, cost, meter)?;
                break node;
            }
            space.undo(&mut state, mv);
        };
        if space.is_goal(&state) {
            return Ok(true);
        }
    }
}

/// The states met so far, and what the depth has cut off.
struct Visited<K: Send + 'static> {
    depth: Option<Cost>,
    /// Every state met. Those beyond the depth are there at a cost one above it.
    closed: Closed<K>,
    /// How many of them are beyond the depth by every path found so far.
    beyond: u64,
    /// The cheapest path that was cut off.
    cheapest_beyond: Cost,
    refused: u32,
}

impl<K: Copy + Eq + std::hash::Hash + Send + 'static> Visited<K> {
    /// The number of the state that a path of this cost leads to, if it must be looked at (again).
    fn enter<O: Observer>(
        &mut self,
        key: K,
        parent: NodeId,
        cost: Cost,
        meter: &mut Meter<'_, O>,
    ) -> Result<Option<NodeId>, LimitKind> {
        let too_far = self.depth.map(|depth| depth.saturating_add(1)).filter(|&too_far| cost >= too_far);
        if too_far.is_some() {
            self.cheapest_beyond = self.cheapest_beyond.min(cost);
        }
        match (self.closed.insert(key, Some(parent), too_far.unwrap_or(cost), meter)?, too_far) {
            (Found::New(id), None) => return Ok(Some(id)),
            (Found::New(_), Some(_)) => self.beyond += 1,
            (Found::Known(id), None) => {
                let node = self.closed.node_mut(id);
                if let Some(depth) = self.depth
                    && cost < node.cost()
                {
                    if node.cost() > depth {
                        self.beyond -= 1;
                    } else {
                        meter.reopen();
                    }
                    node.improve(parent, cost);
                    return Ok(Some(id));
                }
            }
            (Found::Known(_), Some(_)) => {}
        }
        self.refused = self.refused.wrapping_add(1);
        if self.refused.is_multiple_of(REFUSED_POLL) {
            meter.poll()?;
        }
        Ok(None)
    }
}
