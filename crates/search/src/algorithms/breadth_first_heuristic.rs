//! Breadth-first heuristic search (Zhou and Hansen 2004, 2006), iterated: layer by layer under a bound on f, repeated
//! with the least f that the last bound cut off (BFIDA*), and keeping only the layers that can be met again (frontier
//! search; Korf, Zhang, Thayer and Hohwald 2005).
//!
//! In an undirected space a neighbour of a state at depth d is at depth d - 1, d or d + 1, so that three layers are enough
//! to recognise every state that comes again; pruning changes nothing about that, since a state that was cut off would
//! be cut off again. The path is then not in memory. One layer half-way is kept, every later state knows its ancestor
//! there, and the path to and from that ancestor is found by searching again, in halves of halves.
//!
//! In a directed space a move may lead back to any layer: all are kept, and with them the path.

use crate::algorithms::path::{ended, shown, solution_along, solution_to, solved_at_start};
use crate::capability::Packed;
use crate::closed::{Closed, Found, NodeId};
use crate::meter::Shown;
use crate::{
    Cost, Incremental, LimitKind, Meter, Observer, Outcome, Run, Search, Solution, StateSpace, UnsolvableProof,
};

/// Breadth-first heuristic search with iterated bounds. Where all moves cost the same, optimal with an admissible
/// heuristic; in an undirected space it holds four layers at most.
///
/// It expands what A* expands, and more of the last round, in the order of cost instead of promise; rounds before the
/// last are repeated work. Where moves cost differently, depth is no cost and an estimate of cost bounds no depth: the
/// heuristic then serves for dead ends alone, and the solution has the fewest moves and no proof, as with
/// [`BreadthFirst`](crate::algorithms::BreadthFirst).
///
/// ```
/// # use fewest_search::{Limits, Search, Zero, algorithms::BreadthFirstHeuristic, example::Line};
/// let run = BreadthFirstHeuristic.run(&Line(5), &0, &Zero, &Limits::default(), &mut ());
/// assert_eq!(run.outcome.cost(), Some(5));
/// assert_eq!(run.stats.iterations, 6); // bounds 0 to 5
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BreadthFirstHeuristic;

impl<S: StateSpace + Packed, H: Incremental<S>> Search<S, H> for BreadthFirstHeuristic {
    fn solve<O: Observer>(&self, space: &S, start: &S::State, heuristic: &H, mut meter: Meter<'_, O>) -> Run<S::Move> {
        if space.is_goal(start) {
            return solved_at_start(meter);
        }
        let Some(estimate) = heuristic.estimate(start) else {
            meter.generate(1);
            return meter.finish(Outcome::Unsolvable { proof: UnsolvableProof::DeadEnd });
        };
        let proves = heuristic.guarantees().admissible && space.uniform_cost().is_some();
        let mut search = Sweep {
            space,
            heuristic,
            meter,
            layers: Layers::new(space.is_undirected()),
            bound: if space.uniform_cost().is_some() { estimate } else { Cost::MAX },
            proves,
            children: Vec::new(),
        };
        let end = search.deepen(start);
        search.meter.conclude(end.map(|solution| ended(solution, proves)))
    }
}

/// A state on a path, and how far along.
#[derive(Clone, Copy)]
struct Point<K> {
    key: K,
    depth: u32,
    cost: Cost,
}

/// The states that may be met again, by layer.
struct Layers<K: Send + 'static> {
    /// Undirected: as many as can be in use at once. Directed: one that holds everything.
    tables: Vec<Closed<K>>,
    before: usize,
    current: usize,
    next: usize,
    /// The layer that later states know their ancestor in, and its depth.
    relay: Option<(usize, u32)>,
    /// Where the current layer begins and ends in its table.
    first: usize,
    last: usize,
}

impl<K: Copy + Eq + std::hash::Hash + Send + 'static> Layers<K> {
    fn new(undirected: bool) -> Self {
        let count = if undirected { 4 } else { 1 };
        let tables = (0..count).map(|_| Closed::new()).collect();
        Self { tables, before: 0, current: 0, next: 0, relay: None, first: 0, last: 0 }
    }

    fn keeps_all(&self) -> bool {
        self.tables.len() == 1
    }

    /// Forgets everything, and begins with a layer of one state.
    fn restart<O: Observer>(&mut self, from: &Point<K>, meter: &mut Meter<'_, O>) -> Result<(), LimitKind> {
        self.tables.iter_mut().for_each(Closed::clear);
        (self.before, self.current, self.next) = if self.keeps_all() { (0, 0, 0) } else { (0, 1, 2) };
        self.relay = None;
        (self.first, self.last) = (0, 1);
        self.tables[self.current].insert(from.key, None, from.cost, meter)?;
        Ok(())
    }

    /// Whether a state is in the current layer or before it, as far as that must be asked.
    fn is_known(&self, key: &K) -> bool {
        !self.keeps_all()
            && (self.tables[self.before].find(key).is_some() || self.tables[self.current].find(key).is_some())
    }

    /// A node of the current layer, to be shown. Where it does not know its parent, that is the first state of the layer
    /// before that a move leads to; in the first layer of a sweep there is none.
    fn shown<S: Packed<Key = K>>(&self, space: &S, node: NodeId) -> Shown<S::State> {
        let table = &self.tables[self.current];
        if self.keeps_all() {
            return shown(space, table, node, false);
        }
        let state = space.unpack(&table.node(node).key());
        let before = &self.tables[self.before];
        let (mut neighbour, mut parent) = (state.clone(), None);
        space.for_each_move(&state, |mv| {
            space.apply(&mut neighbour, mv);
            parent = [parent, before.find(&space.pack(&neighbour))].into_iter().flatten().min();
            space.undo(&mut neighbour, mv);
        });
        let parent = parent.map(|parent| space.unpack(&before.node(parent).key()));
        Shown { state, parent, backward: false }
    }

    /// Makes the next layer the current one.
    fn advance(&mut self) {
        if self.keeps_all() {
            (self.first, self.last) = (self.last, self.tables[0].len());
            return;
        }
        (self.before, self.current) = (self.current, self.next);
        let relay = self.relay.map(|(table, _)| table);
        let in_use = [Some(self.before), Some(self.current), relay];
        self.next = (0..self.tables.len()).find(|&table| !in_use.contains(&Some(table))).expect("four for three");
        self.tables[self.next].clear();
        (self.first, self.last) = (0, self.tables[self.current].len());
    }
}

/// Where the layer is put that later states know their ancestor in.
#[derive(Clone, Copy)]
enum Halfway {
    /// At this depth.
    At(u32),
    /// Nobody knows how deep the search will go: at each power of two anew.
    Doubling,
}

/// How a sweep over the layers ended.
enum Swept<K, M> {
    /// All layers are kept, and this is the path.
    Solved(Solution<M>),
    /// The end of the path, and its ancestor half-way where the sweep came that far.
    Reached { end: Point<K>, relay: Option<Point<K>> },
    /// The goal is not there; this is the least f that was cut off.
    Nothing { cut: Option<Cost> },
}

/// How a sweep over the layers of this space ended.
type End<S> = Swept<<S as Packed>::Key, <S as StateSpace>::Move>;

/// A successor within the bound.
struct Child<K> {
    key: K,
    cost: Cost,
    is_goal: bool,
}

struct Sweep<'a, S: Packed, H, O> {
    space: &'a S,
    heuristic: &'a H,
    meter: Meter<'a, O>,
    layers: Layers<S::Key>,
    bound: Cost,
    /// Whether a bound that was searched in vain is a lower bound.
    proves: bool,
    children: Vec<Child<S::Key>>,
}

impl<S: Packed, H: Incremental<S>, O: Observer> Sweep<'_, S, H, O> {
    /// Raises the bound until a goal is found, or nothing is left behind the bound.
    fn deepen(&mut self, start: &S::State) -> Result<Option<Solution<S::Move>>, LimitKind> {
        let start = Point { key: self.space.pack(start), depth: 0, cost: 0 };
        loop {
            if self.proves {
                self.meter.raise_lower_bound(self.bound);
            }
            self.meter.begin_iteration();
            self.meter.generate(1);
            let halfway = match self.space.uniform_cost() {
                Some(step) if self.bound != Cost::MAX => Halfway::At((self.bound / step / 2).max(1)),
                _ => Halfway::Doubling,
            };
            match self.sweep(&start, None, halfway)? {
                Swept::Solved(solution) => return Ok(Some(solution)),
                Swept::Reached { end, relay } => {
                    let mut path = vec![start.key];
                    self.fill(&start, &end, relay, &mut path)?;
                    return Ok(Some(solution_along(self.space, path)));
                }
                Swept::Nothing { cut: None } => return Ok(None),
                Swept::Nothing { cut: Some(cut) } => {
                    self.meter.iteration(self.bound)?;
                    self.bound = cut;
                }
            }
        }
    }

    /// Adds the states between two states of a path, and the second, to `path`.
    fn fill(
        &mut self,
        from: &Point<S::Key>,
        to: &Point<S::Key>,
        relay: Option<Point<S::Key>>,
        path: &mut Vec<S::Key>,
    ) -> Result<(), LimitKind> {
        if to.depth == from.depth + 1 {
            path.push(to.key);
            return Ok(());
        }
        let relay = if relay.is_some() {
            relay
        } else {
            self.meter.generate(1);
            match self.sweep(from, Some(to), Halfway::At(u32::midpoint(from.depth, to.depth)))? {
                Swept::Reached { relay, .. } => relay,
                Swept::Solved(_) | Swept::Nothing { .. } => None,
            }
        };
        let relay = relay.expect("a path that was found once is found again under the same bound");
        self.fill(from, &relay, None, path)?;
        self.fill(&relay, to, None, path)
    }

    /// Searches layer by layer from one state to another, or to any goal.
    fn sweep(
        &mut self,
        from: &Point<S::Key>,
        to: Option<&Point<S::Key>>,
        halfway: Halfway,
    ) -> Result<End<S>, LimitKind> {
        self.layers.restart(from, &mut self.meter)?;
        let mut cut = None;
        for depth in from.depth.. {
            if self.layers.first == self.layers.last {
                break;
            }
            let at_relay = match halfway {
                Halfway::At(at) => depth == at,
                Halfway::Doubling => depth.is_power_of_two(),
            };
            if at_relay {
                self.layers.relay = Some((self.layers.current, depth));
            }
            for parent in self.layers.first..self.layers.last {
                let parent = NodeId::try_from(parent).expect("nodes are numbered so");
                if let Some(end) = self.expand(parent, depth, to, &mut cut)? {
                    return Ok(end);
                }
            }
            self.layers.advance();
        }
        Ok(Swept::Nothing { cut })
    }

    /// Expands a state of the current layer into the next.
    fn expand(
        &mut self,
        parent: NodeId,
        depth: u32,
        to: Option<&Point<S::Key>>,
        cut: &mut Option<Cost>,
    ) -> Result<Option<End<S>>, LimitKind> {
        let node = *self.layers.tables[self.layers.current].node(parent);
        let layers = &self.layers;
        self.meter.visit(node.cost(), || layers.shown(self.space, parent))?;
        let ancestor = match self.layers.relay {
            _ if self.layers.keeps_all() => Some(parent),
            Some((_, at)) if at == depth => Some(parent),
            _ => node.parent(),
        };
        self.generate(&node.key(), node.cost(), cut);
        for child in self.children.drain(..) {
            let is_end = to.map_or(child.is_goal, |to| child.key == to.key);
            if !is_end && self.layers.is_known(&child.key) {
                continue;
            }
            let next = self.layers.next;
            let found = self.layers.tables[next].insert(child.key, ancestor, child.cost, &mut self.meter)?;
            let Found::New(id) = found else { continue };
            if !is_end {
                continue;
            }
            if self.layers.keeps_all() {
                return Ok(Some(Swept::Solved(solution_to(self.space, &self.layers.tables[next], id))));
            }
            let end = Point { key: child.key, depth: depth + 1, cost: child.cost };
            let relay = self.layers.relay.zip(ancestor).map(|((table, depth), ancestor)| {
                let node = self.layers.tables[table].node(ancestor);
                Point { key: node.key(), depth, cost: node.cost() }
            });
            return Ok(Some(Swept::Reached { end, relay }));
        }
        Ok(None)
    }

    /// Lists the successors of a state that are within the bound.
    fn generate(&mut self, key: &S::Key, cost: Cost, cut: &mut Option<Cost>) {
        let state = self.space.unpack(key);
        let Some(memo) = self.heuristic.memo(&state) else { return };
        let mut moves = 0;
        let mut child_state = state.clone();
        self.space.for_each_move(&state, |mv| {
            moves += 1;
            let Some(memo) = self.heuristic.advance(memo, &state, mv) else { return };
            let cost = cost.saturating_add(self.space.cost(mv));
            let promise = cost.saturating_add(self.heuristic.value(memo));
            if promise > self.bound {
                *cut = Some(cut.map_or(promise, |cut| cut.min(promise)));
                return;
            }
            self.space.apply(&mut child_state, mv);
            let (key, is_goal) = (self.space.pack(&child_state), self.space.is_goal(&child_state));
            self.children.push(Child { key, cost, is_goal });
            self.space.undo(&mut child_state, mv);
        });
        self.meter.generate(moves);
    }
}
