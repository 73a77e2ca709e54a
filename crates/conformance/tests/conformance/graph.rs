//! A directed graph with costs as a state space, and estimates given node by node.

use fewest_search::capability::{Backward, MovePruning, Packed, Ranked};
use fewest_search::{Cost, Guarantees, Heuristic, Incremental, StateSpace};

/// An edge. The number tells parallel ones apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) cost: Cost,
    pub(crate) number: usize,
}

/// Nodes `0..nodes` and the edges between them.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) nodes: usize,
    pub(crate) edges: Vec<Edge>,
    pub(crate) goals: Vec<usize>,
}

impl Graph {
    /// A graph of edges `(from, to, cost)`.
    pub(crate) fn new(nodes: usize, goals: &[usize], edges: &[(usize, usize, Cost)]) -> Self {
        let edges = edges.iter().enumerate().map(|(number, &(from, to, cost))| Edge { from, to, cost, number });
        Self { nodes, edges: edges.collect(), goals: goals.to_vec() }
    }

    /// Distances to the nearest goal by relaxing every edge as often as there are nodes (Bellman 1958).
    pub(crate) fn distances(&self) -> Vec<Option<Cost>> {
        let mut distances: Vec<_> = (0..self.nodes).map(|node| self.goals.contains(&node).then_some(0)).collect();
        for _ in 0..self.nodes {
            for edge in &self.edges {
                let through = distances[edge.to].map(|distance| distance + edge.cost);
                let known = distances[edge.from];
                if through.is_some_and(|through| known.is_none_or(|known| through < known)) {
                    distances[edge.from] = through;
                }
            }
        }
        distances
    }
}

impl StateSpace for Graph {
    type State = usize;
    type Move = Edge;

    fn is_goal(&self, state: &usize) -> bool {
        self.goals.contains(state)
    }

    fn for_each_move(&self, state: &usize, visit: impl FnMut(Edge)) {
        self.edges.iter().copied().filter(|edge| edge.from == *state).for_each(visit);
    }

    fn apply(&self, state: &mut usize, edge: Edge) {
        assert_eq!(*state, edge.from, "an edge is followed from its beginning");
        *state = edge.to;
    }

    fn undo(&self, state: &mut usize, edge: Edge) {
        assert_eq!(*state, edge.to, "an edge is taken back from its end");
        *state = edge.from;
    }

    fn cost(&self, edge: Edge) -> Cost {
        edge.cost
    }

    fn uniform_cost(&self) -> Option<Cost> {
        let cost = self.edges.first().map_or(1, |edge| edge.cost);
        self.edges.iter().all(|edge| edge.cost == cost).then_some(cost)
    }

    fn is_undirected(&self) -> bool {
        let leads_back = |edge: &Edge, back: &Edge| (back.from, back.to, back.cost) == (edge.to, edge.from, edge.cost);
        self.edges.iter().all(|edge| self.edges.iter().any(|back| leads_back(edge, back)))
    }
}

impl Packed for Graph {
    type Key = u32;

    fn pack(&self, state: &usize) -> u32 {
        u32::try_from(*state).expect("a small graph")
    }

    fn unpack(&self, key: &u32) -> usize {
        *key as usize
    }
}

impl Backward for Graph {
    fn goals(&self) -> impl Iterator<Item = usize> {
        self.goals.iter().copied()
    }

    fn for_each_move_into(&self, state: &usize, visit: impl FnMut(Edge)) {
        self.edges.iter().copied().filter(|edge| edge.to == *state).for_each(visit);
    }
}

/// For graphs whose every node can reach a goal.
impl Ranked for Graph {
    fn rank_count(&self) -> Option<u64> {
        Some(self.nodes as u64)
    }

    fn rank(&self, state: &usize) -> u64 {
        *state as u64
    }

    fn unrank(&self, rank: u64) -> usize {
        usize::try_from(rank).expect("a small graph")
    }
}

/// Forbids nothing.
impl MovePruning for Graph {
    type Trace = ();

    fn root_trace(&self) {}

    fn follow(&self, (): (), _: Edge) -> Option<()> {
        Some(())
    }
}

/// Estimates node by node.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    pub(crate) estimates: Vec<Option<Cost>>,
    pub(crate) guarantees: Guarantees,
}

impl Heuristic<Graph> for Given {
    fn estimate(&self, state: &usize) -> Option<Cost> {
        self.estimates[*state]
    }

    fn guarantees(&self) -> Guarantees {
        self.guarantees
    }
}

/// Five halves of an estimate, which promises nothing any more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heavy<H>(pub(crate) H);

impl<S: StateSpace, H: Heuristic<S>> Heuristic<S> for Heavy<H> {
    fn estimate(&self, state: &S::State) -> Option<Cost> {
        self.0.estimate(state).map(|value| value * 5 / 2)
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees { admissible: false, consistent: false }
    }
}

impl<S: StateSpace, H: Incremental<S>> Incremental<S> for Heavy<H> {
    type Memo = H::Memo;

    fn memo(&self, state: &S::State) -> Option<Self::Memo> {
        self.0.memo(state)
    }

    fn advance(&self, memo: Self::Memo, before: &S::State, mv: S::Move) -> Option<Self::Memo> {
        self.0.advance(memo, before, mv)
    }

    fn value(&self, memo: Self::Memo) -> Cost {
        self.0.value(memo) * 5 / 2
    }
}
