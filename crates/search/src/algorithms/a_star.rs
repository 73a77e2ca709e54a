//! A* (Hart, Nilsson and Raphael 1968): always expand the node whose path and estimate together cost least.

use crate::Search;
use crate::algorithms::path::{solution_to, solved_at_start};
use crate::capability::Packed;
use crate::closed::{Closed, Found, NodeId};
use crate::frontier::{BucketQueue, TieBreak};
use crate::heuristic::Incremental;
use crate::limits::{LimitKind, Limits};
use crate::meter::Meter;
use crate::observer::Observer;
use crate::outcome::{Outcome, Proof, Run, Solution, UnsolvableProof};
use crate::space::{Cost, StateSpace};

/// A*. Optimal with an admissible heuristic; with an inconsistent one it re-opens nodes that it meets again on a
/// cheaper path.
///
/// Goals are recognised when they are generated, and the search ends as soon as the cheapest one found costs no more
/// than any open node promises: mostly well before the goal's own turn. Nodes that promise no better than a solution
/// in hand are dropped.
///
/// ```
/// # use fewest_search::{Limits, Search, StateSpace, Zero, algorithms::AStar, capability::Packed};
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
/// let run = AStar::default().run(&Line(5), &0, &Zero, &Limits::default(), &mut ());
/// assert_eq!(run.outcome.cost(), Some(5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AStar {
    /// Which of several equally promising nodes comes first.
    pub tie_break: TieBreak,
}

impl<S: StateSpace + Packed, H: Incremental<S>> Search<S, H> for AStar {
    fn run<O: Observer>(
        &self,
        space: &S,
        start: &S::State,
        heuristic: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Run<S::Move> {
        let meter = Meter::start(limits, observer);
        if space.is_goal(start) {
            return solved_at_start(meter);
        }
        let mut search = Frontline::new(space, heuristic, self.tie_break, meter);
        let end = search.explore(start);
        search.conclude(end)
    }
}

/// The state of a running A*.
pub(super) struct Frontline<'a, S: Packed, H, O> {
    space: &'a S,
    heuristic: &'a H,
    pub(super) admissible: bool,
    pub(super) meter: Meter<'a, O>,
    pub(super) closed: Closed<S::Key>,
    open: BucketQueue,
    /// The cheapest goal generated so far.
    pub(super) best: Option<(Cost, NodeId)>,
    /// The node that was expanded last; where a limit came between, some of its successors are not in the table.
    pub(super) last: Option<NodeId>,
}

/// A successor, judged but not yet looked up.
struct Child<K> {
    key: K,
    cost: Cost,
    estimate: Cost,
    is_goal: bool,
}

impl<'a, S: Packed, H: Incremental<S>, O: Observer> Frontline<'a, S, H, O> {
    pub(super) fn new(space: &'a S, heuristic: &'a H, tie_break: TieBreak, meter: Meter<'a, O>) -> Self {
        Self {
            space,
            heuristic,
            admissible: heuristic.guarantees().admissible,
            meter,
            closed: Closed::new(),
            open: BucketQueue::new(tie_break),
            best: None,
            last: None,
        }
    }

    /// What was found, once [`explore`](Self::explore) has ended.
    pub(super) fn conclude(self, end: Result<(), LimitKind>) -> Run<S::Move> {
        let Self { space, meter, closed, best, admissible, .. } = self;
        let solution = best.map(|(_, goal)| solution_to(space, &closed, goal));
        let outcome = match (end, solution) {
            (Ok(()), Some(Solution { moves, cost })) => {
                let proof = if admissible { Proof::Optimal } else { Proof::None };
                Outcome::Solved { moves, cost, proof }
            }
            (Ok(()), None) => {
                let proof = if closed.is_empty() { UnsolvableProof::DeadEnd } else { UnsolvableProof::Exhausted };
                Outcome::Unsolvable { proof }
            }
            (Err(limit), best_known) => Outcome::LimitReached { limit, lower_bound: meter.lower_bound(), best_known },
        };
        meter.finish(outcome)
    }

    /// Searches from a start that is no goal until the best solution is proven, or there is none.
    pub(super) fn explore(&mut self, start: &S::State) -> Result<(), LimitKind> {
        let Some(estimate) = self.heuristic.estimate(start) else { return Ok(()) };
        if self.admissible {
            self.meter.raise_lower_bound(estimate);
        }
        self.meter.generate(1);
        self.reach(None, &Child { key: self.space.pack(start), cost: 0, estimate, is_goal: false })?;
        let mut children = Vec::new();
        while let Some(priority) = self.open.peek() {
            if self.admissible {
                self.meter.raise_lower_bound(self.incumbent().min(priority));
            }
            if self.incumbent() <= priority.max(self.meter.lower_bound()) {
                break;
            }
            let (_, id) = self.open.pop().expect("peeked");
            let node = self.closed.node_mut(id);
            if node.is_expanded() {
                continue; // A cheaper path brought it forward.
            }
            node.set_expanded();
            let node = *node;
            self.meter.expand(node.cost())?;
            self.last = Some(id);
            self.generate(&node.key(), node.cost(), &mut children);
            for child in children.drain(..) {
                self.reach(Some(id), &child)?;
            }
        }
        Ok(())
    }

    /// Lists the successors of an expanded node, less those that the heuristic calls dead ends.
    fn generate(&mut self, key: &S::Key, cost: Cost, children: &mut Vec<Child<S::Key>>) {
        let state = self.space.unpack(key);
        let Some(memo) = self.heuristic.memo(&state) else { return };
        let mut moves = 0;
        let mut child_state = state.clone();
        self.space.for_each_move(&state, |mv| {
            moves += 1;
            let Some(memo) = self.heuristic.advance(memo, &state, mv) else { return };
            self.space.apply(&mut child_state, mv);
            children.push(Child {
                key: self.space.pack(&child_state),
                cost: cost.saturating_add(self.space.cost(mv)),
                estimate: self.heuristic.value(memo),
                is_goal: self.space.is_goal(&child_state),
            });
            self.space.undo(&mut child_state, mv);
        });
        self.meter.generate(moves);
    }

    /// Notes a path to a state and opens it where that path is the cheapest so far.
    fn reach(&mut self, parent: Option<NodeId>, child: &Child<S::Key>) -> Result<(), LimitKind> {
        let promise = child.cost.saturating_add(child.estimate);
        if self.admissible && promise >= self.incumbent() {
            return Ok(());
        }
        let id = match self.closed.insert(child.key, parent, child.cost, &mut self.meter)? {
            Found::New(id) => id,
            Found::Known(id) => {
                let node = self.closed.node_mut(id);
                if node.cost() <= child.cost {
                    return Ok(());
                }
                if node.is_expanded() {
                    self.meter.reopen();
                }
                node.improve(parent.expect("only the start has no parent, and costs 0"), child.cost);
                id
            }
        };
        if child.is_goal {
            if child.cost < self.incumbent() {
                self.best = Some((child.cost, id));
            }
            return Ok(());
        }
        self.open.push(promise, id, &mut self.meter)
    }

    /// The cost of the best solution so far.
    fn incumbent(&self) -> Cost {
        self.best.map_or(Cost::MAX, |(cost, _)| cost)
    }
}
