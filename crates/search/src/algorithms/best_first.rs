//! Best-first search (Pearl 1984): the loop that A*, Dijkstra's algorithm, greedy best-first search and weighted A*
//! share. They differ in a [`Ranking`] alone, which the compiler dissolves.

use crate::algorithms::path::{proof_of, shown, solution_to, solved_at_start};
use crate::capability::Packed;
use crate::closed::{Closed, Found, NodeId};
use crate::frontier::{BucketQueue, TieBreak};
use crate::{Cost, Incremental, LimitKind, Meter, Observer, Outcome, Run, Solution, UnsolvableProof};

/// Nodes that are closed without being expanded between two looks at the clock.
const SKIPPED_POLL: u64 = 1 << 10;

/// What makes one best-first search differ from another: who comes first, and what follows from who is left.
///
/// f is the cost of the path to a node plus its estimate.
pub(crate) trait Ranking {
    /// Whether a node is opened again when a cheaper path to it is found after its expansion.
    const REOPENS: bool;

    /// Where a node stands in the queue.
    ///
    /// # Errors
    /// [`LimitKind::Memory`] where the priority is too large for any queue.
    fn priority(&self, cost: Cost, estimate: Cost) -> Result<Cost, LimitKind>;

    /// Notes a node that becomes open.
    #[inline]
    fn open<O: Observer>(&mut self, _cost: Cost, _estimate: Cost, _: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        Ok(())
    }

    /// Notes an open node to which a path cheaper than `cost` was found; it is opened anew at once.
    #[inline]
    fn improve(&mut self, _cost: Cost, _estimate: Cost) {}

    /// Notes an open node of this path and priority that is taken from the queue, and returns a lower bound on its f.
    #[inline]
    fn close(&mut self, _cost: Cost, _priority: Cost) -> Cost {
        0
    }

    /// A lower bound on the f of every open node, where the least priority is `priority`.
    #[inline]
    fn least_f(&mut self, _priority: Cost) -> Cost {
        0
    }

    /// Whether a solution of cost `incumbent` is good enough to end the search, where the least priority is `priority`
    /// and no solution costs less than `lower_bound`.
    fn suffices(&self, incumbent: Cost, priority: Cost, lower_bound: Cost) -> bool;
}

/// Searches from `start` until the ranking calls a solution good enough.
pub(crate) fn search<S: Packed, H: Incremental<S>, R: Ranking, O: Observer>(
    space: &S,
    start: &S::State,
    heuristic: &H,
    ranking: R,
    tie_break: TieBreak,
    meter: Meter<'_, O>,
) -> Run<S::Move> {
    if space.is_goal(start) {
        return solved_at_start(meter);
    }
    let mut search = BestFirst::new(space, heuristic, ranking, tie_break, meter);
    let end = search.explore(start);
    search.conclude(end)
}

pub(super) struct BestFirst<'a, S: Packed, H, R, O> {
    space: &'a S,
    heuristic: &'a H,
    pub(super) admissible: bool,
    ranking: R,
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

impl<'a, S: Packed, H: Incremental<S>, R: Ranking, O: Observer> BestFirst<'a, S, H, R, O> {
    pub(super) fn new(space: &'a S, heuristic: &'a H, ranking: R, tie_break: TieBreak, meter: Meter<'a, O>) -> Self {
        Self {
            space,
            heuristic,
            admissible: heuristic.guarantees().admissible,
            ranking,
            meter,
            closed: Closed::new(),
            open: BucketQueue::new(tie_break),
            best: None,
            last: None,
        }
    }

    /// What was found, once [`explore`](Self::explore) has ended.
    pub(super) fn conclude(self, end: Result<(), LimitKind>) -> Run<S::Move> {
        let Self { space, meter, closed, best, .. } = self;
        let solution = best.map(|(_, goal)| solution_to(space, &closed, goal));
        let lower_bound = meter.lower_bound();
        let outcome = match (end, solution) {
            (Ok(()), Some(Solution { moves, cost })) => {
                Outcome::Solved { moves, cost, proof: proof_of(cost, lower_bound) }
            }
            (Ok(()), None) => {
                let proof = if closed.is_empty() { UnsolvableProof::DeadEnd } else { UnsolvableProof::Exhausted };
                Outcome::Unsolvable { proof }
            }
            (Err(limit), best_known) => Outcome::LimitReached { limit, lower_bound, best_known },
        };
        meter.finish(outcome)
    }

    /// Searches from a start that is no goal until the best solution suffices, or there is none.
    ///
    /// Why the bounds are true under an admissible heuristic: of an optimal path, some node is always open at its least
    /// cost (if nodes are re-opened), and its f is at most the optimum; unless the path was dropped for promising no
    /// less than the incumbent costs, or has led to it.
    pub(super) fn explore(&mut self, start: &S::State) -> Result<(), LimitKind> {
        let Some(estimate) = self.heuristic.estimate(start) else { return Ok(()) };
        if self.admissible {
            self.meter.raise_lower_bound(estimate);
        }
        self.meter.generate(1);
        self.reach(None, &Child { key: self.space.pack(start), cost: 0, estimate, is_goal: false })?;
        let mut children = Vec::new();
        let mut skipped = 0u64;
        while let Some(priority) = self.open.peek() {
            let incumbent = self.incumbent();
            if self.admissible {
                self.meter.raise_lower_bound(incumbent.min(self.ranking.least_f(priority)));
            }
            if self.best.is_some() && self.ranking.suffices(incumbent, priority, self.meter.lower_bound()) {
                return Ok(());
            }
            let (_, id) = self.open.pop().expect("peeked");
            let node = self.closed.node_mut(id);
            if node.is_expanded() {
                continue; // A cheaper path brought it forward.
            }
            node.set_expanded();
            let node = *node;
            if self.ranking.close(node.cost(), priority) >= incumbent && self.admissible {
                // It was opened when no solution was yet as cheap as it promises.
                skipped += 1;
                if skipped.is_multiple_of(SKIPPED_POLL) {
                    self.meter.poll()?;
                }
                continue;
            }
            self.meter.visit(node.cost(), || shown(self.space, &self.closed, id, false))?;
            self.last = Some(id);
            self.generate(&node.key(), node.cost(), &mut children);
            for child in children.drain(..) {
                self.reach(Some(id), &child)?;
            }
        }
        if let (true, Some((cost, _))) = (self.admissible && R::REOPENS, self.best) {
            self.meter.raise_lower_bound(cost);
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
        if self.admissible && child.cost.saturating_add(child.estimate) >= self.incumbent() {
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
                    if !R::REOPENS {
                        return Ok(());
                    }
                    self.meter.reopen();
                } else if !child.is_goal {
                    self.ranking.improve(node.cost(), child.estimate);
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
        self.ranking.open(child.cost, child.estimate, &mut self.meter)?;
        self.open.push(self.ranking.priority(child.cost, child.estimate)?, id, &mut self.meter)
    }

    /// The cost of the best solution so far.
    fn incumbent(&self) -> Cost {
        self.best.map_or(Cost::MAX, |(cost, _)| cost)
    }
}
