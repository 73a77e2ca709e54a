//! SMA* (Russell 1992): A* inside a fixed number of nodes. When they are used up, the worst leaf is forgotten and its
//! parent remembers what it promised.
//!
//! Differences from the paper, none of which costs a guarantee:
//!
//! - A node is expanded as a whole, as in SMA*+ (Lovinger and Zhang 2017), and a successor that is worse than every
//!   leaf is forgotten before it is made. A parent notes *which* of its children it forgot and which of them promise
//!   least; only those are made again, so that work on the others is not lost.
//! - A state is kept once. A second path to it is dropped unless it is cheaper (or as cheap and shorter); then the
//!   subtree on the dearer path is removed. This is safe because a node that is made again inherits the lower bound
//!   that is proven for the whole search, never one that its old subtree earned while parts of it hung elsewhere: no
//!   promise on a cheapest path is ever too high, and every state of such a path is in the tree, or below a node that
//!   remembers it, since the time it was last there.
//! - Goals are recognised when they are generated, and their path is copied out: a solution in hand is never lost.

use crate::algorithms::path::solved_at_start;
use crate::capability::Packed;
use crate::closed::{NodeId, Slot, Tree};
use crate::frontier::{IndexedHeap, Rank};
use crate::meter::Shown;
use crate::{
    Cost, Incremental, LimitKind, Meter, Observer, Outcome, Proof, Run, Search, Solution, StateSpace, UnsolvableProof,
};

/// SMA*. With an admissible heuristic it finds a cheapest solution wherever a cheapest path, less its goal, fits the nodes
/// it may keep, and proves it where all moves cost the same.
///
/// Where none fits, the answer says so: a solution that was found is proven only up to the least promise of a path
/// that was too long ([`Proof::Bounded`]); without one the search ends at [`LimitKind::Memory`] with that promise as
/// its lower bound. Where moves cost differently, a cheapest solution may be [`Proof::Bounded`] too: a longer path may
/// have promised less.
///
/// ```
/// # use fewest_search::{LimitKind, Limits, Outcome, Search, Zero, algorithms::SmaStar, example::Line};
/// let search = |nodes| SmaStar { nodes: Some(nodes) }.run(&Line(5), &0, &Zero, &Limits::default(), &mut ()).outcome;
/// assert_eq!(search(5).cost(), Some(5)); // 0, 1, 2, 3 and 4 fit
/// let too_few = Outcome::LimitReached { limit: LimitKind::Memory, lower_bound: 4, best_known: None };
/// assert_eq!(search(4), too_few);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SmaStar {
    /// How many nodes may be kept, the start included (0 counts as 1). `None`: as many as the memory limit allows.
    pub nodes: Option<u64>,
}

impl<S: StateSpace + Packed, H: Incremental<S>> Search<S, H> for SmaStar {
    fn solve<O: Observer>(&self, space: &S, start: &S::State, heuristic: &H, mut meter: Meter<'_, O>) -> Run<S::Move> {
        if space.is_goal(start) {
            return solved_at_start(meter);
        }
        let Some(estimate) = heuristic.estimate(start) else {
            meter.generate(1);
            return meter.finish(Outcome::Unsolvable { proof: UnsolvableProof::DeadEnd });
        };
        let mut search = Memory {
            space,
            heuristic,
            start,
            admissible: heuristic.guarantees().admissible,
            meter,
            budget: self.nodes.unwrap_or(u64::MAX).max(1),
            tree: Tree::new(),
            best: IndexedHeap::least_first(),
            worst: IndexedHeap::greatest_first(),
            busy: None,
            level: 0,
            beyond: NOTHING,
            solution: None,
        };
        let end = search.explore(estimate);
        let Memory { meter, beyond, solution, admissible, .. } = search;
        let lower_bound = meter.lower_bound();
        let outcome = match (end, solution) {
            (Ok(()), Some(Solution { moves, cost })) => {
                let proven = if beyond >= cost { Proof::Optimal } else { Proof::Bounded { lower_bound } };
                let proof = if admissible { proven } else { Proof::None };
                Outcome::Solved { moves, cost, proof }
            }
            (Ok(()), None) if beyond == NOTHING => Outcome::Unsolvable { proof: UnsolvableProof::Exhausted },
            (Ok(()), None) => Outcome::LimitReached { limit: LimitKind::Memory, lower_bound, best_known: None },
            (Err(limit), best_known) => Outcome::LimitReached { limit, lower_bound, best_known },
        };
        meter.finish(outcome)
    }
}

/// The promise of what is not there.
const NOTHING: Cost = Cost::MAX;
/// The last bit of a set of children stands for all from this number on.
const LAST_BIT: u32 = u32::BITS - 1;

/// The set that holds one child, by its number among the successors.
fn child_bit(ordinal: u32) -> u32 {
    1 << ordinal.min(LAST_BIT)
}

struct Memory<'a, S: Packed, H, O> {
    space: &'a S,
    heuristic: &'a H,
    start: &'a S::State,
    admissible: bool,
    meter: Meter<'a, O>,
    /// How many nodes may be kept.
    budget: u64,
    tree: Tree<S::Key>,
    /// Nodes to expand: leaves, and nodes that forgot children.
    best: IndexedHeap,
    /// Nodes to forget: those of `best` that have no children, less the root.
    worst: IndexedHeap,
    /// The node that is being expanded: it is in neither heap.
    busy: Option<NodeId>,
    /// The greatest promise that was the least: no path that fits and is not yet known leads to a cheaper solution.
    level: Cost,
    /// The least promise of a path that is too long for the budget.
    beyond: Cost,
    solution: Option<Solution<S::Move>>,
}

/// A successor, judged but not yet looked up.
struct Child<K> {
    key: K,
    ordinal: u32,
    cost: Cost,
    estimate: Cost,
    is_goal: bool,
}

impl<S: Packed, H: Incremental<S>, O: Observer> Memory<'_, S, H, O> {
    /// Searches from a start that is no goal until nothing that fits can be cheaper than the best solution.
    fn explore(&mut self, estimate: Cost) -> Result<(), LimitKind> {
        if self.admissible {
            self.meter.raise_lower_bound(estimate);
        }
        self.meter.generate(1);
        let key = self.space.pack(self.start);
        self.add_slot(key)?;
        let root = self.tree.add(None, Slot::new(key, 0, estimate.min(NOTHING - 1), 0, 0));
        self.settle(root);
        let mut children = Vec::new();
        while let Some((rank, id)) = self.best.peek() {
            self.level = self.level.max(rank.promise);
            if self.incumbent() <= self.level {
                break;
            }
            if self.admissible {
                self.meter.raise_lower_bound(self.level.min(self.beyond));
            }
            self.expand(id, &mut children)?;
        }
        if self.admissible && self.incumbent().min(self.beyond) != NOTHING {
            self.meter.raise_lower_bound(self.incumbent().min(self.beyond));
        }
        Ok(())
    }

    /// Makes the successors of a node, or makes those again that it forgot and that promise least.
    fn expand(&mut self, id: NodeId, children: &mut Vec<Child<S::Key>>) -> Result<(), LimitKind> {
        let (space, tree) = (self.space, &self.tree);
        self.meter.visit(tree.node(id).cost, || {
            let state = |id: NodeId| space.unpack(&tree.node(id).key);
            Shown { state: state(id), parent: tree.node(id).parent().map(state), backward: false }
        })?;
        self.best.remove(id);
        self.worst.remove(id);
        self.busy = Some(id);
        let node = self.tree.node_mut(id);
        let wanted = if node.expanded { node.least } else { u32::MAX };
        node.forgotten &= !wanted;
        node.least = node.forgotten;
        // The rest promised more, and costs are whole numbers.
        node.promise = if node.forgotten == 0 { NOTHING } else { node.promise.saturating_add(1).min(NOTHING - 1) };
        node.expanded = true;
        let node = *node;
        self.generate(&node.key, node.cost, wanted, children);
        for child in children.drain(..) {
            self.reach(id, node.depth + 1, &child)?;
        }
        self.busy = None;
        self.settle(id);
        Ok(())
    }

    /// Lists those successors that are wanted, less those that the heuristic calls dead ends.
    fn generate(&mut self, key: &S::Key, cost: Cost, wanted: u32, children: &mut Vec<Child<S::Key>>) {
        let state = self.space.unpack(key);
        let Some(memo) = self.heuristic.memo(&state) else { return };
        let mut moves = 0;
        let mut child_state = state.clone();
        self.space.for_each_move(&state, |mv| {
            let ordinal = moves;
            moves += 1;
            if wanted & child_bit(ordinal) == 0 {
                return;
            }
            let Some(memo) = self.heuristic.advance(memo, &state, mv) else { return };
            self.space.apply(&mut child_state, mv);
            children.push(Child {
                key: self.space.pack(&child_state),
                ordinal,
                cost: cost.saturating_add(self.space.cost(mv)),
                estimate: self.heuristic.value(memo),
                is_goal: self.space.is_goal(&child_state),
            });
            self.space.undo(&mut child_state, mv);
        });
        self.meter.generate(moves.into());
    }

    /// Adds a successor to the tree, unless there is a better path to it, it cannot help, or everything else is better.
    fn reach(&mut self, parent: NodeId, depth: u32, child: &Child<S::Key>) -> Result<(), LimitKind> {
        if child.is_goal {
            if child.cost < self.incumbent() {
                self.solution = Some(self.solution_by(parent, child.ordinal));
            }
            return Ok(());
        }
        let own = child.cost.saturating_add(child.estimate).min(NOTHING - 1);
        let promise = own.max(self.level);
        if self.admissible && promise >= self.incumbent() {
            return Ok(());
        }
        let twin = self.tree.find(&child.key);
        if let Some(twin) = twin {
            let twin = self.tree.node(twin);
            if (twin.cost, twin.depth) <= (child.cost, depth) {
                return Ok(());
            }
        }
        if u64::from(depth) >= self.budget || promise > self.farthest() {
            self.give_up(own);
            return Ok(());
        }
        if let Some(twin) = twin {
            self.prune(twin);
        }
        if !self.has_room(child.key)? {
            let Some((worst, leaf)) = self.worst.peek() else {
                // Memory was refused just now, and the path to this node fills what there is.
                self.give_up(own);
                return Ok(());
            };
            if Rank::new(promise, depth) >= worst {
                self.forget(parent, child.ordinal, promise);
                return Ok(());
            }
            self.cull(leaf);
        }
        let id = self.tree.add(Some(parent), Slot::new(child.key, child.cost, promise, depth, child.ordinal));
        self.settle(id);
        Ok(())
    }

    /// Leaves out a path that is too long, which by itself promises `own`.
    fn give_up(&mut self, own: Cost) {
        self.beyond = self.beyond.min(own.max(self.meter.lower_bound()));
    }

    /// The most that a solution can cost whose path fits the budget, where that is known.
    fn farthest(&self) -> Cost {
        match self.space.uniform_cost() {
            Some(step) if self.admissible => Cost::try_from(self.budget.saturating_mul(step.into())).unwrap_or(NOTHING),
            _ => NOTHING,
        }
    }

    /// Whether a node can be added without forgetting another. Where memory is refused, what there is becomes the
    /// budget.
    fn has_room(&mut self, key: S::Key) -> Result<bool, LimitKind> {
        if self.tree.has_free_slot() {
            return Ok(true);
        }
        let slots = self.tree.slots() as u64;
        if slots >= self.budget {
            return Ok(false);
        }
        match self.add_slot(key) {
            Ok(()) => Ok(true),
            Err(LimitKind::Memory) => {
                self.budget = slots;
                Ok(false)
            }
            Err(limit) => Err(limit),
        }
    }

    fn add_slot(&mut self, key: S::Key) -> Result<(), LimitKind> {
        let slots = self.tree.slots() + 1;
        self.best.reserve(slots, &mut self.meter)?;
        self.worst.reserve(slots, &mut self.meter)?;
        self.tree.add_slot(key, &mut self.meter)
    }

    /// Notes that a node lost a child which promised `promise`, but can make it again.
    fn forget(&mut self, parent: NodeId, ordinal: u32, promise: Cost) {
        let node = self.tree.node_mut(parent);
        let bit = child_bit(ordinal);
        if promise < node.promise {
            node.promise = promise;
            node.least = bit;
        } else if promise == node.promise {
            node.least |= bit;
        }
        node.forgotten |= bit;
    }

    /// Forgets a leaf.
    fn cull(&mut self, leaf: NodeId) {
        let Slot { promise, ordinal, .. } = *self.tree.node(leaf);
        let parent = self.discard(leaf).expect("the root is never forgotten");
        self.forget(parent, ordinal, promise);
        self.settle(parent);
    }

    /// Removes a node to which a better path was found, with all that is below it.
    fn prune(&mut self, root: NodeId) {
        let mut at = root;
        loop {
            if let Some(child) = self.tree.node(at).first_child() {
                at = child;
                continue;
            }
            let parent = self.discard(at).expect("there is no better path to the start");
            if at == root {
                self.settle(parent);
                return;
            }
            at = parent;
        }
    }

    /// Removes a node without children and returns its parent.
    fn discard(&mut self, id: NodeId) -> Option<NodeId> {
        let parent = self.tree.node(id).parent();
        self.best.remove(id);
        self.worst.remove(id);
        self.tree.remove(id);
        parent
    }

    /// Puts a node whose children or promise changed where it belongs. One that has nothing left to try is removed, and
    /// then perhaps its parent.
    fn settle(&mut self, mut id: NodeId) {
        while self.busy != Some(id) {
            let node = self.tree.node(id);
            let (rank, parent, has_children) =
                (Rank::new(node.promise, node.depth), node.parent(), node.first_child().is_some());
            if node.promise != NOTHING {
                self.best.set(id, rank);
                if has_children || parent.is_none() {
                    self.worst.remove(id);
                } else {
                    self.worst.set(id, rank);
                }
                return;
            }
            if has_children {
                self.best.remove(id);
                self.worst.remove(id);
                return;
            }
            match self.discard(id) {
                Some(parent) => id = parent,
                None => return,
            }
        }
    }

    /// The cost of the best solution so far.
    fn incumbent(&self) -> Cost {
        self.solution.as_ref().map_or(Cost::MAX, |solution| solution.cost)
    }

    /// The solution that follows the tree to `id` and then makes one more move.
    fn solution_by(&self, id: NodeId, ordinal: u32) -> Solution<S::Move> {
        let mut ordinals = vec![ordinal];
        let mut at = id;
        while let Some(parent) = self.tree.node(at).parent() {
            ordinals.push(self.tree.node(at).ordinal);
            at = parent;
        }
        let mut state = self.start.clone();
        let mut solution = Solution { moves: Vec::with_capacity(ordinals.len()), cost: 0 };
        for ordinal in ordinals.into_iter().rev() {
            let (mut index, mut chosen) = (0, None);
            self.space.for_each_move(&state, |mv| {
                if index == ordinal {
                    chosen = Some(mv);
                }
                index += 1;
            });
            let mv = chosen.expect("moves come in the same order each time");
            self.space.apply(&mut state, mv);
            solution.moves.push(mv);
            solution.cost += self.space.cost(mv);
        }
        solution
    }
}
