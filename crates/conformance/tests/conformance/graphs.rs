//! The algorithms on graphs with unequal costs and with estimates that are inconsistent, or not even admissible.

use chacha20::ChaCha8Rng;
use fewest_conformance::oracle::{distances_from, distances_to_goal};
use fewest_conformance::search::Trial;
use fewest_conformance::{Check, capability, heuristic, space};
use fewest_search::algorithms::{AStar, BreadthFirst, IdaStar};
use fewest_search::frontier::TieBreak;
use fewest_search::{Cost, Fresh, Guarantees, Heuristic, Limits, Outcome, Proof, Search, Zero};
use rand::RngExt;
use rand::SeedableRng;

use crate::graph::{Given, Graph, Heavy};

pub(crate) const A_STARS: [AStar; 2] = [AStar { tie_break: TieBreak::Fifo }, AStar { tie_break: TieBreak::Lifo }];

/// A graph with parallel edges, loops and nodes that no goal can be reached from.
pub(crate) fn random_graph(random: &mut ChaCha8Rng, uniform: bool) -> Graph {
    let nodes = random.random_range(1..40);
    let edges: Vec<_> = (0..random.random_range(0..3 * nodes))
        .map(|_| {
            let cost = if uniform { 3 } else { random.random_range(1..10) };
            (random.random_range(0..nodes), random.random_range(0..nodes), cost)
        })
        .collect();
    let mut goals: Vec<usize> = (0..random.random_range(1..4)).map(|_| random.random_range(0..nodes)).collect();
    goals.sort_unstable();
    goals.dedup();
    Graph::new(nodes, &goals, &edges)
}

/// Random estimates between 0 and the true distance; some dead ends are recognised.
pub(crate) fn random_bound(random: &mut ChaCha8Rng, distances: &[Option<Cost>]) -> Given {
    let mut below = |distance: &Option<Cost>| match *distance {
        Some(distance) => Some(random.random_range(0..=distance)),
        None => random.random_bool(0.5).then(|| random.random_range(0..9)),
    };
    Given { estimates: distances.iter().map(&mut below).collect(), guarantees: Guarantees::ADMISSIBLE }
}

fn check_graph(graph: &Graph, distances: &[Option<Cost>], bound: Given) -> Check {
    let perfect = Given { estimates: distances.to_vec(), guarantees: Guarantees::CONSISTENT };
    let backward = distances_to_goal(graph, Cost::MAX);
    for (node, &distance) in distances.iter().enumerate() {
        assert_eq!(backward.get(&node).copied(), distance, "the oracles disagree about {node} in {graph:?}");
        space::check_moves(graph, &node)?;
        capability::check_key(graph, &node)?;
        capability::check_moves_into(graph, &node)?;
        capability::check_pruned_distances(graph, &node, Cost::MAX)?;
        for estimates in [&bound, &perfect] {
            heuristic::check_estimate(graph, estimates, &node, distance)?;
            heuristic::check_consistency(graph, estimates, &node)?;
        }
    }
    capability::check_distinct_keys(graph, 0..graph.nodes)?;
    capability::check_goals(graph, 0..graph.nodes)?;
    let bound = Fresh { space: graph, heuristic: bound };
    let perfect = Fresh { space: graph, heuristic: perfect };
    let heavy = Heavy(Fresh { space: graph, heuristic: bound.heuristic.clone() });
    for (node, &distance) in distances.iter().enumerate() {
        for algorithm in &A_STARS {
            let trial = Trial { space: graph, heuristic: &bound, algorithm };
            trial.check_optimal(&node, distance)?;
            trial.check_all(&node, distance)?;
            Trial { space: graph, heuristic: &heavy, algorithm }.check_all(&node, distance)?;
            let dijkstra = Trial { space: graph, heuristic: &Zero, algorithm };
            dijkstra.check_optimal(&node, distance)?;
            if let Some(distance) = distance {
                dijkstra.check_necessary_expansions(&node, distance)?;
                Trial { space: graph, heuristic: &perfect, algorithm }.check_necessary_expansions(&node, distance)?;
            }
        }
        Trial { space: graph, heuristic: &Zero, algorithm: &BreadthFirst }.check_all(&node, distance)?;
        if distance.is_some_and(|distance| distance <= 15) {
            let trial = Trial { space: graph, heuristic: &bound, algorithm: &IdaStar::default() };
            trial.check_optimal(&node, distance)?;
            trial.check_all(&node, distance)?;
        }
    }
    Ok(())
}

#[test]
fn every_algorithm_is_right_on_random_graphs() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for round in 0..300 {
        let graph = random_graph(&mut random, round % 3 == 0);
        let distances = graph.distances();
        let bound = random_bound(&mut random, &distances);
        if let Err(fault) = check_graph(&graph, &distances, bound.clone()) {
            panic!("round {round}: {fault}\n{graph:?}\n{bound:?}");
        }
    }
}

/// ```text
/// 0 →1→ 1 →1→ 2 →9→ 3 (goal)
/// 0 →→→→4→→→→ 2
/// ```
/// The estimate of 1 is so high that 2 is expanded by the dear direct edge first, and must be opened again.
#[test]
fn a_star_reopens_under_an_inconsistent_heuristic() {
    let graph = Graph::new(4, &[3], &[(0, 1, 1), (1, 2, 1), (0, 2, 4), (2, 3, 9)]);
    let estimates = vec![Some(0), Some(10), Some(0), Some(0)];
    let bound = Given { estimates, guarantees: Guarantees::ADMISSIBLE };
    for (node, distance) in graph.distances().into_iter().enumerate() {
        heuristic::check_estimate(&graph, &bound, &node, distance).unwrap();
    }
    let claimed = Given { guarantees: Guarantees::CONSISTENT, ..bound.clone() };
    assert!(heuristic::check_consistency(&graph, &claimed, &1).is_err(), "the case tests nothing otherwise");
    let bound = Fresh { space: &graph, heuristic: bound };
    for algorithm in &A_STARS {
        let run = algorithm.run(&graph, &0, &bound, &Limits::default(), &mut ());
        assert_eq!(run.outcome.cost(), Some(11));
        assert_eq!(run.stats.reopened, 1, "{algorithm:?}");
        Trial { space: &graph, heuristic: &bound, algorithm }.check_all(&0, Some(11)).unwrap();
    }
}

#[test]
fn reopening_is_common_on_random_graphs() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut reopened = [0, 0];
    for _ in 0..200 {
        let graph = random_graph(&mut random, false);
        let bound = random_bound(&mut random, &graph.distances());
        let bound = Fresh { space: &graph, heuristic: bound };
        for (algorithm, reopened) in A_STARS.iter().zip(&mut reopened) {
            let runs = (0..graph.nodes).map(|node| algorithm.run(&graph, &node, &bound, &Limits::default(), &mut ()));
            *reopened += runs.map(|run| run.stats.reopened).sum::<u64>();
        }
    }
    assert!(reopened.iter().all(|&reopened| reopened > 10), "{reopened:?}");
}

#[test]
fn what_is_unsolvable_is_proven_so() {
    let graph = Graph::new(5, &[4], &[(0, 1, 2), (1, 2, 3), (2, 0, 1), (3, 4, 1)]);
    for algorithm in &A_STARS {
        Trial { space: &graph, heuristic: &Zero, algorithm }.check_optimal(&0, None).unwrap();
    }
    let trial = Trial { space: &graph, heuristic: &Zero, algorithm: &BreadthFirst };
    trial.check_optimal(&0, None).unwrap();
    trial.check_all(&0, None).unwrap();
}

#[test]
fn no_proof_is_claimed_without_ground() {
    let graph = Graph::new(3, &[2], &[(0, 2, 9), (0, 1, 1), (1, 2, 1)]);
    let breadth = BreadthFirst.run(&graph, &0, &Zero, &Limits::default(), &mut ());
    assert!(matches!(breadth.outcome, Outcome::Solved { cost: 9, proof: Proof::None, .. }), "{breadth:?}");
    let blind = Given { estimates: vec![Some(0), Some(50), Some(0)], guarantees: Guarantees::NONE };
    let blind = Fresh { space: &graph, heuristic: blind };
    assert!(!Heuristic::guarantees(&blind).admissible);
    for algorithm in &A_STARS {
        let run = algorithm.run(&graph, &0, &blind, &Limits::default(), &mut ());
        assert!(matches!(run.outcome, Outcome::Solved { cost: 9, proof: Proof::None, .. }), "{run:?}");
    }
}

#[test]
fn distances_end_at_the_radius() {
    let graph = Graph::new(4, &[3], &[(0, 1, 2), (1, 2, 2), (2, 3, 2), (0, 2, 5)]);
    let mut near: Vec<_> = distances_from(&graph, &0, 4).into_iter().collect();
    near.sort_unstable();
    assert_eq!(near, [(0, 0), (1, 2), (2, 4)]);
    assert_eq!(distances_to_goal(&graph, 3).len(), 2);
}
