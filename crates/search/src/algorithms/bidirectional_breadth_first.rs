//! Bidirectional breadth-first search (Pohl 1971): layers around the start and layers around the goals, until they meet.

use std::ops::Range;

use crate::algorithms::GOALS_POLL;
use crate::algorithms::path::{ended, shown, solution_from, solution_to, solved_at_start};
use crate::capability::{Backward, Packed};
use crate::closed::{Closed, Found, NodeId};
use crate::{LimitKind, Meter, Observer, Run, Search, Solution, StateSpace};

/// Bidirectional breadth-first search. Finds a solution with the fewest moves, which is optimal where all moves cost the
/// same. The heuristic is ignored.
///
/// It expands a whole layer at a time, on the side whose outermost layer is smaller, and ends when one side generates a
/// state that the other knows.
///
/// **That first meeting is a shortest solution.** Say the forward side knows all states at most `a` moves from the
/// start, the backward side all at most `b` moves from a goal, and no state is known to both. A solution of at
/// most `a + b` moves would pass, after `a` moves or at its end, a state known to both: so every solution has at least
/// `a + b + 1` moves. A state that one side generates in its next layer and the other side knows lies on a solution of
/// at most `a + 1 + b` moves. Hence it has just as many, whichever of the states where the sides meet comes first.
///
/// If either side has no layer left, there is no solution: all states that the start can reach, or all that can reach a
/// goal, are known.
///
/// ```
/// # use fewest_search::{Limits, Search, Zero, algorithms::BidirectionalBreadthFirst, example::Line};
/// let run = BidirectionalBreadthFirst.run(&Line(5), &0, &Zero, &Limits::default(), &mut ());
/// assert_eq!(run.outcome.cost(), Some(5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BidirectionalBreadthFirst;

impl<S: StateSpace + Packed + Backward, H> Search<S, H> for BidirectionalBreadthFirst {
    fn solve<O: Observer>(&self, space: &S, start: &S::State, _: &H, mut meter: Meter<'_, O>) -> Run<S::Move> {
        if space.is_goal(start) {
            return solved_at_start(meter);
        }
        let mut sides = Halves { space, forward: HalfSearch::new(), backward: HalfSearch::new() };
        let end = sides.explore(start, &mut meter);
        meter.conclude(
            end.map(|meeting| ended(meeting.map(|meeting| sides.solution(meeting)), space.uniform_cost().is_some())),
        )
    }
}

/// Both searches.
struct Halves<'a, S: Packed> {
    space: &'a S,
    forward: HalfSearch<S::Key>,
    backward: HalfSearch<S::Key>,
}

/// The search from one end.
struct HalfSearch<K: Send + 'static> {
    closed: Closed<K>,
    /// The states that were found last and are not expanded.
    layer: Range<NodeId>,
}

/// One state, known to the forward and to the backward side under these numbers.
type Meeting = (NodeId, NodeId);

impl<S: Packed + Backward> Halves<'_, S> {
    /// Searches from a start that is no goal until the sides meet; `None` where they cannot.
    fn explore<O: Observer>(
        &mut self,
        start: &S::State,
        meter: &mut Meter<'_, O>,
    ) -> Result<Option<Meeting>, LimitKind> {
        let Self { space, forward, backward } = self;
        let step = space.uniform_cost();
        meter.raise_lower_bound(step.unwrap_or_default());
        forward.plant(space.pack(start), meter)?;
        for (number, goal) in (0u64..).zip(space.goals()) {
            backward.plant(space.pack(&goal), meter)?;
            if number.is_multiple_of(GOALS_POLL) {
                meter.poll()?;
            }
        }
        forward.turn();
        backward.turn();
        for finished in 1.. {
            if forward.layer.is_empty() || backward.layer.is_empty() {
                break;
            }
            meter.begin_iteration();
            let meeting = if forward.layer.len() <= backward.layer.len() {
                forward.expand::<true, S, O>(space, &backward.closed, meter)?
            } else {
                backward.expand::<false, S, O>(space, &forward.closed, meter)?.map(|(own, other)| (other, own))
            };
            if meeting.is_some() {
                return Ok(meeting);
            }
            if let Some(step) = step {
                // So many layers are complete on both sides together.
                let excluded = step.saturating_mul(finished);
                meter.raise_lower_bound(excluded.saturating_add(step));
                meter.iteration(excluded)?;
            }
        }
        Ok(None)
    }

    /// The way from the start to a meeting and on to the goal.
    fn solution(&self, (forward, backward): Meeting) -> Solution<S::Move> {
        let mut way = solution_to(self.space, &self.forward.closed, forward);
        let rest = solution_from(self.space, &self.backward.closed, backward);
        way.moves.extend(rest.moves);
        way.cost += rest.cost;
        way
    }
}

impl<K: Copy + Eq + std::hash::Hash + Send + 'static> HalfSearch<K> {
    fn new() -> Self {
        Self { closed: Closed::new(), layer: 0..0 }
    }

    /// Adds a state to begin with.
    fn plant<O: Observer>(&mut self, key: K, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        meter.generate(1);
        self.closed.insert(key, None, 0, meter)?;
        Ok(())
    }

    /// Makes a layer of all that was found since the last.
    fn turn(&mut self) {
        self.layer = self.layer.end..NodeId::try_from(self.closed.len()).expect("nodes are numbered");
    }

    /// Expands the layer, by the moves out of its states or by those into them, until a state is found that the other
    /// side knows: under which numbers here and there. The states that were found are the next layer.
    fn expand<const FORWARD: bool, S: Packed<Key = K> + Backward, O: Observer>(
        &mut self,
        space: &S,
        other: &Closed<K>,
        meter: &mut Meter<'_, O>,
    ) -> Result<Option<(NodeId, NodeId)>, LimitKind> {
        let mut moves = Vec::new();
        for parent in self.layer.clone() {
            let node = *self.closed.node(parent);
            meter.visit(node.cost(), || shown(space, &self.closed, parent, !FORWARD))?;
            let mut state = space.unpack(&node.key());
            moves.clear();
            if FORWARD {
                space.for_each_move(&state, |mv| moves.push(mv));
            } else {
                space.for_each_move_into(&state, |mv| moves.push(mv));
            }
            meter.generate(moves.len() as u64);
            for &mv in &moves {
                let there = if FORWARD { S::apply } else { S::undo };
                let back = if FORWARD { S::undo } else { S::apply };
                there(space, &mut state, mv);
                let key = space.pack(&state);
                let cost = node.cost().saturating_add(space.cost(mv));
                if let Found::New(own) = self.closed.insert(key, Some(parent), cost, meter)?
                    && let Some(twin) = other.find(&key)
                {
                    return Ok(Some((own, twin)));
                }
                back(space, &mut state, mv);
            }
        }
        self.turn();
        Ok(None)
    }
}
