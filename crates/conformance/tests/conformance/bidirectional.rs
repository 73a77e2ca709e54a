//! Search from both ends on graphs with unequal costs, several goals, and estimates good and bad.

use chacha20::ChaCha8Rng;
use fewest_conformance::oracle::{Distances, distances_from, distances_to_goal};
use fewest_conformance::search::{Trial, minimum_cover};
use fewest_conformance::{Check, heuristic};
use fewest_search::algorithms::{AStar, Nbs};
use fewest_search::{Cost, Fresh, Guarantees, Heuristic, Limits, Outcome, Proof, Search, StateSpace, Zero};
use rand::RngExt;
use rand::SeedableRng;

use crate::graph::{Edge, Given, Graph, Heavy};
use crate::graphs::{random_bound, random_graph};

/// The graph with every edge turned round and the start as its goal.
fn reversed(graph: &Graph, start: usize) -> Graph {
    let edges = graph.edges.iter().map(|edge| Edge { from: edge.to, to: edge.from, ..*edge });
    Graph { nodes: graph.nodes, edges: edges.collect(), goals: vec![start] }
}

/// True distances in a graph whose edges are cheaper: consistent, and not perfect.
fn cheaper(random: &mut ChaCha8Rng, graph: &Graph) -> Given {
    let edges = graph.edges.iter().map(|edge| Edge { cost: random.random_range(0..=edge.cost), ..*edge }).collect();
    let estimates = Graph { edges, ..graph.clone() }.distances();
    Given { estimates, guarantees: Guarantees::CONSISTENT }
}

/// Finds `u` a partner, where that can be done without leaving another alone.
fn augment(u: usize, is_pair: &impl Fn(usize, usize) -> bool, seen: &mut [bool], mate: &mut [Option<usize>]) -> bool {
    for v in 0..mate.len() {
        if is_pair(u, v) && !seen[v] {
            seen[v] = true;
            if mate[v].is_none_or(|other| augment(other, is_pair, seen, mate)) {
                mate[v] = Some(u);
                return true;
            }
        }
    }
    false
}

/// The size of a largest matching among the necessary pairs (Kuhn 1955), which is that of a smallest cover (König 1931).
fn matching(graph: &Graph, start: usize, distance: Cost, forward: &Given, backward: &Given) -> u64 {
    let step = graph.uniform_cost().unwrap_or(1);
    let ahead = distances_from(graph, &start, Cost::MAX);
    let behind = distances_to_goal(graph, Cost::MAX);
    let f = |costs: &Distances<usize>, given: &Given, node: usize| Some(costs.get(&node)? + given.estimates[node]?);
    let is_pair = |u: usize, v: usize| {
        let (Some(fu), Some(fv)) = (f(&ahead, forward, u), f(&behind, backward, v)) else { return false };
        fu.max(fv).max(ahead[&u] + behind[&v] + step) < distance
    };
    let mut mate = vec![None; graph.nodes];
    let grown = (0..graph.nodes).filter(|&u| augment(u, &is_pair, &mut vec![false; graph.nodes], &mut mate));
    grown.count() as u64
}

/// Whatever may be said of NBS from one start with two consistent heuristics.
fn check_consistent(graph: &Graph, start: usize, distance: Option<Cost>, forward: &Given, backward: &Given) -> Check {
    let turned = reversed(graph, start);
    for node in 0..graph.nodes {
        heuristic::check_consistency(graph, forward, &node)?;
        heuristic::check_consistency(&turned, backward, &node)?;
    }
    let fresh = Fresh { space: graph, heuristic: forward.clone() };
    let trial = Trial { space: graph, heuristic: &fresh, algorithm: &Nbs { backward } };
    trial.check_optimal(&start, distance)?;
    trial.check_all(&start, distance)?;
    let run = trial.algorithm.run(graph, &start, &fresh, &Limits::default(), &mut ());
    if run.stats.reopened > 0 {
        return Err(format!("{start}: opened {} nodes again under consistent heuristics", run.stats.reopened));
    }
    let Some(distance) = distance.filter(|&distance| distance > 0) else { return Ok(()) };
    assert_eq!(
        minimum_cover(graph, &start, distance, forward, backward),
        matching(graph, start, distance, forward, backward),
        "a smallest cover is as large as a largest matching"
    );
    trial.check_necessary_pairs(&start, distance, backward)
}

fn check_graph(random: &mut ChaCha8Rng, graph: &Graph) -> Check {
    let distances = graph.distances();
    let blind = |nodes| Given { estimates: vec![Some(0); nodes], guarantees: Guarantees::CONSISTENT };
    let perfect = Given { estimates: distances.clone(), guarantees: Guarantees::CONSISTENT };
    for start in (0..graph.nodes).step_by(3) {
        let distance = distances[start];
        let turned = reversed(graph, start);
        let from_start = turned.distances();
        let perfect_back = Given { estimates: from_start.clone(), guarantees: Guarantees::CONSISTENT };
        check_consistent(graph, start, distance, &blind(graph.nodes), &blind(graph.nodes))?;
        check_consistent(graph, start, distance, &perfect, &blind(graph.nodes))?;
        check_consistent(graph, start, distance, &perfect, &perfect_back)?;
        check_consistent(graph, start, distance, &cheaper(random, graph), &cheaper(random, &turned))?;
        let bound = Fresh { space: graph, heuristic: random_bound(random, &distances) };
        let bound_back = random_bound(random, &from_start);
        let trial = Trial { space: graph, heuristic: &bound, algorithm: &Nbs { backward: &bound_back } };
        trial.check_optimal(&start, distance)?;
        trial.check_all(&start, distance)?;
        // Neither side may spoil the other's proof.
        let heavy = Heavy(bound);
        Trial { space: graph, heuristic: &heavy, algorithm: &Nbs { backward: &bound_back } }
            .check_all(&start, distance)?;
        let heavy_back = Heavy(bound_back);
        Trial { space: graph, heuristic: &Zero, algorithm: &Nbs { backward: &heavy_back } }
            .check_all(&start, distance)?;
    }
    Ok(())
}

#[test]
fn nbs_is_right_on_random_graphs_and_expands_at_most_twice_what_it_must() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for round in 0..150 {
        let graph = random_graph(&mut random, round % 3 == 0);
        if let Err(fault) = check_graph(&mut random, &graph) {
            panic!("round {round}: {fault}\n{graph:?}");
        }
    }
}

#[test]
fn nbs_reopens_under_inconsistent_heuristics() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let mut reopened = 0;
    for _ in 0..200 {
        let graph = random_graph(&mut random, false);
        let bound = Fresh { space: &graph, heuristic: random_bound(&mut random, &graph.distances()) };
        for start in 0..graph.nodes {
            let run = Nbs { backward: &Zero }.run(&graph, &start, &bound, &Limits::default(), &mut ());
            reopened += run.stats.reopened;
        }
    }
    assert!(reopened > 10, "{reopened}");
}

/// ```text
/// 0 →1→ 1 →1→ 2 →3→ 3 →→→4→→→ 5 (goal)
///                   3 →1→ 4 →2→ 5
///                    6, 7, 8 →1→ 5
/// ```
/// The estimates of 4 and of the useless 6, 7 and 8 are so high that 3 is expanded from the goal at a cost of 4 before
/// its true 3 is known. When the start's side comes to 3 it must go on all the same, or it has nothing left to try
/// and takes the dear solution for the best.
#[test]
fn a_node_that_was_expanded_dearly_from_the_other_end_is_opened() {
    let dear = [(0, 1, 1), (1, 2, 1), (2, 3, 3), (3, 5, 4), (3, 4, 1), (4, 5, 2)];
    let useless = [(6, 5, 1), (7, 5, 1), (8, 5, 1)];
    let graph = Graph::new(9, &[5], &[&dear[..], &useless].concat());
    let estimates = [0, 0, 0, 0, 6, 0, 7, 7, 7].map(Some).to_vec();
    let backward = Given { estimates, guarantees: Guarantees::ADMISSIBLE };
    for (node, distance) in reversed(&graph, 0).distances().into_iter().enumerate() {
        heuristic::check_estimate(&reversed(&graph, 0), &backward, &node, distance).unwrap();
    }
    let trial = Trial { space: &graph, heuristic: &Zero, algorithm: &Nbs { backward: &backward } };
    trial.check_optimal(&0, Some(8)).unwrap();
}

#[test]
fn nbs_claims_no_proof_without_ground() {
    let graph = Graph::new(3, &[2], &[(0, 2, 9), (0, 1, 1), (1, 2, 1)]);
    let boast = Given { estimates: vec![Some(50); 3], guarantees: Guarantees::NONE };
    assert!(!Heuristic::<Graph>::guarantees(&boast).admissible);
    let run = Nbs { backward: &boast }.run(&graph, &0, &Zero, &Limits::default(), &mut ());
    assert!(matches!(run.outcome, Outcome::Solved { proof: Proof::None, .. }), "{run:?}");
    let boast = Fresh { space: &graph, heuristic: boast };
    let run = Nbs { backward: &Zero }.run(&graph, &0, &boast, &Limits::default(), &mut ());
    assert!(matches!(run.outcome, Outcome::Solved { proof: Proof::None, .. }), "{run:?}");
}

/// From 0 one move leads to the goal's only predecessor's predecessor, and many lead astray.
#[test]
fn a_search_from_one_end_is_found_to_expand_too_much() {
    let astray = (4..60).map(|node| (0, node, 1));
    let further = (4..60).map(|node| (node, node + 56, 1));
    let edges: Vec<_> = [(0, 1, 1), (1, 2, 1), (2, 3, 1)].into_iter().chain(astray).chain(further).collect();
    let graph = Graph::new(116, &[3], &edges);
    assert_eq!(minimum_cover(&graph, &0, 3, &Zero, &Zero), 2);
    let trial = Trial { space: &graph, heuristic: &Zero, algorithm: &Nbs { backward: &Zero } };
    trial.check_necessary_pairs(&0, 3, &Zero).unwrap();
    let trial = Trial { space: &graph, heuristic: &Zero, algorithm: &AStar::default() };
    assert!(trial.check_necessary_pairs(&0, 3, &Zero).is_err());
}
