//! A graph with an automaton that forbids pairs of edges, chosen at random, that have a twin: as awkward as move pruning
//! may be.

use chacha20::ChaCha8Rng;
use fewest_conformance::capability::{check_near_twins, check_pruned_distances};
use fewest_conformance::search::Trial;
use fewest_search::algorithms::{IdaStar, Ordering};
use fewest_search::capability::{MovePruning, Packed};
use fewest_search::{Cost, Fresh, Guarantees, Heuristic, StateSpace, Zero};
use rand::RngExt;
use rand::SeedableRng;

use crate::graph::{Edge, Given, Graph};

/// A graph and the pairs of edges, by number, of which the second must not follow the first.
#[derive(Clone, Debug)]
struct Pruned {
    graph: Graph,
    forbidden: Vec<(usize, usize)>,
}

impl StateSpace for Pruned {
    type State = usize;
    type Move = Edge;

    fn is_goal(&self, state: &usize) -> bool {
        self.graph.is_goal(state)
    }

    fn for_each_move(&self, state: &usize, visit: impl FnMut(Edge)) {
        self.graph.for_each_move(state, visit);
    }

    fn apply(&self, state: &mut usize, edge: Edge) {
        self.graph.apply(state, edge);
    }

    fn undo(&self, state: &mut usize, edge: Edge) {
        self.graph.undo(state, edge);
    }

    fn cost(&self, edge: Edge) -> Cost {
        edge.cost
    }
}

impl Packed for Pruned {
    type Key = u32;

    fn pack(&self, state: &usize) -> u32 {
        self.graph.pack(state)
    }

    fn unpack(&self, key: &u32) -> usize {
        self.graph.unpack(key)
    }
}

impl MovePruning for Pruned {
    /// The number of the last edge.
    type Trace = Option<usize>;

    fn root_trace(&self) -> Option<usize> {
        None
    }

    fn follow(&self, last: Option<usize>, edge: Edge) -> Option<Option<usize>> {
        let is_forbidden = last.is_some_and(|last| self.forbidden.contains(&(last, edge.number)));
        (!is_forbidden).then_some(Some(edge.number))
    }
}

impl Heuristic<Pruned> for Given {
    fn estimate(&self, state: &usize) -> Option<Cost> {
        self.estimates[*state]
    }

    fn guarantees(&self) -> Guarantees {
        self.guarantees
    }
}

impl Pruned {
    /// A small graph of many short cycles and equal costs, with as many pairs forbidden as leave every distance.
    fn random(random: &mut ChaCha8Rng) -> Self {
        let nodes = random.random_range(4..8);
        let edges: Vec<_> = (0..3 * nodes)
            .map(|_| (random.random_range(0..nodes), random.random_range(0..nodes), random.random_range(1..3)))
            .collect();
        let graph = Graph::new(nodes, &[random.random_range(0..nodes)], &edges);
        let mut pruned = Self { graph, forbidden: Vec::new() };
        for _ in 0..60 {
            let pair = (random.random_range(0..edges.len()), random.random_range(0..edges.len()));
            if edges[pair.0].1 == edges[pair.1].0 {
                pruned.forbidden.push(pair);
                if !pruned.keeps_distances() {
                    pruned.forbidden.pop();
                }
            }
        }
        pruned
    }

    fn keeps_distances(&self) -> bool {
        (0..self.graph.nodes).all(|start| check_pruned_distances(self, &start, Cost::MAX).is_ok())
    }
}

#[test]
fn remembered_states_lose_nothing_that_pruning_needs() {
    let mut random = ChaCha8Rng::seed_from_u64(8);
    for round in 0..500 {
        let space = Pruned::random(&mut random);
        let distances = space.graph.distances();
        let estimates = distances.iter().map(|distance| distance.map(|distance| random.random_range(0..=distance)));
        let bound = Given { estimates: estimates.collect(), guarantees: Guarantees::ADMISSIBLE };
        let bound = Fresh { space: &space, heuristic: bound };
        for (start, &distance) in distances.iter().enumerate() {
            if distance.is_none() {
                continue;
            }
            for (ordering, table) in
                [(Ordering::None, 0), (Ordering::None, 1 << 12), (Ordering::ByF, 0), (Ordering::ByF, 1 << 12)]
            {
                let algorithm = &IdaStar { ordering, table: Some(table) };
                let trials = [
                    Trial { space: &space, heuristic: &bound, algorithm }.check_optimal(&start, distance),
                    Trial { space: &space, heuristic: &Zero, algorithm }.check_optimal(&start, distance),
                ];
                for trial in trials {
                    trial.unwrap_or_else(|fault| panic!("round {round}: {fault}\n{space:?}"));
                }
            }
        }
    }
}

/// Pairs of moves that commute, kept in one order: their twins are two moves away.
struct Commuting;

impl StateSpace for Commuting {
    type State = [i32; 2];
    type Move = usize;

    fn is_goal(&self, _: &[i32; 2]) -> bool {
        false
    }

    fn for_each_move(&self, _: &[i32; 2], visit: impl FnMut(usize)) {
        (0..2).for_each(visit);
    }

    fn apply(&self, state: &mut [i32; 2], axis: usize) {
        state[axis] += 1;
    }

    fn undo(&self, state: &mut [i32; 2], axis: usize) {
        state[axis] -= 1;
    }
}

impl MovePruning for Commuting {
    type Trace = usize;
    const TWINS_ARE_NEAR: bool = true;

    fn root_trace(&self) -> usize {
        0
    }

    fn follow(&self, last: usize, axis: usize) -> Option<usize> {
        (axis >= last).then_some(axis)
    }
}

#[test]
fn twins_that_are_not_near_are_found_out() {
    assert!(check_near_twins(&Commuting, &[0, 0], 3).is_err());
}
