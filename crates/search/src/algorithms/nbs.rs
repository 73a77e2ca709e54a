//! NBS, near-optimal bidirectional search (Chen, Holte, Zilles and Sturtevant 2017): search from both ends, always at the
//! pair of nodes that promises the cheapest solution.

use crate::algorithms::GOALS_POLL;
use crate::algorithms::path::{ended, shown, solution_along, solved_at_start};
use crate::capability::{Backward, Packed};
use crate::closed::{Closed, Found, NodeId};
use crate::frontier::{PairFrontier, SearchEnd};
use crate::{
    Cost, Heuristic, Incremental, LimitKind, Meter, Observer, Outcome, Run, Search, Solution, StateSpace,
    UnsolvableProof,
};

/// NBS. Optimal with two admissible heuristics; with inconsistent ones it re-opens nodes that it meets again on a
/// cheaper path.
///
/// To prove that a solution is optimal, a front-to-end search must expand one node of every pair `(u, v)` that promises
/// less: `max(f(u), f(v), g(u) + g(v) + the cheapest move)`. NBS expands both nodes of the best such pair, and so, with
/// consistent heuristics, at most twice as many nodes as any search must. What it expands once the bound has come up
/// to the solution's cost, until it finds that solution, is not counted in this. Statistics by depth count a node of
/// the backward side at the cost of the path from it to its goal.
///
/// Forward estimates come from the heuristic that the search is run with, backward ones from [`backward`](Self::backward):
/// the cost from the *start* of this run to a state. Where every move can be taken back at its own cost, a heuristic
/// made for the same puzzle with the start as its goal is one. A node that was expanded from the other side is not
/// opened, when both heuristics are consistent: the cheapest solution through it is known.
///
/// ```
/// # use fewest_search::{Limits, Search, Zero, algorithms::Nbs, example::Line};
/// let run = Nbs { backward: &Zero }.run(&Line(5), &0, &Zero, &Limits::default(), &mut ());
/// assert_eq!(run.outcome.cost(), Some(5));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Nbs<'a, B> {
    /// Estimates the cost from the start to a state.
    pub backward: &'a B,
}

impl<S: Packed + Backward, H: Incremental<S>, B: Heuristic<S>> Search<S, H> for Nbs<'_, B> {
    fn solve<O: Observer>(&self, space: &S, start: &S::State, heuristic: &H, meter: Meter<'_, O>) -> Run<S::Move> {
        if space.is_goal(start) {
            return solved_at_start(meter);
        }
        let guarantees = heuristic.guarantees().and(self.backward.guarantees());
        let mut search = Ends {
            space,
            admissible: guarantees.admissible,
            consistent: guarantees.consistent,
            meter,
            forward: Closed::new(),
            backward: Closed::new(),
            open: PairFrontier::new(space.uniform_cost().unwrap_or(1)),
            best: None,
            moves: Vec::new(),
        };
        let end = search.explore(start, &Ahead(heuristic), &Behind(self.backward));
        let solution = search.best.map(|meeting| search.solution_through(&meeting));
        let outcome = match (end, solution) {
            (Ok(proof), None) => Outcome::Unsolvable { proof },
            (Ok(_), solution) => ended(solution, search.admissible),
            (Err(limit), best_known) => {
                Outcome::LimitReached { limit, lower_bound: search.meter.lower_bound(), best_known }
            }
        };
        search.meter.finish(outcome)
    }
}

/// A state that was reached from both ends, under its numbers there.
#[derive(Clone, Copy)]
struct Meeting {
    cost: Cost,
    forward: NodeId,
    backward: NodeId,
}

/// One direction of search: what a step is and how a state is judged after it.
trait Direction<S: StateSpace> {
    const SIDE: SearchEnd;
    /// What is remembered of an expanded state to judge its neighbours.
    type Memo: Copy;

    fn memo(&self, state: &S::State) -> Option<Self::Memo>;
    fn for_each_step(space: &S, state: &S::State, visit: impl FnMut(S::Move));
    fn step(space: &S, state: &mut S::State, mv: S::Move);
    fn step_back(space: &S, state: &mut S::State, mv: S::Move);
    fn estimate(&self, memo: Self::Memo, before: &S::State, after: &S::State, mv: S::Move) -> Option<Cost>;
}

/// Along moves.
struct Ahead<'a, H>(&'a H);

impl<S: StateSpace, H: Incremental<S>> Direction<S> for Ahead<'_, H> {
    const SIDE: SearchEnd = SearchEnd::Forward;
    type Memo = H::Memo;

    #[inline]
    fn memo(&self, state: &S::State) -> Option<H::Memo> {
        self.0.memo(state)
    }

    #[inline]
    fn for_each_step(space: &S, state: &S::State, visit: impl FnMut(S::Move)) {
        space.for_each_move(state, visit);
    }

    #[inline]
    fn step(space: &S, state: &mut S::State, mv: S::Move) {
        space.apply(state, mv);
    }

    #[inline]
    fn step_back(space: &S, state: &mut S::State, mv: S::Move) {
        space.undo(state, mv);
    }

    #[inline]
    fn estimate(&self, memo: H::Memo, before: &S::State, _: &S::State, mv: S::Move) -> Option<Cost> {
        Some(self.0.value(self.0.advance(memo, before, mv)?))
    }
}

/// Against moves. A memo is advanced by a move out of a state, and here the move leads into it: each state is judged
/// afresh.
struct Behind<'a, B>(&'a B);

impl<S: Backward, B: Heuristic<S>> Direction<S> for Behind<'_, B> {
    const SIDE: SearchEnd = SearchEnd::Backward;
    type Memo = ();

    #[inline]
    fn memo(&self, _: &S::State) -> Option<()> {
        Some(())
    }

    #[inline]
    fn for_each_step(space: &S, state: &S::State, visit: impl FnMut(S::Move)) {
        space.for_each_move_into(state, visit);
    }

    #[inline]
    fn step(space: &S, state: &mut S::State, mv: S::Move) {
        space.undo(state, mv);
    }

    #[inline]
    fn step_back(space: &S, state: &mut S::State, mv: S::Move) {
        space.apply(state, mv);
    }

    #[inline]
    fn estimate(&self, (): (), _: &S::State, after: &S::State, _: S::Move) -> Option<Cost> {
        self.0.estimate(after)
    }
}

struct Ends<'a, S: Packed, O> {
    space: &'a S,
    admissible: bool,
    consistent: bool,
    meter: Meter<'a, O>,
    forward: Closed<S::Key>,
    backward: Closed<S::Key>,
    open: PairFrontier,
    /// The cheapest solution found so far.
    best: Option<Meeting>,
    /// The steps out of the node that is being expanded.
    moves: Vec<S::Move>,
}

impl<S: Packed + Backward, O: Observer> Ends<'_, S, O> {
    /// Searches from a start that is no goal until the best solution is proven, or there is none: why, in that case.
    fn explore<H: Incremental<S>, B: Heuristic<S>>(
        &mut self,
        start: &S::State,
        ahead: &Ahead<'_, H>,
        behind: &Behind<'_, B>,
    ) -> Result<UnsolvableProof, LimitKind> {
        self.meter.generate(1);
        let Some(estimate) = ahead.0.estimate(start) else { return Ok(UnsolvableProof::DeadEnd) };
        if self.admissible {
            self.meter.raise_lower_bound(estimate);
        }
        if let Found::New(id) = self.forward.insert(self.space.pack(start), None, 0, &mut self.meter)? {
            self.open.push(SearchEnd::Forward, id, 0, estimate, &mut self.meter)?;
        }
        let (mut goals, mut dead) = (0, 0);
        for goal in self.space.goals() {
            if u64::is_multiple_of(goals, GOALS_POLL) {
                self.meter.poll()?;
            }
            goals += 1;
            let Some(estimate) = behind.0.estimate(&goal) else {
                dead += 1;
                continue;
            };
            if let Found::New(id) = self.backward.insert(self.space.pack(&goal), None, 0, &mut self.meter)? {
                self.open.push(SearchEnd::Backward, id, 0, estimate, &mut self.meter)?;
            }
        }
        self.meter.generate(goals);
        if goals > 0 && dead == goals {
            return Ok(UnsolvableProof::DeadEnd);
        }
        while self.prepare()? {
            self.expand(ahead)?;
            if self.is_proven() {
                break;
            }
            self.expand(behind)?;
        }
        Ok(UnsolvableProof::Exhausted)
    }

    /// Brings the best pair to the front; `false` where none can lead to a cheaper solution than the best.
    fn prepare(&mut self) -> Result<bool, LimitKind> {
        let (forward, backward) = (&self.forward, &self.backward);
        let is_open = |side: SearchEnd, id: NodeId, cost: Cost| {
            let node = match side {
                SearchEnd::Forward => forward.node(id),
                SearchEnd::Backward => backward.node(id),
            };
            !node.is_expanded() && node.cost() == cost
        };
        let enough = self.best.map_or(Cost::MAX, |best| best.cost);
        let found = self.open.prepare(enough, is_open, &mut self.meter)?;
        if self.admissible && found {
            self.meter.raise_lower_bound(self.open.lower_bound.min(enough));
        }
        Ok(found && !self.is_proven())
    }

    /// Whether no pair of open nodes promises less than the best solution costs.
    fn is_proven(&self) -> bool {
        self.best.is_some_and(|best| best.cost <= self.open.lower_bound.max(self.meter.lower_bound()))
    }

    /// Expands the node at the front of one side.
    fn expand<D: Direction<S>>(&mut self, direction: &D) -> Result<(), LimitKind> {
        let Some((cost, id)) = self.open.take(D::SIDE) else { return Ok(()) };
        let (own, other) = match D::SIDE {
            SearchEnd::Forward => (&mut self.forward, &self.backward),
            SearchEnd::Backward => (&mut self.backward, &self.forward),
        };
        self.meter.visit(cost, || shown(self.space, own, id, D::SIDE == SearchEnd::Backward))?;
        let node = own.node_mut(id);
        node.set_expanded();
        let before = self.space.unpack(&node.key());
        let Some(memo) = direction.memo(&before) else { return Ok(()) };
        self.moves.clear();
        D::for_each_step(self.space, &before, |mv| self.moves.push(mv));
        self.meter.generate(self.moves.len() as u64);
        let mut after = before.clone();
        for &mv in &self.moves {
            D::step(self.space, &mut after, mv);
            let key = self.space.pack(&after);
            let cost = cost.saturating_add(self.space.cost(mv));
            let incumbent = self.best.map_or(Cost::MAX, |best| best.cost);
            let found = own.insert(key, Some(id), cost, &mut self.meter)?;
            let estimate = match found {
                Found::Known(known) if own.node(known).cost() <= cost => None,
                _ => direction.estimate(memo, &before, &after, mv),
            };
            D::step_back(self.space, &mut after, mv);
            let Some(estimate) = estimate else { continue };
            let promise = cost.saturating_add(estimate);
            let known = match found {
                Found::New(new) => new,
                Found::Known(known) => {
                    let node = own.node_mut(known);
                    if node.is_expanded() {
                        self.meter.reopen();
                    }
                    node.improve(id, cost);
                    known
                }
            };
            if self.admissible && promise >= incumbent {
                continue;
            }
            if let Some(twin) = other.find(&key) {
                let twin_node = other.node(twin);
                let through = cost.saturating_add(twin_node.cost());
                if through < incumbent {
                    let (forward, backward) = match D::SIDE {
                        SearchEnd::Forward => (known, twin),
                        SearchEnd::Backward => (twin, known),
                    };
                    self.best = Some(Meeting { cost: through, forward, backward });
                }
                if self.consistent && twin_node.is_expanded() {
                    continue;
                }
            }
            self.open.push(D::SIDE, known, cost, promise, &mut self.meter)?;
        }
        Ok(())
    }

    /// The solution through a meeting: the forward path to it, then the backward path from its other end.
    fn solution_through(&self, meeting: &Meeting) -> Solution<S::Move> {
        let there = self.forward.path_to(meeting.forward).into_iter().map(|id| self.forward.node(id).key());
        let onward = self.backward.path_to(meeting.backward).into_iter().rev().skip(1);
        solution_along(self.space, there.chain(onward.map(|id| self.backward.node(id).key())))
    }
}
